"""The history that a new playground can begin with."""

import logging
import shutil
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.actions.rating_audits import audits
from bot.hosting.checking import check
from bot.model.jobs import Kind
from bot.model.match import State
from bot.store import audit
from bot.store.engine.database import Database
from bot.store.engine.schema.matches import matches
from studio.playground import demo
from tests.bot.queue import stored_jobs
from tests.bot.tables import address_of, dump

SMALL = {"furl": 1, "farlander": 1}


async def test_a_generated_past_has_consistent_finished_running_and_open_matches(fresh_file: Path) -> None:
    url, reply = address_of(fresh_file), list[str]()
    assert await demo.fill(url, SMALL)
    assert (await check(url, reply.append)).wrong == 0, reply
    database = await Database.open(url)
    async with database.read() as connection:
        stored = (await connection.execute(select(matches.c.id, matches.c.state))).all()
    to_be_shown = {job.match_id for job in await stored_jobs(database, Kind.BOARD)}
    [audit] = [audit async for audit in audits(database.read)]
    await database.close()
    assert Counter(match.state for match in stored) == {State.FINISHED: 2 + 6, State.RUNNING: 4 + 6, State.OPEN: 1}
    assert to_be_shown == {match.id for match in stored if match.state != State.FINISHED}
    assert audit.agrees and audit.counted > 0


async def test_nobody_runs_out_of_time_as_soon_as_a_generated_past_is_opened(
    fresh_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "_RESIGNS", 1.0)
    url = address_of(fresh_file)
    assert await demo.fill(url, {"farlander": 4})
    database = await Database.open(url)
    async with database.read() as connection:
        stored = (await connection.execute(select(matches).where(matches.c.state == State.RUNNING))).all()
    await database.close()
    assert len(stored) == 4 + 6
    assert all(match.to_move_id is not None and match.deadline > datetime.now(UTC) for match in stored)


async def test_a_database_with_matches_gets_no_other_past(fresh_file: Path) -> None:
    url = address_of(fresh_file)
    assert await demo.fill(url, {}, with_league=False)
    database = await Database.open(url)
    before = await dump(database)
    again = await demo.fill(url, {}, with_league=False)
    after = await dump(database)
    await database.close()
    assert not again and after == before


async def test_the_past_is_the_same_every_time_but_for_what_dice_decide(migrated_file: Path, tmp_path: Path) -> None:
    async def played(name: str) -> Sequence[tuple[str, tuple[str, ...]]]:
        url = address_of(Path(shutil.copy(migrated_file, tmp_path / name)))
        await demo.fill(url, SMALL, with_league=False)
        database = await Database.open(url)
        async with database.read() as connection:
            found = await audit.matches_after(connection, 0, 1_000)
        await database.close()
        assert sum(match.ply for match in found) > 100
        return [(match.game, match.record) for match in found if match.game != "farlander"]

    assert await played("one.db") == await played("two.db")


@pytest.mark.usefixtures("settles")
async def test_a_past_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(_author: object, _finished: object, *, with_league: bool) -> None:
        raise KeyboardInterrupt

    database = tmp_path / "demo.db"
    with monkeypatch.context() as interrupted:
        interrupted.setattr("studio.playground.demo._Author.write", fails)
        with pytest.raises(KeyboardInterrupt):
            await demo.create(database, {}, with_league=False)
    assert not database.exists()
    await demo.create(database, {}, with_league=False)
    with caplog.at_level(logging.WARNING):
        await (await Database.open(address_of(database))).close()
    assert not caplog.records, "it is where it was opened last, and skips no numbers"
    assert (await check(address_of(database), print)).matches > 0
    assert [file.name for file in tmp_path.iterdir() if "part" in file.name] == []
