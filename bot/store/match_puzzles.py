"""Puzzles from finished matches of a server: which matches are to be looked through, and what was found in them.

A match that is due is claimed by moving the instant at which it is due into the future, as with panels. Nothing is kept
of a match with somebody who wants no puzzles made of theirs. In the caller's transaction.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.people import Person
from bot.model.settings import Sharing
from bot.model.shards import ALL, Shards
from bot.store.engine.claims import LONGEST_WAIT, DueItem, has_come
from bot.store.engine.schema.learning import match_puzzles
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import people, preferences
from bot.store.engine.sharding import belong
from bot.store.engine.upserts import insert_into

_LATEST: Final = 300
"""So many puzzles of a game are known on a server at once: those from the latest matches."""

_OF_NOBODY: Final = 0
_NEVER: Final = exists().where(
    participants.c.match_id == matches.c.id,
    preferences.c.person_id == participants.c.person_id,
    preferences.c.sharing == Sharing.NEVER,
)
"""Whether somebody in a match wants no puzzles made of it."""


@dataclass(frozen=True, slots=True)
class StoredPuzzle:
    """A puzzle by its id, with the key of its game and the line that `bot.records.puzzles` writes and reads."""

    id: str
    game: str
    line: str


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


async def of_server(connection: AsyncConnection, server_id: int, game: str) -> Sequence[StoredPuzzle]:
    """The puzzles of a game from the latest matches of a server."""
    its = (match_puzzles.c.server_id == server_id, match_puzzles.c.game == game)
    query = select(match_puzzles).where(*its).order_by(match_puzzles.c.match_id.desc()).limit(_LATEST)
    return [StoredPuzzle(row.puzzle, row.game, row.line) for row in await connection.execute(query)]


async def find(connection: AsyncConnection, server_id: int, puzzle_id: str) -> StoredPuzzle | None:
    """A puzzle from a match of a server; None if there is none of that id."""
    its = (match_puzzles.c.server_id == server_id, match_puzzles.c.puzzle == puzzle_id)
    row = (await connection.execute(select(match_puzzles).where(*its))).one_or_none()
    return None if row is None else StoredPuzzle(row.puzzle, row.game, row.line)


async def players(connection: AsyncConnection, server_id: int, puzzle_id: str) -> Sequence[Person] | None:
    """The players of the match that a puzzle is from if all of them agree to be named, or nobody; None for no match."""
    its = (match_puzzles.c.server_id == server_id, match_puzzles.c.puzzle == puzzle_id)
    match_id = await connection.scalar(select(match_puzzles.c.match_id).where(*its))
    if match_id is None:
        return None
    liked = and_(preferences.c.person_id == people.c.id, preferences.c.sharing == Sharing.NAMED)
    rows = await connection.execute(
        select(people.c.id, people.c.name, preferences.c.sharing)
        .join(participants, participants.c.person_id == people.c.id)
        .outerjoin(preferences, liked)
        .where(participants.c.match_id == match_id)
        .order_by(participants.c.place)
    )
    found = [(Person(row.id, row.name), row.sharing is not None) for row in rows]
    agree = all(is_named or person.is_character for person, is_named in found)
    return [person for person, _is_named in found] if agree else ()


async def remove_of_person(connection: AsyncConnection, person_id: int) -> None:
    """Keep no puzzle from a match with somebody."""
    theirs = select(participants.c.match_id).where(participants.c.person_id == person_id)
    await connection.execute(delete(match_puzzles).where(match_puzzles.c.match_id.in_(theirs)))


async def remove_of_matches(connection: AsyncConnection, numbers: Sequence[int]) -> None:
    """Keep no puzzle from these matches, and look for none in them any more."""
    await connection.execute(delete(match_puzzles).where(match_puzzles.c.match_id.in_(numbers)))
    await connection.execute(update(matches).where(matches.c.id.in_(numbers)).values(puzzles_due_at=None))
