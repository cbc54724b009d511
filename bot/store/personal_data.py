"""What is stored about somebody, as plain data: which columns are told, and of which rows.

Instants are `datetime`s; Discord's ids are strings, for they have more digits than some programs keep of a number.
Every column that refers to people has its place here, or with `bot.store.forgetting` in what is never told. Every function
works in the caller's transaction.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, Column, ColumnElement, RowMapping, Table, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.plans.tree import PlanTree
from bot.store.engine.schema.competitions import competitions, entrants, fixtures, ladder_steps
from bot.store.engine.schema.delivery import calls, notices
from bot.store.engine.schema.learning import lessons, puzzle_attempts, puzzle_standings
from bot.store.engine.schema.matches import analyses, matches, moves, notes, offers, participants, plans
from bot.store.engine.schema.people import blocks, lookouts, people, preferences, vacations
from bot.store.engine.schema.ratings import rating_changes, ratings
from bot.store.engine.schema.servers import interventions
from bot.store.plans import tree_of
from bot.store.ratings import seated

Values = dict[str, Any]
"""A row by the names of its columns."""

_SHARED: Final = (
    matches.c.server_id,
    matches.c.channel_id,
    matches.c.thread_id,
    matches.c.message_id,
    matches.c.game,
    matches.c.game_version,
    matches.c.seats,
    matches.c.is_table,
    matches.c.days,
    matches.c.pauses_weekends,
    matches.c.is_rated,
    matches.c.least_reliability,
    matches.c.twin_id,
    matches.c.has_hints,
    matches.c.hinted,
    matches.c.state,
    matches.c.ply,
    matches.c.created_at,
    matches.c.expires_at,
    matches.c.started_at,
    matches.c.changed_at,
    matches.c.ended_at,
    matches.c.ending,
    matches.c.places,
    matches.c.points,
    matches.c.reason,
)
"""What of a match is told to everybody in it."""

_OFFER: Final = (
    offers.c.id,
    offers.c.kind,
    offers.c.state,
    offers.c.ply,
    offers.c.undone,
    offers.c.rematch_id,
    offers.c.made_at,
    offers.c.closed_at,
)
_CLOCK: Final = (matches.c.clock_began_at, matches.c.given_days, matches.c.deadline, matches.c.remind_at)


_COMPETITION: Final = (
    competitions.c.id,
    competitions.c.server_id,
    competitions.c.channel_id,
    competitions.c.format,
    competitions.c.name,
    competitions.c.number,
    competitions.c.games,
    competitions.c.stage,
    competitions.c.begins_at,
    competitions.c.ends_at,
    competitions.c.closed_at,
)
"""What of a competition is told to everybody in it."""

_INTERVENTION: Final = tuple(
    interventions.c[name] for name in ("server_id", "channel_id", "deed", "done_at", "subject", "reason", "due_at")
)
"""What is told of something that somebody who manages a server has done, without who it was and to whom."""

_ENTRY: Final = tuple(column for column in entrants.c if column.name not in ("competition_id", "person_id"))
_FIXTURE: Final = (fixtures.c.division, fixtures.c.round, fixtures.c.match_id)


@dataclass(frozen=True, slots=True)
class CompetitionData:
    """What is stored about somebody in a competition: what everybody in it is told, and what concerns them.

    `entry` is None where they have opened it and are not in it.
    """

    shared: Values
    is_host: bool
    entry: Values | None
    fixtures: Sequence[Values]
    steps: Sequence[Values]


@dataclass(frozen=True, slots=True)
class PersonData:
    """What is stored about somebody apart from their matches; `preferences` is None where they have never said."""

    person: Values
    preferences: Values | None
    vacations: Sequence[Values]
    ratings: Sequence[Values]
    competitions: Sequence[CompetitionData]

    analyses: Sequence[Values]
    """What they have tried on boards of matches, of others' too."""

    lessons: Sequence[Values]
    """Which lessons they have done, by game."""

    puzzles: Sequence[Values]
    """What they have done about puzzles."""

    puzzle_standings: Sequence[Values]
    """How they stand with puzzles, by server and game."""

    blocked: Sequence[Values]
    """Whom they have blocked, with the name last seen; never who has blocked them."""

    deeds: Sequence[Values]
    """What they have done as somebody who manages a server."""

    deeds_of_others: Sequence[Values]
    """What was done to them by somebody who does."""
    lookouts: Sequence[Values]
    """Of which games they want to be told where."""

    calls: Sequence[Values]
    """The open challenges of which they are still to be told."""


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """What somebody has planned for a match, and what could not be played, both None while the plan goes on."""

    tree: PlanTree
    stopped_at: str | None
    stopped_because: str | None


