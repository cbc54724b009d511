"""Offers between the players of a match, the answers, and the consequences when all have agreed.

These are functions over a `MatchChange`. A player who makes the offer that another has made thereby accepts it.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.actions import standing_in
from bot.actions.challenges import begun, get_out, proposed
from bot.actions.change import JoiningChange, MatchChange, check_running
from bot.actions.playing import follow_plans
from bot.model.challenges import Proposal, check_may_invite, check_may_play_alone, check_together, check_willing
from bot.model.clock import Clock
from bot.model.fairness import Fairness
from bot.model.jobs import Notice
from bot.model.match import Match, State, waits_for
from bot.model.offer_rules import (
    asked,
    awaited,
    check_may_hand_over,
    check_may_offer,
    check_may_pause,
    has_come_thrice,
    offer_of,
    open_offer,
    rematch_of,
    shared_places,
    takeback_ply,
    takes_back_at_once,
)
from bot.model.offers import OFFER_LASTS, Offer, OfferKind, OfferState, Rematch
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, may
from bot.model.refusals.offers import (
    AgreedAlready,
    NoClock,
    NoMoreDays,
    NoMoreTime,
    NotPaused,
    OfferClosed,
    OfferForOthers,
    PausedAlready,
    PlayerForgotten,
)
from bot.model.result import Ending, Result
from players.characters import Character, available
from rules.core import Seat


def offer_draw(change: MatchChange, actor: Actor, *, willing: Collection[int] = ()) -> None:
    """Offer a draw, or accept the offered one; claim the draw once a position has occurred for the third time.

    The characters in `willing` agree; any other declines at once. Raises `OfferedAlready`, `RefusedBefore`, `OfferedThisTurn`,
    `NotTaking`, or what `check_running` raises.
    """
    match = change.match
    check_running(match, actor.person, MatchAct.OFFER)
    if has_come_thrice(match):
        claimed_by = next(player for player in match.players if player.id == actor.person.id)
        end_in_draw(change, Ending.REPEATED, claimed_by)
    else:
        _offer_or_accept(change, OfferKind.DRAW, actor, willing)


def ask_takeback(change: MatchChange, actor: Actor) -> None:
    """Ask to undo everything since the actor's last decision, including that decision, or undo it if that is agreed.

    Raises `NothingToTakeBack`, `TakebackBlocked`, `OfferedAlready`, `RefusedBefore`, `OfferedThisTurn`,
    `NotTaking`, or what `check_running` raises.
    """
    seat = check_running(change.match, actor.person, MatchAct.OFFER)
    at_once = takes_back_at_once(change.match, seat)
    willing = [person.id for person in change.match.seated] if at_once else _agreeing(change.match, actor.person)
    _offer(change, OfferKind.TAKEBACK, actor.person, willing)


def more_time(change: MatchChange, actor: Actor) -> None:
    """Ask for another day if the actor is to move, else give a day to the player to move.

    Raises `NoClock`, `NoMoreTime`, `OfferedAlready`, `RefusedBefore`, `OfferedThisTurn`, `NotTaking`, or what
    `check_running` raises.
    """
    match = change.match
    check_running(match, actor.person, MatchAct.OFFER)
    check_more_time(match)
    standing = open_offer(match, OfferKind.TIME)
    if waits_for(match, actor.person.id):
        _offer(change, OfferKind.TIME, actor.person, _agreeing(match, actor.person))
    elif standing is not None:
        _accept(change, standing, actor)
    else:
        give_day(change)


PAUSES: Final = (3, 7, 14, 30)
"""The days for which players may agree to pause a match; each of them can end the pause sooner."""


def offer_pause(change: MatchChange, actor: Actor, days: int) -> None:
    """Ask to pause the match until so many days from now: the next of the `PAUSES`, if it is none of them.

    Raises `OfferedAlready`, `RefusedBefore`, `OfferedThisTurn`, `NotTaking`, or what `check_may_pause`
    and `check_running` raise.
    """
    check_running(change.match, actor.person, MatchAct.OFFER)
    check_may_pause(change.match)
    lasts = timedelta(days=next((choice for choice in PAUSES if choice >= days), PAUSES[-1]))
    _offer(change, OfferKind.PAUSE, actor.person, _agreeing(change.match, actor.person), lasts=lasts)


def end_pause(change: MatchChange, actor: Actor) -> None:
    """Let the clocks of a paused match run again. Raises `NotPaused`, or what `check_running` raises."""
    check_running(change.match, actor.person, MatchAct.OFFER)
    if change.match.pause is None:
        raise NotPaused(change.match)
    if waits_for(change.match, actor.person.id):
        change.begin_turn_anew()
        change.announce(is_new_message=False)
    else:
        change.call_back()
        change.announce(is_new_message=True)


def offer_rematch(change: JoiningChange, actor: Actor) -> None:
    """Offer to play again with the seats swapped, or accept that offer.

    Nothing happens if there is a rematch already: see `bot.model.offer_rules.rematch_of`. Raises `NoRematchYet`,
    `NotPlaying`, `PlayerForgotten`, `InvitedTooOften`, `TooManyAlone`, `TooManyAsGuest`, `TooManyTogether`,
    `OfferedAlready`, `RefusedBefore` or `NotTaking`.
    """
    change.check(MatchAct.REMATCH, actor.person)
    match = change.match
    if rematch_of(match) is not None:
        return
    if any(player.is_forgotten for player in match.players):
        raise PlayerForgotten(match)
    if open_offer(match, OfferKind.REMATCH) is None:
        check_may_invite(match.opponents_of(actor.person.id), change.invitations, change.now)
    if not match.is_among_people:
        check_may_play_alone(actor.person, change.alone)
    check_together(match.opponents_of(actor.person.id), change.together)
    _offer_or_accept(change, OfferKind.REMATCH, actor, _agreeing(match, actor.person))


def offer_handover(change: MatchChange, actor: Actor, character: Character) -> None:
    """Ask the opponent in a match of two people to let a character finish it in one's place, as a casual match.

    Raises `HandoverForTwo`, `HandoverOfFixture`, `OfferedAlready`, `RefusedBefore`, `OfferedThisTurn`,
    `NotTaking`, or what `check_running` raises.
    """
    check_running(change.match, actor.person, MatchAct.OFFER)
    check_may_hand_over(change.match)
    able = available(character, change.match.game, change.match.seats)
    _offer(change, OfferKind.HANDOVER, actor.person, character=able)


def accept(change: MatchChange, actor: Actor, offer_id: int) -> None:
    """Accept an offer, which takes effect once everybody asked has accepted.

    For more time, one acceptance is enough, because anybody may give a day unasked. Raises `OfferClosed`,
    `OfferForOthers`, `AgreedAlready`, `TooManyTogether` or `NoMoreTime`.
    """
    _accept(change, _open_to(change.match, actor.person, offer_id), actor)


def decline(change: MatchChange, actor: Actor, offer_id: int) -> None:
    """Decline an offer, which refuses it for everybody. Raises `OfferClosed` or `OfferForOthers`."""
    offer = _open_to(change.match, actor.person, offer_id)
    if offer.kind is OfferKind.STAND_IN:
        standing_in.close(change, offer)
        follow_plans(change)
        return
    if offer.kind is OfferKind.REPLACEMENT:
        standing_in.decline(change, offer)
        return
    change.set_offer(replace(offer, state=OfferState.REFUSED))
    change.announce(is_new_message=False)


def lapse(change: MatchChange, offer: Offer) -> None:
    """Close an open offer that was not answered."""
    if offer.kind is OfferKind.REPLACEMENT:
        standing_in.dismiss(change, offer.by_id)
    change.set_offer(replace(offer, state=OfferState.LAPSED))
    change.announce(is_new_message=False)


def close_due(change: MatchChange) -> bool:
    """Close the offers whose time is over, and a pause; return whether there were any. Safe to repeat."""
    pause = change.match.pause
    if pause is not None and pause.due_at is not None and pause.due_at <= change.now:
        change.call_back()
        change.announce(is_new_message=True)
        return True
    due = [offer for offer in change.match.open_offers if offer.due_at is not None and offer.due_at <= change.now]
    for offer in due:
        if offer not in change.match.open_offers:
            continue
        if offer.kind is OfferKind.STAND_IN:
            standing_in.close(change, offer)
        else:
            lapse(change, offer)
    if due:
        follow_plans(change)  # a seat that stays empty passes the turn on
    return bool(due)


def part(change: MatchChange, blocker: Person, blocked: Person) -> None:
    """Close what two people have offered each other in a match, because one of them has blocked the other.

    In a match that waits, one of them goes, and a challenge between the two is called off. A match that runs goes on.
    """
    match, both = change.match, {blocker.id, blocked.id}
    is_between = both <= {match.host.id, *(person.id for person in match.people)}
    if not is_between or (match.is_fixture and match.state is State.OPEN):
        return
    if match.state is State.OPEN:
        if match.host.id in both and not match.is_about_to_begin:
            get_out(change, blocked if match.is_open_challenge and match.host.id == blocker.id else blocker)
        elif match.is_open_challenge and not match.is_about_to_begin:
            get_out(change, blocker)
        return
    for offer in match.open_offers:
        asks_other = offer.by_id in both and any(person.id in both for person in asked(match, offer))
        if asks_other and offer.kind is not OfferKind.STAND_IN:
            lapse(change, offer)


def _decides_by_itself(player: Person, asker: Person) -> bool:
    """Whether a player answers an offer themselves, as people do; an engine does so if another engine asks it."""
    return not player.is_computer or (player.is_engine and asker.is_engine)


def _agreeing(match: Match, asker: Person) -> Collection[int]:
    """The ids of the computer players who agree to everything but draws."""
    return [player.id for player in match.players if not _decides_by_itself(player, asker)]


def _offer_or_accept(change: MatchChange, kind: OfferKind, actor: Actor, willing: Collection[int]) -> None:
    """Accept this kind of offer if another player has made one, else make one."""
    standing = open_offer(change.match, kind)
    if standing is not None and standing.by_id != actor.person.id:
        _accept(change, standing, actor)
    else:
        _offer(change, kind, actor.person, willing)


def _offer(
    change: MatchChange,
    kind: OfferKind,
    person: Person,
    willing: Collection[int] = (),
    character: Character | None = None,
    lasts: timedelta = OFFER_LASTS,
) -> None:
    match = change.match
    check_may_offer(match, kind, person)
    is_with_dice = kind is OfferKind.REMATCH and match.game.has_chance
    fairness = Fairness.seal() if is_with_dice else None  # sealed before anybody agrees
    ends_at = change.now + lasts
    offer = Offer(0, kind, person.id, OfferState.OPEN, (), match.ply, fairness, character=character, due_at=ends_at)
    to_ask = [other for other in asked(match, offer) if other.id not in willing]
    check_willing(to_ask, change.blocked_by, match.preferences)
    _remember(change, person)
    offer = replace(offer, accepted_by=tuple(other.id for other in asked(match, offer) if other.id in willing))
    change.add_offer(offer)
    waiting = awaited(match, offer)
    if any(not _decides_by_itself(other, person) for other in waiting):
        change.set_offer(replace(offer, state=OfferState.REFUSED))
    elif waiting:
        for other in waiting:
            change.notify(other.id, Notice.OFFER)
        change.announce(is_new_message=False)
    else:
        _accepted(change, offer)


def _accept(change: MatchChange, offer: Offer, actor: Actor) -> None:
    if actor.person.id in offer.accepted_by:
        raise AgreedAlready(change.match, offer)
    if offer.kind is OfferKind.REMATCH:
        change.check(MatchAct.REMATCH, actor.person)
        check_together(change.match.opponents_of(actor.person.id), change.together)
        check_willing([player for player in change.match.players if player.id == offer.by_id], change.blocked_by, {})
    _remember(change, actor.person)
    agreed = offer.agreed_to_by(actor.person.id)
    if awaited(change.match, agreed) and offer.kind is not OfferKind.TIME:
        change.set_offer(agreed)
        change.announce(is_new_message=False)
        return
    _accepted(change, agreed)


def _accepted(change: MatchChange, offer: Offer) -> None:
    """Close an offer to which all have agreed, and carry it out."""
    accepted = replace(offer, state=OfferState.ACCEPTED)
    change.set_offer(accepted)
    fulfil(change, accepted)


def _remember(change: MatchChange, player: Person) -> None:
    """Store a player's current name."""
    if not player.is_known_among(change.match.players):
        change.remember(player)


