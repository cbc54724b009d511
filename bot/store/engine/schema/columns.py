"""The building blocks of all tables, and the declarations of personal data.

A column that refers to people is made with `removed` or `replaced`. The deletion and export of a person's data, and the
tests of `docs/privacy.md`, are derived from that.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import JSON, Column, ForeignKey, Index, MetaData, Table, text
from sqlalchemy.schema import SchemaItem

from bot.store.engine.schema.types import BigInteger, Integer

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def table(name: str, *parts: SchemaItem, **options: Any) -> Table:
    """A table with these columns and indexes."""
    return Table(name, METADATA, *parts, **options)


def numbered_table(name: str, *parts: SchemaItem, is_number_exported: bool = False) -> Table:
    """A table whose rows get numbers that are never used twice; the export includes them if `is_number_exported`."""
    number = Column("id", Integer, primary_key=True, autoincrement=True, info=EXPORTED if is_number_exported else None)
    return table(name, number, *parts, sqlite_autoincrement=True)


def keyed_table(name: str, *parts: SchemaItem) -> Table:
    """A table with a key of several columns and short rows, which SQLite stores by their key: a quarter smaller."""
    return table(name, *parts, sqlite_with_rowid=False)


def known_index(*columns: str) -> Index:
    """An index of the rows that have a value in the last of these columns."""
    condition = text(f"{columns[-1]} IS NOT NULL")
    return Index(None, *columns, sqlite_where=condition, postgresql_where=condition)


@dataclass(frozen=True, slots=True)
class Personal:
    """The role of a column that refers to a person in the deletion and export of their data.

    A deletion removes the row if `is_removed`; otherwise an anonymous player takes the person's place, because others
    need the row. `export_key` is the key of the row in the export, or within each match (`matches.…`) or competition
    (`competitions.…`); None if the export leaves it out.
    """

    is_removed: bool
    export_key: str | None


PERSONAL: Final = "personal"
"""The key under which a column's `info` holds its `Personal`."""

EXPORTED: Final = {"is_exported": True}
"""`info` of a column that the export includes, in a table that concerns several people. Of a row that concerns a single
person it includes every column."""

WRITTEN: Final = {"is_written": True}
"""`info` of a column with a person's words that stay, without their name, when their data is deleted."""

EMPTIED: Final = WRITTEN | {"is_emptied": True}
"""`info` of such a column with words about people: emptied with the data of the writer or of a person concerned."""


def removed(name: str, *, export_key: str | None = None, **options: Any) -> Column[int]:
    """A column with the person whom the row belongs to: deleting their data removes the row."""
    return _person(name, Personal(True, export_key), options)


def replaced(name: str, *, export_key: str | None = None, **options: Any) -> Column[int]:
    """A column with a person in a row that others need too: an anonymous player takes the person's place."""
    return _person(name, Personal(False, export_key), options)


def replaced_in_list(name: str, *, export_key: str) -> Column[Any]:
    """A column with a list of people in a row that others need too."""
    return Column(name, JSON, nullable=False, info={PERSONAL: Personal(False, export_key)})


def _person(name: str, personal: Personal, options: dict[str, Any]) -> Column[int]:
    return Column(name, BigInteger, ForeignKey("people.id"), info={PERSONAL: personal}, **options)


def personal_columns() -> Mapping[Column[Any], Personal]:
    """All columns that refer to people, with their roles."""
    columns = (column for table in METADATA.sorted_tables for column in table.c)
    return {column: column.info[PERSONAL] for column in columns if PERSONAL in column.info}
