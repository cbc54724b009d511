"""Privacy: the data stored about a person, and its deletion, after which an anonymous player takes their place.

The columns themselves declare what is deleted, what stays and where the export has it
(`bot.store.engine.schema.columns`), so a new table of a person's own rows needs nothing here. Moves need nothing
either, because they belong to seats.

A deletion takes several transactions, so that others never wait long: `begin` chooses the anonymous player,
`replace_some` puts them in the person's place in some matches, again and again, and `finish` everywhere else. Until
then, `aliases` maps one to the other, so that computations over all matches of a server see one person.

The export has Discord's ids as strings, because they have more digits than some programs keep of a number. Every
function works in the caller's transaction.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    RowMapping,
    Select,
    String,
    Table,
    and_,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Kind
from bot.model.match import State, Summary
from bot.model.offers import TAKEOVERS, OfferKind, OfferState
from bot.model.plans.grammar import outline
from bot.store import competitions as competition_store
from bot.store import lobby as lobby_store
from bot.store import moderation, puzzles, uses
from bot.store import ratings as rating_store
from bot.store.engine import facts
from bot.store.engine.schema.columns import EMPTIED, EXPORTED, PERSONAL, personal_columns
from bot.store.engine.schema.competitions import competitions
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches, moves, offers, participants, plans
from bot.store.engine.schema.people import blocks, engines, people, preferences
from bot.store.engine.schema.servers import interventions
from bot.store.engine.schema.types import BigInteger
from bot.store.engine.statements import columns_of
from bot.store.entries import entries_of
from bot.store.match_lists import summaries
from bot.store.plans import tree_of
from bot.store.ratings import seated
from rules.core import Game, Seat
from rules.record import retirement

_COLUMNS: Final = sorted(
    (
        (column, personal.is_removed)
        for column, personal in personal_columns().items()
        if column is not offers.c.accepted_by
    ),
    key=lambda pair: (not pair[1], pair[0].table is participants),
)
"""The columns that refer to people, and whether their rows are deleted; kept rows are last, participants at the end."""

Values: TypeAlias = dict[str, Any]

_FORGETTING: Final = 0x466F7267  # an advisory lock; any number that has no other use
_ALIAS: Final = "forgetting "  # begins the key of a fact, before a person's id: who takes their place
_RETIREMENT: Final = retirement(Seat(0)).removesuffix("0")


async def outlook(
    connection: AsyncConnection, person_id: int, now: datetime, games: Mapping[str, Game]
) -> tuple[Sequence[Summary], Sequence[Summary], int]:
    """The running matches in which a person still plays, their challenges, and how many finished matches they have."""
    finished = select(func.count()).select_from(_with(person_id, State.FINISHED).subquery())
    return (
        await summaries(connection, _playing(person_id), now, games),
        await summaries(connection, _with(person_id, State.OPEN), now, games),
        await connection.scalar(finished) or 0,
    )


async def is_at_rest(connection: AsyncConnection, person_id: int, numbers: Sequence[int] | None = None) -> bool:
    """Whether a person neither plays nor waits for a match to begin, in the matches with these numbers.

    Without numbers it is about all matches, and about competitions that are open or running.
    """
    for query in (_playing(person_id), _with(person_id, State.OPEN)):
        within = query if numbers is None else query.where(matches.c.id.in_(numbers))
        if (await connection.execute(within.limit(1))).first() is not None:
            return False
    return numbers is not None or not await competition_store.entered_by(connection, person_id)


def _playing(person_id: int) -> Select[Any]:
    left = select(moves.c.ply).where(
        moves.c.match_id == matches.c.id, moves.c.token == literal(_RETIREMENT) + cast(participants.c.place, String)
    )
    taken_over = select(offers.c.id).where(
        offers.c.match_id == matches.c.id,
        func.coalesce(offers.c.for_id, offers.c.by_id) == person_id,
        offers.c.kind.in_(TAKEOVERS),
        offers.c.state == OfferState.ACCEPTED,
    )
    return _with(person_id, State.RUNNING).where(~left.exists(), ~taken_over.exists())


def _with(person_id: int, state: State) -> Select[Any]:
    return (
        select(matches)
        .join(participants, participants.c.match_id == matches.c.id)
        .where(
            participants.c.person_id == person_id, matches.c.state + "" == state
        )  # makes SQLite begin with the person
        .order_by(matches.c.id)
    )


async def begin(connection: AsyncConnection, person_id: int) -> int | None:
    """The id of the anonymous player who takes a person's place, the same one each time; None for an unknown person."""
    await _lock(connection)
    row = await connection.scalar(select(people.c.id).where(people.c.id == person_id).with_for_update())
    if row is None:
        return None
    alias = f"{_ALIAS}{person_id}"
    stored = await facts.get(connection, alias)
    anonymous_id = -1 - await rating_store.forgotten(connection) if stored is None else int(stored)
    if stored is None:
        await connection.execute(insert(people).values(id=anonymous_id, name=f"Former player {-anonymous_id}"))
        await facts.put(connection, alias, str(anonymous_id))
    return anonymous_id


