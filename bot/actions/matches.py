"""Finding matches, and changing one in a unit of work."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Hashable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, TypeVar, cast

from bot.actions import lobby
from bot.actions.change import JoiningChange, MatchChange, check_age
from bot.actions.context import Context
from bot.model.challenges import INVITATIONS_COUNT_FOR, MOST_UNREACHED
from bot.model.clock import Pause
from bot.model.lobby import LobbyChallenge
from bot.model.match import Match, State, Summary, Version, Waiting
from bot.model.moderation import KEPT_OUT_FOR, MatchSubject
from bot.model.people import Actor, Membership, Person
from bot.model.permissions import CONCERNED, check_visible, reasons_of
from bot.model.ratings import PastResult
from bot.model.refusals import UnknownButton
from bot.model.refusals.challenges import ClosedMessages, NotTaking
from bot.model.refusals.learning import HelpsElsewhere
from bot.model.refusals.matches import GameIsAway, OwnGameIsAway
from bot.model.servers import Lobby
from bot.outside.telemetry import concerning
from bot.store import askers as asker_store
from bot.store import clocks, match_lists, matches, moderation, offers, reliability, uses
from bot.store import competitions as competition_store
from bot.store import follows as follow_store
from bot.store import people as people_store
from bot.store import ratings as rating_store
from bot.store import settings as setting_store
from bot.store.engine.database import Connection
from bot.store.histories import history_of
from rules.core import Position


def change(
    context: Context,
    match_id: int,
    actor: Actor | None = None,
    *,
    seen: int | None = None,
    is_shown_at_once: bool = False,
) -> AbstractAsyncContextManager[MatchChange]:
    """A unit of work on a match for `actor`, or for the bot itself.

    Changes are written and committed on leaving; then `match` is the match as stored. An exception discards them. `seen`
    is the revision of the board that the actor answers, and None if they answer none, as by a command. With
    `is_shown_at_once`, the caller shows the match afterwards. Raises `UnknownMatch`, `MatchElsewhere` or `BeforeRestore`.
    """
    return _changing(MatchChange, context, match_id, actor, seen, is_shown_at_once=is_shown_at_once)


def joining(
    context: Context, match_id: int, actor: Actor, *, seen: int | None, is_shown_at_once: bool = False
) -> AbstractAsyncContextManager[JoiningChange]:
    """A unit of work like `change` in which the actor may join the match, its rematch, or its voters."""
    return _changing(JoiningChange, context, match_id, actor, seen, is_shown_at_once=is_shown_at_once)


_Change = TypeVar("_Change", bound=MatchChange)


@asynccontextmanager
async def _changing(
    kind: type[_Change],
    context: Context,
    match_id: int,
    actor: Actor | None,
    seen: int | None,
    *,
    is_shown_at_once: bool,
) -> AsyncGenerator[_Change]:
    """A match loaded and locked for a unit of work of this kind, and saved on leaving."""
    if actor is not None and actor.membership is None:
        async with context.database.ask() as connection:
            server_id = await matches.server_to_begin_on(connection, match_id, actor)
        actor = await context.placed(actor, server_id)
    apart: Mapping[int, Membership] = {}
    if actor is not None and kind is JoiningChange:
        apart = await apart_in(context, match_id, actor)
    now, actor_id = context.now(), 0 if actor is None else actor.person.id
    async with context.database.write() as connection:
        loaded = await matches.load(
            connection, match_id, context.histories, context.games, now, for_update=True, actor_id=actor_id
        )
        facts = loaded.pauses, context.lots, is_shown_at_once
        changing = kind(loaded.match, now, *facts, blocked_by=loaded.blocked_by, actor=actor, apart=apart)
        if actor is not None:
            check_visible(loaded.match, actor)
            await _check_matched(connection, loaded.match, actor, now)
        if seen is not None:
            check_age(loaded.match, seen)
        if actor is not None and actor.manages_server and loaded.match.is_fixture:
            changing.competes = await competition_store.plays_in_that_of(
                connection, match_id, actor_id, now - KEPT_OUT_FOR
            )
        with concerning(match=match_id, server=loaded.match.place.server_id):
            if actor is not None and isinstance(changing, JoiningChange):
                await _learn_of_actor(connection, changing, actor)
            yield changing
            await changing.save(connection)
    committed(context, changing)


async def apart_in(context: Context, match_id: int, actor: Actor | None = None) -> Mapping[int, Membership]:
    """How those stand who may begin nothing in a match with an actor, nor join it; see `Context.apart`."""
    async with context.database.ask() as connection:
        accounts = await matches.accounts_in(connection, match_id, 0 if actor is None else actor.person.id)
    return await context.apart(accounts, actor)


def committed(context: Context, change: MatchChange) -> None:
    """Cache the histories of a committed unit of work."""
    for match in (change.match, change.successor):
        if match is not None:
            context.histories.keep(match.id, match.revision, match.history)


async def find(
    context: Context, actor: Actor, match_id: int, *, load: Callable[[], Awaitable[Match]] | None = None
) -> Match:
    """The match with this number. Raises `UnknownMatch`, or `MatchElsewhere` if it is on another server.

    In a direct message, people find the matches that they play in or are asked to join. The match's place is where the
    actor sees it. `load` loads it for several actors at once.
    """
    if load is not None:
        match = await load()
        check_visible(match, actor)
        if match.lobby_id is not None:
            async with context.database.read() as connection:
                await _check_matched(connection, match, actor, context.now())
        return match.seen_by(actor.person.id)
    async with context.database.read() as connection:
        match = await find_within(context, connection, actor, match_id)
        is_new = await _is_followed_on(connection, match, actor)
    if is_new:
        async with context.database.write() as connection:
            await follow_store.note_looked(connection, actor.person.id, match_id, match.ply)
    return match


async def _is_followed_on(connection: Connection, match: Match, actor: Actor) -> bool:
    """Whether a person who looks at a match of others follows its moves, and sees some of them now."""
    if match.state is not State.RUNNING or match.seat_of(actor.person.id) is not None:
        return False
    return await follow_store.has_new_moves(connection, actor.person.id, match.id, match.ply)


async def find_within(
    context: Context, connection: Connection, actor: Actor, match_id: int, *, for_update: bool = False
) -> Match:
    """The match that `find` finds, in the caller's transaction, which keeps others from changing it `for_update`."""
    facts = connection, match_id, context.histories, context.games, context.now()
    try:
        match = (await matches.load(*facts, for_update=for_update)).match
    except GameIsAway:
        own = await matches.record_of(connection, match_id, actor.person.id)
        if own is None:
            raise
        raise OwnGameIsAway(match_id, *own) from None
    check_visible(match, actor)
    await _check_matched(connection, match, actor, context.now())
    return match.seen_by(actor.person.id)


