"""A machine whose clock was a year ahead: its claims and postponed jobs are due as soon as the clock is right."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import insert

from bot.model.jobs import Claim, Kind, Notice
from bot.model.match import Match
from bot.store.engine.schema.servers import servers
from bot.store.jobs import boards, queue, server_posts
from tests.bot.queue import claim_job, due_jobs, forget_jobs
from tests.bot.tables import BEN, SERVER, Hall

_YEAR = timedelta(days=365)
_KINDS = (Kind.BOARD, Kind.NOTICE, Kind.OLD_BOARD, Kind.PANEL)
each_kind = pytest.mark.parametrize("kind", _KINDS)


async def _fill(hall: Hall) -> None:
    """Make one job of each kind due now, in the year of the machine's wrong clock."""
    match = await hall.running()
    shown: Match = replace(match, place=replace(match.place, message_id=5))
    async with hall.database.write() as connection:
        await forget_jobs(connection, Kind.BOARD)
        await connection.execute(
            insert(servers).values(id=SERVER, uses_threads=False, theme="light", panel_channel_id=7)
        )
        await server_posts.settle_panel(connection, SERVER, 7, hall.clock())
        await boards.announce(connection, match.id, hall.clock(), is_new_message=True)
        await boards.add_notice(connection, match, BEN.id, Notice.TURN, hall.clock())
        [left] = await boards.leave(connection, shown, hall.clock())
        await queue.abandon(connection, left, hall.clock())


async def _number(hall: Hall, kind: Kind) -> int:
    """The due jobs of a kind."""
    [waiting] = await due_jobs(hall.matches, kind, 9)
    return waiting.number


async def _claim(hall: Hall, kind: Kind, number: int) -> Claim | None:
    return await claim_job(hall.matches, kind, number)


@each_kind
async def test_a_claim_of_another_year_is_none(hall: Hall, kind: Kind) -> None:
    hall.clock.at += _YEAR
    await _fill(hall)
    number = await _number(hall, kind)
    assert await _claim(hall, kind, number) is not None
    hall.clock.at -= _YEAR
    assert await _number(hall, kind) == number
    assert await _claim(hall, kind, number) is not None
    assert await _claim(hall, kind, number) is None, "and this one counts"


@each_kind
async def test_jobs_put_off_until_another_year_are_due(hall: Hall, kind: Kind) -> None:
    hall.clock.at += _YEAR
    await _fill(hall)
    number = await _number(hall, kind)
    claimed = await _claim(hall, kind, number)
    assert claimed is not None
    async with hall.database.write() as connection:
        await queue.put_back(connection, claimed, hall.clock() + timedelta(minutes=1))
    hall.clock.at -= _YEAR
    assert await _number(hall, kind) == number and await _claim(hall, kind, number) is not None


@each_kind
async def test_a_clock_that_is_ahead_by_seconds_takes_nothing_from_anybody(hall: Hall, kind: Kind) -> None:
    await _fill(hall)
    number = await _number(hall, kind)
    hall.clock.at += timedelta(seconds=30)
    assert await _claim(hall, kind, number) is not None
    hall.clock.at -= timedelta(seconds=30)
    assert await _claim(hall, kind, number) is None
