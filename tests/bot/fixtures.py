"""Fixtures for tests of the store and of matches, which `tests.bot.conftest` registers."""

import shutil
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

import pytest
import pytest_asyncio
from aiosqlite import core
from sqlalchemy import Connection, Engine
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite

from bot.model.fairness import Fairness
from bot.model.match import first_revision
from bot.store import match_changes
from bot.store.engine import copying, database, engines, restores
from bot.store.engine.database import Database
from rules.dice import commitment
from tests.bot.quick_postgres import SharedTables, with_fewer_questions, with_pings
from tests.bot.quick_sqlite import without_threads
from tests.bot.tables import KINDS, Hall, address_of, hall_at, postgres_database, run

_Dialect = SQLiteDialect_aiosqlite | PGDialect_asyncpg
_Initialize = Callable[[Any, Connection], None]
_FACES: Final = ("tests/bot/api/", "tests/bot/web/")


@pytest.fixture
def known_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every match the same secret, and so the same map."""
    monkeypatch.setattr("bot.actions.challenges.Fairness.seal", lambda: Fairness(bytes(32), commitment(bytes(32))))


@pytest.fixture(scope="session", autouse=True)
def _statements_compiled_once() -> Generator[None]:
    """Let all engines of a driver share compiled statements, which saves a sixth of each test with a bot."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "_compiled_cache", _Compiled(), raising=False)
        for dialect in (SQLiteDialect_aiosqlite, PGDialect_asyncpg):
            patch.setattr(dialect, "initialize", _first_initialized(dialect.initialize))
            # The dialect is part of the key. One made for another engine with the same driver is as good.
            patch.setattr(dialect, "__hash__", _hash_of_driver)
            patch.setattr(dialect, "__eq__", _is_for_same_driver)
        yield


class _Compiled:
    """The compiled statements of engines, as an attribute of theirs."""

    def __init__(self) -> None:
        self._shared: dict[Any, Any] = {}

    def __get__(self, engine: Engine, _: object) -> Any:
        return self._shared if isinstance(engine.dialect, _Dialect) else vars(engine)["compiled"]

    def __set__(self, engine: Engine, own: object) -> None:
        vars(engine)["compiled"] = own


@pytest.fixture(scope="session", autouse=True)
def _sqlite_is_quick() -> Generator[None]:
    """Run SQLite without threads and without waiting for the disk, because no test loses power."""
    with pytest.MonkeyPatch.context() as patch:
        without_threads(patch)
        patch.setattr(engines, "SYNCHRONOUS", "OFF")
        yield


@pytest.fixture(scope="session", autouse=True)
def _postgres_is_quick() -> Generator[None]:
    """Ask PostgreSQL nothing whose answer is known."""
    with pytest.MonkeyPatch.context() as patch:
        with_fewer_questions(patch)
        yield


@pytest.fixture
def pings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try each connection to PostgreSQL before its use, as in production."""
    with_pings(monkeypatch)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run SQLite with threads, as in production; use this fixture before others."""
    monkeypatch.setattr(core, "SimpleQueue", SimpleQueue)
    monkeypatch.setattr(core, "Thread", Thread)


@pytest.fixture
def syncs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite wait for the disk, as in production."""
    monkeypatch.setattr(engines, "SYNCHRONOUS", "FULL")


@pytest.fixture(scope="session", autouse=True)
def _databases_are_where_they_were() -> Generator[None]:
    """Do not look whether a database was restored, because most tests begin with a copy of one that was prepared."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "settle", _nothing)
        yield


@pytest.fixture(scope="session", autouse=True)
def _first_revisions_are_zero() -> Generator[None]:
    """Let matches begin with the revision 0, so that tests can name their boards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_changes, "first_revision", lambda: 0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _numbers_have_no_gaps() -> Generator[None]:
    """Let numbers that are drawn by lot be 1, 2, 3, so that tests can name their seasons."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(copying, "LARGEST_GAP", 1)
        yield


