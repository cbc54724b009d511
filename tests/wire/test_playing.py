"""Matches of every kind are played while connections break at each step: nothing is lost, and nothing happens twice."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from itertools import cycle
from typing import Any, Final

import pytest
import pytest_asyncio
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError

from bot.actions import settings
from bot.model.match import State
from bot.model.servers import Server
from tests.bot import screen
from tests.bot.world import ask_to_play
from tests.wire import faults
from tests.wire.faults import Cut, What
from tests.wire.matches import Table, WireMatch, table_of
from tests.wire.server import template
from tests.wire.world import Wire

pytestmark = pytest.mark.asyncio(loop_scope="module")

ON_THE_WAY: Final[tuple[What | None, ...]] = (
    Cut.AFTER, None, Cut.BEFORE, None, Cut.MIDWAY, None, Cut.GATEWAY, None, faults.page(502), None,
)  # fmt: skip
"""What happens to the requests of each route, in turn."""

ROUTES: Final = (
    "POST /interactions/:id/:token/callback",
    "POST /webhooks/:id/:token",
    "PATCH /webhooks/:id/:token/messages/@original",
    "POST /channels/:id/messages",
    "PATCH /channels/:id/messages/:id",
)
"""The routes that a turn takes."""

_MOST_TRIES: Final = 12
_ROUNDS: Final = 6


class Trouble:
    """Breaks the connection at every other request of each route, each time in another way."""

    def __init__(self) -> None:
        self.happened: Counter[tuple[str, What]] = Counter()
        self._next: dict[str, cycle[What | None]] = {}

    def choose(self, method: str, path: str) -> What | None:
        route = f"{method} {template(path)}"
        what = next(self._next.setdefault(route, cycle(ON_THE_WAY)))
        if what is not None:
            self.happened[route, what] += 1
        return what


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(wire: Wire) -> AsyncGenerator[Table]:
    async with table_of(wire) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def trouble(wire: Wire) -> AsyncGenerator[Trouble]:
    """Connections that break, until the test is over."""
    made = Trouble()
    wire.server.choose = made.choose
    yield made
    wire.server.choose = lambda _method, _path: None


async def _tries(act: Callable[[], Awaitable[object]], is_done: Callable[[], Awaitable[bool]]) -> None:
    """Someone acts again and again, until it is done."""
    for _ in range(_MOST_TRIES):
        if await is_done():
            return
        await act()
    assert await is_done()


async def _begun(
    table: Table, host: MemberActor, guest: MemberActor | None = None, *also: str, **options: Any
) -> WireMatch:
    """A match that begins, although people have to try again."""
    wire, number = table.wire, await table.newest() + 1
    whom = {} if guest is None else {"opponent": guest}

    async def is_stored() -> bool:
        return await table.newest() >= number

    async def runs() -> bool:
        await table.quiet()
        return (await table.match(number)).state is State.RUNNING

    async def accept() -> None:
        assert guest is not None
        place = (await table.match(number)).place
        if place.by_player:
            [message] = [one for one in wire.messages(guest.user.dm_channel) if "Accept" in screen.buttons_of(one)]
            await guest.user.click(message, label="Accept")
        else:
            channel = next(one for one in (wire.channel, *wire.forum.threads) if one.id == place.shown_in)
            await guest.click(await wire.shown("Accept", channel), label="Accept")

    people = [] if guest is None else [guest]

    async def propose() -> object:
        if also:
            with suppress(SetupError):  # the window was lost on the way, so it is asked for again
                return await ask_to_play(host, wire.channel, people=people, also=also, **options)
            return None
        return await host.slash(wire.channel, "play", **whom, **options)

    await _tries(propose, is_stored)
    await _tries(accept, runs)
    return WireMatch(table, number, random.Random(number))


async def test_nothing_is_lost_and_nothing_happens_twice(wire: Wire, table: Table, trouble: Trouble) -> None:
    ada, ben, cleo, dan = wire.people
    matches = {
        "in a channel": await _begun(table, ada, ben, game="furl"),
        "in direct messages": await _begun(table, cleo, dan, "direct", game="furbowl"),
        "against a character": await _begun(table, ben, game="playwin", level="mole"),
        "by vote": await _begun(table, ada, None, "first", "votes60", game="fursaz-7", level="mole"),
    }
    await settings.settle(table.context, wire.guild.id, lambda _: Server(uses_threads=True))
    matches["in a thread"] = await _begun(table, dan, ada, game="fursaz")
    await settings.settle(table.context, wire.guild.id, lambda _: Server(channel_id=wire.forum.id))
    matches["in a forum"] = await _begun(table, cleo, ben, game="farlander")
    for _ in range(_ROUNDS):
        await asyncio.gather(*(match.move() for match in matches.values()))
        await table.quiet()
        for match in matches.values():
            await match.check()
    for route in ROUTES:
        assert all(trouble.happened[route, what] for what in ON_THE_WAY if what is not None), route
