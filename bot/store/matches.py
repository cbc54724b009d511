"""Reading a match and its people. Every function works in the caller's transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    null,
    or_,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import Pause, Terms
from bot.model.fairness import Fairness
from bot.model.history import History
from bot.model.match import HintGiven, Match, State, Twin
from bot.model.people import FIRST_ON_DISCORD, Account, Actor, Away, Person
from bot.model.place import DIRECT, Place, PlayerBoard
from bot.model.refusals.matches import GameIsAway, UnknownMatch
from bot.model.result import Ending, Result
from bot.model.settings import USUAL, Preferences
from bot.store import clocks, engines, offers, plans, reliability, votes
from bot.store import people as people_store
from bot.store import ratings as rating_store
from bot.store import settings as setting_store
from bot.store.engine.conditions import concern
from bot.store.engine.restores import check_not_lost
from bot.store.engine.schema.competitions import fixtures
from bot.store.engine.schema.jobs import outages
from bot.store.engine.schema.matches import matches, participants, player_boards
from bot.store.engine.schema.matches import offers as offers_table
from bot.store.engine.schema.matches import plans as plans_table
from bot.store.engine.schema.people import blocks, preferences, vacations
from bot.store.engine.schema.people import engines as engine_rows
from bot.store.engine.schema.people import people as people_table
from bot.store.engine.schema.servers import servers
from bot.store.engine.schema.types import Instant
from bot.store.engine.statements import made
from bot.store.entries import entries_of
from bot.store.histories import Histories, history_of
from rules.core import Game, Seat

_OPPONENTS: Final = 2  # the seats of a match that nobody leaves to others
_LARGEST_NUMBER: Final = 2**31 - 1  # of a 32-bit column

# Statements that every turn needs are built once: building one takes as long as it takes SQLite to answer it.
_NOW: Final = bindparam("now", type_=Instant)
TIME_BEGAN_AT: Final = func.coalesce(matches.c.clock_began_at, matches.c.created_at)
"""The time since which a match has waited for a person to move or to answer a challenge."""

_ACTOR: Final = bindparam("actor", type_=BigInteger)


@dataclass(frozen=True, slots=True)
class Seated:
    """A person's place in a match, and their vacations."""

    person: Person
    joined: bool
    preferences: Preferences
    has_blocked: bool
    vacations: tuple[Pause, ...] = ()

    def away_at(self, now: datetime) -> Away | None:
        """Their vacation at this time; None if they are not on one."""
        present = [pause for pause in self.vacations if pause.began_at <= now < pause.ended_at]
        last = max(present, key=lambda pause: pause.ended_at, default=None)
        return None if last is None else Away(self.person.id, last.began_at, last.ended_at)

    def away_after(self, now: datetime) -> Sequence[Away]:
        """Their vacations that have yet to begin at this time."""
        return [Away(self.person.id, away.began_at, away.ended_at) for away in self.vacations if away.began_at > now]


def with_people(query: Select[Any]) -> Select[Any]:
    """A query of matches with a row for each of their people, or for each vacation of a person.

    These are the vacations that end after `now` or after the match began to wait. The query takes both of its
    parameters: `now` and, as `actor`, the id of the person who acts.
    """
    ends_late = or_(vacations.c.ended_at > _NOW, vacations.c.ended_at > TIME_BEGAN_AT)
    return (
        query.add_columns(
            participants.c.joined,
            people_table.c.id.label("known_id"),
            people_table.c.name.label("known_as"),
            people_table.c.user_name,
            vacations.c.began_at.label("vacation_began_at"),
            vacations.c.ended_at.label("vacation_ended_at"),
            *preferences.c,
            exists().where(blocks.c.person_id == people_table.c.id, blocks.c.blocked_id == _ACTOR).label("has_blocked"),
        )
        .join(participants, participants.c.match_id == matches.c.id)
        .join(people_table, people_table.c.id == participants.c.person_id)
        .outerjoin(vacations, and_(vacations.c.person_id == people_table.c.id, ends_late))
        .outerjoin(preferences, preferences.c.person_id == people_table.c.id)
        .order_by(participants.c.place, vacations.c.id)
    )


