"""What the bot does when Discord refuses, limits, delays or loses a request, or a proxy answers instead."""

import asyncio
import random
import re
from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Final

import aiohttp
import pytest
import pytest_asyncio
from simcord.builders import ChannelHandle

from studio.playground import strict
from tests.bot import screen
from tests.bot.world import answer
from tests.wire import faults
from tests.wire.faults import Cut, Held, What
from tests.wire.matches import Table, WireMatch, table_of
from tests.wire.server import Limit
from tests.wire.world import Wire

pytestmark = pytest.mark.asyncio(loop_scope="module")

_MANY: Final = 2 * strict.OLD_EDITS
_PLIES: Final = 80
"""How many plies of a match are played before another one begins, so that none is over."""
_AT_ONCE: Final = Limit().requests
_POST, _EDIT = ("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")
_CALLBACK, _ANSWER = ("POST", "/interactions/*"), ("POST", "/webhooks/*")
_ROUTES: Final = {"post": _POST, "edit": _EDIT}
_TROUBLES: Final[dict[str, What]] = {
    "limit of the route": faults.rate_limited("user", 0.2),
    "limit for all": faults.rate_limited("global", 0.2),
    "limit shared with others": faults.rate_limited("shared", 0.2),
    "edits of old messages": faults.rate_limited("user", 0.2, code=30046),
    "limit of the network": faults.page(429),
    "error of Discord": faults.error(503),
    "page of a proxy": faults.page(200),
    "page of a proxy after it was done": faults.page(200, is_carried_out=True),
    "broken JSON": faults.Refusal(200, '{"id": '),
    "ban of the address": faults.page(403),
    "cut before": Cut.BEFORE,
    "cut after": Cut.AFTER,
    "cut midway": Cut.MIDWAY,
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(wire: Wire) -> AsyncGenerator[Table]:
    async with table_of(wire) as opened:
        yield opened


@pytest.fixture(scope="module")
def begun() -> list[WireMatch]:
    """The matches that the tests have begun one after another."""
    return []


@pytest_asyncio.fixture(loop_scope="module")
async def match(wire: Wire, table: Table, begun: list[WireMatch]) -> WireMatch:
    """A match between Ada and Ben that goes on for a while."""
    if not begun or (await begun[-1].stored()).ply > _PLIES:
        begun.append(await _begun(table, wire.channel))
    return begun[-1]


async def _begun(table: Table, channel: ChannelHandle) -> WireMatch:
    ada, ben, *_ = table.wire.people
    await ada.slash(channel, "play", game="fursaz-7", opponent=ben)
    await ben.click(await table.wire.shown("Accept", channel), label="Accept")
    await table.wire.shown("Move", channel)
    await table.quiet()
    return WireMatch(table, await table.newest(), random.Random(1))


@pytest.mark.parametrize("route", _ROUTES)
@pytest.mark.parametrize("trouble", _TROUBLES)
async def test_a_board_is_shown_once_whatever_becomes_of_the_request(
    wire: Wire, table: Table, match: WireMatch, route: str, trouble: str
) -> None:
    await match.move()  # so that the next board takes the picture off the first one
    await table.quiet()
    fault = wire.server.inject(*_ROUTES[route], _TROUBLES[trouble])
    await match.move()
    await table.quiet()
    await match.check()
    assert fault.happened == 1


@pytest.mark.parametrize("trouble", _TROUBLES)
async def test_a_person_whose_press_is_not_answered_presses_again(
    wire: Wire, table: Table, match: WireMatch, trouble: str
) -> None:
    faults_there = [wire.server.inject(*route, _TROUBLES[trouble]) for route in (_CALLBACK, _ANSWER)]
    await match.move()
    await match.move()
    await table.quiet()
    await match.check()
    assert [fault.happened for fault in faults_there] == [1, 1]


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.AFTER, Cut.MIDWAY])
@pytest.mark.parametrize("route", [_CALLBACK, _ANSWER])
async def test_a_person_is_answered_once_though_the_connection_breaks(
    wire: Wire, route: tuple[str, str], cut: Cut
) -> None:
    fault = wire.server.inject(*route, cut)
    told = await wire.people[3].slash(wire.channel, "help")
    assert "Furlong" in screen.text_of(answer(told)) and fault.happened == 1


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.AFTER, Cut.MIDWAY])
@pytest.mark.parametrize("route", [_CALLBACK, ("PATCH", "/webhooks/*")])
async def test_a_message_is_changed_by_a_press_though_the_connection_breaks(
    wire: Wire, match: WireMatch, route: tuple[str, str], cut: Cut
) -> None:
    mover = (await match.stored()).to_move
    who = next(one for one in wire.people if mover is not None and one.id == mover.id)
    picker = answer(await who.click(await wire.shown("Move"), label="Move"))
    stage, before = next(iter(screen.option_ids(picker))), screen.text_of(picker)
    fault = wire.server.inject(*route, cut)
    await screen.choose_option(who, picker, stage)
    await wire.until(lambda: screen.text_of(picker) != before, "the picker stays")
    assert fault.happened == 1


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.AFTER, Cut.MIDWAY])
async def test_a_window_opens_though_the_connection_breaks(wire: Wire, cut: Cut) -> None:
    fault = wire.server.inject(*_CALLBACK, cut)
    assert (await wire.people[0].slash(wire.channel, "play")).modal and fault.happened == 1


