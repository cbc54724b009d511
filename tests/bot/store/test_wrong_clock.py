"""A machine whose clock was ahead by a year: what it has claimed and put off is taken up as soon as the clock is right."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, insert

from bot.model.match import Match
from bot.model.notice import Notice
from bot.store.engine.claims import DueItem
from bot.store.engine.database import Connection
from bot.store.engine.schema.delivery import outbox as outbox_table
from bot.store.engine.schema.servers import servers
from bot.store.jobs import boards, notices, old_boards, panels
from tests.bot.tables import BEN, SERVER, Hall

_YEAR = timedelta(days=365)
_Due = Callable[[Connection, datetime, int], Awaitable[Sequence[DueItem]]]
_KINDS: dict[str, tuple[_Due, Any]] = {
    "boards": (boards.due, boards),
    "notices": (notices.due, notices),
    "old boards": (old_boards.due, old_boards),
    "panels": (panels.due, panels),
}
each_kind = pytest.mark.parametrize("kind", _KINDS)


async def _fill(hall: Hall) -> None:
    """One of each kind is due now, which is in the year in which the machine believes to be."""
    match = await hall.running()
    shown: Match = replace(match, place=replace(match.place, message_id=5))
    async with hall.database.write() as connection:
        await connection.execute(delete(outbox_table))
        await connection.execute(
            insert(servers).values(
                id=SERVER, uses_threads=False, theme="light", panel_channel_id=7, panel_due_at=hall.clock()
            )
        )
        await boards.announce(connection, match.id, hall.clock(), is_new_message=True)
        await notices.add(connection, match, BEN.id, Notice.TURN, hall.clock())
        await old_boards.abandon(connection, await old_boards.leave(connection, shown, hall.clock()))


async def _number(hall: Hall, kind: str) -> int:
    """What is due of a kind."""
    async with hall.database.read() as connection:
        [waiting] = await _KINDS[kind][0](connection, hall.clock(), 9)
    return waiting.number


async def _claim(hall: Hall, kind: str, number: int) -> Any:
    async with hall.database.write() as connection:
        return await _KINDS[kind][1].claim(connection, number, hall.clock())


@each_kind
async def test_a_claim_of_another_year_is_none(hall: Hall, kind: str) -> None:
    hall.clock.at += _YEAR
    await _fill(hall)
    number = await _number(hall, kind)
    assert await _claim(hall, kind, number) is not None
    hall.clock.at -= _YEAR
    assert await _number(hall, kind) == number
    assert await _claim(hall, kind, number) is not None
    assert await _claim(hall, kind, number) is None, "and this one counts"


@each_kind
async def test_what_was_put_off_until_another_year_is_due(hall: Hall, kind: str) -> None:
    hall.clock.at += _YEAR
    await _fill(hall)
    number = await _number(hall, kind)
    claimed = await _claim(hall, kind, number)
    later: Any = hall.clock() + timedelta(minutes=1) if kind == "panels" else hall.clock()
    async with hall.database.write() as connection:
        await _KINDS[kind][1].put_back(connection, claimed, later)
    hall.clock.at -= _YEAR
    assert await _number(hall, kind) == number and await _claim(hall, kind, number) is not None


@each_kind
async def test_a_clock_that_is_ahead_by_seconds_takes_nothing_from_anybody(hall: Hall, kind: str) -> None:
    await _fill(hall)
    number = await _number(hall, kind)
    hall.clock.at += timedelta(seconds=30)
    assert await _claim(hall, kind, number) is not None
    hall.clock.at -= timedelta(seconds=30)
    assert await _claim(hall, kind, number) is None
