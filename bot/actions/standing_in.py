"""Playing on for a player who has left a match of three or four, or who hands over a match of two.

A player who leaves a match of three or four leaves at once; the others are asked for a day whether a character plays
on. If one of them does not agree, or nobody is left to ask, the seat retires. Meanwhile, and while a character plays
there, another person may ask to take the seat, to which all who stay must agree. These are functions over a
`MatchChange`.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.actions.change import MatchChange, end_if_deserted, enter
from bot.model.challenges import check_willing
from bot.model.history import Cause
from bot.model.jobs import Notice
from bot.model.match import State
from bot.model.offer_rules import asked, awaited, check_may_replace
from bot.model.offers import OFFER_LASTS, Offer, OfferKind, OfferState
from bot.model.people import Person
from bot.model.permissions import MatchAct
from bot.model.plans.tree import Plan
from bot.model.result import Ending
from players.characters import BADGER
from rules.core import Seat
from rules.record import retirement

TIME_TO_ANSWER: Final = timedelta(days=1)
STAND_IN: Final = BADGER
"""The character that plays on for a player who has left: not easy to beat, and not too strong for the others."""

_ENDINGS: Final = {None: Ending.RESIGNED, Cause.TIME: Ending.TIME, Cause.REMOVED: Ending.REMOVED}
"""The ending of a match that the last person has left, by the cause."""

_FEWEST: Final = 2
"""The fewest players who must stay for a vote: one alone has won, unless a character plays on against them already."""


def leave(change: MatchChange, seat: Seat, cause: Cause | None = None) -> None:
    """Take the player of a seat out of a running match that can go on without them."""
    match = change.match
    stay = [person for other, person in match.seating.staying.items() if other != seat]
    is_replaced = match.seating.staying[seat].id != match.players[seat].id
    if match.is_by_vote or len(stay) < _FEWEST or is_replaced or all(person.is_computer for person in stay):
        # If a person who has taken a seat runs out of time, the player who left it is not to blame.
        retire(change, seat, None if is_replaced else cause)
    else:
        _ask(change, seat, cause)


def take_over(change: MatchChange, offer: Offer) -> None:
    """Give the seat to the character, or to the person who asked for it, because all have agreed to the offer."""
    match = change.match
    seat = match.seat_of(offer.leaver_id)
    is_to_move = match.position.turn == seat
    if is_to_move:
        change.stop_clock(has_moved=False)
    if offer.kind is OfferKind.REPLACEMENT:
        change.check_there(person for person in match.substitutes if person.id == offer.by_id)
    if match.terms.bank is not None and offer.kind is OfferKind.REPLACEMENT:
        change.set_bank(seat, timedelta(seconds=match.terms.bank))  # the previous player may have used up theirs
    change.set_offer(replace(offer, state=OfferState.ACCEPTED, ply=match.ply, due_at=None))
    change.remember(change.match.seating.stand_ins[offer.leaver_id])
    change.set_plan(Plan(offer.leaver_id))
    if offer.kind is OfferKind.REPLACEMENT:
        change.overtake_offers(lambda other: other.kind is OfferKind.STAND_IN and other.by_id == offer.leaver_id)
    if offer.kind is OfferKind.HANDOVER:
        change.make_casual()
    if is_to_move and match.pause is None:
        change.start_clock(change.match.to_move)
    change.touch()
    # A person whose turn it is hears of it.
    change.announce(is_new_message=is_to_move and offer.kind is OfferKind.REPLACEMENT)


def replace_in(change: MatchChange, seat: Seat, person: Person) -> None:
    """Ask the players who stay to let a person play on in a seat that another has left.

    Raises `NotStarted`, `MatchIsOver`, `NotTaking` or what `check_may_replace` raises.
    """
    change.check(MatchAct.TAKE_SEAT, person)
    match = change.match
    check_may_replace(match, seat, person)
    offer = Offer(
        0,
        OfferKind.REPLACEMENT,
        person.id,
        OfferState.OPEN,
        (),
        match.ply,
        for_id=match.players[seat].id,
        due_at=change.now + OFFER_LASTS,
    )
    people = asked(match, offer)
    check_willing([other for other in people if not other.is_computer], change.blocked_by, change.match.preferences)
    offer = replace(offer, accepted_by=tuple(other.id for other in people if other.is_computer))
    change.add_substitute(person)
    change.remember(person)
    change.add_offer(offer)
    for other in awaited(change.match, offer):
        change.notify(other.id, Notice.OFFER)
    change.announce(is_new_message=False)


def decline(change: MatchChange, offer: Offer) -> None:
    """Refuse the seat to the person who asked for it; the vote on a character for it goes on."""
    change.set_offer(replace(offer, state=OfferState.REFUSED))
    dismiss(change, offer.by_id)
    change.announce(is_new_message=False)


def dismiss(change: MatchChange, person_id: int) -> None:
    """Forget a person who had asked for a seat, or plays on in one: the match no longer concerns them."""
    change.set_plan(Plan(person_id))
    change.remove_substitute(person_id)


def retire(change: MatchChange, seat: Seat, cause: Cause | None = None) -> None:
    """Retire a seat for good, with the consequences for other seats whose players have left."""
    leaver, instead = change.match.players[seat], change.match.seating.staying.get(seat)
    enter(change, seat, retirement(seat), cause)
    for offer in change.match.open_offers:
        if offer.kind is OfferKind.REPLACEMENT and offer.for_id == leaver.id:
            change.set_offer(replace(offer, state=OfferState.OVERTAKEN))
            dismiss(change, offer.by_id)
    if instead is not None and instead.id != leaver.id:
        dismiss(change, instead.id)
    end_if_deserted(change, _ENDINGS[cause], seat)
    _settle(change)


def close(change: MatchChange, offer: Offer) -> None:
    """Retire a seat because not all agree that a character plays on."""
    seat = change.match.seat_of(offer.by_id)
    assert seat is not None, "a player who has left has a seat"
    change.set_offer(replace(offer, state=OfferState.REFUSED, due_at=None))
    retire(change, seat, offer.cause)


def _ask(change: MatchChange, seat: Seat, cause: Cause | None) -> None:
    match = change.match
    leaver = match.players[seat]
    change.overtake_offers(lambda offer: offer.kind not in (OfferKind.STAND_IN, OfferKind.REPLACEMENT))
    willing = tuple(player.id for player in match.players if player.is_computer)
    offer = Offer(0, OfferKind.STAND_IN, leaver.id, OfferState.OPEN, willing, match.ply, None)
    offer = replace(offer, character=STAND_IN, cause=cause, due_at=change.now + TIME_TO_ANSWER)
    change.add_offer(offer)
    change.set_plan(Plan(leaver.id))
    if match.position.turn == seat and match.pause is None:
        change.stop_clock(has_moved=False)
        change.start_clock(None)
    for person in awaited(change.match, offer):
        change.notify(person.id, Notice.OFFER)
    change.announce(is_new_message=False)
    _settle(change)


def _settle(change: MatchChange) -> None:
    """Close the votes that a player's leaving decides.

    All who stay may have agreed, only characters may be left, or one person alone, who has won.
    """
    asking = [offer for offer in change.match.open_offers if offer.kind in (OfferKind.STAND_IN, OfferKind.REPLACEMENT)]
    for offer in asking:
        if change.match.state is not State.RUNNING or offer not in change.match.open_offers:
            return
        is_alone = len(change.match.seating.staying) < _FEWEST and not change.match.seating.playing_on
        if is_alone or all(person.is_computer for person in asked(change.match, offer)):
            (close if offer.kind is OfferKind.STAND_IN else decline)(change, offer)
            return
        if not awaited(change.match, offer):
            take_over(change, offer)
