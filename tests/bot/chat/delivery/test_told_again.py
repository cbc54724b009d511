"""A player whose clock begins anew without a move is told of it and reminded as on any other turn."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.actions import settings
from bot.chat import client
from bot.model.settings import Reach, Timeouts
from tests.bot.chat.delivery.correspondents import HOUR, begin, pass_hours, slow_bot
from tests.bot.world import World


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that does little by itself: `pass_hours` has it do what is due."""
    return slow_bot(fresh_file, 6 * HOUR, 6 * HOUR)


async def _direct(world: World) -> None:
    person = world.actor(world.ada).person
    await settings.prefer(world.matches, person, lambda before: replace(before, reach=Reach.DIRECT))


def _told(world: World, words: str) -> int:
    return sum(words in text for text in world.direct_messages(world.ada))


async def test_who_is_called_back_from_a_pause_is_told_and_reminded_again(world: World) -> None:
    await _direct(world)
    await begin(world, days=1)
    await pass_hours(world, 22)
    turns, reminders = _told(world, "your turn"), _told(world, "is running out")
    assert (turns, reminders) == (1, 1)
    asking = await world.matches.offer_pause(world.actor(world.ada), 1, 3)
    await world.matches.accept_offer(world.actor(world.ben), 1, asking.open_offers[0].id)
    await pass_hours(world, 72)
    assert (await world.match()).pause is None
    assert _told(world, "your turn") == 2
    await pass_hours(world, 22)
    assert _told(world, "is running out") == 2


async def test_who_ends_a_pause_is_reminded_again_but_not_told_what_they_know(world: World) -> None:
    await _direct(world)
    await begin(world, days=1)
    await pass_hours(world, 22)
    asking = await world.matches.offer_pause(world.actor(world.ada), 1, 3)
    await world.matches.accept_offer(world.actor(world.ben), 1, asking.open_offers[0].id)
    await pass_hours(world, 24)
    await world.matches.end_pause(world.actor(world.ada), 1)
    await pass_hours(world, 22)
    assert (_told(world, "your turn"), _told(world, "is running out")) == (1, 2)


async def test_who_gets_more_time_because_the_win_was_waived_is_told_and_reminded_again(world: World) -> None:
    ben = world.actor(world.ben).person
    await settings.prefer(world.matches, ben, lambda before: replace(before, timeouts=Timeouts.WAIVED))
    await _direct(world)
    await begin(world, days=1)
    for player in (world.ada, world.ben):
        match = await world.match()
        await world.matches.play(world.actor(player), 1, match.position.legal_moves()[0])
        await world.deliver(1)
    turns = _told(world, "your turn")
    await pass_hours(world, 22, 2.1, 1.9)
    assert (await world.match()).clock is not None
    assert (_told(world, "your turn"), _told(world, "is running out")) == (turns + 1, 1)
    await pass_hours(world, 21)
    assert _told(world, "is running out") == 2
