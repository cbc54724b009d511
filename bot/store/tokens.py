"""Tokens of programs, in the caller's transaction. Only hashes of their secrets are stored."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Kind
from bot.model.people import FIRST_GUEST, FIRST_ON_DISCORD, Person
from bot.model.place import DIRECT
from bot.model.tokens import Scope, Token
from bot.model.webhooks import Webhook
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.people import engines, people, tokens
from bot.store.engine.statements import columns_of, made

_NOT_OF_GUESTS: Final = ~tokens.c.person_id.between(FIRST_GUEST, FIRST_ON_DISCORD - 1)
"""Condition: a token is not of a guest. They could have some once, which are as good as ended."""

HAS_WEBHOOK: Final = and_(tokens.c.webhook_address.is_not(None), tokens.c.webhook_stopped_at.is_(None))
"""Condition: a token has a webhook that is on."""


async def add(connection: AsyncConnection, token: Token, secret_hash: str) -> int:
    """Store a new token; returns its number."""
    row = {**columns_of(tokens, token), "person_id": token.person.id, "secret_hash": secret_hash}
    return (await connection.execute(insert(tokens).values(**row).returning(tokens.c.id))).scalar_one()


async def find(connection: AsyncConnection, secret_hash: str, now: datetime) -> Token | None:
    """The token with a secret; None if there is none, or if it has ended."""
    return next(iter(await _load(connection, tokens.c.secret_hash == secret_hash, now=now)), None)


async def of_person(connection: AsyncConnection, person_id: int, now: datetime) -> Sequence[Token]:
    """The tokens of a person that have not ended, the latest first."""
    return await _load(connection, tokens.c.person_id == person_id, now=now)


async def of_id(connection: AsyncConnection, token_id: int, now: datetime) -> Token | None:
    """The token with a number; None if it has ended."""
    return next(iter(await _load(connection, tokens.c.id == token_id, now=now)), None)


async def of_owner(connection: AsyncConnection, owner_id: int, token_id: int, now: datetime) -> Token | None:
    """The token with a number, if it is of a person or of an engine of theirs; None for any other, or if it has ended."""
    own = select(engines.c.person_id).where(engines.c.owner_id == owner_id)
    whose = or_(tokens.c.person_id == owner_id, tokens.c.person_id.in_(own))
    return next(iter(await _load(connection, and_(tokens.c.id == token_id, whose), now=now)), None)


async def _load(connection: AsyncConnection, condition: ColumnElement[bool], *, now: datetime) -> Sequence[Token]:
    query = select(tokens, people.c.name.label("known_as"), people.c.user_name).join(people).where(_NOT_OF_GUESTS)
    rows = await connection.execute(query.where(condition, tokens.c.expires_at > now).order_by(tokens.c.id.desc()))
    return [_token(row) for row in rows]


def _token(row: Row[Any]) -> Token:
    person = Person(row.person_id, row.known_as, row.user_name)
    return made(Token, row, person=person, scope=Scope(row.scope), webhook=_webhook(row))


def _webhook(row: Row[Any]) -> Webhook | None:
    if row.webhook_address is None:
        return None
    return Webhook(
        row.webhook_address, row.webhook_failures, row.webhook_status, row.webhook_rests_until, row.webhook_stopped_at
    )


async def hold(connection: AsyncConnection, secret_hash: str, now: datetime) -> bool:
    """Whether a token goes on; if so, it cannot be ended before the transaction is over."""
    is_it = tokens.c.secret_hash == secret_hash, tokens.c.expires_at > now
    return (
        await connection.scalar(select(tokens.c.id).where(*is_it).with_for_update(read=True, key_share=True))
        is not None
    )


async def count(connection: AsyncConnection, person_id: int) -> int:
    """How many tokens of a person are stored."""
    query = select(func.count()).select_from(tokens).where(tokens.c.person_id == person_id)
    return await connection.scalar(query) or 0


async def end(connection: AsyncConnection, person_id: int, token_id: int) -> bool:
    """End a token of a person; return whether there was one."""
    return await _end(connection, (tokens.c.person_id == person_id) & (tokens.c.id == token_id))


async def end_all(connection: AsyncConnection, person_id: int) -> None:
    """End every token of a person."""
    await _end(connection, tokens.c.person_id == person_id)


async def end_old(connection: AsyncConnection, now: datetime) -> None:
    """Remove the tokens that have expired."""
    await _end(connection, tokens.c.expires_at <= now)


async def _end(connection: AsyncConnection, which: ColumnElement[bool]) -> bool:
    """End tokens, of which nothing is left, so that nobody fills the database by making and ending them."""
    ended = [f"{token_id}" for token_id in await connection.scalars(delete(tokens).where(which).returning(tokens.c.id))]
    is_notice = jobs.c.server_id == DIRECT, jobs.c.kind == Kind.TOKEN_END, jobs.c.name.in_(ended)
    await connection.execute(delete(jobs).where(*is_notice))
    return bool(ended)
