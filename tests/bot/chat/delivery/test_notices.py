"""One message and one ping a turn, in the way that each player prefers, and never in their quiet hours."""

from pathlib import Path

import pytest

from bot.chat import client
from bot.model.match import State
from bot.model.settings import Reach
from tests.bot.chat.delivery.correspondents import (
    DAY,
    HOUR,
    accept,
    begin,
    close_direct_messages,
    likes,
    pings,
    propose,
    slow_bot,
)
from tests.bot.screen import text_of
from tests.bot.world import World


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """The bot at a pace at which days pass quickly."""
    return slow_bot(fresh_file)


async def test_several_steps_of_one_turn_ping_nobody_again(world: World) -> None:
    for who in (world.ada, world.ben):
        await likes(world, who, Reach.BOTH)
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben)
    await world.ben.click(world.board(), label="Accept")
    first = (await world.match()).to_move
    who = next(actor for actor in (world.ada, world.ben) if first is not None and actor.id == first.id)
    steps, reply, shown = 0, (pings(world, who), len(world.direct_messages(who))), len(world.messages())
    while (await world.match()).to_move == first:
        assert (pings(world, who), len(world.direct_messages(who))) == reply and len(world.messages()) == shown
        move = (await world.match()).position.legal_moves()[0]
        await world.matches.play(world.actor(who), 1, move)
        await world.deliver(1)
        steps += 1
    assert steps > 1, "a turn has several steps"
    assert (pings(world, who), len(world.direct_messages(who))) == reply and len(world.messages()) == shown + 1


async def test_a_person_pinged_by_the_board_is_not_mentioned_again_where_direct_messages_are_closed(
    world: World,
) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.BOTH)
    close_direct_messages(world, world.ben)
    await world.play("a4<c4")
    await world.env.advance_time(HOUR)
    assert world.pinged(world.board()) == [world.ben.id] and len(world.messages()) == 3


@pytest.mark.parametrize("reach", Reach)
async def test_in_quiet_hours_nobody_is_pinged_until_they_are_over(world: World, reach: Reach) -> None:
    await begin(world)
    await likes(world, world.ben, reach, quiet=5)
    await world.play("a4<c4")
    await world.env.advance_time(4 * HOUR)
    assert world.pinged(world.board()) == [] and len(world.messages()) == 3
    assert world.direct_messages(world.ben) == []
    await world.env.advance_time(2 * HOUR)
    assert len(world.direct_messages(world.ben)) == (1 if reach.directly else 0)
    assert pings(world, world.ben) == (1 if reach.directly else 2), "the challenge, and the mention"
    await world.env.advance_time(20 * HOUR)
    assert len(world.direct_messages(world.ben)) + pings(world, world.ben) == 2, "and that was all"


async def test_a_player_who_moves_in_their_quiet_hours_hears_nothing_afterwards(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, quiet=5)
    await world.play("a4<c4", "e5<e4")
    await world.env.advance_time(8 * HOUR)
    assert pings(world, world.ben) == 1, "the challenge"
    assert world.direct_messages(world.ben) == []


async def test_several_turns_that_begin_in_quiet_hours_make_one_ping(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, quiet=5)
    await world.play("a4<c4", "e5<e4", "b1<b2")
    await world.env.advance_time(8 * HOUR)
    assert pings(world, world.ben) == 2, "the challenge, and one mention for the turn that is his now"


async def test_a_challenge_that_was_withdrawn_in_quiet_hours_disturbs_nobody(world: World) -> None:
    await likes(world, world.ben, quiet=5)
    await propose(world)
    await world.matches.cancel(world.actor(world.ada), 1)
    await world.env.advance_time(8 * HOUR)
    assert pings(world, world.ben) == 0 and world.direct_messages(world.ben) == []


async def test_a_reminder_goes_both_ways_if_a_player_prefers_both(world: World) -> None:
    await begin(world)
    await likes(world, world.ada, Reach.BOTH)
    await world.env.advance_time(2.5 * DAY)
    [reminder] = world.direct_messages(world.ada)
    assert "Your time is running out" in reminder
    assert pings(world, world.ada) == 2, "the board and the reminder"


async def test_a_reminder_waits_for_the_end_of_quiet_hours_and_is_dropped_if_it_comes_too_late(world: World) -> None:
    await begin(world, days=1)
    await world.env.advance_time(0.75 * DAY)
    await likes(world, world.ada, quiet=3)
    await world.env.advance_time(0.1 * DAY)
    assert len(world.messages()) == 2
    await world.env.advance_time(0.1 * DAY)
    assert "your time is running out" in text_of(world.board())
    await world.play("a4<c4")
    await world.env.advance_time(0.75 * DAY)
    await likes(world, world.ben, quiet=10)
    await world.env.advance_time(1.5 * DAY)
    assert (await world.match()).state is State.CALLED_OFF
    reply = [text_of(message) for message in world.messages()]
    assert not any(f"{world.ben.mention}, your time is running out" in reply_text for reply_text in reply)


async def test_a_delayed_notice_follows_the_present_preferences(world: World) -> None:
    await likes(world, world.ben, quiet=5)
    await propose(world)
    await likes(world, world.ben, Reach.DIRECT, quiet=4)
    await world.env.advance_time(6 * HOUR)
    assert len(world.direct_messages(world.ben)) == 1 and pings(world, world.ben) == 0


async def test_showing_a_match_again_notifies_nobody_twice(world: World) -> None:
    await likes(world, world.ben, Reach.BOTH)
    match_id = await propose(world)
    await accept(world, match_id)
    await world.play("a4<c4")
    world.env.backend.delete_message(world.channel.id, world.board().id)
    await world.matches.more_time(world.actor(world.ben), 1)
    await world.deliver(1)
    assert world.pinged(world.messages()[2]) == [], "the board is back, in silence"
    assert len(world.direct_messages(world.ben)) == 2, "the challenge and the turn"


async def test_of_turns_that_are_over_nothing_is_kept(world: World) -> None:
    await begin(world)
    for who in (world.ada, world.ben):
        await likes(world, who, Reach.DIRECT)
    await world.play("a4<c4", "e5<e4", "b1<b2")
    assert len(world.direct_messages(world.ben)) == 2 and len((await world.stored())["notices"]) == 1
