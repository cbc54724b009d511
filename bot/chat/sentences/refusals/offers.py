"""Offers, and what they are about: draws, takebacks, more time, rematches."""

from typing import Final

from bot.chat.sentences import names, offers
from bot.chat.sentences.refusals.sentence import sentence
from bot.model.match import Match, State
from bot.model.offer import Offer, OfferKind, OfferState
from bot.model.offers.conditions import asked
from bot.model.person import Person
from bot.model.refusals.offers import (
    AgreedAlready,
    HandoverForTwo,
    NoClock,
    NoMoreTime,
    NoRematchYet,
    NothingToRepeat,
    NothingToTakeBack,
    OfferClosed,
    OfferedAlready,
    OfferedThisTurn,
    OfferForOthers,
    PlayerForgotten,
    PlaysAlready,
    RefusedBefore,
    SeatNotFree,
    SeatRefused,
    TakebackBlocked,
)
from rules.wording import plural

_GONE: Final = "one of the players asked Furlong to forget them"


@sentence.register
def _(error: OfferedAlready) -> str:
    match, offer = error.match, error.offer
    waits = offers.waited_for(match, offer)
    if offer.by_id == error.person.id:
        return f"You have asked for {offers.offer_name(offer.kind)} in match #{match.id} already: it waits for {waits}."
    by = offers.offered_by(match, offer)
    return (
        f"In match #{match.id} {by} waits for an answer about {offers.offer_name(offer.kind)} already, and only one such "
        "question can be open at a time. Answer it first: `/board` shows it with its buttons."
    )


@sentence.register
def _(error: RefusedBefore) -> str:
    match, offer = error.match, error.offer
    if offer.kind is OfferKind.REMATCH:
        return (
            f"Your offer of a rematch of match #{match.id} was declined, so you cannot make it again; the others still "
            "can. `/play` starts a new match whenever you like."
        )
    return (
        f"You have asked for {offers.offer_name(offer.kind)} in match #{match.id}, and it was declined. You can ask "
        "again after your next move."
    )


@sentence.register
def _(error: OfferedThisTurn) -> str:
    what = offers.offer_name(error.offer.kind)
    return f"You have asked for {what} in match #{error.match.id} this turn already. You can ask again next turn."


@sentence.register
def _(error: OfferClosed) -> str:
    match, offer = error.match, error.offer
    if offer is None:
        return f"There is no such offer in match #{match.id}. `/board` shows what is offered now."
    if offer.rematch is not None:
        there = offers.linked_rematch(offer.rematch)
        return f"The rematch of match #{match.id} has begun: it is {there}. `/board` shows it."
    if offer.kind is OfferKind.REMATCH and offer.state is OfferState.OVERTAKEN:
        return f"A rematch of match #{match.id} is not possible any more: {_GONE}."
    became = {
        OfferState.ACCEPTED: "has been accepted already",
        OfferState.REFUSED: "has been declined",
        OfferState.OVERTAKEN: "is no longer open: the match has moved on since",
    }[offer.state]
    return f"The request of {offers.offered_by(match, offer)} for {offers.offer_name(offer.kind)} in match #{match.id} {became}."


@sentence.register
def _(error: OfferForOthers) -> str:
    answering = names.names(asked(error.match, error.offer))
    return f"{_not_yours(error.match, error.offer, error.person)}: only {answering} can answer it."


def _not_yours(match: Match, offer: Offer, person: Person) -> str:
    by = "You have" if person.id == offer.by_id else f"{offers.offered_by(match, offer)} has"
    return f"{by} asked for {offers.offer_name(offer.kind)} in match #{match.id}"


@sentence.register
def _(error: AgreedAlready) -> str:
    waits = offers.waited_for(error.match, error.offer)
    return f"You have agreed to that already in match #{error.match.id}: it waits for {waits} now."


@sentence.register
def _(error: HandoverForTwo) -> str:
    return (
        f"Only a match between two people can be handed over to a character, and match #{error.match.id} is none. "
        "`/resign` leaves it."
    )


@sentence.register
def _(error: SeatNotFree) -> str:
    return f"There is no such seat to take in match #{error.match.id}: nobody has left it, or somebody plays on there."


@sentence.register
def _(error: PlaysAlready) -> str:
    return f"You have a seat of your own in match #{error.match.id}. One that another has left is for somebody who does not play."


@sentence.register
def _(error: SeatRefused) -> str:
    return f"Those who play match #{error.match.id} have declined that you take a seat, so you cannot ask again."


@sentence.register
def _(error: NothingToTakeBack) -> str:
    return f"You have not chosen a move in match #{error.match.id} yet, so there is nothing to take back."


@sentence.register
def _(error: TakebackBlocked) -> str:
    if error.leaver is None:
        why = "chance has decided something since you chose it, and what it has decided stays"
    else:
        why = f"**{names.name(error.leaver)}** has left the match since you chose it"
    return f"Your move in match #{error.match.id} cannot be taken back: {why}."


@sentence.register
def _(error: NoClock) -> str:
    return f"Match #{error.match.id} has no time limit: everybody may take as long as they like."


@sentence.register
def _(error: NoMoreTime) -> str:
    return (
        f"This move in match #{error.match.id} has been given {plural(error.most, 'more day')} already, and that is the most "
        "a move can get. You can ask again for the next one."
    )


@sentence.register
def _(error: NoRematchYet) -> str:
    if error.match.state is State.CALLED_OFF:
        return f"Match #{error.match.id} was called off, so there is nothing to play again. `/play` starts a new match."
    return f"Match #{error.match.id} is not over yet. You can offer a rematch once it is."


@sentence.register
def _(error: PlayerForgotten) -> str:
    return f"There can be no rematch of match #{error.match.id}: {_GONE}. `/play` starts a new match whenever you like."


@sentence.register
def _(_error: NothingToRepeat) -> str:
    return "You have no finished match here yet. `/play` begins one."
