"""The browsers that get notices by web push, in the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.sessions import Subscription
from bot.store.engine.schema.people import page_sessions, push_subscriptions
from bot.store.engine.statements import upsert


async def add(
    connection: AsyncConnection, person_id: int, session_hash: str, subscription: Subscription, now: datetime, most: int
) -> None:
    """Store the subscription of a person's session, instead of an earlier one and of the oldest beyond `most`."""
    table = push_subscriptions
    is_of_session = table.c.session_hash == session_hash
    await connection.execute(delete(table).where(is_of_session))
    row = {
        "person_id": person_id,
        "session_hash": session_hash,
        "address": subscription.address,
        "key": subscription.key,
        "secret": subscription.secret,
        "begun_at": now,
    }
    await upsert(connection, table, {"address_hash": _hash(subscription.address)}, row)
    latest = select(table.c.address_hash).where(table.c.person_id == person_id)
    kept = latest.order_by(table.c.begun_at.desc(), table.c.address_hash).limit(most)
    await connection.execute(delete(table).where(table.c.person_id == person_id, table.c.address_hash.not_in(kept)))


async def of_person(connection: AsyncConnection, person_id: int, now: datetime) -> Sequence[Subscription]:
    """The subscriptions of a person's sessions that have not ended."""
    query = select(push_subscriptions).where(push_subscriptions.c.person_id == person_id, _goes_on(now))
    rows = await connection.execute(query.order_by(push_subscriptions.c.begun_at, push_subscriptions.c.address_hash))
    return [Subscription(row.address, row.key, row.secret) for row in rows]


async def is_subscribed(connection: AsyncConnection, session_hash: str) -> bool:
    """Whether a session has a subscription."""
    is_of_session = push_subscriptions.c.session_hash == session_hash
    return bool(await connection.scalar(select(exists().where(is_of_session))))


async def remove(connection: AsyncConnection, address: str) -> None:
    """Remove the subscription with an address, if there is one."""
    is_at_address = push_subscriptions.c.address_hash == _hash(address)
    await connection.execute(delete(push_subscriptions).where(is_at_address))


async def remove_of_session(connection: AsyncConnection, session_hash: str) -> None:
    """Remove the subscription of a session, if it has one."""
    await connection.execute(delete(push_subscriptions).where(push_subscriptions.c.session_hash == session_hash))


async def remove_ended(connection: AsyncConnection, now: datetime) -> None:
    """Remove the subscriptions whose sessions have ended."""
    await connection.execute(delete(push_subscriptions).where(~_goes_on(now)))


def _goes_on(now: datetime) -> ColumnElement[bool]:
    """Condition: the session of a subscription has not ended."""
    is_of_session = page_sessions.c.token_hash == push_subscriptions.c.session_hash
    return exists().where(is_of_session, page_sessions.c.expires_at > now)


def _hash(address: str) -> str:
    return sha256(address.encode()).hexdigest()
