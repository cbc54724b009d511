"""Furl positions drawn as text, as `str(position)` writes them, so that a test shows its subject."""

from textwrap import dedent

from rules.furl import FurlPosition, from_fen


def board(drawing: str, *, to_move: str = "White") -> FurlPosition:
    """The position that `drawing` shows; the spacing of the cells in a line does not matter."""
    rows: list[str] = []
    for line in drawing.strip().splitlines():
        letter, *cells, last = line.split()
        assert last == f"{letter}{len(cells)}", f"row {letter} is written with {len(cells)} cells and ends with {last}"
        rows.append("".join(cells).lower())
    return from_fen(f"{'/'.join(rows)} {to_move[0].lower()}")


def board_text(drawing: str) -> str:
    """The `str(position)` that looks like `drawing`, which is indented as the test is."""
    return dedent(drawing).strip("\n")
