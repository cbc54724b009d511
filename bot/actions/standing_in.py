"""Nobody is left waiting: characters who play on for somebody who has left a table, or who hands a match of two over.

Who leaves a table of three or four leaves at once; the others are asked for a day whether a character plays on. If one
of them does not agree, or nobody is left to ask, the seat retires. Functions over a `MatchChange`.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.actions.change import MatchChange
from bot.actions.entering import end_if_deserted, enter
from bot.model.characters import BADGER
from bot.model.history import Cause
from bot.model.match import Ending, State
from bot.model.notice import Notice
from bot.model.offer import Offer, OfferKind, OfferState
from bot.model.offers.conditions import asked, awaited
from bot.model.plans.plan import Plan
from bot.model.stand_ins import stand_ins, votes
from rules.core import Seat
from rules.record import retirement

TIME_TO_ANSWER: Final = timedelta(days=1)
STAND_IN: Final = BADGER
"""Who plays on for somebody who has left: neither easy prey for the others nor their doom."""

_ENDINGS: Final = {None: Ending.RESIGNED, Cause.TIME: Ending.TIME, Cause.REMOVED: Ending.REMOVED}
"""How a match ends that the last person has left, by the cause of that."""

_FEWEST: Final = 2
"""Those who stay where it is asked at all: with one alone the match is over."""


def leave(change: MatchChange, seat: Seat, cause: Cause | None = None) -> None:
    """Let the player of a seat leave a running match that can go on without them."""
    match = change.match
    stay = [other for other in range(match.seats) if other != seat and not match.has_left(Seat(other))]
    if len(stay) < _FEWEST or all(match.players[other].is_character for other in stay):
        retire(change, seat, cause)
    else:
        _ask(change, seat, cause)


def take_over(change: MatchChange, offer: Offer) -> None:
    """Let a character play for whoever made an offer that everybody has agreed to."""
    match = change.match
    change.set_offer(replace(offer, state=OfferState.ACCEPTED, ply=match.ply, due_at=None))
    change.remember(stand_ins(match.players, change.match.offers)[offer.by_id])
    change.set_plan(Plan(offer.by_id))
    if offer.kind is OfferKind.HANDOVER:
        change.update(terms=replace(match.terms, is_rated=False))
    if match.position.turn == match.seat_of(offer.by_id):
        change.start_clock(change.match.to_move)
    change.update(changed_at=change.now)
    change.announce(is_new_message=False)


def retire(change: MatchChange, seat: Seat, cause: Cause | None = None) -> None:
    """Let a seat retire for good, with all that follows from it for other seats whose players have left."""
    enter(change, seat, retirement(seat), cause)
    end_if_deserted(change, _ENDINGS[cause], seat)
    _settle(change)


def close(change: MatchChange, offer: Offer) -> None:
    """Let a seat retire, as not all agree that a character plays on."""
    seat = change.match.seat_of(offer.by_id)
    assert seat is not None, "whoever has left has a seat"
    change.set_offer(replace(offer, state=OfferState.REFUSED, due_at=None))
    retire(change, seat, offer.cause)


def close_votes(change: MatchChange) -> bool:
    """Let seats retire for which nobody has agreed on a character in time; tells whether there were any."""
    due = [offer for offer in votes(change.match.offers) if offer.due_at is not None and offer.due_at <= change.now]
    for offer in due:
        if offer in votes(change.match.offers):
            close(change, offer)
    return bool(due)


def _ask(change: MatchChange, seat: Seat, cause: Cause | None) -> None:
    match = change.match
    leaver = match.players[seat]
    change.overtake_offers(lambda offer: offer.kind is not OfferKind.STAND_IN)
    willing = tuple(player.id for player in match.players if player.is_character)
    offer = Offer(0, OfferKind.STAND_IN, leaver.id, OfferState.OPEN, willing, match.ply, None)
    offer = replace(offer, character=STAND_IN, cause=cause, due_at=change.now + TIME_TO_ANSWER)
    change.update(offers=(*change.match.offers, offer))
    change.set_plan(Plan(leaver.id))
    if match.position.turn == seat:
        change.start_clock(None)
    for person in awaited(change.match, offer):
        change.notify(person.id, Notice.OFFER)
    change.announce(is_new_message=False)
    _settle(change)


def _settle(change: MatchChange) -> None:
    """Do what is clear since somebody has left: all who are still asked may have agreed, or nobody be left to ask."""
    for offer in votes(change.match.offers):
        if change.match.state is not State.RUNNING:
            return
        if all(person.is_character for person in asked(change.match, offer)):
            close(change, offer)
            return
        if not awaited(change.match, offer):
            take_over(change, offer)
