"""Engines, in the caller's transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.engines import Engine
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.store.engine.schema.people import engines, people, tokens
from bot.store.engine.statements import columns_of, made, upsert
from bot.store.tokens import HAS_WEBHOOK, end_all


async def put(connection: AsyncConnection, engine: Engine) -> None:
    """Store an engine, which is stored as a person already, in place of what was known of it."""
    row = {**columns_of(engines, engine), "games": [*engine.games], "owner_id": engine.owner.id}
    await upsert(connection, engines, {"person_id": engine.person.id}, row)


async def remove(connection: AsyncConnection, person_id: int) -> None:
    """Take an engine from its server, so that it is nobody whom one can challenge, and end its token."""
    await end_all(connection, person_id)
    await connection.execute(update(engines).where(engines.c.person_id == person_id).values(server_id=DIRECT))


async def removed(connection: AsyncConnection, owner_id: int, name: str) -> Person | None:
    """An engine that a person has removed, under a new name: rather one that had this name; None if there is none."""
    query = select(engines.c.person_id).join(people, people.c.id == engines.c.person_id)
    query = query.where(engines.c.owner_id == owner_id, engines.c.server_id == DIRECT)
    person_id = await connection.scalar(query.order_by((people.c.name == name).desc(), engines.c.person_id).limit(1))
    return None if person_id is None else Person(person_id, name)


async def of_ids(connection: AsyncConnection, *person_ids: int) -> Sequence[Engine]:
    """The engines among these people."""
    return await _load(connection, engines.c.person_id.in_(person_ids))


async def hold(connection: AsyncConnection, *person_ids: int) -> Sequence[Engine]:
    """The engines among these people, which nobody takes from their servers before the transaction is over."""
    return await _load(connection, engines.c.person_id.in_(person_ids), lock={"read": True})


async def hold_alone(connection: AsyncConnection, person_id: int) -> Sequence[Engine]:
    """The engine with this id, which begins nothing before the transaction is over; what is beginning is awaited."""
    return await _load(connection, engines.c.person_id == person_id, lock={"read": False})


async def of_owner(connection: AsyncConnection, owner_id: int) -> Sequence[Engine]:
    """The engines of a person, on all servers."""
    return await _load(connection, engines.c.owner_id == owner_id)


async def on_server(connection: AsyncConnection, server_id: int) -> Sequence[Engine]:
    """The engines of a server, in the order of their names."""
    return await _load(connection, engines.c.server_id == server_id)


async def _load(
    connection: AsyncConnection, condition: ColumnElement[bool], *, lock: Mapping[str, bool] | None = None
) -> Sequence[Engine]:
    owners, is_own_token = people.alias("owners"), tokens.c.person_id == engines.c.person_id
    until = select(func.max(tokens.c.expires_at)).where(is_own_token, HAS_WEBHOOK, tokens.c.webhook_failures == 0)
    webhook_until = until.scalar_subquery().label("webhook_until")
    query = (
        select(engines, people.c.name, owners.c.name.label("owner"), owners.c.user_name, webhook_until)
        .join(people, people.c.id == engines.c.person_id)
        .join(owners, owners.c.id == engines.c.owner_id)
        .where(condition)
        .order_by(people.c.name, engines.c.person_id)
    )
    query = query if lock is None else query.with_for_update(**lock, of=engines)
    return [
        made(Engine, row, person=Person(row.person_id, row.name), owner=Person(row.owner_id, row.owner, row.user_name))
        for row in await connection.execute(query)
    ]


async def count(connection: AsyncConnection, owner_id: int, server_id: int) -> tuple[int, int]:
    """How many engines a person has, and how many a server has."""
    is_own = and_(engines.c.owner_id == owner_id, engines.c.server_id != DIRECT)
    own, here = (is_own, engines.c.server_id == server_id)
    counts: list[Any] = [func.count().filter(own), func.count().filter(here)]
    row = (await connection.execute(select(*counts).select_from(engines).where(or_(own, here)))).one()
    return row[0], row[1]


async def note_seen(connection: AsyncConnection, person_id: int, now: datetime) -> None:
    """Store that the program of an engine follows its matches."""
    await connection.execute(update(engines).where(engines.c.person_id == person_id).values(seen_at=now))
