"""Matches between servers: calling another server, accepting, who enters, the first day, and the bench.

What is due is done by the job of the competition, as in `calendar`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.actions.askers import spend
from bot.actions.competitions.change import CompetitionChange, changing, load_change
from bot.actions.context import Context
from bot.model.askers import Cost
from bot.model.clock import instant_after
from bot.model.competitions.competition import (
    CALL_WAITS,
    FEWEST_SERVERS,
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
    are_far_apart,
    bench,
    by_meeting,
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
    """Call other servers to a match, for the server of its one side; nothing is posted before it opens.

    Raises `UnknownCompetition`, `NotManager`, `ServerMatchesOff`, `LobbyMuted`, `TooManyCalls` or `DoneTooOften`.
    """
    [side] = proposed.sides
    check_competition(CompetitionAct.OPEN, proposed, actor)
    check_member(await context.placed(actor, side.server_id), side.server_id)
    await spend(context, Cost.ENTRY, actor.person)
    async with context.database.write() as connection:
        await _check_server(connection, actor, side.server_id)
        await people_store.lock(connection, actor.person.id)  # who may manage several servers
        if await competition_store.count_calls(connection, side.server_id, actor.person.id) >= MOST_CALLS:
            raise TooManyCalls(MOST_CALLS)
        await people_store.remember(connection, proposed.host)
        stored = await competition_store.add(connection, replace(proposed, host=proposed.host.as_stored))
        await competitions_due.plan(connection, stored, stored.created_at)
        return stored


async def accept(
    context: Context, actor: Actor, competition_id: int, side: Side, named: Callable[[Competition], str]
) -> Competition:
    """Accept a call for a server, by one who manages it: with the last one, people of all can enter.

    Two servers play under a new name. The terms are those of the call. Raises `UnknownCompetition`, `NotManager`,
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
        change.withdraw_others(await competition_store.meeting_others(connection, competition_id))
        if not change.competition.is_among_several:
            change.rename(named(change.competition))
        change.agree(side)
        if len(change.competition.sides) == change.competition.regulations.servers:
            change.open()
        await change.save(connection)
        await competitions_due.plan(connection, change.competition, change.now)
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
    """The entrant on the side of the server where they ask.

    Raises `NewOnServer`, `TooFewFinished` or `LosesOnTimeForServer`.
    """
    competition, actor = change.competition, change.actor
    assert actor is not None, "somebody asks"
    if actor.membership is Membership.NEW:
        raise NewOnServer(competition, NEW_FOR.days)
    record = change.records[entrant.person.id]
    if not record.is_known:
        raise TooFewFinished(FEWEST_FINISHED)
    if not record.keeps_time:
        raise LosesOnTimeForServer(LATEST, MOST_ON_TIME)
    return replace(entrant, side_id=actor.server_id)


# --- what is due ---


async def close_call(context: Context, competition: Competition) -> datetime | None:
    """End the wait of a call: open a season that enough servers have accepted, and close any other call.

    Return when to look again, None if it is closed.
    """
    until = competition.created_at + CALL_WAITS
    if until > context.now():
        return until
    async with context.database.write() as connection:
        change = await load_change(connection, context, competition.id, None)
        is_waiting = change.competition.stage is CompetitionStage.CALLED
        if is_waiting:
            change.withdraw_others(await competition_store.meeting_others(connection, competition.id))
        if is_waiting and await _is_season(connection, change.competition):
            change.open()
        elif is_waiting:
            change.close(CompetitionStage.CALLED_OFF)
        await change.save(connection)
    return change.competition.begins_at if change.competition.stage is CompetitionStage.OPEN else None


async def _is_season(connection: Connection, called: Competition) -> bool:
    """Whether so many servers have accepted a call that they play a season."""
    return len(called.sides) >= FEWEST_SERVERS and await competition_store.still_calls(connection, called)


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
    ordered = seeded([entrant for entrant in change.entrants if not entrant.is_out], strengths)
    casual = [pair for pair, count in change.met_before.items() if count >= MOST_COUNTED]
    fixtures = paired(change.competition, ordered, strengths, casual)
    if not fixtures:
        change.close(CompetitionStage.CALLED_OFF)
        return
    change.run(change.competition.regulations)
    change.enter(*ordered)
    for division, own in by_meeting(fixtures):
        change.pair(own, division)
    meets = {entrant.side_id for entrant in ordered for fixture in fixtures if entrant.person.id in fixture.people}
    for entrant in ordered:
        if entrant.side_id not in meets:  # whose server has too few
            change.take_out(entrant.person.id)
    change.tell(BulletinKind.STANDINGS, 1)


