"""The upgrade of a database's tables, and the refusal of databases that a newer Furlong has written.

A new database gets its tables from the schema; migrations change an older one. Their numbers rise. A migration that
only adds to the tables names, as `works_with`, the oldest migration whose Furlong works with them afterwards: it runs
beside processes of such a Furlong, which also starts on these tables. Any other changes the tables once no older
process uses them, and keeps older ones away.

An SQLite file is first inspected without changing a byte of it or of its side files: opening it in the usual way makes
side files, and closing it merges into the file what a crash has left in them.
"""

import logging
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Connection, String, column, delete, insert, inspect, select, table
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.model.errors import DatabaseUnusable
from bot.store.engine import processes
from bot.store.engine.engines import Kind, file_of, limit_waiting, with_transactions
from bot.store.engine.processes import Lock
from bot.store.engine.schema import METADATA
from bot.store.engine.schema.jobs import facts

_log: Final = logging.getLogger(__name__)
_MIGRATIONS: Final = Path(__file__).with_name("migrations")
VERSIONS = (_MIGRATIONS / "versions",)
"""The folders with the migrations; tests add one of their own."""

_VERSION: Final = select(column("version_num", String)).select_from(table("alembic_version"))
_WORKS_WITH: Final = "tables work with"
"""The key of a fact: the oldest migration whose Furlong works with the tables. Without it, only the newest does."""

_OWNER_ALONE: Final = 0o600  # permissions of a file
SIDE_FILES: Final = ("", "-wal", "-shm")
"""The ends of the names of an SQLite database's files: the database itself, and those that SQLite keeps beside it."""


async def bring_up_to_date(engine: AsyncEngine) -> None:
    """Apply the migrations that a database lacks; an SQLite file that does not exist is created.

    Raises DatabaseUnusable, without changing anything, if the tables are of a newer Furlong and this one does not work
    with them, or if an older one is using them that would not work with the new ones.
    """
    file = file_of(engine.url)
    tables = _Tables(frozenset())
    if file is not None:
        if not file.parent.is_dir():
            raise DatabaseUnusable(f"there is no folder {file.parent}; create it first")
        tables = _tables_in_file(file)
        _refuse_unknown(tables.unknown)
        _make_new(file)
    if engine.dialect.name == "sqlite":
        async with with_transactions(engine, Kind.NONE).connect() as connection:
            # The mode lasts in the file; it cannot be changed within a transaction.
            await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
    if file is not None:
        _make_private(file)
    if tables.revisions != newest_revisions():
        async with with_transactions(engine, Kind.WRITE).begin() as connection:
            await connection.run_sync(_upgrade)


def refuse_outdated(connection: Connection) -> None:
    """Raise DatabaseUnusable if there are no tables, or of another version; SQLAlchemy raises if they are not Furlong's."""
    if not inspect(connection).get_table_names():
        raise DatabaseUnusable("it is empty; the command migrate, or a start of the bot, makes its tables")
    revisions = frozenset(connection.scalars(_VERSION))
    if revisions <= known_revisions() - newest_revisions():
        raise DatabaseUnusable(
            "its tables are those of an older Furlong; the command migrate, or a start of the bot, brings them up to date"
        )
    _refuse_unknown(revisions - newest_revisions())


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


def newest_revision() -> str:
    """The number of the newest migration of this Furlong."""
    return max(newest_revisions())


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(alembic_configuration())


@dataclass(frozen=True, slots=True)
class _Tables:
    """The migrations that tables are at, none if there are no tables; and what `_WORKS_WITH` says of them."""

    revisions: frozenset[str]
    works_with: str | None = None

    @property
    def unknown(self) -> frozenset[str]:
        """The migrations of a newer Furlong with which this one does not work."""
        if self.works_with is not None and self.works_with <= newest_revision():
            return frozenset()
        return self.revisions - known_revisions()


def _tables(connection: Connection) -> _Tables:
    revisions = frozenset(MigrationContext.configure(connection).get_current_heads())
    if not revisions or not inspect(connection).has_table(facts.name):
        return _Tables(revisions)
    return _Tables(revisions, connection.scalar(select(facts.c.value).where(facts.c.key == _WORKS_WITH)))


