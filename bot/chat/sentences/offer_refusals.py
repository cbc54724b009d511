"""The part of the table of `bot.chat.sentences.errors` that is about offers."""

from collections.abc import Callable
from typing import Any, Final

from bot.chat.sentences import names, offers
from bot.model.match import Match, State
from bot.model.offers.conditions import asked
from bot.model.offers.offer import Offer, OfferKind, OfferState
from bot.model.person import Person
from bot.model.refusals import (
    AgreedAlready,
    NoClock,
    NoMoreTime,
    NoRematchYet,
    NothingToRepeat,
    NothingToTakeBack,
    OfferClosed,
    OfferedAlready,
    OfferForOthers,
    PlayerForgotten,
    RefusedBefore,
    TakebackBlocked,
)
from rules.wording import plural

_GONE: Final = "somebody who played it has had Furlong forget them"


def _offered_already(error: OfferedAlready) -> str:
    match, offer = error.match, error.offer
    waits = offers.waited_for(match, offer)
    if offer.by_id == error.person.id:
        return f"You have asked for {offers.offer_name(offer.kind)} in match #{match.id} already: it waits for {waits}."
    by = _by(match, offer)
    return (
        f"In match #{match.id} {by} waits for an answer about {offers.offer_name(offer.kind)} already, and only one such "
        "question can be open at a time. Answer it first: `/board` shows it with its buttons."
    )


def _by(match: Match, offer: Offer) -> str:
    return names.names(player for player in match.players if player.id == offer.by_id)


def _refused_before(error: RefusedBefore) -> str:
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


def _offer_closed(error: OfferClosed) -> str:
    match, offer = error.match, error.offer
    if offer is None:
        return f"There is no such offer in match #{match.id}. `/board` shows what is offered now."
    if offer.rematch is not None:
        there = offers.linked_rematch(offer.rematch)
        return f"The rematch of match #{match.id} has begun: it is {there}. `/board` shows it."
    if offer.kind is OfferKind.REMATCH and offer.state is OfferState.OVERTAKEN:
        return f"A rematch of match #{match.id} is not possible any more, for {_GONE}."
    became = {
        OfferState.ACCEPTED: "has been accepted already",
        OfferState.REFUSED: "has been declined",
        OfferState.OVERTAKEN: "is no longer open: the match has moved on since",
    }[offer.state]
    return f"The request of {_by(match, offer)} for {offers.offer_name(offer.kind)} in match #{match.id} {became}."


def _offer_for_others(error: OfferForOthers) -> str:
    answering = names.names(asked(error.match, error.offer))
    return f"{_not_yours(error.match, error.offer, error.person)}: only {answering} can answer it."


def _not_yours(match: Match, offer: Offer, person: Person) -> str:
    by = "You have" if person.id == offer.by_id else f"{_by(match, offer)} has"
    return f"{by} asked for {offers.offer_name(offer.kind)} in match #{match.id}"


def _agreed_already(error: AgreedAlready) -> str:
    waits = offers.waited_for(error.match, error.offer)
    return f"You have agreed to that already in match #{error.match.id}: it waits for {waits} now."


def _nothing_to_take_back(error: NothingToTakeBack) -> str:
    return f"You have not decided anything in match #{error.match.id} yet, so there is nothing to take back."


def _takeback_blocked(error: TakebackBlocked) -> str:
    if error.leaver is None:
        why = "chance has decided something since your last decision, and dice that were seen cannot be rolled again"
    else:
        why = f"**{names.name(error.leaver)}** has left the match since your last decision"
    return f"Your move in match #{error.match.id} cannot be taken back: {why}."


def _no_clock(error: NoClock) -> str:
    return f"Match #{error.match.id} has no time limit: everybody may take as long as they like."


def _no_more_time(error: NoMoreTime) -> str:
    return (
        f"{plural(error.most, 'day')} more have been given for this move in match #{error.match.id}, which is the most one "
        "may be given. After the next move there can be more."
    )


def _no_rematch_yet(error: NoRematchYet) -> str:
    if error.match.state is State.CALLED_OFF:
        return f"Match #{error.match.id} was called off, so there is nothing to play again. `/play` starts a new match."
    return f"Match #{error.match.id} is not over yet: there can be a rematch after its end."


def _player_forgotten(error: PlayerForgotten) -> str:
    return (
        f"There can be no rematch of match #{error.match.id}, for {_GONE}. `/play` starts a new match whenever you "
        "like."
    )


def _nothing_to_repeat(_error: NothingToRepeat) -> str:
    return "You have no finished match here yet. `/play` challenges somebody or opens a table."


OFFER_SENTENCES: Final[tuple[tuple[type[BaseException], Callable[[Any], str]], ...]] = (
    (OfferedAlready, _offered_already),
    (RefusedBefore, _refused_before),
    (OfferClosed, _offer_closed),
    (OfferForOthers, _offer_for_others),
    (AgreedAlready, _agreed_already),
    (NothingToTakeBack, _nothing_to_take_back),
    (TakebackBlocked, _takeback_blocked),
    (NoClock, _no_clock),
    (NoMoreTime, _no_more_time),
    (NoRematchYet, _no_rematch_yet),
    (PlayerForgotten, _player_forgotten),
    (NothingToRepeat, _nothing_to_repeat),
)