@dataclass(frozen=True, slots=True)
class MatchData:
    """What is stored about somebody in a match.

    `shared` is what everybody in it is told, and `names` are those of its people in order of their place. `host_seat`
    is what they chose as the host; `clock` is there only while their time runs.
    """

    match_id: int
    shared: Values
    names: Sequence[str]
    place: int
    has_joined: bool
    is_host: bool
    host_seat: int | None
    is_to_move: bool
    clock: Values | None
    has_ended_it: bool
    moves: Sequence[Values]
    notices: Sequence[Values]
    rating_changes: Sequence[Values]
    plans: Sequence[StoredPlan]
    notes: Sequence[Values]
    offers_made: Sequence[Values]
    offers_for_their_seat: Sequence[Values]
    offers_accepted: Sequence[Values]


async def of_person(connection: AsyncConnection, person_id: int) -> PersonData | None:
    """What is stored about somebody apart from their matches; None if nothing is."""
    row = (await connection.execute(select(people).where(people.c.id == person_id))).mappings().one_or_none()
    if row is None:
        return None
    liked = await _own_rows(connection, preferences, person_id)
    return PersonData(
        person=_values(row, people.c),
        preferences=liked[0] if liked else None,
        vacations=await _own_rows(connection, vacations, person_id),
        ratings=await _own_rows(connection, ratings, person_id),
        analyses=await _rows_of_matches(connection, analyses, person_id),
        competitions=await _competitions(connection, person_id),
        lessons=await _own_rows(connection, lessons, person_id),
        puzzles=await _own_rows(connection, puzzle_attempts, person_id),
        puzzle_standings=await _own_rows(connection, puzzle_standings, person_id),
        blocked=await _blocked(connection, person_id),
        deeds=await _interventions(connection, interventions.c.by_id, person_id),
        deeds_of_others=await _interventions(connection, interventions.c.person_id, person_id),
        lookouts=await _own_rows(connection, lookouts, person_id),
        calls=await _rows_of_matches(connection, calls, person_id),
    )


async def _blocked(connection: AsyncConnection, person_id: int) -> Sequence[Values]:
    query = select(people, blocks.c.blocked_at).join(blocks, blocks.c.blocked_id == people.c.id)
    query = query.where(blocks.c.person_id == person_id).order_by(blocks.c.blocked_at, people.c.id)
    columns = (*people.c, blocks.c.blocked_at)
    return [_values(row, columns) for row in (await connection.execute(query)).mappings()]


async def _interventions(connection: AsyncConnection, column: Column[Any], person_id: int) -> Sequence[Values]:
    """What those who manage servers have done and that names somebody in a column."""
    query = select(interventions).where(column == person_id).order_by(interventions.c.id)
    return [_values(row, _INTERVENTION) for row in (await connection.execute(query)).mappings()]


async def _competitions(connection: AsyncConnection, person_id: int) -> Sequence[CompetitionData]:
    """All competitions that somebody is in or has opened; a person is in some of them a year."""
    entries = {
        row["competition_id"]: row
        for row in (await connection.execute(select(entrants).where(entrants.c.person_id == person_id))).mappings()
    }
    query = select(competitions).where(or_(competitions.c.host_id == person_id, competitions.c.id.in_(entries)))
    found = (await connection.execute(query.order_by(competitions.c.id))).mappings().all()
    met: defaultdict[int, list[Values]] = defaultdict(list)
    steps: defaultdict[int, list[Values]] = defaultdict(list)
    is_theirs = or_(fixtures.c.first_id == person_id, fixtures.c.second_id == person_id)
    for row in (await connection.execute(select(fixtures).where(is_theirs).order_by(fixtures.c.id))).mappings():
        met[row["competition_id"]].append(_values(row, _FIXTURE))
    own = select(ladder_steps).where(ladder_steps.c.person_id == person_id).order_by(ladder_steps.c.id)
    for row in (await connection.execute(own)).mappings():
        steps[row["competition_id"]].append(_values(row, (ladder_steps.c.done_at, ladder_steps.c.is_there)))
    return [
        CompetitionData(
            shared=_values(row, _COMPETITION),
            is_host=row["host_id"] == person_id,
            entry=_values(entries[row["id"]], _ENTRY) if row["id"] in entries else None,
            fixtures=met[row["id"]],
            steps=steps[row["id"]],
        )
        for row in found
    ]


