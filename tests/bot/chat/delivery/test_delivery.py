"""Many boards at once with notices beside them, an answer before all follow-up work, and a clean stop."""

import asyncio
from typing import Any

import pytest
from discord import Message
from simcord.builders import ChannelHandle

from bot.actions import matches, playing
from bot.actions.context import Context
from bot.chat import client
from bot.chat.core.rate_limits import is_waited_for
from bot.chat.delivery.delivery import Delivery
from bot.model.challenges import Proposal
from bot.model.jobs import Claim, Kind, Notice
from bot.model.match import Match
from bot.model.settings import Reach
from bot.screens.pictures import looking
from bot.store.jobs import boards, queue
from rules import GAMES
from rules.core import Seat
from tests.bot.chat.delivery.correspondents import begin, likes
from tests.bot.chat.delivery.gate import Gate
from tests.bot.queue import claim_job
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, url_of


async def _store(world: World, *channels: ChannelHandle) -> None:
    """A running match in each of these channels, whose board is not shown yet."""
    ada, ben = world.actor(world.ada), world.actor(world.ben)
    for channel in channels:
        proposal = Proposal(GAMES["furl"], channel.id, (ben.person,), Seat(0))
        match = await world.matches.propose(ada, world.guild.id, proposal)
        await world.matches.join(ben, match.id)


def _channels(world: World, count: int) -> list[ChannelHandle]:
    return [world.guild.create_text_channel(f"games-{number}") for number in range(count)]


async def _remind_ada(world: World) -> None:
    """Let most of Ada's time for match 1 pass."""
    matches = world.matches
    async with matches.database.write() as connection:
        await boards.add_notice(connection, await matches.load(1), world.ada.id, Notice.REMINDER, matches.now())


async def _claim(world: World, match_id: int = 1) -> Claim:
    matches = world.matches
    claim = await claim_job(matches, Kind.BOARD, match_id)
    assert claim is not None
    return claim


async def _start_again(world: World) -> None:
    """A new bot on the store of one that has stopped."""
    world.bot = client.Furlong(client.Options(url_of(world.database), world.bot.options.pace))
    await world.env.restart_bot(world.bot)


async def test_boards_of_different_channels_are_sent_at_once_and_those_of_one_channel_one_after_the_other(
    world: World,
) -> None:
    other = world.guild.create_text_channel("other")
    await _store(world, world.channel, world.channel, other, other)
    gate = Gate(world)
    delivering = asyncio.create_task(world.bot.delivery.deliver_due())
    for left in (2, 2, 2, 1):
        await gate.holds(left)
        gate.let_one_through()
    await delivering
    assert gate.most_held == 2 and gate.most_held_in_one_channel == 1
    assert [len(world.messages(channel)) for channel in (world.channel, other)] == [2, 2]


async def test_at_most_ten_boards_are_sent_at_once(world: World) -> None:
    channels = _channels(world, 13)
    await _store(world, *channels)
    gate = Gate(world)
    delivering = asyncio.create_task(world.bot.delivery.deliver_due())
    for left in (10, 10, 10, 10):
        await gate.holds(left)
        gate.let_one_through()
    gate.open()
    await delivering
    assert gate.most_held == 10 and all(len(world.messages(channel)) == 1 for channel in channels)


async def test_a_notice_does_not_wait_for_boards(world: World) -> None:
    await begin(world)
    await likes(world, world.ada, Reach.DIRECT)
    await _store(world, *_channels(world, 12))
    gate = Gate(world, world.ada.user.dm_channel.id)
    delivering = asyncio.create_task(world.bot.delivery.deliver_due())
    await gate.holds(10)
    await _remind_ada(world)
    while not world.direct_messages(world.ada):
        world.bot.delivery.look()
        await asyncio.sleep(0)
    await gate.holds(10)
    assert "Your time is running out" in world.direct_messages(world.ada)[0] and not delivering.done()
    gate.open()
    await delivering


async def test_a_query_for_due_work_does_not_wait_for_boards_in_progress(world: World) -> None:
    await _store(world, *_channels(world, 2))
    gate = Gate(world)
    delivering = asyncio.create_task(world.bot.delivery.deliver_due())
    await gate.holds(2)
    await _store(world, world.channel)
    world.bot.delivery.look()
    await gate.holds(3)
    gate.open()
    await delivering
    assert len(world.messages()) == 1


async def test_a_player_who_moves_is_answered_before_the_old_board_is_edited(world: World) -> None:
    old = await world.start_match()
    await world.types(world.ada, "a4<c4")
    before = len(world.env.http_requests)
    await world.types(world.ben, "e5<e4")
    messages = f"/channels/{world.channel.id}/messages"
    shown, answered, edited = [
        next(index for index, request in enumerate(world.env.http_requests[before:]) if request.path.startswith(path))
        for path in (messages, "/webhooks/", f"{messages}/{old.id}")
    ]
    assert shown < answered < edited and buttons_of(world.messages()[1]) == []