def looks_at(competition: Competition, now: datetime) -> datetime | None:
    """When the bench has to be looked at next, which takes over boards at first; None after that."""
    at = max(competition.begins_at + ABSENT_AFTER, now + _LOOKS_EVERY)
    return at if at < competition.begins_at + BENCH_FOR else None


async def fill_from_bench(context: Context, competition: Competition) -> None:
    """Give the boards of people who have not made their first move to the bench, within `BENCH_FOR` of the beginning.

    They are found without a lock, and looked at again under those of the competition and of their matches.
    """
    if context.now() >= competition.begins_at + BENCH_FOR:
        return
    async with context.database.read() as connection:
        entrants = await competition_store.entrants_of(connection, competition.id)
        fixtures = await competition_store.fixtures_of(connection, competition.id)
        if not any(bench(entrants, own) for _division, own in by_meeting(fixtures)):
            return
        change = CompetitionChange(competition, context.now(), tuple(entrants), tuple(fixtures))
        absent = await find_absent(connection, context, change, fixtures)
    if not absent:
        return
    async with context.database.write() as connection:
        change = await load_change(connection, context, competition.id, None)
        if change.competition.stage is CompetitionStage.RUNNING:
            of_absent = [fixture for fixture in change.fixtures if absent & set(fixture.people)]
            absent &= await find_absent(connection, context, change, of_absent, for_update=True)
            await _give_to_bench(connection, change, absent)
            await change.save(connection)


async def find_absent(
    connection: Connection,
    context: Context,
    change: CompetitionChange,
    fixtures: Sequence[Fixture],
    *,
    for_update: bool = False,
) -> frozenset[int]:
    """The people who have left, could not be written to or keep others waiting, and have not moved on any board.

    Of whoever is looked for, `fixtures` are all. What stops a clock, a vacation or a weekend (by UTC), is no absence.
    """
    competition, now = change.competition, change.now
    out = {entrant.person.id for entrant in change.entrants if entrant.is_out}
    absent, present = {one for fixture in fixtures if (one := _never_began(fixture)) is not None}, set[int]()
    is_late, suspects = now >= competition.begins_at + ABSENT_AFTER, out | absent
    pauses = await clocks.pauses(connection, [one.person.id for one in change.entrants], competition.begins_at)
    weekends_of = UTC if competition.regulations.terms.pauses_weekends else None
    for fixture in fixtures:
        match, people = fixture.match, set(fixture.people)
        if match is None:
            absent |= out & people
            continue
        if not (is_late or suspects & people):
            continue
        if not match.ply and match.state is not State.RUNNING:  # nobody has moved, and nobody is waited for
            continue
        loaded = (
            await matches.load(connection, match.id, context.histories, context.games, now, for_update=for_update)
        ).match
        for player in loaded.players:
            seat = loaded.seat_of(player.id)
            if seat is not None and loaded.history.has_moved(seat):
                present.add(player.id)
            elif loaded.state is State.RUNNING and player.id in out:
                absent.add(player.id)
            elif is_late and player == loaded.to_move and loaded.clock is not None:
                stops = pauses.of(player.id, DIRECT)
                until = instant_after(loaded.clock.began_at, ABSENT_AFTER, stops, weekends_of=weekends_of)
                if until <= now:
                    absent.add(player.id)
    return frozenset(absent - present)


def _never_began(fixture: Fixture) -> int | None:
    """Who never made a move in time in a match, or could not be written to; None if nobody."""
    match = fixture.match
    return match.ended_by_id if match is not None and match.ending is Ending.UNPLAYED else None


async def _give_to_bench(connection: Connection, change: CompetitionChange, absent: frozenset[int]) -> None:
    """Replace absent people by those on the bench of their side; the bot ends the matches of whoever is out."""
    [game] = change.competition.regulations.games
    for out, _instead, fixtures in taken_over(change.entrants, change.fixtures, absent):
        people = {person_id for fixture in fixtures for person_id in fixture.people}
        ratings = {one: await lobby_store.ratings_of(connection, one, change.now) for one in people}
        strengths = {one: known[game.key] for one, known in ratings.items() if game.key in known}
        is_casual = are_far_apart(strengths, *fixtures[0].people)
        withdrawal = out.withdrawal or Withdrawal(WithdrawalCause.ABSENT, change.now, is_struck=True)
        change.enter(replace(out, withdrawal=replace(withdrawal, is_struck=True)))
        casual = [replace(fixture, is_casual=fixture.is_casual or is_casual) for fixture in fixtures]
        change.pair(casual, fixtures[0].division)
        change.show_anew(BulletinKind.STANDINGS)
