"""The positions of Furl: the board, plus parsing and describing moves."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from rules.core import IllegalMove, Move, Seat
from rules.furl import notation, picking, reading, reasons, refusals, tables
from rules.furl.board import FurlBoard, Piece
from rules.hexes import symmetry
from rules.voice import SpokenPosition, Voice
from rules.wording import check_seats


@dataclass(frozen=True, slots=True)
class FurlPosition(FurlBoard, SpokenPosition):
    """A position of Furl; `rules.furl.board` documents its fields and the order of its moves."""

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
        """The seat to move, or None if it has already won or has no move (Furl rules, End)."""
        return self.mover if self.outcome() is None else None

    def play(self, move: Move) -> Self:
        """The position after a furl or an unfurl. Raises `IllegalMove` with the rule that forbids it."""
        meaning = tables.moves().get(move)
        if meaning is None or not self.allows(meaning):
            raise IllegalMove(refusals.of_token(self, move))
        return self.after(meaning)

    def side(self, seat: Seat) -> str:
        """White for seat 0, Black for seat 1."""
        return tables.SIDES[seat]

    def choices(self, move: Move) -> tuple[str, ...]:
        """The cell where the move starts, then its sign and the cell where it ends: `("a4", "<c4")`."""
        return move[:2], move[2:]


def start(seats: int) -> FurlPosition:
    """The starting position: each player's fifteen single discs on the three nearest rows (Furl specification, Setup).

    Raises ValueError unless `seats` is two.
    """
    check_seats("Furl", seats)
    owners = {row: Seat(seat) for seat, rows in enumerate(tables.HOME_ROWS) for row in rows}
    cells = tables.geometry().cells
    return FurlPosition.holding({cell: Piece(owners[cell[0]], 1) for cell in cells if cell[0] in owners}, Seat(0))


def from_fen(text: str) -> FurlPosition:
    """The position that `FurlPosition.fen` wrote. Raises ValueError, saying what is wrong, for anything else."""
    return FurlPosition.holding(*notation.read_fen(text))


def _image(cells: Mapping[str, str], position: FurlPosition) -> FurlPosition:
    pieces = {image: piece for cell, image in cells.items() if (piece := position.piece(cell)) is not None}
    return FurlPosition.holding(pieces, position.mover)


def _image_from_the_other_side(cells: Mapping[str, str], position: FurlPosition) -> FurlPosition:
    image = _image(cells, position)
    return replace(image, singles=image.singles[::-1], stacks=image.stacks[::-1], mover=Seat(1 - position.mover))


SYMMETRIES: Final = (
    symmetry(tables.geometry().mirrored(), _image),
    symmetry(tables.geometry().turned_round(), _image_from_the_other_side, shift=1),
)
"""The symmetries: exchange left and right; exchange the players and turn the board round."""
