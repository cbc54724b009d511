"""Backing up a running SQLite database: the copy is whole, of one moment, and nobody has to wait for it."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.hosting.checking import CheckSummary, check
from bot.hosting.databases import back_up
from bot.model.errors import DatabaseUnusable
from bot.model.match import State
from bot.store.engine.database import Database
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, address_of, all_games, dump, hall_at, here


def integrity(file: Path, connect: Callable[[Path], sqlite3.Connection] = sqlite3.connect) -> str:
    with closing(connect(file)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone()[0]


async def test_a_copy_has_everything_that_was_stored_and_can_be_used(fresh_file: Path, tmp_path: Path) -> None:
    hall = await hall_at(address_of(fresh_file))
    match = await hall.running(game=STICKS, moves=["roll"])
    size = back_up(hall.url, tmp_path / "copy.db")
    await hall.matches.resign(here(BEN), match.id)
    assert size == (tmp_path / "copy.db").stat().st_size and integrity(tmp_path / "copy.db") == "ok"
    copy = await hall_at(address_of(tmp_path / "copy.db"))
    there = await copy.matches.load(match.id)
    assert there.state is State.RUNNING and there.history.tokens == match.history.tokens
    again = await copy.matches.resign(here(ADA), match.id)
    assert again.state is State.FINISHED
    assert (await copy.challenge()).id == match.id + 1, "numbers go on where they were"
    await copy.database.close()
    await hall.database.close()


async def test_copies_that_are_made_while_others_write_are_whole(fresh_file: Path, tmp_path: Path) -> None:
    hall = await hall_at(address_of(fresh_file))
    done = asyncio.Event()

    async def play() -> None:
        while not done.is_set():
            match = await hall.running(game=STICKS, moves=["roll", "one"])
            await hall.matches.resign(here(ADA), match.id)

    async def copy() -> list[Path]:
        copies = [tmp_path / f"copy{number}.db" for number in range(4)]
        for target in copies:
            await asyncio.to_thread(back_up, hall.url, target)
        done.set()
        return copies

    copies, _ = await asyncio.gather(copy(), play())
    report: list[str] = []
    tallies = [await check(address_of(target), report.append, all_games()) for target in copies]
    assert report == [] and [integrity(target) for target in copies] == ["ok"] * 4
    assert sorted(tallies, key=lambda tally: tally.moves) == tallies, "a later copy has what an earlier one has"
    await hall.database.close()


async def test_a_copy_includes_changes_that_only_the_write_ahead_log_holds(fresh_file: Path, tmp_path: Path) -> None:
    hall = await hall_at(address_of(fresh_file))
    await hall.running(moves=["a4<c4"])
    assert fresh_file.with_name("furlong.db-wal").stat().st_size > 0
    back_up(hall.url, tmp_path / "copy.db")
    copy = await Database.open(address_of(tmp_path / "copy.db"))
    known = {"facts": [("place", "nowhere")]}  # by which a start sees that it was restored
    assert await dump(copy) == await dump(hall.database) | known
    await copy.close()
    await hall.database.close()


def test_nobody_is_kept_from_writing_while_a_copy_is_made(
    fresh_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, written = sqlite3.connect, list[int]()

    def write() -> int:
        with closing(connect(fresh_file, timeout=0)) as writer, writer:
            written.append(writer.execute("INSERT INTO people VALUES (?, 'Ada', '')", (len(written),)).rowcount)
        return 0

    def connect_and_write_meanwhile(address: str, *, uri: bool) -> sqlite3.Connection:
        connection = connect(address, uri=uri)
        if "immutable" not in address:  # the process that makes the copy
            connection.set_progress_handler(write, 500)
        return connection

    monkeypatch.setattr("sqlite3.connect", connect_and_write_meanwhile)
    back_up(address_of(fresh_file), tmp_path / "copy.db")
    assert integrity(tmp_path / "copy.db", connect) == "ok"
    with closing(connect(tmp_path / "copy.db")) as copy:
        (copied,) = copy.execute("SELECT count(*) FROM people").fetchone()
    assert copied < len(written), "the copy is of one moment, and what came after is not in it"


def test_a_copy_does_not_change_the_database(fresh_file: Path, tmp_path: Path) -> None:
    before = fresh_file.read_bytes()
    back_up(address_of(fresh_file), tmp_path / "copy.db")
    assert fresh_file.read_bytes() == before


def test_only_the_host_can_read_a_copy(fresh_file: Path, tmp_path: Path) -> None:
    back_up(address_of(fresh_file), tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0


async def test_a_copy_contains_no_deleted_data(fresh_file: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(fresh_file)) as connection:
        connection.execute("INSERT INTO people VALUES (1, 'Fay Forgotten', '')")
        connection.commit()
        connection.execute("DELETE FROM people")
        connection.commit()
    back_up(address_of(fresh_file), tmp_path / "copy.db")
    assert b"Forgotten" not in (tmp_path / "copy.db").read_bytes()


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_an_existing_file_is_never_overwritten(fresh_file: Path, tmp_path: Path, kind: str) -> None:
    target = tmp_path / "copy.db"
    if kind == "file":
        target.write_bytes(b"mine")
    elif kind == "folder":
        target.mkdir()
    else:
        target.symlink_to(tmp_path / "nowhere")
    before = {file: file.lstat() for file in tmp_path.iterdir() if file != fresh_file}
    with pytest.raises(FileExistsError, match="is there already; choose another name, or remove it first"):
        back_up(address_of(fresh_file), target)
    assert {file: file.lstat() for file in tmp_path.iterdir() if file != fresh_file} == before


def test_a_folder_that_is_missing_is_an_error_of_the_system(fresh_file: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        back_up(address_of(fresh_file), tmp_path / "nowhere" / "copy.db")


def test_a_database_that_is_damaged_is_not_copied_and_nothing_is_left(fresh_file: Path, tmp_path: Path) -> None:
    content = bytearray(fresh_file.read_bytes())
    content[4096 * 3 : 4096 * 6] = os.urandom(4096 * 3)
    fresh_file.write_bytes(content)
    folder = tmp_path / "copies"
    folder.mkdir()
    with pytest.raises(DatabaseUnusable, match=r"it cannot be copied: |it is damaged"):
        back_up(address_of(fresh_file), folder / "copy.db")
    assert list(folder.iterdir()) == []


def test_a_copy_that_fails_at_the_end_leaves_nothing(
    fresh_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_part: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bot.store.engine.restores.flush", fail)
    folder = tmp_path / "copies"
    folder.mkdir()
    with pytest.raises(OSError, match="No space left"):
        back_up(address_of(fresh_file), folder / "copy.db")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql+asyncpg://owner@host/name", "use pg_dump"),
        ("sqlite+aiosqlite://", "in memory"),
        ("sqlite+aiosqlite:///nowhere.db", "there is no file nowhere.db"),
    ],
)
def test_a_database_that_cannot_be_copied_this_way_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DatabaseUnusable, match=sentence):
        back_up(url, tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


async def test_a_copy_of_an_empty_database_opens(fresh_file: Path, tmp_path: Path) -> None:
    back_up(address_of(fresh_file), tmp_path / "copy.db")
    assert await check(address_of(tmp_path / "copy.db"), print) == CheckSummary()
