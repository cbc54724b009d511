"""The positions of Fursaz: the board, plus parsing and describing moves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final, Self

from rules.core import IllegalMove, Move, Phrase, Seat, Symmetry
from rules.fursaz import notation, picking, reading, reasons, refusals
from rules.fursaz.board import FursazBoard
from rules.fursaz.cascade import ORDERS
from rules.fursaz.tables import PASS, TAKE_BLACK, TAKE_WHITE, Colour, points
from rules.hexes import symmetry
from rules.voice import SpokenPosition, Voice
from rules.wording import check_seats

_UNSETTLED: Final = (Phrase("First player"), Phrase("Second player"))


@dataclass(frozen=True, slots=True)
class FursazPosition(FursazBoard, SpokenPosition):
    """A position of Fursaz; `rules.fursaz.board` documents its fields and the order of its moves."""

    voice: ClassVar = Voice(
        write_fen=notation.write_fen,
        text_board=notation.text_board,
        read=reading.read,
        describe=notation.describe,
        reasons=reasons.reasons,
        question=picking.question,
        option=picking.option,
    )

    @property
    def turn(self) -> Seat | None:
        """The seat to move, or None after two consecutive passes or on a full board (End, R5)."""
        return None if self.is_over else self.mover_seat

    def play(self, move: Move) -> Self:
        """The position after a stone, pass or choice of colour. Raises `IllegalMove` with the rule that forbids it."""
        if not self.allows(move):
            raise IllegalMove(refusals.of_token(self, move))
        return self.after(move)

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
        return Counter(point for stage in self.flips_by_stage(move) for point in stage)

    def flips_by_stage(self, move: Move) -> Sequence[Sequence[str]]:
        """The stones that flip together in each stage of a legal move, in order; omits stages in which none does."""
        if self.black_seat is None or move == PASS:
            return ()
        return [tuple(self.points.named(mask)) for mask in self.cascade_of(move).flips if mask]

    def owners(self) -> Mapping[str, Colour]:
        """The colour that owns each point of territory, by the name of the point."""
        return {
            point: colour
            for colour, mask in zip(Colour, self.territory(), strict=True)
            for point in self.points.named(mask)
        }


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
