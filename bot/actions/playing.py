"""Playing: moves, following plans, resigning, and the consequences when a player's time is over.

These are functions over a `MatchChange`. One that is not allowed raises a `Refusal` or a `MoveError`, and then nothing
of the unit of work is stored.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.actions.change import MatchChange, check_running, check_to_move, enter
from bot.actions.standing_in import close, decline, leave, retire
from bot.model.clock import LEAST_LEFT_EARLY, REMINDED_TOGETHER, Pause
from bot.model.history import Cause
from bot.model.jobs import Notice
from bot.model.match import HintGiven, Match, State, abandoned_at, may_be_abandoned
from bot.model.offer_rules import waives_win
from bot.model.offers import Offer, OfferKind, OfferState
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct, check
from bot.model.plans.tree import PlanDecision, decide
from bot.model.refusals.matches import NoHints, NotAbandoned, TimeIsUp
from bot.model.result import Ending, Result
from rules.core import Move, Seat

_ON_ITS_WAY: Final = timedelta(seconds=5)
"""How long a move made in time may take to arrive, because the time of the press counts."""

_LEAST_GIVEN: Final = timedelta(days=1)
"""The least that a bank gets when a win on time is waived, because a turn may add little or nothing to it."""

_TIME_TO_REACT: Final = timedelta(hours=1)  # left to a player who is reminded late
_MOST_PLANNED_AT_ONCE: Final = 10
"""The most planned moves in a unit of work: plans can answer each other for many turns, and others must not wait."""


def play(change: MatchChange, person: Person, text: str, *, revision: int | None = None) -> Move:
    """Play the move that `text` means and any planned moves after it; return the token.

    `revision` is the revision of the board that the player saw, None if unknown. Raises a `MoveError` for a move that
    the rules do not allow, `TimeIsUp` if their bank is used up, or what `check_to_move` raises.
    """
    match = change.match
    seat = check_to_move(match, person, revision)
    clock = match.clock
    # An outage may have come to light since the clock was stored.
    if clock is not None and clock.bank is not None and change.clock_now(clock, person).deadline <= change.acted_at:
        raise TimeIsUp(match)
    move = match.position.parse(text)
    if not person.is_known_among(match.players):  # under a new name
        change.remember(person)
    change.forget_stopped_plan(person)
    enter(change, seat, move)
    follow_plans(change)
    return move


def play_as_found(change: MatchChange, moves: Sequence[Move]) -> None:
    """Play legal moves of the seat to move, one after the other, and any planned moves after them."""
    seat = change.match.position.turn
    assert isinstance(seat, int), "a seat is to move"
    for move in moves:
        if change.match.position.turn == seat and change.match.state is State.RUNNING:
            enter(change, seat, move)
    follow_plans(change)


def resign(change: MatchChange, person: Person) -> None:
    """Resign a running match. Raises what `check_running` raises.

    Where the game can go on without the seat, the others play on, perhaps with a character in it; elsewhere everybody
    else wins.
    """
    _give_up(change, check_running(change.match, person, MatchAct.RESIGN), leave)


def withdraw(change: MatchChange, person: Person) -> None:
    """Leave a running match for good, without a vote of the others on whether a character plays on.

    Raises what `check_running` raises.
    """
    asking = next((offer for offer in change.match.open_offers if offer.by_id == person.id), None)
    if asking is not None and asking.kind is OfferKind.REPLACEMENT:
        decline(change, asking)
        return
    vote = next((vote for vote in change.match.seating.votes if vote.by_id == person.id), None)
    if vote is None:
        _give_up(change, check_running(change.match, person, MatchAct.RESIGN), retire)
    else:
        close(change, vote)
        follow_plans(change)


def _give_up(change: MatchChange, seat: Seat, leave: Callable[[MatchChange, Seat], None]) -> None:
    if change.match.position.retire(seat) is None:
        lose(change, seat, Ending.RESIGNED)
        change.announce(is_new_message=True)
        return
    leave(change, seat)
    follow_plans(change)


def check_may_call_off(
    match: Match, person: Person, pauses: Iterable[Pause], now: datetime, gone_id: int | None
) -> None:
    """Raise a refusal unless a person may call a match off because the player to move no longer plays.

    `pauses` are those of the player to move since the match last changed, `gone_id` is the id of the player who has
    left the server, if one has. Raises `NotAbandoned` or the refusal of the rule.
    """
    check(MatchAct.CALL_OFF, match, Actor(person, None))
    if match.to_move is None or not may_be_abandoned(match, person.id):
        raise NotAbandoned(match, None)
    at = abandoned_at(match, gone_id, pauses)
    if at > now:
        raise NotAbandoned(match, at)


def call_off(change: MatchChange, person: Person, gone_id: int | None) -> None:
    """Take the player to move, who no longer plays, out of a match.

    Where the game can go on without them, the others play on; elsewhere the match is called off, so that it counts for
    nobody. Raises what `check_may_call_off` raises.
    """
    match = change.match
    pauses = () if match.to_move is None else change.pauses_of(match.to_move)
    check_may_call_off(match, person, pauses, change.now, gone_id)
    seat = match.position.turn
    assert isinstance(seat, int), "a player is to move"
    if match.position.retire(seat) is None:
        change.end(State.CALLED_OFF, Result(Ending.ABANDONED, by=match.to_move))
        change.announce(is_new_message=True)
        return
    leave(change, seat)
    follow_plans(change)


def flag(change: MatchChange) -> bool:
    """Act on the clock of a match if the time of the player to move is really over; return whether it was.

    In a match of two they lose, unless the opponent waives the win, or the match is called off if they never made a
    move. Elsewhere they leave and the others play on, or the match is called off if nobody has made a move. Safe to
    repeat.
    """
    _bring_clock_up_to_date(change)
    match = change.match
    seat = match.position.turn
    if match.clock is None or match.to_move is None:
        return False
    if match.clock.deadline + (_ON_ITS_WAY if match.clock.bank is not None else timedelta()) > change.now:
        return False
    assert isinstance(seat, int), "a clock runs for a player"
    leaves = match.position.retire(seat) is not None
    if not any(match.history.has_moved(other) for other in ([seat] if not leaves else map(Seat, range(match.seats)))):
        change.end(State.CALLED_OFF, Result(Ending.UNPLAYED, by=match.players[seat]))
        change.announce(is_new_message=True)
    elif leaves:
        leave(change, seat, Cause.TIME)
        follow_plans(change)
    elif (opponent := waives_win(match, seat)) is not None:
        _give_turn(change, seat, match.to_move, opponent)
    else:
        lose(change, seat, Ending.TIME)
        change.announce(is_new_message=True)
    return True


def _give_turn(change: MatchChange, seat: Seat, player: Person, opponent: Person) -> None:
    """Give a player whose time is over the time of another turn, because their opponent waives the win."""
    match = change.match
    given = Offer(0, OfferKind.TIME, player.id, OfferState.ACCEPTED, (opponent.id,), match.ply, cause=Cause.TIME)
    change.add_offer(given)
    if match.banks:
        change.set_bank(seat, max(timedelta(seconds=match.terms.increment), _LEAST_GIVEN))
    change.begin_turn_anew()
    change.announce(is_new_message=True)


def remind(change: MatchChange) -> bool:
    """Remind the player to move, once a move, if most of their time is really gone; return whether it was."""
    _bring_clock_up_to_date(change)
    clock, player = change.match.clock, change.match.to_move
    if clock is None or player is None or clock.remind_at is None:
        return False
    early = REMINDED_TOGETHER if clock.deadline > change.now + LEAST_LEFT_EARLY else timedelta()
    if clock.remind_at > change.now + early:  # `to_remind` finds one only early that is sent with another
        return False
    change.set_clock(replace(clock, remind_at=None))
    if clock.deadline > change.now:  # otherwise there is no deadline left to remind them of
        change.notify(player.id, Notice.REMINDER)
    return True


def make_up_for_delay(change: MatchChange, person_id: int) -> None:
    """Give a player enough extra days if their time is nearly over, because they are reminded only now.

    In a match for one sitting nobody is given days.
    """
    _bring_clock_up_to_date(change)
    clock, player = change.match.clock, change.match.to_move
    if clock is None or player is None or player.id != person_id or change.match.terms.is_quick:
        return
    if clock.deadline - change.now > _TIME_TO_REACT:
        return
    while clock.deadline - change.now <= _TIME_TO_REACT:
        clock = change.clock_now(replace(clock, given_days=clock.given_days + 1), player)
    change.set_clock(clock)
    change.announce(is_new_message=False)


def follow_plans(change: MatchChange) -> None:
    """Play planned moves while the player to move has a plan.

    A unit of work plays only a few of these moves. If there are more, it sets `has_more_planned`, and `go_on` plays
    them in the next units of work.
    """
    for _ in range(_MOST_PLANNED_AT_ONCE):
        decision = _planned(change.match)
        if decision is None:
            break
        seat = change.match.position.turn
        assert isinstance(seat, int), "the player to move has planned"
        change.set_plan(decision.plan)
        if decision.move is not None:
            enter(change, seat, decision.move, Cause.PLANNED)
    change.has_more_planned = _planned(change.match) is not None


def go_on(change: MatchChange) -> bool:
    """Play pending planned moves in a running match; return whether there was anything to do."""
    has_begun = _planned(change.match) is not None
    follow_plans(change)
    return has_begun


def _planned(match: Match) -> PlanDecision | None:
    """The decision of the plan of the player to move: to play, to stop or to be dropped; None if there is none."""
    player = match.to_move
    seat = None if player is None else match.seat_of(player.id)
    if player is None or seat is None:
        return None
    return decide(match.plan_of(player.id), match.position, match.history.steps, seat)


def lose(change: MatchChange, seat: Seat, ending: Ending) -> None:
    """End a match that a seat has lost to all others."""
    match = change.match
    places = tuple(match.seats if other == seat else 1 for other in range(match.seats))
    change.end(State.FINISHED, Result(ending, places, by=match.players[seat]))


def _bring_clock_up_to_date(change: MatchChange) -> None:
    """Bring the clock up to date with all pauses since it was stored."""
    clock, player = change.match.clock, change.match.to_move
    if clock is not None and player is not None:
        change.set_clock(change.clock_now(clock, player))


def check_may_get_hint(match: Match, person: Person, revision: int | None = None) -> Seat:
    """The seat of a person who may get a hint for the board of `revision`. Raises `NoHints` or like `check_to_move`."""
    check_running(match, person, MatchAct.HINT)
    if not match.has_hints:
        raise NoHints(match)
    return check_to_move(match, person, revision)


def note_hint(change: MatchChange, person: Person, revision: int) -> None:
    """Count a hint for a board, once. Raises what `check_may_get_hint` raises."""
    hint = HintGiven(check_may_get_hint(change.match, person, revision), revision)
    if hint not in change.match.hints_given:
        change.add_hint(hint)
        change.announce(is_new_message=False)