def _open_to(match: Match, person: Person, offer_id: int) -> Offer:
    """The open offer with this number, for a person who is asked. Raises `OfferClosed` or `OfferForOthers`."""
    offer = offer_of(match, offer_id)
    if offer is None:
        raise OfferClosed(match, None)
    may_answer = may(MatchAct.ANSWER_OFFER, match, Actor(person, None))
    if not may_answer or person.id not in {other.id for other in asked(match, offer)}:
        raise OfferForOthers(match, offer, person)
    if offer.state is not OfferState.OPEN:
        raise OfferClosed(match, offer)
    return offer


MOST_GIVEN_DAYS: Final = 14
"""How many days may be given to a player for one move."""


def fulfil(change: MatchChange, offer: Offer) -> None:
    """Carry out an accepted offer."""
    by = next(person for person in change.match.people if person.id == offer.by_id)
    match offer.kind:
        case OfferKind.DRAW:
            end_in_draw(change, Ending.AGREED, None)
        case OfferKind.TAKEBACK:
            _take_back(change, by, offer)
        case OfferKind.TIME:
            give_day(change)
        case OfferKind.PAUSE:
            change.stop_clock(has_moved=False)
            change.set_clock(None)
            change.announce(is_new_message=False)
        case OfferKind.REMATCH:
            _begin_rematch(change, by, offer)
        case OfferKind.STAND_IN | OfferKind.HANDOVER | OfferKind.REPLACEMENT:
            standing_in.take_over(change, offer)


