"""Ratings as they follow from results: applied when a match ends, and computed anew from all that is stored."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Final

from bot.model.rating import Ledger, NewRating, RatedMatch, Skill
from bot.store import ratings as store
from bot.store.connection import Connection
from bot.store.database import Database

_BATCH: Final = 500
"""Matches that are read at a time."""

View = Callable[[], AbstractAsyncContextManager[Connection]]
"""Opens a transaction that reads, or one that writes."""


async def enter(connection: Connection, match: RatedMatch) -> tuple[NewRating, ...]:
    """Let a rated match that has just ended count, within the transaction in which it ends.

    Returns the ratings of its game after it, by seat; none if it does not count.
    """
    changes = (await store.ledger_for(connection, match)).enter(match)
    await store.apply(connection, changes)
    return tuple(change.new_rating for change in changes if change.pool == match.game)


@dataclass(slots=True)
class Audit:
    """How the ratings of a server should be by its rated matches, and where what is stored differs.

    It tells of people by their ids and of `forgotten`, how many were forgotten until it began: once that has changed,
    some of the ids are those of nobody any more.

    `matches` is how many were gone through and `counted` how many of them count. `wrong` has the rows of changes that
    should be stored for each match where others are, `wrong_people` tells how many ratings differ, `gap` by how much at
    most in the number that people see.
    """

    server_id: int
    forgotten: int = 0
    ledger: Ledger = field(default_factory=Ledger)
    after: store.End | None = None
    matches: int = 0
    counted: int = 0
    wrong: dict[int, Sequence[store.Values]] = field(default_factory=dict[int, Sequence[store.Values]])
    wrong_people: int = 0
    gap: int = 0

    @property
    def agrees(self) -> bool:
        """Whether everything that is stored is right to the last bit."""
        return not self.wrong and not self.wrong_people

    def now(self) -> list[store.Values]:
        """The ratings as they should be stored."""
        return [
            store.rating_row(self.server_id, pool, person_id, standing)
            for (pool, person_id), standing in self.ledger.standings.items()
        ]

    async def go_on(self, connection: Connection) -> None:
        """Go through all matches that have ended since the last one that this audit knows."""
        while batch := await store.rated_matches(connection, self.server_id, self.after, _BATCH):
            stored = await store.stored_changes(connection, [match.id for match in batch])
            for match in batch:
                rows = [store.change_row(change) for change in self.ledger.enter(match)]
                self.matches += 1
                self.counted += bool(rows)
                if _by_key(rows) != _by_key(stored[match.id]):
                    self.wrong[match.id] = rows
            self.after = batch[-1].ended_at, batch[-1].id
        self.wrong |= dict.fromkeys(await store.stray_changes(connection, self.server_id), ())

    async def compare(self, connection: Connection) -> None:
        """Compare the ratings that are stored with those that should be."""
        stored, due = _by_key(await store.stored_ratings(connection, self.server_id)), _by_key(self.now())
        wrong = [key for key in stored.keys() | due.keys() if stored.get(key) != due.get(key)]
        unknown = {"rating": Skill().rating}
        gaps = (abs(stored.get(key, unknown)["rating"] - due.get(key, unknown)["rating"]) for key in wrong)
        self.wrong_people, self.gap = len(wrong), max(gaps, default=0)


def _by_key(rows: Iterable[store.Values]) -> dict[Any, store.Values]:
    return {(row.get("match_id"), row["pool"], row["person_id"]): row for row in rows}


async def audits(view: View) -> Sequence[Audit]:
    """An audit of every server; whoever works with the database meanwhile is not held up."""
    async with view() as connection:
        found = [Audit(server_id) for server_id in await store.servers(connection)]
    for audit in found:
        async with view() as connection:
            audit.forgotten = await store.forgotten(connection)
            await audit.go_on(connection)
            await audit.compare(connection)
    return found


async def put_right(database: Database, audit: Audit) -> None:
    """Store the ratings of a server as they should be, with the matches that have ended since the audit.

    In one transaction, which only writes what differs: the long part of the work is behind it, unless somebody was
    forgotten since the audit. Then that begins anew.
    """
    async with database.write() as connection:
        await store.take_turn(connection, audit.server_id)
        if await store.forgotten(connection) != audit.forgotten:
            audit = Audit(audit.server_id)
        await audit.go_on(connection)
        await store.rewrite(connection, audit.server_id, audit.wrong, audit.now())