def seated_in(rows: Iterable[Row[Any]]) -> Sequence[Seated]:
    """The people of one match in order of their place, from the rows of a `with_people` query."""
    by_person: dict[int, Seated] = {}
    for row in rows:
        own = USUAL if row.person_id is None else setting_store.preferences_in(row)
        person = Person(row.known_id, row.known_as, row.user_name)
        seat = by_person.setdefault(person.id, Seated(person, row.joined, own, row.has_blocked))
        if row.vacation_ended_at is not None:
            vacation = Pause(row.vacation_began_at, row.vacation_ended_at, is_vacation=True)
            by_person[person.id] = replace(seat, vacations=(*seat.vacations, vacation))
    return tuple(by_person.values())


_AFTER_ITS_CLOCK_BEGAN: Final = or_(outages.c.ended_at > _NOW, outages.c.ended_at > TIME_BEGAN_AT)
_MATCH: Final = with_people(
    select(
        matches,
        servers.c.theme,
        servers.c.language.label("server_language"),
        servers.c.keeps_boards,
        # Few matches have any, and a check here costs less than a separate statement.
        exists().where(plans_table.c.match_id == matches.c.id).label("has_plans"),
        exists().where(offers_table.c.match_id == matches.c.id).label("has_offers"),
        exists().where(fixtures.c.match_id == matches.c.id).label("is_fixture"),
        exists().where(_AFTER_ITS_CLOCK_BEGAN, concern(matches.c.server_id)).label("has_outages"),
    )
    .outerjoin(servers, servers.c.id == matches.c.server_id)
    .where(matches.c.id == bindparam("number"))
)
# This lets others add rows that refer to the match, which would otherwise wait, perhaps for each other.
_LOCK: Final = select(matches.c.id).where(matches.c.id == bindparam("number")).with_for_update(key_share=True)
_BOARDS: Final = select(player_boards).where(player_boards.c.match_id == bindparam("number"))
_MAY_BEGIN: Final = or_(matches.c.state != State.RUNNING, matches.c.seats > _OPPONENTS)  # beyond two, seats get free
_PLAYS: Final = exists().where(participants.c.match_id == matches.c.id, participants.c.person_id == _ACTOR)
_HERE: Final = case((matches.c.lobby_id.is_(None), matches.c.server_id), else_=bindparam("here", type_=BigInteger))
_SERVER_TO_BEGIN_ON: Final = select(_HERE).where(matches.c.id == bindparam("number"), or_(_MAY_BEGIN, ~_PLAYS))
_SERVER: Final = func.coalesce(engine_rows.c.server_id, matches.c.lobby_id, matches.c.server_id)
_ACCOUNT: Final = func.coalesce(engine_rows.c.owner_id, participants.c.person_id)


def _may_be_elsewhere(person_id: ColumnElement[int]) -> ColumnElement[bool]:
    """Condition: a person in a match from the lobby has not posted it, nor ever played or posted on its server."""
    other, place = matches.alias(), participants.alias()
    from_there = or_(
        other.c.server_id == matches.c.lobby_id,
        and_(other.c.lobby_id == matches.c.lobby_id, other.c.host_id == place.c.person_id),
    )
    was_there = exists().where(place.c.person_id == person_id, other.c.id == place.c.match_id, from_there)
    return and_(matches.c.lobby_id.is_not(None), matches.c.host_id != person_id, ~was_there)


