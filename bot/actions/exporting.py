"""Everything that is stored about somebody, as files.

Matches are read some at a time, each as it is at one moment, so that nobody has to wait and there may be any number of
them. What is told of a match is what anybody in it can see, and what concerns the person alone; never what others have
planned or like, nor how dice will fall.
"""

import asyncio
import io
import zipfile
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import BigInteger, Column, RowMapping, Table
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.actions.writing import readable
from bot.model.person import Person
from bot.model.plans.grammar import outline
from bot.store import privacy as store
from bot.store.database import Database
from bot.store.plans import tree_of
from bot.store.schema import (
    matches,
    moves,
    notices,
    offers,
    people,
    plans,
    preferences,
    rating_changes,
    ratings,
    vacations,
)
from bot.store.standings import seated

LARGEST: Final = 8_000_000
"""Bytes of a file that is sent as it is; Discord takes a little more. What is larger is zipped."""

LARGEST_ZIPPED: Final = 32_000_000
"""Characters of a file before it is zipped, which makes it several times smaller; what is longer becomes several files."""

_BATCH: Final = 100
_NAME: Final = "furlong-about-you"
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
    matches.c.state,
    matches.c.ply,
    matches.c.created_at,
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
_OWN: Final = {
    moves: "your_moves",
    notices: "your_notices",
    rating_changes: "your_rating_changes",
}
"""Tables of which a row concerns one person in one match, and what their rows are called."""

_CLOCK: Final = (matches.c.clock_began_at, matches.c.given_days, matches.c.deadline, matches.c.remind_at)


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file for the person it tells of. `is_zipped` tells that it has to be unpacked."""

    name: str
    data: bytes
    is_zipped: bool


async def export(database: Database, person_id: int, now: datetime) -> AsyncGenerator[ExportFile]:
    """All that is stored about somebody, nearly always in one file; none if nothing is."""
    async with database.read() as connection:
        head = await _head(connection, person_id, now)
    if head is None:
        return
    number, told, size, after = 1, list[str](), 0, 0
    while True:
        async with database.read() as connection:
            batch = await _batch(connection, person_id, after)
        if not batch:
            break
        after = batch[-1]["match"]
        for text in await asyncio.to_thread(_written, batch):
            if told and size + len(text) > LARGEST_ZIPPED:
                yield await asyncio.to_thread(_file, head, told, number)
                head, number, told, size = _next_head(head, number), number + 1, [], 0
            told.append(text)
            size += len(text)
    yield await asyncio.to_thread(_file, head, told, number)


def _next_head(head: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    kept = {key: head[key] for key in ("about", "made_at", "you")}
    return {**kept, "part": number + 1}


def _written(batch: Sequence[Mapping[str, Any]]) -> Sequence[str]:
    return [readable(match, depth=2) for match in batch]


def _file(head: Mapping[str, Any], told: Sequence[str], number: int) -> ExportFile:
    beginning = readable(head).removesuffix("\n}")
    listed = ",".join(f"\n    {text}" for text in told)
    data = f'{beginning},\n  "matches": [{listed}\n  ]\n}}\n'.encode()
    part = _NAME if number == 1 else f"{_NAME}-{number}"
    if len(data) <= LARGEST:
        return ExportFile(f"{part}.json", data, is_zipped=False)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{part}.json", data)
    return ExportFile(f"{part}.zip", packed.getvalue(), is_zipped=True)


async def _head(connection: AsyncConnection, person_id: int, now: datetime) -> Mapping[str, Any] | None:
    """All but the matches."""
    person = await store.row_of(connection, people, person_id)
    if person is None:
        return None
    liked = await store.row_of(connection, preferences, person_id)
    return {
        "about": "Everything that Furlong stores about you, on all servers. Instants are in UTC; ids are those of Discord.",
        "made_at": _instant(now),
        "you": _told(person, people.c),
        "settings": None if liked is None else {**_own(liked, preferences), **_quiet(liked)},
        "vacations": [_own(row, vacations) for row in await store.rows_of(connection, vacations, person_id)],
        "ratings": [_own(row, ratings) for row in await store.rows_of(connection, ratings, person_id)],
    }


def _quiet(liked: RowMapping) -> Mapping[str, str | None]:
    """Between when and when it is to be quiet, by somebody's own clock."""
    minutes = {name: liked[name] for name in ("quiet_from", "quiet_until")}
    return {name: None if at is None else f"{at // 60:02}:{at % 60:02}" for name, at in minutes.items()}


async def _batch(connection: AsyncConnection, person_id: int, after: int) -> Sequence[Mapping[str, Any]]:
    """Some matches, with all that is stored in them about somebody."""
    found = await store.matches_after(connection, person_id, after, _BATCH)
    numbers = [row["id"] for row in found]
    names = await seated(connection, numbers)
    own = {table: await store.rows_in(connection, table, person_id, numbers) for table in _OWN}
    planned = await store.rows_in(connection, plans, person_id, numbers)
    offered = await store.offers_in(connection, numbers)
    return [
        {
            **_match(row, names[row["id"]], person_id),
            **{key: [_own(entry, table) for entry in own[table][row["id"]]] for table, key in _OWN.items()},
            "your_plans": [_plan(plan) for plan in planned[row["id"]]],
            "your_offers": [_told(offer, _OFFER) for offer in offered[row["id"]] if offer["by_id"] == person_id],
            "offers_that_you_accepted": [
                _told(offer, _OFFER) for offer in offered[row["id"]] if person_id in offer["accepted_by"]
            ],
        }
        for row in found
    ]


def _match(row: RowMapping, people_in_it: Sequence[Person], person_id: int) -> dict[str, Any]:
    """What everybody in a match is told of it, and the person's own part in it."""
    is_host, is_to_move = row["host_id"] == person_id, row["to_move_id"] == person_id
    return {
        "match": row["id"],
        **_told(row, _SHARED),
        "people": [person.name for person in people_in_it],
        "your_place": row["place"],
        "you_have_joined": row["joined"],
        "you_are_host": is_host,
        "the_seat_that_you_chose": row["host_seat"] if is_host else None,
        "you_are_to_move": is_to_move,
        "your_clock": _told(row, _CLOCK) if is_to_move and row["deadline"] is not None else None,
        "you_ended_it": row["ended_by_id"] == person_id,
    }


def _own(row: RowMapping, table: Table) -> Mapping[str, Any]:
    """A row that concerns nobody else, without the columns that say whose it is and where."""
    return _told(row, [column for column in table.c if column.name not in ("person_id", "match_id")])


def _plan(row: RowMapping) -> Mapping[str, Any]:
    """What somebody has planned, its moves as the lines that they would type."""
    return {
        "moves": outline(tree_of(row["tree"])),
        "stopped_at": row["stopped_at"],
        "stopped_because": row["stopped_because"],
    }


def _told(row: RowMapping, columns: Iterable[Column[Any]]) -> dict[str, Any]:
    return {column.name: _plain(row[column.name], column) for column in columns}


def _plain(value: Any, column: Column[Any]) -> Any:
    if isinstance(value, datetime):
        return _instant(value)
    # Discord's ids have more digits than some programs keep of a number.
    is_id = isinstance(column.type, BigInteger) and value is not None
    return str(value) if is_id else value


def _instant(value: datetime) -> str:
    return f"{value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"
