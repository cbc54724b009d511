"""What becomes of an offer that everybody who was asked has accepted. Functions over a `MatchChange`."""

from dataclasses import replace
from typing import Final

from bot.actions import standing_in
from bot.actions.challenges import proposed, started
from bot.actions.change import MatchChange
from bot.actions.checks import check_running
from bot.model.clock import Clock
from bot.model.match import Match, State
from bot.model.offer import Offer, OfferKind, Rematch
from bot.model.offers.conditions import takeback_ply
from bot.model.offers.repetition import shared_places
from bot.model.people import Person
from bot.model.proposal import Proposal
from bot.model.refusals.offers import NoClock, NoMoreTime
from bot.model.result import Ending, Result
from rules.core import Seat

MOST_GIVEN_DAYS: Final = 14
"""How many days may be given to a player for one move."""


def fulfil(change: MatchChange, offer: Offer) -> None:
    """Do what was offered and accepted."""
    by = next(person for person in change.match.people if person.id == offer.by_id)
    match offer.kind:
        case OfferKind.DRAW:
            end_in_draw(change, Ending.AGREED, None)
        case OfferKind.TAKEBACK:
            _take_back(change, by, offer)
        case OfferKind.TIME:
            give_day(change)
        case OfferKind.REMATCH:
            _begin_rematch(change, by, offer)
        case OfferKind.STAND_IN | OfferKind.HANDOVER | OfferKind.REPLACEMENT:
            standing_in.take_over(change, offer)


def end_in_draw(change: MatchChange, ending: Ending, claimed_by: Person | None) -> None:
    """End a match as a draw between those who still play; `claimed_by` is who has claimed it, if it was not agreed."""
    change.end(State.FINISHED, Result(ending, shared_places(change.match), by=claimed_by))
    change.announce(is_new_message=True)


def _take_back(change: MatchChange, person: Person, offer: Offer) -> None:
    """Undo everything from somebody's last decision on; plans go too, for they were made for what is no more."""
    match = change.match
    ply = takeback_ply(match, check_running(match, person))
    change.set_offer(replace(offer, undone=match.history.tokens[ply:], message_id=match.place.message_id))
    change.overtake_offers(lambda other: other.kind not in (OfferKind.STAND_IN, OfferKind.REPLACEMENT))
    ply_shown = match.place.message_ply
    change.update(
        # Offers that were made later fall with the record.
        offers=tuple(replace(other, ply=min(other.ply, ply)) for other in change.match.offers),
        plans=(),
        history=match.history.upto(ply),
        revision=match.revision + 1,  # so that no button of before fits any board from now on
        place=replace(match.place, message_ply=None if ply_shown is None else min(ply_shown, ply)),
        changed_at=change.now,
    )
    change.start_clock(person)
    change.announce(is_new_message=True)


def give_day(change: MatchChange) -> None:
    """Give whoever is to move another day; a reminder that was sent is not sent again."""
    clock, player = check_more_time(change.match)
    change.update(clock=change.clock_now(replace(clock, given_days=clock.given_days + 1), player))
    change.announce(is_new_message=False)


def _begin_rematch(change: MatchChange, host: Person, offer: Offer) -> None:
    """Let a match begin like this one with the seats swapped, on the same terms in the same place.

    What the dice were sealed with when `host` offered it goes over; with dice it begins once a message has said so.
    """
    match = change.match
    seated = rotated(match.players)
    proposal = Proposal(
        game=match.game,
        channel_id=match.place.channel_id,
        opponents=tuple(player for player in seated if player != host),
        host_seat=Seat(seated.index(host)),
        seats=match.seats,
        terms=match.terms,
        wants_thread=match.place.wants_thread,
    )
    waiting = proposed(proposal, host, match.place.server_id, offer.fairness, change.now)
    successor = replace(waiting, players=seated, invited=(), theme=match.theme, away=match.away)
    if not match.game.has_chance:
        begun = started(successor, seated, change.now)
        clock = None if begun.to_move is None else change.new_clock(begun.terms, begun.to_move)
        successor = replace(begun, clock=clock)
    change.successor = successor
    change.set_offer(replace(offer, rematch=Rematch(0, successor.place)))
    change.announce(is_new_message=False)


def rotated(players: tuple[Person, ...]) -> tuple[Person, ...]:
    """Who sits where in a rematch: two swap their seats, of more everybody moves up and the first goes last."""
    return (*players[1:], players[0])


def check_more_time(match: Match) -> tuple[Clock, Person]:
    """The clock that runs, and whose it is. Raises `NoClock`, or `NoMoreTime` if they cannot be given another day."""
    if match.clock is None or match.to_move is None:
        raise NoClock(match)
    if match.clock.given_days >= MOST_GIVEN_DAYS:
        raise NoMoreTime(match, MOST_GIVEN_DAYS)
    return match.clock, match.to_move
