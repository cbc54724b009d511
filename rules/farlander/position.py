"""The positions of Farlander: the campaign, plus parsing and describing moves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from rules.core import CHANCE, IllegalMove, Move, Seat, Symmetry, Turn
from rules.farlander import fen, picking, reading, reasons, refusals, tokens, words
from rules.farlander.atlas import PLACES, SECTORS, Laid
from rules.farlander.campaign import SIDES, UNITS, Campaign, Phase
from rules.voice import SpokenPosition, Voice
from rules.wording import check_seats


@dataclass(frozen=True, slots=True)
class FarlanderPosition(Campaign, SpokenPosition):
    """A position of Farlander; `rules.farlander.campaign` documents its fields and the order of its moves."""

    voice: ClassVar = Voice(
        write_fen=fen.write_fen,
        text_board=words.text_board,
        read=reading.read,
        describe=words.describe,
        reasons=reasons.reasons,
        question=picking.question,
        option=picking.option,
    )

    @property
    def turn(self) -> Turn:
        """The seat to move; `CHANCE` while it lays the map or decides who begins; None at the end."""
        if self.mover is not None:
            return self.mover
        return None if self.phase is Phase.OVER else CHANCE

    def legal_moves(self) -> tuple[Move, ...]:
        """All rolls, placements or conquests, in the order that `rules.farlander.campaign` documents."""
        if self.mover is None:
            return tuple(map(tokens.roll_token, self.rolls()))
        if self.phase is Phase.CONQUEST:
            targets = self.targets(self.mover)
            return tuple(move for target in targets for move in self.conquests_of(self.mover, target))
        names = self.atlas.names
        return tuple(Move(names[territory]) for territory in self.placements(self.mover))

    def play(self, move: Move) -> Self:
        """The position after a roll, a placement or a conquest. Raises `IllegalMove` with the rule that forbids it."""
        after = self._after_roll(move) if self.mover is None else self._after_move(self.mover, move)
        if after is None:
            raise IllegalMove(refusals.of_token(self, move))
        return after

    def kind(self, move: Move) -> str:
        """The kind of a move: tiles and placements are two kinds that are described together."""
        return words.kind(self, move)

    def describe_all(self, moves: Sequence[Move]) -> str:
        """Several tiles or placements in words: "the map is laid", "places 6 units: a1 and b2 ×5"."""
        return words.describe_all(self, moves)

    def tally(self, roll: Move) -> str:
        """The points and the targets of each side before the conquest, and which side begins it."""
        return words.tally(self, self.play(roll)) if self.phase is Phase.FIRST_TO_CONQUER else ""

    def side(self, seat: Seat) -> str:
        """Red, Blue, Green and Yellow for the seats 0 to 3."""
        return SIDES[seat]

    def choices(self, move: Move) -> tuple[str, ...]:
        """The territory; for a conquest the target, then the sources one by one: `("b2", "<a1x2", "+c3x1")`."""
        return tokens.choices(move)

    def retire(self, seat: Seat) -> Self | None:
        """The position after a seat has left: it makes no more moves, and its units stay and defend (R7).

        None in a game of two players, which ends. In a game of three or four, the game is over once one seat remains.
        """
        return self.without(seat) if len(self.held) > 2 else None

    def ahead(self, seat: Seat) -> Self | None:
        """The position with a seat to place; None after the placement, and for a seat that cannot place."""
        is_placing = self.phase is Phase.PLACEMENT and self.can_move(seat)
        return self.changed(mover=seat) if is_placing else None

    def _after_roll(self, move: str) -> Self | None:
        roll = tokens.read_roll(move)
        return None if roll is None or roll not in self.rolls() else self.after_roll(roll)

    def _after_move(self, mover: Seat, move: str) -> Self | None:
        if self.phase is Phase.PLACEMENT:
            territory = self.atlas.index.get(move)
            if territory is None or self.placement_fault(mover, territory) is not None:
                return None
            return self.after_placement(mover, territory)
        conquest = tokens.read_conquest(self.atlas, move)
        if conquest is None or self.conquest_fault(mover, conquest) is not None:
            return None
        return self.after_conquest(mover, conquest)


@dataclass(frozen=True, slots=True)
class GarrisonPosition(FarlanderPosition):
    """A position of Farlander with garrisons, which help to defend and make their territories count double."""

    @property
    def garrisons(self) -> int:
        """The mask of the territories whose garrison counts: all that have one."""
        return self.atlas.garrisons


def start(rules: type[FarlanderPosition], seats: int) -> FarlanderPosition:
    """The first position, before the first tile is laid. Raises ValueError unless `seats` is 2, 3 or 4."""
    check_seats("Farlander", seats, tuple(UNITS))
    return rules.beginning(seats)


def from_fen(rules: type[FarlanderPosition], text: str) -> FarlanderPosition:
    """The position that `FarlanderPosition.fen` wrote. Raises ValueError, saying what is wrong, for anything else."""
    return fen.read_fen(rules, text)


def _with_seats_shifted(position: FarlanderPosition) -> FarlanderPosition:
    """The image in which each seat takes the place of the seat before it."""

    def shifted(by_seat: tuple[int, ...]) -> tuple[int, ...]:
        return (*by_seat[-1:], *by_seat[:-1])

    return replace(
        position,
        held=shifted(position.held),
        left=shifted(position.left),
        gone=frozenset(_next_seat(position, seat) for seat in position.gone),
        mover=None if position.mover is None else _next_seat(position, position.mover),
    )


def _with_the_next_colour(position: FarlanderPosition, move: Move) -> Move:
    roll = tokens.read_roll(move)
    return tokens.roll_token(_next_seat(position, roll)) if isinstance(roll, int) else move


def _next_seat(position: FarlanderPosition, seat: Seat) -> Seat:
    return Seat((seat + 1) % len(position.held))


def _rotated(position: FarlanderPosition) -> FarlanderPosition | None:
    """The image on the map turned clockwise by a sixth.

    None until the map is complete, because tiles are laid in a fixed order.
    """
    if len(position.laid) < len(PLACES):
        return None
    middle, *ring = (Laid(tile, (turn + 1) % SECTORS) for tile, turn in position.laid)
    image = replace(position, laid=(middle, ring[-1], *ring[:-1]))
    target = [image.atlas.index[_rotated_names(name)] for name in position.atlas.names]
    units = dict(zip(target, position.units, strict=True))
    held = (sum(1 << target[at] for at in range(len(target)) if mask >> at & 1) for mask in position.held)
    return replace(image, units=tuple(units[at] for at in range(len(target))), held=tuple(held))


def _rotated_move(_position: FarlanderPosition, move: Move) -> Move:
    target, arrow, sources = _rotated_names(move).partition("<") if tokens.read_roll(move) is None else (move, "", "")
    return Move(target + arrow + "+".join(sorted(sources.split("+"))))


def _rotated_names(text: str) -> str:
    """The text with its territories renamed as on the turned map: `b2` becomes `c2`, `g1` becomes `b1`."""
    return re.sub(r"[b-g](?=[1-4])", lambda place: PLACES[PLACES.index(place[0]) % SECTORS + 1], text)


SYMMETRIES: Final = (Symmetry(_with_seats_shifted, _with_the_next_colour, shift=1), Symmetry(_rotated, _rotated_move))
"""The symmetries: move every player up by one seat; turn the map by a sixth."""
