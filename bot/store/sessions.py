"""Sessions of the page and the links that begin them, in the caller's transaction. Only hashes of tokens are stored."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Row, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.people import Person
from bot.model.sessions import Session
from bot.store.engine.schema.people import page_sessions, people
from bot.store.engine.statements import columns_of, made


async def add(
    connection: AsyncConnection, token_hash: str, session: Session, begun_at: datetime, *, is_link: bool
) -> None:
    """Store a session, or a link to one."""
    own = {**columns_of(page_sessions, session), "person_id": session.person.id}
    row = {**own, "token_hash": token_hash, "is_link": is_link, "begun_at": begun_at}
    await connection.execute(insert(page_sessions).values(**row))


async def use_link(connection: AsyncConnection, token_hash: str, now: datetime) -> Session | None:
    """Use up a link, which works once; None if it no longer exists."""
    is_it = page_sessions.c.token_hash == token_hash, page_sessions.c.is_link, ~page_sessions.c.is_in_discord
    link = await _load(connection, *is_it, now=now)
    taken = await connection.execute(delete(page_sessions).where(*is_it))
    return link if taken.rowcount else None


async def find_link(connection: AsyncConnection, token_hash: str, now: datetime) -> Session | None:
    """The session that a link would begin; None if there is no such link."""
    is_it = page_sessions.c.token_hash == token_hash, page_sessions.c.is_link, ~page_sessions.c.is_in_discord
    return await _load(connection, *is_it, now=now)


async def use_press(connection: AsyncConnection, person_id: int, now: datetime) -> Session | None:
    """Use up a person's latest press to open the page inside Discord, and drop their earlier ones."""
    theirs = page_sessions.c.person_id == person_id, page_sessions.c.is_link, page_sessions.c.is_in_discord
    used = (await connection.execute(delete(page_sessions).where(*theirs).returning(*page_sessions.c))).all()
    latest = max(used, key=lambda row: row.begun_at, default=None)
    if latest is None or latest.expires_at <= now:
        return None
    names = select(people.c.name, people.c.user_name).where(people.c.id == person_id)
    row = (await connection.execute(names)).one_or_none()
    person = Person(person_id, "") if row is None else Person(person_id, row.name, row.user_name)
    return made(Session, latest, person=person)


async def find(connection: AsyncConnection, token_hash: str, now: datetime) -> Session | None:
    """The session of a browser; None if there is none, or if it has ended."""
    return await _load(connection, page_sessions.c.token_hash == token_hash, ~page_sessions.c.is_link, now=now)


async def hold(connection: AsyncConnection, token_hash: str, now: datetime) -> bool:
    """Whether a session goes on; if so, it cannot be ended before the transaction is over."""
    is_it = page_sessions.c.token_hash == token_hash, ~page_sessions.c.is_link, page_sessions.c.expires_at > now
    query = select(page_sessions.c.person_id).where(*is_it).with_for_update(read=True, key_share=True)
    return await connection.scalar(query) is not None


async def prolong(connection: AsyncConnection, token_hash: str, expires_at: datetime, now: datetime) -> None:
    """Let a session that has not ended last until an instant."""
    is_it = page_sessions.c.token_hash == token_hash, ~page_sessions.c.is_link, page_sessions.c.expires_at > now
    await connection.execute(update(page_sessions).where(*is_it).values(expires_at=expires_at))


async def end(connection: AsyncConnection, token_hash: str) -> None:
    """End a session."""
    await connection.execute(delete(page_sessions).where(page_sessions.c.token_hash == token_hash))


async def end_all(connection: AsyncConnection, person_id: int) -> None:
    """End every session and every link of a person."""
    await connection.execute(delete(page_sessions).where(page_sessions.c.person_id == person_id))


async def end_oldest(connection: AsyncConnection, session: Session, most: int, now: datetime, *, is_link: bool) -> None:
    """Delete expired sessions, and the oldest sessions like this one, or links like it, beyond the newest `most`."""
    theirs = and_(
        page_sessions.c.person_id == session.person.id,
        page_sessions.c.is_link == is_link,
        page_sessions.c.is_in_discord == session.is_in_discord,
    )
    order = page_sessions.c.begun_at.desc(), page_sessions.c.token_hash
    kept = select(page_sessions.c.token_hash).where(theirs).order_by(*order).limit(most)
    await connection.execute(delete(page_sessions).where(page_sessions.c.expires_at <= now))
    await connection.execute(delete(page_sessions).where(theirs, page_sessions.c.token_hash.not_in(kept)))


async def begun(
    connection: AsyncConnection, person_id: int, now: datetime, *, is_in_discord: bool
) -> Sequence[datetime]:
    """When each session of a person that has not ended began, in browsers or inside Discord, the latest first."""
    is_open = page_sessions.c.person_id == person_id, ~page_sessions.c.is_link, page_sessions.c.expires_at > now
    query = select(page_sessions.c.begun_at).where(*is_open, page_sessions.c.is_in_discord == is_in_discord)
    return (await connection.scalars(query.order_by(page_sessions.c.begun_at.desc()))).all()


async def _load(connection: AsyncConnection, *conditions: ColumnElement[bool], now: datetime) -> Session | None:
    query = select(page_sessions, people.c.name, people.c.user_name).join(
        people, people.c.id == page_sessions.c.person_id
    )
    row: Row[tuple[object, ...]] | None = (
        await connection.execute(query.where(*conditions, page_sessions.c.expires_at > now))
    ).one_or_none()
    return None if row is None else made(Session, row, person=Person(row.person_id, row.name, row.user_name))
