"""Reminders of a deadline: one of a move, or three for those who want that."""

from dataclasses import replace
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from bot.actions import settings
from bot.chat import client
from bot.model.settings import Preferences, QuietHours, Reach, Reminders
from tests.bot.chat.delivery.correspondents import DAY, HOUR, accept, begin, pass_hours, pings, propose, slow_bot
from tests.bot.screen import components_of, text_of
from tests.bot.world import World, answer, reply_text


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that does little by itself: `pass_hours` has it do what is due."""
    return slow_bot(fresh_file, 6 * HOUR, 6 * HOUR)


async def _prefers(world: World, who: MemberActor, **chosen: object) -> None:
    person = world.actor(who).person
    await settings.prefer(world.matches, person, lambda before: replace(before, reach=Reach.DIRECT, **chosen))


async def _reminded(world: World, hours: float) -> int:
    """How often Ada has been reminded once some hours have passed."""
    await pass_hours(world, hours)
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
    assert await _reminded(world, 19.6) == 1
    assert await _reminded(world, 2.4) == 2
    before = (await world.match()).deadline
    await world.restart()
    assert await _reminded(world, 1.2) == 3 and (await world.match()).deadline == before
    await world.env.advance_time(DAY)
    assert (await world.match()).clock is None, "she has lost on time"


def test_one_reminder_is_usual() -> None:
    assert Preferences().reminders is Reminders.ONCE


async def _three_begun(world: World) -> None:
    """Three matches in which Ada is to move, each begun twenty minutes after the one before."""
    for match_id in (1, 2, 3):
        await propose(world, days=1)
        await accept(world, match_id)
        await world.env.advance_time(HOUR / 3)


_UNTIL_FIRST = 20.65, 0.35
"""Hours from then until the first of them is due, and an hour before the last one is."""


async def test_reminders_within_an_hour_come_in_one_message_with_move_beside_each_match(world: World) -> None:
    await _three_begun(world)
    before = pings(world, world.ada), pings(world, world.ben), len(world.messages())
    await pass_hours(world, *_UNTIL_FIRST, 1)
    reminder = world.messages()[-1]
    assert (pings(world, world.ada), pings(world, world.ben), len(world.messages())) == (
        before[0] + 1,
        before[1],
        before[2] + 1,
    )
    assert text_of(reminder).startswith(f"{world.ada.mention}, your time is running out:")
    assert all(f"match #{number}](" in text_of(reminder) for number in (1, 2, 3))
    moves = [item["custom_id"] for item in components_of(reminder) if item.get("label") == "Move"]
    assert len(moves) == 3
    pickers = [text_of(answer(await world.ada.click(reminder, custom_id=move))) for move in moves]
    assert [number for picker in pickers for number in (1, 2, 3) if f"match #{number}" in picker] == [1, 2, 3], (
        "the most urgent is first, although those that come early are written before it"
    )
    assert "It isn't your turn" in reply_text(await world.ben.click(reminder, custom_id=moves[1]))


@pytest.mark.parametrize("reach", [Reach.DIRECT, Reach.BOTH])
async def test_reminders_come_together_directly_too(world: World, reach: Reach) -> None:
    await _prefers(world, world.ada)
    await settings.prefer(world.matches, world.actor(world.ada).person, lambda before: replace(before, reach=reach))
    await _three_begun(world)
    await pass_hours(world, *_UNTIL_FIRST)
    assert await _reminded(world, 1) == 1
    assert all(f"match #{number}" in world.direct_messages(world.ada)[-1] for number in (1, 2, 3))


async def test_a_reminder_in_a_channel_names_no_match_of_another(world: World) -> None:
    other = world.guild.create_text_channel("other")
    await propose(world, days=1)
    await accept(world, 1)
    await propose(world, days=1, channel=other)
    await accept(world, 2)
    await pass_hours(world, 21.7)
    for channel, own, others in ((world.channel, 1, 2), (other, 2, 1)):
        reminder = text_of(world.messages(channel)[-1])
        assert f"match #{own}]" in reminder and f"match #{others}]" not in reminder


async def test_reminders_that_cannot_be_sent_together_are_sent_later(world: World) -> None:
    await _three_begun(world)
    await pass_hours(world, 17)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=503, times=2)
    await pass_hours(world, 3.65, 0.35, 1)
    told = "\n".join(text_of(message) for message in world.messages() if "running out" in text_of(message))
    assert [told.count(f"match #{number}]") for number in (1, 2, 3)] == [1, 1, 1]
