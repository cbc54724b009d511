"""The rules of Farlander: turns, legal moves, their effects, and the end of the game.

Order of the legal moves: tiles by number, then by turn; rolls of who begins by seat; placements by territory;
conquests alphabetically by token, that is by target, then by source.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from types import EllipsisType as Same
from typing import Final, NamedTuple, Self

from rules.core import IllegalMove, Move, Outcome, Phrase, Seat
from rules.farlander.atlas import PLACES, SECTORS, Atlas, Laid, atlas, tiles

SIDES: Final = (Phrase("Red"), Phrase("Blue"), Phrase("Green"), Phrase("Yellow"))
UNITS: Final = {2: 36, 3: 24, 4: 18}
"""The number of units of each player, by the number of players."""
MOST_UNITS: Final = 5
"""The most units that a territory may hold, and therefore the most that may move into one."""

_NOBODY_CAN_CONQUER: Final = Phrase("nobody can conquer any more")
_OTHERS_LEFT: Final = Phrase("all the others have left")
_MIXES_KEPT: Final = 1024
"""The size of the cache of `_mixes`: the same few sources can move into several targets, move after move."""


class Phase(Enum):
    """The phases of a game, in order. In `MAP`, `FIRST_TO_PLACE` and `FIRST_TO_CONQUER` chance is to move."""

    MAP = "map"
    FIRST_TO_PLACE = "first to place"
    PLACEMENT = "placement"
    FIRST_TO_CONQUER = "first to conquer"
    CONQUEST = "conquest"
    OVER = "over"


class Fault(Enum):
    """Why a placement or a conquest is against the rules."""

    ENEMY = "an enemy holds the territory"
    FULL = "the territory holds as many units as it may"
    OWN = "the target is the player's own"
    UNOCCUPIED = "nobody holds the target"
    NO_BORDER = "no territory of the player borders the target"
    TOO_STRONG = "the attack is not stronger than the defence"
    NOBODY_FREE = "every bordering territory of the player holds a single unit"
    NOT_YOURS = "a source is not the player's"
    NOT_BORDERING = "a source does not border the target"
    EMPTIED = "a source would be emptied"
    TOO_MANY = "more units would move in than a territory may hold"


class Source(NamedTuple):
    """Units that move into a conquered territory: the territory that they leave, and their number."""

    territory: int
    units: int


class Conquest(NamedTuple):
    """A conquest: the target, and the units that move in, ordered by the territories that they leave."""

    target: int
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Campaign:
    """The state of a game: the map, the units on it, the units left to place, and the player to move.

    `laid` has the tiles by place. `units[i]` is the number of units in territory i of the atlas, and `held[seat]` is
    the mask of the territories that a seat holds. `left[seat]` is the number of units that a seat has yet to place: 0
    after the placement, and for seats that have left, which are `gone`. `mover` is the seat to move; None if chance is
    to move, or at the end.
    """

    laid: tuple[Laid, ...]
    units: tuple[int, ...]
    held: tuple[int, ...]
    left: tuple[int, ...]
    gone: frozenset[Seat]
    phase: Phase
    mover: Seat | None

    @property
    def longest(self) -> int | None:
        """The most conquests until the end; None before the conquest, while chance still decides who begins.

        Each destroys at least one unit and leaves no territory empty, so units that keep none occupied limit them.
        """
        if self.phase not in (Phase.CONQUEST, Phase.OVER):
            return None
        return 0 if self.phase is Phase.OVER else sum(max(0, units - 1) for units in self.units)

    @classmethod
    def beginning(cls, seats: int) -> Self:
        """The campaign before the first tile is laid."""
        return cls((), (), (0,) * seats, (UNITS[seats],) * seats, frozenset(), Phase.MAP, None)

    def changed(
        self,
        *,
        units: tuple[int, ...] | Same = ...,
        held: tuple[int, ...] | Same = ...,
        left: tuple[int, ...] | Same = ...,
        phase: Phase | Same = ...,
        mover: Seat | Same | None = ...,
    ) -> Self:
        """A copy with some fields replaced: twice as fast as `dataclasses.replace`, because every move needs it."""
        return type(self)(
            self.laid,
            self.units if units is ... else units,
            self.held if held is ... else held,
            self.left if left is ... else left,
            self.gone,
            self.phase if phase is ... else phase,
            self.mover if mover is ... else mover,
        )

    @property
    def atlas(self) -> Atlas:
        """The part of the map that is laid."""
        return atlas(self.laid)

    @property
    def garrisons(self) -> int:
        """The mask of the territories whose garrison counts: empty without the garrison rules."""
        return 0

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, including those that have left."""
        return tuple(map(Seat, range(len(self.held))))

    @property
    def staying(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in self.seats if seat not in self.gone)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat: one per territory, and one more for each garrison that counts."""
        return tuple(held.bit_count() + (held & self.garrisons).bit_count() for held in self.held)

    def holder(self, territory: int) -> Seat | None:
        """The seat that holds a territory; None if it is unoccupied."""
        for seat, held in enumerate(self.held):
            if held >> territory & 1:
                return Seat(seat)
        return None

    def defence(self, territory: int) -> int:
        """The strength that an attack must exceed: the units of a territory, plus one if its garrison counts."""
        return self.units[territory] + (self.garrisons >> territory & 1)

    def strength(self, seat: Seat, target: int) -> int:
        """The strength of an attack: all units of the seat in territories that border the target."""
        return sum(self.units[near] for near in self.near(seat, target))

    def near(self, seat: Seat, target: int) -> tuple[int, ...]:
        """The territories of a seat that border the target, in order."""
        held = self.held[seat]
        return tuple(near for near in self.atlas.borders[target] if held >> near & 1)

    # --- legal moves --------------------------------------------------------------------------------------------------

    def rolls(self) -> tuple[Laid, ...] | tuple[Seat, ...]:
        """The possible rolls, in order; empty unless chance is to move."""
        if self.phase is Phase.MAP:
            used = {laid.tile for laid in self.laid}
            return tuple(Laid(tile, turn) for tile in tiles() if tile not in used for turn in range(SECTORS))
        return self.staying if self.phase in (Phase.FIRST_TO_PLACE, Phase.FIRST_TO_CONQUER) else ()

    def placements(self, seat: Seat) -> Iterator[int]:
        """The territories where a seat may place a unit: unoccupied ones, and its own that are not full (Placement)."""
        others = sum(held for other, held in enumerate(self.held) if other != seat)
        for territory, units in enumerate(self.units):
            if units < MOST_UNITS and not others >> territory & 1:
                yield territory

    def targets(self, seat: Seat) -> Iterator[int]:
        """The territories that a seat can conquer: held by an enemy, and weaker than the attack (R5, R6)."""
        borders, units, held, garrisons = self.atlas.borders, self.units, self.held[seat], self.garrisons
        for target, defenders in enumerate(units):
            if defenders and not held >> target & 1:
                there = [units[near] for near in borders[target] if held >> near & 1]
                if _attack_fault(defenders + (garrisons >> target & 1), there) is None:
                    yield target

    def conquests_of(self, seat: Seat, target: int) -> list[Move]:
        """The tokens of all conquests of one of a seat's `targets`: any mix of sources sends 1 to 5 units in all."""
        names = self.atlas.names
        spare = ((names[source], self.units[source] - 1) for source in self.near(seat, target))
        begin = f"{names[target]}<"
        sources = tuple(source for source in spare if source[1])
        return [Move(begin + mix) for mix in _mixes(sources, MOST_UNITS)]

    def can_move(self, seat: Seat) -> bool:
        """Whether a seat has not left and can place a unit or, after the placement, conquer a territory."""
        if seat in self.gone:
            return False
        if self.phase is Phase.PLACEMENT:
            return self.left[seat] > 0 and any(True for _ in self.placements(seat))
        return any(True for _ in self.targets(seat))

    def placement_fault(self, seat: Seat, territory: int) -> Fault | None:
        """Why a seat may not place a unit in a territory, or None if it may."""
        if self.holder(territory) not in (seat, None):
            return Fault.ENEMY
        return Fault.FULL if self.units[territory] >= MOST_UNITS else None

    def conquest_fault(self, seat: Seat, conquest: Conquest) -> Fault | None:
        """Why a seat may not make a conquest or, without sources, why it cannot conquer the target; None if it may."""
        target, sources = conquest
        if not self.units[target]:
            return Fault.UNOCCUPIED
        if self.held[seat] >> target & 1:
            return Fault.OWN
        fault = _attack_fault(self.defence(target), [self.units[near] for near in self.near(seat, target)])
        if fault is not None:
            return fault
        faults = (self.source_fault(seat, target, source) for source in sources)
        fault = next(filter(None, faults), None)
        crowded = sum(source.units for source in sources) > MOST_UNITS
        return Fault.TOO_MANY if fault is None and crowded else fault

    def source_fault(self, seat: Seat, target: int, source: Source) -> Fault | None:
        """Why these units may not move into the target, or None if they may."""
        if not self.held[seat] >> source.territory & 1:
            return Fault.NOT_YOURS
        if source.territory not in self.atlas.borders[target]:
            return Fault.NOT_BORDERING
        return Fault.EMPTIED if source.units >= self.units[source.territory] else None

    # --- effects of moves ---------------------------------------------------------------------------------------------

    def after_roll(self, roll: Laid | Seat) -> Self:
        """The campaign after chance has laid a tile or chosen the seat that begins."""
        if isinstance(roll, Laid):
            laid = (*self.laid, roll)
            units = (0,) * len(atlas(laid).names)
            phase = Phase.FIRST_TO_PLACE if len(laid) == len(PLACES) else Phase.MAP
            return replace(self, laid=laid, units=units, phase=phase)
        if self.phase is Phase.FIRST_TO_PLACE:
            return self.changed(phase=Phase.PLACEMENT, mover=roll)
        return self.changed(phase=Phase.CONQUEST)._passed_to(roll)

    def after_placement(self, seat: Seat, territory: int) -> Self:
        """The campaign after a seat has placed a unit."""
        units, held, left = list(self.units), list(self.held), list(self.left)
        units[territory] += 1
        held[seat] |= 1 << territory
        left[seat] -= 1
        after = self.changed(units=tuple(units), held=tuple(held), left=tuple(left))
        return after._passed_to(seat + 1)

    def after_conquest(self, seat: Seat, conquest: Conquest) -> Self:
        """The campaign after a conquest: the defending units leave the game, and the attackers move in."""
        units, bit = list(self.units), 1 << conquest.target
        for source in conquest.sources:
            units[source.territory] -= source.units
        units[conquest.target] = sum(source.units for source in conquest.sources)
        held = tuple(held | bit if other == seat else held & ~bit for other, held in enumerate(self.held))
        return self.changed(units=tuple(units), held=held)._passed_to(seat + 1)

    def without(self, seat: Seat) -> Self:
        """The campaign after a seat has left: its units stay and defend; if only one seat remains, the game ends (R7).

        Raises `IllegalMove` for a seat that does not exist.
        """
        if seat not in self.seats:
            raise IllegalMove(f"There is no seat {seat} at a table of {len(self.held)}.")
        if self.phase is Phase.OVER or seat in self.gone:
            return self
        left = tuple(0 if other == seat else units for other, units in enumerate(self.left))
        after = replace(self, left=left, gone=self.gone | {seat})
        if len(after.staying) < 2:
            return after._ended()
        return after._passed_to(seat) if seat == self.mover else after

    def outcome(self) -> Outcome | None:
        """The outcome: most points win, equal points share a place, and seats that have left come last (R7)."""
        if self.phase is not Phase.OVER:
            return None
        ranks = [(seat in self.gone, -points) for seat, points in enumerate(self.points)]
        places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
        reason = _NOBODY_CAN_CONQUER if len(self.staying) > 1 else _OTHERS_LEFT
        return Outcome(places, reason, self.points)

    def _passed_to(self, first: int) -> Self:
        """The campaign with the next seat able to move, from `first` on; the phase ends if there is none (R4, R5)."""
        order = (Seat((first + step) % len(self.held)) for step in range(len(self.held)))
        mover = next((seat for seat in order if self.can_move(seat)), None)
        if mover is not None:
            return self.changed(mover=mover)
        if self.phase is Phase.CONQUEST:
            return self._ended()
        return self.changed(phase=Phase.FIRST_TO_CONQUER, mover=None, left=(0,) * len(self.left))

    def _ended(self) -> Self:
        return self.changed(phase=Phase.OVER, mover=None, left=(0,) * len(self.left))


def _attack_fault(defence: int, there: Sequence[int]) -> Fault | None:
    """Why an attack from territories with the numbers of units `there` would fail, or None if it succeeds."""
    if not there:
        return Fault.NO_BORDER
    if sum(there) <= defence:
        return Fault.TOO_STRONG
    return Fault.NOBODY_FREE if max(there) == 1 else None


@lru_cache(maxsize=_MIXES_KEPT)
def _mixes(sources: tuple[tuple[str, int], ...], room: int) -> tuple[str, ...]:
    """All ways to send 1 to `room` units in all from sources, in alphabetical order.

    A source is a territory's name and the number of units that it can spare.
    """
    found: list[str] = []
    for at, (name, spare) in enumerate(sources):
        for units in range(1, min(spare, room) + 1):
            mix = f"{name}x{units}"
            found.append(mix)
            if units < room:
                found += [f"{mix}+{rest}" for rest in _mixes(sources[at + 1 :], room - units)]
    return tuple(found)
