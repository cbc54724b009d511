"""Turns that are told by web push, against a push service of our own: one notice, in one place."""

from collections.abc import AsyncIterator

import pytest

from bot.actions import pushing, sessions
from bot.model.settings import Reach
from bot.outside.push import Pusher
from tests.bot.chat.delivery.correspondents import begin, likes, pings
from tests.bot.pushed import CONTACT, PushedBrowser, PushService, push_service, sender_of
from tests.bot.world import World


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as service:
        yield service


async def _pushed(world: World, service: PushService, *names: str) -> list[PushedBrowser]:
    """Ben's browsers, once he has agreed in them; the bot has a pusher from now on."""
    await world.restart(pusher=Pusher(CONTACT, service.connector))
    browsers = [PushedBrowser(service.address, name) for name in names]
    for browser in browsers:
        token, _ = await sessions.begin(world.matches, await sessions.link(world.matches, world.actor(world.ben), None))
        await pushing.subscribe(world.matches, world.actor(world.ben).person, token, browser.subscription)
    return browsers


async def test_a_turn_is_told_in_the_browser_and_nowhere_else(world: World, service: PushService) -> None:
    await begin(world)
    before = pings(world, world.ben)
    [browser] = await _pushed(world, service, "one")
    await world.play("a4<c4")
    [received] = service.received
    assert browser.read(received) == {
        "title": "Furl · #1",
        "text": "It's your turn against Ada.",
        "address": "/matches/1",
        "tag": "match-1",
    }
    sender_of(received)
    assert pings(world, world.ben) == before and world.direct_messages(world.ben) == []
    await world.play("e5<e4", "b1<b2")
    assert len(service.received) == 2 and world.direct_messages(world.ben) == []


async def test_all_browsers_are_told_and_one_that_is_gone_is_forgotten(world: World, service: PushService) -> None:
    await begin(world)
    _one, other = await _pushed(world, service, "one", "other")
    service.statuses["/one"] = 410
    await world.play("a4<c4")
    assert sorted(received.path for received in service.received) == ["/one", "/other"]
    assert await pushing.subscriptions_of(world.matches, world.ben.id) == [other.subscription]
    assert world.direct_messages(world.ben) == []


@pytest.mark.parametrize("status", [404, 410, 403, 429, 503])
async def test_if_no_browser_takes_it_a_direct_message_tells(world: World, service: PushService, status: int) -> None:
    await begin(world)
    before = pings(world, world.ben)
    await _pushed(world, service, "one")
    service.statuses["/one"] = status
    await world.play("a4<c4")
    [told] = world.direct_messages(world.ben)
    assert "It's your turn" in told and pings(world, world.ben) == before
    kept = await pushing.subscriptions_of(world.matches, world.ben.id)
    assert len(kept) == (status in (429, 503))


async def test_who_chooses_the_channel_again_is_pinged_there_alone(world: World, service: PushService) -> None:
    await begin(world)
    before = pings(world, world.ben)
    await _pushed(world, service, "one")
    await likes(world, world.ben, Reach.CHANNEL)
    await world.play("a4<c4")
    assert service.received == [] and pings(world, world.ben) == before + 1


async def test_a_bot_without_a_pusher_tells_by_direct_message(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.PUSH)
    await world.play("a4<c4")
    assert len(world.direct_messages(world.ben)) == 1
