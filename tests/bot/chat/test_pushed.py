"""Turns that are told by web push, against a push service of our own: one notice, in one place."""

from collections.abc import AsyncIterator, Callable

import pytest

from bot.actions import guests, playing, pushing, sessions
from bot.actions.change import MatchChange
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.people import Actor, Person
from bot.model.place import DIRECT
from bot.model.settings import Reach
from bot.outside.push import Pusher
from rules import GAMES
from rules.core import Seat
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


async def test_a_guest_is_told_of_a_turn_and_of_the_end_in_the_browser_that_agreed(
    world: World, service: PushService
) -> None:
    await world.restart(pusher=Pusher(CONTACT, service.connector))
    ann, token = await guests.enter(world.matches, "Ann", "192.0.2.1", "192.0.2.0")
    bea, _other = await guests.enter(world.matches, "Bea", "192.0.2.2", "192.0.2.0")
    browser = PushedBrowser(service.address, "one")
    await pushing.subscribe(world.matches, ann, token, browser.subscription)
    proposal = Proposal(GAMES["furl"], 0, (), Seat(0), terms=Terms(days=2), by_player=True)
    number = (await world.matches.propose(Actor(bea, None), DIRECT, proposal)).id
    await world.matches.join(Actor(ann, None, invited_to=number), number)

    async def act(person: Person, act: Callable[[MatchChange], object]) -> None:
        async with world.matches.change(number, Actor(person, None)) as change:
            act(change)
        await world.bot.delivery.show_change(change)
        await world.bot.delivery.background.idle()

    await act(bea, lambda change: playing.play(change, bea, "a4<c4"))
    [told] = map(browser.read, service.received)
    assert told["text"] == "It's your turn against Bea (guest)." and told["address"] == f"/matches/{number}"
    await act(ann, lambda change: playing.play(change, ann, "e5<e4"))
    assert len(service.received) == 1, "nobody is told of what they did"
    await act(bea, lambda change: playing.withdraw(change, bea))
    assert len(service.received) == 2
