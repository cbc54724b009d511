"""Fursaz positions drawn as text, as `str(position)` writes them, so that a test shows its subject."""

from textwrap import dedent

from rules.core import Move
from rules.fursaz import FursazPosition, from_fen


def board(drawing: str, *, to_move: str = "White", passes: int = 0, ages: str = "") -> FursazPosition:
    """The position that `drawing` shows, with seat 0 as Black.

    The spacing of points does not matter, nor whether an empty point is marked as territory. `ages` are those of a fen.
    """
    rows: list[str] = []
    for line in drawing.strip().splitlines():
        letter, *points, last = line.split()
        assert last == f"{letter}{len(points)}", (
            f"row {letter} is written with {len(points)} points and ends with {last}"
        )
        rows.append("".join(points).translate(str.maketrans("bw", "..")).lower())
    mover = "w1" if to_move == "White" else "b0"
    return from_fen((len(rows) + 1) // 2, f"{'/'.join(rows)} {mover} {passes} {ages}".rstrip())


def shown(position: FursazPosition) -> str:
    """The text board without the counts below it."""
    return "\n".join(str(position).splitlines()[:-2])


def board_text(drawing: str) -> str:
    """The `shown(position)` that looks like `drawing`, which is indented as the test is."""
    return dedent(drawing).strip("\n")


def after(position: FursazPosition, *moves: str) -> FursazPosition:
    """The position after these moves; a text may hold several moves, separated by spaces."""
    for move in " ".join(moves).split():
        position = position.play(Move(move))
    return position
