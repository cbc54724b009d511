"""Opening a database: the files that it makes, the databases that it refuses, and that a refusal changes nothing."""

import asyncio
import shutil
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.errors import DatabaseUnusable
from bot.store.engine.database import Database
from bot.store.engine.engines import driver_url
from tests.bot.tables import address_of, dump


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """The bytes and the time of every file, by name."""
    return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in folder.iterdir()}


async def why_not(url: str) -> str:
    """The reason why the database cannot be opened, which is one line."""
    with pytest.raises(DatabaseUnusable) as caught:
        await (await Database.open(url)).close()
    reason = str(caught.value)
    assert reason
    assert "\n" not in reason
    return reason


async def test_two_that_open_a_new_database_at_the_same_time_both_find_its_tables(empty_url: str) -> None:
    opened = await asyncio.gather(*(Database.open(empty_url) for _ in range(3)), return_exceptions=True)
    found = [database for database in opened if isinstance(database, Database)]
    dumps = [await dump(database) for database in found]
    for database in found:
        await database.close()
    assert [tables["matches"] for tables in dumps] == [[], [], []], opened


async def test_a_path_may_have_any_characters(tmp_path: Path) -> None:
    inside = tmp_path.joinpath("100%", "a b", "50%20off", "what?", "#1", "ä→ö", "a'b")
    inside.mkdir(parents=True)
    await (await Database.open(address_of(inside / "some games.db"))).close()
    assert list(contents(inside)) == ["some games.db"]


async def test_a_plain_path_with_spaces_and_percent_signs_needs_no_escaping(tmp_path: Path) -> None:
    file = tmp_path / "100% of my games.db"
    await (await Database.open(f"sqlite:///{file}")).close()
    assert list(contents(tmp_path)) == [file.name]


async def test_a_database_in_memory_works_for_many_at_once() -> None:
    database = await Database.open("sqlite://")
    try:
        dumps = await asyncio.gather(*(dump(database) for _ in range(4)))
        assert all(found["matches"] == [] for found in dumps)
    finally:
        await database.close()


def make_newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


async def test_a_database_of_a_newer_version_is_refused_and_not_touched(fresh_file: Path) -> None:
    make_newer(fresh_file)
    before = contents(fresh_file.parent)
    reason = await why_not(address_of(fresh_file))
    assert "newer version" in reason
    assert "9999" in reason
    assert contents(fresh_file.parent) == before


def crash_after(statement: str, file: Path) -> Path:
    """A folder with the files of a program that crashed after it committed a statement."""
    left = file.parent / "left"
    left.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()
        for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
            shutil.copy(file.with_name(name), left)
    return left


