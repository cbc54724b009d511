"""The work of the clock goes on behind damaged matches, however many there are."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from bot.actions import weeks
from bot.model.jobs import Kind
from bot.model.match import State
from bot.model.servers import Server
from bot.model.weeks import WeekResult
from bot.store import settings as setting_store
from bot.store import weeks as store
from bot.store.engine.database import Connection
from bot.store.engine.schema.jobs import jobs
from rules.core import Game
from tests.bot.actions.test_deadlines import begun, pass_time
from tests.bot.queue import due_jobs, stored_jobs
from tests.bot.tables import ADA, BEN, ELSEWHERE, SERVER, Hall, here, update_match

DAY = timedelta(days=1)


@pytest.mark.logs_errors
async def test_many_damaged_matches_do_not_keep_the_others_from_being_flagged(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.actions.deadlines._BATCH", 2)
    damaged, whole = [await begun(hall) for _ in range(7)], [await begun(hall) for _ in range(3)]
    async with hall.database.write() as connection:
        for match in damaged:
            await update_match(connection, match.id, {"seats": 3})
    await pass_time(hall, 3 * DAY)
    assert {(await hall.matches.load(match.id)).state for match in whole} == {State.FINISHED}
    assert f"the clock of match {damaged[-1].id} could not be kept" in caplog.text


async def test_several_offers_in_one_match_are_one_that_is_due(hall: Hall) -> None:
    first, second = await begun(hall), await begun(hall)
    await hall.matches.offer_draw(here(ADA), first.id)
    await hall.matches.ask_takeback(here(BEN), first.id)
    hall.clock.go_on(hours=1)
    await hall.matches.offer_draw(here(ADA), second.id)
    hall.clock.go_on(days=7)
    found = [job.match_id for job in await stored_jobs(hall.database, Kind.OFFER) if job.due_at is not None]
    assert found == [first.id, second.id] and len(await due_jobs(hall.matches, Kind.OFFER)) == 2


@pytest.mark.logs_errors
async def test_a_damaged_week_of_one_server_does_not_keep_others_from_their_reviews(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = store.results

    async def results(
        connection: Connection, server_id: int, since: datetime, until: datetime, games: Mapping[str, Game]
    ) -> Sequence[WeekResult]:
        if server_id == min(SERVER, ELSEWHERE):
            raise ValueError("damaged")
        return await whole(connection, server_id, since, until, games)

    monkeypatch.setattr(store, "results", results)
    async with hall.database.write() as connection:
        for server_id in (SERVER, ELSEWHERE):
            await setting_store.lock_server(connection, server_id)
            await setting_store.set_server(connection, server_id, Server(review_channel_id=7))
    await weeks.lay_out(hall.matches)
    async with hall.database.read() as connection:
        made = (await connection.scalars(select(jobs.c.server_id).where(jobs.c.kind == Kind.WEEKLY_REVIEW))).all()
    assert made == [max(SERVER, ELSEWHERE)] and "the week of server" in caplog.text
