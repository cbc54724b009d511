"""How a start ends that Discord refuses: with one line, and with an exit code that says whether to try again."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest

from tests.bot.known_commands import EarlierStart
from tests.wire import faults
from tests.wire.faults import Cut
from tests.wire.server import WireServer
from tests.wire.world import Wire, served

TRY_AGAIN, CHANGE_SOMETHING = 1, 2
Arrange = Callable[[WireServer], object]


def _closes(code: int) -> Arrange:
    return lambda server: server.gateway.refusals.append(code)


def _login(what: faults.What) -> Arrange:
    return lambda server: server.inject("GET", "/users/@me", what, times=9)


def _gateway(what: faults.What) -> Arrange:
    return lambda server: server.inject("GET", "/gateway/bot", what, times=9)


REFUSALS: Final[dict[str, tuple[Arrange, int, str]]] = {
    "token": (_login(faults.error(401)), CHANGE_SOMETHING, "DISCORD_TOKEN was refused by Discord"),
    "token at the gateway": (_closes(4004), CHANGE_SOMETHING, "DISCORD_TOKEN was refused by Discord"),
    "shard": (_closes(4010), CHANGE_SOMETHING, "look at SHARDS"),
    "too few shards": (_closes(4011), CHANGE_SOMETHING, "look at SHARDS"),
    "version": (_closes(4012), CHANGE_SOMETHING, "does not speak this version"),
    "intents": (_closes(4013), CHANGE_SOMETHING, "does not know the intents"),
    "privileged intents": (_closes(4014), CHANGE_SOMETHING, "intents that its application may not use"),
    "ban of an address": (_login(faults.page(403)), TRY_AGAIN, "it answers 403 Forbidden"),
    "too many requests": (_login(faults.page(429)), TRY_AGAIN, "it answers 429 Too Many Requests"),
    "cut": (_login(Cut.BEFORE), TRY_AGAIN, "Discord cannot be reached"),
    "cut in the middle": (_login(Cut.MIDWAY), TRY_AGAIN, "Discord cannot be reached"),
    "page of a proxy": (_login(faults.page(200)), TRY_AGAIN, "Discord cannot be reached"),
    "page of a proxy at the gateway": (_gateway(faults.page(200)), TRY_AGAIN, "Discord cannot be reached"),
    "broken JSON": (_login(faults.Refusal(200, "{")), TRY_AGAIN, "Discord cannot be reached"),
}


@pytest.mark.parametrize("names", [list(REFUSALS)[0::3], list(REFUSALS)[1::3], list(REFUSALS)[2::3]])
async def test_a_refused_start_is_one_line(names: list[str], tmp_path: Path, earlier_start: EarlierStart) -> None:
    async with AsyncExitStack() as stack:
        started = {name: await _started(stack, tmp_path / name, earlier_start, name) for name in names}
        codes = await asyncio.gather(*(wire.processes[0].exit_code() for wire in started.values()))
    for (name, wire), code in zip(started.items(), codes, strict=True):
        _, expected, sentence = REFUSALS[name]
        *logged, line = wire.processes[0].reply_text.splitlines()
        assert (code, sentence in line) == (expected, True), (name, wire.processes[0].reply_text)
        assert all(one.startswith("[") for one in logged), (name, logged)


async def _started(stack: AsyncExitStack, folder: Path, earlier: EarlierStart, name: str) -> Wire:
    folder.mkdir()
    wire = await stack.enter_async_context(served(folder, earlier=earlier))
    REFUSALS[name][0](wire.server)
    await wire.start("run")
    return wire
