"""Reading a match and writing what has changed in it, in the caller's transaction."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, and_, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.clock import Pause
from bot.model.fairness import Fairness
from bot.model.history import Cause, Entry, History
from bot.model.match import Ending, Match, Result, State
from bot.model.person import Away, Person
from bot.model.place import Place
from bot.model.preferences import USUAL, Preferences
from bot.store import clocks, offers, plans, ratings, settings
from bot.store.histories import Histories
from bot.store.schema import Instant, matches, moves, outages, participants, people, preferences, servers, vacations
from bot.store.schema import offers as offers_table
from bot.store.schema import plans as plans_table
from rules.core import Game, IllegalMove, Move, Seat

_LARGEST_NUMBER: Final = 2**31 - 1

# Statements that every turn needs are built once: building one takes as long as it takes SQLite to answer it.
_MATCH: Final = (
    select(
        matches,
        servers.c.theme,
        # Few matches have any, and looking costs less here than a statement of its own.
        exists().where(plans_table.c.match_id == matches.c.id).label("has_plans"),
        exists().where(offers_table.c.match_id == matches.c.id).label("has_offers"),
    )
    .outerjoin(servers, servers.c.id == matches.c.server_id)
    .where(matches.c.id == bindparam("number"))
)
_MATCH_TO_CHANGE: Final = _MATCH.with_for_update(of=matches)
_SEATED: Final = (
    select(
        participants.c.joined,
        people.c.id,
        people.c.name,
        vacations.c.began_at,
        vacations.c.ended_at,
        *preferences.c,
    )
    .join(people, people.c.id == participants.c.person_id)
    .outerjoin(
        vacations, and_(vacations.c.person_id == people.c.id, vacations.c.ended_at > bindparam("since", type_=Instant))
    )
    .outerjoin(preferences, preferences.c.person_id == people.c.id)
    .where(participants.c.match_id == bindparam("number"))
    .order_by(participants.c.place, vacations.c.id)
)
_ENTRIES: Final = (
    select(moves.c.token, moves.c.cause).where(moves.c.match_id == bindparam("number")).order_by(moves.c.ply)
)
_OUTAGES: Final = select(outages.c.began_at, outages.c.ended_at).where(
    outages.c.ended_at > bindparam("since", type_=Instant)
)
_CHANGE: Final = update(matches).where(matches.c.id == bindparam("number"))
_ADD_ENTRIES: Final = insert(moves)


class BrokenRecord(Exception):
    """A stored record cannot be replayed: the rules have changed under it, or the database is damaged."""


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match with what else a change of it may need."""

    match: Match

    pauses: Mapping[int, tuple[Pause, ...]]
    """By person: when their time stands still, as far as it ends after their clock began; only if loaded to be changed."""

    preferences: Mapping[int, Preferences]
    """By person: what everybody in the match likes."""


async def load(
    connection: AsyncConnection,
    match_id: int,
    histories: Histories,
    games: Mapping[str, Game],
    now: datetime,
    *,
    for_update: bool = False,
) -> LoadedMatch | None:
    """The match of that number as it is `now`, or None.

    `for_update` keeps others from changing it until the transaction ends. Raises `BrokenRecord`.
    """
    if not 0 < match_id <= _LARGEST_NUMBER:  # people type any number; the column does not hold every one
        return None
    query = _MATCH_TO_CHANGE if for_update else _MATCH
    row = (await connection.execute(query, {"number": match_id})).one_or_none()
    if row is None:
        return None
    since = now if row.clock_began_at is None else min(now, row.clock_began_at)
    seated = await _seated(connection, match_id, since)
    match = _match(
        row,
        seated,
        await _named(connection, seated, row),
        await _history(connection, row, histories, games[row.game]),
        now,
    )
    match = replace(
        match,
        plans=await plans.of_match(connection, match_id) if row.has_plans else (),
        offers=await offers.of_match(connection, match_id) if row.has_offers else (),
        ratings=await _ratings(connection, row, [seat.person.id for seat in seated]),
    )
    stops = await _outages(connection, since) if for_update and row.days is not None else ()
    pauses = {seat.person.id: (*seat.vacations, *stops) for seat in seated}
    likes = {seat.person.id: seat.preferences for seat in seated}
    return LoadedMatch(match, pauses, likes)


@dataclass(frozen=True, slots=True)
class _Seated:
    """Somebody's place in a match, and when they are on vacation."""

    person: Person
    joined: bool
    preferences: Preferences
    vacations: tuple[Pause, ...] = ()

    def away_at(self, now: datetime) -> Away | None:
        ends = [pause.ended_at for pause in self.vacations if pause.began_at <= now < pause.ended_at]
        return Away(self.person.id, max(ends)) if ends else None


