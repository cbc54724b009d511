"""The notation of Furl: the fen, the text board, and moves in words.

A fen has the rows from `g` down to `a`, separated by `/`. A cell is `.` if empty, `w` or `b` for a single disc, and the
letter with the height, such as `w3`, for a stack. Then follow a space and the side to move, `w` or `b`.
"""

# Translators: Each message follows the name of the player who moves, as in “Ada furls 3 discs from a4 to c4”.

from collections.abc import Iterable
from typing import Final

from rules.core import Move, Phrase, Seat
from rules.furl import tables
from rules.furl.board import FurlBoard, Piece
from rules.furl.tables import Furl

_LETTERS: Final = ("w", "b")
_MARK: Final = r"\.|[wb][2-7]?"


def write_fen(board: FurlBoard) -> str:
    """The fen of `board`; `read_fen` inverts it."""
    rows = ("".join(_cell(board, cell) for cell in row) for row in reversed(tables.geometry().rows))
    return f"{'/'.join(rows)} {_LETTERS[board.mover]}"


def read_fen(text: str) -> tuple[dict[str, Piece], Seat]:
    """The pieces by cell and the side to move. Raises ValueError, saying what is wrong, if the text is not a fen."""
    placement, _, mover = text.partition(" ")
    if mover not in _LETTERS:
        raise ValueError("a Furl position ends with a space and w or b for the side to move")
    marks = tables.geometry().rows_of_text(placement, _MARK, "., w, b or a stack such as w3", of="Furl position")
    pieces = {
        cell: Piece(Seat(_LETTERS.index(mark[0])), int(mark[1:] or "1")) for cell, mark in marks.items() if mark != "."
    }
    _check_count(pieces.values())
    return pieces, Seat(_LETTERS.index(mover))


def text_board(board: FurlBoard, viewpoint: Seat | None = None) -> str:
    """The board as text: `W` and `B` are single discs, `W3` is a stack of three, and a dot is an empty cell."""
    return tables.geometry().text_rows(lambda cell: _cell(board, cell).upper(), is_turned=viewpoint == 1)


def describe(board: FurlBoard, move: Move) -> Phrase:
    """A legal move in words that follow a player's name: "unfurls 2 discs from c4 to e3 and captures a disc"."""
    meaning = tables.moves()[move]
    start, end = move[:2], move[3:]
    facts = {"count": meaning.height, "origin": start, "target": end}
    if isinstance(meaning, Furl):
        return Phrase("furls {count, plural, one {# disc} other {# discs}} from {origin} to {target}", **facts)
    captured = board.piece(end)
    if captured is None:
        return Phrase("unfurls {count, plural, one {# disc} other {# discs}} from {origin} to {target}", **facts)
    if captured.height == 1:
        return Phrase(
            "unfurls {count, plural, one {# disc} other {# discs}} from {origin} to {target} and captures a disc",
            **facts,
        )
    return Phrase(
        "unfurls {count, plural, one {# disc} other {# discs}} from {origin} to {target} and captures a stack of {height}",
        **facts,
        height=captured.height,
    )


def _cell(board: FurlBoard, cell: str) -> str:
    piece = board.piece(cell)
    if piece is None:
        return "."
    return _LETTERS[piece.seat] + (str(piece.height) if piece.height > 1 else "")


def _check_count(pieces: Iterable[Piece]) -> None:
    counts = [0, 0]
    for seat, height in pieces:
        counts[seat] += height
    for side, count in zip(tables.SIDES, counts, strict=True):
        if count > tables.MOST_DISCS:
            raise ValueError(f"{side} has {count} discs, but there are only {tables.MOST_DISCS}")