@pytest.mark.parametrize("state", ["0000", "ae1027a6acf", "9999x"])
async def test_a_database_in_a_state_that_no_version_had_is_not_called_newer(fresh_file: Path, state: str) -> None:
    make_newer(fresh_file)
    with closing(sqlite3.connect(fresh_file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (state,))
        connection.execute("DELETE FROM facts WHERE key = 'tables work with'")
    reason = await why_not(address_of(fresh_file))
    assert "newer" not in reason and state in reason and "nothing was changed" in reason


async def test_side_files_left_by_a_crash_of_a_newer_version_are_not_touched(fresh_file: Path) -> None:
    left = crash_after("UPDATE alembic_version SET version_num = '9999'", fresh_file)
    before = contents(left)
    assert set(before) == {"furlong.db", "furlong.db-wal", "furlong.db-shm"}
    assert "9999" in await why_not(address_of(left / "furlong.db"))
    assert contents(left) == before


async def test_a_newer_version_that_is_running_is_not_disturbed(fresh_file: Path) -> None:
    with closing(sqlite3.connect(fresh_file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
        connection.execute("BEGIN IMMEDIATE")
        assert "9999" in await why_not(address_of(fresh_file))
        connection.execute("INSERT INTO facts VALUES ('still', 'here')")
        connection.commit()


def modes(folder: Path) -> dict[str, int]:
    """The permissions of every file, by name."""
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


async def test_a_new_database_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    database = await Database.open(address_of(tmp_path / "furlong.db"))
    try:
        await dump(database)
        assert modes(tmp_path) == dict.fromkeys(("furlong.db", "furlong.db-wal", "furlong.db-shm"), 0o600)
    finally:
        await database.close()


async def test_a_database_that_everybody_could_read_is_so_no_longer(fresh_file: Path) -> None:
    left = crash_after("INSERT INTO facts VALUES ('kept', 'in the log')", fresh_file)
    for file in left.iterdir():
        file.chmod(0o644)
    database = await Database.open(address_of(left / "furlong.db"))
    try:
        await dump(database)
        assert modes(left) == dict.fromkeys(("furlong.db", "furlong.db-wal", "furlong.db-shm"), 0o600)
    finally:
        await database.close()


async def test_files_that_are_refused_keep_their_permissions(fresh_file: Path) -> None:
    make_newer(fresh_file)
    letter = fresh_file.with_name("letter.txt")
    letter.write_text("Dear Ada,\n" * 1000)
    for file in (fresh_file, letter):
        file.chmod(0o644)
        await why_not(address_of(file))
    assert modes(fresh_file.parent) == {"furlong.db": 0o644, "letter.txt": 0o644}


async def test_a_database_whose_permissions_are_not_ours_to_change_is_opened(
    fresh_file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_path: Path, _mode: int) -> None:
        raise PermissionError

    fresh_file.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", refuse)
    await (await Database.open(address_of(fresh_file))).close()
    assert "furlong.db" in caplog.text and "others" in caplog.text


async def test_side_files_left_by_a_crash_of_this_version_are_read(fresh_file: Path) -> None:
    left = crash_after("INSERT INTO facts VALUES ('kept', 'in the log')", fresh_file)
    database = await Database.open(address_of(left / "furlong.db"))
    try:
        assert (await dump(database))["facts"] == [("kept", "in the log")]
    finally:
        await database.close()


async def make_another(url: str) -> None:
    database = await Database.open(url)
    async with database.write() as connection:
        await connection.exec_driver_sql("DROP TABLE facts")
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await database.close()


async def test_a_newer_database_is_refused_even_if_its_tables_are_others(empty_url: str) -> None:
    await make_another(empty_url)
    assert "9999" in await why_not(empty_url)
    assert "9999" in await why_not(empty_url)


async def test_a_file_that_is_not_a_database_is_refused_and_stays_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada,\n" * 1000)
    before = contents(tmp_path)
    assert "not a database" in await why_not(address_of(file))
    assert contents(tmp_path) == before


async def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    reason = await why_not(address_of(tmp_path / "nowhere" / "furlong.db"))
    assert str(tmp_path / "nowhere") in reason
    assert not (tmp_path / "nowhere").exists()


async def test_a_folder_is_not_a_database(tmp_path: Path) -> None:
    assert "cannot be opened" in await why_not(address_of(tmp_path))


async def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the address of a socket must be short
    with closing(socket.socket(socket.AF_UNIX)) as unreadable:  # for everyone: permissions do not stop the superuser
        unreadable.bind("furlong.db")
        assert "cannot be opened" in await why_not(address_of(tmp_path / "furlong.db"))


async def test_tables_of_another_program_are_not_mixed_with_ours(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE matches (lit INTEGER)")
    assert "already exists" in await why_not(address_of(file))
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("matches",)]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "furlong.db",
        "sqlite:furlong.db",
        "sqlite://host/furlong.db",
        "sqlite:///furlong.db?timeout=long",
        "sqlite:////tmp/\0.db",
        "mysql://user@host/furlong",
        "https://example.org",
        "postgresql://host:port/furlong",
        "postgresql://user@127.0.0.1:99999/furlong",
        "postgresql://user@127.0.0.1:1/furlong?nonsense=1",
        "postgresql://user@127.0.0.1:1/furlong",
    ],
)
async def test_an_address_that_will_not_do_is_answered_in_one_line(url: str) -> None:
    await why_not(url)


async def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert "furlong-bot[postgres]" in await why_not("postgresql://user@127.0.0.1/furlong")


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        ("sqlite:///a.db", "sqlite+aiosqlite:///a.db"),
        ("sqlite+pysqlite:////a.db", "sqlite+aiosqlite:////a.db"),
        ("postgres://u:p%40ss@h:5/d", "postgresql+asyncpg://u:p%40ss@h:5/d"),
        ("postgresql+psycopg://h/d", "postgresql+asyncpg://h/d"),
        ("postgresql://h/d?sslmode=require", "postgresql+asyncpg://h/d?ssl=require"),
        ("postgres://h/d?sslmode=disable&pgbouncer=true", "postgresql+asyncpg://h/d?ssl=disable"),
        ("postgres://h/d?channel_binding=prefer", "postgresql+asyncpg://h/d"),
        ("postgres://h/d?target_session_attrs=read-write", "postgresql+asyncpg://h/d?target_session_attrs=read-write"),
    ],
)
def test_the_driver_is_filled_in(url: str, meant: str) -> None:
    assert driver_url(url) == meant
    assert driver_url(meant) == meant


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("channel_binding=require", "channel_binding=require asks for what its driver cannot do: leave it out"),
        ("sslmode=always", "sslmode=always is none of disable, allow, prefer, require, verify-ca, verify-full"),
        ("sslrootcert=/etc/ca.pem", "sslrootcert does not belong in the address: set the variable PGSSLROOTCERT"),
        ("connect_timeout=soon", "connect_timeout must be a number of seconds"),
        ("schema=public&sslmode=require", "schema=… is not understood"),
    ],
)
def test_a_part_of_an_address_that_will_not_do_is_named(query: str, sentence: str) -> None:
    with pytest.raises(DatabaseUnusable) as caught:
        driver_url(f"postgresql://me:secret@127.0.0.1/furlong?{query}")
    assert sentence in str(caught.value) and "secret" not in str(caught.value) and "\n" not in str(caught.value)