async def _seated(connection: AsyncConnection, match_id: int, since: datetime) -> Sequence[_Seated]:
    """The people of a match in order of their place, each with their vacations that end after `since`."""
    rows = await connection.execute(_SEATED, {"number": match_id, "since": since})
    found: dict[int, _Seated] = {}
    for row in rows:
        liked = USUAL if row.person_id is None else settings.preferences_in(row)
        seat = found.setdefault(row.id, _Seated(Person(row.id, row.name), row.joined, liked))
        if row.ended_at is not None:
            found[row.id] = replace(seat, vacations=(*seat.vacations, Pause(row.began_at, row.ended_at)))
    return tuple(found.values())


async def _named(connection: AsyncConnection, seated: Sequence[_Seated], row: Row[Any]) -> dict[int, Person]:
    """By id: the people in `seated` and, looked up only where they are not among them, who hosts and ended the match."""
    named = {seat.person.id: seat.person for seat in seated}
    missing = {person_id for person_id in (row.host_id, row.ended_by_id) if person_id is not None} - named.keys()
    if missing:
        rows = await connection.execute(select(people).where(people.c.id.in_(missing)))
        named |= {other.id: Person(other.id, other.name) for other in rows}
    return named


async def _history(connection: AsyncConnection, row: Row[Any], histories: Histories, game: Game) -> History:
    known = histories.get(row.id, row.revision, game, row.seats)
    if known is not None:
        return known
    entries = (await connection.execute(_ENTRIES, {"number": row.id})).all()
    causes = [entry.cause and Cause(entry.cause) for entry in entries]
    try:
        history = histories.replay(row.id, game, row.seats, [Move(entry.token) for entry in entries], causes)
    except IllegalMove as error:
        # Not the mistake of whoever asks: nobody but Furlong itself has written this record.
        raise BrokenRecord(f"the record of match {row.id} does not replay: {error}") from error
    histories.keep(row.id, row.revision, history)
    return history


async def _outages(connection: AsyncConnection, since: datetime) -> tuple[Pause, ...]:
    found = await connection.execute(_OUTAGES, {"since": since})
    return tuple(Pause(began_at, ended_at) for began_at, ended_at in found)


async def _ratings(connection: AsyncConnection, row: Row[Any], player_ids: Sequence[int]) -> Any:
    if row.state != State.FINISHED or not row.is_rated:
        return ()
    return await ratings.new_ratings(connection, row.id, row.game, player_ids)


def _match(
    row: Row[Any], seated: Sequence[_Seated], named: Mapping[int, Person], history: History, now: datetime
) -> Match:
    return Match(
        id=row.id,
        place=place_of(row),
        state=State(row.state),
        host=named[row.host_id],
        host_seat=None if row.host_seat is None else Seat(row.host_seat),
        is_table=row.is_table,
        invited=tuple(seat.person for seat in seated if not seat.joined),
        players=tuple(seat.person for seat in seated if seat.joined),
        history=history,
        created_at=row.created_at,
        changed_at=row.changed_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        result=_result(row, named),
        terms=clocks.terms_of(row),
        revision=row.revision,
        clock=clocks.clock_of(row),
        fairness=None if row.secret is None else Fairness(row.secret, row.commitment, tuple(row.joined_by or ())),
        away=tuple(away for seat in seated if (away := seat.away_at(now)) is not None),
        wants_thread=row.wants_thread,
        theme=row.theme or "",
    )


def place_of(row: Row[Any]) -> Place:
    """Where a match is shown, from a row of the table of matches."""
    return Place(row.server_id, row.channel_id, row.thread_id, row.message_id, row.message_ply)


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


async def insert_new(connection: AsyncConnection, match: Match, now: datetime) -> Match:
    """Add a match that is not stored yet, whose people are known; returns it with its number."""
    constant = {
        "game": match.game.key,
        "game_version": match.game.version,
        "seats": match.seats,
        "host_id": match.host.id,
        "host_seat": match.host_seat,
        "is_table": match.is_table,
        "created_at": match.created_at,
        **(
            {} if match.fairness is None else {"secret": match.fairness.secret, "commitment": match.fairness.commitment}
        ),
    }
    columns = {column: value for column, value in _columns(match).items() if value is not None}
    statement = insert(matches).values(**constant, **columns).returning(matches.c.id)
    stored = replace(match, id=(await connection.execute(statement)).scalar_one())
    await _insert_people(connection, stored)
    await _append(connection, stored, 0, now)
    return stored


async def save(connection: AsyncConnection, before: Match, after: Match, now: datetime) -> Match:
    """Write what is different in `after`, in as few statements as that takes; returns the match as it is stored.

    A match that has ended gets the instant of its end, and the ratings after it if it counts. Participants are written
    anew where somebody has joined or left; entries are added or removed, never changed.
    """
    has_ended = before.ended_at is None and after.state in (State.FINISHED, State.CALLED_OFF)
    if has_ended:
        await ratings.take_turn(connection, after.place.server_id)
        after = replace(after, ended_at=await _next_end(connection, after.place.server_id, now))
    await _save_record(connection, before.history, after, now)
    old, new = _columns(before), _columns(after)
    changed = {column: value for column, value in new.items() if old[column] != value}
    if changed:
        await connection.execute(_CHANGE, {"number": after.id, **changed})
    if (before.players, before.invited) != (after.players, after.invited):
        await connection.execute(delete(participants).where(participants.c.match_id == after.id))
        await _insert_people(connection, after)
    after = replace(after, offers=await offers.save(connection, after.id, before.offers, after.offers, now))
    await plans.save(connection, after.id, before.plans, after.plans)
    return after


