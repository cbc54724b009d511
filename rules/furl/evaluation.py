"""The evaluation of positions of Furl, and their noisy moves.

The evaluation is linear in the features of each player: single discs by cell; pairs and longer runs of adjacent single
discs, which can be furled; stacks by row and height; how many ways there are to sow these stacks, and which pieces they
attack; and the ways to the far row, where a piece wins, of these stacks now, and of stacks that could be furled first.
A piece there that no enemy stack reaches can't be captured. `make train GAME=furl` learns the weights.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from rules.core import Move, NoisyMoves
from rules.furl import tables
from rules.furl.board import HEIGHT_BITS, HEIGHT_MASK, FurlBoard
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

_MOST_WAYS: Final = 3
"""The most ways to the far row that count."""

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
    "safe": 2 * 2 * 2,  # as `launch`, for stacks that stand: one safe way to the far row or more; stack attacked or not
    "soon": 2 * _MOST_WAYS,  # ways to the far row of stacks that could be furled, of the player to move or the other
    "launch": 2 * 2 * _MOST_WAYS,  # safe ones among them; end of the furl attacked or not
    "hang": 2 * 3,  # attacked pieces that no stack of their own side reaches, as in `attack`
}
"""The number of features in each group."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """The terms that a seat's pieces add to its sum, computed once.

    `far` is the mask of the far row. `lines` holds the mask of each line with the term of each set of single discs on
    it; `stacks` holds the term of a stack by cell and height, with the ways to sow it; `launches` holds each launch
    with the runs of single discs, one of which it takes.
    """

    nothing: Any
    lines: tuple[tuple[int, dict[int, Any]], ...]
    far: int
    stacks: dict[int, tuple[tuple[Any, Sequence["_Way"]], ...]]
    attack: tuple[Any, ...]
    arrival: tuple[Any, ...]
    arrived: Any
    pairs: tuple[Any, ...]
    turn: Any
    safe: tuple[Any, ...]
    soon: tuple[Any, ...]
    launch: tuple[Any, ...]
    hang: tuple[Any, ...]
    launches: Sequence[tuple["_Launch", Sequence[int]]]


_Way = tuple[int, int, Any, Any]
"""A way to sow a stack: all cells but the last, the last one, and the terms for it if that is empty or an enemy's."""


class _Launch(NamedTuple):
    """A way to the far row of a stack that could be furled on a cell: over the cells of `path`, and to the last one."""

    cell: int
    path: int
    to: int


def evaluate(board: FurlBoard) -> tuple[float, float]:
    """The value of a position for White and for Black, from -1 to 1."""
    outcome = board.outcome()
    if outcome is not None:
        return (1.0, -1.0) if outcome.places[0] == 1 else (-1.0, 1.0)
    white, black = _totals(board, _tables(0, learning=False), _tables(1, learning=False))
    worth = promise(white - black, lateness(board))
    return worth, -worth


def features(board: FurlBoard) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of each seat's features, repeated as often as the seat has them."""
    return _totals(board, _tables(0, learning=True), _tables(1, learning=True))


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


def _totals(board: FurlBoard, white: _Tables, black: _Tables) -> tuple[Any, Any]:
    """The sums of the terms of all features of both seats."""
    of_white, by_white = _of_stacks(board, 0, white)
    of_black, by_black = _of_stacks(board, 1, black)
    return (
        of_white + _of_ways(board, 0, white, by_white, by_black),
        of_black + _of_ways(board, 1, black, by_black, by_white),
    )


def _of_stacks(board: FurlBoard, seat: int, known: _Tables) -> tuple[Any, int]:
    """The sum for a seat's stacks by themselves, and the cells that they reach: own pieces there are guarded."""
    stacks, waits = board.stacks[seat], board.mover != seat
    own, total = board.singles[seat] | stacks, known.nothing if waits else known.turn
    if own & known.far:
        total += known.arrived
    reached = 0
    if not stacks:
        return total, reached
    heights, enemy_stacks = board.heights, board.stacks[1 - seat]
    occupied = own | board.singles[1 - seat] | enemy_stacks
    attack = known.attack[3:] if waits else known.attack
    while stacks:
        cell = stacks & -stacks
        stacks ^= cell
        term, ways = known.stacks[cell][heights >> (cell.bit_length() - 1) * HEIGHT_BITS & HEIGHT_MASK]
        total += term
        for path, to, plain, capture in ways:
            if path & occupied:
                continue
            reached |= to
            if not to & occupied:
                total += plain
            elif not to & own:
                total += capture
                total += attack[to & enemy_stacks and _kind_of(board, to)]
    return total, reached


def _kind_of(board: FurlBoard, cell: int) -> int:
    """Whether a piece is a single disc, a stack of two or a taller one."""
    return min(board.height(cell), 3) - 1


