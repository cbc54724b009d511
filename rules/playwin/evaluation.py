"""The evaluation of positions of Play Win, and their noisy moves.

The evaluation is linear in the features of each player: pieces by cell and by number, how they are connected, how near
they are to the enemy, possible and blocked leaps, and cells to move to where no enemy can leap over the piece. A player
who runs out of such cells has to walk into a capture. `make train GAME=playwin` learns the weights.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple

from rules.core import NoisyMoves
from rules.linear import learned, nothing, parts, promise
from rules.playwin import tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import shifted

_KEPT: Final = 16_384
"""The size of the cache of sides: a search at the strongest level meets about as many sets of pieces."""
_QUIET: Final = NoisyMoves((), compulsory=False)

SIZES: Final[Mapping[str, int]] = {
    "piece": 9,  # by class of cells: turning or mirroring the board takes a cell to cells of its class
    "pieces": tables.MOST_PIECES + 1,
    "pair": 1,  # neighbouring pieces
    "triangle": 1,  # three pieces, all of them neighbours
    "alone": 1,  # pieces without a neighbour
    "near": 6,  # pieces within one, two, … steps of an enemy
    "leap": 2 * 2,  # leaps, and enemies that they capture, of the player to move or the other
    "blocked": 3,  # leaps that would land on an own piece, on an enemy, or off the board
    "danger": 1,  # empty cells beside own pieces where an enemy could leap over a piece
    "step": 2,  # empty cells beside own pieces where no enemy could, of the player to move or the other
    "contact": 1,  # empty cells beside enemies where no enemy could
    "turn": 1,
}
"""The number of features in each group."""


def evaluate(board: PlayWinBoard) -> tuple[float, float]:
    """The value of a position for White and for Black, from -1 to 1."""
    if board.outcome() is not None:
        return (-1.0, 1.0) if board.mover == 0 else (1.0, -1.0)
    white, black = _totals(board, _tables(weights_key(board)))
    worth = promise(white - black, lateness(board))
    return worth, -worth


def features(board: PlayWinBoard) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of each seat's features, repeated as often as the seat has them."""
    return _totals(board, _tables(""))


def lateness(board: PlayWinBoard) -> float:
    """How far the match has gone, from 0 to 1: the share of pieces that were captured."""
    return 1 - (board.pieces[0] | board.pieces[1]).bit_count() / (2 * tables.MOST_PIECES)


def weights_key(board: PlayWinBoard) -> str:
    """The key of the weights for this ruleset."""
    return "playwin-loose" if board.loose else "playwin"


def noisy_moves(board: PlayWinBoard) -> NoisyMoves:
    """The leaps, which are compulsory."""
    captures = board.captures()
    return NoisyMoves(captures.leaps, compulsory=True) if captures.most else _QUIET


class _Side(NamedTuple):
    """Values that depend on the pieces of one seat alone."""

    total: Any
    beside: Sequence[int]
    """By direction, the cells one step away from a piece, including bits off the board."""

    reach: Sequence[int]
    """The cells at most one, two, … steps away from a piece."""


class _Tables:
    """The terms of the features, and a cache of what depends on one seat alone."""

    def __init__(self, key: str) -> None:
        weights = learned("playwin")[key] if key else None
        self.nothing = nothing(weights)
        self.parts = parts(SIZES, weights)
        self.side = lru_cache(_KEPT)(self._side)

    def _side(self, own: int) -> _Side:
        known, total = self.parts, self.parts["pieces"][own.bit_count()]
        for cells, part in zip(_classes(), known["piece"], strict=True):
            total += part * (own & cells).bit_count()
        beside = tuple(shifted(own, shift) for shift in tables.geometry().shifts)
        east, north_east, north_west, *_ = beside
        total += known["pair"][0] * sum((own & cells).bit_count() for cells in (east, north_east, north_west))
        triangles = (own & east & north_east).bit_count() + (own & north_east & north_west).bit_count()
        total += known["triangle"][0] * triangles
        neighbours = 0
        for cells in beside:
            neighbours |= cells
        total += known["alone"][0] * (own & ~neighbours).bit_count()
        reach = tuple(accumulate(known["near"], lambda cells, _: tables.grown(cells), initial=own))
        return _Side(total, beside, reach[1:])


