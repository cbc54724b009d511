"""Reminders of a deadline: one of a move, or three for those who want that."""

from dataclasses import replace
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from bot.actions import settings
from bot.chat import client
from bot.model.settings import Preferences, QuietHours, Reach, Reminders
from tests.bot.chat.delivery.correspondents import DAY, HOUR, begin, slow_bot
from tests.bot.world import World

_OFTEN = 600.0  # seconds


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot at a pace at which days pass quickly, and that is rarely late by more than twenty minutes."""
    return slow_bot(fresh_file, _OFTEN, _OFTEN)


async def _prefers(world: World, who: MemberActor, **chosen: object) -> None:
    person = world.actor(who).person
    await settings.prefer(world.matches, person, lambda before: replace(before, reach=Reach.DIRECT, **chosen))


async def _reminded(world: World, hours: float) -> int:
    """How often Ada has been reminded once some hours have passed."""
    await world.env.advance_time(hours * HOUR)
    return sum("is running out" in text for text in world.direct_messages(world.ada))


async def test_who_wants_three_reminders_gets_them_as_the_time_runs_out(world: World) -> None:
    await begin(world, days=1)
    await _prefers(world, world.ada, reminders=Reminders.SEVERAL)
    assert await _reminded(world, 19) == 0, "the first is due after 19.2 hours"
    assert await _reminded(world, 0.6) == 1
    assert await _reminded(world, 1.9) == 1, "the second is due after 21.6 hours"
    assert await _reminded(world, 0.5) == 2
    assert await _reminded(world, 0.7) == 2, "the third is due after 22.8 hours"
    assert await _reminded(world, 0.5) == 3
    assert await _reminded(world, 0.7) == 3


async def test_usually_there_is_one_reminder_of_a_move(world: World) -> None:
    await begin(world, days=1)
    await _prefers(world, world.ada)
    assert await _reminded(world, 23.9) == 1


@pytest.mark.parametrize("hours", [19.6, 22])
async def test_a_move_ends_the_reminders(world: World, hours: float) -> None:
    await begin(world, days=1)
    await _prefers(world, world.ada, reminders=Reminders.SEVERAL)
    sent = await _reminded(world, hours)
    await world.play("a4<c4")
    assert sent and await _reminded(world, 23.9 - hours) == sent


async def test_another_day_puts_off_the_reminders_that_are_left(world: World) -> None:
    await begin(world, days=1)
    await _prefers(world, world.ada, reminders=Reminders.SEVERAL)
    assert await _reminded(world, 19.6) == 1
    await world.matches.more_time(world.actor(world.ben), 1)
    assert await _reminded(world, 23.5) == 1, "two days, of which a tenth is 4.8 hours"
    assert await _reminded(world, 0.7) == 2


async def test_who_changes_their_mind_is_not_reminded_again(world: World) -> None:
    await begin(world, days=1)
    await _prefers(world, world.ada, reminders=Reminders.SEVERAL)
    assert await _reminded(world, 19.6) == 1
    await _prefers(world, world.ada, reminders=Reminders.ONCE)
    assert await _reminded(world, 4.3) == 1


async def test_reminders_do_not_pile_up_in_quiet_hours(world: World) -> None:
    await begin(world, days=1)
    now = world.env.now().hour * 60 + world.env.now().minute
    night = QuietHours((now + 18 * 60) % 1440, (now + 23 * 60) % 1440)
    await _prefers(world, world.ada, reminders=Reminders.SEVERAL, quiet=night)
    assert await _reminded(world, 22.9) == 0
    assert await _reminded(world, 0.5) == 1, "the last one is due already, and one is enough"
    assert await _reminded(world, 0.5) == 1


async def test_reminders_outlive_a_restart_and_extend_no_deadline(world: World) -> None:
    await begin(world, days=1)
    await _prefers(world, world.ada, reminders=Reminders.SEVERAL)
    assert await _reminded(world, 22) == 2
    before = (await world.match()).deadline
    await world.restart()
    assert await _reminded(world, 1.2) == 3 and (await world.match()).deadline == before
    await world.env.advance_time(DAY)
    assert (await world.match()).clock is None, "she has lost on time"


def test_one_reminder_is_usual() -> None:
    assert Preferences().reminders is Reminders.ONCE
