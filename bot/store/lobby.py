"""Challenges for everyone on Furlong, and how people stand there. In the caller's transaction."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    String,
    and_,
    bindparam,
    cast,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import Terms
from bot.model.jobs import Kind
from bot.model.lobby import LOOKED_BACK, MOST_LOOKED_AT, LobbyChallenge, Past, Wanted, absences, lost_on_time
from bot.model.match import Match, State
from bot.model.ratings import PROVISIONAL, Skill
from bot.model.servers import Lobby
from bot.model.settings import Presence
from bot.store import people as people_store
from bot.store import settings as setting_store
from bot.store import uses
from bot.store.departures import LEFT
from bot.store.engine import facts
from bot.store.engine.schema.jobs import facts as fact_rows
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import IS_FROM_LOBBY, matches, participants
from bot.store.engine.schema.people import preferences, rating_changes
from bot.store.engine.schema.servers import servers
from bot.store.engine.schema.types import Instant
from bot.store.engine.statements import made
from bot.store.jobs import queue
from bot.store.reliability import HAS_TIMED_OUT, latest_of_person

_MUTED: Final = "muted in the lobby "
"""Begins the key of a fact, before the id of a person or a server for whom the host has closed the lobby."""

_LATER: Final = LOOKED_BACK - uses.KEPT_FOR
_KEPT: Final = {uses.ABSENT: State.CALLED_OFF, uses.LOST_ON_TIME: State.FINISHED}
"""What is kept of matches after a deletion, with the state in which they were, by its name among the uses."""

_MOST_PANELS: Final = 500
_SOON: Final = timedelta(minutes=1)
"""How soon panels show what has changed in the lobby, so that many changes edit each of them once."""

_PERSON: Final = bindparam("person", type_=BigInteger)
_LATEST: Final = latest_of_person(MOST_LOOKED_AT)
_PAST: Final = (
    select(
        *(matches.c.id, matches.c.twin_id, matches.c.state, matches.c.ended_at, matches.c.ply, matches.c.seats),
        HAS_TIMED_OUT.label("is_timed_out"),
    )
    .join(_LATEST, _LATEST.c.match_id == matches.c.id)
    .where(IS_FROM_LOBBY, matches.c.among_people)
    .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
)
_RATINGS: Final = (
    select(rating_changes.c.pool, func.max(rating_changes.c.mu))
    .join(_LATEST, _LATEST.c.match_id == rating_changes.c.match_id)
    .where(rating_changes.c.person_id == _PERSON, rating_changes.c.matches >= PROVISIONAL)
    .where(rating_changes.c.ended_at > bindparam("since", type_=rating_changes.c.ended_at.type))
    .group_by(rating_changes.c.pool)
)


def _has_fact(start: str, about: ColumnElement[int]) -> ColumnElement[bool]:
    return exists().where(fact_rows.c.key == literal(start, String) + cast(about, String))


def is_closed(about: ColumnElement[int]) -> ColumnElement[bool]:
    """Condition: the bot has left a server, or the host has closed to it what goes beyond one server."""
    return or_(_has_fact(LEFT, about), _has_fact(_MUTED, about))


_TAKEN: Final = select(func.count()).where(participants.c.match_id == matches.c.id).scalar_subquery()
_IS_POSTED: Final = exists().where(servers.c.id == matches.c.lobby_id, servers.c.lobby == Lobby.POST.value)
_OF_HOST: Final = preferences.alias("of_host")
_IS_HIDDEN: Final = exists().where(_OF_HOST.c.person_id == matches.c.host_id, _OF_HOST.c.lobby == Presence.HIDDEN.value)
_IS_SHOWN: Final = and_(
    IS_FROM_LOBBY,
    matches.c.expires_at > bindparam("now", type_=Instant),  # which it has only while it waits
    matches.c.is_open_challenge,
    matches.c.seats > _TAKEN,
    _IS_POSTED,
    ~_IS_HIDDEN,
    ~is_closed(matches.c.lobby_id),
    ~_has_fact(_MUTED, matches.c.host_id),
)
"""Condition: a challenge waits in the lobby, and neither its host nor anybody responsible for them has closed it."""

_LANGUAGE: Final = func.coalesce(func.nullif(preferences.c.language, ""), preferences.c.discord_language)
_IN_IT: Final = exists().where(participants.c.match_id == matches.c.id, participants.c.person_id == _PERSON)
_IS_BLOCKED: Final = exists().where(
    participants.c.match_id == matches.c.id, people_store.is_blocked(participants.c.person_id, _PERSON)
)
"""Condition: the `person` and somebody in a match have been kept apart by one of the two."""


async def is_open_to(connection: AsyncConnection, match_id: int, person_id: int, now: datetime) -> bool:
    """Whether a challenge waits in the lobby, and none of its people and the person have been kept apart."""
    query = select(matches.c.id).where(matches.c.id == match_id, _IS_SHOWN, ~_IS_BLOCKED)
    return await connection.scalar(query, {"person": person_id, "now": now}) is not None


async def waiting(connection: AsyncConnection, person_id: int, now: datetime) -> Sequence[LobbyChallenge]:
    """The challenges that wait in the lobby for a person, the latest `MOST_LOOKED_AT`; for anybody if it is 0."""
    query = (
        select(matches, _LANGUAGE.label("language"))
        .outerjoin(preferences, preferences.c.person_id == matches.c.host_id)
        .where(_IS_SHOWN, ~_IN_IT, ~_IS_BLOCKED)
        .order_by(matches.c.created_at.desc())
        .limit(MOST_LOOKED_AT)
    )
    return [
        LobbyChallenge(row.id, row.game, made(Terms, row), row.created_at, row.lobby_rating, row.language or "")
        for row in await connection.execute(query, {"person": person_id, "now": now})
    ]


async def wanted_by(connection: AsyncConnection, person_id: int, now: datetime) -> Wanted:
    """What a person plays and reads."""
    latest = select(matches).join(_LATEST, _LATEST.c.match_id == matches.c.id).order_by(matches.c.id.desc()).limit(1)
    row = (await connection.execute(latest, {"person": person_id})).one_or_none()
    settings = await setting_store.preferences_of(connection, person_id)
    ratings = await ratings_of(connection, person_id, now)
    return Wanted(ratings, settings.reads, None if row is None else made(Terms, row))


async def ratings_of(connection: AsyncConnection, person_id: int, now: datetime) -> Mapping[str, int]:
    """The highest rating that a person has lately had in each game on any list, once it was no longer provisional."""
    rows = await connection.execute(_RATINGS, {"person": person_id, "since": now - LOOKED_BACK})
    return {pool: Skill(mu).rating for pool, mu in rows}


async def past_of(connection: AsyncConnection, person_id: int, now: datetime) -> Sequence[Past]:
    """A person's latest matches from the lobby, the latest end first, with what is kept of those before a deletion."""
    past = [
        Past(State(row.state), row.ended_at, row.ply >= row.seats, row.is_timed_out, row.id, row.twin_id)
        for row in await connection.execute(_PAST, {"person": person_id})
    ]
    kinds = {(person_id, what): state for what, state in _KEPT.items()}
    kept = await uses.times_of_each(connection, now - uses.KEPT_FOR, kinds)
    past += [
        Past(state, at - _LATER, is_played=state is State.FINISHED, is_timed_out=True)
        for words, state in kinds.items()
        for at in kept[words]
    ]
    return sorted(past, key=lambda match: (match.ended_at is None, match.ended_at or now), reverse=True)


