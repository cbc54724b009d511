"""Reading what is kept as data: counts of the ways to play, and whole games; and counting anew."""

from pathlib import Path
from typing import Final

from rules.core import Position

DATA: Final = Path(__file__).parent / "data"


def perft_fields(name: str) -> list[list[str]]:
    """The lines of `<name>.perft`: a position and, for some depths, the depth with its counts, each as text."""
    lines = (DATA / f"{name}.perft").read_text().splitlines()
    return [[field.strip() for field in line.split("|")] for line in lines if not line.startswith("#")]


def perft_lines(name: str) -> list[tuple[str, dict[int, int]]]:
    """The positions of `<name>.perft`, each with the number of ways to play by depth."""
    return [
        (fen, {int(count.split()[0]): int(count.split()[1]) for count in counts}) for fen, *counts in perft_fields(name)
    ]


def records(name: str) -> list[dict[str, str]]:
    """The games of `<name>.records`, each as its fields by their names."""
    blocks = (DATA / f"{name}.records").read_text().replace("\n      ", " ").split("\n\n")[1:]
    return [dict(line.split(" ", 1) for line in block.strip().splitlines()) for block in blocks]


def perft(position: Position, depth: int) -> int:
    """The number of ways to play `depth` moves."""
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)