async def _next_end(connection: AsyncConnection, server_id: int, now: datetime) -> datetime:
    """The instant at which a match ends that ends now: later than every other end on its server.

    So the order in which matches have ended can be told for ever, whatever the machine's clock does.
    """
    latest = await connection.scalar(select(func.max(matches.c.ended_at)).where(matches.c.server_id == server_id))
    return now if latest is None else max(now, latest + timedelta(milliseconds=1))


async def save_place(connection: AsyncConnection, before: Match, after: Match) -> None:
    """Write where a match is shown, if that is somewhere else or another board."""
    old, new = _place_columns(before), _place_columns(after)
    if old != new:
        await connection.execute(_CHANGE, {"number": after.id, **new})


async def _save_record(connection: AsyncConnection, before: History, after: Match, now: datetime) -> None:
    kept = common_plies(before.entries, after.history.entries)
    if kept < before.ply:
        await connection.execute(delete(moves).where(moves.c.match_id == after.id, moves.c.ply > kept))
    await _append(connection, after, kept, now)


def common_plies(first: Sequence[Entry], second: Sequence[Entry]) -> int:
    """How many entries two records have in common from their beginning on, where one goes on from the other."""
    shorter = min(len(first), len(second))
    if shorter and first[shorter - 1] is second[shorter - 1]:
        return shorter
    return next((ply for ply in range(shorter) if first[ply] != second[ply]), shorter)


async def _append(connection: AsyncConnection, match: Match, kept: int, played_at: datetime) -> None:
    """Add the entries after the first `kept`; the table's key refuses a second one of the same ply."""
    rows = [
        {
            "match_id": match.id,
            "ply": ply,
            "token": entry.token,
            "person_id": None if entry.seat is None else match.players[entry.seat].id,
            "cause": entry.cause,
            "played_at": played_at,
        }
        for ply, entry in enumerate(match.history.entries[kept:], start=kept + 1)
    ]
    if rows:
        await connection.execute(_ADD_ENTRIES, rows)


async def _insert_people(connection: AsyncConnection, match: Match) -> None:
    rows = [
        {"match_id": match.id, "person_id": person.id, "place": place, "joined": place < len(match.players)}
        for place, person in enumerate(match.people)
    ]
    await connection.execute(insert(participants), rows)


def _columns(match: Match) -> dict[str, Any]:
    """The columns of a match that may change."""
    result = match.result
    return {
        **_place_columns(match),
        "state": match.state,
        "days": match.terms.days,
        "pauses_weekends": match.terms.pauses_weekends,
        "is_rated": match.terms.is_rated,
        "ply": match.ply,
        "revision": match.revision,
        "to_move_id": None if match.to_move is None else match.to_move.id,
        "joined_by": None if match.fairness is None else list(match.fairness.joined_by),
        "started_at": match.started_at,
        "changed_at": match.changed_at,
        "ended_at": match.ended_at,
        "ending": None if result is None else result.ending,
        "ended_by_id": None if result is None or result.by is None else result.by.id,
        "places": None if result is None or not result.places else list(result.places),
        "points": None if result is None or result.points is None else list(result.points),
        "reason": None if result is None or not result.reason else result.reason,
        **clocks.columns_of(match.clock),
    }


def _place_columns(match: Match) -> dict[str, Any]:
    return {
        "server_id": match.place.server_id,
        "channel_id": match.place.channel_id,
        "thread_id": match.place.thread_id,
        "message_id": match.place.message_id,
        "message_ply": match.place.message_ply,
        "wants_thread": match.wants_thread,
    }


async def participants_of(
    connection: AsyncConnection, match_ids: Sequence[int], now: datetime
) -> Mapping[int, Sequence[tuple[Person, bool, bool]]]:
    """By match: its people in order of their place, whether each has joined, and whether they are on vacation."""
    is_away = and_(vacations.c.person_id == people.c.id, vacations.c.began_at <= now, vacations.c.ended_at > now)
    rows = await connection.execute(
        # PostgreSQL orders distinct rows by what they hold alone, so the place is among it.
        select(participants.c.match_id, participants.c.place, participants.c.joined, people, vacations.c.id)
        .join(people, people.c.id == participants.c.person_id)
        .outerjoin(vacations, is_away)
        .where(participants.c.match_id.in_(match_ids))
        .order_by(participants.c.match_id, participants.c.place)
        .distinct()
    )
    found: defaultdict[int, list[tuple[Person, bool, bool]]] = defaultdict(list)
    for match_id, _place, joined, person_id, name, vacation_id in rows:
        found[match_id].append((Person(person_id, name), joined, vacation_id is not None))
    return found
