"""The positions of Fursaz: the board, plus parsing and describing moves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Self

from rules.core import IllegalMove, Move, Option, Phrase, Position, Seat, Symmetry
from rules.fursaz import notation, picking, reading, reasons, refusals
from rules.fursaz.board import FursazBoard
from rules.fursaz.cascade import ORDERS
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE, Colour, points
from rules.hexes import symmetry
from rules.wording import check_seats

_UNSETTLED: Final = (Phrase("First player"), Phrase("Second player"))


@dataclass(frozen=True, slots=True)
class FursazPosition(FursazBoard, Position):
    """A position of Fursaz; `rules.fursaz.board` documents its fields and the order of its moves."""

    @property
    def turn(self) -> Seat | None:
        """The seat to move, or None after two consecutive passes or on a full board (End, R5)."""
        return None if self.is_over else self.mover_seat

    def play(self, move: Move) -> Self:
        """The position after a stone, pass or choice of colour. Raises `IllegalMove` with the rule that forbids it."""
        if not self.allows(move):
            raise IllegalMove(refusals.of_token(self, move))
        return self.after(move)

    def fen(self) -> str:
        """The rows from the top, the player to move, passes and ages; `rules.fursaz.notation` documents the format."""
        return notation.write_fen(self)

    def __str__(self) -> str:
        """The text board: `B` and `W` are stones, `b` and `w` are territory, and dots are other empty points."""
        return notation.text_board(self)

    def parse(self, text: str) -> Move:
        """The legal move meant by `c3`, `C 3`, `stone on c3`, `pass`, and for the colours `take black`, `swap`, …"""
        return reading.read(self, text)

    def describe(self, move: Move) -> str:
        """A legal move in words: "places a stone on d4 and flips 3", "takes Black and the stone on c3; …"."""
        return notation.describe(self, move)

    def reason(self, move: Move) -> str:
        """Why a legal move is good; see `rules.fursaz.reasons`."""
        return reasons.reason(self, move)

    def side(self, seat: Seat) -> str:
        """Black or White; First player or Second player until the pie rule has settled the colours."""
        colour = self.colour_of(seat)
        return _UNSETTLED[seat] if colour is None else colour.side

    def named_moves(self) -> Mapping[Move, str]:
        """The two colours while seat 1 chooses, otherwise the pass."""
        if self.is_choosing:
            return {TAKE_BLACK: Phrase("Play Black"), TAKE_WHITE: Phrase("Play White")}
        return {PASS: Phrase("Pass")} if self.allows(PASS) else {}

    def choices(self, move: Move) -> tuple[str, ...]:
        """The row of a point, then its number: `("c", "3")`; any other move is a single choice."""
        return (move[0], move[1:]) if move in self.points.bit else (move,)

    def flips(self, move: Move) -> Mapping[str, int]:
        """How often each stone, including the placed one, flips in a legal move; omits stones that do not flip."""
        if self.black_seat is None or move == PASS:
            return {}
        return Counter(point for mask in self.cascade_of(move).flips for point in self.points.named(mask))

    def owners(self) -> Mapping[str, Colour]:
        """The colour that owns each point of territory, by the name of the point."""
        return {
            point: colour
            for colour, mask in zip(Colour, self.territory(), strict=True)
            for point in self.points.named(mask)
        }

    def question(self, stage: str = "") -> str:
        """The picker's question, such as "Where on row c?"; see `rules.fursaz.picking`."""
        return picking.question(self, stage)

    def option(self, stage: str, moves: Sequence[Move]) -> Option:
        """The picker's option, such as `("c3", "flips 3")`; see `rules.fursaz.picking`."""
        return picking.option(self, stage, moves)


def start(size: int, seats: int) -> FursazPosition:
    """The empty board. Raises ValueError unless `seats` is two."""
    check_seats("Fursaz", seats)
    return FursazPosition(size)


def from_fen(size: int, text: str) -> FursazPosition:
    """The position that `FursazPosition.fen` wrote. Raises ValueError, saying what is wrong, for anything else."""
    return FursazPosition(size, *notation.read_fen(size, text))


def symmetries(size: int) -> tuple[Symmetry, ...]:
    """The symmetries: exchange left and right; turn the board by a sixth; exchange the players."""
    board = points(size).board
    return (
        symmetry(board.mirrored(), partial(_image, axes=(0, 2, 1))),
        symmetry(board.rotated(), partial(_image, axes=(1, 2, 0))),
        Symmetry(_with_seats_exchanged, _same_move, shift=1),
    )


def _image(cells: Mapping[str, str], position: FursazPosition, axes: tuple[int, int, int]) -> FursazPosition:
    """The image under a map that takes each point to its image in `cells`, and axis `i` to axis `axes[i]`."""

    def moved(mask: int) -> int:
        return sum(position.points.bit[cells[point]] for point in position.points.named(mask))

    black, white = map(moved, position.stones)
    ages = {(axes[one], axes[other]): moved(mask) for (one, other), mask in zip(ORDERS, position.ages, strict=True)}
    first, second, third, fourth, fifth, sixth = (ages[order] for order in ORDERS)
    return replace(position, stones=(black, white), ages=(first, second, third, fourth, fifth, sixth))


def _with_seats_exchanged(position: FursazPosition) -> FursazPosition | None:
    """The image with the players exchanged; None until colours are settled, because seat 0 begins."""
    return None if position.black_seat is None else replace(position, black_seat=Seat(1 - position.black_seat))


def _same_move(_position: FursazPosition, move: Move) -> Move:
    return move
