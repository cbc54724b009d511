"""What a position of Play Win is worth, and its noisy moves.

The evaluation is linear in what each player has: pieces by cell and by number, neighbours, pieces near the enemy, leaps
that it could make or that something stands in the way of, and moves to cells where no enemy can leap over the piece: the
player who runs out of those has to walk into a capture. `make train GAME=playwin` learns the weights.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final

from rules.core import NoisyMoves
from rules.linear import nothing, parts, promise
from rules.playwin import tables
from rules.playwin.board import PlayWinBoard
from rules.playwin.tables import shifted
from rules.playwin.weights import WEIGHTS

_KEPT: Final = 16_384
"""Sums that are kept: a search of the strongest level comes to about as many sets of pieces."""
_QUIET: Final = NoisyMoves((), compulsory=False)

SIZES: Final[Mapping[str, int]] = {
    "piece": 9,  # by cell, all cells being the same that are where the board is turned or mirrored
    "pieces": tables.MOST_PIECES + 1,
    "pair": 1,  # of neighbours
    "near": 3,  # pieces within one, two, three steps of an enemy
    "leap": 2 * 2,  # of the player to move or not: leaps, enemies that they go over
    "blocked": 3,  # leaps that would land on an own piece, on an enemy, or over the edge
    "danger": 1,  # cells beside own pieces where an enemy could leap over a piece
    "step": 2,  # cells beside own pieces where none could, of the player to move or not
    "contact": 1,  # cells beside enemies where none could
    "turn": 1,
}
"""How many features there are of each group."""


def evaluate(board: PlayWinBoard) -> tuple[float, float]:
    """What a position is worth for White and for Black, from -1 to 1."""
    if board.outcome() is not None:
        return (-1.0, 1.0) if board.mover == 0 else (1.0, -1.0)
    white, black = _totals(board, _tables(weights_key(board)))
    worth = promise(white - black, lateness(board))
    return worth, -worth


def features(board: PlayWinBoard) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of the features that each seat has, as often as it has them."""
    return _totals(board, _tables(""))


def lateness(board: PlayWinBoard) -> float:
    """How far the match has gone, from 0 to 1: the share of the pieces that are gone."""
    return 1 - (board.pieces[0] | board.pieces[1]).bit_count() / (2 * tables.MOST_PIECES)


def weights_key(board: PlayWinBoard) -> str:
    """The key of the weights for this ruleset."""
    return "playwin-loose" if board.loose else "playwin"


def noisy_moves(board: PlayWinBoard) -> NoisyMoves:
    """The leaps that have to be made."""
    captures = board.captures()
    return NoisyMoves(captures.leaps, compulsory=True) if captures.most else _QUIET


class _Tables:
    """What the features add, and what was found for the pieces of one seat alone."""

    def __init__(self, key: str) -> None:
        weights = WEIGHTS[key] if key else None
        self.nothing = nothing(weights)
        self.parts = parts(SIZES, weights)
        self.of_pieces = lru_cache(_KEPT)(self._of_pieces)

    def _of_pieces(self, own: int) -> Any:
        known, total = self.parts, self.parts["pieces"][own.bit_count()]
        for cells, part in zip(_classes(), known["piece"], strict=True):
            total += part * (own & cells).bit_count()
        east, north_east, north_west, *_ = tables.geometry().shifts
        pairs = (own & own >> east).bit_count() + (own & own >> north_east).bit_count()
        return total + known["pair"][0] * (pairs + (own & own >> north_west).bit_count())


@cache
def _tables(key: str) -> _Tables:
    return _Tables(key)


def _totals(board: PlayWinBoard, tables_: _Tables) -> tuple[Any, Any]:
    """All that either seat has, added up."""
    known, (white, black) = tables_.parts, board.pieces
    empty = tables.geometry().full & ~(white | black)
    around = tables.grown(white), tables.grown(black)
    dangers = _dangers(black, empty), _dangers(white, empty)
    totals = list[Any]()
    near, leap, blocked, step = known["near"], known["leap"], known["blocked"], known["step"]
    for seat, own, enemies in ((0, white, black), (1, black, white)):
        waits = board.mover != seat
        total = tables_.of_pieces(own) + (tables_.nothing if waits else known["turn"][0])
        reach = around[1 - seat]
        for part in near:
            total += part * (own & reach).bit_count()
            reach = tables.grown(reach)
        beside, safe = around[seat] & empty, ~dangers[seat]
        total += known["danger"][0] * (beside & dangers[seat]).bit_count()
        total += step[waits] * (beside & safe).bit_count()
        total += known["contact"][0] * (around[1 - seat] & empty & safe).bit_count()
        if own & around[1 - seat]:
            leaps, victims, on_own, on_enemy, off = _leaps(own, enemies, empty)
            total += leap[2 * waits] * leaps + leap[2 * waits + 1] * victims
            total += blocked[0] * on_own + blocked[1] * on_enemy + blocked[2] * off
        totals.append(total)
    return totals[0], totals[1]


def _leaps(own: int, enemies: int, empty: int) -> tuple[int, int, int, int, int]:
    """How many leaps there are, over how many enemies, and how many would land on an own piece, an enemy, or nowhere."""
    leaps = on_own = on_enemy = off = victims = 0
    for direction, left, right in _bends():
        over = shifted(own, direction) & enemies
        if over:
            for turn in (left, right):
                landings = shifted(over, turn)
                free = landings & empty
                victims |= shifted(free, -turn)
                leaps += free.bit_count()
                own_there, enemies_there = (landings & own).bit_count(), (landings & enemies).bit_count()
                on_own += own_there
                on_enemy += enemies_there
                off += over.bit_count() - free.bit_count() - own_there - enemies_there
    return leaps, victims.bit_count(), on_own, on_enemy, off


def _dangers(enemies: int, empty: int) -> int:
    """The empty cells beside enemies where one of them could leap over a piece."""
    dangers = 0
    for direction, left, right in _bends():
        over = shifted(enemies, direction) & empty
        if over:
            dangers |= over & (shifted(empty, -left) | shifted(empty, -right))
    return dangers


@cache
def _bends() -> tuple[tuple[int, int, int], ...]:
    """By direction of a leap: the shift to the enemy, and those from there to where it may land."""
    shifts = tables.geometry().shifts
    return tuple((shift, shifts[(at + 1) % 6], shifts[(at - 1) % 6]) for at, shift in enumerate(shifts))


@cache
def _classes() -> tuple[int, ...]:
    """The cells of the board in sets that turning and mirroring it leave as they are, the middle first."""
    board = tables.geometry()
    sets = dict[tuple[int, ...], int]()
    for cell, bit in board.bit.items():
        lengths = tuple(sorted(map(len, board.rays[cell])))
        sets[lengths] = sets.get(lengths, 0) | bit
    return tuple(sets[lengths] for lengths in sorted(sets))
