"""Opening the page: single-use links, and the sessions of browsers and inside Discord."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.actions.context import Context
from bot.model.people import Actor, Person
from bot.model.refusals.people import LinkUsed
from bot.model.sessions import IN_DISCORD_LASTS, LINK_LASTS, MOST_SESSIONS, SESSION_LASTS, Session, SessionEnded
from bot.store import people as people_store
from bot.store import sessions as session_store
from bot.store.engine.database import Connection

_TOKEN_BYTES = 16  # 128 bits


async def link(
    context: Context, actor: Actor, channel_id: int | None, match_id: int | None = None, *, is_in_discord: bool = False
) -> str:
    """The token of a new single-use link that opens the page for a person; inside Discord, the token is not needed."""
    place = actor.server_id, channel_id
    session = Session(actor.person, *place, context.now() + LINK_LASTS, match_id, is_in_discord)
    async with context.database.write() as connection:
        await people_store.lock(connection, actor.person.id)
        await people_store.remember(connection, actor.person)
        return await _add(context, connection, session, is_link=True)


async def link_back(context: Context, session: Session) -> str:
    """The token of a link with which a guest comes back, once, for as long as their session would last."""
    async with context.database.write() as connection:
        await people_store.lock(connection, session.person.id)
        return await _add(context, connection, session, is_link=True)


async def invited(context: Context, link_token: str) -> Person | None:
    """The person whom a link would sign in; None if it is used or too old."""
    async with context.database.ask() as connection:
        link_session = await session_store.find_link(connection, hash_of(link_token), context.now())
    return None if link_session is None else link_session.person


async def begin(context: Context, link_token: str) -> tuple[str, int | None]:
    """Use a link and begin a session; return its token, and the match that the link leads to.

    Raises `LinkUsed` if the link is used or too old.
    """
    async with context.database.write() as connection:
        token, link_session = await begin_within(context, connection, link_token)
        return token, link_session.match_id


async def begin_within(context: Context, connection: Connection, link_token: str) -> tuple[str, Session]:
    """Use a link and begin a session in the caller's transaction; return its token, and the link with whose it is.

    Raises `LinkUsed` if the link is used or too old.
    """
    now = context.now()
    link_session = await session_store.use_link(connection, hash_of(link_token), now)
    if link_session is None:
        raise LinkUsed
    ends_at = link_session.expires_at if link_session.person.is_guest else now + SESSION_LASTS
    await people_store.lock(connection, link_session.person.id)  # no session beyond the limit begins meanwhile
    session = replace(link_session, expires_at=ends_at, match_id=None)
    return await _add(context, connection, session, is_link=False), link_session


async def begin_in_discord(context: Context, person: Person, server_id: int | None) -> tuple[str, int | None]:
    """Begin a session of a person identified by Discord, where they lately pressed the button, else on a server.

    Returns its token, and the match that they pressed the button for.
    """
    now = context.now()
    async with context.database.write() as connection:
        await people_store.lock(connection, person.id)
        if await people_store.name_of(connection, person.id) is None:
            await people_store.remember(connection, person)
        pressed = await session_store.use_press(connection, person.id, now)
        place = (server_id, None) if pressed is None else (pressed.server_id, pressed.channel_id)
        session = Session(person, *place, now + IN_DISCORD_LASTS, is_in_discord=True)
        token = await _add(context, connection, session, is_link=False)
    return token, None if pressed is None else pressed.match_id


async def begin_for(context: Context, connection: Connection, person: Person, expires_at: datetime) -> str:
    """Begin the session of a person without Discord, in the caller's transaction; return its token."""
    return await _add(context, connection, Session(person, None, None, expires_at), is_link=False)


async def _add(context: Context, connection: Connection, session: Session, *, is_link: bool) -> str:
    """Store a session, or a link to one, replacing the oldest if there are too many; return its token."""
    now, token = context.now(), secrets.token_urlsafe(_TOKEN_BYTES)
    await session_store.add(connection, hash_of(token), session, now, is_link=is_link)
    await session_store.end_oldest(connection, session, MOST_SESSIONS, now, is_link=is_link)
    return token


async def find(context: Context, token: str) -> Session | None:
    """The session of a browser; None if it has ended."""
    async with context.database.ask() as connection:
        return await session_store.find(connection, hash_of(token), context.now())


async def prolong(context: Context, token: str) -> None:
    """Let a session last as long as a new one, unless it has ended."""
    async with context.database.write() as connection:
        now = context.now()
        await session_store.prolong(connection, hash_of(token), now + SESSION_LASTS, now)


def during(context: Context, token: str) -> Context:
    """The context for a request in a session: what it writes is refused with `SessionEnded` once the session is over."""

    async def check(connection: Connection) -> None:
        if not await session_store.hold(connection, hash_of(token), context.now()):
            raise SessionEnded

    return context.checking(check)


async def begun(context: Context, person_id: int) -> tuple[Sequence[datetime], Sequence[datetime]]:
    """When the sessions of a person that have not ended began, in browsers and inside Discord, the latest first."""
    async with context.database.ask() as connection:
        now = context.now()
        in_browsers = await session_store.begun(connection, person_id, now, is_in_discord=False)
        return in_browsers, await session_store.begun(connection, person_id, now, is_in_discord=True)


async def end(context: Context, token: str) -> None:
    """Sign a browser out."""
    async with context.database.write() as connection:
        await session_store.end(connection, hash_of(token))


async def end_all(context: Context, person_id: int) -> None:
    """Sign a person out of every browser, and invalidate all their links."""
    async with context.database.write() as connection:
        await session_store.end_all(connection, person_id)


def hash_of(token: str) -> str:
    """The stored hash of a token, so that a copy of the database opens nothing."""
    return hashlib.sha256(token.encode()).hexdigest()
