"""The regular work for the servers of a process's shards is found by an index, however much is stored."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.actions import departures
from bot.model.jobs import Kind
from bot.model.shards import Shards
from bot.store.jobs import queue
from tests.bot.actions.lives import full_life
from tests.bot.actions.test_deadlines import DAY
from tests.bot.actions.test_forgetting_quickly import executed, scans
from tests.bot.actions.test_shards import keeper
from tests.bot.tables import address_of, hall_at

_WAITING = {"plans"}
"""Tables that contain nothing but pending work, and are empty once that is done."""

_SMALL = {"facts", "outages", "heartbeats", "processes", "servers"} | _WAITING


async def test_no_large_table_is_gone_through(fresh_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = await hall_at(address_of(fresh_file))
    await full_life(hall, monkeypatch)
    kept, shards = keeper(hall, "0-7/16"), Shards.parse("0-7/16")
    await kept.deadlines.tend()
    hall.clock.at += timedelta(days=2)
    with executed() as sent:
        await kept.deadlines.tend()
        async with hall.database.read() as connection:
            await queue.due(connection, tuple(Kind), hall.clock.at + DAY, 5, (), shards)
        await departures.compare(hall.matches, (), shards)
        await departures.delete(hall.matches, (), shards)
    with closing(sqlite3.connect(fresh_file)) as connection:
        gone_through = {(statement, name) for one in sent for name in scans(connection, *one) for statement in one[:1]}
    await hall.database.close()
    assert len(sent) > 12 and {entry for entry in gone_through if entry[1] not in _SMALL} == set()
