"""Explanations of forbidden moves of Play Win, in sentences for players: first the rule, then what is legal."""

import re
from typing import Final, NamedTuple

from rules.playwin import series, tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import APPROACH, LEAP, Leap
from rules.wording import either, game_over, listed, plural

_TOKEN: Final = re.compile(r"([a-i][1-9])(?:-|x([a-i][1-9])-)([a-i][1-9])")


class Named(NamedTuple):
    """The cells of a move as a player named them: its start, the captured piece, its end; "" if not named.

    `kinds` has the possible kinds of move: `APPROACH`, `LEAP` or both.
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
    """Why no legal move fits the named cells."""
    return game_over(board.outcome()) or f"{_obstacle(board, named)} {_instead(board, named)}"


def example(board: PlayWinBoard) -> str:
    """A sentence that names a legal move; the game must not be over."""
    return f"A legal move is {board.legal_moves()[0]}, for example."


def _instead(board: PlayWinBoard, named: Named) -> str:
    """A sentence with legal moves from the same cell, those to the same end first, or else with any legal move."""
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
        return f"{start} {_what_is_there(board, start)}: a move starts with a piece of your own."
    if start == end:
        return f"A move ends on another cell than it starts from, and this one names {start} twice."
    if due:
        return f"{_instead_of_capturing(board, named)}{_compulsory(board, due)}"
    if captured and not end:
        return _capture_obstacle(board, start, captured)
    if not end:
        return _stuck(board, named)
    if captured or kinds == LEAP:
        return _leap_obstacle(board, start, end, captured)
    return _approach_obstacle(board, start, end)


def _nothing_there(board: PlayWinBoard, named: Named, due: int) -> str:
    """Why no legal move fits if none of the player's own pieces was named."""
    cell = named.over or named.end
    move = {LEAP: "leap", APPROACH: "approach"}.get(named.kinds, "legal move")
    action = "captures it" if named.over else "ends there"
    must = f" {_compulsory(board, due)}" if due else ""
    return f"{cell} {_what_is_there(board, cell)}, and no {move} {action}.{must}"


def _instead_of_capturing(board: PlayWinBoard, named: Named) -> str:
    """Why a leap cannot be played while captures are due, followed by a space; empty unless a leap was named."""
    start, captured, end, kinds = named
    leads_the_series = tables.geometry().bit[start] == board.leaper or not board.leaper
    if LEAP not in kinds or not (captured or end) or not leads_the_series:
        return ""
    most = max((series.through(leap, board.own, board.enemies) for leap in _leaps(named)), default=0)
    if most:
        begins = "goes on" if board.leaper else "begins"
        return f"A series that {begins} like that captures at most {plural(most, 'piece')}, and only the longest may be played. "
    if not end:
        return f"{_capture_obstacle(board, start, captured)} "
    return f"{_leap_obstacle(board, start, end, captured)} " if captured or kinds == LEAP else ""


def _leaps(named: Named) -> list[Leap]:
    """The leaps that fit the named cells, whatever pieces are on them."""
    return [
        leap
        for leap in _leaps_from(named.start)
        if leap.token.endswith(named.end) and named.over in ("", leap.token[3:5])
    ]


def _compulsory(board: PlayWinBoard, due: int) -> str:
    """A sentence about compulsory captures: how many, and with which pieces."""
    if board.leaper:
        leaper = tables.geometry().name_of[board.leaper]
        return f"The series goes on: the piece on {leaper} must capture {plural(due, 'more piece')}."
    leapers = dict.fromkeys(move[:2] for move in board.captures().leaps)
    return f"Capturing is compulsory: {plural(due, 'piece')} must be captured, with the piece on {listed(list(leapers), 'or')}."


def _stuck(board: PlayWinBoard, named: Named) -> str:
    """Why a piece has no approach, or no leap if the player asked for one."""
    if named.kinds == LEAP:
        return f"A leap needs an enemy beside the piece and an empty cell behind the bend, and {named.start} has none."
    aim = "no farther from" if board.loose else "closer to"
    return f"The piece on {named.start} can reach no empty cell that is {aim} its nearest enemy."


def _approach_obstacle(board: PlayWinBoard, start: str, end: str) -> str:
    """Why the piece on `start` cannot approach to `end`, given that no capture is possible."""
    line = tables.geometry().way(start, end)
    if not line:
        return _not_straight(board, start, end)
    if board.piece(end) is not None:
        there = f"{_what_is_there(board, end)}: a piece moves to an empty cell"
        return f"{end} {there}{'' if board.piece(end) == board.mover else ', and captures by leaping'}."
    for cell in line[:-1]:
        if board.piece(cell) is not None:
            return f"{cell} is in the way: a piece moves in a straight line over empty cells."
    if len(line) > board.longest_approach():
        return _too_far(board, start, end, len(line))
    return _no_nearer(board, start, end)