async def _lock(connection: AsyncConnection) -> None:
    """Keep other processes from deleting a person's data at the same time; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(_FORGETTING)))


async def aliases(connection: AsyncConnection) -> Mapping[int, int]:
    """The ids of the anonymous players, by the ids of the people whose data is currently being deleted."""
    stored = await facts.beginning(connection, _ALIAS)
    return {int(key.removeprefix(_ALIAS)): int(value) for key, value in stored.items()}


async def some_matches(connection: AsyncConnection, person_id: int, limit: int) -> Sequence[int]:
    """The numbers of at most `limit` matches that a person is in, locked until the transaction ends.

    Matches are locked before people, as everywhere, to avoid deadlocks.
    """
    await _lock(connection)
    theirs = select(participants.c.match_id).where(participants.c.person_id == person_id)
    numbers = (await connection.scalars(theirs.order_by(participants.c.match_id).limit(limit))).all()
    locked = select(matches.c.server_id).where(matches.c.id.in_(numbers)).order_by(matches.c.id).with_for_update()
    for server_id in sorted(set(await connection.scalars(locked))):
        await rating_store.lock(connection, server_id)
    return numbers


async def replace_some(
    connection: AsyncConnection, person_id: int, anonymous_id: int, numbers: Sequence[int], now: datetime
) -> Sequence[int]:
    """Put an anonymous player in a person's place in these matches; return the numbers of those to show anew.

    Offers of a rematch with the person are closed. Puzzles from these matches are deleted, and no more are made of
    them; what managers wrote about them is deleted too.
    """
    await uses.keep(connection, person_id, numbers, now)
    await lobby_store.keep(connection, person_id, numbers, now)
    await puzzles.remove_of_matches(connection, numbers)
    closed = (
        update(offers)
        .where(offers.c.match_id.in_(numbers), offers.c.state == OfferState.OPEN, offers.c.kind == OfferKind.REMATCH)
        .values(state=OfferState.OVERTAKEN, closed_at=now, due_at=None)
    )
    running = select(matches.c.id).where(matches.c.id.in_(numbers), matches.c.state + "" == State.RUNNING)
    different = {*await connection.scalars(running)}
    no_longer_asking = {*await connection.scalars(closed.returning(offers.c.match_id))}
    await connection.execute(delete(jobs).where(jobs.c.kind == Kind.OFFER, jobs.c.match_id.in_(no_longer_asking)))
    different |= no_longer_asking
    await replace_in_answers(connection, person_id, anonymous_id, numbers)
    for table, about in ((matches, matches.c.id.in_(numbers)), (interventions, _about(numbers))):
        await connection.execute(update(table).where(about, table.c.reason.is_not(None)).values(_emptied(table)))
    await _replace(connection, person_id, anonymous_id, numbers)
    return sorted(different)


def _about(numbers: Sequence[int]) -> ColumnElement[bool]:
    """Condition: an intervention was in one of these matches."""
    servers = select(matches.c.server_id).where(matches.c.id.in_(numbers))
    return and_(interventions.c.server_id.in_(servers), interventions.c.subject["match"].as_integer().in_(numbers))


async def finish(connection: AsyncConnection, person_id: int, anonymous_id: int, now: datetime) -> bool:
    """Put an anonymous player in a person's place everywhere else, and delete the rest.

    There is no such player if no row needs one. Returns False, without any change, if the person is in a match again, or
    in a competition that would go on with the anonymous player.
    """
    # What others are storing about the person at this moment is seen below; later transactions find nobody.
    await connection.execute(select(people.c.id).where(people.c.id == person_id).with_for_update())
    is_in_match = await connection.scalar(select(exists().where(participants.c.person_id == person_id)))
    if is_in_match or await competition_store.entered_by(connection, person_id):
        return False
    await uses.keep_arrival(connection, person_id, now)
    await moderation.keep(connection, person_id, now)
    await _replace(connection, person_id, anonymous_id)
    needed = [exists().where(column == anonymous_id) for column, is_removed in _COLUMNS if not is_removed]
    is_needed = await connection.scalar(select(or_(*needed)))
    # The database refuses this if anything still refers to one of them.
    unneeded = [person_id] if is_needed else [person_id, anonymous_id]
    await connection.execute(delete(people).where(people.c.id.in_(unneeded)))
    await facts.remove(connection, f"{_ALIAS}{person_id}")
    return True


async def _replace(
    connection: AsyncConnection, person_id: int, anonymous_id: int, numbers: Sequence[int] | None = None
) -> None:
    """Delete or rewrite the rows that refer to a person: all, or those that always belong to one of these matches."""
    for column, is_removed in _COLUMNS:
        theirs = column == person_id
        if numbers is not None:
            match_id = matches.c.id if column.table is matches else column.table.c.get("match_id")
            if match_id is None or match_id.nullable:
                continue
            theirs &= match_id.in_(numbers)
        values = {column.name: anonymous_id, **_emptied(column.table)}
        change = delete(column.table) if is_removed else update(column.table).values(values)
        await connection.execute(change.where(theirs))


def _emptied(table: Table) -> Values:
    return {column.name: "" for column in table.c if EMPTIED.items() <= column.info.items()}


async def replace_in_answers(
    connection: AsyncConnection, person_id: int, other_id: int, numbers: Collection[int]
) -> None:
    """Replace a person in the lists of people who accepted an offer, which no database can search by an index."""
    query = select(offers.c.id, offers.c.accepted_by).where(offers.c.match_id.in_(numbers))
    for offer_id, agreed in (await connection.execute(query)).all():
        if person_id in agreed:
            changed = [other_id if agreed_id == person_id else agreed_id for agreed_id in agreed]
            await connection.execute(update(offers).where(offers.c.id == offer_id).values(accepted_by=changed))


_CLOCK: Final = (
    matches.c.clock_began_at,
    matches.c.clock_bank,
    matches.c.given_days,
    matches.c.deadline,
    matches.c.remind_at,
)


async def of_person(connection: AsyncConnection, person_id: int) -> Values | None:
    """The data stored about a person apart from their matches; None if there is none."""
    row = (await connection.execute(select(people).where(people.c.id == person_id))).mappings().one_or_none()
    if row is None:
        return None
    own = {key: rows[None] for key, rows in (await _rows(connection, "", person_id)).items()}
    return {
        "you": _values(row, people.c),
        **own,
        "settings": next(iter(own["settings"]), None),
        "people_you_have_blocked": await _blocked(connection, person_id),
        "engines": await _engines(connection, person_id),
        "competitions": await _competitions(connection, person_id),
    }


async def matches_after(connection: AsyncConnection, person_id: int, after: int, limit: int) -> Sequence[Values]:
    """At most `limit` matches that a person is in, by number, after the number `after`."""
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
    own = await _rows(connection, "matches.", person_id, "match_id", numbers)
    own["your_moves"] = await _moves(connection, {row["id"]: row["place"] for row in rows})
    return [
        {
            "match": row["id"],
            **_exported(row, matches),
            "people": [person.name for person in names[row["id"]]],
            "your_place": row["place"],
            "you_have_joined": row["joined"],
            **_roles(row, matches, person_id),
            "the_seat_that_you_chose": row["host_seat"] if row["host_id"] == person_id else None,
            "your_clock": _values(row, _CLOCK) if row["to_move_id"] == person_id and row["deadline"] else None,
            **{key: by_match[row["id"]] for key, by_match in own.items()},
        }
        for row in rows
    ]


async def _competitions(connection: AsyncConnection, person_id: int) -> Sequence[Values]:
    """All competitions that a person is in or has opened, of which there are some each year."""
    own = await _rows(connection, "competitions.", person_id, "competition_id")
    entries = own.pop("your_entry")
    query = select(competitions).where(or_(competitions.c.host_id == person_id, competitions.c.id.in_(entries)))
    return [
        {
            **_exported(row, competitions),
            **_roles(row, competitions, person_id),
            "your_entry": next(iter(entries[row["id"]]), None),
            **{key: by_competition[row["id"]] for key, by_competition in own.items()},
        }
        for row in (await connection.execute(query.order_by(competitions.c.id))).mappings().all()
    ]


async def _blocked(connection: AsyncConnection, person_id: int) -> Sequence[Values]:
    """The people whom a person has blocked, with the name last seen; never people who have blocked them."""
    query = select(people, blocks.c.blocked_at).join(blocks, blocks.c.blocked_id == people.c.id)
    query = query.where(blocks.c.person_id == person_id).order_by(blocks.c.blocked_at, people.c.id)
    columns = (*people.c, blocks.c.blocked_at)
    return [_values(row, columns) for row in (await connection.execute(query)).mappings()]


async def _engines(connection: AsyncConnection, owner_id: int) -> Sequence[Values]:
    """The engines of a person, with their names, which are stored as those of players."""
    columns = (people.c.name, *(column for column in engines.c if PERSONAL not in column.info))
    query = select(*columns).join_from(engines, people, people.c.id == engines.c.person_id)
    rows = await connection.execute(query.where(engines.c.owner_id == owner_id).order_by(engines.c.person_id))
    return [_values(row, columns) for row in rows.mappings()]


async def _moves(connection: AsyncConnection, seats: Mapping[int, int]) -> defaultdict[int | None, list[Values]]:
    """A person's moves, which are those of their seat, by match."""
    moves_by_match: defaultdict[int | None, list[Values]] = defaultdict(list)
    for number, entries in (await entries_of(connection, list(seats))).items():
        own = [columns_of(moves, entry) for entry in entries if entry.seat == seats[number]]
        moves_by_match[number] = [_exported(row, moves, "match_id", "seat") for row in own]
    return moves_by_match


