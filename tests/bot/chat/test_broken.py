"""The database or the painting fails: the person who asks gets a code, nothing changes, and later everything works."""

import re
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from simcord.results import InteractionResult
from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection

from bot.model.errors import DatabaseBusy
from bot.screens import pictures
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, reply_text

pytestmark = pytest.mark.logs_errors


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot waits only a moment for a locked database."""
    monkeypatch.setattr("bot.store.engine.engines.BUSY_SECONDS", 0.01)


@contextmanager
def _locked(world: World) -> Generator[None]:
    """Another process that writes to the database meanwhile."""
    with closing(sqlite3.connect(world.database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def _code(result: InteractionResult, caplog: pytest.LogCaptureFixture) -> str:
    """The code in the private answer, which is in the log too."""
    [code] = re.findall(r"\b[0-9A-F]{6}\b", reply_text(result))
    assert any(record.levelname == "ERROR" and code in record.getMessage() for record in caplog.records)
    return code


@pytest.mark.usefixtures("impatient")
async def test_a_locked_database_changes_nothing_and_works_afterwards(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_match()
    await world.confirms_every_move(world.ada)
    picker = await world.opens_picker(world.ada)
    await world.chooses(world.ada, picker, "a4", "a4<c4")
    async with world.nothing_changes():
        with _locked(world):
            typed = await world.ada.slash(world.channel, "move", move="a4<c4")
            assert "couldn't write to its database just now, so nothing has changed" in reply_text(typed)
            codes = {_code(typed, caplog)}
            codes.add(_code(await world.ada.slash(world.channel, "play", game="furl"), caplog))
            pressed = await world.ada.click(picker, label="Play a4<c4")
            assert "try again" in text_of(pressed.followups[0]) and pressed.followups[0].ephemeral
            board = answer(await world.ada.slash(world.channel, "board"))
            assert world.painting(board).position == (await world.match()).position, "looking still works"
    assert len(codes) == 2, "each has a code of its own"
    await world.ada.click(picker, label="Play a4<c4")
    assert (await world.match()).history.tokens == ("a4<c4",) and len(world.messages()) == 3


@pytest.mark.usefixtures("impatient")
async def test_messages_to_send_wait_for_the_database_too(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben)
    with _locked(world):
        await world.env.advance_time(15)
        assert world.messages() == []
    await world.env.advance_time(15)
    assert len(world.messages()) == 1


async def test_a_move_is_not_denied_because_its_board_cannot_be_sent_yet(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def locked(*_: object) -> None:
        raise DatabaseBusy("database is locked")

    await world.start_match()
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.jobs.queue.claim", locked)
        reply = await world.types(world.ada, "a4<c4")
    assert (await world.match()).history.tokens == ("a4<c4",) and "furls 3 discs" in reply
    await world.env.advance_time(30)
    assert len(world.messages()) == 3


@pytest.fixture
def disk(fresh_file: Path) -> Generator[set[str]]:
    """A database with small pages; while the set is not empty, new connections get no more pages."""
    with closing(sqlite3.connect(fresh_file)) as connection:
        connection.executescript(
            "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM; PRAGMA journal_mode = WAL"
        )
    limits: set[str] = set()

    def limit(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count = {1 if limits else 2**30}")  # never fewer than there are
        cursor.close()

    event.listen(Engine, "connect", limit)
    yield limits
    event.remove(Engine, "connect", limit)


async def test_a_full_disk_changes_nothing_and_works_once_there_is_room(
    disk: set[str], world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_match()
    disk.add("full")
    await world.restart()
    while True:
        match, stored = await world.match(), await world.stored()
        assert match.to_move is not None, "the disk has never become full"
        who = world.ada if match.to_move.id == world.ada.id else world.ben
        result = await who.slash(world.channel, "move", move=match.position.legal_moves()[0])
        if "couldn't write" in reply_text(result):
            break
    assert _code(result, caplog) and await world.stored() == stored
    disk.clear()
    await world.restart()
    assert world.painting(world.board()).position == match.position
    await world.play(match.position.legal_moves()[0])
    assert world.painting(world.board()).position == (await world.match()).position


def _cannot_paint(*_: object) -> bytes:
    raise RuntimeError("no colours left")


async def test_a_match_that_cannot_be_painted_is_shown_in_words_and_does_not_hold_up_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_match()
    with monkeypatch.context() as patched:
        patched.setattr("render.picture", _cannot_paint)
        assert "furls 3 discs" in await world.types(world.ada, "a4<c4")
        assert len(world.messages()) == 3 and f"{(await world.match()).position}" in text_of(world.board())
        await world.ada.slash(world.channel, "play", game="furl", opponent=world.cleo)
        await world.env.advance_time(30)
        assert len(world.messages()) == 4 and "match #2" in text_of(world.board())
    await world.types(world.ben, "e5<e4")
    assert len(world.messages()) == 5 and world.painting(world.board()).position == (await world.match()).position


async def test_a_player_who_cannot_be_shown_a_board_gets_an_error_code(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_match()
    async with world.nothing_changes():
        with monkeypatch.context() as patched:
            patched.setattr("render.picture", _cannot_paint)
            pictures.painted.cache_clear()
            for result in (
                await world.ada.slash(world.channel, "board"),
                await world.ada.click(world.board(), label="Move"),
            ):
                code = _code(result, caplog)
                [record] = [record for record in caplog.records if code in record.getMessage()]
                assert record.exc_info is not None and str(record.exc_info[1]) == "no colours left"
        assert buttons_of(answer(await world.ada.slash(world.channel, "board"))) == ["Move", "Text", "More"]


async def test_no_log_tells_what_a_player_plans_not_even_when_it_cannot_be_stored(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start_match()
    with closing(sqlite3.connect(world.database)) as connection:
        connection.execute("CREATE TRIGGER broken BEFORE INSERT ON plans BEGIN SELECT RAISE(ABORT, 'broken'); END")
    with caplog.at_level("DEBUG", "bot"):
        reply = reply_text(await world.ben.slash(world.channel, "plan", moves="after a4<c4: e5<e4"))
    assert "this code: " in reply and "broken" in caplog.text and "INSERT INTO plans" in caplog.text
    assert "a4<c4" not in caplog.text and "e5<e4" not in caplog.text
