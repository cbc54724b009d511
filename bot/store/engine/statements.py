"""Statements that SQLAlchemy lacks, such as upserts; conversion between dataclasses and rows; timing of statements."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from time import perf_counter
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, Executable, Row, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.outside import telemetry


def insert_into(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insertion that can say how to handle a conflict."""
    return _insertion(connection.dialect.name, table)


def _insertion(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


async def upsert(connection: AsyncConnection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Insert a row with this primary key and these values, or update the row that has that key."""
    await upsert_all(connection, table, tuple(key), [{**key, **values}])


async def upsert_all(
    connection: AsyncConnection, table: Table, key: tuple[str, ...], rows: Sequence[Mapping[str, Any]]
) -> None:
    """Insert rows with the same columns, or update those with the same primary or unique key."""
    if rows:
        columns = tuple(column for column in rows[0] if column not in key)
        await connection.execute(_upsertion(connection.dialect.name, table, key, columns), rows)


@cache
def _upsertion(dialect: str, table: Table, key: tuple[str, ...], columns: tuple[str, ...]) -> Executable:
    """The upsert statement, built once because the bot stores a person's name with almost everything they do."""
    statement = _insertion(dialect, table)
    changes = {column: statement.excluded[column] for column in columns}
    return statement.on_conflict_do_update(index_elements=key, set_=changes)


def columns_of(table: Table, *values: Any) -> dict[str, Any]:
    """The fields of these dataclasses that are columns of a table, without the id, which the database assigns."""
    named = ((name, value) for value in values for name in _names_of(value.__class__))
    return {name: getattr(value, name) for name, value in named if name in table.c and name != "id"}


@cache
def _names_of(kind: type[Any]) -> tuple[str, ...]:
    """The names of a dataclass's fields, found once: each row is made or stored by them."""
    return tuple(field.name for field in fields(kind))


_Value = TypeVar("_Value")


def made(kind: type[_Value], row: RowMapping | Row[Any], /, **others: Any) -> _Value:
    """A dataclass filled from the columns of a row, and from `others`."""
    named = [name for name in _names_of(kind) if name not in others]
    if isinstance(row, Row):
        return kind(**{name: getattr(row, name) for name in named if hasattr(row, name)}, **others)
    return kind(**{name: row[name] for name in named if name in row}, **others)


_BEGUN: Final = "furlong_statement_begun"


@contextmanager
def statements_timed() -> Generator[None]:
    """Report the time of every statement to the turn it belongs to, within the context."""
    event.listen(Engine, "before_cursor_execute", _begin)
    event.listen(Engine, "after_cursor_execute", _end)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", _begin)
        event.remove(Engine, "after_cursor_execute", _end)


def _begin(connection: Connection, *_: Any) -> None:
    connection.info[_BEGUN] = perf_counter()


def _end(connection: Connection, *_: Any) -> None:
    begun = connection.info.pop(_BEGUN, None)
    if begun is not None:  # otherwise the statement began before the measuring did
        telemetry.took(telemetry.STATEMENTS, perf_counter() - begun)
