"""A host's changes to a database: back it up, upgrade it, move it to another one, and delete a person's data."""

import os
import tempfile
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bot.actions import privacy as privacy_actions
from bot.actions.competitions.change import CompetitionChange
from bot.actions.competitions.entries import take_out
from bot.actions.context import Context
from bot.hosting.checking import check_in
from bot.hosting.health import LONGEST_SILENCE
from bot.model.competitions.competition import WithdrawalCause
from bot.model.errors import DatabaseError, DatabaseUnusable
from bot.model.people import Person
from bot.model.refusals.competitions import NotEntered
from bot.model.refusals.people import KeepsPlaying
from bot.store import competitions as competition_store
from bot.store import heartbeats
from bot.store import lobby as lobby_store
from bot.store import people as people_store
from bot.store.engine import copying, facts, processes, restores
from bot.store.engine.database import Connection, Database, check_there, found_at, looked_at, one_view, sqlite_file
from bot.store.engine.engines import driver_url, is_sqlite, named_file
from rules import GAMES
from rules.core import Game

_EVERY: Final = 50 * copying.CHUNK
"""The number of rows of a table after which a line reports progress."""

_Tell = Callable[[str], None]


def back_up(url: str, target: Path) -> int:
    """Copy a running SQLite database at `url` to the new file `target`, and return the size of the copy in bytes.

    The copy has everything that was written until one moment, and nothing after it. It is made beside the target under
    another name, checked, and flushed to disk before it gets its name, so there is a whole copy or none. The bot can
    write to the database meanwhile. Raises DatabaseUnusable for a database that is not SQLite or cannot be read,
    FileExistsError and other OSErrors for a target that cannot be used.
    """
    if not is_sqlite(url):
        raise DatabaseUnusable("it is a PostgreSQL database: use pg_dump, as docs/hosting.md says")
    source = sqlite_file(url)
    _check_free(target)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}-", suffix=".part", dir=target.parent)
    os.close(handle)
    part = Path(name)
    try:
        copying.copy_file(source, part)
        restores.flush(part)
        _check_free(target)
        part.rename(target)
        restores.flush(target.parent)
    finally:
        part.unlink(missing_ok=True)
    return target.stat().st_size


def _check_free(target: Path) -> None:
    if target.exists() or target.is_symlink():
        raise FileExistsError(f"{target} is there already; choose another name, or remove it first")


@asynccontextmanager
async def changing(url: str, what: str) -> AsyncGenerator[Database]:
    """The database at `url`, which must exist, open for changes of `what`, with its tables up to date.

    Raises DatabaseUnusable if it cannot be opened, belongs to a newer Furlong, or refuses a change.
    """
    check_there(url)
    database = await Database.open(url)
    try:
        yield database
    except DatabaseError as error:
        raise DatabaseUnusable(f"it did not take {what}, so try again: {error}") from error
    finally:
        await database.close()


async def migrate(url: str, to: str | None = None) -> None:
    """Upgrade the tables of the database at `url`, or downgrade them `to` a migration. Raises DatabaseUnusable."""
    async with changing(url, "the tables") as database:
        if to is not None:
            await database.go_back(to)


async def mute(url: str, about_id: int, *, is_muted: bool) -> None:
    """Close the lobby for a person or a server in the database at `url`, or open it again. Raises DatabaseUnusable."""
    async with changing(url, "a change") as database, database.write() as connection:
        await lobby_store.mute(connection, about_id, datetime.now(UTC), is_muted=is_muted)


async def exclude(url: str, competition_id: int, person_id: int, now: datetime) -> bool:
    """Take a person out of a match between servers in the database at `url`; return whether they were in it.

    Their boards that go on are lost soon, and the others stay with a mark. Raises DatabaseUnusable.
    """
    async with changing(url, "a change") as database, database.write() as connection:
        competition = await competition_store.load(connection, competition_id, GAMES, for_update=True)
        if competition is None or not competition.between_servers or not competition.is_current:
            return False
        entrants = await competition_store.entrants_of(connection, competition_id)
        change = CompetitionChange(competition, now, tuple(entrants))
        try:
            take_out(change, person_id, WithdrawalCause.RULED)
        except NotEntered:
            return False
        await change.save(connection)
        return True


async def restored(url: str) -> None:
    """Begin the numbers of the restored database at `url` anew. Raises DatabaseUnusable."""
    async with changing(url, "new numbers") as database, database.write() as connection:
        await restores.begin_anew(connection)


class MoveFailed(Exception):
    """The database was not moved and nothing has changed; `str(error)` is one line that says why."""


@dataclass(frozen=True, slots=True)
class MoveReport:
    """The numbers of rows copied from all tables, and of matches replayed in the copy."""

    rows: int
    matches: int


async def move(
    source: str, target: str, tell: _Tell, games: Mapping[str, Game] = GAMES, *, mends: bool = False
) -> MoveReport:
    """Copy the database at the address `source` into the one at `target`, which must be empty or not exist yet.

    The copy shows the source at one moment, even if others write to it meanwhile. There is a whole copy or none: it is
    written, counted and replayed in one transaction. `tell` gets a line of progress now and then. If it `mends`, a text
    that only one kind of database can hold is changed to fit, and `tell` gets a line about each. Raises MoveFailed.
    """
    with _blaming("SOURCE"):
        async with looked_at(driver_url(source)) as origin, one_view(origin) as reading:
            now, beat_at = datetime.now(UTC), await heartbeats.latest(reading)
            is_beating = beat_at is not None and now - beat_at < LONGEST_SILENCE
            if is_beating or await reading.run_sync(processes.at_work, now):
                tell(
                    "A bot was at work with SOURCE just now. If it still is, stop it: what it does from now on is not copied."
                )
            with _blaming("TARGET"):
                async with _emptied(driver_url(target)) as destination, destination.write() as writing:
                    await facts.remove(writing, copying.PLACE)
                    await _check_empty(writing)
                    report = await _Move(reading, writing, tell, games, mends).run()
                    if await facts.get(writing, copying.PLACE) != copying.COPY:
                        await facts.remove(writing, copying.PLACE)
                    return report


