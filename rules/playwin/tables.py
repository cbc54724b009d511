"""Tables of Play Win's board, computed once: all moves, and the leaps and slides from each cell."""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from rules.core import Move, Phrase
from rules.hexes import Direction, HexBoard, hex_board, subsets

SIDES: Final = (Phrase("White"), Phrase("Black"))
HOME_ROWS: Final = ("ab", "hi")
MOST_PIECES: Final = 11
FARTHEST: Final = 8  # the most steps between two cells

APPROACH: Final = "-"
LEAP: Final = "x"

_LINES: Final = (Direction.E, Direction.NE, Direction.NW)


class Approach(NamedTuple):
    """A move that slides the piece on `origin` over the empty cells of `path` to `to`, `length` cells away."""

    origin: int
    path: int
    to: int
    length: int


class Leap(NamedTuple):
    """A move in which the piece on `origin` leaps over the enemy on `over`, removing it, and lands on `to`."""

    origin: int
    over: int
    to: int
    token: Move


class Slides(NamedTuple):
    """A line through a cell, with how far a piece on the cell can slide along it, and the tokens of those slides.

    `line` has the other cells of the line. `reach` maps a set of occupied cells of the line to the cells that a piece
    can slide to, and `moves` maps a set of cells to the tokens of the slides that end there, ordered from the lower
    end of the line (on a row: the left end).
    """

    line: int
    reach: dict[int, int]
    moves: dict[int, tuple[Move, ...]]


def geometry() -> HexBoard:
    """The board of Play Win: a hexagon of side 5."""
    return hex_board(5)


@cache
def leaps() -> dict[int, tuple[Leap, ...]]:
    """By cell bit, the bent leaps that stay on the board, ordered by the direction of the enemy, left bend first."""
    board = geometry()
    return {
        board.bit[cell]: tuple(
            Leap(board.bit[cell], board.bit[over], board.bit[to], Move(f"{cell}{LEAP}{over}{APPROACH}{to}"))
            for over, to in _bends(board, cell)
        )
        for cell in board.cells
    }


@cache
def slides(bit: int) -> tuple[Slides, ...]:
    """The three lines through a cell: its row, the line that rises to the right, and the line that rises to the left.

    Computed when first needed, because computing all cells at once would delay a move too much.
    """
    board = geometry()
    return tuple(_slides(board, board.name_of[bit], direction) for direction in _LINES)


@cache
def within() -> dict[int, tuple[int, ...]]:
    """By cell bit and number of steps, from 0 to `FARTHEST`, the cells at most that many steps away."""
    return {bit: tuple(_rings(bit)) for bit in geometry().bit.values()}


@cache
def moves() -> dict[Move, Approach | Leap]:
    """The move that each token of the game stands for."""
    board = geometry()
    meaning: dict[Move, Approach | Leap] = {leap.token: leap for by_cell in leaps().values() for leap in by_cell}
    for cell, rays in board.rays.items():
        for ray in rays:
            path = 0
            for length, end in enumerate(ray, start=1):
                meaning[Move(cell + APPROACH + end)] = Approach(board.bit[cell], path, board.bit[end], length)
                path |= board.bit[end]
    return meaning


def shifted(cells: int, shift: int) -> int:
    """A set of cells after a step of `HexBoard.shifts`, including bits off the board."""
    return cells << shift if shift > 0 else cells >> -shift


def grown(cells: int) -> int:
    """The given cells and all their neighbours."""
    board = geometry()
    east, north_east, north_west, *_ = board.shifts  # the other three directions are the opposites of these
    rising = cells << east | cells << north_east | cells << north_west
    falling = cells >> east | cells >> north_east | cells >> north_west
    return (cells | rising | falling) & board.full


def _bends(board: HexBoard, cell: str) -> Iterator[tuple[str, str]]:
    """All pairs of a neighbour and a landing cell beyond it, 60° to the left or right of the straight line."""
    for direction in Direction:
        for over in board.rays[cell][direction][:1]:
            for turn in (1, -1):
                for to in board.rays[over][(direction + turn) % 6][:1]:
                    yield over, to


def _slides(board: HexBoard, cell: str, direction: Direction) -> Slides:
    """The slides along one line through a cell.

    Bits increase along `_LINES`, so the nearest piece ahead is the lowest bit ahead, and the nearest piece behind is
    the highest bit behind.
    """
    ahead, behind = (
        sum(board.bit[other] for other in board.rays[cell][way]) for way in (direction, (direction + 3) % 6)
    )
    reach: dict[int, int] = {}
    moves: dict[int, tuple[Move, ...]] = {0: ()}
    for some in subsets(ahead | behind):
        nearest_ahead, nearest_behind = some & ahead & -(some & ahead), (some & behind).bit_length()
        reach[some] = ahead & (nearest_ahead - 1) | behind & -(1 << nearest_behind)
        if some:
            first = some & -some
            moves[some] = (Move(cell + APPROACH + board.name_of[first]), *moves[some ^ first])
    return Slides(ahead | behind, reach, moves)


def _rings(bit: int) -> Iterator[int]:
    cells = bit
    for _ in range(FARTHEST + 1):
        yield cells
        cells = grown(cells)