async def _check_matched(connection: Connection, match: Match, actor: Actor, now: datetime) -> None:
    """Check that a person who sees a challenge only because it is in the lobby may meet its people there.

    Raises what `lobby.check_matched` raises.
    """
    if match.lobby_id is None or match.state is not State.OPEN or reasons_of(match, actor) & CONCERNED:
        return
    await lobby.check_matched(connection, match, actor, now)


def read_anew(context: Context, match_id: int) -> None:
    """Read a match from the database next time, without the cached history, so that its record is checked."""
    context.histories.forget(match_id)


async def load(context: Context, match_id: int) -> Match:
    """The match with this number, for the bot itself. Raises `UnknownMatch`."""
    async with context.database.read() as connection:
        return (await matches.load(connection, match_id, context.histories, context.games, context.now())).match


async def pauses_of_mover(context: Context, match: Match) -> Sequence[Pause]:
    """The pauses of the player to move since a match last changed; none if it waits for no player."""
    if match.to_move is None:
        return ()
    async with context.database.ask() as connection:
        pauses = await clocks.pauses(connection, [match.to_move.id], match.changed_at)
    return pauses.of(match.to_move.id, match.place.server_id)


async def of_person(
    context: Context, person: Person, server_id: int | None, *states: State, most: int | None = None
) -> Sequence[Summary]:
    """A player's matches in these states: first those waiting for the player, by deadline, then the latest changed.

    `server_id` None means all servers; `most` limits their number, None for no limit.
    """
    async with context.database.read() as connection:
        return await match_lists.of_person(connection, person.id, states, server_id, most, context.now(), context.games)


async def next_waiting(context: Context, person: Person, besides_id: int) -> int | None:
    """The number of the most urgent match in which a person is to move, besides one; None if there is no other."""
    async with context.database.read() as connection:
        return await match_lists.next_waiting(connection, person.id, besides_id)


async def waiting_for(context: Context, actor: Actor) -> Waiting:
    """The matches for which a person's typed move may be meant."""
    async with context.database.read() as connection:
        return await match_lists.waiting_for(connection, actor, context.now(), context.games, context.histories)


