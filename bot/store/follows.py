"""The people and matches that somebody follows. Every function works in the caller's transaction."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, bindparam, case, delete, exists, func, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.follows import EVERY, MOST_FOLLOWERS, MOST_NEWS, MOVES_LATE, Follow, settled
from bot.model.jobs import Claim, Kind
from bot.model.match import Match, State
from bot.model.shards import Shards
from bot.store import people as people_store
from bot.store.clocks import MILLISECOND
from bot.store.engine.conditions import is_served
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import follows
from bot.store.engine.statements import insert_into
from bot.store.jobs import queue
from rules.core import Game

_OVER: Final = (State.FINISHED, State.CALLED_OFF)

_TOLD: Final = -1
"""Stands for the entries that a follower has seen once they were told of more: of others they are told when they have looked."""

_PLY: Final = select(matches.c.ply).where(matches.c.id == follows.c.match_id).scalar_subquery()
"""The entries of the match that is followed."""


def _has_not_seen(settled_ply: ColumnElement[int] | int) -> ColumnElement[bool]:
    """Condition: a follower of moves has not seen so many entries of the match, and was not told since they looked."""
    return and_(follows.c.seen_ply != _TOLD, follows.c.seen_ply < settled_ply)


HAS_MOVES_TO_TELL: Final = exists().where(
    follows.c.match_id == bindparam("number"), _has_not_seen(bindparam("settled", type_=follows.c.seen_ply.type))
)
"""Condition: somebody follows the moves of the match `number`, and has not seen all its first `settled` entries."""


async def add(
    connection: AsyncConnection,
    person_id: int,
    server_id: int,
    now: datetime,
    *,
    followed_id: int | None = None,
    match_id: int | None = None,
) -> int:
    """Let a person, who is stored, follow another or a match, safe to repeat; return how much they follow then."""
    row = {"person_id": person_id, "server_id": server_id, "followed_id": followed_id, "match_id": match_id}
    told_at = select(func.max(follows.c.told_at)).where(*_of(person_id, server_id)).scalar_subquery()
    added = insert_into(connection, follows).values(**row, since=now - MILLISECOND, told_at=told_at)
    await connection.execute(added.on_conflict_do_nothing())
    query = select(func.count()).where(follows.c.person_id == person_id)
    return await connection.scalar(query) or 0


async def remove(connection: AsyncConnection, person_id: int, number: int) -> None:
    """Let a person follow no longer what has this number, safe to repeat."""
    await connection.execute(delete(follows).where(_is(person_id, number)))


async def of_person(
    connection: AsyncConnection, person_id: int, server_id: int | None, games: Mapping[str, Game]
) -> Sequence[Follow]:
    """What a person follows on a server, or on all of them if it is None, the latest first."""
    query = (
        select(follows, matches.c.game)
        .outerjoin(matches, matches.c.id == follows.c.match_id)
        .where(*_of(person_id, server_id))
        .order_by(follows.c.id.desc())
    )
    rows = (await connection.execute(query)).all()
    people = await people_store.of_ids(connection, {row.followed_id for row in rows} - {None})
    return [
        Follow(row.id, people.get(row.followed_id), row.match_id, games.get(row.game), row.seen_ply is not None)
        for row in rows
    ]


async def switch_moves(connection: AsyncConnection, person_id: int, number: int) -> None:
    """Let a person be told of the moves of the followed match with this number, too, or no longer."""
    seen_ply = case((follows.c.seen_ply.is_(None), _PLY))
    await connection.execute(update(follows).where(_is(person_id, number)).values(seen_ply=seen_ply))


async def has_new_moves(connection: AsyncConnection, person_id: int, match_id: int, ply: int) -> bool:
    """Whether a person is told of the moves of a match and has not seen it with `ply` entries yet."""
    return bool(await connection.scalar(select(exists().where(*_unseen(person_id, match_id, ply)))))


async def note_looked(connection: AsyncConnection, person_id: int, match_id: int, ply: int) -> None:
    """Note that a person has seen a match with `ply` entries, if they are told of its moves."""
    await connection.execute(update(follows).where(*_unseen(person_id, match_id, ply)).values(seen_ply=ply))


def _unseen(person_id: int, match_id: int, ply: int) -> tuple[ColumnElement[bool], ...]:
    return follows.c.person_id == person_id, follows.c.match_id == match_id, follows.c.seen_ply != ply


async def note_read(connection: AsyncConnection, person_id: int) -> None:
    """Note that a person has read what they were told of moves, so that they are told of more."""
    theirs = follows.c.person_id == person_id, follows.c.seen_ply == _TOLD
    await connection.execute(update(follows).where(*theirs).values(seen_ply=_PLY))


async def note_end(connection: AsyncConnection, match: Match, now: datetime) -> None:
    """Add jobs to tell the followers of a match on a server that it has ended, or of its people.

    Nobody is told of a match that is shown to its player alone, or in which they play themselves.
    """
    followed_people = follows.c.followed_id.in_({person.id for person in match.people})
    await queue.put_all(
        connection, await _jobs(connection, match, now, or_(followed_people, follows.c.match_id == match.id))
    )


async def note_moves(connection: AsyncConnection, match: Match, now: datetime) -> None:
    """Add jobs to tell those who follow the moves of a match on a server of the entries that are old enough.

    Jobs that wait already stay as they are.
    """
    is_unseen = and_(follows.c.match_id == match.id, _has_not_seen(settled(match.ply)))
    await queue.add_all_once(connection, await _jobs(connection, match, now, is_unseen))


async def _jobs(
    connection: AsyncConnection, match: Match, now: datetime, is_followed: ColumnElement[bool]
) -> Sequence[Mapping[str, Any]]:
    """The jobs for those who follow a match and neither play in it nor are parted from its people by a block."""
    people, theirs = {person.id for person in match.people}, participants.c.match_id == match.id
    is_blocked = people_store.is_blocked(participants.c.person_id, follows.c.person_id)
    query = (
        select(follows.c.person_id)
        .where(follows.c.server_id == match.place.server_id, follows.c.person_id.not_in(people))
        .where(is_followed, ~exists().where(theirs, is_blocked))
        .group_by(follows.c.person_id)
        .order_by(func.min(follows.c.id))
        .limit(MOST_FOLLOWERS)
    )
    return [
        queue.values(Kind.NEWS, match.place.server_id, now, name=str(person_id), person_id=person_id)
        for person_id in sorted((await connection.scalars(query)).all())  # locked in one order by all
    ]


async def due_with(connection: AsyncConnection, claim: Claim, now: datetime, shards: Shards) -> Sequence[Claim]:
    """Claim the news of other servers of some shards that are due for the person of a claimed job, too."""
    is_theirs = and_(jobs.c.kind == Kind.NEWS, jobs.c.person_id == claim.about_person)
    numbers = await connection.scalars(
        select(jobs.c.id)
        .where(is_theirs, jobs.c.due_at <= now, jobs.c.claimed_until.is_(None), is_served(jobs.c.server_id, shards))
        .order_by(jobs.c.id)
        .limit(MOST_NEWS)
    )
    claims = [await queue.claim(connection, Kind.NEWS, number, now) for number in numbers.all()]
    return [claim for claim in claims if claim is not None]


async def free_at(connection: AsyncConnection, person_id: int, server_id: int) -> datetime | None:
    """When a person may next be told of what they follow on a server; None at once."""
    told_at = await connection.scalar(select(func.max(follows.c.told_at)).where(*_of(person_id, server_id)))
    return None if told_at is None else told_at + EVERY


async def over(connection: AsyncConnection, person_id: int, server_id: int) -> Sequence[int]:
    """The numbers of the matches that have ended since a follower was told, the first to end first."""
    is_followed = or_(
        follows.c.match_id == matches.c.id,
        exists().where(participants.c.match_id == matches.c.id, participants.c.person_id == follows.c.followed_id),
    )
    query = (
        select(matches.c.id)
        .join(follows, and_(*_of(person_id, server_id), matches.c.ended_at > follows.c.since, is_followed))
        .where(matches.c.server_id == server_id, matches.c.ended_at > _earliest(person_id, server_id))
        .where(matches.c.state.in_(_OVER), matches.c.started_at.is_not(None), *_is_news_to(person_id))
        .group_by(matches.c.id, matches.c.ended_at)
        .order_by(matches.c.ended_at)
        .limit(MOST_NEWS)
    )
    return (await connection.scalars(query)).all()


async def moved(connection: AsyncConnection, person_id: int, server_id: int, most: int) -> Sequence[int]:
    """The numbers of at most `most` running matches with moves to tell a follower, the first to be followed first."""
    is_unseen = and_(follows.c.match_id == matches.c.id, _has_not_seen(matches.c.ply - MOVES_LATE))
    query = (
        select(matches.c.id)
        .join(follows, and_(*_of(person_id, server_id), is_unseen))
        .where(matches.c.state == State.RUNNING, *_is_news_to(person_id))
        .order_by(follows.c.id)
        .limit(most)
    )
    return (await connection.scalars(query)).all()


def _earliest(person_id: int, server_id: int) -> Any:
    return select(func.min(follows.c.since)).where(*_of(person_id, server_id)).scalar_subquery()


async def note_told(
    connection: AsyncConnection,
    person_id: int,
    server_id: int,
    now: datetime,
    until: datetime | None,
    moved: Collection[int],
) -> None:
    """Note that a person was told of what ended `until` an instant, if anything did, and of moves in other matches.

    Matches that are over are followed no longer.
    """
    mine = _of(person_id, server_id)
    since = follows.c.since if until is None else until
    seen_ply = case((follows.c.match_id.in_(moved), _TOLD), else_=follows.c.seen_ply)
    await connection.execute(update(follows).where(*mine).values(told_at=now, since=since, seen_ply=seen_ply))
    if until is None:
        return
    ended = select(matches.c.id).where(matches.c.id == follows.c.match_id, matches.c.ended_at <= until)
    await connection.execute(delete(follows).where(*mine, ended.exists()))


def _of(person_id: int, server_id: int | None) -> tuple[ColumnElement[bool], ...]:
    is_there = true() if server_id is None else follows.c.server_id == server_id
    return follows.c.person_id == person_id, is_there


def _is(person_id: int, number: int) -> ColumnElement[bool]:
    return and_(follows.c.id == number, follows.c.person_id == person_id)


def _is_news_to(person_id: int) -> tuple[ColumnElement[bool], ...]:
    """Conditions: others see a match, in which a person does not play, nor anybody whom a block parts from them."""
    theirs = participants.c.match_id == matches.c.id
    return (
        ~matches.c.by_player,
        ~exists().where(theirs, participants.c.person_id == person_id),
        ~exists().where(theirs, people_store.is_blocked(participants.c.person_id, person_id)),
    )
