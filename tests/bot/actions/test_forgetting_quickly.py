"""Forgetting a person keeps nobody waiting, however much is stored about others."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.actions import privacy as privacy_actions
from bot.store import privacy as privacy_store
from bot.store.engine.schema.jobs import facts
from bot.store.engine.schema.servers import servers
from tests.bot.actions.lives import FAY, full_life, referring, rounds
from tests.bot.query_plans import executed, scans
from tests.bot.tables import BEN, Hall, address_of, hall_at, here

_SMALL = {facts.name, servers.name, "outages"}


async def test_no_large_table_is_gone_through(fresh_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = await hall_at(address_of(fresh_file))
    await full_life(hall, monkeypatch)
    with executed() as sent:
        await privacy_actions.forget(hall.matches, FAY)
    with closing(sqlite3.connect(fresh_file)) as connection:
        gone_through = {(statement, name) for one in sent for name in scans(connection, *one) for statement in one[:1]}
    await hall.database.close()
    assert len(sent) > 50 and {entry for entry in gone_through if entry[1] not in _SMALL} == set()


def test_whatever_refers_to_people_can_be_looked_up_by_them() -> None:
    for column in referring():
        indexes = [list(index.columns) for index in column.table.indexes]
        first = {columns[0] for columns in (*indexes, list(column.table.primary_key.columns))}
        assert column in first, f"the database looks for it in every row of {column.table} when a person is forgotten"


async def test_others_come_to_their_turn_between_the_steps(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.actions.privacy._AT_ONCE", 2)
    matches = [await rounds(hall, FAY, BEN) for _ in range(5)]
    for match in matches:
        await hall.matches.resign(here(BEN), match.id)
    order, replace_some = list[str](), privacy_store.replace_some

    async def replacing(*arguments: Any) -> Any:
        order.append(f"{len(arguments[3])} matches")
        return await replace_some(*arguments)

    async def others() -> None:
        await hall.open_challenge(host=BEN)
        order.append("a table")

    monkeypatch.setattr(privacy_store, "replace_some", replacing)
    await asyncio.gather(privacy_actions.forget(hall.matches, FAY), others())
    assert [step for step in order if step != "a table"] == ["2 matches", "2 matches", "1 matches"]
    assert order[-1] != "a table"
