"""Who sits where in a match: its players, and those who play on in seats that were left to them.

It follows from the players, from what was offered, and from the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.model.characters import seated
from bot.model.history import History
from bot.model.offers import TAKEOVERS, Offer, OfferKind, OfferState
from bot.model.people import Person
from rules.core import Seat


@dataclass(frozen=True)  # without slots, because what is asked for often is cached
class Seating:
    """The seats of a match and who has left them."""

    players: tuple[Person, ...]
    """By seat: the players who began the match."""

    substitutes: tuple[Person, ...]
    """People who play on in seats that others have left, or have asked to."""

    offers: tuple[Offer, ...]
    """What was offered so far, in order."""

    history: History

    @property
    def takeovers(self) -> tuple[Offer, ...]:
        """The offers by which others have taken seats over, in order."""
        return tuple(offer for offer in self.offers if offer.kind in TAKEOVERS and offer.state is OfferState.ACCEPTED)

    @property
    def votes(self) -> tuple[Offer, ...]:
        """The open questions whether a character plays on for a player who has left."""
        return tuple(
            offer for offer in self.offers if offer.kind is OfferKind.STAND_IN and offer.state is OfferState.OPEN
        )

    @cached_property
    def stand_ins(self) -> Mapping[int, Person]:
        """By the id of a player: the character, or the one of the substitutes, who plays on for them."""
        known = {person.id: person for person in self.substitutes}
        instead: dict[int, Person] = {}
        for offer in self.takeovers:
            if offer.character is not None:
                [instead[offer.leaver_id]] = seated(offer.character, 1, (*self.players, *instead.values()))
            elif offer.by_id in known:  # else they have left in their turn
                instead[offer.leaver_id] = known[offer.by_id]
        return instead

    @cached_property
    def seated(self) -> tuple[Person, ...]:
        """The player in each seat, or the substitute with the names of both."""
        if not self.stand_ins:
            return self.players
        return tuple(self._named_after(player) for player in self.players)

    def _named_after(self, player: Person) -> Person:
        instead = self.stand_ins.get(player.id)
        return player if instead is None else Person(instead.id, f"{instead.name} for {player.name}")

    @cached_property
    def staying(self) -> Mapping[Seat, Person]:
        """Who has not left: by seat, the players, characters from the start among them, and people who play on for others."""
        found: dict[Seat, Person] = {}
        for number, player in enumerate(self.players):
            seat, other = Seat(number), self.stand_ins.get(player.id)
            if not self.has_left(seat):
                found[seat] = player
            elif other is not None and not other.is_character and not self.history.has_left(seat):
                found[seat] = other
        return found

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """The seats whose players have left and in which no person plays on, without those that have retired for good."""
        left = [Seat(seat) for seat, player in enumerate(self.players) if player.id in self._leavers]
        return tuple(seat for seat in left if seat not in self.staying and not self.history.has_left(seat))

    def is_vacant(self, seat: Seat) -> bool:
        """Whether the player of a seat has left, and the others are asked whether a character plays on."""
        return any(offer.by_id == self.players[seat].id for offer in self.votes)

    def has_left(self, seat: Seat) -> bool:
        """Whether the player of a seat has left the match while the others play on."""
        return self.history.has_left(seat) or self.players[seat].id in self._leavers

    def seat_of(self, person_id: int) -> Seat | None:
        """The seat of a person, their own or one that they have taken over; None if they have none."""
        own = next((Seat(seat) for seat, player in enumerate(self.players) if player.id == person_id), None)
        if own is not None or not self.substitutes:
            return own
        return next((seat for seat, person in self.staying.items() if person.id == person_id), None)

    def plays_on(self, person_id: int) -> bool:
        """Whether a person still plays, in their own seat or in that of a player who has left."""
        return any(person.id == person_id for person in self.staying.values())

    @cached_property
    def _leavers(self) -> frozenset[int]:
        """The ids of those who have left their seats to others, or have left while that is asked."""
        return frozenset(offer.leaver_id for offer in (*self.takeovers, *self.votes))
