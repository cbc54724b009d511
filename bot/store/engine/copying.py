"""Copying a whole database, table by table, into a database of either kind; or the file of an SQLite database.

Functions that take a connection work in the caller's transaction: the source is seen as it was at one moment, and the
target gets everything or nothing.
"""

import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy
from sqlalchemy import (
    JSON,
    Boolean,
    Select,
    Table,
    cast,
    column,
    func,
    inspect,
    literal,
    select,
    table,
    text,
    tuple_,
    type_coerce,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import NULLTYPE

from bot.model.errors import DatabaseUnusable
from bot.store.engine.schema import METADATA
from bot.store.engine.schema.types import String, Text, fault_in
from bot.store.engine.upgrading import SIDE_FILES

CHUNK: Final = 5_000
"""The number of rows in memory at a time."""

TABLES: Final[Sequence[Table]] = METADATA.sorted_tables
"""All tables, each after those that it refers to."""

_NOT_OURS: Final = frozenset({"alembic_version"})
COUNTED: Final = tuple(stored_table for stored_table in TABLES if stored_table.autoincrement_column is not None)
"""The tables whose rows get numbers that are never reused."""

LARGEST_GAP: Final = 2_000
"""How far apart numbers are at most that are drawn by lot; a million of them fit in a column."""

OPENED: Final = "-opened"
"""The end of the name of the file with a mark of when the SQLite database beside it was opened last."""

PLACE: Final = "place"
"""The key of a fact: where the database was opened last, as `bot.store.engine.restores` writes it; or `COPY`."""

COPY: Final = "nowhere"
"""Said of a copy of a file, which was opened nowhere."""


def remove(file: Path) -> None:
    """Remove an SQLite database that is not open, with its side files."""
    for end in (*SIDE_FILES, OPENED):
        file.with_name(f"{file.name}{end}").unlink(missing_ok=True)


def copy_file(source: Path, target: Path) -> None:
    """Copy the SQLite file `source`, as it is at one moment, into the empty file `target`, and check the copy.

    Raises DatabaseUnusable if `source` cannot be read or the copy is damaged.
    """
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            # VACUUM INTO reads one view of the data, leaves out deleted data, and does not hold up writers.
            connection.execute("VACUUM INTO ?", (str(target),))
        with closing(sqlite3.connect(target.absolute().as_uri(), uri=True)) as copy, copy:
            copy.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (PLACE, COPY))
        with closing(sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise DatabaseUnusable(f"it cannot be copied: {error}") from error
    if verdict != "ok":
        raise DatabaseUnusable(f"it is damaged, so it was not copied: {' '.join(str(verdict).split())[:200]}")


async def what_is_there(connection: AsyncConnection) -> str | None:
    """What a database contains, in words; None if it is empty enough to be filled."""
    names = set(await connection.run_sync(lambda sync: inspect(sync).get_table_names())) - _NOT_OURS
    strange = names - {known_table.name for known_table in TABLES}
    if strange:
        return f"a table named {min(strange)[:60]} that is not Furlong's"
    for name in sorted(names):
        if (await connection.execute(select(literal(1)).select_from(table(name)).limit(1))).first():
            return f"rows in the table {name}"
    return None


async def count(connection: AsyncConnection, of: Table) -> int:
    """The number of rows of a table."""
    return await connection.scalar(select(func.count()).select_from(of)) or 0


async def rows_after(connection: AsyncConnection, of: Table, last: Sequence[Any] | None) -> Sequence[tuple[Any, ...]]:
    """Rows of a table after the row `last`, in order of the primary key and exactly as the driver returns them."""
    key = list(of.primary_key.columns)
    query = _as_stored(of).order_by(*key).limit(CHUNK)
    if last is not None:
        places = [list(of.columns).index(field) for field in key]
        limit = (literal(last[place], _plain(field)) for place, field in zip(places, key, strict=True))
        query = query.where(tuple_(*(type_coerce(field, _plain(field)) for field in key)) > tuple_(*limit))
    return [tuple(row) for row in await connection.execute(query)]


def _as_stored(of: Table) -> Select[*tuple[Any, ...]]:
    # PostgreSQL's driver parses JSON unless it is cast to text.
    columns: list[Any] = [
        cast(field, sqlalchemy.Text) if isinstance(field.type, JSON) else type_coerce(field, NULLTYPE)
        for field in of.columns
    ]
    return select(*columns)


def _plain(of: Any) -> Any:
    """The type of a column's values as the driver returns them."""
    return getattr(of.type, "impl", of.type)


@dataclass(frozen=True, slots=True)
class Fault:
    """A value that the other kind of database cannot hold."""

    table: str
    key: str
    column: str
    why: str
    is_mended: bool

    def __str__(self) -> str:
        """Where the value is and why it does not fit, without the value."""
        return f"The row of the table {self.table} with {self.key} has in its column {self.column} {self.why}"


def fitted(of: Table, rows: Sequence[tuple[Any, ...]]) -> tuple[Sequence[tuple[Any, ...]], Sequence[Fault]]:
    """Rows from `rows_after` with texts made to fit in every database, and what did not fit in them."""
    faults: list[Fault] = []
    fitting = [_fitted(of, row, faults) for row in rows]
    return fitting, faults


def _fitted(of: Table, row: tuple[Any, ...], faults_found: list[Fault]) -> tuple[Any, ...]:
    faults = {field: why for field, value in zip(of.columns, row, strict=True) if (why := fault_in(field.type, value))}
    if not faults:
        return row
    values = dict(zip(of.columns, row, strict=True))
    key = ", ".join(f"{field.name} {values[field]}" for field in of.primary_key.columns if field not in faults)
    for field, why in faults.items():
        is_mended = isinstance(field.type, (String, Text)) and isinstance(values[field], str)
        faults_found.append(Fault(of.name, key or "a damaged key", field.name, why, is_mended))
        if isinstance(field.type, (String, Text)) and is_mended:
            values[field] = field.type.mended(values[field])
    return tuple(values.values())


async def add_rows(connection: AsyncConnection, to: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Add rows that `rows_after` has read from any database. Raises DatabaseUnusable for values that do not fit."""
    names = [field.name for field in to.columns]
    if connection.dialect.name == "postgresql":
        driver: Any = (await connection.get_raw_connection()).driver_connection
        try:
            await driver.copy_records_to_table(to.name, columns=names, records=_with_truth(to, rows))
        except Exception as error:  # noqa: BLE001 - it may contain the value, which must not get into a log
            raise DatabaseUnusable(f"rows of the table {to.name} do not fit there ({type(error).__name__})") from None
        return
    places = ", ".join("?" * len(names))
    await connection.exec_driver_sql(f"INSERT INTO {to.name} ({', '.join(names)}) VALUES ({places})", list(rows))


def _with_truth(to: Table, rows: Iterable[tuple[Any, ...]]) -> Iterable[tuple[Any, ...]]:
    """The rows with booleans in place of the numbers that SQLite stores for them."""
    places = {place for place, field in enumerate(to.columns) if isinstance(field.type, Boolean)}
    return (
        tuple(bool(value) if place in places and value is not None else value for place, value in enumerate(row))
        for row in rows
    )


async def copy_counters(source: AsyncConnection, target: AsyncConnection) -> None:
    """Make new rows of the target continue the numbering of the source."""
    for counted in COUNTED:
        number = await last_number(source, counted)
        if number is not None:
            await count_from(target, counted, number)


async def last_number(connection: AsyncConnection, of: Table) -> int | None:
    """The last number given to a row, even if the row is gone."""
    if connection.dialect.name == "sqlite":
        given = table("sqlite_sequence", column("name"), column("seq"))
        return await connection.scalar(select(given.c.seq).where(given.c.name == of.name))
    name = await connection.scalar(_SEQUENCE, {"table": of.name})
    return await connection.scalar(text(f"SELECT CASE WHEN is_called THEN last_value END FROM {name}"))


async def draw_number(connection: AsyncConnection, of: Table) -> int:
    """A number for a new row that is drawn by lot, ahead of the last one given.

    Where a backup was put back and nothing could tell, hardly any number is given twice then: whatever names the row that
    was lost finds none.
    """
    ahead = 1 + secrets.randbelow(LARGEST_GAP)
    if connection.dialect.name == "sqlite":  # where every writing transaction is alone
        return (await last_number(connection, of) or 0) + ahead
    draw = text("SELECT max(nextval(pg_get_serial_sequence(:table, 'id'))) FROM generate_series(1, :ahead)")
    number = await connection.scalar(draw, {"table": of.name, "ahead": ahead})
    assert number is not None, "it is at least one ahead"
    return number


async def gather_statistics(connection: AsyncConnection) -> None:
    """Update PostgreSQL's statistics before the tables are read in the same transaction. SQLite needs nothing.

    PostgreSQL does so by itself only after the transaction. Until then it assumes that the tables are small, and would
    read all moves again for every few matches.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(text(f"ANALYZE {', '.join(analysed.name for analysed in TABLES)}"))


_SEQUENCE: Final = text("SELECT pg_get_serial_sequence(:table, 'id')")


async def count_from(connection: AsyncConnection, of: Table, number: int) -> None:
    """Give the rows that are added from now on numbers after this one."""
    values = {"table": of.name, "number": number}
    if connection.dialect.name == "sqlite":
        await connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), values)
        await connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :number)"), values)
    else:
        await connection.execute(text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :number)"), values)
