"""A database that went back in time skips the numbers that were lost, on each kind of database."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final
from unittest.mock import Mock

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.actions import engines as engine_actions
from bot.actions import guests as guest_actions
from bot.actions import sessions, startup, tokens
from bot.actions.context import Context
from bot.hosting.databases import back_up, move, restored
from bot.hosting.health import check_writing
from bot.model.errors import DatabaseBusy
from bot.model.jobs import Kind
from bot.model.match import SKIPPED
from bot.model.refusals import BeforeRestore
from bot.model.sessions import Session
from bot.model.tokens import Scope
from bot.store import competitions as competition_store
from bot.store.engine import copying, engines, facts, restores
from bot.store.engine.database import Database
from bot.store.engine.engines import is_sqlite, named_file
from bot.store.engine.schema.competitions import competitions
from bot.store.engine.schema.matches import matches
from rules import GAMES
from tests.bot.actions.competitions.club import Club
from tests.bot.tables import (
    ADA,
    BEN,
    CLEO,
    DAN,
    Hall,
    address_of,
    dump,
    hall_at,
    here,
    on_server,
)

MONTH: Final = timedelta(days=30)
pytestmark = pytest.mark.usefixtures("settles")


async def _copy(url: str, folder: Path) -> Callable[[], Awaitable[None]]:
    """Copy a database that nobody uses, and return what puts the copy in its place."""
    if is_sqlite(url):
        back_up(url, folder / "copy.db")

        async def put_back() -> None:
            shutil.copyfile(folder / "copy.db", named_file(url))

        return put_back
    name = make_url(url).database
    await on_server(f"CREATE DATABASE {name}_copy TEMPLATE {name}")

    async def rename() -> None:
        await on_server(f"DROP DATABASE {name} WITH (FORCE)", f"ALTER DATABASE {name}_copy RENAME TO {name}")

    return rename


@asynccontextmanager
async def _opened(url: str) -> AsyncGenerator[Hall]:
    hall = await hall_at(url)
    yield hall
    await hall.database.close()


async def test_no_table_gives_a_number_twice_though_it_went_back_in_time(empty_url: str, tmp_path: Path) -> None:
    async with _opened(empty_url) as hall:
        await hall.running()
    put_back = await _copy(empty_url, tmp_path)
    async with _opened(empty_url) as hall, hall.database.read() as connection:
        lost = {table.name: await copying.last_number(connection, table) or 0 for table in copying.COUNTED}
    await put_back()
    async with _opened(empty_url) as hall, hall.database.read() as connection:
        for table in copying.COUNTED:
            assert (await copying.last_number(connection, table) or 0) >= lost[table.name] + SKIPPED


async def test_numbers_of_seasons_are_drawn_apart_and_none_is_given_twice_though_many_open_at_once(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "LARGEST_GAP", 40)
    async with _opened(empty_url) as hall:
        opened = await asyncio.gather(*(Club(hall).league((), game=game) for game in GAMES.values() if 2 in game.seats))
        numbers = sorted(competition.id for competition in opened)
        gaps = [after - before for before, after in pairwise([0, *numbers])]
        assert all(0 < gap <= 40 * len(numbers) for gap in gaps) and max(gaps) > 1
        async with hall.database.read() as connection:
            assert await copying.last_number(connection, competitions) == numbers[-1]


async def test_what_was_lost_is_named_as_such_and_what_was_never_there_is_not(empty_url: str, tmp_path: Path) -> None:
    async with _opened(empty_url) as hall:
        kept = await hall.running()
    put_back = await _copy(empty_url, tmp_path)
    async with _opened(empty_url) as hall:
        lost = await hall.running(ADA, BEN)
    await put_back()
    async with _opened(empty_url) as hall:
        new = await hall.running(CLEO, DAN)
        for actor in (here(ADA), here(CLEO)):
            async with hall.refusing(BeforeRestore):
                await hall.matches.find(actor, lost.id)
        async with hall.database.read() as connection:
            with pytest.raises(BeforeRestore):
                await competition_store.load(connection, 1, GAMES)
        assert (await hall.matches.load(kept.id)).revision >= SKIPPED
        assert new.revision == lost.revision  # nobody can have seen it


async def test_whatever_opened_a_door_ends_except_the_sessions_of_guests(empty_url: str, tmp_path: Path) -> None:
    """Because some may have been ended since the backup, and nothing says which."""
    async with _opened(empty_url) as hall:
        context = Context(hall.database, now=hall.clock)
        guest, guests = await guest_actions.enter(context, "Gus", "192.0.2.1", "192.0.2.0")
        session, _match = await sessions.begin(context, await sessions.link(context, here(ADA), None))
        links = [await sessions.link(context, here(BEN), None)]
        links.append(await sessions.link_back(context, Session(guest, None, None, hall.clock() + MONTH)))
        _token, secret = await tokens.make(context, ADA, "Bolt", Scope.PLAY, MONTH)
        engine, engine_secret = await engine_actions.register(context, ADA, 1, "Bolt", ["furl"])
    async with _opened(empty_url) as hall:
        assert await sessions.find(Context(hall.database, now=hall.clock), session), "a start alone ends nothing"
    put_back = await _copy(empty_url, tmp_path)
    async with _opened(empty_url) as hall:
        context = Context(hall.database, now=hall.clock)
        await sessions.end(context, session)
        await tokens.end_all(context, ADA.id)
        await engine_actions.renew(context, here(ADA), engine.person.id)
    await put_back()
    async with _opened(empty_url) as hall:
        context = Context(hall.database, now=hall.clock)
        assert [await tokens.find(context, one) for one in (secret, engine_secret)] == [None, None]
        assert [await sessions.invited(context, link) for link in links] == [None, None]
        assert await sessions.find(context, session) is None
        assert await sessions.find(context, guests) is not None
        _engine, renewed = await engine_actions.renew(context, here(ADA), engine.person.id)
        assert await tokens.find(context, renewed) is not None
        again, _match = await sessions.begin(context, await sessions.link(context, here(ADA), None))
        assert await sessions.find(context, again) is not None


async def test_all_running_matches_are_shown_anew_and_their_jobs_follow(empty_url: str, tmp_path: Path) -> None:
    async with _opened(empty_url) as hall:
        match = await hall.running()
    put_back = await _copy(empty_url, tmp_path)
    await put_back()
    async with _opened(empty_url) as hall:
        before = await hall.matches.load(match.id)
        stored = await dump(hall.database)
        assert {job.revision for job in stored[Kind.NOTICE]} <= {before.revision}
        count = len(stored[Kind.BOARD])
        await startup.show_restored(Context(hall.database, now=hall.clock))
        await startup.show_restored(Context(hall.database, now=hall.clock))
        assert len((await dump(hall.database))[Kind.BOARD]) == count + 1


async def test_a_database_that_only_was_opened_again_skips_nothing(empty_url: str) -> None:
    for number in (1, 2, 3):
        async with _opened(empty_url) as hall:
            assert (await hall.running()).id == number


async def test_a_restored_backup_restored_once_more_skips_other_numbers(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draws = 5, 700_000
    monkeypatch.setattr(restores.secrets, "randbelow", Mock(side_effect=draws))
    async with _opened(empty_url) as hall:
        await hall.running()
    numbers: list[int] = []
    for copy in ("first", "second"):
        (tmp_path / copy).mkdir()
        put_back = await _copy(empty_url, tmp_path / copy)
        await put_back()
        async with _opened(empty_url) as hall:
            numbers.append((await hall.running()).id)
    assert numbers[1] - numbers[0] > SKIPPED


async def test_the_command_makes_numbers_begin_anew_where_a_start_cannot_see_it(empty_url: str) -> None:
    async with _opened(empty_url) as hall:
        await hall.running()
    await restored(empty_url)
    async with _opened(empty_url) as hall:
        assert (await hall.running()).id > SKIPPED


async def test_a_number_from_the_future_in_a_message_of_ours_shows_that_a_backup_was_restored(empty_url: str) -> None:
    async with _opened(empty_url) as hall:
        await hall.running()
        context = Context(hall.database, now=hall.clock)
        assert not await startup.find_out_restored(context, 1)
        assert not await startup.find_out_restored(context, 2**31 - 1)
        assert await startup.find_out_restored(context, 30)
        assert not await startup.find_out_restored(context, 30)
        async with hall.refusing(BeforeRestore):
            await hall.matches.find(here(ADA), 30)
        assert (await hall.running()).id > SKIPPED


async def test_a_moved_database_skips_nothing_unless_it_is_a_copy(tmp_path: Path) -> None:
    source, target, from_copy = (address_of(tmp_path / f"{name}.db") for name in ("source", "target", "from_copy"))
    async with _opened(source) as hall:
        await hall.running()
    back_up(source, tmp_path / "copy.db")
    await move(source, target, lambda _: None)
    await move(address_of(tmp_path / "copy.db"), from_copy, lambda _: None)
    for address, is_anew in ((target, False), (from_copy, True)):
        async with _opened(address) as hall:
            assert ((await hall.running()).id > SKIPPED) is is_anew


async def test_a_file_without_the_one_beside_it_was_put_there(tmp_path: Path) -> None:
    url = address_of(tmp_path / "furlong.db")
    for _ in range(2):
        await (await Database.open(url)).close()
    (tmp_path / "furlong.db-opened").unlink()
    async with _opened(url) as hall:
        assert (await hall.running()).id > SKIPPED


@pytest.mark.parametrize("dies_at", [1, 2])
@pytest.mark.parametrize("openings", [0, 2])
async def test_a_start_that_ends_at_any_moment_skips_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, openings: int, dies_at: int
) -> None:
    """Whether it was about to note on disk that it is the first or a later one."""
    url = address_of(tmp_path / "furlong.db")
    for _ in range(openings):
        await (await Database.open(url)).close()
    for after in (False, True):
        with monkeypatch.context() as patch:
            patch.setattr(restores, "_replace", _dying(dies_at, after=after))
            with pytest.raises(Killed):
                await Database.open(url)
    async with _opened(url) as hall:
        assert (await hall.running()).id == 1


class Killed(BaseException):
    """The process ends."""


def _dying(at: int, *, after: bool) -> Callable[[Path, str], None]:
    replace, calls = restores._replace, 0  # pyright: ignore[reportPrivateUsage]

    def dying(mark: Path, new: str) -> None:
        nonlocal calls
        calls += 1
        if calls < at or after:
            replace(mark, new)
        if calls == at:
            raise Killed

    return dying


async def test_processes_that_open_one_file_at_once_skip_nothing(tmp_path: Path) -> None:
    url = address_of(tmp_path / "furlong.db")
    for _ in range(4):
        opened = await asyncio.gather(*(Database.open(url) for _ in range(4)))
        for one in opened:
            await one.close()
    async with _opened(url) as hall:
        assert (await hall.running()).id == 1


async def test_a_revision_from_the_future_in_a_message_of_ours_shows_a_restore_too(empty_url: str) -> None:
    async with _opened(empty_url) as hall:
        match = await hall.running()
        context = Context(hall.database, now=hall.clock)
        assert not await startup.find_out_restored(context, match.id, match.revision)
        assert await startup.find_out_restored(context, match.id, match.revision + 3)
        assert (await hall.matches.load(match.id)).revision >= match.revision + 3 + SKIPPED
        assert not await startup.find_out_restored(context, match.id, match.revision + 3)
        with pytest.raises(BeforeRestore):
            await hall.matches.play(here(ADA), match.id, match.position.legal_moves()[0], revision=match.revision)


@pytest.mark.parametrize("apart", [SKIPPED, -SKIPPED, 2**30])
async def test_a_revision_that_a_match_never_had_shows_that_it_got_the_number_of_a_lost_one(
    empty_url: str, apart: int
) -> None:
    """Once that is known, it says so of other messages, whose matches may have had their revisions skipped."""
    async with _opened(empty_url) as hall:
        match = await hall.running()
        context = Context(hall.database, now=hall.clock)
        assert await startup.find_out_restored(context, match.id, match.revision + apart)
        assert not await startup.find_out_restored(context, match.id, match.revision + apart)
        assert not await startup.find_out_restored(context, match.id, match.revision)
        new = await hall.running()
        assert new.id > SKIPPED and not await startup.find_out_restored(context, new.id, new.revision)
        assert await startup.find_out_restored(context, new.id, new.revision + apart), "it was restored once more"


async def test_a_database_that_goes_back_in_time_while_it_is_open_gives_no_number_twice(
    empty_url: str, tmp_path: Path
) -> None:
    """As when a standby takes over."""
    async with _opened(empty_url) as hall:
        kept = await hall.running()
    put_back = await _copy(empty_url, tmp_path)
    async with _opened(empty_url) as hall:
        context = Context(hall.database, now=hall.clock)
        lost = await hall.running()
        session, _match = await sessions.begin(context, await sessions.link(context, here(ADA), None))
        if is_sqlite(empty_url):
            named_file(empty_url).rename(tmp_path / "aside.db")  # a file is never written to in place
        await put_back()
        if is_sqlite(empty_url):  # nobody knows of what is beside it whether it belongs to it
            with pytest.raises(DatabaseBusy):
                await hall.matches.load(lost.id)
            return
        async with hall.database.ask() as connection:  # whatever asks first
            assert (await copying.last_number(connection, matches) or 0) > SKIPPED
        boards = len((await dump(hall.database))[Kind.BOARD])
        assert not await startup.find_out_restored(context, kept.id, kept.revision), "it is known"
        assert len((await dump(hall.database))[Kind.BOARD]) > boards
        assert (await hall.running(CLEO, DAN)).id > SKIPPED
        assert await sessions.find(context, session) is None
        with pytest.raises(BeforeRestore):
            await hall.matches.find(here(ADA), lost.id)


def pour(source: Path, target: Path) -> None:
    """Copy an SQLite database into another one, open or not, as `.restore` of its shell does."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


