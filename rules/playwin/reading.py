"""The parser for moves of Play Win as players type them: `a1-a4`, `d4xc4-b3`, `d4 takes c4`, `leap d4 to b3`, `c3`."""

import re
from typing import Final

from rules.core import AmbiguousMove, IllegalMove, InvalidMove, Move, Phrase
from rules.playwin import refusals, tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.refusals import Named
from rules.playwin.tables import APPROACH, LEAP
from rules.reading import TO, kinds_meant, parts_of
from rules.wording import either, example, game_over, not_a_move, quoted, sentences

_ANY: Final = APPROACH + LEAP
_ANYWHERE: Final = {
    **dict.fromkeys(
        ("-", TO, "move", "moves", "moved", "moving", "go", "goes", "and"),
        _ANY,
    ),
    **dict.fromkeys(("a", "the", "my", "of", "on", "at", "it", "piece", "pieces", "more", "come"), _ANY),
    **dict.fromkeys(("approach", "approaches", "approaching", "slide", "slides", "sliding"), APPROACH),
    **dict.fromkeys((LEAP, "take", "takes", "taking", "capture", "captures", "capturing"), LEAP),
    **dict.fromkeys(("leap", "leaps", "leaping", "jump", "jumps", "jumping", "over"), LEAP),
}
_AFTER: Final = {**_ANYWHERE, "to": _ANY, "onto": _ANY}
_BEFORE: Final = {**_ANYWHERE, "from": _ANY, "with": _ANY}
_BEFORE_ALL: Final = {**_AFTER, **_BEFORE}  # for a text with a single cell, which may be where the move ends
_CELL: Final = re.compile(r"[a-z][0-9]")
_MOST_CELLS: Final = 3  # where a move starts, what it captures, where it ends


def read(board: PlayWinBoard, text: str) -> Move:
    """The legal move that `text` means.

    The cells determine the move, by their order and the pieces on them; the words and signs around them only have to
    agree. One or two cells are enough if only one legal move has them. Raises `InvalidMove`, `IllegalMove` or
    `AmbiguousMove`.
    """
    over = game_over(board.outcome())
    if over:
        raise IllegalMove(over)
    cells, kinds = _understood(board, text)
    moves = _fitting(board, cells, kinds)
    if len(moves) > 1:
        raise AmbiguousMove(Phrase("That can be {moves}: say which.", moves=either(moves)))
    if moves:
        return moves[0]
    _check_series(board, cells)
    if len(cells) > _MOST_CELLS:
        raise InvalidMove(_not_a_move(board, text))
    raise IllegalMove(refusals.forbidden(board, _named(board, cells, kinds)))


def _understood(board: PlayWinBoard, text: str) -> tuple[list[str], str]:
    """The cells that `text` names and the kinds of move that it may mean."""
    parts = parts_of(text)
    cells = parts.cells
    kinds = kinds_meant(_ANY, parts, _BEFORE if len(cells) > 1 else _BEFORE_ALL, _AFTER)
    if not cells or kinds is None:
        raise InvalidMove(_not_a_move(board, text))
    if not kinds:
        raise InvalidMove(
            sentences(
                Phrase(
                    "{text} is two kinds of move: a piece approaches over empty cells or captures by leaping over an enemy.",
                    text=quoted(text),
                ),
                example(board.legal_moves()),
            )
        )
    for name in cells:
        tables.geometry().check_cell(name)
    return cells, kinds


def _fitting(board: PlayWinBoard, cells: list[str], kinds: str) -> list[Move]:
    """The legal moves that contain all of `cells`, in an order in which players name them."""
    return [move for move in board.legal_moves() if (LEAP if LEAP in move else APPROACH) in kinds and _has(move, cells)]


def _has(move: Move, cells: list[str]) -> bool:
    named = _CELL.findall(move)
    rest = iter(named)
    return all(cell in rest for cell in cells) or cells == [named[0], *reversed(named[1:])]


def _check_series(board: PlayWinBoard, cells: list[str]) -> None:
    """Raise `InvalidMove` if the text has several leaps; the message names the first if it can be played."""
    is_one_leap = len(cells) == _MOST_CELLS and any(board.piece(cell) is not None for cell in cells[1:])
    if len(cells) < _MOST_CELLS or is_one_leap:
        return
    for length in (3, 2):
        moves = _fitting(board, cells[:length], LEAP)
        if len(moves) == 1:
            raise InvalidMove(Phrase("Play a series one leap at a time: begin with {move}.", move=moves[0]))


def _named(board: PlayWinBoard, cells: list[str], kinds: str) -> Named:
    """The roles of up to three cells in a move, judged by the pieces on them."""
    match cells:
        case [cell]:
            owner = board.piece(cell)
            if owner is None:
                return Named("", "", cell, kinds)
            return Named(cell, "", "", kinds) if owner == board.mover else Named("", cell, "", kinds)
        case [start, other]:
            beside = any(other in ray[:1] for ray in tables.geometry().rays[start])  # no leap can land beside its start
            captured = kinds == LEAP and (beside or board.piece(other) == 1 - board.mover)
            return Named(start, other, "", kinds) if captured else Named(start, "", other, kinds)
        case [start, second, third]:
            swapped = board.piece(second) is None and board.piece(third) == 1 - board.mover
            return Named(start, third, second, LEAP) if swapped else Named(start, second, third, LEAP)
        case _:
            raise ValueError(f"a move has at most {_MOST_CELLS} cells, not {len(cells)}")


def _not_a_move(board: PlayWinBoard, text: str) -> Phrase:
    return sentences(
        not_a_move(text, "Play Win"),
        Phrase("Type a1-a4 to approach from a1 to a4, and d4xc4-b3 to leap from d4 over c4 to b3."),
        example(board.legal_moves()),
    )
