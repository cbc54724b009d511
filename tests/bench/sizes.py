"""`python -m tests.bench.sizes`: the bytes that a match takes in a database of either kind, and in which tables.

On PostgreSQL only if FURLONG_TEST_POSTGRES names a server. The rows were added at once; a table that grows bit by bit
takes up to half as much again for its indexes.
"""

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import text

from bot.store.engine.database import Database
from bot.store.engine.schema import METADATA
from tests.bench.asking import copy
from tests.bench.crowd import Crowd, make
from tests.bench.measure import Measurement, table
from tests.bot.tables import POSTGRES, postgres_database

CROWD: Final = Crowd(2_000, 20_000)
_ON_SQLITE: Final = (
    "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) GROUP BY tbl_name ORDER BY 2 DESC"
)
_ON_POSTGRES: Final = text(
    "SELECT relname, pg_total_relation_size(relid) FROM pg_catalog.pg_statio_user_tables ORDER BY 2 DESC"
)
_LEAST: Final = 10  # bytes of a match in a table, below which it isn't listed


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    with TemporaryDirectory() as folder:
        file = asyncio.run(make(Path(folder), CROWD))
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("VACUUM")
            found = _rows("SQLite", dict(connection.execute(_ON_SQLITE).fetchall()))
        if POSTGRES:
            with postgres_database() as target:
                found += _rows("PostgreSQL", asyncio.run(_on_postgres(f"sqlite:///{file}", target)), most=2_466)
    return found


async def _on_postgres(source: str, target: str) -> dict[str, int]:
    await copy(source, target)
    database = await Database.open(target)
    async with database.read() as connection:
        found = dict((await connection.execute(_ON_POSTGRES)).tuples().all())
    await database.close()
    return found


def _rows(kind: str, sizes: Mapping[str, int], most: float | None = None) -> list[Measurement]:
    count = CROWD.running + CROWD.finished
    of_match = {name: size / count for name, size in sizes.items() if name in METADATA.tables}
    note = f"{count:,} matches of all games, a tenth of which run"
    total = Measurement(f"A match on {kind}", sum(of_match.values()), "bytes", note, most=most)
    return [total, *(Measurement(f"  {name}", size, "bytes") for name, size in of_match.items() if size > _LEAST)]


if __name__ == "__main__":
    print(table(rows()))
