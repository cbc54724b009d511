"""Analysis boards, notes and reviews of matches. Every function works in the caller's transaction."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.analysis import Analysis, Line
from bot.model.match import State
from bot.model.reviews import VERSION, Review
from bot.store.engine.schema.learning import reviews
from bot.store.engine.schema.matches import analyses, matches, notes
from bot.store.engine.statements import upsert
from rules.core import Move

_KEPT: Final = 5
"""How many analyses of finished matches are kept for each person: the most recently changed ones."""


async def load(connection: AsyncConnection, match_id: int, person_id: int) -> Analysis | None:
    """The analysis of a match by a person; None if none is stored."""
    query = select(analyses).where(analyses.c.match_id == match_id, analyses.c.person_id == person_id)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    return Analysis(row.ply, row.fen, tuple(_lines(row.variations)), tuple(map(Move, row.path)), row.revision)


async def save(connection: AsyncConnection, match_id: int, person_id: int, tried: Analysis, now: datetime) -> None:
    """Store the analysis of a match by a stored person, and delete their oldest ones of finished matches."""
    values: dict[str, Any] = {
        "ply": tried.ply,
        "fen": tried.fen,
        "variations": _tree(tried.lines),
        "path": list(tried.path),
        "revision": tried.revision,
        "changed_at": now,
    }
    await upsert(connection, analyses, {"match_id": match_id, "person_id": person_id}, values)
    over = (
        select(analyses.c.match_id)
        .join(matches, matches.c.id == analyses.c.match_id)
        .where(analyses.c.person_id == person_id, matches.c.state != State.RUNNING)
        .order_by(analyses.c.changed_at.desc(), analyses.c.match_id)
        .offset(_KEPT)
        .limit(1_000)
    )
    too_many = (await connection.scalars(over)).all()
    if too_many:
        theirs = (analyses.c.person_id == person_id, analyses.c.match_id.in_(too_many))
        await connection.execute(delete(analyses).where(*theirs))


async def forget_all(connection: AsyncConnection, match_id: int) -> None:
    """Delete all analyses of a match."""
    await connection.execute(delete(analyses).where(analyses.c.match_id == match_id))


def _tree(lines: Sequence[Line]) -> list[Any]:
    """Lines in their stored form: each move with the list of the moves after it."""
    after: dict[Line, list[Any]] = {(): []}
    for line in lines:
        after[line] = []
        after[line[:-1]].append([line[-1], after[line]])
    return after[()]


def _lines(tree: Sequence[Any], path: Line = ()) -> Iterator[Line]:
    for move, after in tree:
        line = (*path, Move(move))
        yield line
        yield from _lines(after, line)


async def of_person(connection: AsyncConnection, match_id: int, person_id: int) -> str:
    """A person's note about a match; empty if there is none."""
    query = select(notes.c.text).where(notes.c.match_id == match_id, notes.c.person_id == person_id)
    return await connection.scalar(query) or ""


async def keep(connection: AsyncConnection, match_id: int, person_id: int, text: str, now: datetime) -> None:
    """Store a note in place of the earlier one; an empty note deletes it."""
    if text:
        key = {"match_id": match_id, "person_id": person_id}
        await upsert(connection, notes, key, {"text": text, "written_at": now})
    else:
        whose = (notes.c.match_id == match_id, notes.c.person_id == person_id)
        await connection.execute(delete(notes).where(*whose))


async def review_of(connection: AsyncConnection, match_id: int) -> Review | None:
    """The review of a match; None if there is none, or only one of an older version."""
    query = select(reviews.c.data).where(reviews.c.match_id == match_id, reviews.c.version == VERSION)
    data = await connection.scalar(query)
    return None if data is None else Review.of_data(data)


async def keep_review(connection: AsyncConnection, match_id: int, review: Review, now: datetime) -> None:
    """Store the review of a match."""
    await upsert(
        connection, reviews, {"match_id": match_id}, {"version": VERSION, "data": review.data(), "made_at": now}
    )
