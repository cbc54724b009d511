"""The rows of a database, as the last act of a transcript: what is new, gone or different since the evening began."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.store.engine.database import Database
from bot.store.engine.schema import METADATA
from tests.bot.tables import Dump, dump
from tests.bot.transcripts.script import instant
from tests.bot.world import SIGNS_OF_LIFE

_Row = tuple[Any, ...]


async def rows(database: Database) -> Dump:
    """All rows of a database but its processes' signs of life."""
    return Dump({name: found for name, found in (await dump(database)).items() if name not in SIGNS_OF_LIFE})


def differences(
    before: Mapping[str, Sequence[_Row]], after: Mapping[str, Sequence[_Row]]
) -> Iterator[tuple[str, list[str]]]:
    """The tables that differ, with their rows: new ones as they are, others with a mark."""
    for table in METADATA.sorted_tables:
        earlier, later = before.get(table.name, ()), after.get(table.name, ())
        names = list(table.c.keys())
        lines = [_row(names, row) for row in later if row not in earlier]
        lines += [f"gone: {_row(names, row)}" for row in earlier if row not in later]
        if lines:
            yield table.name, lines


def _row(names: Sequence[str], row: _Row) -> str:
    """The values of a row that has any, by column."""
    told = ((name, _value(value)) for name, value in zip(names, row, strict=True) if value is not None)
    return "- " + ", ".join(f"{name} {value}" for name, value in told)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case datetime():
            return instant(value)
        case bytes():
            return f"{len(value)} bytes"
        case dict() | list():
            return json.dumps(value, ensure_ascii=False)
        case float():
            return f"{value:.6g}"
        case _:
            return str(value)
