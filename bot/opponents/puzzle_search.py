"""Puzzles in positions of matches that are over: proved, and confirmed by a deeper search, in a few seconds.

A position in which that takes longer is none. Everything here is a function of plain data, to be asked of the processes
that think.
"""

from typing import Final

from bot.opponents.proof import Demand, confirms, prove
from bot.records.puzzles import write
from rules.core import Position

SECONDS: Final = 4.0
"""What one position may take."""

_DEMAND: Final = Demand(depth=3, nodes=15_000, gap=0.3, chance_gap=0.15, seconds=SECONDS / 2)
_MOST_NODES: Final = 100_000


def found(position: Position) -> str | None:
    """The line of the puzzle that a position is, as `bot.records.puzzles` reads it; None if it is none."""
    puzzle = prove(position, _DEMAND)
    if puzzle is None or not confirms(puzzle, _MOST_NODES, SECONDS / 2):
        return None
    return write(puzzle)
