"""Seats whose players have left them to others, or are about to: what follows from what was offered."""

from collections.abc import Iterable, Mapping, Sequence

from bot.model.characters import seated
from bot.model.offer import TAKEOVERS, Offer, OfferKind, OfferState
from bot.model.person import Person


def who_plays(
    players: Sequence[Person], offers: Iterable[Offer], substitutes: Sequence[Person] = ()
) -> tuple[Person, ...]:
    """By seat: the player, or the character or the one of the `substitutes` who plays on for them."""
    instead = stand_ins(players, offers, substitutes)
    return tuple(
        Person(instead[player.id].id, f"{instead[player.id].name} for {player.name}")
        if player.id in instead
        else player
        for player in players
    )


def stand_ins(
    players: Sequence[Person], offers: Iterable[Offer], substitutes: Sequence[Person] = ()
) -> Mapping[int, Person]:
    """By the id of a player: the character, or the one of the `substitutes`, who plays on for them."""
    known = {person.id: person for person in substitutes}
    instead: dict[int, Person] = {}
    for offer in takeovers(offers):
        if offer.character is not None:
            [instead[offer.leaver_id]] = seated(offer.character, 1, (*players, *instead.values()))
        elif offer.by_id in known:  # else they have left in their turn
            instead[offer.leaver_id] = known[offer.by_id]
    return instead


def takeovers(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """The offers by which others have taken seats over, in order."""
    return tuple(offer for offer in offers if offer.kind in TAKEOVERS and offer.state is OfferState.ACCEPTED)


def votes(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """The open questions whether a character plays on for somebody who has left."""
    return tuple(offer for offer in offers if offer.kind is OfferKind.STAND_IN and offer.state is OfferState.OPEN)


def leavers(offers: Sequence[Offer]) -> frozenset[int]:
    """The ids of those who have left their seats to others, or have left while that is asked."""
    return frozenset(offer.leaver_id for offer in (*takeovers(offers), *votes(offers)))
