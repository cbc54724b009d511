"""Ratings recomputed from all stored matches, to find and correct what differs.

The matches of many years are read one server after the other and some at a time, so that memory grows with the people
who play on a server, not with how much they have played.
"""

import logging
import pickle
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from tempfile import SpooledTemporaryFile
from typing import Any, Final
from weakref import finalize

from bot.model.ratings import MODEL, START, Ledger
from bot.store import privacy as privacy_store
from bot.store import ratings as rating_store
from bot.store.engine import facts
from bot.store.engine.database import Connection, Database

_log: Final = logging.getLogger(__name__)

_BATCH: Final = 100
"""The number of matches read at a time: between two batches, others get their turn."""

_MOST_IN_MEMORY: Final = 1_000_000
"""The most bytes of corrections in memory; further ones are kept on disk."""

View = Callable[[], AbstractAsyncContextManager[Connection]]
"""Opens a transaction that reads, or one that writes."""


class Corrections:
    """The correct rows of changes for matches whose stored rows are wrong."""

    def __init__(self) -> None:
        """Start without corrections."""
        self.matches = 0
        self._file = SpooledTemporaryFile[bytes](_MOST_IN_MEMORY)
        finalize(self, self._file.close)

    def add(self, match_id: int, rows: Sequence[rating_store.Values]) -> None:
        """Add the correct rows of a match, which may be none."""
        pickle.dump((match_id, rows), self._file)
        self.matches += 1

    def __iter__(self) -> Iterator[tuple[int, Sequence[rating_store.Values]]]:
        """The matches with their rows, in the order in which they were added."""
        self._file.seek(0)
        for _ in range(self.matches):
            yield pickle.load(self._file)


@dataclass(slots=True)
class Audit:
    """The correct ratings of a server, computed from its rated matches, and the differences from the stored ones.

    People are known by their ids. `forgotten` is the number of forgotten people when the audit began: once it has
    changed, some of the ids no longer refer to a person. People whose data is currently being deleted already count as
    forgotten.

    `matches` is the number of matches read, and `counted` how many of them count. `corrections` are needed for matches
    whose stored changes are wrong, `wrong_people` is the number of wrong ratings, and `gap` the largest difference in
    the number that people see.
    """

    server_id: int
    forgotten: int = 0
    ledger: Ledger = field(default_factory=Ledger)
    after: rating_store.End | None = None
    matches: int = 0
    counted: int = 0
    corrections: Corrections = field(default_factory=Corrections)
    wrong_people: int = 0
    gap: int = 0

    @property
    def agrees(self) -> bool:
        """Whether everything stored is correct to the last bit."""
        return not self.corrections.matches and not self.wrong_people

    def now(self) -> Iterator[rating_store.Values]:
        """The ratings as they should be stored."""
        for (pool, person_id), rating in self.ledger.ratings.items():
            yield rating_store.rating_row(self.server_id, pool, person_id, rating)

    async def go_on(self, connection: Connection) -> None:
        """Read all matches that have ended since the last one that this audit knows."""
        aliases = await privacy_store.aliases(connection)
        while batch := await rating_store.rated_matches(connection, self.server_id, self.after, _BATCH):
            stored = await rating_store.stored_changes(connection, [match.id for match in batch])
            for match in batch:
                people = tuple(aliases.get(person_id, person_id) for person_id in match.people)
                rows = [rating_store.change_row(change) for change in self.ledger.enter(replace(match, people=people))]
                self.matches += 1
                self.counted += bool(rows)
                if _by_key(rows) != _by_key([_under(row, aliases) for row in stored[match.id]]):
                    self.corrections.add(match.id, rows)
            self.after = batch[-1].ended_at, batch[-1].id
        for match_id in await rating_store.stray_changes(connection, self.server_id):
            self.corrections.add(match_id, ())

    async def compare(self, connection: Connection) -> None:
        """Compare the stored ratings with the correct ones."""
        aliases = await privacy_store.aliases(connection)
        missing = set(self.ledger.ratings)
        async for batch in rating_store.stored_ratings(connection, self.server_id):
            for row in (_under(stored, aliases) for stored in batch):
                pool, person_id = row["pool"], row["person_id"]
                due = self.ledger.ratings.get((pool, person_id))
                missing.discard((pool, person_id))
                if due is None or row != rating_store.rating_row(self.server_id, pool, person_id, due):
                    self._note_wrong(row["rating"], START if due is None else due.number)
        for key in missing:
            self._note_wrong(START, self.ledger.ratings[key].number)

    def _note_wrong(self, was: int, is_due: int) -> None:
        self.wrong_people += 1
        self.gap = max(self.gap, abs(was - is_due))


def _by_key(rows: Iterable[rating_store.Values]) -> dict[Any, rating_store.Values]:
    return {(row["pool"], row["person_id"]): row for row in rows}


def _under(row: rating_store.Values, aliases: Mapping[int, int]) -> rating_store.Values:
    """A row as it will be once the pending deletions of people's data are done."""
    person_id = row["person_id"]
    return {**row, "person_id": aliases[person_id]} if person_id in aliases else row


async def audits(view: View) -> AsyncGenerator[Audit]:
    """An audit of every server, one at a time, without holding up others who use the database."""
    async with view() as connection:
        servers = await rating_store.servers(connection)
    for server_id in servers:
        async with view() as connection:
            audit = Audit(server_id, await rating_store.forgotten(connection))
            await audit.go_on(connection)
            await audit.compare(connection)
        yield audit


async def put_right(database: Database, audit: Audit) -> None:
    """Store the correct ratings of a server, including matches that have ended since the audit.

    This takes one transaction, which writes only the differences: the long part of the work is done before, unless a
    person was forgotten since the audit, in which case the audit is repeated.
    """
    async with database.write() as connection:
        await rating_store.lock(connection, audit.server_id)
        if await rating_store.forgotten(connection) != audit.forgotten:
            audit = Audit(audit.server_id)
        await audit.go_on(connection)
        await rating_store.rewrite(connection, audit.server_id, audit.corrections, audit.now())


_MODEL_KEY: Final = "rating-model"


async def are_outdated(database: Database) -> bool:
    """Whether the stored ratings were computed by another model; a database without ratings has today's from now on."""
    async with database.read() as connection:
        if await facts.get(connection, _MODEL_KEY) == MODEL:
            return False
    async with database.write() as connection:
        if await rating_store.servers(connection):
            return True
        await facts.put(connection, _MODEL_KEY, MODEL)
    return False


async def recompute(database: Database) -> None:
    """Recompute all ratings and store the differences. If this is interrupted, the next start does it again."""
    async for audit in audits(database.read):
        if not audit.agrees:
            await put_right(database, audit)
    async with database.write() as connection:
        await facts.put(connection, _MODEL_KEY, MODEL)
    _log.info("all ratings have been recomputed with the model %s", MODEL)
