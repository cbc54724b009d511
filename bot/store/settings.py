"""The settings of people and servers. Every function works in the caller's transaction."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from sqlalchemy import Row, Table, bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model import servers as places
from bot.model import settings as persons
from bot.model.servers import Server
from bot.model.settings import Challengers, Preferences, QuietHours, Reach, Sharing, View
from bot.store.engine.schema.people import preferences
from bot.store.engine.schema.servers import servers
from bot.store.engine.statements import columns_of, insert_into

_PREFERENCES: Final = select(preferences).where(preferences.c.person_id.in_(bindparam("people", expanding=True)))
_SERVER: Final = select(servers).where(servers.c.id == bindparam("number"))


async def preferences_of(connection: AsyncConnection, person_id: int) -> Preferences:
    """The settings of a person; the usual ones if none are stored."""
    return (await preferences_of_all(connection, [person_id]))[person_id]


async def preferences_of_all(connection: AsyncConnection, person_ids: Collection[int]) -> Mapping[int, Preferences]:
    """By id: the settings of several people."""
    if not person_ids:
        return {}
    rows = await connection.execute(_PREFERENCES, {"people": list(person_ids)})
    return {**dict.fromkeys(person_ids, persons.USUAL), **{row.person_id: preferences_in(row) for row in rows}}


async def lock_preferences(connection: AsyncConnection, person_id: int) -> Preferences:
    """The settings of a person, who is stored already; locked until the transaction ends."""
    await _insert_if_missing(connection, preferences, {"person_id": person_id, **_preference_columns(persons.USUAL)})
    query = select(preferences).where(preferences.c.person_id == person_id).with_for_update()
    return preferences_in((await connection.execute(query)).one())


async def set_preferences(connection: AsyncConnection, person_id: int, values: Preferences) -> None:
    """Keep the settings of a person, which are locked."""
    columns = _preference_columns(values)
    await connection.execute(update(preferences).where(preferences.c.person_id == person_id).values(**columns))


def preferences_in(row: Row[Any]) -> Preferences:
    """The settings in a row of `preferences`."""
    begin, end = row.quiet_from, row.quiet_until
    quiet = None if begin is None or end is None else QuietHours(begin, end)
    likes = View(row.view), Challengers(row.challengers), Sharing(row.sharing)
    return Preferences(Reach(row.notice), row.time_zone, quiet, *likes)


def _preference_columns(values: Preferences) -> dict[str, Any]:
    quiet = {"quiet_from": values.quiet and values.quiet.begin, "quiet_until": values.quiet and values.quiet.end}
    return {**columns_of(preferences, values), "notice": values.reach, **quiet}


async def server_of(connection: AsyncConnection, server_id: int) -> Server:
    """The settings of a server; the usual ones if none are stored."""
    row = (await connection.execute(_SERVER, {"number": server_id})).one_or_none()
    return places.USUAL if row is None else _server(row)


async def lock_server(connection: AsyncConnection, server_id: int) -> Server:
    """The settings of a server, locked until the transaction ends."""
    await _insert_if_missing(connection, servers, {"id": server_id, **asdict(places.USUAL)})
    return _server((await connection.execute(_SERVER.with_for_update(), {"number": server_id})).one())


async def set_server(connection: AsyncConnection, server_id: int, values: Server) -> None:
    """Keep the settings of a server, which are locked."""
    await connection.execute(update(servers).where(servers.c.id == server_id).values(**asdict(values)))


def _server(row: Row[Any]) -> Server:
    """The settings in a row of `servers`, whose columns are called as the fields."""
    return Server(**{field.name: getattr(row, field.name) for field in fields(Server)})


async def _insert_if_missing(connection: AsyncConnection, table: Table, values: dict[str, Any]) -> None:
    await connection.execute(insert_into(connection, table).values(**values).on_conflict_do_nothing())
