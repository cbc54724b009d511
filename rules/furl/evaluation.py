"""The evaluation of positions of Furl, and their noisy moves.

The evaluation is linear in the features of each player: single discs by cell; pairs and longer runs of adjacent single
discs, which can be furled; stacks by row and height; and how many ways there are to sow these stacks, which pieces they
attack, and whether they reach the far row, where a piece wins. `make train GAME=furl` learns the weights.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from rules.core import Move, NoisyMoves
from rules.furl import tables
from rules.furl.board import FurlBoard
from rules.linear import Parts, learned, nothing, parts, promise

_ROWS: Final = 7
_TALLEST: Final = 5  # taller stacks are rare, and count as stacks of five
_HEIGHTS: Final = _TALLEST - 1
_MOST_PAIRS: Final = 6
"""The most pairs that count: a player with this many always has a move."""
_HOME_DISCS: Final = 30
"""The number of single discs on their home rows at the beginning, of both players together."""
_NOT_LATE: Final = 4
"""The number of these discs that are still at home at the end of nearly every match."""
_KEPT: Final = 16_384
"""The size of the cache of sums: a search at the strongest level meets about as many sets of single discs."""

SIZES: Final = {
    "single": 20,  # by cell; mirror images share a feature
    "pair": 2 * _ROWS,  # by row, along the row or diagonal to it
    "triple": 2 * _ROWS,
    "run": 2,  # of four or more: along a row or diagonal to it
    "stack": _ROWS * _HEIGHTS,
    "ways": 2 * _HEIGHTS,  # to sow a stack, with or without a capture, by height
    "attack": 2 * 3,  # by the player to move or the other, on a single disc, a stack of two or a taller stack
    "arrival": 2 * 3,  # one, two or more stacks that reach the far row, of the player to move or the other
    "arrived": 1,
    "pairs": _MOST_PAIRS + 1,
    "turn": 1,
}
"""The number of features in each group."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """The terms that a seat's pieces add to its sum, computed once.

    `lines` holds the mask of each line with the term of each set of single discs on it; `stacks` holds the term of a
    stack by cell and height.
    """

    nothing: Any
    lines: tuple[tuple[int, dict[int, Any]], ...]
    stacks: dict[int, tuple[Any, ...]]
    ways: tuple[Any, ...]
    attack: tuple[Any, ...]
    arrival: tuple[Any, ...]
    arrived: Any
    pairs: tuple[Any, ...]
    turn: Any


def evaluate(board: FurlBoard) -> tuple[float, float]:
    """The value of a position for White and for Black, from -1 to 1."""
    outcome = board.outcome()
    if outcome is not None:
        return (1.0, -1.0) if outcome.places[0] == 1 else (-1.0, 1.0)
    white, black = _tables(0, learning=False), _tables(1, learning=False)
    worth = promise(_total(board, 0, white) - _total(board, 1, black), lateness(board))
    return worth, -worth


def features(board: FurlBoard) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of each seat's features, repeated as often as the seat has them."""
    return _total(board, 0, _tables(0, learning=True)), _total(board, 1, _tables(1, learning=True))


def lateness(board: FurlBoard) -> float:
    """How far the match has gone, from 0 to 1: the share of the single discs that have left their home rows."""
    white, black = _home_rows()
    home = (board.singles[0] & white).bit_count() + (board.singles[1] & black).bit_count()
    return min(1.0, (_HOME_DISCS - home) / (_HOME_DISCS - _NOT_LATE))


def weights_key(_board: FurlBoard) -> str:
    """The key of the weights, the same for every position."""
    return "furl"


def noisy_moves(board: FurlBoard) -> NoisyMoves:
    """The captures of the player to move, none of them compulsory."""
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
    return NoisyMoves(moves, compulsory=False)


_QUIET: Final = NoisyMoves((), compulsory=False)