@pytest.fixture
def any_first_revision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let matches begin with any revision, as in production."""
    monkeypatch.setattr(match_changes, "first_revision", first_revision)


async def _nothing(_engine: object) -> None:
    """Leave a database as it is."""


@pytest.fixture
def settles(fresh_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look whether a database was restored, as in production, once the one of the test is prepared."""
    assert fresh_file.exists()
    monkeypatch.setattr(database, "settle", restores.settle)


def _first_initialized(initialize: _Initialize) -> _Initialize:
    """The first engine of a driver asks the database for its properties, and later ones reuse the answer."""
    found: dict[str, Any] = {}

    def initialize_once(dialect: _Dialect, connection: Connection) -> None:
        if not found:
            before = dict(vars(dialect))
            initialize(dialect, connection)
            found.update({name: value for name, value in vars(dialect).items() if before.get(name, found) is not value})
        vars(dialect).update(found)

    return initialize_once


def _hash_of_driver(dialect: _Dialect) -> int:
    return hash(type(dialect))


def _is_for_same_driver(dialect: _Dialect, other: object) -> bool:
    return type(dialect) is type(other)


@pytest.fixture
def every_result_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rated matches count however early they end, new accounts or not, for tests of their effect on ratings."""
    monkeypatch.setattr("bot.model.ratings.FEWEST_MOVES", 0)
    monkeypatch.setattr("bot.actions.change.QUICK_WIN", -1)


@pytest.fixture
def without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the same people have any number of matches and challenges."""
    for module, names in {
        "bot.actions.challenges": ("MOST_OPEN", "MOST_WITHDRAWN", "MOST_AT_ONCE"),
        "bot.model.challenges": ("MOST_INVITATIONS", "MOST_TOGETHER", "MOST_ALONE"),
    }.items():
        for name in names:
            monkeypatch.setattr(f"{module}.{name}", 1_000_000)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with up-to-date, empty tables, to be copied."""
    file = tmp_path_factory.mktemp("template") / "furlong.db"

    async def make() -> None:
        await (await Database.open(address_of(file))).close()

    run(make())
    return file


@pytest.fixture
def fresh_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the migrated file for one test.

    Where Discord is simulated, the bot has been started with it before, unless the test has the marker `first_start`.
    """
    has_started = "simcord_env" in request.fixturenames and request.node.get_closest_marker("first_start") is None
    file: Path = (
        request.getfixturevalue("earlier_start").file if has_started else request.getfixturevalue("migrated_file")
    )
    return Path(shutil.copy(file, tmp_path / "furlong.db"))


@pytest.fixture(scope="session")
def migrated_postgres() -> Generator[SharedTables]:
    """A PostgreSQL database with up-to-date tables, shared by all tests, one after the other."""
    with postgres_database() as url:

        async def make() -> None:
            await (await Database.open(url)).close()

        run(make())
        with closing(SharedTables(url)) as shared:
            yield shared


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on each kind of database.

    The page and the interface for programs ask for nothing that the tests of actions and of the store don't have done
    by each kind. Their tests run on SQLite alone, unless they have the marker `each_database`: for what happens at once
    or is done for a face only.
    """
    if "fresh_url" in metafunc.fixturenames:
        is_of_face = metafunc.definition.nodeid.startswith(_FACES)
        is_marked = metafunc.definition.get_closest_marker("each_database") is not None
        metafunc.parametrize("fresh_url", KINDS[:1] if is_of_face and not is_marked else KINDS, indirect=True)


@pytest.fixture
def fresh_url(request: pytest.FixtureRequest) -> str:
    """The address of a database whose tables are up to date and empty."""
    if request.param == "sqlite":
        return address_of(request.getfixturevalue("fresh_file"))
    shared: SharedTables = request.getfixturevalue("migrated_postgres")
    shared.empty()
    return shared.url


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Generator[str]:
    """The address of a database without any tables."""
    if request.param == "sqlite":
        yield address_of(tmp_path / "new.db")
        return
    with postgres_database() as url:
        yield url


@pytest_asyncio.fixture
async def hall(fresh_url: str) -> AsyncGenerator[Hall]:
    """A hall in an empty database, in which Sticks can be played too."""
    opened = await hall_at(fresh_url)
    yield opened
    await opened.database.close()
