"""Settings as they are stored."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from bot.actions import puzzles, settings
from bot.model.clock import Terms
from bot.model.jobs import Kind
from bot.model.refusals.people import OverInThatZone
from bot.model.refusals.settings import NotTextChannel
from bot.model.servers import Server
from bot.model.settings import USUAL, Preferences, QuietHours, Reach
from bot.records.puzzles import shipped
from bot.store import people as people_store
from bot.store import settings as setting_store
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.servers import servers
from bot.store.jobs import queue
from tests.bot.queue import news, stored_jobs
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, FURL, SERVER, Hall, hall_at, here

OTHER = CHANNEL + 1


async def _panel(hall: Hall) -> tuple[int | None, timedelta | None]:
    """The message of the panel, and the time until it is due."""
    async with hall.database.read() as connection:
        row = (await connection.execute(select(servers).where(servers.c.id == SERVER))).one()
    due_at = next((job.due_at for job in await stored_jobs(hall.database, Kind.PANEL)), None)
    return row.panel_message_id, None if due_at is None else due_at - hall.clock.at


async def _post(hall: Hall, message_id: int) -> None:
    async with hall.database.write() as connection:
        posted = {"panel_message_id": message_id}
        await connection.execute(update(servers).where(servers.c.id == SERVER).values(**posted))
        await connection.execute(update(jobs).where(jobs.c.kind == Kind.PANEL).values(due_at=None))


@pytest.mark.alone
async def test_two_who_change_different_things_at_once_do_not_undo_each_others(hall: Hall) -> None:
    other = await hall_at(hall.url)
    await asyncio.gather(
        settings.settle(hall.matches, SERVER, lambda before: replace(before, days=7)),
        settings.settle(other.matches, SERVER, lambda before: replace(before, theme="night")),
        settings.settle(hall.matches, SERVER, lambda before: replace(before, uses_threads=True)),
        settings.prefer(other.matches, ADA, lambda before: replace(before, reach=Reach.DIRECT)),
        settings.prefer(hall.matches, ADA, lambda before: replace(before, time_zone="Asia/Tokyo")),
    )
    await other.database.close()
    assert await settings.of_server(hall.matches, SERVER) == Server(7, uses_threads=True, theme="night")
    assert await settings.of_person(hall.matches, ADA.id) == Preferences(Reach.DIRECT, "Asia/Tokyo")


async def test_a_change_that_is_refused_leaves_nothing(hall: Hall) -> None:
    def refused(_before: Server) -> Server:
        raise NotTextChannel(CHANNEL)

    async with hall.refusing(NotTextChannel):
        await settings.settle(hall.matches, SERVER, refused)


async def test_a_panel_that_moves_leaves_its_message_to_a_person_who_moved_it(hall: Hall) -> None:
    await settings.settle(hall.matches, SERVER, lambda before: replace(before, panel_channel_id=CHANNEL))
    await _post(hall, 7)
    moved = await settings.settle(hall.matches, SERVER, lambda before: replace(before, panel_channel_id=OTHER))
    assert moved.old_panel == (CHANNEL, 7) and await _panel(hall) == (None, timedelta())
    await _post(hall, 8)
    removed = await settings.settle(hall.matches, SERVER, lambda before: replace(before, panel_channel_id=None))
    assert removed.old_panel == (OTHER, 8) and await _panel(hall) == (None, None)


async def test_a_name_of_any_length_and_a_change_of_it_are_kept_with_the_preferences(hall: Hall) -> None:
    await settings.prefer(hall.matches, replace(ADA, name="x" * 300), lambda before: replace(before, reach=Reach.BOTH))
    assert (await settings.of_person(hall.matches, ADA.id)).reach is Reach.BOTH


async def test_weekends_that_clocks_pause_are_those_of_each_players_time_zone(hall: Hall) -> None:
    hall.clock.at = datetime(2030, 1, 4, 12, tzinfo=UTC)  # a Friday
    day = timedelta(days=1)
    await settings.prefer(hall.matches, BEN, lambda before: replace(before, time_zone="Asia/Tokyo"))
    match = await hall.running(terms=Terms(days=1, pauses_weekends=True))
    assert match.deadline == hall.clock.at + 3 * day, "Ada's weekend is UTC's"
    match = (await hall.matches.play(here(ADA), match.id, "a4<c4")).match
    assert match.deadline == hall.clock.at + 3 * day
    hall.clock.go_on(days=1)  # the weekend has begun both in Tokyo and in UTC
    match = (await hall.matches.play(here(BEN), match.id, match.position.legal_moves()[0])).match
    assert match.deadline == datetime(2030, 1, 8, tzinfo=UTC)
    match = (await hall.matches.play(here(ADA), match.id, match.position.legal_moves()[0])).match
    assert match.deadline == datetime(2030, 1, 7, 15, tzinfo=UTC), "in Tokyo the week begins nine hours sooner"


async def test_in_another_time_zone_the_clocks_that_run_pause_on_its_weekends(hall: Hall) -> None:
    hall.clock.at = datetime(2030, 1, 5, 12, tzinfo=UTC)  # a Saturday
    match = await hall.running(terms=Terms(days=1, pauses_weekends=True))
    other = await hall.running(terms=Terms(days=1))
    before = await news(hall.database, other.id)
    await settings.prefer(hall.matches, ADA, lambda known: replace(known, time_zone="Asia/Tokyo"))
    assert (await hall.matches.load(match.id)).deadline == datetime(2030, 1, 7, 15, tzinfo=UTC)
    assert (await hall.matches.load(other.id)).deadline == other.deadline
    assert not (await news(hall.database, match.id))[-1], "the board shows it"
    assert len(await news(hall.database, other.id)) == len(before)


async def test_nobody_loses_on_time_by_choosing_another_time_zone(hall: Hall) -> None:
    hall.clock.at = datetime(2030, 1, 3, 20, tzinfo=UTC)  # a Thursday
    await settings.prefer(hall.matches, ADA, lambda before: replace(before, time_zone="Pacific/Auckland"))
    match = await hall.running(terms=Terms(days=1, pauses_weekends=True))
    assert match.deadline == datetime(2030, 1, 6, 20, tzinfo=UTC)
    hall.clock.go_on(days=2)
    async with hall.refusing(OverInThatZone):
        await settings.prefer(hall.matches, ADA, lambda before: replace(before, time_zone="Pacific/Honolulu"))
    await hall.matches.play(here(ADA), match.id, "a4<c4")
    await settings.prefer(hall.matches, ADA, lambda before: replace(before, time_zone="Pacific/Honolulu"))


async def test_where_no_puzzles_ship_none_is_posted_every_day(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await settings.settle(hall.matches, SERVER, lambda before: replace(before, puzzle_channel_id=CHANNEL))
    for games, posted in ((set[str](), 0), ({FURL.key}, 1)):
        known = {game: shipped(game) for game in games}
        monkeypatch.setattr(puzzles, "shipped", known.get)
        await puzzles.lay_out_daily(hall.matches)
        assert len(await stored_jobs(hall.database, Kind.DAILY_PUZZLE)) == posted


async def test_of_those_who_asked_for_open_challenges_one_is_told_one_later_and_one_never(hall: Hall) -> None:
    match, noon = await hall.open_challenge(host=DAN), 12 * 60
    resting = replace(USUAL, quiet=QuietHours(noon - 60, noon + 60))
    async with hall.database.write() as connection:
        await connection.execute(jobs.delete())
        for person in (ADA, BEN, CLEO):
            await people_store.remember(connection, person)
            await setting_store.keep_lookouts(connection, SERVER, person.id, {FURL.key})
        await setting_store.call(connection, match, hall.clock.at)
        claim = await queue.claim(connection, Kind.CALL, match.id, hall.clock.at)
    assert claim is not None
    everybody, willing = [ADA.id, BEN.id, CLEO.id], {ADA.id: USUAL, BEN.id: resting}
    assert await settings.to_be_told_now(hall.matches, claim, everybody, willing) == [ADA.id]
    left = {job.person_id: (job.due_at, job.claimed_until) for job in await stored_jobs(hall.database, Kind.CALL)}
    assert left == {
        ADA.id: (hall.clock.at, claim.until),
        BEN.id: (hall.clock.at + timedelta(hours=1), None),
    }
