"""The settings of people and servers, and the subscriptions of people to open challenges of games.

Every function works in the caller's transaction.
"""

from collections.abc import Collection, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Table, bindparam, delete, func, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model import servers as places
from bot.model import settings as persons
from bot.model.jobs import Kind
from bot.model.match import Match
from bot.model.servers import Lobby, Server
from bot.model.settings import (
    Challengers,
    Confirming,
    Preferences,
    Presence,
    QuietHours,
    Reach,
    Reminders,
    Sharing,
    Timeouts,
    View,
)
from bot.store import people as people_store
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.people import lookouts, preferences
from bot.store.engine.schema.servers import servers
from bot.store.engine.statements import columns_of, insert_into, made
from bot.store.jobs import queue

_PREFERENCES: Final = select(preferences).where(preferences.c.person_id.in_(bindparam("people")))
_SERVER: Final = select(servers).where(servers.c.id == bindparam("number"))


async def preferences_of(connection: AsyncConnection, person_id: int) -> Preferences:
    """The settings of a person; the defaults if none are stored."""
    return (await preferences_of_all(connection, [person_id]))[person_id]


async def preferences_of_all(connection: AsyncConnection, person_ids: Collection[int]) -> Mapping[int, Preferences]:
    """The settings of several people, by id."""
    if not person_ids:
        return {}
    rows = await connection.execute(_PREFERENCES, {"people": list(person_ids)})
    return {**dict.fromkeys(person_ids, persons.USUAL), **{row.person_id: preferences_in(row) for row in rows}}


async def lock_preferences(connection: AsyncConnection, person_id: int) -> Preferences:
    """The settings of a person, who is already stored, locked until the transaction ends."""
    await _insert_if_missing(connection, preferences, {"person_id": person_id, **_preference_columns(persons.USUAL)})
    query = select(preferences).where(preferences.c.person_id == person_id).with_for_update()
    return preferences_in((await connection.execute(query)).one())


async def set_preferences(connection: AsyncConnection, person_id: int, values: Preferences) -> None:
    """Store the settings of a person, which are locked."""
    columns = _preference_columns(values)
    await connection.execute(update(preferences).where(preferences.c.person_id == person_id).values(**columns))


def preferences_in(row: Row[Any]) -> Preferences:
    """The settings in a row of `preferences`."""
    begin, end = row.quiet_from, row.quiet_until
    quiet = None if begin is None or end is None else QuietHours(begin, end)
    choices = View(row.view), Challengers(row.challengers), Sharing(row.sharing)
    languages = row.language, row.discord_language
    return Preferences(
        Reach(row.notice),
        row.time_zone,
        quiet,
        *choices,
        *languages,
        reminders=Reminders(row.reminders),
        timeouts=Timeouts(row.timeouts),
        confirming=Confirming(row.confirming),
        lobby=Presence(row.lobby),
        theme=row.theme,
        news_hour=row.news_hour,
    )


def _preference_columns(values: Preferences) -> dict[str, Any]:
    quiet = {"quiet_from": values.quiet and values.quiet.begin, "quiet_until": values.quiet and values.quiet.end}
    return {**columns_of(preferences, values), "notice": values.reach, **quiet}


async def server_of(connection: AsyncConnection, server_id: int) -> Server:
    """The settings of a server; the defaults if none are stored."""
    row = (await connection.execute(_SERVER, {"number": server_id})).one_or_none()
    return places.USUAL if row is None else _server(row)


async def lock_server(connection: AsyncConnection, server_id: int) -> Server:
    """The settings of a server, locked until the transaction ends."""
    await _insert_if_missing(connection, servers, {"id": server_id, **asdict(places.USUAL)})
    return _server((await connection.execute(_SERVER.with_for_update(), {"number": server_id})).one())


async def set_server(connection: AsyncConnection, server_id: int, values: Server) -> None:
    """Store the settings of a server, which are locked."""
    await connection.execute(update(servers).where(servers.c.id == server_id).values(**asdict(values)))


def _server(row: Row[Any]) -> Server:
    """The settings in a row of `servers`, whose columns are named like the fields."""
    return made(Server, row, lobby=Lobby(row.lobby))


async def _insert_if_missing(connection: AsyncConnection, table: Table, values: dict[str, Any]) -> None:
    await connection.execute(insert_into(connection, table).values(**values).on_conflict_do_nothing())


EVERY: Final = timedelta(hours=1)
"""The shortest time between two notices of open challenges to a person."""

MOST_CALLED: Final = 50
"""How many people are told of one open challenge; those told longest ago come first."""


async def lookouts_of(connection: AsyncConnection, server_id: int, person_id: int) -> frozenset[str]:
    """The keys of the games of which a person wants to be told on a server."""
    return frozenset(await connection.scalars(select(lookouts.c.game).where(*_of(server_id, person_id))))


async def keep_lookouts(connection: AsyncConnection, server_id: int, person_id: int, games: Collection[str]) -> None:
    """Replace the games of which a person, who is already stored, wants to be told on a server."""
    told_at = await _latest_notice(connection, person_id)
    await connection.execute(delete(lookouts).where(*_of(server_id, person_id)))
    row = {"server_id": server_id, "person_id": person_id, "told_at": told_at}
    if games:
        await connection.execute(insert(lookouts), [{**row, "game": game} for game in sorted(games)])


async def call(connection: AsyncConnection, match: Match, due_at: datetime) -> None:
    """Add jobs to tell subscribers of an open challenge at `due_at`, except its host and people blocked either way."""
    job = queue.values(Kind.CALL, match.place.server_id, due_at, match_id=match.id, channel_id=match.place.channel_id)
    constant = [literal(value, jobs.c[column].type) for column, value in job.items()]
    chosen = (
        select(lookouts.c.person_id, *constant)
        .where(lookouts.c.server_id == match.place.server_id, lookouts.c.game == match.game.key)
        .where(lookouts.c.person_id != match.host.id, ~people_store.is_blocked(match.host.id, lookouts.c.person_id))
        .order_by(lookouts.c.told_at.asc().nulls_first(), lookouts.c.person_id)
        .limit(MOST_CALLED)
    )
    await connection.execute(insert(jobs).from_select(["person_id", *job], chosen))


async def still_wanted(connection: AsyncConnection, match: Match, person_ids: Collection[int]) -> frozenset[int]:
    """The people, among these, who still want to be told of an open challenge."""
    query = select(lookouts.c.person_id).where(
        lookouts.c.server_id == match.place.server_id,
        lookouts.c.game == match.game.key,
        lookouts.c.person_id.in_(person_ids),
        ~people_store.is_blocked(match.host.id, lookouts.c.person_id),
    )
    return frozenset(await connection.scalars(query))


async def note_told(connection: AsyncConnection, person_id: int, now: datetime) -> datetime | None:
    """Note that a person is told now; if it is too early for that, return when they may be told."""
    free = or_(lookouts.c.told_at.is_(None), lookouts.c.told_at <= now - EVERY, lookouts.c.told_at > now)
    taken = update(lookouts).where(lookouts.c.person_id == person_id, free).values(told_at=now)
    if (await connection.execute(taken)).rowcount:
        return None
    return (await _latest_notice(connection, person_id) or now) + EVERY


async def _latest_notice(connection: AsyncConnection, person_id: int) -> datetime | None:
    return await connection.scalar(select(func.max(lookouts.c.told_at)).where(lookouts.c.person_id == person_id))


def _of(server_id: int, person_id: int) -> tuple[ColumnElement[bool], ...]:
    return lookouts.c.server_id == server_id, lookouts.c.person_id == person_id
