"""A restored backup: found out when the database is opened, before any number in it is given to something else.

What was lost with the time since the backup is still named by buttons, links and programs. So a restored database skips
numbers: nobody else's match, offer or season ever gets one that was lost. The revisions of matches that go on are
skipped too, because they are about moves that were lost. A mark in each button would protect buttons alone.

A database was restored if it is a copy that we have made, or is not where it was opened last. PostgreSQL tells where: a
restored dump or a recovered server has other identifiers, and rows that were put back alone are of another transaction
than the one in which they were written. An SQLite file has another one beside it, with a mark that is changed in both
when it is opened and every minute while it is open.

Where nothing here can tell, because the disk of the whole machine was put back, presses do: each names a number of a
match and its revision, and revisions begin anywhere; or the number of a season. One that cannot be true shows that a
backup was restored. Numbers of seasons are drawn by lot, so that hardly any that was lost is given to another.

What people have ended since the backup, such as a token that was found by others, would open their doors again. Nothing
says which sessions and tokens that were, so all of them end, except the sessions of guests, who have no other way back.
"""

import asyncio
import json
import logging
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import Table, delete, or_, select, text, true, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.model.match import SKIPPED, State
from bot.model.people import FIRST_GUEST, FIRST_ON_DISCORD
from bot.model.refusals import BeforeRestore
from bot.store.engine import copying, facts, processes
from bot.store.engine.engines import Kind, file_of, with_transactions
from bot.store.engine.schema.competitions import competitions
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import analyses, matches
from bot.store.engine.schema.people import page_sessions, tokens

_log: Final = logging.getLogger(__name__)
UNSEEN: Final = "restored"
"""The key of a fact: what was restored is not shown yet."""

_FARTHEST: Final = 100 * SKIPPED
"""How far ahead a number in a message is no longer believed, so that no column overflows."""

_LOST: Final = "lost numbers"
"""The key of a fact: by table, the last number that is known and the last one that was skipped, of each restore."""

_HERE: Final = text("SELECT oid || '-' || 'matches'::regclass::oid FROM pg_database WHERE datname = current_database()")
_SERVER: Final = text(
    "SELECT system_identifier || '-' || left(pg_walfile_name(pg_current_wal_lsn()), 8) FROM pg_control_system()"
)


_WRITTEN: Final = "written"
"""The key of a fact: on PostgreSQL, the id of the transaction in which it was written."""

_ITS_TRANSACTION: Final = text("SELECT value, xmin::text FROM facts WHERE key = :key")
_TRANSACTION: Final = text("SELECT (txid_current() % 4294967296)::text")  # as many as `xmin` tells apart


async def settle(engine: AsyncEngine) -> None:
    """Note where a database is opened, or still is open; if it was restored there, begin its numbers anew.

    Raises SQLAlchemyError, or OSError if the file beside an SQLite database cannot be written.
    """
    file, new = file_of(engine.url), secrets.token_hex(8)
    mark = None if file is None else file.with_name(f"{file.name}{copying.OPENED}")
    opening = with_transactions(engine, Kind.WRITE)
    async with opening.begin() as connection:
        await processes.take(connection, processes.Lock.MIGRATION)
        here = _read(mark) if engine.dialect.name == "sqlite" else await _place(connection)
        if await _is_restored(connection, here):
            await begin_anew(connection)
        if mark is not None:
            # Both, as the process can end at any moment, and another can begin.
            await asyncio.to_thread(_replace, mark, f"{here} {new}")
        await facts.put(connection, copying.PLACE, here if engine.dialect.name != "sqlite" else new)
        if engine.dialect.name != "sqlite":
            await facts.put(connection, _WRITTEN, str(await connection.scalar(_TRANSACTION)))
    if mark is not None:
        async with opening.begin() as connection:
            await asyncio.to_thread(_replace, mark, await facts.get(connection, copying.PLACE) or "")


def _read(mark: Path | None) -> str:
    return mark.read_text("ascii", "replace") if mark is not None and mark.exists() else ""


def _replace(mark: Path, new: str) -> None:
    part = mark.with_name(f"{mark.name}.part")  # the mark may belong to another user
    part.write_text(new, "ascii")
    flush(part)  # a loss of power must not leave an older one beside a newer database
    part.replace(mark)
    flush(mark.parent)


