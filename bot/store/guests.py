"""Guests: where they came from, and their matches, which become those of a person on Discord. In the caller's transaction."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.guests import FEWEST_MOVES, IDLES, PLAYS_LATELY, WAITS_FOR_FRIEND
from bot.model.jobs import Kind
from bot.model.match import State
from bot.store import uses
from bot.store.engine.schema.columns import personal_columns
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches, offers, participants
from bot.store.engine.schema.people import guests
from bot.store.entries import StoredEntry, entries_of
from bot.store.privacy import replace_in_answers
from rules.record import retired_seat


@dataclass(frozen=True, slots=True)
class Held:
    """A match of a guest."""

    match_id: int
    others: frozenset[int]
    """The ids of all others in it, characters included."""

    among_people: bool
    has_ended: bool


async def add(connection: AsyncConnection, guest_id: int, household: str, network: str, now: datetime) -> None:
    """Store the names of the household and the network from which a guest, stored as a person already, comes in."""
    row = {"person_id": guest_id, "household": household, "network": network, "came_at": now}
    await connection.execute(insert(guests).values(row))


async def count(connection: AsyncConnection, household: str, network: str, since: datetime) -> tuple[int, int]:
    """How many guests came from a household `since` then, and how many are there from a network, or were since then."""
    near, around = (guests.c.household == household, guests.c.came_at > since), (guests.c.network == network,)
    counted = [await connection.scalar(select(func.count()).where(*which)) or 0 for which in (near, around)]
    came = [(name, uses.CAME, part) for name, part in zip((household, network), uses.PARTS, strict=True)]
    gone = await uses.times_of_each(connection, since, came)
    return counted[0] + len(gone[came[0]]), counted[1] + len(gone[came[1]])


async def idles(connection: AsyncConnection, guest_id: int, now: datetime) -> bool:
    """Whether a guest who is no longer new has lately made few moves, waits for no friend, and plays nobody who goes on."""
    came_at = await connection.scalar(select(guests.c.came_at).where(guests.c.person_id == guest_id))
    if came_at is not None and came_at > now - IDLES:
        return False
    query = select(matches, participants.c.place).join(participants, participants.c.match_id == matches.c.id)
    rows = (await connection.execute(query.where(participants.c.person_id == guest_id))).all()
    entries = await entries_of(connection, [row.id for row in rows])
    moved: Mapping[int, Sequence[StoredEntry]] = {
        row.id: [one for one in entries.get(row.id, ()) if one.seat is not None and retired_seat(one.token) is None]
        for row in rows
    }
    own = sorted(one.played_at for row in rows for one in moved[row.id] if one.seat == row.place)
    if own[-1:] > [now - IDLES] or sum(played_at > now - PLAYS_LATELY for played_at in own) >= FEWEST_MOVES:
        return False
    waits = came_at is not None and came_at > now - WAITS_FOR_FRIEND

    def holds_place(row: Any) -> bool:
        began_at = row.started_at if row.state == State.RUNNING and row.among_people else None
        if began_at is None:
            return row.state == State.OPEN and waits
        goes_on = any(one.played_at > now - PLAYS_LATELY for one in moved[row.id])
        return goes_on or began_at > now - WAITS_FOR_FRIEND

    return not any(map(holds_place, rows))


async def lock_matches(connection: AsyncConnection, guest_id: int) -> Sequence[Held]:
    """The matches of a guest, by number, locked until the transaction ends."""
    theirs = select(participants.c.match_id).where(participants.c.person_id == guest_id)
    query = select(matches.c.id, matches.c.state, matches.c.among_people).where(matches.c.id.in_(theirs))
    rows = (await connection.execute(query.order_by(matches.c.id).with_for_update())).all()
    others = await _others(connection, guest_id, [row.id for row in rows])
    return [
        Held(
            row.id,
            frozenset(others[row.id]),
            row.among_people,
            has_ended=row.state not in (State.OPEN, State.RUNNING),
        )
        for row in rows
    ]


async def _others(
    connection: AsyncConnection, guest_id: int, numbers: Collection[int]
) -> Mapping[int, Collection[int]]:
    others: defaultdict[int, set[int]] = defaultdict(set)
    query = select(participants.c.match_id, participants.c.person_id).where(
        participants.c.match_id.in_(numbers), participants.c.person_id != guest_id
    )
    for match_id, person_id in await connection.execute(query):
        others[match_id].add(person_id)
    return others


async def hand_over(connection: AsyncConnection, guest_id: int, person_id: int, numbers: Collection[int]) -> None:
    """Put a person, who is in none of these matches, in a guest's place: in seats, offers, plans, notes and the rest."""
    for column in personal_columns():
        match_id = matches.c.id if column.table is matches else column.table.c.get("match_id")
        if match_id is None or match_id.nullable or column is offers.c.accepted_by:
            continue
        handed_over = update(column.table).where(column == guest_id, match_id.in_(numbers))
        await connection.execute(handed_over.values({column.name: person_id}))
    await replace_in_answers(connection, guest_id, person_id, numbers)


async def end_early(connection: AsyncConnection, guest_id: int, now: datetime) -> None:
    """Let the time of a guest be over now."""
    is_goodbye = (jobs.c.kind == Kind.GUEST, jobs.c.person_id == guest_id)
    await connection.execute(update(jobs).where(*is_goodbye).values(due_at=now, data={"ends_at": now.isoformat()}))