async def matches_after(connection: AsyncConnection, person_id: int, after: int, limit: int) -> Sequence[MatchData]:
    """At most `limit` matches with somebody in them, by number from `after` on without it."""
    query = (
        select(matches, participants.c.place, participants.c.joined)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(participants.c.person_id == person_id, participants.c.match_id > after)
        .order_by(participants.c.match_id)
        .limit(limit)
    )
    rows = (await connection.execute(query)).mappings().all()
    numbers = [row["id"] for row in rows]
    names = await seated(connection, numbers)
    own = {
        table: await _rows_in(connection, table, numbers, table.c.person_id == person_id)
        for table in (notices, rating_changes, plans, notes)
    }
    own[moves] = await _rows_in(connection, moves, numbers, _is_theirs(person_id))
    offered = await _rows_in(connection, offers, numbers)
    return [
        _match(
            row,
            [person.name for person in names[row["id"]]],
            {table: found[row["id"]] for table, found in own.items()},
            offered[row["id"]],
            person_id,
        )
        for row in rows
    ]


def _is_theirs(person_id: int) -> ColumnElement[bool]:
    """Whether somebody has made a move: they sit in its seat."""
    seated = select(participants.c.place).where(
        participants.c.match_id == moves.c.match_id, participants.c.person_id == person_id
    )
    return moves.c.seat == seated.scalar_subquery()


def _match(
    row: RowMapping,
    names: Sequence[str],
    own: Mapping[Table, Sequence[RowMapping]],
    offered: Sequence[RowMapping],
    person_id: int,
) -> MatchData:
    is_host, is_to_move = row["host_id"] == person_id, row["to_move_id"] == person_id
    return MatchData(
        match_id=row["id"],
        shared=_values(row, _SHARED),
        names=names,
        place=row["place"],
        has_joined=row["joined"],
        is_host=is_host,
        host_seat=row["host_seat"] if is_host else None,
        is_to_move=is_to_move,
        clock=_values(row, _CLOCK) if is_to_move and row["deadline"] is not None else None,
        has_ended_it=row["ended_by_id"] == person_id,
        moves=[_own(entry, moves) for entry in own[moves]],
        notices=[_own(entry, notices) for entry in own[notices]],
        rating_changes=[_own(entry, rating_changes) for entry in own[rating_changes]],
        notes=[_own(entry, notes) for entry in own[notes]],
        plans=[StoredPlan(tree_of(plan["tree"]), plan["stopped_at"], plan["stopped_because"]) for plan in own[plans]],
        offers_made=[_values(offer, _OFFER) for offer in offered if offer["by_id"] == person_id],
        offers_for_their_seat=[_values(offer, _OFFER) for offer in offered if offer["for_id"] == person_id],
        offers_accepted=[_values(offer, _OFFER) for offer in offered if person_id in offer["accepted_by"]],
    )


async def _own_rows(connection: AsyncConnection, table: Table, person_id: int) -> Sequence[Values]:
    """All that a table has of somebody, where that is not much."""
    query = select(table).where(table.c.person_id == person_id).order_by(*table.primary_key.columns)
    return [_own(row, table) for row in (await connection.execute(query)).mappings()]


async def _rows_of_matches(connection: AsyncConnection, table: Table, person_id: int) -> Sequence[Values]:
    """The same with the number of the match that each row is about, be they in it or not."""
    query = select(table).where(table.c.person_id == person_id).order_by(*table.primary_key.columns)
    columns = [column for column in table.c if column.name != "person_id"]
    return [_values(row, columns) for row in (await connection.execute(query)).mappings()]


async def _rows_in(
    connection: AsyncConnection, table: Table, match_ids: Collection[int], *conditions: Any
) -> Mapping[int, Sequence[RowMapping]]:
    """By match: the rows of a table."""
    query = select(table).where(table.c.match_id.in_(match_ids), *conditions).order_by(*table.primary_key.columns)
    found: defaultdict[int, list[RowMapping]] = defaultdict(list)
    for row in (await connection.execute(query)).mappings():
        found[row["match_id"]].append(row)
    return found


def _own(row: RowMapping, table: Table) -> Values:
    """A row that concerns nobody else, without the columns that say whose it is and where."""
    return _values(row, [column for column in table.c if column.name not in ("person_id", "match_id", "seat")])


def _values(row: RowMapping, columns: Iterable[Column[Any]]) -> Values:
    return {column.name: _plain(row[column.name], column) for column in columns}


def _plain(value: Any, column: Column[Any]) -> Any:
    is_id = isinstance(column.type, BigInteger) and value is not None
    return str(value) if is_id else value