async def _rows(
    connection: AsyncConnection,
    part: str,
    person_id: int,
    owner: str | None = None,
    owners: Collection[int] | None = None,
) -> dict[str, defaultdict[int | None, list[Values]]]:
    """The rows that refer to a person, by key in a part of the file and by the match or competition that owns them.

    `owner` is the column with the number of the match or competition; `owners` limits these numbers.
    """
    by_key: dict[str, defaultdict[int | None, list[Values]]] = {}
    for table, keys in _exported_columns(part).items():
        query = select(table).order_by(*table.primary_key.columns)
        if owner is not None and owners is not None:
            query = query.where(table.c[owner].in_(owners))
        if not any(isinstance(column.type, JSON) for column in keys):  # no database can look into a list with an index
            query = query.where(or_(*(column == person_id for column in keys)))
        for key in keys.values():
            by_key.setdefault(key, defaultdict(list))
        for row in (await connection.execute(query)).mappings():
            for column, key in keys.items():
                if _refers_to(person_id, row[column.name]):
                    by_key[key][row[owner] if owner else None].append(_exported(row, table, *filter(None, [owner])))
    return by_key


@cache
def _exported_columns(part: str) -> Mapping[Table, Mapping[Column[Any], str]]:
    """The columns whose rows a part of the file includes, with their keys there, by table."""
    keys_by_table: defaultdict[Table, dict[Column[Any], str]] = defaultdict(dict)
    for column, personal in personal_columns().items():
        if personal.export_key is None or column.table in (matches, participants, competitions):
            continue
        where, _, key = personal.export_key.rpartition(".")
        if where == part.rstrip("."):
            keys_by_table[column.table][column] = key
    return keys_by_table