async def keep(connection: AsyncConnection, person_id: int, numbers: Collection[int], now: datetime) -> None:
    """Keep what limits a person in the lobby by the matches with these numbers, which a deletion takes from them now.

    It counts for as long as it would have, under a keyed hash, and how long others waited for them for `LOOKED_BACK`.
    """
    past = [match for match in await past_of(connection, person_id, now) if match.ended_at is not None]
    counting = {uses.ABSENT: absences(past), uses.LOST_ON_TIME: lost_on_time(past, now)}
    ends = {
        what: [match.ended_at + _LATER for match in found if match.number in numbers and match.ended_at is not None]
        for what, found in counting.items()
    }
    await uses.add(connection, [((person_id, what), when) for what, when in ends.items()])


async def posted_since(connection: AsyncConnection, host_id: int, since: datetime) -> Sequence[datetime]:
    """When a person posted challenges in the lobby since `since`, in order."""
    posted = (matches.c.host_id == host_id, matches.c.created_at > since, IS_FROM_LOBBY)
    query = select(matches.c.created_at).where(*posted, matches.c.is_open_challenge).order_by(matches.c.created_at)
    return (await connection.scalars(query)).all()


async def count_waiting(connection: AsyncConnection, server_id: int, now: datetime) -> int:
    """How many challenges of the members of a server wait in the lobby."""
    query = select(func.count()).select_from(matches).where(matches.c.lobby_id == server_id, matches.c.expires_at > now)
    return await connection.scalar(query) or 0


async def is_muted(connection: AsyncConnection, *ids: int | None) -> bool:
    """Whether the host has closed the lobby for any of these people and servers."""
    keys = [f"{_MUTED}{number}" for number in ids]
    return await connection.scalar(select(fact_rows.c.key).where(fact_rows.c.key.in_(keys)).limit(1)) is not None


async def mute(connection: AsyncConnection, about_id: int, now: datetime, *, is_muted: bool) -> None:
    """Close the lobby for a person or a server, or open it again."""
    if is_muted:
        await facts.put(connection, f"{_MUTED}{about_id}", now.isoformat())
    else:
        await facts.remove(connection, f"{_MUTED}{about_id}")


async def tell_room(connection: AsyncConnection, before: Match | None, match: Match, now: datetime) -> None:
    """Add or renew the job that shows, where a challenge for everyone was posted, who plays and how it ended."""
    if not match.lobby_id:
        return
    name = f"{match.id}"
    if before is None:
        shown = {"name": name, "match_id": match.id, "channel_id": match.place.channel_id}
        await queue.add(connection, Kind.LOBBY, match.lobby_id, now, **shown)
    elif (before.state, before.people) != (match.state, match.people):
        await queue.touch(connection, queue.named(Kind.LOBBY, match.lobby_id, name), now, timedelta())


async def touch_panels(connection: AsyncConnection, now: datetime) -> None:
    """Note that the panels of servers that take part in the lobby are out of date, `_MOST_PANELS` of them at most."""
    taking_part = select(servers.c.id).where(
        servers.c.lobby == Lobby.POST.value, servers.c.panel_channel_id.is_not(None)
    )
    which = and_(jobs.c.server_id.in_(taking_part.limit(_MOST_PANELS)), jobs.c.kind == Kind.PANEL)
    await queue.touch(connection, which, now, _SOON)
