"""Panels in the database: due some seconds after a change, edited by one process at a time, and no change is missed."""

import asyncio
from datetime import datetime, timedelta

import pytest

from bot.actions import settings
from bot.actions.matches import on_panel
from bot.model.clock import Terms
from bot.model.jobs import Claim, Kind
from bot.model.match import Match
from bot.model.servers import Server
from bot.store.engine.conditions import CLAIM
from bot.store.jobs import boards, queue, server_posts
from bot.store.jobs.queue import EVERY
from tests.bot.queue import claim_job, due_jobs, stored_jobs
from tests.bot.tables import ADA, BEN, CLEO, SERVER, Hall, hall_at, here

_PANEL = 77


@pytest.fixture(autouse=True)
async def _has_panel(hall: Hall) -> None:
    await settle(hall, _PANEL)


async def settle(hall: Hall, channel_id: int | None) -> None:
    """Set the channel of the panel, which is due at once."""
    await settings.settle(hall.matches, SERVER, lambda _before: Server(panel_channel_id=channel_id))


async def show(hall: Hall, match: Match) -> Match:
    """Let a process be about to show a change of a match."""
    async with hall.database.write() as connection:
        claimed = await queue.claim(connection, Kind.BOARD, match.id, hall.clock())
        assert claimed is not None
        await boards.finish(connection, claimed, hall.clock())
    return match


async def message(hall: Hall) -> int | None:
    """The message of the panel."""
    return (await settings.of_server(hall.matches, SERVER)).panel_message_id


async def due_at(hall: Hall) -> datetime | None:
    return next((job.due_at for job in await stored_jobs(hall.database, Kind.PANEL)), None)


async def due(hall: Hall) -> list[int]:
    """The servers whose panels are due."""
    numbers = {waiting.number for waiting in await due_jobs(hall.matches, Kind.PANEL)}
    return [job.server_id for job in await stored_jobs(hall.database, Kind.PANEL) if job.id in numbers]


async def claim(hall: Hall) -> Claim | None:
    [panel] = await stored_jobs(hall.database, Kind.PANEL)
    return await claim_job(hall.matches, Kind.PANEL, panel.id)


async def shown(hall: Hall, message_id: int = 5) -> bool:
    """Edit the panel without a problem."""
    mine = await claim(hall)
    assert mine is not None
    return await finish(hall, mine, message_id)


async def finish(hall: Hall, mine: Claim, message_id: int = 5) -> bool:
    async with hall.database.write() as connection:
        return await server_posts.panel_posted(connection, mine, message_id, hall.clock())


async def test_a_panel_is_due_some_seconds_after_the_first_change(hall: Hall) -> None:
    await shown(hall)
    assert await due(hall) == []
    match = await show(hall, await hall.running())
    first = hall.clock()
    hall.clock.go_on(seconds=4)
    await show(hall, (await hall.matches.play(here(ADA), match.id, "a4<c4")).match)
    assert await due(hall) == [] and await due_at(hall) == first + EVERY
    hall.clock.go_on(seconds=6)
    assert await due(hall) == [SERVER]


@pytest.mark.parametrize("seconds", [1, 60, 109, 110, 115, 119])
async def test_a_change_while_it_is_renewed_is_not_missed(hall: Hall, seconds: int) -> None:
    mine = await claim(hall)
    assert mine is not None
    hall.clock.go_on(seconds=seconds)
    await show(hall, await hall.running())
    await finish(hall, mine)
    renewed_at = await due_at(hall)
    assert renewed_at is not None and hall.clock() < renewed_at <= hall.clock() + EVERY


async def test_one_process_at_a_time_renews_it(hall: Hall) -> None:
    other = await hall_at(hall.url)
    other.clock.at = hall.clock.at
    won = await asyncio.gather(*(claim(one) for one in (hall, other) * 5))
    await other.database.close()
    assert sum(one is not None for one in won) == 1
    hall.clock.go_on(seconds=CLAIM.total_seconds() + 1)
    assert await claim(hall) is not None, "the process that had it is gone"


async def test_changes_are_no_reason_to_try_sooner_what_cannot_be_posted(hall: Hall) -> None:
    mine = await claim(hall)
    assert mine is not None
    async with hall.database.write() as connection:
        await queue.put_back(connection, mine, hall.clock() + timedelta(hours=1))
    await show(hall, await hall.running())
    assert await due_at(hall) == hall.clock() + timedelta(hours=1)


async def test_a_panel_that_moves_while_it_is_renewed_is_due_in_its_new_place(hall: Hall) -> None:
    mine = await claim(hall)
    assert mine is not None
    await settle(hall, _PANEL + 1)
    assert not await finish(hall, mine), "the message just sent is not wanted"
    again = await claim(hall)
    assert again is not None and again.first.channel_id == _PANEL + 1 and await message(hall) is None


async def test_a_match_that_cannot_be_shown_in_its_channel_is_listed_all_the_same(hall: Hall) -> None:
    await shown(hall)
    match = await hall.running()
    async with hall.database.write() as connection:
        claimed = await queue.claim(connection, Kind.BOARD, match.id, hall.clock())
        assert claimed is not None
        await boards.put_back(connection, claimed, hall.clock(), timedelta(minutes=1))
    assert await due_at(hall) == hall.clock() + EVERY


async def test_due_panels_name_their_channels_and_busy_ones_are_left_out(hall: Hall) -> None:
    assert await due(hall) == [SERVER]
    assert [one.channel for one in await due_jobs(hall.matches, Kind.PANEL)] == [_PANEL]
    assert await due_jobs(hall.matches, Kind.PANEL, busy=(_PANEL,)) == []


async def test_without_a_panel_nothing_is_ever_due(hall: Hall) -> None:
    await settle(hall, None)
    await show(hall, await hall.running())
    hall.clock.go_on(days=1)
    assert await due_at(hall) is None and await due(hall) == []


async def test_for_a_new_discord_it_is_posted_anew(hall: Hall) -> None:
    await shown(hall)
    await hall.matches.announce_again()
    mine = await claim(hall)
    assert mine is not None and await message(hall) is None


async def test_it_lists_the_running_matches_of_its_server_those_with_the_least_time_first(hall: Hall) -> None:
    endless = await hall.running()
    late = await hall.running(BEN, CLEO, terms=Terms(days=9))
    soon = await hall.running(terms=Terms(days=2))
    await hall.matches.resign(here(ADA), (await hall.running()).id)
    await hall.challenge()
    found = await hall.matches.running(SERVER, 9)
    first = await hall.matches.running(SERVER, 1)
    assert await hall.matches.running(SERVER + 1, 9) == []
    assert [match.id for match in found] == [soon.id, late.id, endless.id]
    assert await on_panel(hall.matches, SERVER, 0, 2) == ([], found[:2], 3, ())
    assert [match.id for match in first] == [soon.id]