def _refers_to(person_id: int, value: Any) -> bool:
    return person_id in value if isinstance(value, list) else value == person_id


def _roles(row: RowMapping, table: Table, person_id: int) -> Values:
    """Whether a match or competition refers to a person, for each column in which it could."""
    columns = {column: personal for column, personal in personal_columns().items() if column.table is table}
    return {
        personal.export_key.rpartition(".")[2]: row[column.name] == person_id
        for column, personal in columns.items()
        if personal.export_key
    }


def _exported(row: Mapping[Any, Any], table: Table, *context: str) -> Values:
    """The exported values of a row, without the `context`, columns that its place in the file already expresses."""
    columns = [column for column in table.c if EXPORTED.items() <= column.info.items()]
    columns = columns or [column for column in table.c if PERSONAL not in column.info and column.name not in context]
    values = _values(row, columns)
    return _READABLE[table](values) if table in _READABLE else values


def _values(row: Mapping[Any, Any], columns: Iterable[Column[Any]]) -> Values:
    return {column.name: _plain(row[column.name], column) for column in columns}


def _plain(value: Any, column: Column[Any]) -> Any:
    is_id = isinstance(column.type, BigInteger) and value is not None
    return str(value) if is_id else value


def _plan(values: Values) -> Values:
    """The moves of a plan as the lines that a person would type."""
    return {"moves": outline(tree_of(values.pop("tree"))), **values}


def _quiet_hours(values: Values) -> Values:
    """The beginning and end of the quiet hours, by the person's own clock."""
    minutes = {name: values[name] for name in ("quiet_from", "quiet_until")}
    return values | {name: None if at is None else f"{at // 60:02}:{at % 60:02}" for name, at in minutes.items()}


_READABLE: Final[Mapping[Table, Callable[[Values], Values]]] = {plans: _plan, preferences: _quiet_hours}
"""The conversions of rows that people could not read in their stored form, by table."""
