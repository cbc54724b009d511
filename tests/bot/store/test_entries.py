"""The entries of a match that is over are stored in one row, and say all that they said before."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import insert, select

from bot.model.history import Cause
from bot.model.match import State
from bot.store import entries
from bot.store.engine.schema.matches import moves, records
from bot.store.entries import StoredEntry
from bot.store.histories import Histories
from rules.core import Move, Seat
from rules.record import retirement
from tests.bot.tables import ADA, BEN, Hall, dump, here


async def entries_of(hall: Hall, *numbers: int) -> dict[int, Sequence[StoredEntry]]:
    async with hall.database.read() as connection:
        return dict(await entries.entries_of(connection, numbers))


async def test_the_moves_of_a_match_are_folded_into_one_row_when_it_is_over(hall: Hall) -> None:
    match, other = await hall.running(moves=("a4<c4", "e5<e4")), await hall.running(moves=("a4<c4",))
    before = await entries_of(hall, match.id, other.id)
    assert [len(before[number]) for number in (match.id, other.id)] == [2, 1]
    assert len((await dump(hall.database))["moves"]) == 3
    over = await hall.matches.resign(here(ADA), match.id)
    assert over.state is State.FINISHED
    tables = await dump(hall.database)
    assert [row[0] for row in tables["moves"]] == [other.id]
    assert [row[:3] for row in tables["records"]] == [(match.id, "a4<c4 e5<e4", "0 1")]
    assert await entries_of(hall, match.id, other.id) == before
    hall.matches.histories = Histories()
    assert (await hall.matches.load(match.id)).history == over.history


async def test_a_match_that_ends_without_a_move_has_no_record(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.resign(here(BEN), match.id)
    assert (await dump(hall.database))["records"] == []
    assert await entries_of(hall, match.id) == {} == await entries_of(hall)


async def test_folding_keeps_rolls_causes_and_the_time_of_each_entry(hall: Hall) -> None:
    match, now = await hall.running(), hall.clock()
    kept = [
        StoredEntry(1, Move("six"), None, None, now),
        StoredEntry(2, Move("a4<c4"), Seat(0), None, now + timedelta(days=40, milliseconds=7)),
        StoredEntry(3, Move("e5<e4"), Seat(11), Cause.PLANNED, now + timedelta(days=40)),  # a clock that was set back
        StoredEntry(4, retirement(Seat(0)), Seat(0), Cause.TIME, now + timedelta(days=40)),
    ]
    async with hall.database.write() as connection:
        rows: list[dict[str, Any]] = [
            {
                "match_id": match.id,
                "ply": entry.ply,
                "token": entry.token,
                "seat": entry.seat,
                "cause": entry.cause,
                "played_at": entry.played_at,
            }
            for entry in kept
        ]
        await connection.execute(insert(moves), rows)
        await entries.fold(connection, match.id)
        assert (await connection.execute(select(moves))).first() is None
        assert len((await connection.execute(select(records))).all()) == 1
    assert await entries_of(hall, match.id) == {match.id: kept}


async def test_the_seats_of_a_cause_are_those_whose_entries_it_made(hall: Hall) -> None:
    match, other = [await hall.running(moves=("a4<c4", "e5<e4")) for _ in range(2)]
    for one in (match, other):
        await hall.matches.resign(here(ADA), one.id)
    values = {"seats": "- 11", "causes": [[1, Cause.TIME], [2, Cause.TIME]]}
    async with hall.database.write() as connection:
        await connection.execute(records.update().where(records.c.match_id == match.id).values(values))
        numbers = [match.id, other.id]
        assert await entries.seats_by_cause(connection, numbers, Cause.TIME) == {match.id: {11}}
        assert await entries.seats_by_cause(connection, numbers, Cause.PLANNED) == {}
        assert await entries.seats_by_cause(connection, [other.id], Cause.TIME) == {}


async def test_a_damaged_record_has_fewer_entries(hall: Hall) -> None:
    match = await hall.running(moves=("a4<c4", "e5<e4"))
    await hall.matches.resign(here(ADA), match.id)
    async with hall.database.write() as connection:
        await connection.execute(records.update().values(tokens="a4<c4"))
    assert [entry.token for entry in (await entries_of(hall, match.id))[match.id]] == ["a4<c4"]