async def _keep_rows(url: str, folder: Path) -> Callable[[], Awaitable[None]]:
    """Copy the rows of a database that may be open, and return what puts them alone back: everything else stays."""
    if is_sqlite(url):
        file, copy = named_file(url), folder / "rows.db"
        pour(file, copy)

        async def pour_back() -> None:
            await asyncio.to_thread(pour, copy, file)

        return pour_back
    counted = [(table.name, f"pg_get_serial_sequence('{table.name}', 'id')") for table in copying.COUNTED]
    names = [table.name for table in copying.TABLES]
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text("CREATE SCHEMA kept"))
        for name in names:
            await connection.execute(text(f"CREATE TABLE kept.{name} AS TABLE {name}"))
        numbers = [
            (sequence, await connection.scalar(text(f"SELECT last_value FROM {name}_id_seq")))
            for name, sequence in counted
        ]

    async def put_back() -> None:
        async with engine.begin() as connection:
            await connection.execute(text(f"TRUNCATE {', '.join(names)} CASCADE"))
            for name in names:
                await connection.execute(text(f"INSERT INTO {name} SELECT * FROM kept.{name}"))
            for sequence, number in numbers:
                await connection.execute(text(f"SELECT setval({sequence}, {number})"))
        await engine.dispose()

    return put_back


