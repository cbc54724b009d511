"""Finished matches that are to be searched for puzzles.

A match that is due is claimed by moving the instant at which it is due into the future, as with panels. Nothing is kept
of a match with somebody who wants no puzzles made of theirs. In the caller's transaction.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.settings import Sharing
from bot.model.shards import ALL, Shards
from bot.store.engine.claims import LONGEST_WAIT, DueItem, has_come
from bot.store.engine.schema.learning import match_puzzles
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import preferences
from bot.store.engine.sharding import belong
from bot.store.engine.statements import insert_into
from bot.store.puzzles import StoredPuzzle

_OF_NOBODY: Final = 0
_NEVER: Final = exists().where(
    participants.c.match_id == matches.c.id,
    preferences.c.person_id == participants.c.person_id,
    preferences.c.sharing == Sharing.NEVER,
)
"""Whether somebody in a match wants no puzzles made of it."""


@dataclass(frozen=True, slots=True)
class SearchClaim:
    """A match that the holder is to look through. `until` is when the claim runs out."""

    match_id: int
    until: datetime


async def due(
    connection: AsyncConnection, now: datetime, limit: int, busy: Collection[int] = (), shards: Shards = ALL
) -> Sequence[DueItem]:
    """At most `limit` matches of some shards that are to be looked through now, one after the other."""
    if _OF_NOBODY in busy:
        return []
    rows = await connection.scalars(
        select(matches.c.id)
        .where(has_come(matches.c.puzzles_due_at, now), belong(matches.c.server_id, shards))
        .order_by(matches.c.puzzles_due_at, matches.c.id)
        .limit(limit)
    )
    return [DueItem(match_id, _OF_NOBODY) for match_id in rows]


async def claim(connection: AsyncConnection, match_id: int, now: datetime) -> SearchClaim | None:
    """Take a match that is to be looked through; None if it is not, not any more, or somebody else has it."""
    is_due = (matches.c.id == match_id, has_come(matches.c.puzzles_due_at, now))
    await connection.execute(update(matches).where(*is_due, _NEVER).values(puzzles_due_at=None))
    taken = update(matches).where(*is_due).values(puzzles_due_at=now + LONGEST_WAIT)
    until = await connection.scalar(taken.returning(matches.c.puzzles_due_at))
    return None if until is None else SearchClaim(match_id, until)


async def put_back(connection: AsyncConnection, claimed: SearchClaim, due_at: datetime) -> None:
    """A match is to be looked through at `due_at`, unless somebody else has taken it."""
    held = update(matches).where(matches.c.id == claimed.match_id, matches.c.puzzles_due_at == claimed.until)
    await connection.execute(held.values(puzzles_due_at=due_at))


async def finish(connection: AsyncConnection, match_id: int, found: Sequence[StoredPuzzle]) -> None:
    """A match was looked through; keep what was found, unless somebody in it has said meanwhile that they want none."""
    await connection.execute(update(matches).where(matches.c.id == match_id).values(puzzles_due_at=None))
    server_id = await connection.scalar(select(matches.c.server_id).where(matches.c.id == match_id, ~_NEVER))
    if server_id is None:
        return
    for puzzle in found:
        values = {
            "server_id": server_id,
            "puzzle": puzzle.id,
            "match_id": match_id,
            "game": puzzle.game,
            "line": puzzle.line,
        }
        await connection.execute(insert_into(connection, match_puzzles).values(**values).on_conflict_do_nothing())
