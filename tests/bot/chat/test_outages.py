"""Discord refuses what the bot sends: nothing is lost, nothing is doubled, and everybody is told."""

import asyncio
import gc
import weakref
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord.http import Route
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.chat.core.rate_limits import Refusals
from bot.model.match import State
from tests.bot.screen import buttons_of, live, option_ids, text_of
from tests.bot.world import World, answer, reply_text

_MESSAGES = "/channels/*/messages"
_CALLBACK = "/interactions/*/callback"
_ANSWERS = "/webhooks/*"
_RETRY = 45  # seconds after which a failed request has certainly been repeated
_STATUSES = ((500, 0), (429, 0), (403, 50013), (404, 10003))


def _may_send(world: World, *, allowed: bool, also: discord.Permissions | None = None) -> None:
    """Grant or deny the bot the permission to write in the channel; deny `also` others."""
    deny = (also or discord.Permissions.none()) | discord.Permissions(send_messages=not allowed)
    overwrite = Overwrite(target_id=world.guild.default_role.id, type=OverwriteType.ROLE, deny=deny.value)
    world.env.backend.set_overwrite(world.channel.id, overwrite)


async def _board_is_shown_once(world: World) -> None:
    match = await world.match()
    boards = [message for message in live(world.messages()) if buttons_of(message) == ["Move", "Text", "More"]]
    assert [message.id for message in boards] == [match.place.message_id]
    assert world.painting(boards[0]).position == match.position and match.to_move is not None
    assert world.pinged(boards[0]) == [match.to_move.id]
    assert (await world.stored())["boards"] == []


@pytest.mark.parametrize(("status", "code"), [(500, 0), (404, 10062)])
async def test_a_request_that_cannot_be_acknowledged_is_not_carried_out(world: World, status: int, code: int) -> None:
    await world.start_match()
    await world.confirms_every_move(world.ada)
    picker = await world.opens_picker(world.ada)
    await world.chooses(world.ada, picker, "a4", "a4<c4")
    question = answer(await world.ben.slash(world.channel, "match", do="resign"))
    async with world.nothing_changes():
        world.env.inject_error("POST", _CALLBACK, status=status, code=code, times=4)
        for result in (
            await world.ada.slash(world.channel, "move", move="a4<c4"),
            await world.ada.slash(world.channel, "play", game="furl"),
            await world.ada.click(picker, label="Play a4<c4"),
            await world.ben.click(question, label="Resign"),
        ):
            assert not result.acknowledged and not result.followups
    await world.ada.click(picker, label="Play a4<c4")
    assert (await world.match()).history.tokens == ("a4<c4",), "afterwards it works"


@pytest.mark.parametrize(("status", "code"), _STATUSES)
async def test_a_board_that_discord_does_not_take_appears_later_once(world: World, status: int, code: int) -> None:
    await world.start_match()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=status, code=code)
    reply = await world.types(world.ada, "a4<c4")
    assert "furls 3 discs" in reply and (await world.match()).history.tokens == ("a4<c4",)
    assert len(world.messages()) == 2, "the challenge and the first board"
    await world.env.advance_time(_RETRY)
    assert len(world.messages()) == 3
    await _board_is_shown_once(world)
    async with world.nothing_changes():
        await world.env.advance_time(_RETRY)


