"""Databases with which several processes work: new tables, and what was known before there were shards."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, insert, select

from bot.model.shards import Shard, Shards
from bot.store import heartbeats
from bot.store.engine import database, processes
from bot.store.engine.database import Database
from bot.store.engine.errors import DatabaseUnusable
from bot.store.engine.schema.processes import facts, outages
from tests.bot.tables import address_of


def _upgrade_to(connection: Connection, revision: str) -> None:
    command.upgrade(database._configuration(connection), revision)  # pyright: ignore[reportPrivateUsage]


async def test_the_sign_of_life_of_an_older_version_is_that_of_every_server(tmp_path: Path) -> None:
    url, noon = address_of(tmp_path / "old.db"), datetime(2026, 1, 1, 12, tzinfo=UTC)
    old = database._engine(url)  # pyright: ignore[reportPrivateUsage]
    async with old.begin() as connection:
        await connection.run_sync(_upgrade_to, "0011")
        await connection.execute(insert(facts).values(key="heartbeat", value=noon.isoformat()))
        await connection.execute(insert(facts).values(key="clocks reckoned up to match", value="7"))
    await old.dispose()
    opened = await Database.open(url)
    async with opened.write() as connection:
        assert await heartbeats.all_signs(connection) == {Shard(0, 1): heartbeats.SignOfLife(noon, 7)}
        assert (await connection.execute(select(facts))).all() == []
        assert await connection.scalar(select(outages.c.shard_total)) in (None, 1)
    await opened.close()


async def test_new_tables_are_refused_while_processes_of_an_older_version_are_at_work(
    fresh_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, now = await Database.open(fresh_url), datetime.now(UTC)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(processes, "this_machine", lambda: "other boot")
        async with opened.write() as connection:
            number = await processes.enter(connection, Shards.parse("0-3/16"), now)
    monkeypatch.setattr(database, "_newest_revisions", lambda: frozenset({"9999"}))
    with pytest.raises(DatabaseUnusable, match=r"an older Furlong works with it \(process [0-9]+ on other\)"):
        await Database.open(fresh_url)
    async with opened.write() as connection:
        await processes.renew(connection, number, now - timedelta(minutes=1))
    await (await Database.open(fresh_url)).close()  # it was silent for a minute: it has crashed
    await opened.close()