@dataclass(frozen=True, slots=True)
class _Move:
    """A database that is being copied from one transaction into another."""

    reading: Connection
    writing: Connection
    tell: _Tell
    games: Mapping[str, Game]
    mends: bool

    async def run(self) -> MoveReport:
        rows = 0
        for table in copying.TABLES:
            with _blaming("SOURCE"):
                expected = await copying.count(self.reading, table)
            rows += expected
            await self._copy(table, expected)
            if await copying.count(self.writing, table) != expected:
                raise MoveFailed(f"TARGET has not taken all {expected:,} rows of the table {table.name}.")
        await copying.copy_counters(self.reading, self.writing)
        await copying.gather_statistics(self.writing)
        self.tell("Replaying every match of the copy …")
        return MoveReport(rows, await self._replay())

    async def _copy(self, table: Any, expected: int) -> None:
        copied, last = 0, None
        while True:
            with _blaming("SOURCE"):
                rows = await copying.rows_after(self.reading, table, last)
            if not rows:
                break
            fitting, faults = copying.fitted(table, rows)
            self._report(faults)
            await copying.add_rows(self.writing, table, fitting)
            copied, last = copied + len(rows), rows[-1]
            if copied % _EVERY == 0:
                self.tell(f"{table.name}: {copied:,} of {expected:,} rows")
        self.tell(f"{table.name}: {copied:,} {'row' if copied == 1 else 'rows'}")

    def _report(self, faults: Sequence[copying.Fault]) -> None:
        """Tell of what was changed to fit. Raises MoveFailed if nothing may be changed, or if it cannot be."""
        for fault in faults:
            if not fault.is_mended:
                raise MoveFailed(f"{fault}, which no database of Furlong can have. Nothing was changed.")
            if not self.mends:
                raise MoveFailed(
                    f"{fault}, which not every database can hold. Nothing was changed. With --mend, such a text is copied "
                    "without what does not fit."
                )
            self.tell(f"{fault}; it is copied without what does not fit.")

    async def _replay(self) -> int:
        """Replay the copied matches and return their number; one that disagreed before may disagree in the same way."""
        copied, original = list[str](), list[str]()
        summary = await check_in(lambda: nullcontext(self.writing), copied.append, self.games, self.tell)
        if copied:
            with _blaming("SOURCE"):
                await check_in(lambda: nullcontext(self.reading), original.append, self.games, self.tell)
        if copied != original:
            raise MoveFailed(
                f"TARGET does not agree with SOURCE. {next(line for line in copied if line not in original)}"
            )
        return summary.matches


@asynccontextmanager
async def _emptied(target: str) -> AsyncGenerator[Database]:
    """The empty database at `target` with tables in it; a file made for it is deleted if the move fails."""
    new: Path | None = None
    if is_sqlite(target) and not named_file(target).exists():
        new = named_file(target)
    else:
        async with found_at(target) as target_database, one_view(target_database) as connection:
            await _check_empty(connection)
    try:
        database = await Database.open(target)
        try:
            yield database
        finally:
            await database.close()
    except BaseException:
        if new is not None:
            copying.remove(new)
        raise


async def _check_empty(connection: Connection) -> None:
    there = await copying.what_is_there(connection)
    if there is not None:
        raise MoveFailed(f"TARGET is not empty: it has {there}. Nothing was changed; name a new database.")


@contextmanager
def _blaming(name: str) -> Generator[None]:
    """Report errors of a database under its name on the command line."""
    try:
        yield
    except (DatabaseUnusable, DatabaseError, OSError) as error:
        raise MoveFailed(f"{name} cannot be used: {error}.") from error


async def forget(url: str, person_id: int, tell: Callable[[str], None]) -> bool:
    """Delete a person's data in the database at `url`, even while the bot uses it; `tell` gets lines on what was done.

    Returns False if the person keeps beginning new matches meanwhile; a second call deletes the rest. Raises
    DatabaseUnusable; then every match is whole.
    """
    async with changing(url, "a change") as database:
        async with database.read() as connection:
            name = await people_store.name_of(connection, person_id)
        if name is None:
            tell(f"Nothing is stored about person {person_id}.")
            return True
        person, context = Person(person_id, name), Context(database, now=lambda: datetime.now(UTC))
        before = await privacy_actions.outlook(context, person)
        tell(
            f"Forgetting {name} ({person_id}): running matches that end for them: {len(before.playing):,}; challenges "
            f"that come to nothing: {len(before.waiting):,}; matches that keep their result: {before.finished:,}."
        )
        try:
            await privacy_actions.forget(context, person)
        except KeepsPlaying:
            tell("They are in a match or a season that has begun meanwhile. Nothing is lost: try again.")
            return False
    tell("They are forgotten. Boards are shown again without their name: now if the bot runs, or when it starts.")
    return True
