"""Columns return the values that were stored."""

from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.dialects import sqlite

from bot.store import people as people_store
from bot.store.engine import facts as fact_store
from bot.store.engine.schema import METADATA
from bot.store.engine.schema.jobs import facts
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.people import people
from bot.store.engine.schema.types import Instant
from tests.bot.tables import ADA, BEN, Hall, update_match


@given(st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1), timezones=st.timezones()))  # noqa: DTZ001
def test_an_instant_comes_back_to_the_millisecond_and_in_utc(instant: datetime) -> None:
    kind, dialect = Instant(), sqlite.dialect()
    stored = kind.process_bind_param(instant, dialect)
    found = kind.process_result_value(stored, dialect)
    assert found is not None
    assert found.tzinfo is UTC
    assert timedelta(0) <= instant - found < timedelta(milliseconds=1)
    assert kind.process_bind_param(found, dialect) == stored


def test_one_instant_is_stored_alike_from_every_time_zone() -> None:
    kind, dialect = Instant(), sqlite.dialect()
    noon = datetime(2030, 1, 1, 12, tzinfo=UTC)
    assert kind.process_bind_param(noon, dialect) == 1_893_499_200_000
    there = noon.astimezone(timezone(timedelta(hours=5, minutes=45)))
    assert kind.process_bind_param(there, dialect) == 1_893_499_200_000


@pytest.mark.parametrize("points", [None, (), (0, -3, 12)])
async def test_places_and_points_come_back_as_they_were(hall: Hall, points: tuple[int, ...] | None) -> None:
    match = await hall.running()
    values: dict[str, Any] = {"state": "finished", "ending": "rules", "places": (1, 1), "points": points}
    async with hall.database.write() as connection:
        await update_match(connection, match.id, values)
        is_null = await connection.scalar(select(matches.c.points.is_(None)).where(matches.c.id == match.id))
    result = (await hall.matches.load(match.id)).result
    assert result is not None
    assert (result.places, result.points, result.by, result.reason) == ((1, 1), points, None, "")
    assert is_null is (points is None)


async def test_sqlite_keeps_a_key_of_several_columns_once(fresh_file: Path) -> None:
    """Otherwise each row has an extra number, and the key an index: a quarter of the file."""
    with closing(connect(fresh_file)) as connection:
        names = connection.execute(
            "SELECT tbl_name FROM sqlite_master WHERE name LIKE 'sqlite_autoindex_%_1'"
        ).fetchall()
    twice = {name for (name,) in names if name in METADATA.tables and len(METADATA.tables[name].primary_key) > 1}
    long_rows, wrong_way = (
        {"plans", "notes", "analyses"},
        {"participants"},
    )  # its matches would be searched by state first
    assert twice == long_rows | wrong_way


async def test_ids_of_discord_keep_all_their_digits(hall: Hall) -> None:
    largest = 2**63 - 1
    async with hall.database.write() as connection:
        await people_store.remember(connection, type(ADA)(largest, "Zoe"))
        assert await connection.scalar(select(people.c.id).where(people.c.name == "Zoe")) == largest


async def test_a_name_is_kept_as_it_is_now_and_cut_where_it_is_too_long(hall: Hall) -> None:
    async with hall.database.write() as connection:
        for name in ("Ben", "Bén 🦊", "B" * 300):
            await people_store.remember(connection, type(BEN)(BEN.id, name))
            stored = await connection.scalar(select(people.c.name).where(people.c.id == BEN.id))
            assert stored == name[:100]


async def test_a_fact_is_kept_once(hall: Hall) -> None:
    async with hall.database.write() as connection:
        await fact_store.put(connection, "commands", "old")
        await fact_store.put(connection, "commands", "new")
    async with hall.database.read() as connection:
        assert [tuple(row) for row in await connection.execute(select(*facts.c))] == [("commands", "new")]
