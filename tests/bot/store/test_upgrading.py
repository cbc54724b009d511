"""Upgrades beside processes of an older version: migrations that only add to the tables, and those that do not."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.model.errors import DatabaseUnusable
from bot.model.shards import ALL
from bot.store.engine import facts, processes, upgrading
from bot.store.engine.database import Database

_MIGRATION = """
from alembic import op

revision = "{revision}"
down_revision = "{before}"
{works_with}

def upgrade():
    op.execute("{up}")


def downgrade():
    op.execute("{down}")
"""
_ADDS = "ALTER TABLE facts ADD COLUMN note VARCHAR(10)", "ALTER TABLE facts DROP COLUMN note"
_REMOVES = _ADDS[1], _ADDS[0]


@dataclass
class LaterVersions:
    """Versions of Furlong that have more migrations than this one, all of them in a folder."""

    folder: Path
    newest: str

    def add(self, revision: str, change: tuple[str, str], works_with: str | None = None) -> None:
        """Add a migration that makes and undoes a change, and says which version works with the tables then."""
        up, down = change
        file = _MIGRATION.format(
            revision=revision,
            before=self.newest,
            up=up,
            down=down,
            works_with="" if works_with is None else f'works_with = "{works_with}"\n',
        )
        (self.folder / f"{revision}_later.py").write_text(file, encoding="utf-8")
        self.newest = revision

    @contextmanager
    def installed(self) -> Generator[None]:
        """The version with all migrations so far, instead of this one."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(upgrading, "VERSIONS", (*upgrading.VERSIONS, self.folder))
            _look_anew()
            yield
        _look_anew()


def _look_anew() -> None:
    upgrading.known_revisions.cache_clear()
    upgrading.newest_revisions.cache_clear()


@pytest.fixture
def later(tmp_path: Path) -> LaterVersions:
    """Later versions, none so far."""
    folder = tmp_path / "later versions"
    folder.mkdir()
    return LaterVersions(folder, upgrading.newest_revision())


async def _enter(database: Database) -> int:
    """Have another process work with a database, of the version that is installed now."""
    with pytest.MonkeyPatch.context() as elsewhere:
        elsewhere.setattr(processes, "this_machine", lambda: "other boot")
        async with database.write() as connection:
            return await processes.enter(connection, ALL, datetime.now(UTC), database.revision)


async def _columns(database: Database) -> set[str]:
    async with database.read() as connection:
        return set((await connection.execute(text("SELECT * FROM facts"))).keys())


async def test_something_is_added_to_the_tables_while_an_older_process_works_with_them(
    empty_url: str, later: LaterVersions
) -> None:
    older = await Database.open(empty_url)
    await _enter(older)
    later.add("9000", _ADDS, works_with=older.revision)
    with later.installed():
        newer = await Database.open(empty_url)
    assert await _columns(newer) == {"key", "value", "note"}
    async with older.write() as connection:
        await facts.put(connection, "still", "here")
    for database in (older, newer):
        await database.close()


async def test_an_older_version_starts_on_tables_to_which_a_newer_one_has_only_added(
    empty_url: str, later: LaterVersions
) -> None:
    await (await Database.open(empty_url)).close()
    later.add("9000", _ADDS, works_with=upgrading.newest_revision())
    with later.installed():
        await (await Database.open(empty_url)).close()
    older = await Database.open(empty_url)
    assert await _columns(older) == {"key", "value", "note"}
    await older.close()


async def test_tables_are_changed_once_every_process_at_work_knows_what_was_added_for_it(
    empty_url: str, later: LaterVersions
) -> None:
    older = await Database.open(empty_url)
    number = await _enter(older)
    later.add("9000", _ADDS, works_with=older.revision)
    with later.installed():
        newer = await Database.open(empty_url)
        await _enter(newer)
    later.add("9001", _REMOVES, works_with="9000")
    with later.installed():
        with pytest.raises(DatabaseUnusable, match=r"^an older Furlong works with it \(process [0-9]+ on other\)"):
            await Database.open(empty_url)
        assert "note" in await _columns(newer)
        async with older.write() as connection:
            await processes.remove(connection, [number])
        newest = await Database.open(empty_url)
        assert await _columns(newest) == {"key", "value"}
    with pytest.raises(DatabaseUnusable, match=r"written by a newer version of Furlong \(its tables are at 9001\)"):
        await Database.open(empty_url)
    for database in (older, newer, newest):
        await database.close()


async def test_new_tables_are_refused_while_processes_of_an_older_version_are_at_work(
    empty_url: str, later: LaterVersions
) -> None:
    older, now = await Database.open(empty_url), datetime.now(UTC)
    number = await _enter(older)
    with pytest.raises(DatabaseUnusable, match=r"^a Furlong works with it \(process [0-9]+ on other\)"):
        await older.go_back(older.revision)
    later.add("9000", _ADDS)
    with later.installed():
        with pytest.raises(DatabaseUnusable, match=r"an older Furlong works with it \(process [0-9]+ on other\)"):
            await Database.open(empty_url)
        async with older.write() as connection:
            await processes.renew(connection, number, now - timedelta(minutes=1))
        await (await Database.open(empty_url)).close()  # it was silent for a minute, so it has crashed
    await older.close()


async def test_several_steps_at_once_are_refused_if_one_of_them_does_not_serve_a_process_at_work(
    empty_url: str, later: LaterVersions
) -> None:
    older = await Database.open(empty_url)
    await _enter(older)
    later.add("9000", _ADDS, works_with=older.revision)
    later.add("9001", _REMOVES, works_with="9000")
    with later.installed(), pytest.raises(DatabaseUnusable, match="an older Furlong works with it"):
        await Database.open(empty_url)
    assert "note" not in await _columns(older)
    await older.close()


async def test_tables_that_were_led_back_keep_only_older_versions_away(empty_url: str, later: LaterVersions) -> None:
    await (await Database.open(empty_url)).close()
    first = upgrading.newest_revision()
    later.add("9000", _ADDS)
    with later.installed():
        newer = await Database.open(empty_url)
        await newer.go_back(first)
        await newer.close()
    older = await Database.open(empty_url)
    assert await _columns(older) == {"key", "value"}
    await older.close()
    with later.installed():
        await (await Database.open(empty_url)).close()
    with pytest.raises(DatabaseUnusable, match="written by a newer version"):
        await Database.open(empty_url)
