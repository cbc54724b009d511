"""The positions of Play Win: the board, plus parsing and describing moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from rules.core import IllegalMove, Move, Seat
from rules.hexes import symmetry
from rules.playwin import notation, picking, reading, reasons, refusals, tables
from rules.playwin.board import PlayWinBoard
from rules.voice import SpokenPosition, Voice
from rules.wording import check_seats


@dataclass(frozen=True, slots=True)
class PlayWinPosition(PlayWinBoard, SpokenPosition):
    """A position of Play Win; `rules.playwin.board` documents its fields and the order of its moves."""

    voice: ClassVar = Voice(
        write_fen=notation.write_fen,
        text_board=notation.text_board,
        read=reading.read,
        describe=notation.describe,
        reasons=reasons.reasons,
        question=picking.question,
        option=picking.option,
    )

    @classmethod
    def start(cls, seats: int) -> Self:
        """The starting position: each player's eleven pieces on the two nearest rows (Play Win specification, Setup).

        Raises ValueError unless `seats` is two.
        """
        check_seats("Play Win", seats)
        owners = {row: Seat(seat) for seat, rows in enumerate(tables.HOME_ROWS) for row in rows}
        cells = tables.geometry().cells
        return cls.holding({cell: owners[cell[0]] for cell in cells if cell[0] in owners}, Seat(0))

    @classmethod
    def from_fen(cls, text: str) -> Self:
        """The position that `fen` wrote. Raises ValueError, saying what is wrong, for anything else."""
        return cls.holding(*notation.read_fen(text, loose=cls.loose))

    @property
    def turn(self) -> Seat | None:
        """The seat to move, which stays the same during a series; None once that player has no legal move."""
        return self.mover if self.outcome() is None else None

    def play(self, move: Move) -> Self:
        """The position after an approach or one leap. Raises `IllegalMove` with the rule that forbids it."""
        meaning = tables.moves().get(move)
        if meaning is None or not self.allows(meaning):
            raise IllegalMove(refusals.of_token(self, move))
        return self.after(meaning)

    def side(self, seat: Seat) -> str:
        """White for seat 0, Black for seat 1."""
        return tables.SIDES[seat]

    def choices(self, move: Move) -> tuple[str, ...]:
        """The cell where the move starts, then the rest: `("a1", "-a4")`, `("d4", "xc4-b3")`."""
        return move[:2], move[2:]


@dataclass(frozen=True, slots=True)
class LoosePlayWinPosition(PlayWinPosition):
    """A position of the printed variant, in which an approach need not come closer to the nearest enemy."""

    loose: ClassVar[bool] = True


def _image(cells: Mapping[str, str], position: PlayWinPosition) -> PlayWinPosition:
    return _with_pieces(position, cells, position.mover, shift=0)


def _image_from_the_other_side(cells: Mapping[str, str], position: PlayWinPosition) -> PlayWinPosition:
    return _with_pieces(position, cells, Seat(1 - position.mover), shift=1)


def _with_pieces(position: PlayWinPosition, cells: Mapping[str, str], mover: Seat, shift: int) -> PlayWinPosition:
    pieces = {
        image: Seat((seat + shift) % 2) for cell, image in cells.items() if (seat := position.piece(cell)) is not None
    }
    leaper = cells[tables.geometry().name_of[position.leaper]] if position.leaper else ""
    return type(position).holding(pieces, mover, leaper)


SYMMETRIES: Final = (
    symmetry(tables.geometry().mirrored(), _image),
    symmetry(tables.geometry().turned_round(), _image_from_the_other_side, shift=1),
)
"""The symmetries: exchange left and right; exchange the players and turn the board round."""