@cache
def _tables(key: str) -> _Tables:
    return _Tables(key)


def _totals(board: PlayWinBoard, tables_: _Tables) -> tuple[Any, Any]:
    """The sum of each seat's terms."""
    known, (white, black) = tables_.parts, board.pieces
    sides = tables_.side(white), tables_.side(black)
    empty = tables.geometry().full & ~(white | black)
    landings = _landings(empty)
    dangers = _dangers(sides[1], landings), _dangers(sides[0], landings)
    totals = list[Any]()
    near, leap, blocked, step = known["near"], known["leap"], known["blocked"], known["step"]
    for seat, own, enemies in ((0, white, black), (1, black, white)):
        waits, side, reach = board.mover != seat, sides[seat], sides[1 - seat].reach
        total = side.total + (tables_.nothing if waits else known["turn"][0])
        for part, cells in zip(near, reach, strict=True):
            total += part * (own & cells).bit_count()
        beside, safe = side.reach[0] & empty, ~dangers[seat]
        total += known["danger"][0] * (beside & dangers[seat]).bit_count()
        total += step[waits] * (beside & safe).bit_count()
        total += known["contact"][0] * (reach[0] & empty & safe).bit_count()
        if own & reach[0]:
            leaps, victims, on_own, on_enemy, off = _leaps(side, own, enemies, empty)
            total += leap[2 * waits] * leaps + leap[2 * waits + 1] * victims
            total += blocked[0] * on_own + blocked[1] * on_enemy + blocked[2] * off
        totals.append(total)
    return totals[0], totals[1]


def _leaps(side: _Side, own: int, enemies: int, empty: int) -> tuple[int, int, int, int, int]:
    """The numbers of leaps, of enemies under them, and of leaps blocked by an own piece, an enemy, or the edge."""
    leaps = on_own = on_enemy = off = victims = 0
    for cells, turns in zip(side.beside, _turns(), strict=True):
        over = cells & enemies
        if over:
            for turn in turns:
                landings = shifted(over, turn)
                free = landings & empty
                victims |= shifted(free, -turn)
                leaps += free.bit_count()
                own_there, enemies_there = (landings & own).bit_count(), (landings & enemies).bit_count()
                on_own += own_there
                on_enemy += enemies_there
                off += over.bit_count() - free.bit_count() - own_there - enemies_there
    return leaps, victims.bit_count(), on_own, on_enemy, off


def _landings(empty: int) -> Sequence[int]:
    """By direction of a leap, the empty cells over which it could bend to an empty cell, if an enemy stood there."""
    return [empty & (shifted(empty, -left) | shifted(empty, -right)) for left, right in _turns()]


def _dangers(enemies: _Side, landings: Sequence[int]) -> int:
    """The empty cells beside enemies where an enemy could leap over a piece."""
    dangers = 0
    for cells, bends in zip(enemies.beside, landings, strict=True):
        dangers |= cells & bends
    return dangers


@cache
def _turns() -> tuple[tuple[int, int], ...]:
    """By direction of a leap, the shifts from the captured enemy to the two possible landing cells."""
    shifts = tables.geometry().shifts
    return tuple((shifts[(at + 1) % 6], shifts[(at - 1) % 6]) for at in range(6))


@cache
def _classes() -> tuple[int, ...]:
    """The classes of cells that turning and mirroring the board map to themselves, as masks, the middle first."""
    board = tables.geometry()
    sets = dict[tuple[int, ...], int]()
    for cell, bit in board.bit.items():
        lengths = tuple(sorted(map(len, board.rays[cell])))
        sets[lengths] = sets.get(lengths, 0) | bit
    return tuple(sets[lengths] for lengths in sorted(sets))
