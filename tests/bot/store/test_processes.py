"""Databases used by several processes, and changes of their tables."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.model.errors import DatabaseUnusable
from bot.model.shards import Shards
from bot.store.engine import processes, upgrading
from bot.store.engine.database import Database


async def test_new_tables_are_refused_while_processes_of_an_older_version_are_at_work(
    fresh_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, now = await Database.open(fresh_url), datetime.now(UTC)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(processes, "this_machine", lambda: "other boot")
        async with opened.write() as connection:
            number = await processes.enter(connection, Shards.parse("0-3/16"), now)
    monkeypatch.setattr(upgrading, "newest_revisions", lambda: frozenset({"9999"}))
    with pytest.raises(DatabaseUnusable, match=r"an older Furlong works with it \(process [0-9]+ on other\)"):
        await Database.open(fresh_url)
    async with opened.write() as connection:
        await processes.renew(connection, number, now - timedelta(minutes=1))
    await (await Database.open(fresh_url)).close()  # it was silent for a minute, so it has crashed
    await opened.close()
