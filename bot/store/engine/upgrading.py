"""The upgrade of a database's tables, and the refusal of databases that a newer Furlong has written.

A new database gets its tables from the schema; migrations change an older one. An SQLite file is first inspected
without changing a byte of it or of its side files: opening it in the usual way makes side files, and closing it merges
into the file what a crash has left in them.
"""

import logging
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, String, column, select, table
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.model.errors import DatabaseUnusable
from bot.store.engine import processes
from bot.store.engine.engines import Kind, file_of, with_transactions
from bot.store.engine.processes import Lock
from bot.store.engine.schema import METADATA

_log: Final = logging.getLogger(__name__)
_MIGRATIONS: Final = Path(__file__).with_name("migrations")
VERSIONS = (_MIGRATIONS / "versions",)
"""The folders with the migrations; tests add one of their own."""

_VERSION: Final = select(column("version_num", String)).select_from(table("alembic_version"))
_OWNER_ALONE: Final = 0o600  # permissions of a file
SIDE_FILES: Final = ("", "-wal", "-shm")
"""The ends of the names of an SQLite database's files: the database itself, and those that SQLite keeps beside it."""


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Apply the migrations that a database lacks; an SQLite file that does not exist is created.

    Raises DatabaseUnusable, without changing anything, if a newer Furlong has written it or an older one is using it.
    """
    file = file_of(engine.url)
    revisions: frozenset[str] = frozenset()
    if file is not None:
        if not file.parent.is_dir():
            raise DatabaseUnusable(f"there is no folder {file.parent}; create it first")
        revisions = _revisions_in_file(file)
        _refuse_newer(revisions)
        _make_new(file)
    if engine.dialect.name == "sqlite":
        async with with_transactions(engine, Kind.NONE).connect() as connection:
            # The mode lasts in the file; it cannot be changed within a transaction.
            await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
    if file is not None:
        _make_private(file)
    if revisions != newest_revisions():
        async with with_transactions(engine, Kind.WRITE).begin() as connection:
            await connection.run_sync(_upgrade)


def refuse_outdated(connection: Connection) -> None:
    """Raise DatabaseUnusable if the tables are of another version; SQLAlchemy raises if they are not Furlong's."""
    revisions = frozenset(connection.scalars(_VERSION))
    if revisions <= known_revisions() - newest_revisions():
        raise DatabaseUnusable(
            "its tables are those of an older Furlong; the command migrate, or a start of the bot, brings them up to date"
        )
    if revisions != newest_revisions():
        raise DatabaseUnusable("its tables are those of a newer Furlong; use that version")


def alembic_configuration(connection: Connection | None = None, **options: object) -> Config:
    """Alembic's configuration to run our migrations on a connection; `options` are for its `context.configure`."""
    folders = os.pathsep.join(map(str, VERSIONS))
    configuration = Config()
    for option, value in {"script_location": str(_MIGRATIONS), "version_locations": folders}.items():
        configuration.set_main_option(option, value.replace("%", "%%"))
    configuration.set_main_option("path_separator", "os")
    configuration.attributes.update(options, connection=connection)
    return configuration


@cache
def known_revisions() -> frozenset[str]:
    """All migrations of this Furlong."""
    return frozenset(script.revision for script in _scripts().walk_revisions())


@cache
def newest_revisions() -> frozenset[str]:
    """The newest migration of this Furlong."""
    return frozenset(_scripts().get_heads())


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(alembic_configuration())


def _revisions(connection: Connection) -> frozenset[str]:
    return frozenset(MigrationContext.configure(connection).get_current_heads())


def _refuse_newer(revisions: frozenset[str]) -> None:
    unknown = ", ".join(sorted(revisions - known_revisions()))
    if unknown:
        raise DatabaseUnusable(
            f"it was written by a newer version of Furlong (its tables are at {unknown[:40]}); nothing was changed. "
            f"Install that version, or let it lead the tables back: migrate --to {max(newest_revisions())}"
        )


def _upgrade(connection: Connection) -> None:
    processes.take_now(connection, Lock.MIGRATION)  # processes that start together migrate one by one
    revisions = _revisions(connection)
    _refuse_newer(revisions)
    if not revisions:
        METADATA.create_all(connection, checkfirst=False)
        MigrationContext.configure(connection).stamp(_scripts(), "head")
    elif revisions != newest_revisions():
        _refuse_if_used(connection)
        command.upgrade(alembic_configuration(connection), "head")


def go_back(connection: Connection, revision: str) -> None:
    """Undo the migrations after `revision` on tables that are up to date, within the caller's transaction."""
    processes.take_now(connection, Lock.MIGRATION)
    _refuse_if_used(connection)
    command.downgrade(alembic_configuration(connection), revision)


def _refuse_if_used(connection: Connection) -> None:
    """Refuse to change the tables while another Furlong, which does not know the new ones, uses them."""
    at_work = processes.at_work(connection, datetime.now(UTC))
    if at_work:
        raise DatabaseUnusable(
            f"an older Furlong works with it ({', '.join(map(str, at_work))[:100]}); nothing was changed. Stop it before "
            "the tables are changed, or wait half a minute if it has crashed"
        )


def _revisions_in_file(file: Path) -> frozenset[str]:
    """The migrations that the tables in `file` are at; none if that is unknown (missing, new, no database)."""
    log = file.with_name(f"{file.name}-wal")
    try:
        is_in_use = log.stat().st_size > 0
    except OSError:
        is_in_use = False
    # A write-ahead log (a program is connected, or has crashed) must be read too. Without one the file is complete.
    mode = "readonly_shm=1" if is_in_use else "immutable=1"
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&{mode}", uri=True)) as connection:
            return frozenset(str(row[0]) for row in connection.execute("SELECT version_num FROM alembic_version"))
    except sqlite3.Error:
        return frozenset()


def _make_new(file: Path) -> None:
    """Create an empty file, which only its owner can read, for a new database; leave an existing file unchanged.

    SQLite gives its side files the same permissions. If the file cannot be created, SQLite will say why.
    """
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ALONE))
    except (OSError, ValueError):
        return


def _make_private(file: Path) -> None:
    """Restrict the files of an open database to their owner, because they hold plans, settings and secrets of dice.

    If they belong to another user, they stay unchanged and the log says so.
    """
    for path in (file.with_name(f"{file.name}{end}") for end in SIDE_FILES):
        try:
            if path.stat().st_mode & 0o777 != _OWNER_ALONE:
                path.chmod(_OWNER_ALONE)
        except FileNotFoundError:
            continue
        except OSError as error:
            _log.warning("%s may be readable by others, because its permissions cannot be changed: %s", path, error)