_ACCOUNTS: Final = union_all(
    select(_SERVER, _ACCOUNT, _may_be_elsewhere(participants.c.person_id), participants.c.place.label("place"))
    .join_from(participants, matches, matches.c.id == participants.c.match_id)
    .outerjoin(engine_rows, engine_rows.c.person_id == participants.c.person_id)
    .where(participants.c.match_id == bindparam("number"), _SERVER != DIRECT, _ACCOUNT >= FIRST_ON_DISCORD, _MAY_BEGIN),
    select(matches.c.lobby_id, _ACTOR, _may_be_elsewhere(_ACTOR), null())
    .where(matches.c.id == bindparam("number"), matches.c.state == State.OPEN, ~_PLAYS)
    .where(matches.c.lobby_id != DIRECT, _ACTOR >= FIRST_ON_DISCORD),
).order_by("place")
_TWIN: Final = select(matches).where(matches.c.id == bindparam("number"))
_OUTAGES: Final = select(outages.c.began_at, outages.c.ended_at).where(
    outages.c.ended_at > bindparam("since", type_=Instant), concern(bindparam("server", type_=BigInteger))
)


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match with everything else that a change of it may need."""

    match: Match

    pauses: Mapping[int, tuple[Pause, ...]]
    """The pauses of each person, by id, that end after the match began to wait; outages only if loaded to be changed."""

    blocked_by: frozenset[int]
    """The people in the match who have blocked the actor."""


async def load(
    connection: AsyncConnection,
    match_id: int,
    histories: Histories,
    games: Mapping[str, Game],
    now: datetime,
    *,
    for_update: bool = False,
    actor_id: int = 0,
) -> LoadedMatch:
    """The match with this number as it is `now`; `actor_id` is the id of the person who acts, 0 for the bot.

    `for_update` keeps others from changing it until the transaction ends. Raises `UnknownMatch`,
    `BeforeRestore`, `GameIsAway` or `BrokenRecord`.
    """
    if not 0 < match_id <= _LARGEST_NUMBER:  # people may type a number that the column cannot hold
        raise UnknownMatch(f"#{match_id}")
    if for_update and connection.dialect.name == "postgresql":
        # A separate statement, because a transaction that has waited for the lock sees changes only in its next one.
        await connection.execute(_LOCK, {"number": match_id})
    rows = (await connection.execute(_MATCH, {"number": match_id, "now": now, "actor": actor_id})).all()
    if not rows:
        await check_not_lost(connection, matches, match_id)
        raise UnknownMatch(f"#{match_id}")
    row, seated = rows[0], seated_in(rows)
    if row.game not in games:
        raise GameIsAway(row.id)
    has_to_answer = row.state == State.OPEN and row.expires_at is not None and not row.is_open_challenge
    may_be_waited_for = has_to_answer or row.state == State.RUNNING
    began_at = row.created_at if has_to_answer else row.clock_began_at or row.changed_at
    since = min(now, began_at)
    match = _match(
        row,
        seated,
        await people_store.named(connection, (seat.person for seat in seated), (row.host_id, row.ended_by_id)),
        await history_of(connection, row.id, row.revision, histories, games[row.game], row.seats),
        now,
    )
    joined, is_open = [seat.person.id for seat in seated if seat.joined], row.state == State.OPEN
    has_counted = row.state == State.FINISHED and row.is_rated
    match = replace(
        match,
        twin=None if row.twin_id is None else await _twin(connection, row.twin_id),
        plans=await plans.of_match(connection, match_id) if row.has_plans else (),
        offers=await offers.of_match(connection, match_id) if row.has_offers else (),
        ratings=await rating_store.new_ratings(connection, row.id, row.game, joined) if has_counted else (),
        host_reliability=await reliability.of_person(connection, row.server_id, row.host_id) if is_open else None,
        preferences={seat.person.id: seat.preferences for seat in seated},
        boards=await _boards(connection, match_id) if row.by_player else (),
    )
    engine_ids = [seat.person.id for seat in seated if seat.person.is_engine]
    if engine_ids:
        seated_engines = await engines.of_ids(connection, *engine_ids)
        match = replace(match, owners={engine.person.id: engine.owner.id for engine in seated_engines})
    if row.vote_minutes is not None:
        voting = await votes.voting_of(connection, match_id, row.server_id, row.ply)
        match = replace(match, voting=voting, voters=await votes.voters_of(connection, match_id))
    may_have_stood = for_update and may_be_waited_for and row.has_outages
    stops = await _outages(connection, row.server_id, since) if may_have_stood else ()
    pauses = {seat.person.id: (*seat.vacations, *stops) for seat in seated}
    return LoadedMatch(match, pauses, frozenset(seat.person.id for seat in seated if seat.has_blocked))


async def server_to_begin_on(connection: AsyncConnection, match_id: int, actor: Actor) -> int | None:
    """The server on which a person may begin or join something in a match, as `server_begun_on`; None where they play on."""
    if not 0 < match_id <= _LARGEST_NUMBER:
        return None
    asked = {"number": match_id, "actor": actor.person.id, "here": actor.server_id or DIRECT}
    return await connection.scalar(_SERVER_TO_BEGIN_ON, asked)


async def accounts_in(connection: AsyncConnection, match_id: int, actor_id: int) -> Sequence[Account]:
    """The accounts in a match in which something may begin, with that of who may join it from the lobby.

    Engines are accounts of their owners.
    """
    if not 0 < match_id <= _LARGEST_NUMBER:
        return ()
    rows = await connection.execute(_ACCOUNTS, {"number": match_id, "actor": actor_id})
    return [Account(on, person_id, bool(may_be_elsewhere)) for on, person_id, may_be_elsewhere, _place in rows]


async def record_of(connection: AsyncConnection, match_id: int, player_id: int) -> tuple[str, Sequence[str]] | None:
    """The key of a match's game and the record of the match, for a player of it; None for everybody else.

    The game need not be installed.
    """
    query = select(matches.c.game).join(participants, participants.c.match_id == matches.c.id)
    is_own = matches.c.id == match_id, participants.c.person_id == player_id, participants.c.joined
    game = (await connection.execute(query.where(*is_own))).scalar_one_or_none()
    if game is None:
        return None
    entries = (await entries_of(connection, [match_id])).get(match_id, ())
    return game, [entry.token for entry in entries]


async def _boards(connection: AsyncConnection, match_id: int) -> tuple[PlayerBoard, ...]:
    """The messages that show a direct match to its players."""
    return tuple(made(PlayerBoard, row) for row in await connection.execute(_BOARDS, {"number": match_id}))


async def _outages(connection: AsyncConnection, server_id: int, since: datetime) -> tuple[Pause, ...]:
    rows = await connection.execute(_OUTAGES, {"server": server_id, "since": since})
    return tuple(Pause(began_at, ended_at) for began_at, ended_at in rows)


async def _twin(connection: AsyncConnection, twin_id: int) -> Twin | None:
    """The other match of a pair; None if it was deleted."""
    row = (await connection.execute(_TWIN, {"number": twin_id})).one_or_none()
    if row is None:
        return None
    return Twin(row.id, made(Place, row), tuple(row.places or ()), is_over=row.ended_at is not None)


def _match(
    row: Row[Any], seated: Sequence[Seated], named: Mapping[int, Person], history: History, now: datetime
) -> Match:
    others = tuple(seat.person for seat in seated if not seat.joined)
    return made(
        Match,
        row,
        place=made(Place, row),
        state=State(row.state),
        host=named[row.host_id],
        host_seat=None if row.host_seat is None else Seat(row.host_seat),
        invited=() if row.started_at is not None else others,
        substitutes=others if row.started_at is not None else (),
        players=tuple(seat.person for seat in seated if seat.joined),
        history=history,
        result=_result(row, named),
        terms=made(Terms, row),
        clock=clocks.clock_of(row),
        banks=tuple(bank * clocks.MILLISECOND for bank in row.banks or ()),
        fairness=fairness_in(row),
        away=tuple(away for seat in seated if (away := seat.away_at(now)) is not None),
        away_later=tuple(away for seat in seated for away in seat.away_after(now)),
        hints_given=tuple(HintGiven(Seat(seat), revision) for seat, revision in row.hinted or ()),
        theme=row.theme or "",
        language=row.server_language or "",
        keeps_boards=bool(row.keeps_boards),
    )


def fairness_in(row: Row[Any]) -> Fairness | None:
    """The sealed dice in a row of the table of matches; None for a game without chance."""
    if row.secret is None:
        return None
    return Fairness(row.secret, row.commitment, row.start_message_id)


def _result(row: Row[Any], named: Mapping[int, Person]) -> Result | None:
    if row.ending is None:
        return None
    return Result(
        ending=Ending(row.ending),
        places=tuple(row.places or ()),
        points=None if row.points is None else tuple(row.points),
        by=None if row.ended_by_id is None else named[row.ended_by_id],
        reason=row.reason or "",
    )
