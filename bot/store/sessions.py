"""Sessions of the page and the links that begin them. Only hashes of their tokens are stored. In the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Row, and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.people import Person
from bot.model.sessions import Session
from bot.store.engine.schema.people import page_sessions, people


async def add(
    connection: AsyncConnection, token_hash: str, session: Session, begun_at: datetime, *, is_link: bool
) -> None:
    """Store a session, or a link to one."""
    await connection.execute(
        insert(page_sessions).values(
            token_hash=token_hash,
            person_id=session.person.id,
            server_id=session.server_id,
            channel_id=session.channel_id,
            is_link=is_link,
            begun_at=begun_at,
            expires_at=session.expires_at,
        )
    )


async def use_link(connection: AsyncConnection, token_hash: str, now: datetime) -> Session | None:
    """Take a link, which can be used once; None if there is none any more."""
    found = await _found(connection, page_sessions.c.token_hash == token_hash, page_sessions.c.is_link, now=now)
    taken = await connection.execute(
        delete(page_sessions).where(page_sessions.c.token_hash == token_hash, page_sessions.c.is_link)
    )
    return found if taken.rowcount else None


async def find(connection: AsyncConnection, token_hash: str, now: datetime) -> Session | None:
    """The session of a browser; None if there is none, or if it has ended."""
    return await _found(connection, page_sessions.c.token_hash == token_hash, ~page_sessions.c.is_link, now=now)


async def end(connection: AsyncConnection, token_hash: str) -> None:
    """End a session."""
    await connection.execute(delete(page_sessions).where(page_sessions.c.token_hash == token_hash))


async def end_all(connection: AsyncConnection, person_id: int) -> None:
    """End every session and every link of a person."""
    await connection.execute(delete(page_sessions).where(page_sessions.c.person_id == person_id))


async def end_oldest(connection: AsyncConnection, person_id: int, most: int, now: datetime, *, is_link: bool) -> None:
    """Delete what has expired, and the oldest sessions of a person, or links to them, beyond the newest `most`."""
    theirs = and_(page_sessions.c.person_id == person_id, page_sessions.c.is_link == is_link)
    order = page_sessions.c.begun_at.desc(), page_sessions.c.token_hash
    kept = select(page_sessions.c.token_hash).where(theirs).order_by(*order).limit(most)
    await connection.execute(delete(page_sessions).where(page_sessions.c.expires_at <= now))
    await connection.execute(delete(page_sessions).where(theirs, page_sessions.c.token_hash.not_in(kept)))


async def begun(connection: AsyncConnection, person_id: int, now: datetime) -> Sequence[datetime]:
    """When each browser in which a person is signed in was signed in, the latest first."""
    is_open = page_sessions.c.person_id == person_id, ~page_sessions.c.is_link, page_sessions.c.expires_at > now
    query = select(page_sessions.c.begun_at).where(*is_open).order_by(page_sessions.c.begun_at.desc())
    return (await connection.scalars(query)).all()


async def _found(connection: AsyncConnection, *conditions: ColumnElement[bool], now: datetime) -> Session | None:
    query = select(page_sessions, people.c.name).join(people, people.c.id == page_sessions.c.person_id)
    row: Row[tuple[object, ...]] | None = (
        await connection.execute(query.where(*conditions, page_sessions.c.expires_at > now))
    ).one_or_none()
    if row is None:
        return None
    return Session(Person(row.person_id, row.name), row.server_id, row.channel_id, row.expires_at)
