"""Play Win positions drawn as text, as `str(position)` writes them, so that a test shows its subject."""

from textwrap import dedent

from rules.playwin import LoosePlayWinPosition, PlayWinPosition


def board(drawing: str, *, to_move: str = "White", leaping: str = "-") -> PlayWinPosition:
    """The position that `drawing` shows; the spacing of the cells and the marks `!` do not matter.

    `leaping` is the cell of the piece in the middle of a series.
    """
    return PlayWinPosition.from_fen(_fen(drawing, to_move, leaping))


def loose_board(drawing: str, *, to_move: str = "White", leaping: str = "-") -> LoosePlayWinPosition:
    """The position that `drawing` shows, in the loose variant."""
    return LoosePlayWinPosition.from_fen(f"{_fen(drawing, to_move, leaping)} loose")


def board_text(drawing: str) -> str:
    """The `str(position)` that looks like `drawing`, which is indented as the test is."""
    return dedent(drawing).strip("\n")


def _fen(drawing: str, to_move: str, leaping: str) -> str:
    rows: list[str] = []
    for line in drawing.replace("!", " ").strip().splitlines():
        letter, *cells, last = line.split()
        assert last == f"{letter}{len(cells)}", f"row {letter} is written with {len(cells)} cells and ends with {last}"
        rows.append("".join(cells).lower())
    return f"{'/'.join(rows)} {to_move[0].lower()} {leaping}"
