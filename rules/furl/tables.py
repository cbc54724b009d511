"""Tables of Furl's board, computed once: all moves, the furls along each line, and the sowings of each stack."""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from rules.core import Move, Phrase
from rules.hexes import Direction, HexBoard, hex_board, subsets

SIDES: Final = (Phrase("White"), Phrase("Black"))
HOME_ROWS: Final = ("abc", "efg")
FAR_ROWS: Final = ("g", "a")
MOST_DISCS: Final = 15
TALLEST_STACK: Final = 7  # a stack is furled from one line of single discs, and the longest line has seven cells

FURL: Final = "<"
UNFURL: Final = ">"
CAPTURE: Final = "x"


class Furl(NamedTuple):
    """A move that gathers the `height` single discs on the cells of `run` into one stack on `to`."""

    run: int
    to: int
    height: int


class Unfurl(NamedTuple):
    """A move that sows the stack of `height` discs on `origin` over `path` (all cells but the last) and `to`."""

    origin: int
    path: int
    to: int
    height: int
    captures: bool


class Sowing(NamedTuple):
    """A direction in which a stack of a given height on a given cell has room to be sown, with its two tokens."""

    path: int
    to: int
    plain: Move
    capture: Move


def geometry() -> HexBoard:
    """The board of Furl: a hexagon of side 4."""
    return hex_board(4)


def cells_in(mask: int) -> Iterator[int]:
    """The bits of the cells of a mask, one by one."""
    while mask:
        cell = mask & -mask
        mask ^= cell
        yield cell


@cache
def far_rows() -> tuple[int, int]:
    """By seat, the mask of the row farthest from its start."""
    white, black = (geometry().row_mask(row) for row in FAR_ROWS)
    return white, black


@cache
def half_of_the_shifts() -> tuple[int, ...]:
    """The number of places by which a step along each of the three axes shifts a bit."""
    return tuple(geometry().shifts[direction] for direction in (Direction.E, Direction.NE, Direction.NW))


@cache
def line_tables() -> tuple[tuple[int, dict[int, tuple[Move, ...]]], ...]:
    """For each line, its mask and the furls along it by the set of the mover's single discs on it."""
    return tuple((mask, {singles: _furls(line, singles) for singles in subsets(mask)}) for line, mask in _lines())


@cache
def sowing_tables() -> dict[int, tuple[tuple[Sowing, ...], ...]]:
    """By cell bit and height, the directions in which a stack could be sown on an empty board."""
    board = geometry()
    return {
        board.bit[cell]: tuple(_sowings(board, cell, height) for height in range(TALLEST_STACK + 1))
        for cell in board.cells
    }


@cache
def moves() -> dict[Move, Furl | Unfurl]:
    """The move that each token of the game stands for."""
    board = geometry()
    meaning: dict[Move, Furl | Unfurl] = {}
    for line, mask in _lines():
        for run in _runs(line, mask):
            bits = sum(board.bit[cell] for cell in run)
            for start, end in ((run[0], run[-1]), (run[-1], run[0])):
                meaning[Move(start + FURL + end)] = Furl(bits, board.bit[end], len(run))
    for origin, by_height in sowing_tables().items():
        for height, sowings in enumerate(by_height):
            for path, to, plain, capture in sowings:
                meaning[plain] = Unfurl(origin, path, to, height, captures=False)
                meaning[capture] = Unfurl(origin, path, to, height, captures=True)
    return meaning


def _lines() -> Iterator[tuple[tuple[str, ...], int]]:
    board = geometry()
    for line in board.lines:
        yield line, sum(board.bit[cell] for cell in line)


def _furls(line: tuple[str, ...], singles: int) -> tuple[Move, ...]:
    return tuple(
        Move(start + FURL + end)
        for run in _runs(line, singles)
        for start, end in ((run[0], run[-1]), (run[-1], run[0]))
    )


def _runs(line: tuple[str, ...], singles: int) -> Iterator[tuple[str, ...]]:
    """All runs of two or more adjacent cells of `line` that are all in `singles`."""
    bit = geometry().bit
    for start in range(len(line)):
        for end in range(start + 1, len(line) + 1):
            if not bit[line[end - 1]] & singles:
                break
            if end - start >= 2:
                yield line[start:end]


def _sowings(board: HexBoard, cell: str, height: int) -> tuple[Sowing, ...]:
    if height < 2:
        return ()
    return tuple(
        Sowing(
            path=sum(board.bit[passed] for passed in ray[: height - 1]),
            to=board.bit[ray[height - 1]],
            plain=Move(cell + UNFURL + ray[height - 1]),
            capture=Move(cell + CAPTURE + ray[height - 1]),
        )
        for ray in board.rays[cell]
        if len(ray) >= height
    )
