"""A new database has exactly the tables of the schema, and migrations lead there from the tables of older versions."""

import re
from collections.abc import Generator
from inspect import getsource as inspect_source
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text, update
from sqlalchemy.ext.asyncio import create_async_engine

from bot.actions import jobs as jobs_due
from bot.model.challenges import Proposal
from bot.model.jobs import Kind
from bot.store.engine import upgrading
from bot.store.engine.database import Database
from bot.store.engine.schema import METADATA
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import moves, records
from bot.store.engine.upgrading import alembic_configuration
from tests.bot.actions.lives import full_life
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, CHANNEL, SERVER, Hall, dump, hall_at, here
from tools.migration import make_first_tables


async def make_old(url: str) -> None:
    """Make a database without any migration."""
    database = await Database.open(url)
    async with database.write() as connection:
        await connection.run_sync(METADATA.drop_all)
        await connection.execute(text("DELETE FROM alembic_version"))
    await database.close()


async def make_first(url: str) -> None:
    """Make a database with the tables of the first version."""
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(make_first_tables)
    await engine.dispose()


async def lived_in(url: str, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A hall in a database of the first version, brought up to date, with rows in every table."""
    await make_first(url)
    hall = await hall_at(url)
    await full_life(hall, monkeypatch)
    return hall


def test_a_step_that_only_adds_names_as_old_a_furlong_as_the_step_before_it() -> None:
    """Otherwise a Furlong two steps back is refused, though none of the steps has changed what it knows."""
    scripts = [*ScriptDirectory.from_config(alembic_configuration()).walk_revisions()][::-1]
    for before, step in pairwise(scripts):
        only_adds = not re.search(r"op\.(drop|alter|rename)|delete\(|RENAME", inspect_source(step.module.upgrade))
        if only_adds and hasattr(step.module, "works_with"):
            oldest = getattr(before.module, "works_with", before.revision)
            assert step.module.works_with == oldest, f"{step.revision} works with {oldest}, too"


_LATER: Final = """
import sqlalchemy as sa
from alembic import op

revision = "9000"
down_revision = "{newest}"


def upgrade():
    op.create_table("later", sa.Column("id", sa.Integer, primary_key=True))
    op.execute("INSERT INTO later SELECT count(*) FROM matches")


def downgrade():
    op.drop_table("later")
"""


@pytest.fixture
def later_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[None]:
    """A Furlong with one more migration, 9000, which adds a table with one row."""
    [newest] = upgrading.newest_revisions()
    folder = tmp_path / "later versions"
    folder.mkdir()
    (folder / "9000_later.py").write_text(_LATER.format(newest=newest), encoding="utf-8")
    monkeypatch.setattr(upgrading, "VERSIONS", (*upgrading.VERSIONS, folder))
    upgrading.known_revisions.cache_clear()
    upgrading.newest_revisions.cache_clear()
    yield
    upgrading.known_revisions.cache_clear()
    upgrading.newest_revisions.cache_clear()


def _downgrade(connection: Connection, revision: str) -> None:
    command.downgrade(alembic_configuration(connection), revision)


def _upgrade(connection: Connection, revision: str) -> None:
    command.upgrade(alembic_configuration(connection), revision)


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, METADATA))


def _told(index: Any) -> str:
    options = {option: str(value) for option, value in index.get("dialect_options", {}).items()}
    return str({**index, "dialect_options": options})


def _described(connection: Connection) -> dict[str, Any]:
    """The description of a database's tables; parts without an order are sorted."""
    inspector = inspect(connection)
    tables: dict[str, Any] = {
        name: {
            "columns": [
                (column["name"], {**column, "type": repr(column["type"])}) for column in inspector.get_columns(name)
            ],
            "key": inspector.get_pk_constraint(name),
            "foreign keys": sorted(map(str, inspector.get_foreign_keys(name))),
            "indexes": sorted(_told(index) for index in inspector.get_indexes(name)),
            "unique": sorted(map(str, inspector.get_unique_constraints(name))),
            "checks": sorted(map(str, inspector.get_check_constraints(name))),
        }
        for name in inspector.get_table_names()
        if name != "alembic_version"
    }
    if connection.dialect.name == "sqlite":  # which does not say whether the numbers of a column are reused
        counting = connection.scalars(
            text("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%' ORDER BY name")
        )
        tables["autoincrement"] = counting.all()
    return tables


async def test_a_database_that_does_not_exist_gets_exactly_the_tables_that_the_code_describes(empty_url: str) -> None:
    database = await Database.open(empty_url)
    try:
        assert await dump(database) == {table.name: [] for table in METADATA.sorted_tables}
        async with database.write() as connection:
            assert await connection.run_sync(_differences) == []
    finally:
        await database.close()


async def test_the_migrations_lead_from_the_tables_of_the_first_version_to_the_same(empty_url: str) -> None:
    await make_first(empty_url)
    database = await Database.open(empty_url)
    try:
        async with database.write() as connection:
            assert await connection.run_sync(_differences) == []
            migrated = await connection.run_sync(_described)
            await connection.run_sync(METADATA.drop_all)
            await connection.run_sync(METADATA.create_all)
            assert await connection.run_sync(_described) == migrated
    finally:
        await database.close()


@pytest.mark.sweep
@pytest.mark.usefixtures("later_version")
async def test_each_migration_can_be_taken_back_and_applied_again(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the newest version to the first, in a database with rows in every table."""
    hall = await lived_in(empty_url, monkeypatch)
    *scripts, _first = ScriptDirectory.from_config(alembic_configuration()).walk_revisions()
    assert scripts
    async with hall.database.write() as connection:
        for script in scripts:
            before = await connection.run_sync(_described)
            await connection.run_sync(_downgrade, "-1")
            assert await connection.run_sync(_described) != before, f"{script.revision} takes nothing back"
            await connection.run_sync(_upgrade, script.revision)
            assert await connection.run_sync(_described) == before, script.revision
            await connection.run_sync(_downgrade, "-1")
        await connection.run_sync(_upgrade, "head")
    await hall.database.close()


@pytest.mark.alone
async def test_what_was_played_is_the_same_after_a_way_back_to_a_row_for_each_entry(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await lived_in(empty_url, monkeypatch)
    values = {"seats": "- 0 1", "times": "1000 20 -3", "causes": [[2, "planned"]]}
    async with hall.database.write() as connection:
        await connection.execute(update(records).values(values))
    before = await dump(hall.database)
    [(number, tokens, *_)] = before["records"]
    async with hall.database.write() as connection:
        await connection.run_sync(_downgrade, "0027")
        rows = await connection.execute(select(moves).where(moves.c.match_id == number).order_by(moves.c.ply))
        assert [(*row[1:5], row.played_at.timestamp()) for row in rows] == [
            (1, tokens.split()[0], None, None, 1.0),
            (2, tokens.split()[1], 0, "planned", 1.02),
            (3, tokens.split()[2], 1, None, 1.017),
        ]
        await connection.run_sync(_upgrade, "head")
    after = await dump(hall.database)
    lost = {
        "jobs",
        "puzzle_days",
        "follows",
    }  # ends of tokens are told anew; when a puzzle was solved; who follows whom
    assert {name: rows for name, rows in after.items() if name not in lost} == {
        name: rows for name, rows in before.items() if name not in lost
    }
    await hall.database.close()


_ENDING: Final = (Kind.CHALLENGE, Kind.OFFER, Kind.COMPETITION)


async def _ends(hall: Hall) -> set[tuple[str, int, int | None, str | None, list[str], int]]:
    """The jobs that end something, and what their data is called."""
    async with hall.database.read() as connection:
        rows = (await connection.execute(select(jobs).where(jobs.c.kind.in_(_ENDING)))).all()
    return {(row.kind, row.server_id, row.match_id, row.name, *row.data, row.attempts) for row in rows}


async def test_what_ends_by_the_clock_gets_its_jobs_which_look_at_once(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await lived_in(empty_url, monkeypatch)
    await hall.matches.propose(here(ADA), SERVER, Proposal(ROUNDS, CHANNEL, seats=3, waits_days=7))
    before = await _ends(hall)
    assert {job[0] for job in before} == set(_ENDING)
    async with hall.database.write() as connection:
        await connection.run_sync(_downgrade, "0020")
    assert await _ends(hall) == set()
    async with hall.database.write() as connection:
        await connection.run_sync(_upgrade, "head")
    assert await _ends(hall) == before
    found = [await jobs_due.due(hall.matches, [kind], 100) for kind in _ENDING]
    assert sum(map(len, found)) == len(before), "so that each looks whether it is too soon"
    await hall.database.close()


@pytest.mark.usefixtures("later_version")
async def test_a_database_of_an_older_version_is_brought_up_to_date(empty_url: str) -> None:
    await make_first(empty_url)
    database = await Database.open(empty_url)
    try:
        async with database.read() as connection:
            assert (await connection.scalars(text("SELECT id FROM later"))).all() == [0]
            assert (await connection.scalars(text("SELECT version_num FROM alembic_version"))).all() == ["9000"]
    finally:
        await database.close()
