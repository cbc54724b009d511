"""The actions of moderators on other people's matches: calling them off, removing players, closing challenges.

Each intervention is stored in the transaction of the change.
"""

from collections.abc import Sequence
from typing import Final

from bot.actions import challenges, matches, standing_in, votes
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.actions.playing import follow_plans, lose
from bot.model.history import Cause
from bot.model.match import State
from bot.model.moderation import LONGEST_REASON, Intervention, InterventionKind, InterventionPage, MatchSubject
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct
from bot.model.refusals import Refusal
from bot.model.refusals.matches import CompetesThere, NotInMatch
from bot.model.result import Ending, Result
from bot.store import match_lists, moderation

_MOST_CLOSED: Final = 200  # by one command, so that it is answered in time
PAGE: Final = 10
"""The number of interventions on a page of the log."""


def cancel(change: MatchChange, by: Person, reason: str) -> None:
    """Call off a match, or close a challenge.

    Raises `MatchIsOver`, `NotManager`, `TakesPart` or `CompetesThere`.
    """
    _check(change, by)
    match = change.match
    has_begun = match.players_are_seated
    change.remember(by)
    change.end(State.CALLED_OFF, Result(Ending.STOPPED, by=by.as_stored, reason=reason))
    change.announce(is_new_message=has_begun)
    _record(
        change,
        by,
        InterventionKind.CANCEL if has_begun else InterventionKind.CLOSE,
        reason,
        None if has_begun else match.host,
    )


def remove(change: MatchChange, by: Person, person_id: int, reason: str) -> Person:
    """Remove a player from a match: they lose it, or leave it to the others; the challenge of a host is closed.

    A person who votes for a channel can no longer vote. Where the match ends, all are told in private. Returns the
    person.

    Raises `NotInMatch` or what `cancel` raises.
    """
    _check(change, by)
    match = change.match
    person = next((player for player in match.people if player.id == person_id and not player.is_character), None)
    seat = match.seat_of(person_id)
    voter = votes.take_out(change, person_id) if person is None else None
    if voter is not None:
        _record(change, by, InterventionKind.REMOVE, reason, voter)
        return voter
    if person is None or (seat is not None and match.seating.has_left(seat)):
        raise NotInMatch(match)
    if seat is None:
        if person.id == match.host.id or not match.is_open_challenge:
            cancel(change, by, reason)
            return person
        challenges.take_away(change, person.id)
    elif match.position.retire(seat) is None:
        lose(change, seat, Ending.REMOVED)
        change.announce(is_new_message=False)
    else:
        standing_in.leave(change, seat, Cause.REMOVED)
        follow_plans(change)
    is_over = change.match.state is State.FINISHED
    others = [player for player in match.people if player.id != person_id and not player.is_computer] if is_over else []
    _record(change, by, InterventionKind.REMOVE, reason, person, others)
    return person


def _check(change: MatchChange, by: Person) -> None:
    """Check that a person may decide about a match: as a manager who has nothing to gain in its competition either."""
    change.check(MatchAct.MODERATE, by)
    if change.competes:
        raise CompetesThere(change.match)


def _record(
    change: MatchChange,
    by: Person,
    kind: InterventionKind,
    reason: str,
    person: Person | None,
    others: Sequence[Person] = (),
) -> None:
    place, subject = change.match.place, MatchSubject(change.match.id, change.match.game.key)
    done = Intervention(
        place.server_id, place.shown_in, by.as_stored, kind, change.now, subject, reason, person, others
    )
    change.record(done)


async def waiting(context: Context, server_id: int, channel_id: int) -> Sequence[int]:
    """The numbers of the challenges that wait in a channel of a server, as far as they can be closed at once."""
    async with context.database.read() as connection:
        return await match_lists.waiting_in(connection, server_id, channel_id, context.games, _MOST_CLOSED)


async def close_all(context: Context, actor: Actor, channel_id: int, last: int, reason: str) -> int:
    """Close the challenges up to the number `last` that wait in a channel of the server; return how many there were."""
    assert actor.server_id is not None, "a channel is on a server"
    numbers = await waiting(context, actor.server_id, channel_id)
    return sum([await _close(context, actor, number, reason) for number in numbers if number <= last])


async def _close(context: Context, actor: Actor, number: int, reason: str) -> bool:
    """Close a challenge; False if it has begun or was closed meanwhile."""
    try:
        async with matches.change(context, number, actor) as change:
            if change.match.state is not State.OPEN or change.match.is_about_to_begin:
                return False
            cancel(change, actor.person, reason)
    except Refusal:
        return False
    return True


async def log(context: Context, server_id: int, page: int) -> InterventionPage:
    """A page of the interventions on a server; `page` counts from 0."""
    async with context.database.read() as connection:
        done, count = await moderation.of_server(connection, server_id, page * PAGE, PAGE)
    return InterventionPage(done, page, max(1, -(-count // PAGE)))


async def load(context: Context, number: int) -> Intervention:
    """The intervention with this number."""
    async with context.database.read() as connection:
        return await moderation.load(connection, number)


def reason_in(text: str | None) -> str:
    """A reason in its stored form: one line."""
    return " ".join((text or "").split())[:LONGEST_REASON]
