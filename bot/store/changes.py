"""Writing matches to the database. Every function works inside the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import Match, Person
from bot.model.offers.offer import OfferState
from bot.model.plans import Plan
from bot.model.progress import Entry
from bot.store.schema import facts, matches, moves, offers, participants, people, plans
from bot.store.upserts import insert_into


async def remember_person(connection: AsyncConnection, person: Person) -> None:
    """Keep the name that a person goes by now."""
    await _upsert(connection, people, {"id": person.id}, {"name": person.name[:100]})


async def set_fact(connection: AsyncConnection, key: str, value: str) -> None:
    """Keep one of the few values that belong to the bot itself rather than to a match."""
    await _upsert(connection, facts, {"key": key}, {"value": value})


async def _upsert(connection: AsyncConnection, table: Any, key: dict[str, Any], values: dict[str, Any]) -> None:
    statement = insert_into(connection, table).values(**key, **values)
    await connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=values))


async def insert_match(connection: AsyncConnection, values: dict[str, Any]) -> int:
    """Add a match and return its number."""
    result = await connection.execute(insert(matches).values(**values).returning(matches.c.id))
    return result.scalar_one()


async def update_match(connection: AsyncConnection, match_id: int, values: dict[str, Any]) -> None:
    """Change columns of a match."""
    await connection.execute(update(matches).where(matches.c.id == match_id).values(**values))


async def set_participants(
    connection: AsyncConnection, match_id: int, joined: tuple[Person, ...], invited: tuple[Person, ...]
) -> None:
    """Replace the people of a match: those who have joined in seat order, then those who are asked to."""
    await connection.execute(delete(participants).where(participants.c.match_id == match_id))
    rows = [
        {"match_id": match_id, "person_id": person.id, "place": place, "joined": place < len(joined)}
        for place, person in enumerate((*joined, *invited))
    ]
    await connection.execute(insert(participants), rows)


async def append_entries(
    connection: AsyncConnection, match: Match, entries: Sequence[Entry], played_at: datetime
) -> None:
    """Add entries to a match's record; the table's key refuses a second one of the same ply."""
    rows = [
        {
            "match_id": match.id,
            "ply": ply,
            "token": entry.move,
            "person_id": None if entry.seat is None else match.players[entry.seat].id,
            "cause": entry.cause,
            "played_at": played_at,
        }
        for ply, entry in enumerate(entries, start=match.ply + 1)
    ]
    if rows:
        await connection.execute(insert(moves), rows)


async def set_plan(connection: AsyncConnection, match_id: int, person: Person, lines: Sequence[str]) -> None:
    """Keep what somebody has planned for a match; no lines forget the plan, also one that was stopped."""
    of_person = (plans.c.match_id == match_id, plans.c.person_id == person.id)
    await connection.execute(delete(plans).where(*of_person))
    if lines:
        row = {"match_id": match_id, "person_id": person.id, "moves": list(lines)}
        await connection.execute(insert(plans).values(row))


async def stop_plan(connection: AsyncConnection, match_id: int, stopped: Plan) -> None:
    """Keep that a plan could not go on, why, and what was to follow."""
    await connection.execute(
        update(plans)
        .where(plans.c.match_id == match_id, plans.c.person_id == stopped.person_id)
        .values(moves=list(stopped.lines), stopped_at=stopped.stopped_at, stopped_because=stopped.stopped_because)
    )


async def next_end(connection: AsyncConnection, server_id: int, now: datetime) -> datetime:
    """The instant at which a match ends that ends now: later than every other end on its server.

    So the order in which matches have ended can be told for ever, whatever the machine's clock does.
    """
    latest = await connection.scalar(select(func.max(matches.c.ended_at)).where(matches.c.server_id == server_id))
    return now if latest is None else max(now, latest + timedelta(milliseconds=1))


async def overtake_offers(connection: AsyncConnection, match: Match, now: datetime) -> None:
    """Close what was offered in a match and not answered."""
    if not match.open_offers:
        return
    await connection.execute(
        update(offers)
        .where(offers.c.match_id == match.id, offers.c.state == OfferState.OPEN)
        .values(state=OfferState.OVERTAKEN, closed_at=now)
    )
