"""Requests that Discord refuses: whatever goes wrong, there are never so many that it bans the bot."""

import heapq
import logging
from collections.abc import Mapping
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import aiohttp
import pytest
from aiohttp import web
from yarl import URL

from bot.actions.askers import asking
from bot.chat.core.rate_limits import InvalidRequests, Pacer, tracing
from bot.model.askers import ASKING, Asker
from bot.model.shards import Share
from bot.outside import telemetry

BANNED_FROM, TEN_MINUTES = 10_000, 600.0


def test_a_bot_whose_every_request_is_refused_is_never_banned() -> None:
    now, most = 0.0, 0
    invalid = InvalidRequests(lambda: now)
    senders = [(0.0, number) for number in range(18)]
    while now < 6 * TEN_MINUTES:
        now, number = heapq.heappop(senders)
        invalid.note(403)
        most = max(most, invalid.count)
        heapq.heappush(senders, (now + 0.1 + invalid.wait, number))
    assert 5_000 < most < BANNED_FROM * 0.6


def test_nobody_waits_before_there_is_a_reason_and_once_it_is_over() -> None:
    now = 0.0
    invalid = InvalidRequests(lambda: now)
    for _ in range(999):
        invalid.note(401)
    invalid.note(404)
    assert invalid.count == 999 and invalid.wait == 0
    invalid.note(429)
    assert invalid.wait > 0
    now = TEN_MINUTES
    assert invalid.count == 0 and invalid.wait == 0


async def test_the_refused_requests_of_all_processes_count_together() -> None:
    invalid = InvalidRequests(lambda: 0.0)
    pacer = Pacer(invalid, AsyncMock(return_value=Share(46.0, refused=1_000)))
    assert invalid.wait == 0
    await pacer.admit()
    assert invalid.count == 0 and invalid.wait > 0


async def test_what_other_processes_said_counts_for_a_minute_after_the_last_request() -> None:
    now = 0.0
    invalid = InvalidRequests(lambda: now)
    pacer = Pacer(invalid, AsyncMock(return_value=Share(46.0, refused=1_000)))
    await pacer.admit()
    now = 59.0
    assert invalid.lately == 1_000
    now = 60.0
    assert invalid.lately == 0


async def test_requests_that_nobody_waits_for_are_braked_and_each_beginning_of_that_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waited, now = AsyncMock(), 0.0
    monkeypatch.setattr("bot.chat.core.rate_limits.asyncio.sleep", waited)
    invalid = InvalidRequests(lambda: now)

    async def braked(refused: int) -> list[float]:
        """The waits for two requests, after so many more were refused."""
        for _ in range(refused):
            invalid.note(403)
        waited.reset_mock()
        for _ in range(2):
            await invalid.brake()
        return [call.args[0] for call in waited.await_args_list]

    with caplog.at_level(logging.WARNING):
        assert await braked(999) == [] and not caplog.messages
        assert await braked(1) == [2.0, 2.0]
        assert await braked(3_999) == [2.0, 2.0] and await braked(1) == [60.0, 60.0]
        assert len(caplog.messages) == 1 and "has refused 1000 requests in ten minutes" in caplog.text
        now = TEN_MINUTES
        assert await braked(0) == []
        assert await braked(1_000) == [2.0, 2.0] and len(caplog.messages) == 2


class RequestNotebook:
    """Records its calls."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, int, str | None]] = []

    def turn(self, action: str, seconds: float, parts: Mapping[str, float]) -> None:
        raise AssertionError("nobody was answered")

    def failure(self, of: str) -> None:
        raise AssertionError("nothing has failed")

    def thought(self, about: str, seconds: float) -> None:
        raise AssertionError("nothing was thought about")

    def visit(self, status: int) -> None:
        raise AssertionError("there is no page")

    def reconnection(self) -> None:
        raise AssertionError("nothing was disconnected")

    def request(self, method: str, status: int, seconds: float, rate_limit: str | None) -> None:
        assert 0 < seconds < 60
        self.requests.append((method, status, rate_limit))


async def test_every_request_is_logged_and_those_that_discord_holds_against_the_bot_are_counted() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(
            status=int(request.match_info["status"]), headers={"X-RateLimit-Scope": request.query["by"]}
        )

    application = web.Application()
    application.router.add_get("/{status}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    [(_host, port)] = runner.addresses
    invalid, watcher = InvalidRequests(), RequestNotebook()
    refused_by = list[Asker | None]()
    invalid.tell = lambda: refused_by.append(ASKING.get())
    asked = [(200, "user"), (401, "user"), (403, "user"), (404, "user"), (429, "user"), (429, "shared"), (503, "user")]
    async with aiohttp.ClientSession(trace_configs=[tracing(invalid)]) as session:
        with telemetry.watching(watcher):
            for number, (status, by) in enumerate(asked):
                with asking(number):
                    async with session.get(f"http://127.0.0.1:{port}/{status}?by={by}"):
                        pass
    await runner.cleanup()
    assert refused_by == [1, 2, 4], "each is counted for who was behind it"
    assert invalid.count == 3, "one that was put off because of others is not held against the bot"
    assert watcher.requests == [("GET", status, by if status == 429 else None) for status, by in asked]


async def test_requests_that_discord_counts_are_paced_and_answers_to_interactions_are_not() -> None:
    pacer, invalid = AsyncMock(), InvalidRequests()
    [begin] = tracing(invalid, pacer).on_request_start
    for path, is_counted in {
        "/api/v10/channels/7/messages": True,
        "/api/v10/users/@me/channels": True,
        "/api/v10/interactions/1/token/callback": False,
        "/api/v10/webhooks/1/token/messages/@original": False,
        "/attachments/1/2/game.txt": False,
        "/": False,
    }.items():
        pacer.reset_mock()
        await begin(Mock(), SimpleNamespace(), Mock(url=URL(f"https://discord.com{path}")))
        assert pacer.admit.await_count == is_counted, path
