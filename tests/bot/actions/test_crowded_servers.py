"""However many matches and rated people a server has, an answer reads few of them."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any, Final

import pytest
from sqlalchemy import Table, insert, make_url, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.actions import matches as found
from bot.actions.ratings import leaderboard, profile
from bot.model.match import State
from bot.model.people import Person
from bot.model.ratings import ALL_ROUND, Field
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.people import people, rating_changes, ratings
from tests.bot.actions.lives import FAY, full_life
from tests.bot.actions.test_large_tables import ask, study
from tests.bot.query_plans import executed, steps
from tests.bot.tables import CHANNEL, FURL, SERVER, Hall, here

COPIES: Final = 1_500
MOST_ROWS: Final = 500
MOST_STEPS: Final = 25 * MOST_ROWS
"""Steps of SQLite's virtual machine: some twenty for each row that a statement reads."""

_FIRST: Final = 1_000_000
"""The first number of a copied match, and what is added to the id of a copied person."""


async def _crowd(hall: Hall, *, is_analyzed: bool) -> None:
    """Copy a running and a finished match of Fay's opponents many times, each copy with players of its own."""
    async with hall.database.write() as connection:
        rows = (await connection.execute(select(matches).where(matches.c.is_rated).order_by(matches.c.id))).all()
        models = [next(row for row in rows if row.state == state) for state in (State.RUNNING, State.FINISHED)]
        await connection.execute(
            insert(people), [{"id": _FIRST + number, "name": f"Guest {number}"} for number in range(2 * COPIES)]
        )
        for first, model in enumerate(models):
            await _copy(connection, matches, "id", model.id, first)
            for table in (participants, rating_changes):
                await _copy(connection, table, "match_id", model.id, first)
        await connection.execute(insert(ratings), [*_ratings(hall)])
        if is_analyzed:
            await connection.execute(text("ANALYZE"))


def _ratings(hall: Hall) -> Iterator[dict[str, Any]]:
    """Fay's rating and those of all guests, ranked and provisional ones, in two pools."""
    history = {"wins": 7, "draws": 0, "losses": 5, "change": 3, "changed_at": hall.clock()}
    for pool in (ALL_ROUND, FURL.key):
        for number in range(-1, 2 * COPIES):
            skill = {"mu": 25.0, "sigma": 3.0, "rating": number, "is_provisional": number % 3 == 0}
            person_id = FAY.id if number < 0 else _FIRST + number
            yield {"server_id": SERVER, "pool": pool, "person_id": person_id, **skill, **history}


async def _copy(connection: AsyncConnection, table: Table, key: str, model: int, first: int) -> None:
    """Insert copies of the rows of a match."""
    rows = [dict(row) for row in (await connection.execute(select(table).where(table.c[key] == model))).mappings()]
    copies = [
        {**row, key: _FIRST + 2 * copy + first, **_people(table, copy, number)}
        for copy in range(COPIES)
        for number, row in enumerate(rows)
    ]
    if copies:
        await connection.execute(insert(table), copies)


def _people(table: Table, copy: int, number: int) -> Mapping[str, int]:
    if table is matches:
        return {"host_id": _FIRST + 2 * copy, "to_move_id": _FIRST + 2 * copy}
    return {"person_id": _FIRST + (2 * copy + number) % (2 * COPIES)}


async def _look(hall: Hall) -> None:
    """Look at everything that a server has most of."""
    guest = Person(_FIRST, "Guest 0")
    for person in (FAY, guest):
        await found.waiting_for(hall.matches, replace(here(person), channel_id=CHANNEL))
        await found.voted_on_by(hall.matches, replace(here(person), channel_id=CHANNEL))
        await profile(hall.matches, person, SERVER, frozenset({1, 2}))
        for page in (0, 30, 500):
            await leaderboard(hall.matches, Field(SERVER, ALL_ROUND, frozenset({1, 2})), page, person)
    await hall.matches.running(SERVER, 10)


@pytest.mark.parametrize("is_analyzed", [False, True])
async def test_an_answer_reads_few_rows_of_a_server_with_very_many(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, is_analyzed: bool
) -> None:
    is_sqlite = hall.url.startswith("sqlite")
    if not is_analyzed and not is_sqlite:
        pytest.skip("PostgreSQL gathers statistics by itself")
    await full_life(hall, monkeypatch)
    await _crowd(hall, is_analyzed=is_analyzed)
    with executed() as sent:
        for do in (_look, ask, study):
            await do(hall)
    asked = [(statement, parameters) for statement, parameters in sent if statement.startswith("SELECT")]
    assert len(asked) > 100
    if is_sqlite:
        with closing(sqlite3.connect(make_url(hall.url).database or "")) as connection:
            counted = {statement: steps(connection, statement, values) for statement, values in asked}
        many = MOST_STEPS
    else:
        async with hall.database.write() as connection:
            for plan in ("seqscan", "hashjoin", "mergejoin"):  # which would pay only in tables as small as these
                await connection.execute(text(f"SET LOCAL enable_{plan} = off"))
            counted = {statement: await _rows_read(connection, statement, values) for statement, values in asked}
        many = MOST_ROWS
    assert {statement: count for statement, count in counted.items() if count > many} == {}


async def _rows_read(connection: AsyncConnection, statement: str, parameters: Any) -> int:
    """How many rows of tables and indexes PostgreSQL goes through."""
    driver: Any = (await connection.get_raw_connection()).driver_connection
    [plan] = await driver.fetchval(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", *parameters)
    return _read_by(plan["Plan"])


def _read_by(node: Mapping[str, Any]) -> int:
    own = 0
    if "Scan" in node["Node Type"]:
        left_out = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
        own = round((node["Actual Rows"] + left_out) * node["Actual Loops"])
    return own + sum(map(_read_by, node.get("Plans", ())))
