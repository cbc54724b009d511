"""The bot as seen from outside: metrics, log lines for machines, and notifications to systemd."""

import asyncio
import inspect
import json
import logging
import math
import os
import re
import shutil
import socket
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from time import time
from typing import Any, Final
from unittest.mock import AsyncMock, Mock

import aiohttp
import pytest
from discord import __version__ as discord_version
from sqlalchemy import Connection, Engine, event

import render
from bot.hosting import health, metrics, systemd
from bot.hosting.config import Address, SettingError
from bot.hosting.service import JsonLines
from bot.model.errors import DatabaseBusy
from bot.opponents.thinkers import ThinkerProcesses, Urgency
from bot.outside import telemetry
from bot.outside.telemetry import Gauge
from bot.screens import pictures
from rules import GAMES
from tests.bot.world import World

PICTURE: Final = render.picture
"""As it is without the stand-in of the tests."""

ROOT: Final = Path(__file__).parents[3]
ALERTS: Final = ROOT / "docs" / "dashboards" / "alerts.yml"


@pytest.fixture
def port() -> int:
    """A free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


async def _page(port: int) -> str:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        assert answer.status == 200
        return await answer.text()


def _values(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"^(furlong_[^ ]+) (\S+)$", text, flags=re.MULTILINE)}


def _on_dashboard() -> set[str]:
    """The metrics that the dashboard shows."""
    dashboard = json.loads((ROOT / "docs" / "dashboards" / "furlong.json").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return _without_suffix(re.findall(r"\b(?:furlong|process)_\w+", " ".join(queries)))


def _without_suffix(names: Iterable[str]) -> set[str]:
    return {name.removesuffix("_bucket").removesuffix("_count") for name in names}


def _in_page_for_hosts() -> set[str]:
    """Furlong's metrics that the page for hosts lists or mentions."""
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(furlong_\w+)", text)) | set(re.findall(r"(furlong_\w+)`", text))
    return named - {"furlong_bot"}  # the folder of an installation


async def test_metrics_tell_of_turns_and_their_parts_and_of_what_is_stored(world: World, port: int) -> None:
    telemetry.provide(Gauge("thinking_queue", "Questions that wait.", lambda: 7))
    async with metrics.served(world.bot, Address("127.0.0.1", port)):
        await world.start_match()
        await world.types(world.ada, "a4<c4")
        found = _values(await _page(port))
    assert found['furlong_turn_seconds_count{action="/move"}'] == 1
    assert found['furlong_turn_seconds_count{action="/play"}'] == 1 and found["furlong_thinking_queue"] == 7
    assert found['furlong_turn_part_seconds_total{part="statements"}'] > 0
    assert {
        f'furlong_turn_part_seconds_total{{part="{part}"}}' for part in ("waiting", "drawing", "encoding")
    } < found.keys()
    assert found['furlong_matches{state="running"}'] == 1 and found['furlong_due{kind="boards"}'] == 0
    assert not telemetry.watched(), "afterwards nothing is measured"


async def test_the_time_of_drawing_is_without_the_wait_for_another_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, parts = [0.0], Counter[str]()

    @contextmanager
    def another_first() -> Generator[None]:
        now[0] += 60
        yield

    def note(_action: str, _seconds: float, found: Mapping[str, float]) -> None:
        parts.update({part: int(seconds) for part, seconds in found.items()})

    monkeypatch.setattr(telemetry, "perf_counter", lambda: now[0])
    monkeypatch.setattr(render, "_PAINTER", another_first())
    monkeypatch.setattr(render, "picture", PICTURE)
    with telemetry.watching(Mock(turn=note)), telemetry.turn("/move"):
        pictures.painted(GAMES["furl"].start(2), render.Scene(names=("Ada", "Ben")))
    assert parts == {"waiting": 60, "drawing": 0, "encoding": 0}


@pytest.mark.logs_errors
async def test_metrics_tell_of_failures_thinking_shards_connections_and_the_loop(
    world: World, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "_LAG_INTERVAL", 0.0)
    async with metrics.served(world.bot, Address("127.0.0.1", port)):
        await world.start_match()
        world.env.inject_error("POST", "/channels/*/messages", status=503)
        await world.types(world.ada, "a4<c4")
        await world.types(world.ada, "a4<c4")  # a refusal is not a failure

        def fail(*_: object, **__: object) -> None:
            raise LookupError("a fault")

        monkeypatch.setattr("bot.actions.playing.play", fail)
        await world.types(world.ben, "e5<e4")
        thinkers = ThinkerProcesses(1)
        await thinkers.ask(partial(sum, (1, 2)), 1.0, urgency=Urgency.REVIEW)
        await thinkers.close()
        found = _values(await _page(port))
    assert found['furlong_failures_total{of="answers"}'] == 1 and found['furlong_failures_total{of="boards"}'] == 1
    assert found['furlong_thinking_seconds_count{about="review"}'] == 1 and found["furlong_loop_lag_seconds_count"] > 0
    assert (found["furlong_shards_held"], found["furlong_shards_connected"]) == (1, 1)
    assert 0 <= found["furlong_database_connections_used"] <= found["furlong_database_connections_limit"]
    assert [
        value for name, value in found.items() if name.startswith(f'furlong_build_info{{discord_py="{discord_version}"')
    ]


async def test_an_address_that_asks_for_metrics_too_often_is_refused_without_a_look_at_the_database(
    world: World, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "_MOST_ASKED", 3)
    read = AsyncMock()
    monkeypatch.setattr(metrics.Metrics, "read", read)
    async with metrics.served(world.bot, Address("127.0.0.1", port)), aiohttp.ClientSession() as session:
        asked = [await session.get(f"http://127.0.0.1:{port}/metrics") for _ in range(5)]
    assert [answer.status for answer in asked] == [200, 200, 200, 429, 429]
    assert read.await_count == 3


async def test_the_database_is_read_once_for_all_who_ask_for_metrics_at_the_same_time(
    world: World, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, has_begun, may_end = list[int](), asyncio.Event(), asyncio.Event()

    async def read(*_: object) -> None:
        reading.append(1)
        has_begun.set()
        await may_end.wait()

    monkeypatch.setattr(metrics.Metrics, "read", read)
    async with metrics.served(world.bot, Address("127.0.0.1", port)), asyncio.TaskGroup() as asking:
        asked = [asking.create_task(_page(port)) for _ in range(20)]
        async with asyncio.timeout(20), aiohttp.ClientSession() as session:
            for _ in range(3):  # answered while the others wait
                assert (await session.get(f"http://127.0.0.1:{port}/livez")).status == 200
            await has_begun.wait()
        may_end.set()
        await asyncio.wait(asked)
        assert len(reading) < len(asked)
        before = len(reading)
        await _page(port)
        assert len(reading) == before + 1, "each later question is answered anew"


async def test_the_page_for_hosts_names_every_kind_of_work(world: World, port: int) -> None:
    async with metrics.served(world.bot, Address("127.0.0.1", port)):
        kinds = re.findall(r'^furlong_due\{kind="([^"]+)"\}', await _page(port), flags=re.MULTILINE)
    [named] = re.findall(
        r"The kinds of work are (.+?)\.\n", (ROOT / "docs" / "hosting.md").read_text("utf-8"), re.DOTALL
    )
    assert re.findall(r"`([^`]+)`", named.replace("\n", " ")) == kinds


def test_each_alert_can_fire_and_none_does_while_all_is_well() -> None:
    if shutil.which("promtool") is None:
        pytest.skip("promtool, a part of Prometheus, is not installed")
    file = Path(__file__).with_name("alerts.yml")
    tried = subprocess.run(["promtool", "test", "rules", file], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    fired = set(re.findall(r'alertname="(\w+)"', file.read_text("utf-8")))
    assert fired == set(re.findall(r"- alert: (\w+)", ALERTS.read_text("utf-8")))


async def test_health_is_answered_beside_the_metrics_with_a_status_for_machines(
    world: World, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with metrics.served(world.bot, Address("127.0.0.1", port)), aiohttp.ClientSession() as session:

        async def asked(where: str = "healthz") -> tuple[int, str]:
            async with session.get(f"http://127.0.0.1:{port}/{where}") as answer:
                return answer.status, await answer.text()

        status, line = await asked()
        assert status == 200 and line.startswith("Well: 1 of 1 shard connected, ")
        assert await asked("livez") == (200, "Alive.\n") and await asked("readyz") == (200, "Ready.\n")
        world.bot.connections.cut_off(0)
        assert await asked("livez") == (200, "Alive.\n")
        assert await asked("readyz") == (503, "Not ready: 1 shard not connected.\n")
        world.bot.connections.connected(0)
        monkeypatch.setattr(world.bot, "shard_count", 2)
        monkeypatch.setattr(world.bot, "shard_ids", None)
        await world.bot.tend()
        status, line = await asked()
        assert status == 503 and line.startswith("Not well: 1 of 2 shards connected, ")
        monkeypatch.setattr(world.bot, "shard_ids", [0])
        status, line = await asked()
        assert status == 200 and line.startswith("Well: 1 of 1 shard connected, ")


@contextmanager
def _locked(world: World) -> Generator[None]:
    with (
        closing(sqlite3.connect(world.database, isolation_level=None)) as connection,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("bot.hosting.health.ANSWERS_WITHIN", 0.05)
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@contextmanager
def _read_only(_world: World) -> Generator[None]:
    def set_mode(on: int, connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA query_only = {on}")

    refuses, permits = partial(set_mode, 1), partial(set_mode, 0)
    event.listen(Engine, "begin", refuses)
    yield
    event.remove(Engine, "begin", refuses)
    event.listen(Engine, "begin", permits, once=True)


@contextmanager
def _full(_world: World) -> Generator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metrics.shutil, "disk_usage", Mock(return_value=Mock(free=2**20, total=2**30)))
        yield


@pytest.mark.parametrize(
    ("fault", "cause"),
    [(_locked, "it does not answer in time"), (_read_only, "readonly"), (_full, "its disk is full")],
)
async def test_a_database_that_cannot_be_written_to_is_noticed_though_nobody_plays(
    fault: Callable[[World], AbstractContextManager[None]],
    cause: str,
    world: World,
    port: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(metrics, "_WRITES_EVERY", 0.0)
    async with metrics.served(world.bot, Address("127.0.0.1", port)), aiohttp.ClientSession() as session:

        async def asked(where: str) -> tuple[int, str]:
            async with session.get(f"http://127.0.0.1:{port}/{where}") as answer:
                return answer.status, await answer.text()

        before = _values(await _page(port))
        assert before['furlong_state{check="readyz"}'] == before['furlong_state{check="livez"}'] == 1
        with fault(world):
            for where in ("readyz", "healthz"):
                status, line = await asked(where)
                assert status == 503 and cause in line
            assert (await asked("livez"))[0] == 200
            found = _values(await _page(port))
        assert (found['furlong_state{check="readyz"}'], found['furlong_state{check="livez"}']) == (0, 1)
        assert await asked("readyz") == (200, "Ready.\n")


@pytest.mark.usefixtures("settles")
async def test_whether_a_database_can_be_written_to_is_tried_on_its_disk(world: World) -> None:
    """SQLite writes no page whose bytes stay the same, so that a file on a disk that refuses all would seem well."""
    database, log = world.bot.services.context.database, world.database.with_name(f"{world.database.name}-wal")
    with closing(sqlite3.connect(world.database)) as connection:
        stored = connection.execute("SELECT * FROM facts").fetchall()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        await health.check_writing(database)
        assert log.stat().st_size > 0
        assert connection.execute("SELECT * FROM facts").fetchall() == stored, "and nothing has changed"


async def test_what_cannot_be_read_is_left_out_of_the_metrics_and_its_age_is_there(
    world: World, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with metrics.served(world.bot, Address("127.0.0.1", port)):
        assert 'furlong_due{kind="boards"}' in _values(await _page(port))
        with monkeypatch.context() as patch:
            patch.setattr(metrics.queue, "backlogs", AsyncMock(side_effect=DatabaseBusy("away")))
            found, text = _values(await _page(port)), await _page(port)
        assert not [name for name in found if name.startswith(("furlong_due", "furlong_matches"))]
        assert "furlong_database_bytes NaN" in text and 0 < found["furlong_read_age_seconds"] < 60
        again = _values(await _page(port))
        assert 'furlong_due{kind="boards"}' in again and again["furlong_silence_seconds"] < 60


async def test_a_bot_that_stores_no_sign_of_life_is_not_well_whatever_the_clock_says(
    world: World, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(world.bot.heartbeat), "silence", timedelta(minutes=4))
    async with (
        metrics.served(world.bot, Address("127.0.0.1", port)),
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/healthz") as answer,
    ):
        assert answer.status == 503 and await answer.text() == "Not well: no sign of life was stored for 240 s.\n"


async def test_what_has_not_happened_yet_is_counted_as_zero_and_the_host_s_own_values_are_there(
    world: World, port: int, tmp_path: Path
) -> None:
    """Prometheus sees no increase in a counter that appears with its first count."""
    backups = tmp_path / "backups"
    backups.mkdir()
    (backups / "old.db").write_bytes(b"x")
    os.utime(backups / "old.db", (time() - 7200, time() - 7200))
    async with metrics.served(world.bot, Address("127.0.0.1", port), disk=tmp_path, backups=backups):
        found = _values(await _page(port))
        world.bot.dispatch("shard_disconnect", 0)
        await world.env.settle()
        lost = _values(await _page(port))["furlong_reconnections_total"]
        (backups / "old.db").unlink()
        without = _values(await _page(port))
    for name in ('failures_total{of="answers"}', 'failures_total{of="boards"}', 'rate_limits_total{scope="global"}'):
        assert found[f"furlong_{name}"] == 0
    assert found['furlong_rest_requests_total{method="POST",status="429"}'] == 0
    assert found['furlong_page_requests_total{status="500"}'] == 0 == found["furlong_reconnections_total"] and lost == 1
    assert found["furlong_database_bytes"] > 100_000 < found["furlong_disk_free_bytes"] <= found["furlong_disk_bytes"]
    assert 7200 <= found["furlong_backup_age_seconds"] < 7300
    assert without["furlong_backup_age_seconds"] == math.inf, "no backup is an old one"


async def test_how_full_the_caches_are_is_shown_beside_their_limits(world: World, port: int) -> None:
    pictures.thumbnail(GAMES["furl"].start(2), render.Scene())
    async with metrics.served(world.bot, Address("127.0.0.1", port)):
        found = _values(await _page(port))
    assert found['furlong_cache_bytes{of="thumbnails"}'] > 1_000 and found['furlong_cache_bytes{of="histories"}'] == 0
    letters = 'furlong_cache_entries{of="render.typeface.lettering"}'
    assert 0 < found[letters] <= found[letters.replace("entries", "entries_limit")]
    assert found['furlong_cache_entries{of="others"}'] > 0


def test_a_cache_of_outlines_or_ways_has_a_limit() -> None:
    """There are more of them than memory has room for, unlike sizes, colours and directions."""
    endless = [
        name
        for name, function, (_hits, _misses, limit, _count) in metrics.cached_functions()
        if limit is None
        and name.startswith("render.")
        and re.search(r"Point|Outline|tuple\[int, int\]", f"{inspect.signature(function).parameters}")
    ]
    assert not endless


async def test_the_dashboard_and_the_page_for_hosts_name_only_what_there_is(
    world: World, port: int, tmp_path: Path
) -> None:
    ThinkerProcesses(1)  # the stand-ins of the tests think at once, without a queue
    for name in ("identifies_left", "page_streams"):  # of a real connection, and of the page
        telemetry.provide(Gauge(name, "How many.", lambda: 900))
    async with metrics.served(world.bot, Address("127.0.0.1", port), backups=tmp_path):
        there = set(re.findall(r"^# TYPE (\w+) ", await _page(port), flags=re.MULTILINE))
    shown, explained = _on_dashboard(), _in_page_for_hosts()
    assert len(shown) > 10 and shown <= there
    assert _without_suffix(re.findall(r"\b(?:furlong|process)_\w+", ALERTS.read_text("utf-8"))) <= there
    assert len(explained) > 10 and explained <= there
    assert {name for name in there if name.startswith("furlong_")} == explained, "each is explained"


async def test_a_port_that_is_taken_is_one_line_and_nothing_is_watched(world: World) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = Address(*taken.getsockname())
        with pytest.raises(SettingError, match=f"METRICS_PORT {address.port} cannot be used on 127.0.0.1: "):
            async with metrics.served(world.bot, address):
                pass
    assert not telemetry.watched()


@pytest.fixture
def lines() -> Generator[list[dict[str, Any]]]:
    """The lines of a log for machines at its most detailed level."""
    written: list[dict[str, Any]] = []

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            [line] = self.format(record).splitlines()
            written.append(json.loads(line))

    handler, logger = Keeping(), logging.getLogger("bot")
    handler.setFormatter(JsonLines())
    logger.addHandler(handler)
    level = logger.level
    logger.setLevel(logging.DEBUG)
    yield written
    logger.setLevel(level)
    logger.removeHandler(handler)


@pytest.mark.logs_errors
async def test_a_line_says_what_it_concerns_and_nothing_of_what_is_private(
    world: World, lines: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_match()
    await world.ben.slash(world.channel, "plan", moves="after a4<c4: e5<e4")
    world.env.inject_error("POST", "/channels/*/messages", status=403)
    await world.types(world.ada, "a4<c4")
    later = next(line for line in lines if "is shown later" in line["message"])
    assert (later["match"], later["server"], later["shard"]) == (1, world.guild.id, 0)
    assert later["interaction"] and later["level"] == "WARNING" and later["time"].endswith("+00:00")

    def fail(*_: object, **__: object) -> None:
        raise LookupError("a fault")

    monkeypatch.setattr("bot.actions.playing.play", fail)
    await world.types(world.ben, "e5<e4")
    fault = next(line for line in lines if "traceback" in line)
    assert "LookupError: a fault" in fault["traceback"] and fault["interaction"] not in (None, later["interaction"])
    assert "e5<e4" not in json.dumps(lines)


def test_a_line_about_a_shard_says_which_it_is() -> None:
    for message, shard in (("Shard ID 12 has connected to Gateway.", 12), ("Shard ID None has connected.", None)):
        record = logging.LogRecord("discord.gateway", logging.INFO, "gateway.py", 1, message, (), None)
        assert json.loads(JsonLines().format(record))["shard"] == shard


class _Bot:
    def __init__(self) -> None:
        self.ready = asyncio.Event()

    async def wait_until_ready(self) -> None:
        await self.ready.wait()


async def test_systemd_learns_that_the_bot_is_ready_alive_and_stopping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.setblocking(False)
        manager.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "200")
        loop, bot = asyncio.get_running_loop(), _Bot()
        async with systemd.kept_informed(bot.wait_until_ready):
            reply = {await loop.sock_recv(manager, 100) for _ in range(4)}
            assert reply == {b"WATCHDOG=1", b"EXTEND_TIMEOUT_USEC=120000000"}, "many shards take their time"
            bot.ready.set()
            while (reply := await loop.sock_recv(manager, 100)) == b"WATCHDOG=1":
                pass
            assert reply.startswith(b"READY=1\n")
        while (reply := await loop.sock_recv(manager, 100)) == b"WATCHDOG=1":
            pass
        assert reply == b"STOPPING=1"