@pytest.mark.parametrize("cut", [Cut.BEFORE, Cut.AFTER, Cut.MIDWAY])
async def test_a_sentence_is_said_once_though_the_connection_breaks(wire: Wire, cut: Cut) -> None:
    fault = wire.server.inject(*_ANSWER, cut)
    told = await wire.people[3].slash(wire.channel, "move", move="a1")
    assert answer(told).content and fault.happened == 1


async def _refused_lately(wire: Wire) -> int:
    """How many requests Discord has refused in a way that counts towards a ban, as the bot counts them."""
    async with aiohttp.ClientSession() as session, session.get(wire.metrics) as response:
        found = re.search(r"^furlong_invalid_requests (\S+)", await response.text(), re.MULTILINE)
    assert found is not None
    return int(float(found[1]))


@pytest.mark.parametrize(("scope", "counts"), [("user", 1), ("global", 1), ("shared", 0)])
async def test_a_limit_shared_with_others_counts_towards_no_ban(
    wire: Wire, table: Table, match: WireMatch, scope: str, counts: int
) -> None:
    before = await _refused_lately(wire)
    wire.server.inject(*_POST, faults.rate_limited(scope, 0.05))
    await match.move()
    await table.quiet()
    assert await _refused_lately(wire) == before + counts


async def test_a_slow_answer_holds_nobody_else_up(wire: Wire, table: Table, match: WireMatch) -> None:
    elsewhere = await _begun(table, wire.guild.create_text_channel("elsewhere"))
    goes_on = asyncio.Event()
    slow = wire.server.inject("POST", f"/channels/{wire.channel.id}/messages", Held(goes_on))
    waiting, before = asyncio.create_task(match.move()), table.posted[elsewhere.number][-1].revision
    assert before is not None, "it shows the running match"
    await wire.until(lambda: slow.happened, "no board is posted")
    await elsewhere.move()
    await wire.until(lambda: table.posted[elsewhere.number][-1].revision == before + 1, "the other board is not posted")
    assert not goes_on.is_set()
    goes_on.set()
    await waiting
    await table.quiet()
    await match.check()


async def test_many_posts_at_once_keep_to_the_limit_of_their_route(wire: Wire, table: Table) -> None:
    cleo, before, refused = wire.people[2], await table.newest(), wire.server.too_many
    begins = [cleo.slash(wire.channel, "play", game="furl", level="mole", side="first") for _ in range(2 * _AT_ONCE)]
    await asyncio.gather(*begins)
    await table.quiet()
    shown = [len(table.posted[number]) for number in range(before + 1, await table.newest() + 1)]
    assert shown == [1] * (2 * _AT_ONCE)
    assert wire.server.too_many - refused <= 1, "discord.py may send one too early; without its limits, five would be"


async def test_old_boards_are_brought_up_to_date_although_discord_limits_their_edits(wire: Wire, table: Table) -> None:
    dan, before = wire.people[3], await table.newest()
    for _ in range(_MANY):
        await dan.slash(wire.channel, "play", game="furl", level="mole", side="first")
    await table.quiet()
    wire.clock.go_on(timedelta(hours=2))
    numbers = range(before + 1, before + 1 + _MANY)
    matches = [WireMatch(table, number, random.Random(number)) for number in numbers]
    await asyncio.gather(*(match.move() for match in matches))
    await table.quiet()
    for match in matches:
        await match.check()