async def voted_on_by(context: Context, actor: Actor) -> Sequence[Summary]:
    """The matches in the channel of the request on whose next move the person may vote."""
    async with context.database.read() as connection:
        return await match_lists.voted_on_by(connection, actor, context.now(), context.games)


async def running(context: Context, server_id: int, most: int) -> Sequence[Summary]:
    """At most `most` running matches among people on a server, the most urgent first."""
    async with context.database.read() as connection:
        return await match_lists.running(connection, server_id, context.now(), context.games, most)


async def to_join(context: Context, server_id: int, most: int) -> Sequence[Summary]:
    """At most `most` open challenges with a free seat on a server, the latest first."""
    async with context.database.read() as connection:
        return await match_lists.open_on(connection, server_id, context.now(), context.games, most)


async def on_panel(
    context: Context, server_id: int, most_open: int, most_running: int
) -> tuple[Sequence[Summary], Sequence[Summary], int, Sequence[tuple[LobbyChallenge, Summary]]]:
    """What the panel of a server shows: open challenges, running matches, how many of these there are in all, the lobby.

    Nobody should have to wait for the number. The lobby is only shown where members may post there.
    """
    async with context.database.read() as connection:
        facts = context.now(), context.games
        waiting = await match_lists.open_on(connection, server_id, *facts, most_open)
        going_on = await match_lists.running(connection, server_id, *facts, most_running)
        takes_part = (await setting_store.server_of(connection, server_id)).lobby is Lobby.POST
        others = await lobby.shown(connection, None, context.games, context.now(), most_open) if takes_part else ()
        return waiting, going_on, await match_lists.count_running(connection, server_id), others


@dataclass(frozen=True, slots=True)
class Home:
    """A person's matches, and those of the server where they ask."""

    running: Sequence[Summary]
    """Those that wait for the person first."""

    asked: Sequence[Summary]
    """The challenges that wait for the person or that they have made."""

    finished: Sequence[Summary]
    results: Mapping[int, PastResult]
    """The person's results in these, by match; none in a match without a result for them."""

    offered: Sequence[int]
    """The numbers of those in which an offer is open."""

    ballots: Sequence[Summary]
    """Those on whose next move the person may vote in the channel where they ask."""

    to_watch: Sequence[Summary]
    to_join: Sequence[Summary]

    lobby: Sequence[tuple[LobbyChallenge, Summary]]
    """The challenges for everyone on Furlong that fit best."""


async def home(context: Context, actor: Actor, most_running: int, most: int) -> Home:
    """The matches of the actor, at most `most_running` running ones and `most` of each other kind."""
    person_id, facts = actor.person.id, (context.now(), context.games)
    async with context.database.read() as connection:

        async def of(state: State, limit: int) -> Sequence[Summary]:
            return await match_lists.of_person(connection, person_id, (state,), None, limit, *facts)

        finished = await of(State.FINISHED, most)
        server_id = actor.server_id
        return Home(
            running=await of(State.RUNNING, most_running),
            asked=await of(State.OPEN, most),
            finished=finished,
            results=await rating_store.results_in(connection, person_id, [match.id for match in finished]),
            offered=await match_lists.with_offers(connection, person_id, most),
            ballots=await match_lists.voted_on_by(connection, actor, *facts),
            to_watch=() if server_id is None else await match_lists.running(connection, server_id, *facts, most),
            to_join=() if server_id is None else await match_lists.open_on(connection, server_id, *facts, most),
            lobby=await lobby.shown(connection, actor, context.games, context.now(), most),
        )


async def in_lobby(context: Context, actor: Actor, most: int) -> Sequence[tuple[LobbyChallenge, Summary]]:
    """At most `most` challenges for everyone on Furlong, those that fit the actor best first."""
    async with context.database.read() as connection:
        return await lobby.shown(connection, actor, context.games, context.now(), most)


async def person_seen(context: Context, actor: Actor, person_id: int) -> Person:
    """The actor, or another person whose name their server shows anyway, by id. Raises `UnknownButton`."""
    if person_id == actor.person.id:
        return actor.person
    if actor.server_id is not None:
        async with context.database.read() as connection:
            person = await people_store.load_on(connection, actor.server_id, person_id)
        if person is not None and person.is_on_discord:
            return person
    raise UnknownButton


