"""Inserting rows that may be there already, which every database says in its own way."""

from functools import cache
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert_into(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insertion that can be told what to do about a conflict."""
    return _insertion(connection.dialect.name, table)


async def upsert(connection: AsyncConnection, table: Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    """Have a row with that primary key hold these values, whether it is there or not."""
    await connection.execute(_upsertion(connection.dialect.name, table, tuple(key), tuple(values)), {**key, **values})


def _insertion(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


@cache
def _upsertion(
    dialect: str, table: Table, key: tuple[str, ...], columns: tuple[str, ...]
) -> postgresql.Insert | sqlite.Insert:
    """Made once: the bot remembers somebody's name with almost everything that they do."""
    statement = _insertion(dialect, table)
    changes = {column: statement.excluded[column] for column in columns}
    return statement.on_conflict_do_update(index_elements=key, set_=changes)
