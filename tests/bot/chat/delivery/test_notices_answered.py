"""The message that asks a person for an answer, once they have given it."""

from typing import Any

import discord
import pytest

from bot.actions import jobs
from bot.actions.context import Context
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.jobs import Claim, Notice
from bot.model.settings import Reach
from rules.core import Seat
from tests.bot.chat.delivery.correspondents import begin, close_direct_messages, likes
from tests.bot.screen import buttons_of, picture_of, text_of
from tests.bot.store.rounds import ROUNDS
from tests.bot.world import World, reply_text


async def _asked(world: World) -> discord.Message:
    """A match in which Ada has offered Ben a draw; returns the message in the channel that asks him."""
    await begin(world)
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await world.deliver(1)
    return world.board()


async def test_a_newer_question_takes_the_buttons_off_the_older_one(world: World) -> None:
    asking = await _asked(world)
    await world.matches.more_time(world.actor(world.ada), 1)
    await world.deliver(1)
    older = next(message for message in world.messages() if message.id == asking.id)
    assert buttons_of(older) == [] and "You can answer in a newer message" in text_of(older)
    assert buttons_of(world.board()) == ["Accept", "Decline", "Give 1 day", "No"]
    newer = world.board()
    await world.ben.click(newer, label="Decline")
    await world.play("a4<c4", "e5<e4")
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await world.deliver(1)
    then = next(message for message in world.messages() if message.id == newer.id)
    assert ": it was declined." in text_of(then) and "the match went on without an answer" in text_of(then)


async def all_asked(world: World) -> None:
    """A match of three in which Ada has offered the others a draw."""
    others = (world.ben, world.cleo)
    proposal = Proposal(
        ROUNDS, world.channel.id, tuple(world.actor(who).person for who in others), Seat(0), terms=Terms(3)
    )
    await world.matches.propose(world.actor(world.ada), world.guild.id, proposal)
    for who in others:
        await world.matches.join(world.actor(who), 1)
    await world.deliver(1)
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await world.deliver(1)


@pytest.mark.parametrize("restarts", [False, True])
async def test_one_message_asks_all_and_loses_its_buttons_when_one_declines(world: World, restarts: bool) -> None:
    await all_asked(world)
    board, asking = world.messages()[-2:]
    assert "offers a draw" in text_of(board), "only one message asks both"
    assert text_of(asking).startswith(f"{world.ben.mention} and {world.cleo.mention} · [Rounds · match #1]")
    assert world.pinged(asking) == [world.ben.id, world.cleo.id] and buttons_of(asking) == ["Accept", "Decline"]
    if restarts:
        await world.restart()
    await world.ben.click(asking, label="Decline")
    await world.bot.delivery.background.idle()
    renewed = _again(world, asking)
    assert text_of(renewed).startswith("**Ada** asked **Ben** and **Cleo** for a draw")
    assert ": it was declined" in text_of(renewed) and buttons_of(renewed) == []


@pytest.mark.parametrize("is_pressed", [False, True])
async def test_who_has_not_answered_yet_keeps_the_buttons_of_a_message_that_asks_several(
    world: World, is_pressed: bool
) -> None:
    await all_asked(world)
    asking = world.board()
    if is_pressed:
        await world.ben.click(asking, label="Accept")
    else:
        await world.matches.accept_offer(world.actor(world.ben), 1, 1)
    await world.env.advance_time(30)
    renewed = _again(world, asking)
    assert "**Ben** has agreed, **Cleo** has still to answer" in text_of(renewed)
    assert buttons_of(renewed) == ["Accept", "Decline"]
    await world.cleo.click(renewed, label="Accept")
    await world.env.advance_time(30)
    assert buttons_of(_again(world, asking)) == [] and ": it was accepted" in text_of(_again(world, asking))


async def test_a_newer_question_takes_the_buttons_off_one_that_asked_several(world: World) -> None:
    await all_asked(world)
    asking = world.board()
    await world.matches.more_time(world.actor(world.ada), 1)
    await world.deliver(1)
    await world.env.advance_time(30)
    assert (
        "You can answer in a newer message" in text_of(_again(world, asking))
        and buttons_of(_again(world, asking)) == []
    )
    assert buttons_of(world.board()) == ["Accept", "Decline", "Give 1 day", "No"]


def _again(world: World, message: discord.Message) -> discord.Message:
    """A message as it is now."""
    return next(one for one in world.messages() if one.id == message.id)


@pytest.mark.parametrize("restarts", [False, True])
async def test_an_offer_that_outlives_a_move_loses_its_buttons_when_a_second_one_overtakes_it(
    world: World, restarts: bool
) -> None:
    asking = await _asked(world)
    await world.play("a4<c4")
    await world.env.advance_time(30)
    assert buttons_of(_again(world, asking)) == ["Accept", "Decline"], "the offer is open still"
    if restarts:
        await world.restart()
    await world.play("e5<e4")
    await world.env.advance_time(30)
    renewed = _again(world, asking)
    assert text_of(renewed).endswith(": the match went on without an answer.") and buttons_of(renewed) == []


