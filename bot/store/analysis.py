"""Analysis boards and notes in the database. Every function works in the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.analysis import Analysis, Variation
from bot.model.match import State
from bot.store.engine.schema.matches import analyses, matches, notes
from bot.store.engine.statements import upsert
from rules.core import Move

_KEPT: Final = 5
"""How many analyses of matches that are over are kept for each person: those that changed last."""


async def load(
    connection: AsyncConnection, match_id: int, person_id: int, *, for_update: bool = False
) -> Analysis | None:
    """What somebody has tried in a match; None if nothing is kept of that."""
    query = select(analyses).where(analyses.c.match_id == match_id, analyses.c.person_id == person_id)
    row = (await connection.execute(query.with_for_update() if for_update else query)).one_or_none()
    if row is None:
        return None
    return Analysis(row.ply, row.fen, _variations(row.variations), tuple(map(Move, row.path)), row.revision)


async def save(connection: AsyncConnection, match_id: int, person_id: int, tried: Analysis, now: datetime) -> None:
    """Keep what somebody, who is known as a person, has tried in a match, and less of what they tried in older ones."""
    values: dict[str, Any] = {
        "ply": tried.ply,
        "fen": tried.fen,
        "variations": _data(tried.variations),
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
    """Keep nothing of what anybody has tried in a match."""
    await connection.execute(delete(analyses).where(analyses.c.match_id == match_id))


def _data(variations: Sequence[Variation]) -> list[Any]:
    """Variations as lists that can be written as JSON: each move with the list of what comes after it."""
    return [[variation.move, _data(variation.after)] for variation in variations]


def _variations(data: Sequence[Any]) -> tuple[Variation, ...]:
    return tuple(Variation(Move(move), _variations(after)) for move, after in data)


async def of_person(connection: AsyncConnection, match_id: int, person_id: int) -> str:
    """What somebody has written about a match; empty if nothing."""
    query = select(notes.c.text).where(notes.c.match_id == match_id, notes.c.person_id == person_id)
    return await connection.scalar(query) or ""


async def keep(connection: AsyncConnection, match_id: int, person_id: int, text: str, now: datetime) -> None:
    """Keep a note in place of the one before; an empty one is forgotten."""
    if text:
        key = {"match_id": match_id, "person_id": person_id}
        await upsert(connection, notes, key, {"text": text, "written_at": now})
    else:
        whose = (notes.c.match_id == match_id, notes.c.person_id == person_id)
        await connection.execute(delete(notes).where(*whose))