def _leap_obstacle(board: PlayWinBoard, start: str, end: str, over: str = "") -> str:
    """Why the piece on `start` cannot leap to `end`, over `over` if it is given."""
    if over:
        return _over_obstacle(board, start, over) or _landing_obstacle(board, start, over, end)
    ways = _overs(start, end)
    if not ways:
        return (
            f"A leap from {start} cannot land on {end}: it goes over an enemy on a neighbouring cell and bends there, "
            "60° to the left or right, to the next cell."
        )
    if board.piece(end) is not None:
        return f"{end} {_what_is_there(board, end)}: a leap lands on an empty cell."
    return f"There is nothing to leap over from {start} to {end}: {_no_enemy(ways)}."


def _capture_obstacle(board: PlayWinBoard, start: str, over: str) -> str:
    """Why the piece on `start` cannot capture on `over`."""
    obstacle = _over_obstacle(board, start, over)
    if obstacle:
        return obstacle
    landings = _landings(start, over)
    if not landings:
        return f"A leap over {over} from {start} would leave the board."
    taken = "which is not empty" if len(landings) == 1 else "and neither is empty"
    return f"A leap over {over} from {start} lands on {listed(landings, 'or')}, {taken}."


def _leaps_from(start: str) -> tuple[Leap, ...]:
    """The leaps from a cell on an empty board."""
    return tables.leaps()[tables.geometry().bit[start]]


def _what_is_there(board: PlayWinBoard, cell: str) -> str:
    """A cell from the point of view of the player to move: "is empty", "is your own piece", "holds a black piece"."""
    seat = board.piece(cell)
    if seat is None:
        return "is empty"
    return "holds your own piece" if seat == board.mover else f"holds a {tables.SIDES[seat].lower()} piece"


def _not_straight(board: PlayWinBoard, start: str, end: str) -> str:
    ways = _overs(start, end) if board.piece(end) is None else []
    bent = f", and for a bent leap {_no_enemy(ways)}" if ways else ": a piece moves in a straight line"
    return f"{end} is not on a straight line with {start}{bent}."


def _too_far(board: PlayWinBoard, start: str, end: str, length: int) -> str:
    return (
        f"{end} is {plural(length, 'cell')} away from {start}: with {board.own.bit_count()} pieces you may go at most "
        f"{plural(board.longest_approach(), 'cell')}, one fewer than you have pieces."
    )


def _no_nearer(board: PlayWinBoard, start: str, end: str) -> str:
    before, after = (board.distance(tables.geometry().bit[cell]) for cell in (start, end))
    rule = "may not end farther from its nearest enemy" if board.loose else "must end closer to its nearest enemy"
    away = f"from {start} the nearest enemy is {plural(before, 'step')} away, from {end} {'also ' if before == after else ''}"
    return f"A piece {rule} than it was: {away}{after}."


def _over_obstacle(board: PlayWinBoard, start: str, over: str) -> str:
    if not any(over in ray[:1] for ray in tables.geometry().rays[start]):
        return f"{over} is not next to {start}: a leap goes over an enemy on a neighbouring cell."
    if board.piece(over) != 1 - board.mover:
        return f"{over} {_what_is_there(board, over)}: a leap goes over an enemy."
    return ""


def _landing_obstacle(board: PlayWinBoard, start: str, over: str, end: str) -> str:
    landings = _landings(start, over)
    if end in landings:
        return f"{end} {_what_is_there(board, end)}: a leap lands on an empty cell."
    bends = (
        "must bend"
        if end in tables.geometry().way(start, end)[1:2] and over in tables.geometry().way(start, end)
        else "bends"
    )
    lands = f"over {over} from {start} it lands on {listed(landings, 'or')}, not on {end}" if landings else ""
    leaves = f"over {over} from {start} it would leave the board"
    return f"A leap {bends}, 60° to the left or right: {lands or leaves}."


def _overs(start: str, end: str) -> list[str]:
    """The cells over which a bent leap from `start` lands on `end`."""
    name = tables.geometry().name_of
    return [name[leap.over] for leap in _leaps_from(start) if name[leap.to] == end]


def _landings(start: str, over: str) -> list[str]:
    """The cells where a bent leap from `start` over `over` lands."""
    name = tables.geometry().name_of
    return [name[leap.to] for leap in _leaps_from(start) if name[leap.over] == over]


def _no_enemy(overs: list[str]) -> str:
    if len(overs) == 1:
        return f"{overs[0]} holds no enemy"
    return f"neither {' nor '.join(overs)} holds an enemy"
