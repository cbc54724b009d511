"""Matches between servers: calling another server, accepting, who enters, the first day, and the bench.

What is due is done by the job of the competition, as in `calendar`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.actions.askers import spend
from bot.actions.competitions.change import CompetitionChange, changing, load_change
from bot.actions.context import Context
from bot.model.askers import Cost
from bot.model.clock import credited
from bot.model.competitions.competition import (
    CALL_WAITS,
    Competition,
    CompetitionStage,
    Entrant,
    Fixture,
    Side,
    Withdrawal,
    WithdrawalCause,
)
from bot.model.competitions.servers import (
    ABSENT_AFTER,
    BENCH_FOR,
    FEWEST_FINISHED,
    LATEST,
    MOST_CALLS,
    MOST_COUNTED,
    MOST_ON_TIME,
    bench,
    paired,
    seeded,
    taken_over,
)
from bot.model.match import State
from bot.model.people import NEW_FOR, Account, Actor, Membership
from bot.model.permissions import CompetitionAct, check_competition, check_member
from bot.model.place import DIRECT
from bot.model.refusals.competitions import (
    CallAnswered,
    CompetitionFull,
    LosesOnTimeForServer,
    NewOnServer,
    ServerMatchesOff,
    TooFewFinished,
    TooManyCalls,
)
from bot.model.refusals.lobby import LobbyMuted
from bot.model.result import Ending
from bot.store import clocks, competitions_due, matches
from bot.store import competitions as competition_store
from bot.store import lobby as lobby_store
from bot.store import people as people_store
from bot.store import settings as setting_store
from bot.store.engine.database import Connection
from bot.store.jobs import bulletins
from bot.store.jobs.bulletins import BulletinKind

MOST_LISTED: Final = 25
"""The maximum number of calls to read."""

_LOOKS_EVERY: Final = timedelta(hours=1)
"""How often the bench is looked at, while it can take boards over."""


async def _check_server(connection: Connection, actor: Actor, server_id: int) -> None:
    """Check that a server meets others. Raises `ServerMatchesOff` or `LobbyMuted`."""
    if not (await setting_store.lock_server(connection, server_id)).meets_servers:
        raise ServerMatchesOff
    if await lobby_store.is_muted(connection, actor.person.id, server_id):
        raise LobbyMuted


async def call(context: Context, actor: Actor, proposed: Competition) -> Competition:
    """Call other servers to a match, for the server of its one side; nothing is posted before one of them accepts.

    Raises `UnknownCompetition`, `NotManager`, `ServerMatchesOff`, `LobbyMuted`, `TooManyCalls` or `DoneTooOften`.
    """
    [side] = proposed.sides
    check_competition(CompetitionAct.OPEN, proposed, actor)
    check_member(await context.placed(actor, side.server_id), side.server_id)
    await spend(context, Cost.ENTRY, actor.person)
    async with context.database.write() as connection:
        await _check_server(connection, actor, side.server_id)
        if await competition_store.count_calls(connection, side.server_id) >= MOST_CALLS:
            raise TooManyCalls(MOST_CALLS)
        await people_store.remember(connection, proposed.host)
        stored = await competition_store.add(connection, replace(proposed, host=proposed.host.as_stored))
        await competitions_due.plan(connection, stored, stored.created_at)
        return stored


async def accept(
    context: Context, actor: Actor, competition_id: int, side: Side, named: Callable[[Competition], str]
) -> Competition:
    """Accept a call for a server, by one who manages it: from now on people of both can enter, under a new name.

    The terms are those of the call, and its times count from now. Raises `UnknownCompetition`, `NotManager`,
    `CallAnswered`, `ServerMatchesOff`, `LobbyMuted` or `DoneTooOften`.
    """
    await spend(context, Cost.ENTRY, actor.person)
    actor = await context.placed(actor, side.server_id)
    async with context.database.write() as connection:
        change = await load_change(connection, context, competition_id, actor)
        change.check(CompetitionAct.ACCEPT, actor)
        await _check_server(connection, actor, side.server_id)
        if not await competition_store.still_calls(connection, change.competition):
            raise CallAnswered(change.competition)
        later = change.now - change.competition.created_at
        change.move(change.competition.begins_at + later, change.competition.ends_at + later)
        change.agree(side, named(change.competition))
        await change.save(connection)
        await competitions_due.plan(connection, change.competition, change.now)
        await bulletins.add(connection, change.competition, change.now, (BulletinKind.CARD, 0))
    return change.competition


async def calls(context: Context, actor: Actor) -> list[Competition]:
    """The calls of other servers that somebody who manages a server can accept; none if it does not meet others."""
    if actor.server_id is None or not actor.manages_server:
        return []
    async with context.database.read() as connection:
        if not (await setting_store.server_of(connection, actor.server_id)).meets_servers:
            return []
        found = await competition_store.calls_to(connection, actor.server_id, context.games, MOST_LISTED)
    return [competition for competition in found if not competition.regulations.is_away]


def entering(change: CompetitionChange, entrant: Entrant) -> Entrant:
    """The entrant on the side of the server where they ask. Raises `NewOnServer`, `TooFewFinished`, `LosesOnTimeForServer` or `CompetitionFull`."""
    competition, actor = change.competition, change.actor
    assert actor is not None, "somebody asks"
    if actor.membership is Membership.NEW:
        raise NewOnServer(competition, NEW_FOR.days)
    record = change.records[entrant.person.id]
    if not record.is_known:
        raise TooFewFinished(FEWEST_FINISHED)
    if not record.keeps_time:
        raise LosesOnTimeForServer(LATEST, MOST_ON_TIME)
    most = competition.regulations.most_entrants
    if sum(other.side_id == actor.server_id for other in change.entrants) >= most:
        raise CompetitionFull(competition, most)
    return replace(entrant, side_id=actor.server_id)


# --- what is due ---


async def close_call(context: Context, competition: Competition) -> datetime | None:
    """Close a call that nobody accepted in time; return when to look again, None if it is closed."""
    until = competition.created_at + CALL_WAITS
    if until > context.now():
        return until
    async with changing(context, competition.id) as change:
        if change.competition.stage is CompetitionStage.CALLED:
            change.close(CompetitionStage.CALLED_OFF)
    return None


async def begin(context: Context, competition_id: int) -> None:
    """Begin a match whose first day has come: pair those who may still play; with too few boards it is called off."""
    async with context.database.read() as connection:
        entered = await competition_store.entrants_of(connection, competition_id)
    accounts = [Account(entrant.side_id or DIRECT, entrant.person.id, may_be_elsewhere=False) for entrant in entered]
    apart = await context.apart(accounts, None)
    async with changing(context, competition_id) as change:
        if not change.is_due_to_begin:
            return
        for entrant in change.entrants:
            record = change.records[entrant.person.id]
            if entrant.person.id in apart or not (record.is_known and record.keeps_time):
                change.take_out(entrant.person.id)
        _pair(change)
        change.show_anew(BulletinKind.CARD)


def _pair(change: CompetitionChange) -> None:
    strengths = {person_id: round(rating) for person_id, rating in change.ratings.items()}
    ordered = seeded(change.entrants, strengths)
    fixtures = paired(change.competition, ordered, strengths, is_casual=change.met_before >= MOST_COUNTED)
    if not fixtures:
        change.close(CompetitionStage.CALLED_OFF)
        return
    change.run(change.competition.regulations)
    change.enter(*ordered)
    change.pair(fixtures)
    change.tell(BulletinKind.STANDINGS, 1)


def looks_at(competition: Competition, now: datetime) -> datetime | None:
    """When the bench has to be looked at next, which takes over boards at first; None after that."""
    at = max(competition.begins_at + ABSENT_AFTER, now + _LOOKS_EVERY)
    return at if at < competition.begins_at + BENCH_FOR else None


async def fill_from_bench(context: Context, competition: Competition) -> None:
    """Give the boards of people who have not made their first move to the bench, within `BENCH_FOR` of the beginning."""
    if context.now() >= competition.begins_at + BENCH_FOR:
        return
    async with context.database.read() as connection:
        entrants = await competition_store.entrants_of(connection, competition.id)
        fixtures = await competition_store.fixtures_of(connection, competition.id)
        if not bench(entrants, fixtures):
            return
        absent = await _absent(connection, context, competition, entrants, fixtures)
    if absent:
        async with changing(context, competition.id) as change:
            _give_to_bench(change, absent)


async def _absent(
    connection: Connection,
    context: Context,
    competition: Competition,
    entrants: Sequence[Entrant],
    fixtures: Sequence[Fixture],
) -> frozenset[int]:
    """The people who have left, could not be written to or keep others waiting, and have not moved on any board.

    A vacation is no absence.
    """
    now, out = context.now(), {entrant.person.id for entrant in entrants if entrant.is_out}
    is_late, absent, present = now >= competition.begins_at + ABSENT_AFTER, set[int](), set[int]()
    pauses = await clocks.pauses(connection, [entrant.person.id for entrant in entrants], competition.begins_at)
    for fixture in fixtures:
        match = fixture.match
        if match is None or not (is_late or out & set(fixture.people) or match.ending is Ending.UNPLAYED):
            continue
        if match.ending is Ending.UNPLAYED and match.ended_by_id is not None:
            absent.add(match.ended_by_id)
        if match.state is not State.RUNNING:
            continue
        loaded = (await matches.load(connection, match.id, context.histories, context.games, now)).match
        for player in loaded.players:
            seat = loaded.seat_of(player.id)
            if seat is not None and loaded.history.has_moved(seat):
                present.add(player.id)
            elif player.id in out:
                absent.add(player.id)
            elif is_late and player == loaded.to_move and loaded.clock is not None:
                since = loaded.clock.began_at
                if credited(since, since + ABSENT_AFTER, pauses.of(player.id, DIRECT)) <= now:
                    absent.add(player.id)
    return frozenset(absent - present)


def _give_to_bench(change: CompetitionChange, absent: frozenset[int]) -> None:
    """Replace absent people by those on the bench of their side; the bot ends the matches of whoever is out."""
    if change.competition.stage is not CompetitionStage.RUNNING:
        return
    for out, _instead, fixtures in taken_over(change.entrants, change.fixtures, absent):
        withdrawal = out.withdrawal or Withdrawal(WithdrawalCause.ABSENT, change.now, is_struck=True)
        change.enter(replace(out, withdrawal=replace(withdrawal, is_struck=True)))
        change.pair(fixtures)
        change.show_anew(BulletinKind.STANDINGS)
