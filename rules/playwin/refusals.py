"""Why a move of Play Win is forbidden, in sentences for players: the rule that stands in the way, then what would work."""

import re
from typing import Final, NamedTuple

from rules.playwin import obstacles, series, tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import APPROACH, LEAP, Leap
from rules.wording import either, game_over, listed, plural

_TOKEN: Final = re.compile(r"([a-i][1-9])(?:-|x([a-i][1-9])-)([a-i][1-9])")


class Named(NamedTuple):
    """The cells of a move as somebody named them: where it starts, what it captures, where it ends; "" if not named.

    `kinds` is what may be meant: `APPROACH`, `LEAP` or both.
    """

    start: str
    over: str
    end: str
    kinds: str


def of_token(board: PlayWinBoard, move: str) -> str:
    """Why `move`, which may be any text, cannot be played on this board."""
    written = _TOKEN.fullmatch(move)
    if written is None or not {cell for cell in written.groups() if cell} <= tables.geometry().bit.keys():
        return game_over(board.outcome()) or f"“{move[:40]}” is not a move of Play Win. {example(board)}"
    start, captured, end = written.groups(default="")
    return forbidden(board, Named(start, captured, end, LEAP if captured else APPROACH))


def forbidden(board: PlayWinBoard, named: Named) -> str:
    """Why no legal move fits the cells that were named."""
    return game_over(board.outcome()) or f"{_obstacle(board, named)} {_instead(board, named)}"


def example(board: PlayWinBoard) -> str:
    """A sentence that names a legal move, while the game goes on."""
    return f"A legal move is {board.legal_moves()[0]}, for example."


def _instead(board: PlayWinBoard, named: Named) -> str:
    """What would work from the same cell, first of all what leads to the same end, or else anywhere."""
    moves = [move for move in board.legal_moves() if move[:2] == named.start]
    if not moves:
        return example(board)
    moves.sort(key=lambda move: move[-2:] != named.end)
    return f"From {named.start} you can play {either(moves)}."


def _obstacle(board: PlayWinBoard, named: Named) -> str:
    start, captured, end, kinds = named
    due = board.captures().most
    if not start:
        return _nothing_there(board, named, due)
    if board.piece(start) != board.mover:
        return f"{start} {obstacles.what_is_there(board, start)}: a move starts with a piece of your own."
    if start == end:
        return f"A move ends on another cell than it starts from, and this one names {start} twice."
    if due:
        return f"{_instead_of_capturing(board, named)}{_compulsory(board, due)}"
    if captured and not end:
        return obstacles.of_capture(board, start, captured)
    if not end:
        return _stuck(board, named)
    if captured or kinds == LEAP:
        return obstacles.of_leap(board, start, end, captured)
    return obstacles.of_approach(board, start, end)


def _nothing_there(board: PlayWinBoard, named: Named, due: int) -> str:
    """Why no legal move fits where no cell of the player's own was named."""
    cell = named.over or named.end
    move = {LEAP: "leap", APPROACH: "approach"}.get(named.kinds, "legal move")
    action = "captures it" if named.over else "ends there"
    must = f" {_compulsory(board, due)}" if due else ""
    return f"{cell} {obstacles.what_is_there(board, cell)}, and no {move} {action}.{must}"


def _instead_of_capturing(board: PlayWinBoard, named: Named) -> str:
    """What a leap that was named lacks while captures are due, with a space behind; empty for anything but a leap."""
    start, captured, end, kinds = named
    leads_the_series = tables.geometry().bit[start] == board.leaper or not board.leaper
    if LEAP not in kinds or not (captured or end) or not leads_the_series:
        return ""
    most = max((series.through(leap, board.own, board.enemies) for leap in _leaps(named)), default=0)
    if most:
        begins = "goes on" if board.leaper else "begins"
        return f"A series that {begins} like that captures at most {plural(most, 'piece')}, and only the longest may be played. "
    if not end:
        return f"{obstacles.of_capture(board, start, captured)} "
    return f"{obstacles.of_leap(board, start, end, captured)} " if captured or kinds == LEAP else ""


def _leaps(named: Named) -> list[Leap]:
    """The leaps that fit the cells that were named, whatever stands on them."""
    return [
        leap
        for leap in obstacles.leaps_from(named.start)
        if leap.token.endswith(named.end) and named.over in ("", leap.token[3:5])
    ]


def _compulsory(board: PlayWinBoard, due: int) -> str:
    """How many pieces must be captured, and with which pieces."""
    if board.leaper:
        leaper = tables.geometry().name_of[board.leaper]
        return f"The series goes on: the piece on {leaper} must capture {plural(due, 'more piece')}."
    leapers = dict.fromkeys(move[:2] for move in board.captures().leaps)
    return f"Capturing is compulsory: {plural(due, 'piece')} must be captured, with the piece on {listed(list(leapers), 'or')}."


def _stuck(board: PlayWinBoard, named: Named) -> str:
    """Why a piece has no approach at all, or no leap if one was asked for."""
    if named.kinds == LEAP:
        return f"A leap needs an enemy beside the piece and an empty cell behind the bend, and {named.start} has none."
    aim = "no farther from" if board.loose else "closer to"
    return f"The piece on {named.start} can reach no empty cell that is {aim} its nearest enemy."
