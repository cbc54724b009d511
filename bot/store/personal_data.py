"""What is stored about a person, as plain data for a file.

The columns themselves say what is told and under which key (`bot.store.engine.schema.columns`): a new table of a person's
own rows needs nothing here. Discord's ids are strings, because they have more digits than some programs keep of a number.
Every function works in the caller's transaction.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from sqlalchemy import JSON, BigInteger, Column, RowMapping, Table, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.plans.grammar import outline
from bot.store.engine.schema.columns import PERSONAL, TOLD, personal_columns
from bot.store.engine.schema.competitions import competitions
from bot.store.engine.schema.matches import matches, moves, participants, plans
from bot.store.engine.schema.people import blocks, people, preferences
from bot.store.plans import tree_of
from bot.store.ratings import seated

Values: TypeAlias = dict[str, Any]

_CLOCK: Final = (matches.c.clock_began_at, matches.c.given_days, matches.c.deadline, matches.c.remind_at)


async def of_person(connection: AsyncConnection, person_id: int) -> Values | None:
    """What is stored about a person apart from their matches; None if nothing is."""
    row = (await connection.execute(select(people).where(people.c.id == person_id))).mappings().one_or_none()
    if row is None:
        return None
    own = {key: rows[None] for key, rows in (await _rows(connection, "", person_id)).items()}
    return {
        "you": _values(row, people.c),
        **own,
        "settings": next(iter(own["settings"]), None),
        "people_you_have_blocked": await _blocked(connection, person_id),
        "competitions": await _competitions(connection, person_id),
    }


async def matches_after(connection: AsyncConnection, person_id: int, after: int, limit: int) -> Sequence[Values]:
    """At most `limit` matches that a person is in, by number from `after` on without it."""
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
    own["your_moves"] = await _moves(connection, person_id, numbers)
    return [
        {
            "match": row["id"],
            **_told(row, matches),
            "people": [person.name for person in names[row["id"]]],
            "your_place": row["place"],
            "you_have_joined": row["joined"],
            **_roles(row, matches, person_id),
            "the_seat_that_you_chose": row["host_seat"] if row["host_id"] == person_id else None,
            "your_clock": _values(row, _CLOCK) if row["to_move_id"] == person_id and row["deadline"] else None,
            **{key: found[row["id"]] for key, found in own.items()},
        }
        for row in rows
    ]


async def _competitions(connection: AsyncConnection, person_id: int) -> Sequence[Values]:
    """All competitions that a person is in or has opened; that is some a year."""
    own = await _rows(connection, "competitions.", person_id, "competition_id")
    entries = own.pop("your_entry")
    query = select(competitions).where(or_(competitions.c.host_id == person_id, competitions.c.id.in_(entries)))
    return [
        {
            **_told(row, competitions),
            **_roles(row, competitions, person_id),
            "your_entry": next(iter(entries[row["id"]]), None),
            **{key: found[row["id"]] for key, found in own.items()},
        }
        for row in (await connection.execute(query.order_by(competitions.c.id))).mappings().all()
    ]


async def _blocked(connection: AsyncConnection, person_id: int) -> Sequence[Values]:
    """Whom a person has blocked, with the name last seen; never who has blocked them."""
    query = select(people, blocks.c.blocked_at).join(blocks, blocks.c.blocked_id == people.c.id)
    query = query.where(blocks.c.person_id == person_id).order_by(blocks.c.blocked_at, people.c.id)
    columns = (*people.c, blocks.c.blocked_at)
    return [_values(row, columns) for row in (await connection.execute(query)).mappings()]


async def _moves(
    connection: AsyncConnection, person_id: int, numbers: Collection[int]
) -> defaultdict[int | None, list[Values]]:
    """By match: a person's moves, which are those of their seat."""
    seat = select(participants.c.place).where(
        participants.c.match_id == moves.c.match_id, participants.c.person_id == person_id
    )
    query = select(moves).where(moves.c.match_id.in_(numbers), moves.c.seat == seat.scalar_subquery())
    found: defaultdict[int | None, list[Values]] = defaultdict(list)
    for row in (await connection.execute(query.order_by(*moves.primary_key.columns))).mappings():
        found[row["match_id"]].append(_told(row, moves, "match_id", "seat"))
    return found


async def _rows(
    connection: AsyncConnection,
    part: str,
    person_id: int,
    owner: str | None = None,
    owners: Collection[int] | None = None,
) -> dict[str, defaultdict[int | None, list[Values]]]:
    """By key in a part of the file and by the match or competition that owns them: the rows that refer to a person.

    `owner` is the column with the number of the match or competition; `owners` limits these numbers.
    """
    found: dict[str, defaultdict[int | None, list[Values]]] = {}
    for table, keys in _told_in(part).items():
        query = select(table).order_by(*table.primary_key.columns)
        if owner is not None and owners is not None:
            query = query.where(table.c[owner].in_(owners))
        if not any(isinstance(column.type, JSON) for column in keys):  # no database can look into a list with an index
            query = query.where(or_(*(column == person_id for column in keys)))
        for key in keys.values():
            found.setdefault(key, defaultdict(list))
        for row in (await connection.execute(query)).mappings():
            for column, key in keys.items():
                if _refers_to(person_id, row[column.name]):
                    found[key][row[owner] if owner else None].append(_told(row, table, *filter(None, [owner])))
    return found


@cache
def _told_in(part: str) -> Mapping[Table, Mapping[Column[Any], str]]:
    """By table: the columns whose rows are told in a part of the file, with their keys there."""
    found: defaultdict[Table, dict[Column[Any], str]] = defaultdict(dict)
    for column, personal in personal_columns().items():
        if personal.told is None or column.table in (matches, participants, competitions):
            continue
        where, _, key = personal.told.rpartition(".")
        if where == part.rstrip("."):
            found[column.table][column] = key
    return found


def _refers_to(person_id: int, value: Any) -> bool:
    return person_id in value if isinstance(value, list) else value == person_id


def _roles(row: RowMapping, table: Table, person_id: int) -> Values:
    """Whether a match or competition refers to a person, for each column in which it could."""
    columns = {column: personal for column, personal in personal_columns().items() if column.table is table}
    return {
        personal.told.rpartition(".")[2]: row[column.name] == person_id
        for column, personal in columns.items()
        if personal.told
    }


def _told(row: RowMapping, table: Table, *context: str) -> Values:
    """What the export tells of a row that stands in the `context` of what these columns say."""
    columns = [column for column in table.c if TOLD.items() <= column.info.items()]
    columns = columns or [column for column in table.c if PERSONAL not in column.info and column.name not in context]
    values = _values(row, columns)
    return _READABLE[table](values) if table in _READABLE else values


def _values(row: RowMapping, columns: Iterable[Column[Any]]) -> Values:
    return {column.name: _plain(row[column.name], column) for column in columns}


def _plain(value: Any, column: Column[Any]) -> Any:
    is_id = isinstance(column.type, BigInteger) and value is not None
    return str(value) if is_id else value


def _plan(values: Values) -> Values:
    """The moves of a plan as the lines that a person would type."""
    return {"moves": outline(tree_of(values.pop("tree"))), **values}


def _quiet_hours(values: Values) -> Values:
    """Between when and when it is to be quiet, by the person's own clock."""
    minutes = {name: values[name] for name in ("quiet_from", "quiet_until")}
    return values | {name: None if at is None else f"{at // 60:02}:{at % 60:02}" for name, at in minutes.items()}


_READABLE: Final[Mapping[Table, Callable[[Values], Values]]] = {plans: _plan, preferences: _quiet_hours}
"""By table: what of a row a person could not read as it is stored."""