async def test_a_player_who_moves_does_not_wait_for_the_direct_message_to_the_next(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    await world.matches.play(world.actor(world.ada), 1, "a4<c4")
    gate = Gate(world, world.channel.id)
    await asyncio.create_task(world.bot.delivery.deliver(1))
    assert len(world.messages()) == 3
    await gate.holds(1)
    assert world.direct_messages(world.ben) == []
    gate.open()
    await world.bot.delivery.background.idle()
    assert len(world.direct_messages(world.ben)) == 1


async def test_a_message_in_progress_is_finished_when_the_bot_stops(world: World) -> None:
    await _store(world, world.channel, world.channel)
    gate = Gate(world)
    delivering = asyncio.create_task(world.bot.delivery.deliver_due())
    await gate.holds(1)
    stopping = asyncio.create_task(world.bot.close())
    await asyncio.sleep(0)
    gate.open()
    await stopping
    await delivering
    assert len(world.messages()) == 1 and len((await world.stored())["boards"]) == 2, "nothing new was begun"
    await _start_again(world)
    assert len(world.messages()) == 2, "and what waited is shown at once"
    assert len(world.sent("POST", f"/channels/{world.channel.id}/messages")) == 2


@pytest.mark.parametrize("by_hand", [True, False])
async def test_a_board_that_a_stopping_bot_cannot_finish_is_shown_at_once_by_the_next(
    world: World, monkeypatch: pytest.MonkeyPatch, *, by_hand: bool
) -> None:
    monkeypatch.setattr("bot.chat.delivery.delivery._PATIENCE", 0)
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    await _remind_ada(world)
    await likes(world, world.ada, Reach.DIRECT)
    await _store(world, world.channel)
    gate, delivery = Gate(world), world.bot.delivery
    under_way = [asyncio.create_task(delivery.deliver(2))] if by_hand else []
    under_way.append(asyncio.create_task(delivery.deliver_due()))
    await gate.holds(2)
    await world.bot.close()
    assert len(world.messages()) == 2 and world.direct_messages(world.ada) == []
    await _start_again(world)
    assert len(world.messages()) == 3 and (await world.stored())["boards"] == []
    assert ["Your time is running out" in text for text in world.direct_messages(world.ada)] == [True, False]


async def test_a_change_is_shown_as_it_is_in_hand_with_the_claim_that_it_took(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    match = (await world.matches.play(world.actor(world.ada), 1, "a4<c4")).match
    claim = await _claim(world)
    with monkeypatch.context() as patched:
        patched.setattr(matches, "load", None)
        patched.setattr(queue, "claim", None)
        patched.setattr("bot.store.settings.preferences_of_all", None)
        shown = await asyncio.create_task(world.bot.delivery.show(match, claim))
    assert (shown.place.message_id, shown.place.message_ply) == (world.board().id, 1) and world.painting(world.board())
    await world.bot.delivery.background.idle()
    assert shown == await world.match() and (await world.stored())["boards"] == []


async def test_follow_up_work_goes_on_after_the_answer(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    match = (await world.matches.play(world.actor(world.ada), 1, "a4<c4")).match
    await asyncio.create_task(world.bot.delivery.show(match, await _claim(world)))
    await world.bot.delivery.background.idle()
    assert buttons_of(world.messages()[0]) == [] and "your turn" in text_of(
        world.messages(world.ben.user.dm_channel)[0]
    )


async def test_a_change_that_cannot_be_shown_is_returned_as_it_was_and_shown_later(world: World) -> None:
    await begin(world)
    match = (await world.matches.play(world.actor(world.ada), 1, "a4<c4")).match
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=503)
    assert await world.bot.delivery.show(match, await _claim(world)) == match
    await world.env.advance_time(45)
    assert len(world.messages()) == 3 and world.painting(world.board()).position == match.position


async def test_a_change_while_a_board_is_shown_is_shown_right_afterwards(world: World) -> None:
    await begin(world)
    match = (await world.matches.play(world.actor(world.ada), 1, "a4<c4")).match
    gate = Gate(world)
    showing = asyncio.create_task(world.bot.delivery.show(match, await _claim(world)))
    await gate.holds(1)
    await world.matches.play(world.actor(world.ben), 1, "e5<e4")
    await asyncio.create_task(world.bot.delivery.deliver(1))
    gate.open()
    await showing
    await world.bot.delivery.background.idle()
    assert len(world.messages()) == 4 and world.painting(world.board()).position == (await world.match()).position
    assert (await world.stored())["boards"] == []


async def test_a_move_that_comes_before_the_board_is_looked_up_needs_no_second_message(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_match()
    await world.matches.play(world.actor(world.ada), 1, "a4<c4")
    load = matches.load

    async def load_late(context: Context, number: int) -> Match:
        """The board was claimed to be shown; before it is loaded, Ben has moved too."""
        monkeypatch.setattr(matches, "load", load)
        await world.matches.play(world.actor(world.ben), 1, "e5<e4")
        return await load(context, number)

    monkeypatch.setattr(matches, "load", load_late)
    await world.deliver(1)
    assert len(world.messages()) == 3, "the challenge, the first board, and one for both moves"
    assert world.pinged(world.board()) == [world.ada.id] and (await world.stored())["boards"] == []


async def test_what_is_posted_looks_as_everybody_sees_it_whatever_theme_the_mover_sees_on_the_page(
    world: World,
) -> None:
    await world.start_match()
    usual = world.painting(world.board()).scene.theme
    with looking("paper"):
        await world.matches.play(world.actor(world.ada), 1, "a4<c4")
        await world.deliver(1)
    assert world.painting(world.board()).scene.theme == usual != "paper"


async def test_what_a_program_does_is_shown_in_turn_with_what_else_is_due_and_after_what_people_wait_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start_match()
    await _store(world, *_channels(world, 1))
    send, is_waited = Delivery.send, list[bool]()

    async def noting(*facts: Any, **options: Any) -> Message:
        is_waited.append(is_waited_for())
        return await send(*facts, **options)

    monkeypatch.setattr(Delivery, "send", noting)
    context = world.bot.services.context
    async with matches.joining(context, 1, world.actor(world.ada), seen=None) as change:
        playing.play(change, world.actor(world.ada).person, "a4<c4")
    await world.bot.delivery.show_in_turn(change)
    await world.bot.delivery.background.idle()
    assert is_waited == [False, False], "the board and that of another match, which was due before"
    assert world.painting(world.board()).position == change.match.position