def _refuse_unknown(revisions: frozenset[str]) -> None:
    if not revisions:
        return
    tables = f"(its tables are at {', '.join(sorted(revisions))[:40]}); nothing was changed"
    if all(
        revision.isdecimal() and len(revision) == len(newest_revision()) and revision > newest_revision()
        for revision in revisions
    ):
        raise DatabaseUnusable(
            f"it was written by a newer version of Furlong {tables}. "
            f"Install that version, or let it lead the tables back: migrate --to {newest_revision()}"
        )
    raise DatabaseUnusable(
        f"it is in a state that this version of Furlong has never had {tables}. "
        "Use the Furlong that wrote it, or restore a copy from before"
    )


def _upgrade(connection: Connection) -> None:
    processes.take_now(connection, Lock.MIGRATION)  # processes that start together migrate one by one
    tables = _tables(connection)
    _refuse_unknown(tables.unknown)
    if not tables.revisions:
        METADATA.create_all(connection, checkfirst=False)
        MigrationContext.configure(connection).stamp(_scripts(), "head")
    elif tables.revisions <= known_revisions() - newest_revisions():
        limit_waiting(connection)  # people wait behind a change of the tables
        lacking = _scripts().iterate_revisions("head", max(tables.revisions))
        _refuse_if_used(connection, "an older Furlong", before=max(map(_works_with, lacking)))
        command.upgrade(alembic_configuration(connection), "head")
        _note_works_with(connection, newest_revision())


def go_back(connection: Connection, revision: str) -> None:
    """Undo the migrations after `revision` on tables that are up to date, within the caller's transaction."""
    processes.take_now(connection, Lock.MIGRATION)
    _refuse_if_used(connection, "a Furlong")
    command.downgrade(alembic_configuration(connection), revision)
    _note_works_with(connection, revision)


def _works_with(migration: Script) -> str:
    """The oldest migration whose Furlong works with the tables after this one, if it worked with those before it."""
    return getattr(migration.module, "works_with", migration.revision)


def _note_works_with(connection: Connection, revision: str) -> None:
    """Store with which older Furlongs the tables work at this migration."""
    applied = (migration for migration in _scripts().walk_revisions() if migration.revision <= revision)
    connection.execute(delete(facts).where(facts.c.key == _WORKS_WITH))
    connection.execute(insert(facts).values(key=_WORKS_WITH, value=max(map(_works_with, applied))))


def _refuse_if_used(connection: Connection, by: str, before: str | None = None) -> None:
    """Refuse to change the tables while a Furlong uses them: any, or only one from `before` a migration."""
    at_work = [
        process
        for process in processes.at_work(connection, datetime.now(UTC))
        if before is None or process.revision is None or process.revision < before
    ]
    if at_work:
        raise DatabaseUnusable(
            f"{by} works with it ({', '.join(map(str, at_work))[:100]}); nothing was changed. Stop it before "
            "the tables are changed, or wait half a minute if it has crashed"
        )


def _tables_in_file(file: Path) -> _Tables:
    """The tables in `file`; none if that is unknown (missing, new, no database)."""
    log = file.with_name(f"{file.name}-wal")
    try:
        is_in_use = log.stat().st_size > 0
    except OSError:
        is_in_use = False
    # A write-ahead log (a program is connected, or has crashed) must be read too. Without one the file is complete.
    mode = "readonly_shm=1" if is_in_use else "immutable=1"
    revisions, stored = frozenset[str](), None
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&{mode}", uri=True)) as connection:
            revisions = frozenset(str(row[0]) for row in connection.execute("SELECT version_num FROM alembic_version"))
            stored = connection.execute("SELECT value FROM facts WHERE key = ?", [_WORKS_WITH]).fetchone()
    except sqlite3.Error:
        pass  # what was read counts; a newer Furlong may have renamed the table of facts
    return _Tables(revisions, None if stored is None else str(stored[0]))


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
