"""Opening the page: single-use links, and the sessions of browsers."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime

from bot.actions.context import Context
from bot.model.people import Actor
from bot.model.refusals.people import LinkUsed
from bot.model.sessions import LINK_LASTS, MOST_SESSIONS, SESSION_LASTS, Session
from bot.store import people, sessions

_TOKEN_BYTES = 16  # 128 bits


async def link(context: Context, actor: Actor, channel_id: int | None) -> str:
    """The token of a new link that opens the page for a person, once."""
    now, token = context.now(), secrets.token_urlsafe(_TOKEN_BYTES)
    session = Session(actor.person, actor.server_id, channel_id, now + LINK_LASTS)
    async with context.database.write() as connection:
        await people.remember(connection, actor.person)
        await sessions.add(connection, _hash(token), session, now, is_link=True)
        await sessions.end_oldest(connection, actor.person.id, MOST_SESSIONS, now, is_link=True)
    return token


async def begin(context: Context, link_token: str) -> str:
    """Use a link and begin a session; returns its token. Raises `LinkUsed` if the link is used or too old."""
    now, token = context.now(), secrets.token_urlsafe(_TOKEN_BYTES)
    async with context.database.write() as connection:
        found = await sessions.use_link(connection, _hash(link_token), now)
        if found is None:
            raise LinkUsed
        session = Session(found.person, found.server_id, found.channel_id, now + SESSION_LASTS)
        await sessions.add(connection, _hash(token), session, now, is_link=False)
        await sessions.end_oldest(connection, found.person.id, MOST_SESSIONS, now, is_link=False)
    return token


async def find(context: Context, token: str) -> Session | None:
    """The session of a browser; None if it has ended."""
    async with context.database.ask() as connection:
        return await sessions.find(connection, _hash(token), context.now())


async def begun(context: Context, person_id: int) -> Sequence[datetime]:
    """When each browser in which a person is signed in was signed in, the latest first."""
    async with context.database.ask() as connection:
        return await sessions.begun(connection, person_id, context.now())


async def end(context: Context, token: str) -> None:
    """Sign a browser out."""
    async with context.database.write() as connection:
        await sessions.end(connection, _hash(token))


async def end_all(context: Context, person_id: int) -> None:
    """Sign a person out of every browser, and let no link of theirs open the page."""
    async with context.database.write() as connection:
        await sessions.end_all(connection, person_id)


def _hash(token: str) -> str:
    """What is stored of a token, so that a copy of the database opens nothing."""
    return hashlib.sha256(token.encode()).hexdigest()
