"""The webhooks of tokens and the events that wait for them, in the caller's transaction.

An event is a job about a match, named after the token and the match. Its data has the event's id, which every attempt
to post it has in common, and when the match changed.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, bindparam, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Kind
from bot.model.place import DIRECT
from bot.model.webhooks import Webhook
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import participants
from bot.store.engine.schema.people import engines, tokens
from bot.store.jobs import queue
from bot.store.tokens import HAS_WEBHOOK

_OF_PEOPLE: Final = tokens.c.person_id.in_(bindparam("listeners", type_=tokens.c.person_id.type))
_LISTENING: Final = select(tokens.c.id, tokens.c.person_id).where(_OF_PEOPLE, HAS_WEBHOOK)
_ID_BYTES: Final = 12

_PLAYERS: Final = select(participants.c.person_id).where(participants.c.match_id == bindparam("number"))

# A subquery, because SQLAlchemy names no tables where it returns something on SQLite.
IS_HEARD_BY_PLAYERS: Final = exists().where(tokens.c.person_id.in_(_PLAYERS), HAS_WEBHOOK)
"""Condition: one of the stored people of the match `number` has a webhook that is on."""

IS_HEARD: Final = exists().where(_OF_PEOPLE, HAS_WEBHOOK)
"""Condition: one of the people named `listeners` has a webhook that is on."""


async def announce(connection: AsyncConnection, match_id: int, person_ids: Collection[int], now: datetime) -> None:
    """Have a match posted to all webhooks of these people."""
    rows = (await connection.execute(_LISTENING, {"listeners": [*person_ids]})).all()
    for token_id, person_id in sorted(tuple(row) for row in rows):
        await add(connection, token_id, person_id, [match_id], now)


async def add(
    connection: AsyncConnection, token_id: int, person_id: int, match_ids: Iterable[int], now: datetime
) -> None:
    """Have matches posted to the webhook of a token."""

    def event(match_id: int) -> Mapping[str, Any]:
        data = {"event": secrets.token_hex(_ID_BYTES), "changed_at": now.isoformat()}
        about = {"name": f"{token_id}:{match_id}", "match_id": match_id, "person_id": person_id, "data": data}
        return queue.values(Kind.WEBHOOK, DIRECT, now, **about)

    await queue.put_all(connection, [event(match_id) for match_id in match_ids])


async def owner_of(connection: AsyncConnection, token_id: int) -> int | None:
    """The id of the person whom a token belongs to, of its engine's owner if it is an engine's; None if it has ended."""
    query = select(tokens.c.person_id, engines.c.owner_id).outerjoin(engines, engines.c.person_id == tokens.c.person_id)
    row = (await connection.execute(query.where(tokens.c.id == token_id))).one_or_none()
    return None if row is None else row.owner_id or row.person_id


async def change(
    connection: AsyncConnection, token_id: int, webhook: Webhook | None, *, before: Webhook | None
) -> bool:
    """Store the webhook of a token; False if it has changed since it was as `before`, or the token has ended."""
    is_same = and_(*(column.is_not_distinct_from(value) for column, value in _columns(before).items()))
    values: dict[str, Any] = {column.name: value for column, value in _columns(webhook).items()}
    return bool(
        (await connection.execute(update(tokens).where(tokens.c.id == token_id, is_same).values(values))).rowcount
    )


def _columns(webhook: Webhook | None) -> dict[ColumnElement[Any], Any]:
    return {
        tokens.c.webhook_address: webhook and webhook.address,
        tokens.c.webhook_failures: webhook.failures if webhook else 0,
        tokens.c.webhook_status: webhook and webhook.status,
        tokens.c.webhook_rests_until: webhook and webhook.rests_until,
        tokens.c.webhook_stopped_at: webhook and webhook.stopped_at,
    }


async def forget(connection: AsyncConnection, token_id: int) -> None:
    """Post nothing of what waits for the webhook of a token."""
    is_of_token = (jobs.c.server_id == DIRECT, jobs.c.kind == Kind.WEBHOOK, jobs.c.name.startswith(f"{token_id}:"))
    await connection.execute(delete(jobs).where(*is_of_token))