async def recent_invitations(
    connection: Connection, by: Person, match: Match, now: datetime
) -> Mapping[int, Sequence[datetime]]:
    """When a player has invited each of the others in a match without being accepted, as far as it still counts."""
    others, since = [person.id for person in match.opponents_of(by.id)], now - INVITATIONS_COUNT_FOR
    [asker] = (await asker_store.of_people(connection, [by.id])).values()
    not_accepted = await offers.not_accepted(connection, by.id, others, since)
    before = await uses.times_of_each(connection, since, [(asker, uses.INVITED, other) for other in others])
    return {other: sorted([*before[asker, uses.INVITED, other], *not_accepted.get(other, ())]) for other in others}


async def _learn_of_actor(connection: Connection, change: JoiningChange, asks: Actor) -> None:
    """Look up the facts that decide whether the actor may offer a rematch, join a challenge or play with characters."""
    match, now, actor = change.match, change.now, asks.person
    if match.state is not State.RUNNING:
        await asker_store.lock(connection, actor.id)  # what is counted over several matches stays so
        change.kept_from = await lobby.refusal_to_join(connection, match, asks, now)
    if match.state is State.OPEN and match.place.by_player and change.kept_from is None:
        behind = await asker_store.of_people(connection, {actor.id, match.host.id})
        facts = {person: (behind[person.id], uses.UNREACHED) for person in (match.host, actor)}
        unreached = await uses.times_of_each(connection, now - uses.KEPT_FOR, set(facts.values()))
        closed = [person for person, used in facts.items() if len(unreached[used]) >= MOST_UNREACHED]
        if closed:
            change.kept_from = ClosedMessages(MOST_UNREACHED) if actor in closed else NotTaking((match.host,))
    if match.state in (State.OPEN, State.FINISHED):
        others = [person.id for person in match.opponents_of(actor.id)]
        change.blocked_by = await people_store.blocking(connection, actor.id, others)
        change.together = await match_lists.count_together(connection, actor.id, others)
    if match.state is State.OPEN or match.is_by_vote:
        subject, since = MatchSubject(match.id, match.game.key), now - KEPT_OUT_FOR
        removed_at = await moderation.last_removal(connection, match.place.server_id, actor.id, subject, since)
        change.is_kept_out = removed_at is not None
    if match.state is State.FINISHED:
        change.invitations = await recent_invitations(connection, actor, match, now)
    elif match.state is State.OPEN and actor.id not in change.pauses:
        pauses, away = await clocks.pauses_and_vacation(connection, actor.id, match.place.server_id, now)
        change.pauses = {**change.pauses, actor.id: pauses}
        preferences = await setting_store.preferences_of(connection, actor.id)
        change.note_preferences(actor, preferences, away)
        if match.least_reliability is not None:
            change.reliability = await reliability.of_person(connection, match.place.server_id, actor.id)
    elif match.is_by_vote:
        change.lets_new_accounts_vote = (
            await setting_store.server_of(connection, match.place.server_id)
        ).lets_new_accounts_vote
        if any(actor.id == person.id for person in await people_store.blocked_by(connection, match.host.id)):
            change.blocked_by |= {match.host.id}
    if match.state is not State.RUNNING and not match.is_among_people:
        change.alone = await match_lists.count_alone(connection, actor.id)


async def check_unrated(context: Context, person: Person, match: Match, positions: Sequence[Position]) -> None:
    """Check that none of these positions of a match is on the board in a rated match that a person plays elsewhere.

    What Furlong thinks of it would help them there; mirrored boards count as the same, and so does the same board in a
    variant of the game. Raises `HelpsElsewhere`.
    """
    boards = {_on_board(image) for position in positions for image in match.game.images(position)}
    async with context.database.read() as connection:
        running = (State.RUNNING,)
        going_on = await match_lists.of_person(connection, person.id, running, None, None, context.now(), context.games)
        for other in going_on:
            if other.is_rated and other.id != match.id and other.game.family == match.game.family:
                facts = other.id, other.revision, context.histories, other.game, other.seats
                if _on_board((await history_of(connection, *facts)).position) in boards:
                    raise HelpsElsewhere(match, other.id)


def _on_board(position: Position) -> Hashable:
    """What is on the board, and whose turn it is: all of a position but the rules of its variant, which are its type."""
    return tuple(getattr(position, part.name) for part in fields(cast(Any, position)))


async def versions(context: Context, match_ids: Collection[int]) -> Mapping[int, Version]:
    """The versions of matches, by number, which tell whether a view of a match is up to date."""
    async with context.database.ask() as connection:
        return await match_lists.versions(connection, match_ids)
