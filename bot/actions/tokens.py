"""Tokens with which programs act for a person. Their secrets are shown once, and only hashes of them are stored."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.actions.context import Context
from bot.actions.sessions import hash_of
from bot.model.jobs import Kind
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.refusals.people import GuestsUseNoPrograms
from bot.model.refusals.programs import TooManyTokens
from bot.model.sessions import SessionEnded
from bot.model.tokens import LASTS, MOST_TOKENS, TOLD_BEFORE, Scope, Token
from bot.store import people as people_store
from bot.store import tokens, webhooks
from bot.store.engine.database import Connection
from bot.store.jobs import queue

PREFIX: Final = "furlong_"
"""How every secret begins, so that programs that look for leaked secrets recognize it."""

_BYTES: Final = 24  # 192 bits


async def make(context: Context, person: Person, name: str, scope: Scope, lasts: timedelta) -> tuple[Token, str]:
    """Make a token of a person; return it with its secret. Raises `GuestsUseNoPrograms` or `TooManyTokens`."""
    if person.is_guest:
        raise GuestsUseNoPrograms
    now = context.now()
    token = Token(0, person, name, scope, now, now + lasts)
    async with context.database.write() as connection:
        await people_store.lock(connection, person.id)  # so that no other token beyond the limit is made meanwhile
        await people_store.remember(connection, person)
        await tokens.end_old(connection, now)
        if await tokens.count(connection, person.id) >= MOST_TOKENS:
            raise TooManyTokens(MOST_TOKENS)
        return token, await _added(connection, token)


async def _added(connection: Connection, token: Token) -> str:
    secret = PREFIX + secrets.token_urlsafe(_BYTES)
    number = await tokens.add(connection, token, hash_of(secret))
    owner_id = await webhooks.owner_of(connection, number)
    told_at = queue.looked_at(token.expires_at - TOLD_BEFORE, token.made_at)
    await queue.put(connection, Kind.TOKEN_END, DIRECT, f"{number}", told_at, person_id=owner_id, data={})
    return secret


async def renew(connection: Connection, engine: Person, now: datetime) -> str:
    """End the token of an engine and make another one, in the caller's transaction; return its secret."""
    await tokens.end_all(connection, engine.id)
    return await _added(connection, Token(0, engine, engine.name, Scope.PLAY, now, now + LASTS[-1]))


async def find(context: Context, secret: str) -> Token | None:
    """The token with a secret; None if it has ended."""
    async with context.database.ask() as connection:
        return await tokens.find(connection, hash_of(secret), context.now())


def during(context: Context, secret: str) -> Context:
    """The context for a request with a token: what it writes is refused with `SessionEnded` once the token has ended."""

    async def check(connection: Connection) -> None:
        if not await tokens.hold(connection, hash_of(secret), context.now()):
            raise SessionEnded

    return context.checking(check)


async def about_to_end(context: Context, owner: Person, token_id: int) -> Token | None:
    """A token of a person or of an engine of theirs; None if it has ended already."""
    async with context.database.ask() as connection:
        return await tokens.of_owner(connection, owner.id, token_id, context.now())


async def of_person(context: Context, person_id: int) -> Sequence[Token]:
    """The tokens of a person that have not ended, the latest first."""
    async with context.database.ask() as connection:
        return await tokens.of_person(connection, person_id, context.now())


async def end(context: Context, person_id: int, token_id: int) -> None:
    """End a token of a person, safe to repeat."""
    async with context.database.write() as connection:
        await tokens.end(connection, person_id, token_id)


async def end_all(context: Context, person_id: int) -> None:
    """End every token of a person."""
    async with context.database.write() as connection:
        await tokens.end_all(connection, person_id)