def end_in_draw(change: MatchChange, ending: Ending, claimed_by: Person | None) -> None:
    """End a match as a draw between those who still play; `claimed_by` is who claimed it, None if it was agreed."""
    change.end(State.FINISHED, Result(ending, shared_places(change.match), by=claimed_by))
    change.announce(is_new_message=True)


def _take_back(change: MatchChange, person: Person, offer: Offer) -> None:
    """Undo a player's last decision and everything since; plans go too, because they answer undone moves."""
    match = change.match
    ply = takeback_ply(match, check_running(match, person, MatchAct.OFFER))
    change.set_offer(replace(offer, undone=match.history.tokens[ply:], message_id=match.place.message_id))
    change.overtake_offers(lambda other: other.kind not in (OfferKind.STAND_IN, OfferKind.REPLACEMENT))
    change.stop_clock(has_moved=False)
    change.go_back(ply, _banks_before(change.match, ply))
    change.start_clock(person)
    change.announce(is_new_message=True)


def _banks_before(match: Match, ply: int) -> tuple[timedelta, ...]:
    """The players' banks after all turns from a ply on are undone: they lose only what these turns added."""
    increment = timedelta(seconds=match.terms.increment)
    undone = [
        step.mover for step in match.history.steps[ply:] if step.mover is not None and step.after.turn != step.mover
    ]
    return tuple(
        max(bank - undone.count(Seat(seat)) * increment, min(bank, increment)) for seat, bank in enumerate(match.banks)
    )


