"""The matches of guests, which become those of a person on Discord, in the caller's transaction."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Kind
from bot.model.match import State
from bot.store.engine.schema.columns import personal_columns
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches, offers, participants
from bot.store.privacy import replace_in_answers


@dataclass(frozen=True, slots=True)
class Held:
    """A match of a guest."""

    match_id: int
    others: frozenset[int]
    """The ids of all others in it, characters included."""

    among_people: bool
    has_ended: bool


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
    found: defaultdict[int, set[int]] = defaultdict(set)
    query = select(participants.c.match_id, participants.c.person_id).where(
        participants.c.match_id.in_(numbers), participants.c.person_id != guest_id
    )
    for match_id, person_id in await connection.execute(query):
        found[match_id].add(person_id)
    return found


async def hand_over(connection: AsyncConnection, guest_id: int, person_id: int, numbers: Collection[int]) -> None:
    """Put a person, who is in none of these matches, in a guest's place: in seats, offers, plans, notes and the rest."""
    for column in personal_columns():
        match_id = matches.c.id if column.table is matches else column.table.c.get("match_id")
        if match_id is None or match_id.nullable or column is offers.c.accepted_by:
            continue
        its = update(column.table).where(column == guest_id, match_id.in_(numbers))
        await connection.execute(its.values({column.name: person_id}))
    await replace_in_answers(connection, guest_id, person_id, numbers)


async def end_early(connection: AsyncConnection, guest_id: int, now: datetime) -> None:
    """Let the time of a guest be over now."""
    its = (jobs.c.kind == Kind.GUEST, jobs.c.person_id == guest_id)
    await connection.execute(update(jobs).where(*its).values(due_at=now, data={"ends_at": now.isoformat()}))
