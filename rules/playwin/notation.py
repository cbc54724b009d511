"""The notation of Play Win: the fen, the text board, and moves in words.

A fen has fields separated by spaces: the rows from `i` down to `a`, separated by `/`, with `.`, `w` or `b` for each
cell; the side to move, `w` or `b`; the cell of the piece in the middle of a series, or `-`; and `loose` in that
variant.
"""

# Translators: Each message follows the name of the player who moves, as in “Ada furls 3 discs from a4 to c4”.

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.core import Move, Phrase, Seat
from rules.playwin import tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import Approach

_LETTERS: Final = ("w", "b")
_EMPTY: Final = "."
_NO_SERIES: Final = "-"
_LOOSE: Final = "loose"
_MUST: Final = "!"


class Written(NamedTuple):
    """The content of a fen: the pieces by cell, the seat to move, and the cell of the leaping piece, or ""."""

    pieces: Mapping[str, Seat]
    mover: Seat
    leaper: str


def write_fen(board: PlayWinBoard) -> str:
    """The fen of `board`; `read_fen` inverts it."""
    (white, black), bit = board.pieces, tables.geometry().bit
    rows = (
        "".join("w" if bit[cell] & white else "b" if bit[cell] & black else _EMPTY for cell in row)
        for row in reversed(tables.geometry().rows)
    )
    leaper = tables.geometry().name_of.get(board.leaper, _NO_SERIES)
    variant = [_LOOSE] if board.loose else []
    return " ".join(("/".join(rows), _LETTERS[board.mover], leaper, *variant))


def read_fen(text: str, *, loose: bool) -> Written:
    """The content of a fen. Raises ValueError if the text is not a fen of this variant."""
    placement, *fields = text.split(" ")
    variant = [_LOOSE] if loose else []
    if len(fields) < 2 or fields[0] not in _LETTERS or fields[2:] != variant:
        ending = f", a space and {_LOOSE}" if loose else ""
        raise ValueError(
            "a Play Win position ends with a space, w or b for the side to move, "
            f"a space and the cell of the piece that leaps on or {_NO_SERIES}{ending}"
        )
    mover, leaper = fields[:2]
    if leaper not in (_NO_SERIES, *tables.geometry().bit):
        raise ValueError(f"“{leaper[:40]}” is not a cell")
    return Written(_read_rows(placement), Seat(_LETTERS.index(mover)), leaper.removeprefix(_NO_SERIES))


def text_board(board: PlayWinBoard, viewpoint: Seat | None = None) -> str:
    """The board as text: `W` and `B` are pieces, dots are empty cells, and `!` marks pieces that must capture."""
    must = {move[:2] for move in board.captures().leaps}
    return tables.geometry().text_rows(
        lambda cell: _cell(board, cell).upper() + (_MUST if cell in must else ""), is_turned=viewpoint == 1
    )


def describe(board: PlayWinBoard, move: Move) -> Phrase:
    """A legal move in words that follow a player's name: "leaps from d4 over c4 to b3 and captures it"."""
    meaning, name = tables.moves()[move], tables.geometry().name_of
    if isinstance(meaning, Approach):
        return Phrase("approaches from {origin} to {target}", origin=name[meaning.origin], target=name[meaning.to])
    leap = Phrase(
        "leaps from {origin} over {captured} to {target} and captures it",
        origin=name[meaning.origin],
        captured=name[meaning.over],
        target=name[meaning.to],
    )
    left = board.captures().most - 1
    return Phrase("{leap} ({count} more to come)", leap=leap, count=left) if left else leap


def _cell(board: PlayWinBoard, cell: str) -> str:
    seat = board.piece(cell)
    return _EMPTY if seat is None else _LETTERS[seat]


def _read_rows(placement: str) -> Mapping[str, Seat]:
    marks = tables.geometry().rows_of_text(placement, "[.wb]", "., w or b", of="Play Win position")
    pieces = {cell: Seat(_LETTERS.index(mark)) for cell, mark in marks.items() if mark != _EMPTY}
    for seat, side in enumerate(tables.SIDES):
        count = sum(owner == seat for owner in pieces.values())
        if count > tables.MOST_PIECES:
            raise ValueError(f"{side} has {count} pieces, but there are only {tables.MOST_PIECES}")
    return pieces
