"""Who is behind people, and what of theirs is stored. In the caller's transaction."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeVarTuple

from sqlalchemy import ColumnElement, CompoundSelect, Select, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.askers import UNKNOWN_NETWORK, Asker
from bot.model.people import FIRST_ENGINE, FIRST_GUEST, FIRST_ON_DISCORD
from bot.store import people as people_store
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.people import engines, guests, people, tokens
from bot.store.tokens import HAS_WEBHOOK

_Columns = TypeVarTuple("_Columns")

_ENGINES: Final = range(FIRST_ENGINE, FIRST_GUEST)
_GUESTS: Final = range(FIRST_GUEST, FIRST_ON_DISCORD)
_DIGITS: Final = 15  # of the hash of a network, as many as a lock of PostgreSQL can tell apart


def _behind(asker: Asker) -> Select[int] | CompoundSelect[int]:
    """Query: the ids of the people behind whom an asker is."""
    if isinstance(asker, str):
        return select(guests.c.person_id).where(guests.c.network == asker)
    own = select(engines.c.person_id).where(engines.c.owner_id == asker)
    return select(people.c.id).where(people.c.id == asker).union_all(own)  # an OR would read all people on PostgreSQL


async def lock(connection: AsyncConnection, person_id: int) -> None:
    """Lock a person, as `people_store.lock`, and who is behind them, so that a limit holds for all of theirs at once."""
    [asker] = (await of_people(connection, [person_id])).values()
    await people_store.lock(connection, person_id)
    if asker != person_id:
        await people_store.lock(connection, asker if isinstance(asker, int) else int(asker[:_DIGITS] or "0", 16))


async def count_begun(connection: AsyncConnection, asker: Asker, since: datetime) -> int:
    """How many matches an asker has proposed, or offered to play again, `since` then."""
    query = select(func.count()).select_from(matches)
    query = query.where(matches.c.host_id.in_(_behind(asker)), matches.c.created_at > since)
    return await connection.scalar(query) or 0


async def count_webhooks(connection: AsyncConnection, asker: Asker, besides: int) -> int:
    """How many webhooks of an asker are on, `besides` that of a token."""
    query = select(func.count()).select_from(tokens).where(tokens.c.person_id.in_(_behind(asker)), HAS_WEBHOOK)
    return await connection.scalar(query.where(tokens.c.id != besides)) or 0


async def of_people(connection: AsyncConnection, person_ids: Collection[int]) -> Mapping[int, Asker]:
    """The asker behind each of these people, by their ids."""
    askers: dict[int, Asker] = {who: UNKNOWN_NETWORK if who in _GUESTS else who for who in person_ids}
    if any(who in _ENGINES for who in askers):
        rows = await connection.execute(select(engines).where(engines.c.person_id.in_(askers)))
        askers |= {row.person_id: row.owner_id for row in rows}
    if any(who in _GUESTS for who in askers):
        rows = await connection.execute(select(guests).where(guests.c.person_id.in_(askers)))
        askers |= {row.person_id: row.network for row in rows}
    return askers


async def people_behind(connection: AsyncConnection, of: Collection[Asker]) -> Mapping[int, Asker]:
    """The accounts among some askers, and their engines, those that were removed included, each with its asker."""
    accounts = {asker: asker for asker in of if isinstance(asker, int)}
    rows = await connection.execute(select(engines).where(engines.c.owner_id.in_(accounts)))
    return accounts | {row.person_id: row.owner_id for row in rows}


def with_askers(query: Select[*_Columns], person_id: ColumnElement[int]) -> Select[*_Columns]:
    """A query with the tables that `behind` needs."""
    return query.outerjoin(engines, engines.c.person_id == person_id).outerjoin(guests, guests.c.person_id == person_id)


def behind(person_id: ColumnElement[int]) -> Sequence[ColumnElement[Any]]:
    """Two columns that are equal for people with the same asker."""
    is_guest = guests.c.network.is_not(None)
    return func.coalesce(engines.c.owner_id, case((is_guest, 0), else_=person_id)), guests.c.network