async def test_rows_that_were_put_back_alone_are_found_out_by_the_next_start(empty_url: str, tmp_path: Path) -> None:
    async with _opened(empty_url) as hall:
        put_back = await _keep_rows(empty_url, tmp_path)
        await hall.database.look_back()
        lost = await hall.running()
    await put_back()
    async with _opened(empty_url) as hall:
        assert (await hall.running()).id > lost.id + SKIPPED
    async with _opened(empty_url) as hall, hall.database.read() as connection:
        assert await facts.get(connection, restores.UNSEEN) is not None
        first = await copying.last_number(connection, matches)
    async with _opened(empty_url) as hall, hall.database.read() as connection:
        assert await copying.last_number(connection, matches) == first, "it is known"


async def test_rows_that_are_put_back_while_the_database_is_open_are_found_out_within_a_minute(
    empty_url: str, tmp_path: Path
) -> None:
    async with _opened(empty_url) as hall:
        context = Context(hall.database, now=hall.clock)
        kept = await hall.running()
        put_back = await _keep_rows(empty_url, tmp_path)
        await startup.look_back(context)
        lost = await hall.running()
        await put_back()
        boards = len((await dump(hall.database))[Kind.BOARD])
        await startup.look_back(context)
        assert len((await dump(hall.database))[Kind.BOARD]) > boards, "all matches are shown as they are"
        again = await hall.running()
        assert again.id > lost.id + SKIPPED and (await hall.matches.load(kept.id)).revision >= SKIPPED
        await startup.look_back(context)
        assert (await hall.running()).id == again.id + 1


