"""A stranger's knowledge of Furl: material, steps forward, and stacks that can still be sown towards the far row.

Quiescence search follows captures and arrivals on the far row. An arrival wins unless the piece is captured at once, so
the answer to one is compulsory.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from rules.core import Move, Position, Seat
from rules.furl.position import FurlPosition
from rules.hexes import hex_board
from tools.strangers.alphabeta import Knowledge, Noisy

_SIDE: Final = 4
_FAR: Final = "ga"  # the letter of the far row by seat
_DISC: Final = 100
_STEPS: Final = (0, 3, 8, 14, 22, 34, 60)
"""What a disc is worth more on each row, from its home row to the far row."""
_MIDDLE: Final = 3  # for each disc or stack away from the two edges
_STACK: Final = 4  # for being able to move on its own
_AIMED: Final = 4  # for a stack as high as the rows that are left to the far row
_TOO_HIGH: Final = 60  # for each disc of a stack that cannot be sown forward
_LOOKS: Final = 9  # for each enemy piece at the end of a stack's way
_STACKED: Final = -12  # for each disc of a stack
_COMING: Final = 25  # for each cell of the home row that the other player can arrive on
_UNANSWERED: Final = 120  # if no own stack can capture there
_GUARDED: Final = 3  # for each cell of the home row that own stacks can capture on
_TURN: Final = 12


class FurlKnowledge(Knowledge):
    """What a stranger knows about Furl."""

    whim = 6
    futile = 130
    passes = True

    def value(self, position: FurlPosition) -> float:
        """Material and shape, as the difference between the mover and the other player."""
        own, other = position.mover, Seat(1 - position.mover)
        mine, my_reach = self._side(position, own)
        theirs, their_reach = self._side(position, other)
        value = mine - theirs + _TURN
        coming = their_reach & _rows(own)[0]
        if coming:
            open_rows = coming & ~my_reach
            value -= _COMING * coming.bit_count() + _UNANSWERED * bool(open_rows)
        value += _GUARDED * ((my_reach & _rows(own)[0]).bit_count() - (their_reach & _rows(other)[0]).bit_count())
        return value

    def noisy(self, position: FurlPosition, moves: Sequence[Move]) -> Noisy:
        """Captures and arrivals; if the other player has arrived, only captures that remove what did."""
        mover = position.mover
        arrived = (position.singles[1 - mover] | position.stacks[1 - mover]) & _rows(mover)[0]
        if arrived:
            if arrived.bit_count() > 1:
                return Noisy((), True)
            there = "x" + hex_board(_SIDE).name_of[arrived]
            return Noisy([move for move in moves if move[2:] == there], True)
        far = _FAR[mover]
        return Noisy([move for move in moves if move[2] == "x" or (move[3] == far and move[2] != "<")], False)

    def promise(self, position: FurlPosition, move: Move) -> float:
        """Captures by what they take, then arrivals, then everything else."""
        sign = move[2]
        if sign == "x":
            taken = position.height(hex_board(_SIDE).bit[move[3:]])
            return 10 + 3 * taken + (5 if move[3] == _FAR[position.mover] else 0)
        if sign == "<":
            return 0.0
        return 2.0 if move[3] == _FAR[position.mover] else 0.2

    def passed(self, position: FurlPosition) -> Position | None:
        """The same board with the other player to move, unless that player would have won."""
        other = 1 - position.mover
        if (position.singles[other] | position.stacks[other]) & _rows(position.mover)[0]:
            return None
        return replace(position, mover=Seat(other))

    def _side(self, position: FurlPosition, seat: Seat) -> tuple[float, int]:
        """The worth of a player's pieces, and the cells that the player's stacks can end on."""
        singles, stacks, other = position.singles[seat], position.stacks[seat], 1 - seat
        total, reached = _DISC * singles.bit_count() + _MIDDLE * (singles & _inner()).bit_count(), 0
        for row, worth in zip(_rows(seat), _STEPS, strict=True):
            total += worth * (singles & row).bit_count()
        if stacks:
            enemies = position.singles[other] | position.stacks[other]
            occupied = singles | stacks | enemies
            ways, progress = _ways(), _progress()[seat]
            while stacks:
                origin = stacks & -stacks
                stacks ^= origin
                height, gone = position.height(origin), progress[origin]
                left = 6 - gone
                total += height * (_DISC + _STACKED + _STEPS[gone] // 2) + _STACK
                if height > left:
                    total -= _TOO_HIGH * (height - left)
                elif height == left:
                    total += _AIMED
                for path, to in ways[origin, height]:
                    if not path & occupied:
                        reached |= to
            total += _LOOKS * (reached & enemies).bit_count()
        return total, reached


@cache
def _rows(seat: int) -> tuple[int, ...]:
    """The masks of the rows, from a seat's home row to its far row."""
    rows = tuple(hex_board(_SIDE).row_mask(letter) for letter in "abcdefg")
    return rows if seat == 0 else rows[::-1]


@cache
def _progress() -> tuple[dict[int, int], dict[int, int]]:
    """By seat, how many rows each cell is from the seat's home row."""
    board = hex_board(_SIDE)
    white = {bit: board.row[cell] for cell, bit in board.bit.items()}
    return white, {bit: 6 - row for bit, row in white.items()}


@cache
def _inner() -> int:
    """The cells with six neighbours."""
    board = hex_board(_SIDE)
    return sum(bit for cell, bit in board.bit.items() if all(board.rays[cell]))


@cache
def _ways() -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
    """By cell and height, the cells that a stack is sown over and the one that it ends on, for each direction."""
    board = hex_board(_SIDE)
    found: dict[tuple[int, int], Any] = {}
    for cell, bit in board.bit.items():
        for height in range(2, 8):
            rays = [ray[:height] for ray in board.rays[cell] if len(ray) >= height]
            found[bit, height] = tuple((sum(board.bit[at] for at in ray[:-1]), board.bit[ray[-1]]) for ray in rays)
    return found