def _total(board: FurlBoard, seat: int, known: _Tables) -> Any:
    """The sum of the terms of all of a seat's features."""
    singles, stacks = board.singles[seat], board.stacks[seat]
    total = _of_singles(known, singles)
    waits = board.mover != seat
    if not waits:
        total += known.turn
    far = tables.far_rows()[seat]
    if (singles | stacks) & far:
        total += known.arrived
    if not stacks:
        return total
    own, enemy_stacks = singles | stacks, board.stacks[1 - seat]
    enemies = board.singles[1 - seat] | enemy_stacks
    occupied = own | enemies
    sowings, arrivals = tables.sowing_tables(), 0
    left = stacks
    while left:
        cell = left & -left
        left ^= cell
        height = board.height(cell)
        total += known.stacks[cell][height]
        kind = (min(_TALLEST, height)) - 2
        arrives = False
        for path, to, _, _ in sowings[cell][height]:
            if path & occupied or to & own:
                continue
            if to & enemies:
                victim = 0 if not to & enemy_stacks else 1 if board.height(to) == 2 else 2
                total += known.attack[3 * waits + victim]
                total += known.ways[kind]
            else:
                total += known.ways[_HEIGHTS + kind]
            arrives = arrives or bool(to & far)
        arrivals += arrives
    if arrivals:
        total += known.arrival[3 * waits + min(arrivals, 3) - 1]
    return total


@lru_cache(_KEPT)
def _of_singles(known: _Tables, singles: int) -> Any:
    """The sum for a seat's single discs. Cached, because most moves change the single discs of only one seat."""
    total = known.nothing
    for mask, found in known.lines:
        total += found[singles & mask]
    count = sum((singles & singles >> shift).bit_count() for shift in tables.half_of_the_shifts())
    return total + known.pairs[min(count, _MOST_PAIRS)]


@cache
def _tables(seat: int, *, learning: bool) -> _Tables:
    weights = None if learning else learned("furl")["furl"]
    known = parts(SIZES, weights)

    def stacks(cell: str) -> tuple[Any, ...]:
        first = _row(cell, seat) * _HEIGHTS - 2
        return tuple(
            known["stack"][first + max(2, min(height, _TALLEST))] for height in range(tables.TALLEST_STACK + 1)
        )

    return _Tables(
        nothing=nothing(weights),
        lines=tuple(
            (mask, {singles: sum(_of_line(line, singles, seat, known), nothing(weights)) for singles in found})
            for line, (mask, found) in zip(tables.geometry().lines, tables.line_tables(), strict=True)
        ),
        stacks={bit: stacks(cell) for cell, bit in tables.geometry().bit.items()},
        ways=known["ways"],
        attack=known["attack"],
        arrival=known["arrival"],
        arrived=known["arrived"][0],
        pairs=known["pairs"],
        turn=known["turn"][0],
    )


def _of_line(line: tuple[str, ...], singles: int, seat: int, known: Parts) -> Iterator[Any]:
    """The terms of a seat's single discs on one line. Each disc itself counts once, with the line along its row."""
    bit = tables.geometry().bit
    is_row = line[0][0] == line[1][0]
    length = 0
    for cell in line if seat == 0 else line[::-1]:
        if not bit[cell] & singles:
            length = 0
            continue
        length += 1
        if is_row:
            yield known["single"][_class_of_cell(cell, seat)]
        along = _row(cell, seat) + (0 if is_row else _ROWS)
        if length > 1:
            yield known["pair"][along]
        if length > 2:
            yield known["triple"][along]
        if length > 3:
            yield known["run"][not is_row]


@cache
def _class_of_cell(cell: str, seat: int) -> int:
    """The feature number of a cell from a seat's point of view, the same for the mirror image of the cell."""
    first = 0
    for row, cells in enumerate(tables.geometry().rows):
        if row == _row(cell, seat):
            at = int(cell[1:]) - 1
            return first + min(at, len(cells) - 1 - at)
        first += (len(cells) + 1) // 2
    raise ValueError(cell)


def _row(cell: str, seat: int) -> int:
    """The distance of a cell in rows from a seat's own edge."""
    row = tables.geometry().row[cell]
    return row if seat == 0 else _ROWS - 1 - row


@cache
def _home_rows() -> tuple[int, int]:
    white, black = (sum(map(tables.geometry().row_mask, rows)) for rows in tables.HOME_ROWS)
    return white, black
