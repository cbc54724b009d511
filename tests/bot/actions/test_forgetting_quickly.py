"""Forgetting somebody keeps nobody waiting, however much is stored about others."""

import asyncio
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from bot.actions.forgetting import Forgetting
from bot.store import forgetting as store
from bot.store.schema import facts, servers
from tests.bot.actions.lives import FAY, full_life, referring, rounds
from tests.bot.tables import BEN, Hall, address_of, hall_at, here

_SMALL = {facts.name, servers.name, "outages"}


@contextmanager
def executed() -> Generator[list[tuple[str, Any]]]:
    """Collects every statement with its parameters that is sent to a database meanwhile."""
    sent: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_rest: object) -> None:
        sent.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def scans(connection: sqlite3.Connection, statement: str, parameters: Any) -> set[str]:
    """The tables that SQLite would go through from one end to the other, or all rows of them that are in one state."""
    if not statement.startswith(("SELECT", "UPDATE", "DELETE")):
        return set()
    steps = connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
    found = {words[1] for *_rest, step in steps if (words := step.split())[0] == "SCAN" and words[1] != "CONSTANT"}
    found |= {step for *_rest, step in steps if "state=?" in step}
    return found - {name for name in found if name.startswith(("(", "anon_", "subquery"))}


async def test_no_large_table_is_gone_through(fresh_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = await hall_at(address_of(fresh_file))
    await full_life(hall, monkeypatch)
    with executed() as sent:
        await Forgetting(hall.matches).forget(FAY)
    with closing(sqlite3.connect(fresh_file)) as connection:
        gone_through = {(statement, name) for one in sent for name in scans(connection, *one) for statement in one[:1]}
    await hall.database.close()
    assert len(sent) > 50 and {entry for entry in gone_through if entry[1] not in _SMALL} == set()


def test_whatever_refers_to_people_can_be_looked_up_by_them() -> None:
    for column in referring():
        indexes = [list(index.columns) for index in column.table.indexes]
        first = {columns[0] for columns in (*indexes, list(column.table.primary_key.columns))}
        assert column in first, f"the database looks for it in every row of {column.table} when somebody is forgotten"


async def test_others_come_to_their_turn_between_the_steps(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.actions.forgetting._AT_ONCE", 2)
    matches = [await rounds(hall, FAY, BEN) for _ in range(5)]
    for match in matches:
        await hall.matches.resign(here(BEN), match.id)
    order, replace_some = list[str](), store.replace_some

    async def replacing(*arguments: Any) -> Any:
        order.append(f"{len(arguments[3])} matches")
        return await replace_some(*arguments)

    async def others() -> None:
        for _ in range(2):
            await hall.table(host=BEN)
            order.append("a table")

    monkeypatch.setattr(store, "replace_some", replacing)
    await asyncio.gather(Forgetting(hall.matches).forget(FAY), others())
    assert [step for step in order if step != "a table"] == ["2 matches", "2 matches", "1 matches"]
    assert order[-1] != "a table"
