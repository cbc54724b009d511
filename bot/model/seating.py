"""The seats of a match: its players, and the people and characters who play on for players who have left.

The seating is computed from the players, the offers, and the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.model.characters import seated
from bot.model.history import History
from bot.model.offers import TAKEOVERS, Offer, OfferKind, OfferState
from bot.model.people import Person
from rules.core import Phrase, Seat


@dataclass(frozen=True)  # no slots, because of the cached properties
class Seating:
    """The seats of a match and who has left them."""

    players: tuple[Person, ...]
    """The players who began the match, by seat."""

    substitutes: tuple[Person, ...]
    """People who play on in seats that others have left, or have asked to."""

    offers: tuple[Offer, ...]
    """All offers made so far, in order."""

    history: History

    @property
    def takeovers(self) -> tuple[Offer, ...]:
        """The offers by which others have taken over seats, in order."""
        return tuple(offer for offer in self.offers if offer.kind in TAKEOVERS and offer.state is OfferState.ACCEPTED)

    @property
    def votes(self) -> tuple[Offer, ...]:
        """The open votes on whether a character plays on for a player who has left."""
        return tuple(
            offer for offer in self.offers if offer.kind is OfferKind.STAND_IN and offer.state is OfferState.OPEN
        )

    @cached_property
    def stand_ins(self) -> Mapping[int, Person]:
        """The character or substitute who plays on for a player, by the id of that player."""
        substitutes = {person.id: person for person in self.substitutes}
        instead: dict[int, Person] = {}
        for offer in self.takeovers:
            if offer.character is not None:
                [instead[offer.leaver_id]] = seated(offer.character, 1, (*self.players, *instead.values()))
            elif offer.by_id in substitutes:  # else the substitute has left too
                instead[offer.leaver_id] = substitutes[offer.by_id]
        return instead

    @cached_property
    def seated(self) -> tuple[Person, ...]:
        """The player in each seat, or the substitute with the names of both."""
        if not self.stand_ins:
            return self.players
        return tuple(self._named_after(player) for player in self.players)

    def _named_after(self, player: Person) -> Person:
        instead = self.stand_ins.get(player.id)
        if instead is None:
            return player
        # Translators: Who plays on for somebody, as in “Lynx for Ada”, in the place of a name.
        both = Phrase("{substitute} for {player}", substitute=instead.visible_name, player=player.visible_name)
        return Person(instead.id, both)

    @cached_property
    def staying(self) -> Mapping[Seat, Person]:
        """The people who have not left, by seat: the original players, characters included, and human substitutes."""
        people: dict[Seat, Person] = {}
        for number, player in enumerate(self.players):
            seat, other = Seat(number), self.stand_ins.get(player.id)
            if not self.has_left(seat):
                people[seat] = player
            elif other is not None and not other.is_character and not self.history.has_left(seat):
                people[seat] = other
        return people

    @property
    def playing_on(self) -> tuple[Person, ...]:
        """The characters that play on for players who have left, in seats that have not retired."""
        leavers = {player.id: Seat(seat) for seat, player in enumerate(self.players)}
        return tuple(
            other
            for leaver, other in self.stand_ins.items()
            if other.is_character and not self.history.has_left(leavers[leaver])
        )

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """The seats whose players have left and no person has taken over, except seats that have retired for good."""
        left = [Seat(seat) for seat, player in enumerate(self.players) if player.id in self._leavers]
        return tuple(seat for seat in left if seat not in self.staying and not self.history.has_left(seat))

    def is_vacant(self, seat: Seat) -> bool:
        """Whether the player of a seat has left, and the others are asked whether a character plays on."""
        return any(offer.by_id == self.players[seat].id for offer in self.votes)

    def has_left(self, seat: Seat) -> bool:
        """Whether the player of a seat has left the match while the others play on."""
        return self.history.has_left(seat) or self.players[seat].id in self._leavers

    def seat_of(self, person_id: int) -> Seat | None:
        """A person's seat, their own or one they have taken over; None if they have none."""
        own = next((Seat(seat) for seat, player in enumerate(self.players) if player.id == person_id), None)
        if own is not None or not self.substitutes:
            return own
        return next((seat for seat, person in self.staying.items() if person.id == person_id), None)

    def plays_on(self, person_id: int) -> bool:
        """Whether a person still plays, in their own seat or for a player who has left."""
        return any(person.id == person_id for person in self.staying.values())

    @cached_property
    def _leavers(self) -> frozenset[int]:
        """The ids of the players who have left their seats to others, or have left while the others vote on that."""
        return frozenset(offer.leaver_id for offer in (*self.takeovers, *self.votes))
