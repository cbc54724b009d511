"""Votes in the database. Every function works in the caller's transaction.

The vote on a move is a job that is due when the vote ends; `data` has the start of the vote and whether it was
prolonged.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Kind
from bot.model.match import Match, State
from bot.model.people import Person, told_apart
from bot.model.votes import Vote, Voter, Voting
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches, voters, votes
from bot.store.engine.schema.people import people
from bot.store.engine.statements import made, upsert
from bot.store.jobs import boards, queue
from rules.core import Seat

_OPEN: Final = select(jobs.c.data).where(
    queue.named(Kind.VOTE, bindparam("server"), bindparam("name"))  # pyright: ignore[reportArgumentType]
)
_VOTERS: Final = (
    select(voters, people.c.name)
    .join(people, people.c.id == voters.c.person_id)
    .where(voters.c.match_id == bindparam("number"))
    .order_by(voters.c.person_id)
)
_VOTES: Final = select(votes).where(votes.c.match_id == bindparam("number"), votes.c.ply == bindparam("ply"))


async def voting_of(connection: AsyncConnection, match_id: int, server_id: int, ply: int) -> Voting | None:
    """The vote on the next move of a match; None if there is none."""
    data = await connection.scalar(_OPEN, {"server": server_id, "name": str(match_id)})
    if data is None:
        return None
    rows = await connection.execute(_VOTES.order_by(votes.c.person_id), {"number": match_id, "ply": ply})
    began_at, ends_at = (datetime.fromisoformat(data[key]) for key in ("began_at", "ends_at"))
    return Voting(began_at, ends_at, tuple(made(Vote, row) for row in rows), data["is_prolonged"])


async def voters_of(connection: AsyncConnection, match_id: int) -> tuple[Voter, ...]:
    """The people who play for the channel in a match."""
    rows = await connection.execute(_VOTERS, {"number": match_id})
    return tuple(Voter(Person(row.person_id, row.name), Seat(row.seat), row.is_out) for row in rows)


async def save(connection: AsyncConnection, before: Match | None, after: Match, now: datetime) -> None:
    """Write the changes of a match by vote: its voters, their choices, and the end of the vote on a move."""
    former_voters = () if before is None else before.voters
    for voter in after.voters:
        if voter not in former_voters:
            key = {"match_id": after.id, "person_id": voter.person.id}
            await upsert(connection, voters, key, {"seat": voter.seat, "is_out": voter.is_out})
    await _save_votes(connection, before, after, now)
    name, old = str(after.id), None if before is None else before.voting
    if after.voting is None:
        if old is not None:
            await queue.remove(connection, Kind.VOTE, after.place.server_id, name)
    elif old is None or before is None or _ends(old) != _ends(after.voting) or before.ply != after.ply:
        began_at, ends_at, is_prolonged = _ends(after.voting)
        data = {"began_at": began_at.isoformat(), "ends_at": ends_at.isoformat(), "is_prolonged": is_prolonged}
        due_at = queue.looked_at(ends_at, now)
        columns = {"match_id": after.id, "revision": after.revision, "data": data}
        await queue.put(connection, Kind.VOTE, after.place.server_id, name, due_at, **columns)


def _ends(voting: Voting) -> tuple[datetime, datetime, bool]:
    return voting.began_at, voting.ends_at, voting.is_prolonged


async def _save_votes(connection: AsyncConnection, before: Match | None, after: Match, now: datetime) -> None:
    """Write the votes on the current move; votes on earlier moves stay unchanged."""
    if after.voting is None or before is None:
        return
    old = before.voting.votes if before.voting is not None and before.ply == after.ply else ()
    new = after.voting.votes
    for vote in new:
        if vote not in old:
            key = {"match_id": after.id, "ply": after.ply, "person_id": vote.person_id}
            await upsert(connection, votes, key, {"choice": vote.choice, "chosen_at": vote.chosen_at})
    gone = {vote.person_id for vote in old} - {vote.person_id for vote in new}
    if gone:
        theirs = (votes.c.match_id == after.id, votes.c.ply == after.ply, votes.c.person_id.in_(gone))
        await connection.execute(delete(votes).where(*theirs))
    if len(old) != len(new):
        await boards.renew_once(connection, after.id, now + queue.EVERY)


async def count_by_vote(connection: AsyncConnection, server_id: int) -> int:
    """How many matches by vote are open or running on a server."""
    there = (matches.c.server_id == server_id, matches.c.state.in_((State.OPEN, State.RUNNING)))
    return await connection.scalar(select(func.count()).where(*there, matches.c.vote_minutes.is_not(None))) or 0


async def all_of(connection: AsyncConnection, match_id: int) -> Sequence[tuple[Person, int, str]]:
    """Every vote in a match: the person, the ply and the choice."""
    query = (
        select(people.c.id, people.c.name, people.c.user_name, votes.c.ply, votes.c.choice)
        .join(people, people.c.id == votes.c.person_id)
        .where(votes.c.match_id == match_id)
        .order_by(votes.c.ply, votes.c.person_id)
    )
    rows = (await connection.execute(query)).all()
    persons = told_apart(Person(row.id, row.name, row.user_name) for row in rows)
    return [(person, row.ply, row.choice) for person, row in zip(persons, rows, strict=True)]
