"""Moving house: copying a whole database into another, from SQLite to PostgreSQL or back."""

from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bot.admin.checking import check_in
from bot.admin.health import LONGEST_SILENCE
from bot.store import heartbeats
from bot.store.engine import copying
from bot.store.engine.connection import Connection
from bot.store.engine.database import Database, driver_url
from bot.store.engine.errors import DatabaseError, DatabaseUnusable, cause
from bot.store.engine.inspection import found_at, is_sqlite, looked_at, named_file, one_view
from bot.store.engine.sqlite_files import remove
from rules import GAMES
from rules.core import Game

_EVERY: Final = 50 * copying.CHUNK
"""After so many rows of a table a line tells how far it is."""

_Tell = Callable[[str], None]


class MoveFailed(Exception):
    """The database was not moved and nothing has changed; `str(error)` is one line that says why."""


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What was copied: how many rows in all tables, and how many matches were replayed in the copy."""

    rows: int
    matches: int


async def move(source: str, target: str, tell: _Tell, games: Mapping[str, Game] = GAMES) -> MoveReport:
    """Copy the database at the address `source` into the one at `target`, which must be empty or not be there yet.

    The copy is of one moment, whoever works with the source meanwhile, and there is a whole one or none: it is written,
    counted and replayed in one transaction. `tell` gets a line now and then of how far it is. Raises MoveFailed.
    """
    with _blaming("SOURCE"):
        async with looked_at(driver_url(source)) as origin, one_view(origin) as reading:
            await _warn_of_bot(reading, tell)
            with _blaming("TARGET"):
                async with _emptied(driver_url(target)) as destination, destination.write() as writing:
                    await _check_empty(writing)
                    return await _move(reading, writing, tell, games)


async def _warn_of_bot(reading: Connection, tell: _Tell) -> None:
    beat_at = await heartbeats.latest(reading)
    if beat_at is not None and datetime.now(UTC) - beat_at < LONGEST_SILENCE:
        tell("A bot was at work with SOURCE just now. If it still is, stop it: what it does from now on is not copied.")


async def _move(reading: Connection, writing: Connection, tell: _Tell, games: Mapping[str, Game]) -> MoveReport:
    rows = 0
    for table in copying.TABLES:
        with _blaming("SOURCE"):
            expected = await copying.count(reading, table)
        rows += expected
        await _copy_table(reading, writing, table, expected, tell)
        if await copying.count(writing, table) != expected:
            raise MoveFailed(f"TARGET has not taken all {expected:,} rows of the table {table.name}.")
    await copying.copy_counters(reading, writing)
    await copying.gather_statistics(writing)
    tell("Replaying every match of the copy …")
    return MoveReport(rows, await _replay(reading, writing, tell, games))


async def _copy_table(reading: Connection, writing: Connection, table: Any, expected: int, tell: _Tell) -> None:
    copied, last = 0, None
    while True:
        with _blaming("SOURCE"):
            rows = await copying.rows_after(reading, table, last)
        if not rows:
            break
        await copying.add_rows(writing, table, rows)
        copied, last = copied + len(rows), rows[-1]
        if copied % _EVERY == 0:
            tell(f"{table.name}: {copied:,} of {expected:,} rows")
    tell(f"{table.name}: {copied:,} {'row' if copied == 1 else 'rows'}")


async def _replay(reading: Connection, writing: Connection, tell: _Tell, games: Mapping[str, Game]) -> int:
    """Replay what was copied; what did not agree before may disagree in the same way."""
    found, known = list[str](), list[str]()
    summary = await check_in(lambda: nullcontext(writing), found.append, games, tell)
    if found:
        with _blaming("SOURCE"):
            await check_in(lambda: nullcontext(reading), known.append, games, tell)
    if found != known:
        raise MoveFailed(f"TARGET does not agree with SOURCE. {next(line for line in found if line not in known)}")
    return summary.matches


@asynccontextmanager
async def _emptied(target: str) -> AsyncGenerator[Database]:
    """The empty database at `target` with tables in it; a file that was made for it goes if it is not filled."""
    new: Path | None = None
    if is_sqlite(target) and not named_file(target).exists():
        new = named_file(target)
    else:
        async with found_at(target) as found, one_view(found) as connection:
            await _check_empty(connection)
    try:
        database = await Database.open(target)
        try:
            yield database
        finally:
            await database.close()
    except BaseException:
        if new is not None:
            remove(new)
        raise


async def _check_empty(connection: Connection) -> None:
    there = await copying.what_is_there(connection)
    if there is not None:
        raise MoveFailed(f"TARGET is not empty: it has {there}. Nothing was changed; name a new database.")


@contextmanager
def _blaming(name: str) -> Generator[None]:
    """What goes wrong with a database meanwhile is told of this one."""
    try:
        yield
    except DatabaseUnusable as error:
        raise MoveFailed(f"{name} cannot be used: {error}.") from error
    except (DatabaseError, OSError) as error:
        raise MoveFailed(f"{name} cannot be used: {cause(error)}.") from error