async def test_a_press_that_is_too_late_says_so_and_takes_the_buttons_off(world: World) -> None:
    asking = await _asked(world)
    world.env.inject_error("PATCH", f"/channels/{asking.channel.id}/messages/{asking.id}", status=503)
    await world.play("a4<c4", "e5<e4")
    async with world.nothing_changes():
        await world.cleo.click(asking, label="Accept")
    reply = reply_text(await world.ben.click(asking, label="Accept"))
    assert "no longer open: the match has moved on since" in reply
    await world.env.advance_time(60)
    assert text_of(_again(world, asking)).endswith(": the match went on without an answer.")
    assert buttons_of(_again(world, asking)) == []


async def test_an_offer_that_is_answered_after_a_move_loses_its_buttons(world: World) -> None:
    asking = await _asked(world)
    await world.play("a4<c4")
    await world.matches.decline_offer(world.actor(world.ben), 1, 1)
    await world.env.advance_time(30)
    renewed = _again(world, asking)
    assert text_of(renewed).endswith(": it was declined.") and buttons_of(renewed) == []


async def test_a_newer_question_takes_the_buttons_off_the_older_one_after_a_restart(world: World) -> None:
    asking = await _asked(world)
    await world.restart()
    await world.matches.more_time(world.actor(world.ada), 1)
    await world.env.advance_time(30)
    assert buttons_of(_again(world, asking)) == [] and "in a newer message" in text_of(_again(world, asking))
    assert buttons_of(world.board()) == ["Accept", "Decline", "Give 1 day", "No"]


async def test_an_offer_that_ends_while_it_is_sent_loses_its_buttons(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_told = jobs.note_told

    async def note_late(context: Context, claim: Claim, *rest: Any) -> None:
        if claim.first.data["notice"] == Notice.OFFER:
            await world.matches.decline_offer(world.actor(world.ben), 1, 1)
        await note_told(context, claim, *rest)

    monkeypatch.setattr(jobs, "note_told", note_late)
    asking = await _asked(world)
    await world.env.advance_time(30)
    assert buttons_of(_again(world, asking)) == [] and ": it was declined." in text_of(_again(world, asking))


async def test_boards_are_left_to_the_announcer(world: World) -> None:
    await _asked(world)
    board = world.messages()[-2]
    await world.ben.click(board, label="Decline")
    shown = next(message for message in world.messages() if message.id == board.id)
    assert buttons_of(shown) == ["Move", "Text", "More"] and picture_of(shown)


async def test_it_works_in_direct_messages_and_where_the_message_cannot_be_changed(world: World) -> None:
    await likes(world, world.ben, Reach.DIRECT)
    await _asked(world)
    letter = world.messages(world.ben.user.dm_channel)[-1]
    close_direct_messages(world, world.ben)
    path = f"/channels/{letter.channel.id}/messages/{letter.id}"
    world.env.inject_error("PATCH", path, status=403, code=50001)
    assert "You declined" in reply_text(await world.ben.user.click(letter, label="Decline"))
    assert (await world.match()).open_offers == ()
    assert "has been declined" in reply_text(await world.ben.user.click(letter, label="Decline"))
    letter = world.messages(world.ben.user.dm_channel)[-1]
    assert buttons_of(letter) == []


@pytest.mark.parametrize("status", [500, 429])
async def test_a_notice_that_discord_does_not_change_at_once_loses_its_buttons_later(world: World, status: int) -> None:
    asking = await _asked(world)
    path = f"/channels/{asking.channel.id}/messages/{asking.id}"
    world.env.inject_error("PATCH", path, status=status)
    assert "You declined" in reply_text(await world.ben.click(asking, label="Decline"))
    await world.env.advance_time(60)
    [renewed] = [message for message in world.messages() if message.id == asking.id]
    assert text_of(renewed).endswith(": it was declined.") and buttons_of(renewed) == []


async def test_a_process_that_starts_changes_the_notices_that_were_answered_before(world: World) -> None:
    asking = await _asked(world)
    path = f"/channels/{asking.channel.id}/messages/{asking.id}"
    world.env.inject_error("PATCH", path, status=503)
    await world.ben.click(asking, label="Accept")
    [kept] = [message for message in world.messages() if message.id == asking.id]
    assert buttons_of(kept) == ["Accept", "Decline"]
    await world.restart()
    await world.env.advance_time(60)
    [renewed] = [message for message in world.messages() if message.id == asking.id]
    assert text_of(renewed).endswith(": it was accepted.") and buttons_of(renewed) == []
