"""Opening a database only to read it, while others may work with it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import column, select, table
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.model.errors import DatabaseError, DatabaseUnusable
from bot.store.engine.database import Database
from bot.store.engine.engines import SQLITE_DRIVER, engine_for, is_sqlite, named_file
from bot.store.engine.errors import cause
from bot.store.engine.upgrading import known_revisions, newest_revisions

_VERSIONS: Final = table("alembic_version", column("version_num"))


def sqlite_file(url: str) -> Path:
    """The file of an SQLite database. Raises DatabaseUnusable if there is none."""
    file = named_file(url)
    if not file.is_file():
        raise DatabaseUnusable(f"there is no file {file}; start this where the bot starts, or set DATABASE_URL")
    return file


def check_there(url: str) -> None:
    """Raise DatabaseUnusable for the address of an SQLite file that is not there, which opening it would make."""
    if is_sqlite(url):
        sqlite_file(url)


@asynccontextmanager
async def looked_at(url: str) -> AsyncGenerator[Database]:
    """The database at `url`, in which everything can be read and nothing changed, its tables as they are.

    Raises DatabaseUnusable if it cannot be read, or if its tables are not those that this Furlong knows.
    """
    async with found_at(url) as database:
        await _check_tables(database)
        yield database


@asynccontextmanager
async def found_at(url: str) -> AsyncGenerator[Database]:
    """The database at `url`, read-only, whatever its tables are; whether it can be reached shows only when it is read."""
    engine = _engine(url)
    try:
        yield Database(engine)
    finally:
        await engine.dispose()


@asynccontextmanager
async def one_view(database: Database) -> AsyncGenerator[AsyncConnection]:
    """A transaction that reads, as `Database.read`; what goes wrong in it is a DatabaseUnusable."""
    try:
        async with database.read() as connection:
            yield connection
    # The drivers let wrong parameters of the address and damaged values through as TypeError and the like.
    except (DatabaseError, OSError, TypeError, ValueError, OverflowError) as error:
        raise DatabaseUnusable(f"it cannot be read: {cause(error)}") from error


def _engine(url: str) -> AsyncEngine:
    if not is_sqlite(url):
        return engine_for(url, execution_options={"postgresql_readonly": True})
    address = URL.create(SQLITE_DRIVER, database=sqlite_file(url).absolute().as_uri())
    return engine_for(address.update_query_dict({"mode": "ro", "uri": "true"}))


async def _check_tables(database: Database) -> None:
    async with one_view(database) as connection:
        found = frozenset(await connection.scalars(select(_VERSIONS.c.version_num)))
    if found == newest_revisions():
        return
    if found <= known_revisions():
        raise DatabaseUnusable(
            "its tables are those of an older Furlong; the command migrate, or a start of the bot, brings them up to date"
        )
    raise DatabaseUnusable("its tables are those of a newer Furlong; use that version")