def give_day(change: MatchChange) -> None:
    """Give the player to move another day; a reminder already sent is not repeated."""
    clock, player = check_more_time(change.match)
    change.give_day(clock, player)
    change.announce(is_new_message=False)


def _begin_rematch(change: MatchChange, host: Person, offer: Offer) -> None:
    """Begin a match like this one with the seats swapped, on the same terms and in the same place.

    It takes over the dice sealed when `host` offered it; with dice, it begins once a message has said so. Raises
    `OthersAway`.
    """
    match = change.match
    change.check_there(match.players)
    seated = rotated(match.players)
    proposal = Proposal(
        game=match.game,
        channel_id=match.place.channel_id,
        opponents=tuple(player for player in seated if player != host),
        host_seat=Seat(seated.index(host)),
        seats=match.seats,
        terms=match.terms,
        wants_thread=match.place.wants_thread,
        by_player=match.place.by_player,
    )
    waiting = proposed(proposal, host, match.place.server_id, change.now, offer.fairness)
    settings = {"theme": match.theme, "language": match.language, "away": match.away, "preferences": match.preferences}
    successor = begun(change, replace(waiting, players=seated, invited=(), **settings))
    change.successor = successor
    change.set_offer(replace(offer, rematch=Rematch(0, successor.place)))
    change.announce(is_new_message=False)


def rotated(players: tuple[Person, ...]) -> tuple[Person, ...]:
    """The players of a rematch by seat: two swap; of more, everybody moves up a seat and the first goes last."""
    return (*players[1:], players[0])


def check_more_time(match: Match) -> tuple[Clock, Person]:
    """The running clock and its player.

    Raises `PausedAlready`, `NoClock`, or `NoMoreDays` or `NoMoreTime` if the player cannot get another day.
    """
    if match.pause is not None:
        raise PausedAlready(match)
    if match.clock is None or match.to_move is None:
        raise NoClock(match)
    if match.terms.is_quick:
        raise NoMoreDays(match)
    if match.clock.given_days >= MOST_GIVEN_DAYS:
        raise NoMoreTime(match, MOST_GIVEN_DAYS)
    return match.clock, match.to_move
