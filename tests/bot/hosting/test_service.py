"""The process: each refusal of Discord is one line, the exit code says whether to try again, the log is silent."""

import asyncio
import ctypes
import gc
import io
import logging
import os
import resource
import signal
import socket
import sys
from collections.abc import Generator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.hosting import service
from bot.hosting.config import Address, Page, SettingError, Settings
from bot.hosting.service import Faults
from bot.model.errors import DatabaseBusy, DatabaseCrowded
from bot.model.jobs import Claim, Job, Kind
from studio.rehearsal import running

TOKEN = "first.second.third"
PASSES, LASTS = service.Unreachable, SettingError


def _answer(status: int, reason: str) -> discord.HTTPException:
    """The error of discord.py for an answer of Discord, or of a proxy that answers with a long page."""
    response: Any = SimpleNamespace(status=status, reason=reason)
    return discord.HTTPException(response, "<html>\n" * 100)


def _closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=None)


def _nothing(*_: object, **__: object) -> None:
    pass


@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (discord.LoginFailure("Improper token has been passed."), LASTS, "DISCORD_TOKEN was refused by Discord: "),
        (_answer(401, "Unauthorized"), LASTS, "DISCORD_TOKEN was refused by Discord: "),
        (_closed(4004), LASTS, "DISCORD_TOKEN was refused by Discord: "),
        (_answer(404, "Not Found"), LASTS, "Discord refuses the bot: it answers 404 Not Found. "),
        (_closed(4011), LASTS, "Discord refuses the bot: the bot is on too many servers"),
        (_closed(4014), LASTS, "Discord refuses the bot: the bot asks for intents"),
        (discord.PrivilegedIntentsRequired(None), LASTS, "Discord refuses the bot: the bot asks for intents"),
        (_answer(403, "Forbidden"), PASSES, "it answers 403 Forbidden."),
        (_answer(429, "Too Many Requests"), PASSES, "it answers 429 Too Many Requests."),
        (_answer(503, "Service Unavailable"), PASSES, "it answers 503 Service Unavailable."),
        (_closed(4000), PASSES, "it has closed the connection (4000)."),
        (_closed(1006), PASSES, "it has closed the connection (1006)."),
        (discord.GatewayNotFound(), PASSES, "it does not tell where to connect to."),
        (aiohttp.ClientConnectionError("no\nroute."), PASSES, "no route."),
        (aiohttp.ServerTimeoutError(), PASSES, "it does not answer in time."),
        (TimeoutError(), PASSES, "it does not answer in time."),
        (OSError(101, "Network is unreachable"), PASSES, "Network is unreachable."),
    ],
    ids=lambda value: getattr(value, "__name__", None) or str(value)[:30],
)
def test_a_failed_login_is_one_line_that_tells_whether_it_passes(
    monkeypatch: pytest.MonkeyPatch, error: Exception, kind: type[Exception], sentence: str
) -> None:
    async def login(_client: discord.Client, _token: str) -> None:
        raise error

    monkeypatch.setattr("discord.Client.login", login)
    for what_would_stay in (
        "bot.hosting.service.keep_log",
        "bot.hosting.service.set_apart_what_is_loaded",
        "signal.signal",
    ):
        monkeypatch.setattr(what_would_stay, _nothing)
    with pytest.raises(kind) as caught:
        service.run(Settings(TOKEN, "sqlite://", logging.INFO))
    line = str(caught.value)
    assert sentence in line and "\n" not in line and len(line) < 250 and TOKEN not in line
    if kind is PASSES:
        assert line.startswith("Discord cannot be reached, so the bot stops: ")


