"""Outages in the database: times in which servers were cut off from the bot, all of a shard at once or one by one.

An outage of a single server is stored when it begins, and grows with every sign of life of its shard while it lasts. It
is settled once it is over and all clocks of the server know of it; until then, nothing falls due there.

A game whose package is not installed is cut off as well, from one start to another.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, case, insert, literal, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import Pause
from bot.model.competitions.competition import CompetitionStage
from bot.model.match import State
from bot.model.shards import Shard, Shards, number_of
from bot.store.engine import facts
from bot.store.engine.conditions import belong
from bot.store.engine.schema.competitions import competitions
from bot.store.engine.schema.jobs import outages
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.types import Instant


@dataclass(frozen=True, slots=True)
class Outage:
    """An outage of the servers of a shard, or of a single server."""

    pause: Pause
    shard: Shard
    server_id: int | None = None

    def concerns(self, server_id: int) -> bool:
        """Whether a server was cut off."""
        if self.server_id is not None:
            return self.server_id == server_id
        return number_of(server_id, self.shard.total) == self.shard.number


async def add(connection: AsyncConnection, since: Mapping[Shard, datetime], until: datetime) -> None:
    """Store outages of the servers of these shards, each from its instant in `since` to `until`."""
    rows = [
        {"shard_number": shard.number, "shard_total": shard.total, "began_at": began_at, "ended_at": until}
        for shard, began_at in since.items()
    ]
    await connection.execute(insert(outages), rows)


async def note_cut_off(
    connection: AsyncConnection, cut_off: Mapping[int, datetime], shards: Shards, now: datetime
) -> Collection[int]:
    """Store which single servers of these shards are cut off at present, and since when.

    Return the servers that are back, whose clocks do not all know of it yet.
    """
    going_on = set(await connection.scalars(select(outages.c.server_id).where(_lasts(shards))))
    new = await _with_clocks(connection, cut_off.keys() - going_on)
    if going_on:
        # If a server is cut off again before all its clocks know of the outage, all are brought up to date again.
        lasts = outages.c.server_id.in_(cut_off.keys())
        ended_at = case((or_(lasts, outages.c.reckoned == 0), literal(now, Instant)), else_=outages.c.ended_at)
        reckoned = case((lasts, 0), else_=outages.c.reckoned)
        await connection.execute(update(outages).where(_lasts(shards)).values(ended_at=ended_at, reckoned=reckoned))
    if new:
        rows = [
            {"server_id": server_id, "began_at": min(cut_off[server_id], now), "ended_at": now, "reckoned": 0}
            for server_id in sorted(new)
        ]
        await connection.execute(insert(outages), rows)
    return going_on - cut_off.keys()


async def _with_clocks(connection: AsyncConnection, servers: Collection[int]) -> Collection[int]:
    """Those of some servers on which anything can fall due: where matches or competitions wait or run."""
    if not servers:
        return ()
    of_matches = select(matches.c.server_id).where(
        matches.c.server_id.in_(servers), matches.c.state.in_((State.OPEN, State.RUNNING))
    )
    of_competitions = select(competitions.c.server_id).where(
        competitions.c.server_id.in_(servers),
        competitions.c.stage.in_((CompetitionStage.OPEN, CompetitionStage.RUNNING)),
    )
    return set(await connection.scalars(union(of_matches, of_competitions)))


async def any_lasts(connection: AsyncConnection, shards: Shards) -> bool:
    """Whether an outage of a single server of these shards lasts, or is not known to all its clocks."""
    return await connection.scalar(select(outages.c.id).where(_lasts(shards)).limit(1)) is not None


def _lasts(shards: Shards) -> ColumnElement[bool]:
    is_single = outages.c.server_id.is_not(None) & outages.c.reckoned.is_not(None)
    return is_single & belong(outages.c.server_id, shards)


async def to_reckon(connection: AsyncConnection, servers: Collection[int]) -> tuple[Collection[int], int] | None:
    """Some of these servers, and the last match whose clock knows of their outage; None if all clocks do.

    No other process can bring them up to date until the transaction ends.
    """
    is_unreckoned = (outages.c.server_id.in_(servers), outages.c.reckoned.is_not(None))
    query = select(outages.c.server_id, outages.c.reckoned).where(*is_unreckoned).order_by(outages.c.id)
    reckoned = {row.server_id: row.reckoned for row in await connection.execute(query.with_for_update())}
    if not reckoned:
        return None
    least = min(reckoned.values())
    return [server_id for server_id, up_to in reckoned.items() if up_to == least], least


async def note_reckoned(connection: AsyncConnection, servers: Collection[int], up_to: int | None) -> None:
    """Note that the clocks of matches up to `up_to` know of the outage of these servers; None means all of them do."""
    is_unreckoned = (outages.c.server_id.in_(servers), outages.c.reckoned.is_not(None))
    await connection.execute(update(outages).where(*is_unreckoned).values(reckoned=up_to))


_GAMES: Final = "games away"
"""The key of a fact: for each game that was not installed, when that began last, and when it ended, if it has."""

_HARDLY_BACK: Final = timedelta(days=1)
_KEPT: Final = timedelta(days=90)


async def note_games(connection: AsyncConnection, absent: Collection[str], now: datetime) -> set[str]:
    """Store which games are not installed, and since when; return those that were not until now.

    A game that is away again within a day counts as away all the time: nobody could finish anything meanwhile.
    """
    value = await facts.locked(connection, _GAMES)
    known = _times_of(value)
    back = {game for game, (_began_at, ended_at) in known.items() if ended_at is None} - {*absent}
    times = {game: time for game, time in known.items() if time[1] is None or time[1] > now - _KEPT}
    times |= {game: (times[game][0], now) for game in back}
    for game in absent:
        began_at, ended_at = times.get(game, (now, now))
        is_still_away = ended_at is None or ended_at > now - _HARDLY_BACK
        times[game] = (began_at if is_still_away else now), None
    if times != known:
        stored = {game: [time and time.isoformat() for time in both] for game, both in sorted(times.items())}
        await facts.put(connection, _GAMES, json.dumps(stored))
    return back


async def of_games(connection: AsyncConnection, games: Collection[str], now: datetime) -> Sequence[Pause]:
    """When some games were not installed the last time, or have not been until `now`."""
    times = _times_of(await facts.get(connection, _GAMES))
    return [Pause(began_at, ended_at or now) for game, (began_at, ended_at) in times.items() if game in games]


def _times_of(value: str | None) -> dict[str, tuple[datetime, datetime | None]]:
    stored = json.loads(value or "{}")
    instant = datetime.fromisoformat
    return {game: (instant(began_at), ended_at and instant(ended_at)) for game, (began_at, ended_at) in stored.items()}


async def was_long(connection: AsyncConnection, *, longer_than: timedelta, ended_after: datetime) -> bool:
    """Whether an outage of a shard lasted longer than `longer_than` and ended after `ended_after`."""
    is_of_all = (outages.c.ended_at > ended_after, outages.c.server_id.is_(None))
    rows = await connection.execute(select(outages).where(*is_of_all))
    return any(row.ended_at - row.began_at > longer_than for row in rows)


async def days(connection: AsyncConnection, longer_than: timedelta) -> Collection[date]:
    """The days in UTC on which an outage of a shard that lasted longer than that went on."""
    rows = await connection.execute(select(outages).where(outages.c.server_id.is_(None)))
    long = [(row.began_at, row.ended_at.date()) for row in rows if row.ended_at - row.began_at > longer_than]
    a_day = timedelta(days=1)
    return {began.date() + number * a_day for began, last in long for number in range((last - began.date()).days + 1)}


async def clip(connection: AsyncConnection, now: datetime) -> None:
    """Shorten outages that reach into the future because the machine's clock was put back."""
    late = (await connection.execute(select(outages).where(outages.c.ended_at > now))).all()
    for row in late:
        values = {"began_at": min(row.began_at, now), "ended_at": now}
        await connection.execute(update(outages).where(outages.c.id == row.id).values(**values))
