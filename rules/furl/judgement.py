"""How promising a position of Furl is, and which moves have to be looked at before one can tell."""

from functools import cache
from typing import Final, NamedTuple

from rules.core import Move, Unrest
from rules.furl import tables
from rules.furl.board import Board

_SINGLE: Final = (0.60, 0.62, 0.66, 0.70, 0.76, 0.84, 1.0)
"""What a single disc is worth by the number of rows that it has advanced."""
_STACK: Final = 0.1
_STACKED: Final = 0.65
"""What a stack is worth, and each disc in it; to this comes `_ADVANCED` for each disc and row."""
_ADVANCED: Final = 0.02
_ARRIVAL: Final = 0.5
"""What it is worth that a stack can be sown onto the far row: the enemy has to capture or to be faster."""
_TEMPO: Final = 0.15
_ARRIVED: Final = 6.0
"""What it is worth to stand on the far row while the enemy is to move, who must capture at once."""


class _Seen(NamedTuple):
    """The board as one seat sees it: its rows from its own side on, and for each stack how it gets to the far row.

    `rows` are masks and `advanced[cell]` is the number of a cell's row among them. `arrivals[cell][height]` are paths
    and ends of the sowings of such a stack that end on the far row.
    """

    rows: tuple[int, ...]
    advanced: dict[int, int]
    arrivals: dict[int, tuple[tuple[tuple[int, int], ...], ...]]


def worths(board: Board) -> tuple[float, float]:
    """How promising a position is for White and for Black, from -1 to 1."""
    outcome = board.outcome()
    if outcome is not None:
        return (1.0, -1.0) if outcome.places[0] == 1 else (-1.0, 1.0)
    mover, waiting = board.mover, 1 - board.mover
    lead = _strength(board, mover) - _strength(board, waiting) + _TEMPO
    if (board.singles[waiting] | board.stacks[waiting]) & tables.far_rows()[waiting]:
        lead -= _ARRIVED
    worth = lead / (1.0 + abs(lead))
    return (worth, -worth) if mover == 0 else (-worth, worth)


def unrest(board: Board) -> Unrest:
    """The captures that the player to move can make: nobody has to."""
    stacks = board.stacks[board.mover]
    if not stacks or board.has_arrived():
        return _QUIET
    enemies = board.singles[1 - board.mover] | board.stacks[1 - board.mover]
    occupied = enemies | board.singles[board.mover] | stacks
    sowings, moves = tables.sowing_tables(), list[Move]()
    while stacks:
        origin = stacks & -stacks
        stacks ^= origin
        for path, to, _, capture in sowings[origin][board.height(origin)]:
            if to & enemies and not path & occupied:
                moves.append(capture)
    return Unrest(moves, compulsory=False)


_QUIET: Final = Unrest((), compulsory=False)


def _strength(board: Board, seat: int) -> float:
    """The worth of all pieces of a seat together."""
    singles, stacks = board.singles[seat], board.stacks[seat]
    seen = _as_seen_by(seat)
    strength = 0.0
    for row, worth in zip(seen.rows, _SINGLE, strict=True):
        there = singles & row
        if there:
            strength += worth * there.bit_count()
    if not stacks:
        return strength
    own = singles | stacks
    occupied = own | board.singles[1 - seat] | board.stacks[1 - seat]
    while stacks:
        cell = stacks & -stacks
        stacks ^= cell
        height = board.height(cell)
        strength += _STACK + height * (_STACKED + _ADVANCED * seen.advanced[cell])
        for path, to in seen.arrivals[cell][height]:
            if not path & occupied and not to & own:
                strength += _ARRIVAL
                break
    return strength


@cache
def _as_seen_by(seat: int) -> _Seen:
    board, far = tables.geometry(), tables.far_rows()[seat]
    rows = board.rows if seat == 0 else tuple(reversed(board.rows))
    return _Seen(
        rows=tuple(sum(board.bit[cell] for cell in row) for row in rows),
        advanced={board.bit[cell]: at for at, row in enumerate(rows) for cell in row},
        arrivals={
            cell: tuple(tuple((way.path, way.to) for way in ways if way.to & far) for ways in by_height)
            for cell, by_height in tables.sowing_tables().items()
        },
    )