async def test_what_a_bot_and_its_host_do_every_day_is_not_taken_for_a_restore(empty_url: str, tmp_path: Path) -> None:
    async with _opened(empty_url) as hall:
        for _ in range(3):
            await hall.database.look_back()
        await check_writing(hall.database)
        if not is_sqlite(empty_url):
            engine = create_async_engine(empty_url, isolation_level="AUTOCOMMIT")
            async with engine.connect() as connection:
                for statement in (
                    "VACUUM FREEZE",
                    "VACUUM FULL",
                    "REINDEX TABLE facts",
                    "CLUSTER facts USING pk_facts",
                ):
                    await connection.execute(text(statement))
            await engine.dispose()
        await hall.database.look_back()
        assert (await hall.running()).id == 1
    async with _opened(empty_url) as hall:
        assert (await hall.running()).id == 2


async def test_a_copy_of_the_same_run_beside_the_old_mark_is_found_out(tmp_path: Path) -> None:
    """A file that somebody copied while the bot ran, in place of the one that the bot left a minute later."""
    url, copy = address_of(tmp_path / "furlong.db"), tmp_path / "copy.db"
    async with _opened(url) as hall:
        pour(named_file(url), copy)
        await hall.database.look_back()
        lost = await hall.running()
    shutil.copyfile(copy, named_file(url))
    async with _opened(url) as hall:
        assert (await hall.running()).id > lost.id + SKIPPED


@pytest.mark.parametrize("kind", ["ask", "read", "write"])
async def test_a_server_that_was_started_again_while_the_database_was_open_skips_nothing(
    empty_url: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever connects first."""
    async with _opened(empty_url) as hall:
        await hall.running()
        monkeypatch.setattr(engines, "_PLACE", "SELECT 'another server'")
        await hall.database.close()  # it connects anew
        async with getattr(hall.database, kind)() as connection:
            assert await copying.last_number(connection, matches) == 1
        assert (await hall.running()).id == 2
