"""What Discord, or a proxy before it, sends and no program understands: it ends no process and stops no bot."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import Route

from bot.chat.core.gateway import drop_malformed_events
from bot.chat.core.rate_limits import InvalidRequests, tracing

TOKEN = "first.second.third"
PAGE = "<html><body><h1>Please wait</h1></body></html>"


class Connection:
    """A connection to the gateway without a network, in which GREETING is the only event that is known."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(DiscordWebSocket, "received_message", DiscordWebSocket.received_message)
        drop_malformed_events()
        self.greeted: list[str] = []
        self.closed: list[int] = []
        socket: Any = SimpleNamespace(close_code=None, closed=False, close=self._close)
        self.ws: Any = DiscordWebSocket(socket, loop=asyncio.get_running_loop())
        self.ws.shard_id = 0
        self.ws._discord_parsers = {"GREETING": self._greet}

    def _greet(self, data: dict[str, str]) -> None:
        self.greeted.append(data["name"])

    async def _close(self, *, code: int) -> None:
        self.closed.append(code)

    async def sends(self, event: object) -> None:
        text = event if isinstance(event, str | bytes) else json.dumps({"op": 0, "t": "GREETING", "s": 7, "d": event})
        await self.ws.received_message(text)


@pytest.mark.logs_errors
async def test_an_event_that_cannot_be_understood_is_logged_with_a_code_and_dropped(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    connection = Connection(monkeypatch)
    await connection.sends({"name": "Ada"})
    odd: Sequence[object] = (None, [], {}, 3, "[", '"x"', '{"op": 0, "t": [], "s": 9}')
    for event in odd:
        await connection.sends(event)
    await connection.sends({"name": "Ben"})
    assert connection.greeted == ["Ada", "Ben"] and not connection.closed
    logged = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert len(logged) == len(odd) and all(
        "an event of Discord cannot be understood and is dropped" in line for line in logged
    )


@pytest.mark.logs_errors
@pytest.mark.parametrize(
    "first",
    ["{", '{"op": 10, "d": {}}', '{"op": 0, "t": "READY", "s": 1, "d": {}}', b"not compressed\x00\x00\xff\xff"],
)
async def test_a_connection_whose_first_events_or_compression_are_malformed_is_opened_again(
    monkeypatch: pytest.MonkeyPatch, first: str | bytes
) -> None:
    connection = Connection(monkeypatch)
    if isinstance(first, bytes):
        await connection.sends({"name": "Ada"})
    with pytest.raises(ConnectionError):
        await connection.sends(first)
    assert connection.closed == [4000]


async def test_what_discord_says_of_the_connection_still_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = Connection(monkeypatch)
    with pytest.raises(ReconnectWebSocket):
        await connection.sends('{"op": 7, "d": null}')


ANSWERS: dict[str, tuple[int, str, str, dict[str, str]]] = {
    "a page": (200, PAGE, "text/html", {}),
    "a page that says it is JSON": (200, PAGE, "application/json", {}),
    "half an answer": (200, '{"id": "1", "user', "application/json", {}),
    "a number": (200, "7", "application/json", {}),
    "JSON as text": (200, '{"id": "1"}', "text/plain", {}),
    "a limit without a delay": (429, '{"error": "slow down"}', "application/json", {"Via": "a proxy"}),
    "a limit as a page": (429, PAGE, "text/html", {"Via": "a proxy"}),
    "a failure as a page": (403, PAGE, "text/html", {}),
}


@pytest.mark.parametrize("name", ANSWERS)
async def test_an_answer_that_is_not_from_the_api_counts_as_discord_being_out_of_reach(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    status, body, kind, headers = ANSWERS[name]

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(body=body.encode(), status=status, headers=headers, content_type=kind)

    async with _served(answer) as address:
        monkeypatch.setattr(Route, "BASE", f"{address}/api/v10")
        bot = discord.Client(intents=discord.Intents.none(), http_trace=tracing(InvalidRequests()))
        async with bot:
            with pytest.raises((aiohttp.ClientError, discord.HTTPException)):
                await bot.login(TOKEN)


async def test_answers_of_the_api_are_read_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(request: web.Request) -> web.Response:
        if request.method == "DELETE":
            return web.Response(status=204)
        return web.Response(body=b'[{"id": "1"}]', content_type="application/json")

    async with (
        _served(answer) as address,
        aiohttp.ClientSession(trace_configs=[tracing(InvalidRequests())]) as session,
    ):
        async with session.get(f"{address}/api/v10/users/@me/guilds") as listed:
            assert await listed.json() == [{"id": "1"}]
        async with session.delete(f"{address}/api/v10/channels/1") as deleted:
            assert deleted.status == 204
        async with session.get(f"{address}/attachments/1/2/game.txt") as file:
            assert await file.read() == b'[{"id": "1"}]'


@asynccontextmanager
async def _served(answer: Callable[[web.Request], Any]) -> AsyncGenerator[str]:
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()