@pytest.mark.logs_errors
def test_an_answer_that_the_library_cannot_read_is_one_line_with_a_code(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def answer(_http: object, _token: str) -> object:
        return {"name": "Furlong"}  # without an id

    monkeypatch.setattr("discord.http.HTTPClient.static_login", answer)
    for what_would_stay in (
        "bot.hosting.service.keep_log",
        "bot.hosting.service.set_apart_what_is_loaded",
        "signal.signal",
    ):
        monkeypatch.setattr(what_would_stay, _nothing)
    with pytest.raises(PASSES) as caught:
        service.run(Settings(TOKEN, "sqlite://", logging.INFO))
    code = caplog.records[-1].getMessage().partition(":")[0]
    assert str(caught.value).endswith(f"what it answers cannot be understood ({code}).") and code.isalnum()


def test_a_fault_of_our_own_is_not_taken_for_one_of_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object, **__: object) -> object:
        raise KeyError("ours")

    def build(*_: object) -> object:
        return SimpleNamespace(run=run)

    monkeypatch.setattr("bot.hosting.service._bot_for", build)
    for what_would_stay in (
        "bot.hosting.service.keep_log",
        "bot.hosting.service.set_apart_what_is_loaded",
        "signal.signal",
    ):
        monkeypatch.setattr(what_would_stay, _nothing)
    with pytest.raises(KeyError):
        service.run(Settings(TOKEN, "sqlite://", logging.INFO))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_the_bot_even_where_every_error_is_swallowed(number: signal.Signals) -> None:
    closed: list[bool] = []

    async def close() -> None:
        closed.append(True)

    async def runs() -> None:
        async with service.stopped_by_signals(close):
            # as a driver written in C does
            with suppress(BaseException):
                os.kill(os.getpid(), number)
            await asyncio.Event().wait()

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(runs())
    assert closed == [True]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_a_rehearsal_between_two_steps_and_never_within_one(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    interrupted, tidied = list[BaseException](), list[bool]()

    def handle_event() -> None:
        try:
            os.kill(os.getpid(), number)
        except BaseException as error:  # noqa: BLE001 - an interrupt is what must not come here
            interrupted.append(error)

    async def rehearse(*_: object) -> None:
        try:
            asyncio.get_running_loop().call_soon(handle_event)
            await asyncio.Event().wait()
        finally:
            tidied.append(True)

    monkeypatch.setattr("studio.rehearsal.running._rehearse", rehearse)
    monkeypatch.setattr("studio.rehearsal.running.prepare_library", _nothing)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with pytest.raises(asyncio.CancelledError):
            running.rehearse(Settings(TOKEN, "sqlite://", logging.INFO), running.Plan(channel_id=1))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert interrupted == [] and tidied == [True]


class _Stream(io.StringIO):
    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.fixture
def _logging_as_before() -> Generator[None]:
    loggers = [logging.getLogger(name) for name in (None, "bot", "alembic")]
    before = [(logger, logger.level, [*logger.handlers]) for logger in loggers]
    yield
    for logger, level, handlers in before:
        logger.setLevel(level)
        logger.handlers[:] = handlers


def _log(monkeypatch: pytest.MonkeyPatch, level: int, *, is_terminal: bool = False) -> io.StringIO:
    stream = _Stream(is_terminal=is_terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    service.keep_log(level)
    return stream


@pytest.mark.usefixtures("_logging_as_before")
def test_objects_that_live_as_long_as_the_process_are_exempt_from_garbage_collection() -> None:
    kept = {"modules": ["classes", "tables"]}
    service.set_apart_what_is_loaded()
    assert not any(kept is other for other in gc.get_objects())


def _resident() -> int:
    """The bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="only glibc gives memory back when asked")
async def test_memory_that_was_freed_between_what_is_in_use_goes_back_to_the_system() -> None:
    pieces = [bytes(20_000) for _ in range(2_000)]
    pieces[:] = pieces[::100]
    before = _resident()
    async with service.memory_given_back(timedelta()):
        for _ in range(3):
            await asyncio.sleep(0)
        assert _resident() < before - 20_000_000 and len(pieces) == 20


@pytest.mark.usefixtures("_logging_as_before")
def test_no_log_level_makes_a_library_write_down_what_passes_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    log = _log(monkeypatch, logging.DEBUG)
    for library in ("aiosqlite", "asyncpg", "sqlalchemy.engine", "discord.http", "discord.gateway", "asyncio"):
        logging.getLogger(library).debug("after e5<e4: c4xe3")
    logging.getLogger("sqlalchemy.engine").info("after e5<e4: c4xe3")
    assert log.getvalue() == ""
    logging.getLogger("bot.chat").debug("what Furlong does")
    assert log.getvalue().endswith("bot.chat: what Furlong does\n")


@pytest.mark.usefixtures("_logging_as_before")
@pytest.mark.parametrize("is_terminal", [True, False])
def test_only_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> None:
    monkeypatch.setattr("discord.utils.is_docker", lambda: True)
    log = _log(monkeypatch, logging.INFO, is_terminal=is_terminal)
    logging.getLogger("bot").warning("look here")
    assert ("\x1b[" in log.getvalue()) is is_terminal and "look here" in log.getvalue()


def _fails(error: Exception, message: object, *args: object, logger: str = "bot.chat") -> None:
    try:
        raise error
    except Exception:
        logging.getLogger(logger).exception(message, *args)


@pytest.mark.logs_errors
@pytest.mark.usefixtures("_logging_as_before")
def test_the_first_line_of_a_fault_names_its_cause_and_what_to_do_and_repeated_ones_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = 100.0
    monkeypatch.setattr(service, "Faults", lambda: Faults(lambda: seconds))
    log = _log(monkeypatch, logging.INFO)
    for number in range(500):
        _fails(DatabaseBusy("it is shutting down"), "match %s could not be shown; trying again", number)
    seconds += 61
    _fails(DatabaseBusy("it is shutting down"), "match %s could not be shown; trying again", 7)
    first, again = log.getvalue().splitlines()
    todo = "see whether the database runs, can be reached and has room on its disk"
    assert first.endswith(f"match 0 could not be shown; trying again: it is shutting down; {todo}")
    assert "trying again (and 499 times more since the last line about it): it is shutting down" in again


@pytest.mark.logs_errors
@pytest.mark.usefixtures("_logging_as_before")
def test_a_database_that_is_only_busy_sends_nobody_to_its_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    log = _log(monkeypatch, logging.INFO)
    _fails(DatabaseCrowded("others have been writing for too long"), "match %s could not be shown; trying again", 7)
    [line] = log.getvalue().splitlines()
    assert "others have been writing for too long; the database runs but is busy" in line and "disk" not in line


@pytest.mark.logs_errors
@pytest.mark.usefixtures("_logging_as_before")
def test_whatever_a_library_logs_with_a_fault_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    log = _log(monkeypatch, logging.INFO)
    _fails(OSError("broken pipe"), "could not write %s", [1, 2], logger="library")
    _fails(OSError("broken pipe"), OSError("no message but an exception"), logger="library")
    assert "could not write [1, 2]: OSError: broken pipe" in log.getvalue()
    assert "no message but an exception: OSError: broken pipe" in log.getvalue()


@pytest.mark.logs_errors
@pytest.mark.usefixtures("_logging_as_before")
def test_what_differs_and_what_people_were_told_a_code_for_is_all_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    log = _log(monkeypatch, logging.INFO)
    for code in ("A1B2C3", "D4E5F6"):
        _fails(LookupError("no such seat"), "%s: unexpected error", code)
    for match in (1, 2, 2):
        _fails(LookupError("no such seat"), "the clock of match %s could not be kept", match)
    _fails(OSError("terminated"), "Exception terminating connection", logger="sqlalchemy.pool")
    lines = [line for line in log.getvalue().splitlines() if line.startswith("[")]
    assert [line.rpartition("bot.chat: ")[2] for line in lines[:4]] == [
        "A1B2C3: unexpected error: LookupError: no such seat",
        "D4E5F6: unexpected error: LookupError: no such seat",
        "the clock of match 1 could not be kept: LookupError: no such seat",
        "the clock of match 2 could not be kept: LookupError: no such seat",
    ]
    assert lines[4].endswith("Exception terminating connection: OSError: terminated") and len(lines) == 5
    assert log.getvalue().count("Traceback") == 4


def test_a_claim_is_its_number_in_the_log() -> None:
    job = Job(7, Kind.BOARD, 5, 3, None, None, None, None, None, {"note": "after e5<e4: c4xe3"}, None, None, 0)
    assert str(Claim((job,), datetime(2030, 1, 1, tzinfo=UTC))) == "job 7 of boards"


@pytest.mark.logs_errors
@pytest.mark.usefixtures("_logging_as_before")
def test_an_attempt_to_connect_again_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    log = _log(monkeypatch, logging.INFO)
    for error in (_closed(1000), OSError("no route"), ValueError("a fault")):
        try:
            raise error
        except (discord.ConnectionClosed, OSError, ValueError):
            logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 1.5)
    first, second, *rest = log.getvalue().splitlines()
    assert first.endswith("Attempting a reconnect in 1.50s: it has closed the connection (1000)")
    assert second.endswith("Attempting a reconnect in 1.50s: no route")
    assert "Traceback (most recent call last):" in rest, "what nobody has foreseen is told in full"


async def test_the_page_says_that_the_bot_is_starting_and_a_port_in_use_is_named() -> None:
    bot: Any = SimpleNamespace(is_open=False, options=SimpleNamespace(pusher=None))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    page = Page("http://localhost", Address("127.0.0.1", port))
    async with service.page_served(bot, page), aiohttp.ClientSession() as visitor:
        async with visitor.get(f"http://127.0.0.1:{port}/", cookies={"furlong": "x"}) as answer:
            assert answer.status == 503 and "Furlong is starting" in await answer.text()
        with pytest.raises(SettingError, match=f"WEB_PORT {port} cannot be used on 127.0.0.1: "):
            async with service.page_served(bot, page):
                pass
