"""Moving a database: everything arrives unchanged, in both directions; a failure is one line and changes nothing."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copy
from sqlite3 import connect
from typing import Any

import pytest
from sqlalchemy import Table

from bot.actions import analysis
from bot.actions.heartbeats import Heartbeat
from bot.hosting.checking import check
from bot.hosting.databases import MoveFailed, move
from bot.model.shards import Shards
from bot.store.engine import copying, processes
from bot.store.engine.database import Connection
from bot.store.jobs import boards
from tests.bot.actions.lives import full_life
from tests.bot.store.test_migrations import make_old
from tests.bot.tables import ADA, BEN, Hall, address_of, all_games, dump, hall_at, here


def _silent(_line: str) -> None:
    pass


async def test_everything_arrives_as_it_was_and_comes_back_the_same(
    hall: Hall, empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "CHUNK", 3)
    lived = await full_life(hall, monkeypatch)
    last = await hall.challenge(BEN)
    shown = replace(lived["won"], place=replace(lived["won"].place, message_id=1))
    async with hall.database.write() as connection:
        [gone] = await boards.leave(connection, shown, hall.clock())
        await boards.forget_old(connection)
    before, report = await dump(hall.database), list[str]()
    await move(hall.url, empty_url, report.append, all_games())
    moved = await hall_at(empty_url)
    assert await dump(moved.database) == before and f"matches: {len(before['matches'])} rows" in report
    back = address_of(tmp_path / "back.db")
    await move(empty_url, back, _silent, all_games())
    assert await _rows(back) == before
    assert (await check(back, _silent, all_games())).wrong == 0
    assert (await moved.challenge(BEN)).id == last.id + 1, "numbers go on where they were"
    async with moved.database.write() as connection:
        [left] = await boards.leave(connection, shown, hall.clock())
        assert left.first.id == gone.first.id + 3, "also those of rows that are gone: the challenge has the two between"
    won = await moved.matches.resign(here(ADA), (await moved.running()).id)
    assert won.result is not None
    await moved.database.close()


async def _rows(url: str) -> object:
    there = await hall_at(url)
    found = await dump(there.database)
    await there.database.close()
    return found


async def test_a_target_that_is_not_empty_is_left_as_it_is(hall: Hall, migrated_file: Path, tmp_path: Path) -> None:
    await hall.running()
    async with hall.refusing(MoveFailed) as caught:
        await move(address_of(migrated_file), hall.url, _silent, all_games())
    assert str(caught.value).startswith("TARGET is not empty: it has rows in the table ")
    strange = tmp_path / "strange.db"
    with closing(connect(strange)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = strange.read_bytes()
    with pytest.raises(MoveFailed, match="a table named recipes that is not Furlong's"):
        await move(hall.url, address_of(strange), _silent, all_games())
    assert strange.read_bytes() == before and sorted(tmp_path.glob("strange*")) == [strange]


async def test_a_copy_that_is_not_whole_is_undone_and_can_be_tried_again(
    hall: Hall, empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.running(moves=("a4<c4", "e5<e4"))
    add = copying.add_rows

    async def lose_one(connection: Connection, to: Table, rows: Sequence[Any]) -> None:
        await add(connection, to, rows[1:] if to.name == "moves" else rows)

    monkeypatch.setattr(copying, "add_rows", lose_one)
    with pytest.raises(MoveFailed, match="TARGET has not taken all 2 rows of the table moves"):
        await move(hall.url, empty_url, _silent, all_games())
    monkeypatch.setattr(copying, "add_rows", add)
    await move(hall.url, empty_url, _silent, all_games())


async def test_a_host_who_moves_the_data_of_a_running_bot_is_warned(hall: Hall, tmp_path: Path) -> None:
    for name, ahead, is_told in (("a.db", timedelta(minutes=5), False), ("b.db", timedelta(), True)):
        hall.clock.at = datetime.now(UTC) - ahead
        await Heartbeat(hall.matches, timedelta(minutes=1)).beat()
        report: list[str] = []
        await move(hall.url, address_of(tmp_path / name), report.append, all_games())
        assert report[0].startswith("A bot was at work with SOURCE just now.") is is_told


async def test_a_host_is_warned_of_a_bot_that_has_only_begun_to_connect(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(processes, "this_machine", lambda: "other boot")
        async with hall.database.write() as connection:
            await processes.enter(connection, Shards.parse("0-3/16"), datetime.now(UTC), hall.database.revision)
    report: list[str] = []
    await move(hall.url, address_of(tmp_path / "copy.db"), report.append, all_games())
    assert report[0].startswith("A bot was at work with SOURCE just now.")


@pytest.mark.parametrize(
    ("source", "target", "sentence"),
    [
        ("nowhere.db", "new.db", "SOURCE cannot be used: there is no file "),
        ("old.db", "new.db", "SOURCE cannot be used: its tables are those of an older Furlong; the command migrate"),
        ("furlong.db", "missing/new.db", "TARGET cannot be used: there is no folder "),
        ("furlong.db", "text.txt", "TARGET cannot be used: it cannot be read: file is not a database"),
    ],
)
async def test_a_database_that_cannot_be_moved_is_one_line(
    fresh_file: Path, tmp_path: Path, source: str, target: str, sentence: str
) -> None:
    await make_old(address_of(tmp_path / "old.db"))
    (tmp_path / "text.txt").write_text("no database " * 1000, encoding="utf-8")
    with pytest.raises(MoveFailed) as caught:
        await move(address_of(tmp_path / source), address_of(tmp_path / target), _silent, all_games())
    assert str(caught.value).startswith(sentence) and "\n" not in str(caught.value)
    assert not (tmp_path / "new.db").exists()


async def test_addresses_that_are_none_are_one_line_that_hides_passwords(fresh_file: Path) -> None:
    for target in ("mysql://me:secret@host/x", "nonsense", "postgresql://me:secret@127.0.0.1:1/furlong", "sqlite://"):
        with pytest.raises(MoveFailed) as caught:
            await move(address_of(fresh_file), target, _silent)
        assert str(caught.value).startswith("TARGET cannot be used: ") and "secret" not in str(caught.value)


async def _with_unfit_note(file: Path, text: str) -> int:
    """An SQLite database with a note that an earlier version has stored; returns the match."""
    hall = await hall_at(address_of(file))
    match = await hall.running()
    await hall.database.close()
    with closing(connect(file)) as connection:
        row = (match.id, ADA.id, text, 0)
        connection.execute("INSERT INTO notes (match_id, person_id, text, written_at) VALUES (?, ?, ?, ?)", row)
        connection.commit()
    return match.id


async def test_a_text_that_only_sqlite_holds_is_named_by_its_row_and_nothing_is_moved(
    migrated_file: Path, tmp_path: Path, empty_url: str
) -> None:
    file = Path(copy(migrated_file, tmp_path / "old.db"))
    number = await _with_unfit_note(file, "so\0far")
    with pytest.raises(MoveFailed) as caught:
        await move(address_of(file), empty_url, _silent)
    assert f"the table notes with match_id {number}, person_id {ADA.id} has in its column text" in str(caught.value)
    assert "--mend" in str(caught.value) and "far" not in str(caught.value)


async def test_such_a_text_is_moved_without_what_does_not_fit_if_the_host_says_so(
    migrated_file: Path, tmp_path: Path, empty_url: str
) -> None:
    file, report = Path(copy(migrated_file, tmp_path / "old.db")), list[str]()
    number = await _with_unfit_note(file, "so\0far")
    await move(address_of(file), empty_url, report.append, mends=True)
    assert [line for line in report if "it is copied without what does not fit" in line]
    moved = await hall_at(empty_url)
    assert (await analysis.read(moved.matches, here(ADA), number))[1] == "so\N{REPLACEMENT CHARACTER}far"
    await moved.database.close()


async def test_a_number_that_no_column_holds_stops_a_move_even_then(
    migrated_file: Path, tmp_path: Path, empty_url: str
) -> None:
    file = Path(copy(migrated_file, tmp_path / "old.db"))
    number = await _with_unfit_note(file, "fine")
    with closing(connect(file)) as connection:
        connection.execute("UPDATE matches SET bank = ?", (2**40,))
        connection.commit()
    with pytest.raises(MoveFailed, match=f"the table matches with id {number} has in its column bank a number beyond"):
        await move(address_of(file), empty_url, _silent, mends=True)