def _of_ways(board: FurlBoard, seat: int, known: _Tables, own_reach: int, other_reach: int) -> Any:
    """The sum for a seat's single discs, and for what its stacks reach in view of what the other's do."""
    singles, stacks, waits = board.singles[seat], board.stacks[seat], board.mover != seat
    enemies = board.singles[1 - seat] | board.stacks[1 - seat]
    total, launches = _of_singles(known, singles)
    hanging = own_reach & enemies & ~other_reach
    while hanging:
        cell = hanging & -hanging
        hanging ^= cell
        total += known.hang[3 * waits + _kind_of(board, cell)]
    own = singles | stacks
    occupied = own | enemies
    if own_reach & known.far & ~own:
        total += _of_arrivals(board, seat, known, other_reach)
    if not launches:
        return total
    soon = launched = risked = 0
    for cell, path, to in launches:
        if path & occupied or to & own:
            continue
        soon += 1
        if not to & other_reach:
            if cell & other_reach:
                risked += 1
            else:
                launched += 1
    if soon:
        total += known.soon[_MOST_WAYS * waits + min(soon, _MOST_WAYS) - 1]
    if launched:
        total += known.launch[2 * _MOST_WAYS * waits + min(launched, _MOST_WAYS) - 1]
    if risked:
        total += known.launch[2 * _MOST_WAYS * waits + _MOST_WAYS + min(risked, _MOST_WAYS) - 1]
    return total


def _of_arrivals(board: FurlBoard, seat: int, known: _Tables, other_reach: int) -> Any:
    """The sum for a seat's stacks that can be sown to the far row."""
    own, waits = board.singles[seat] | board.stacks[seat], board.mover != seat
    occupied = own | board.singles[1 - seat] | board.stacks[1 - seat]
    arrivals = [
        (cell, to)
        for cell in tables.cells_in(board.stacks[seat])
        for path, to, _, _ in known.stacks[cell][board.height(cell)][1]
        if to & known.far and not (path & occupied or to & own)
    ]
    arriving = len({cell for cell, _ in arrivals})
    total = known.arrival[3 * waits + min(arriving, 3) - 1]
    safe = [bool(cell & other_reach) for cell, to in arrivals if not to & other_reach]
    for is_attacked in set(safe):
        total += known.safe[4 * waits + 2 * is_attacked + (safe.count(is_attacked) > 1)]
    return total


@lru_cache(_KEPT)
def _of_singles(known: _Tables, singles: int) -> tuple[Any, Sequence[_Launch]]:
    """The sum for a seat's single discs, and their launches.

    Cached, because most moves change the single discs of only one seat.
    """
    total = known.nothing
    for mask, found in known.lines:
        total += found[singles & mask]
    count = sum((singles & singles >> shift).bit_count() for shift in tables.half_of_the_shifts())
    launches = [launch for launch, runs in known.launches if any(not run & ~singles for run in runs)]
    return total + known.pairs[min(count, _MOST_PAIRS)], launches


@cache
def _tables(seat: int, *, learning: bool) -> _Tables:
    weights = None if learning else learned("furl")["furl"]
    known = parts(SIZES, weights)

    def stacks(cell: int) -> Iterator[tuple[Any, Sequence[_Way]]]:
        first = _row(tables.geometry().name_of[cell], seat) * _HEIGHTS - 2
        for height, sowings in enumerate(tables.sowing_tables()[cell]):
            kind = max(2, min(height, _TALLEST))
            plain, capture = known["ways"][_HEIGHTS + kind - 2], known["ways"][kind - 2]
            yield known["stack"][first + kind], [(path, to, plain, capture) for path, to, _, _ in sowings]

    return _Tables(
        nothing=nothing(weights),
        far=tables.far_rows()[seat],
        lines=tuple(
            (mask, {singles: sum(_of_line(line, singles, seat, known), nothing(weights)) for singles in found})
            for line, (mask, found) in zip(tables.geometry().lines, tables.line_tables(), strict=True)
        ),
        stacks={cell: tuple(stacks(cell)) for cell in tables.geometry().name_of},
        attack=known["attack"],
        arrival=known["arrival"],
        arrived=known["arrived"][0],
        pairs=known["pairs"],
        turn=known["turn"][0],
        safe=known["safe"],
        soon=known["soon"],
        launch=known["launch"],
        hang=known["hang"],
        launches=tuple(_launches(seat)),
    )


def _launches(seat: int) -> Iterator[tuple[_Launch, Sequence[int]]]:
    """All launches, each with the runs of single discs that can be furled for it."""
    board, far = tables.geometry(), tables.far_rows()[seat]
    for cell, bit in board.bit.items():
        for height, sowings in enumerate(tables.sowing_tables()[bit]):
            runs = [(cell, *ray[: height - 1]) for ray in board.rays[cell] if len(ray) >= height - 1]
            masks = [sum(board.bit[each] for each in run) for run in runs]
            for path, to, _, _ in sowings:
                if to & far and not bit & far:
                    yield _Launch(bit, path, to), masks


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