@pytest.mark.parametrize("error", [aiohttp.ClientConnectionError(), TimeoutError()])
async def test_a_board_that_cannot_reach_discord_appears_later_once(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    await world.start_match()

    async def unreachable(*_: Any, **__: Any) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(world.bot.http, "request", unreachable)
        await world.types(world.ada, "a4<c4")
    await world.env.advance_time(_RETRY)
    await _board_is_shown_once(world)


async def test_the_longer_an_outage_lasts_the_less_often_it_is_tried(world: World) -> None:
    await world.start_match()
    world.env.inject_error("POST", _MESSAGES, status=503, times=None)
    await world.types(world.ada, "a4<c4")
    tries: list[int] = []
    for _ in range(2):
        before = len(world.sent("POST", f"/channels/{world.channel.id}/messages"))
        await world.env.advance_time(120)
        tries.append(len(world.sent("POST", f"/channels/{world.channel.id}/messages")) - before)
    assert tries[0] > tries[1] >= 1
    world.env.backend.faults.clear()
    await world.env.advance_time(240)
    await _board_is_shown_once(world)


@pytest.mark.parametrize(("status", "code"), _STATUSES[1:])
async def test_an_old_board_that_cannot_be_changed_does_not_hold_up_the_new_one(
    world: World, status: int, code: int
) -> None:
    first = await world.start_match()
    world.env.inject_error("PATCH", f"{_MESSAGES}/{first.id}", status=status, code=code)
    await world.play("a4<c4", "e5<e4")
    _challenge, old, _before, new = world.messages()
    assert buttons_of(old) == ["Move", "Text", "More"] and buttons_of(new) == ["Move", "Text", "More"]
    assert "It isn't your turn" in reply_text(await world.ben.click(old, label="Move"))
    await world.env.advance_time(_RETRY)
    _challenge, old, _before, new = world.messages()
    is_given_up = status == 404  # as Discord says it if the message is deleted
    assert buttons_of(old) == (["Move", "Text", "More"] if is_given_up else []) and "Move" in buttons_of(new)


async def test_a_challenge_whose_message_cannot_be_changed_is_changed_later(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    world.env.inject_error("PATCH", _ANSWERS, status=500)
    world.env.inject_error("PATCH", f"{_MESSAGES}/*", status=500)
    await world.ben.click(world.board(), label="Decline")
    assert (await world.match()).state is State.CALLED_OFF and "Accept" in buttons_of(world.board())
    await world.env.advance_time(_RETRY)
    assert buttons_of(world.board()) == [] and "**Ben** declined" in text_of(world.board())
    assert len(world.messages()) == 1


@pytest.mark.parametrize("status", [500, 404])
async def test_a_private_answer_that_discord_does_not_take_costs_nothing_else(world: World, status: int) -> None:
    await world.start_match()
    picker = await world.opens_picker(world.ada)
    world.env.inject_error("*", _ANSWERS, status=status, times=3)
    await world.ada.slash(world.channel, "move", move="a4<c4")
    await world.cleo.slash(world.channel, "board", match="1")
    await world.ada.click(picker, custom_id=option_ids(picker)["a1"])
    assert (await world.match()).history.tokens == ("a4<c4",)
    await _board_is_shown_once(world)
    assert "out of date" in await world.chooses(world.ada, picker, "a2"), "and later presses are answered again"


async def test_both_players_are_notified_once_that_the_channel_was_deleted(world: World) -> None:
    await world.start_match()
    other = world.guild.create_text_channel("other")
    world.env.backend.delete_channel(world.channel.id)
    assert "furls 3 discs" in reply_text(await world.ada.slash(other, "move", move="a4<c4", match="1"))
    assert "furls 2 discs" in reply_text(await world.ben.user.slash("move", move="e5<e4"))
    await world.env.advance_time(120)
    assert (await world.match()).history.tokens == ("a4<c4", "e5<e4")
    for who in (world.ada, world.ben):
        [reply] = [text for text in world.direct_messages(who) if "can't show match #1" in text]
        assert f"<#{world.channel.id}>" in reply and "Nothing is lost" in reply
    assert "**your turn**" in reply_text(await world.ada.slash(other, "games"))
    board = answer(await world.ada.slash(other, "board", match="1"))
    assert world.painting(board).position == (await world.match()).position


async def test_a_permission_is_taken_away_and_given_back(world: World) -> None:
    await world.start_match()
    _may_send(world, allowed=False)
    await world.play("a4<c4", "e5<e4", "b1<b2")
    assert len(world.messages()) == 2
    for who in (world.ada, world.ben):
        [reply] = world.direct_messages(who)
        assert "**Send Messages**" in reply and world.channel.mention in reply
    assert world.direct_messages(world.cleo) == []
    assert "it lacks **Send Messages**" in reply_text(await world.ada.slash(world.channel, "play", game="furl"))
    _may_send(world, allowed=True)
    await world.env.advance_time(120)
    await _board_is_shown_once(world)
    assert len(world.messages()) == 3 and len(world.direct_messages(world.ada)) == 1


async def test_a_channel_that_refused_a_board_is_asked_again_after_a_wait_however_much_is_played(world: World) -> None:
    await world.start_match()
    await world.start_match()
    path = f"/channels/{world.channel.id}/messages"
    before = len(world.sent("POST", path))
    _may_send(world, allowed=False)
    for number in (1, 2):
        await world.play("a4<c4", "e5<e4", number=number)
        _may_send(world, allowed=False, also=discord.Permissions(add_reactions=True))
        await world.play("b1<b2", number=number)
    assert len(world.sent("POST", path)) == before + 1, "another permission changes nothing"
    for who in (world.ada, world.ben):
        assert [f"match #{number}" in text for number in (1, 2) for text in world.direct_messages(who)].count(True) == 2
    await world.env.advance_time(100)
    assert before + 2 <= len(world.sent("POST", path)) <= before + 4
    _may_send(world, allowed=True)
    await world.play("e1<e2", number=2)
    assert buttons_of(world.board()) == ["Move", "Text", "More"], "the permission says that it is open again"


async def test_closed_direct_messages_of_one_player_do_not_stop_the_notice_to_the_other(world: World) -> None:
    await world.start_match()
    world.env.inject_error("POST", f"/channels/{world.ada.user.dm_channel.id}/messages", status=403, code=50007)
    _may_send(world, allowed=False)
    await world.play("a4<c4")
    assert world.direct_messages(world.ada) == [] and len(world.direct_messages(world.ben)) == 1
    _may_send(world, allowed=True)
    await world.env.advance_time(_RETRY)
    await _board_is_shown_once(world)


async def test_a_board_that_a_moderator_deletes_comes_again_with_the_next_move(world: World) -> None:
    first = await world.start_match()
    world.env.backend.delete_message(world.channel.id, first.id)
    assert f"/{first.id}" in reply_text(await world.ada.slash(world.channel, "games"))
    await world.play("a4<c4")
    assert len(world.messages()) == 2
    await _board_is_shown_once(world)


async def test_a_challenge_that_is_deleted_while_it_is_answered_leaves_a_note(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    decline = world.press(world.ben, world.board(), "Decline")
    world.env.backend.delete_message(world.channel.id, world.board().id)
    await world.at_once(decline)
    assert "**Ben** declined **Ada**'s challenge" in text_of(world.board()) and len(world.messages()) == 1


async def test_a_challenge_that_a_moderator_deletes_can_still_be_cancelled(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    world.env.backend.delete_message(world.channel.id, world.board().id)
    status = answer(await world.ada.slash(world.channel, "board", match="1"))
    await world.ada.click(status, label="Withdraw")
    assert (await world.match()).state is State.CALLED_OFF


async def test_nobody_has_the_same_refused_again_and_again_by_acting() -> None:
    asked: list[Route] = []

    async def request(route: Route, **_: Any) -> dict[str, Any]:
        if route.channel_id is None:
            return {"id": "9"}
        asked.append(route)
        raise discord.Forbidden(Mock(status=403), "Missing Access")

    now = datetime(2030, 1, 1, tzinfo=UTC)
    refusals = Refusals(lambda: now, lambda _channel: False)
    send = refusals.heeded(request)
    await send(Route("POST", "/users/@me/channels"), json={"recipient_id": 7})
    for _ in range(100):
        refusals.reopen(7)
        with pytest.raises(discord.Forbidden):
            await send(Route("POST", "/channels/{channel_id}/messages", channel_id=9))
    assert len(asked) == 1 + 30


async def test_a_refusal_is_met_again_in_the_same_words_though_nothing_of_what_was_sent_is_kept() -> None:
    sent = list[weakref.ref[BytesIO]]()

    async def request(_route: Route, *, picture: BytesIO) -> None:
        sent.append(weakref.ref(picture))
        raise discord.Forbidden(Mock(status=403, reason="Forbidden"), {"code": 50001, "message": "Missing Access"})

    now = datetime(2030, 1, 1, tzinfo=UTC)
    send = Refusals(lambda: now, lambda _channel: False).heeded(request)
    for _ in range(2):
        with pytest.raises(discord.Forbidden, match=r"^403 Forbidden \(error code: 50001\): Missing Access$"):
            await send(Route("POST", "/channels/{channel_id}/messages", channel_id=9), picture=BytesIO())
    gc.collect()
    assert [picture() for picture in sent] == [None]


async def test_a_picture_that_is_refused_keeps_no_words_from_being_sent_nor_do_these_make_it_be_sent_again() -> None:
    asked: list[bool] = []

    async def request(_route: Route, *, files: object = None, **_: Any) -> None:
        asked.append(bool(files))
        if files:
            raise discord.Forbidden(Mock(status=403), "Missing Permissions")

    now = datetime(2030, 1, 1, tzinfo=UTC)
    refusals = Refusals(lambda: now, lambda _channel: False)
    send, posting = refusals.heeded(request), Route("POST", "/channels/{channel_id}/messages", channel_id=9)
    for _ in range(2):
        with pytest.raises(discord.Forbidden):
            await send(posting, files=["picture"])
        await send(posting, json={})
    assert asked == [True, False, False]
    refusals.reopen_channel(9)
    with pytest.raises(discord.Forbidden):
        await send(posting, files=["picture"])
    assert asked == [True, False, False, True]


async def test_requests_that_are_refused_together_count_as_one_refusal() -> None:
    may_answer, asked = asyncio.Event(), list[Route]()

    async def request(route: Route, **_: Any) -> None:
        asked.append(route)
        await may_answer.wait()
        raise discord.Forbidden(Mock(status=403), "Missing Access")

    now = [datetime(2030, 1, 1, tzinfo=UTC)]
    send = Refusals(lambda: now[0], lambda _channel: False).heeded(request)
    posting = Route("POST", "/channels/{channel_id}/messages", channel_id=9)
    together = [asyncio.create_task(send(posting)) for _ in range(10)]
    await asyncio.sleep(0)
    may_answer.set()
    await asyncio.gather(*together, return_exceptions=True)
    assert len(asked) == 10
    for waited, sent in ((14, 10), (15, 11), (15 + 29, 11), (15 + 30, 12)):
        now[0] = datetime(2030, 1, 1, tzinfo=UTC) + timedelta(seconds=waited)
        with pytest.raises(discord.Forbidden):
            await send(posting)
        assert len(asked) == sent
