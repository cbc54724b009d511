"""The rules of Furl on bit boards: legal moves, their effects, and the end of the game.

Order of the legal moves: first the furls, line by line as `HexBoard.lines` lists them, then the unfurls by origin
(`a1`, `a2`, …) and direction (E, NE, NW, W, SW, SE). Within a line, furls are ordered by where their run starts,
counted from the lower end of the line (on a row: the left end), then by length, shorter runs first. Of the two
directions of a run, the one towards the end of the line comes first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from rules.core import Move, Outcome, Phrase, Seat
from rules.furl import tables
from rules.furl.tables import Furl, Unfurl

HEIGHT_BITS: Final = tables.TALLEST_STACK.bit_length()
HEIGHT_MASK: Final = (1 << HEIGHT_BITS) - 1
"""The bits of the height of a stack on the first cell in `FurlBoard.heights`."""
_ARRIVED: Final = tuple(
    Outcome.won(seat, Phrase("{side}'s piece on the far row ({row}) wasn't captured", side=side, row=row))
    for seat, (side, row) in enumerate(zip(tables.SIDES, tables.FAR_ROWS, strict=True))
)
_STUCK: Final = tuple(
    Outcome.won(1 - seat, Phrase("{side} has no legal move", side=side)) for seat, side in enumerate(tables.SIDES)
)


class Piece(NamedTuple):
    """A single disc (height 1) or a stack, with the seat that owns it."""

    seat: Seat
    height: int


def packed_height(cell: int, height: int) -> int:
    """The height of a stack, shifted to its place in `FurlBoard.heights`; `cell` is the bit of its cell."""
    return height << (cell.bit_length() - 1) * HEIGHT_BITS


@dataclass(frozen=True, slots=True)
class FurlBoard:
    """The pieces on the board and the seat to move.

    `singles[seat]` and `stacks[seat]` are bit boards of that seat's single discs and stacks. `heights` has the heights
    of all stacks, with three bits per cell (`packed_height`). `mover` is the seat to move.
    """

    singles: tuple[int, int]
    stacks: tuple[int, int]
    heights: int
    mover: Seat

    @classmethod
    def holding(cls, pieces: Mapping[str, Piece], mover: Seat) -> Self:
        """The board with these pieces, keyed by the names of their cells."""
        singles, stacks, heights = [0, 0], [0, 0], 0
        for cell, (seat, height) in pieces.items():
            bit = tables.geometry().bit[cell]
            if height == 1:
                singles[seat] |= bit
            else:
                stacks[seat] |= bit
                heights |= packed_height(bit, height)
        return cls((singles[0], singles[1]), (stacks[0], stacks[1]), heights, mover)

    def piece(self, cell: str) -> Piece | None:
        """The piece on `cell`, or None if the cell is empty."""
        bit = tables.geometry().bit[cell]
        for seat in (Seat(0), Seat(1)):
            if self._discs(seat) & bit:
                return Piece(seat, self.height(bit))
        return None

    def height(self, bit: int) -> int:
        """The number of discs on a cell that is not empty."""
        return (self.heights >> (bit.bit_length() - 1) * HEIGHT_BITS & HEIGHT_MASK) or 1

    def has_arrived(self) -> bool:
        """Whether the player to move has a piece on the far row, and so has won."""
        return bool(self._discs(self.mover) & tables.far_rows()[self.mover])

    def legal_moves(self) -> tuple[Move, ...]:
        """The furls, then the unfurls, in the order that the module documents."""
        if self.has_arrived():
            return ()
        singles = self.singles[self.mover]
        moves: list[Move] = []
        for mask, furls in tables.line_tables():
            moves += furls[singles & mask]
        if self.stacks[self.mover]:
            moves += self._unfurls()
        return tuple(moves)

    def outcome(self) -> Outcome | None:
        """The outcome: the player to move wins with a piece on the far row, loses without a move (Furl rules, End)."""
        if self.has_arrived():
            return _ARRIVED[self.mover]
        return None if self._can_move() else _STUCK[self.mover]

    def allows(self, meaning: Furl | Unfurl) -> bool:
        """Whether a move is legal for the player to move."""
        if self.has_arrived():
            return False
        if isinstance(meaning, Furl):
            return not meaning.run & ~self.singles[self.mover]
        enemies, own = self._discs(1 - self.mover), self._discs(self.mover)
        return bool(
            self.stacks[self.mover] & meaning.origin
            and self.height(meaning.origin) == meaning.height
            and not meaning.path & (enemies | own)
            and not meaning.to & own
            and meaning.captures == bool(meaning.to & enemies)
        )

    def after(self, meaning: Furl | Unfurl) -> Self:
        """The board after a legal move (`allows`), with the other player to move."""
        mine, theirs = self.mover, 1 - self.mover
        if isinstance(meaning, Furl):
            return self._passed_on(
                singles=(self.singles[mine] & ~meaning.run, self.singles[theirs]),
                stacks=(self.stacks[mine] | meaning.to, self.stacks[theirs]),
                heights=self.heights | packed_height(meaning.to, meaning.height),
            )
        emptied = packed_height(meaning.origin, HEIGHT_MASK) | packed_height(meaning.to, HEIGHT_MASK)
        return self._passed_on(
            singles=(self.singles[mine] | meaning.path | meaning.to, self.singles[theirs] & ~meaning.to),
            stacks=(self.stacks[mine] & ~meaning.origin, self.stacks[theirs] & ~meaning.to),
            heights=self.heights & ~emptied,
        )

    def _passed_on(self, *, singles: tuple[int, int], stacks: tuple[int, int], heights: int) -> Self:
        """The board with the other player to move. In each argument, the pieces of the player who moved come first."""
        if self.mover == 0:
            return type(self)(singles, stacks, heights, Seat(1))
        return type(self)((singles[1], singles[0]), (stacks[1], stacks[0]), heights, Seat(0))

    def _unfurls(self) -> list[Move]:
        enemies = self._discs(1 - self.mover)
        occupied = enemies | self._discs(self.mover)
        sowings = tables.sowing_tables()
        stacks = self.stacks[self.mover]
        moves: list[Move] = []
        while stacks:
            origin = stacks & -stacks
            stacks ^= origin
            for path, to, plain, capture in sowings[origin][self.height(origin)]:
                if path & occupied:
                    continue
                if not to & occupied:
                    moves.append(plain)
                elif to & enemies:
                    moves.append(capture)
        return moves

    def _discs(self, seat: int) -> int:
        return self.singles[seat] | self.stacks[seat]

    def _can_move(self) -> bool:
        singles = self.singles[self.mover]
        for shift in tables.half_of_the_shifts():
            if singles & singles >> shift:
                return True
        return bool(self._unfurls())