def flush(path: Path) -> None:
    """Flush the content of a file, or the names in a folder, to disk, so that it survives a loss of power."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


async def is_restored(connection: AsyncConnection) -> bool:
    """Whether a database on PostgreSQL was restored since it was opened."""
    return await _is_restored(connection, await _place(connection))


async def _is_restored(connection: AsyncConnection, here: str) -> bool:
    """Whether a database, which is `here`, was opened last somewhere else, or its rows are not as they were written."""
    place = await facts.get(connection, copying.PLACE)
    if place is None or connection.dialect.name == "sqlite":
        return place is not None and not {*place.split()} & {*here.split()}
    written = (await connection.execute(_ITS_TRANSACTION, {"key": _WRITTEN})).one_or_none()
    is_as_written = written is None or written[0] == written[1]
    return not ({*place.split()} & {*here.split()} and is_as_written)


async def _place(connection: AsyncConnection) -> str:
    """The database's identifiers on PostgreSQL and, if the service tells, those of its server and timeline."""
    here = str(await connection.scalar(_HERE))
    try:
        async with connection.begin_nested():
            here += f"-{await connection.scalar(_SERVER)}"
    except DBAPIError as error:
        if error.connection_invalidated:
            raise
    return here


async def begin_anew(connection: AsyncConnection, ahead: int = 0) -> None:
    """Skip all numbers and revisions that may have been given since the backup, which are `ahead` by at least so many.

    What a bot is doing just now, which knows the revisions of matches, is no longer its own, and is done again. Sessions,
    links and tokens end.
    """
    is_guests = page_sessions.c.person_id.between(FIRST_GUEST, FIRST_ON_DISCORD - 1)
    await connection.execute(delete(page_sessions).where(or_(page_sessions.c.is_link, ~is_guests)))
    await connection.execute(delete(tokens))  # before the matches, as requests lock both in this order
    skipped = ahead + SKIPPED + secrets.randbelow(9 * SKIPPED)  # not as many as when this backup was restored before
    lost = json.loads(await facts.get(connection, _LOST) or "{}")
    for table_counted in copying.COUNTED:
        last = await copying.last_number(connection, table_counted) or 0
        lost.setdefault(table_counted.name, []).append((last, last + skipped))
        await copying.count_from(connection, table_counted, last + skipped)
    await facts.put(connection, _LOST, json.dumps(lost))
    lasts = matches.c.state.in_((State.OPEN, State.RUNNING))
    is_of_lost_match = jobs.c.match_id.in_(select(matches.c.id).where(lasts))
    for table, which in ((matches, lasts), (analyses, true()), (jobs, is_of_lost_match)):
        await connection.execute(update(table).where(which).values(revision=table.c.revision + skipped))
    await connection.execute(update(jobs).where(is_of_lost_match).values(claimed_until=None))
    await facts.put(connection, UNSEEN, "")
    _log.warning("the database was restored from a backup, so numbers are skipped, as docs/hosting.md says")


async def check_not_lost(connection: AsyncConnection, of: Table, number: int) -> None:
    """Check that a number that no row of a table has was not lost when a backup was restored. Raises `BeforeRestore`."""
    if any(last < number <= skipped for last, skipped in await _lost(connection, of)):
        raise BeforeRestore


async def find_out(connection: AsyncConnection, match_id: int, revision: int | None = None) -> bool:
    """Whether what a message of ours shows has yet to come or is no more, because a backup was restored unnoticed.

    That is the number of a match, or a revision which the match has not reached, or never had: then another match has
    got the number since, unless its revisions were skipped by a restore that was noticed.
    """
    ahead = match_id - (await copying.last_number(connection, matches) or 0)
    if ahead > 0:  # a number may also be one that the column cannot hold
        is_restored = ahead < _FARTHEST
    else:
        stored = await connection.scalar(select(matches.c.revision).where(matches.c.id == match_id))
        ahead = 0 if revision is None or stored is None else revision - stored
        is_restored = ahead > 0
        if abs(ahead) >= SKIPPED:
            known = [skipped for _last, skipped in await _lost(connection, matches)]
            ahead, is_restored = 0, match_id > max(known, default=0)
    if is_restored:
        await begin_anew(connection, ahead)
    return is_restored


async def find_out_by_competition(connection: AsyncConnection, number: int) -> bool:
    """Whether a message of ours names a competition that has yet to come, because a backup was restored unnoticed.

    A number that was given, and that no row has, shows nothing: the competitions of a server are removed after the bot.
    """
    ahead = number - (await copying.last_number(connection, competitions) or 0)
    is_restored = 0 < ahead < _FARTHEST
    if is_restored:
        await begin_anew(connection, ahead)
    return is_restored


async def _lost(connection: AsyncConnection, of: Table) -> Sequence[tuple[int, int]]:
    """The last number of a table that was known and the last one that was skipped, of each restore."""
    return json.loads(await facts.get(connection, _LOST) or "{}").get(of.name, ())
