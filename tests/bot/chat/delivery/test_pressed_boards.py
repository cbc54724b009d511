"""A board whose own button was pressed is edited by the answer to the press, which does not count as a request."""

from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.actions import jobs
from bot.store.engine.conditions import CLAIM
from tests.bot.chat.delivery.correspondents import begin
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer

_EDIT = "/webhooks/*/*/messages/@original"
_UNKNOWN_WEBHOOK = 10015
_edit_original_response = discord.Interaction.edit_original_response


def _counted(world: World) -> int:
    """The number of edits that Discord has counted."""
    return len(world.sent("PATCH", f"/channels/{world.channel.id}/messages"))


async def _nothing_waits(world: World) -> bool:
    stored = await world.stored()
    return not stored["boards"] and not stored["old boards"]


async def _open_challenge(world: World) -> discord.Message:
    """Have Ada post an open challenge for two or more; returns its message."""
    await world.ada.slash(world.channel, "play", game="farlander")
    return world.board()


async def _ben_joins(world: World) -> discord.Message:
    """Have Ben press Join under an open challenge; returns its message."""
    table = await _open_challenge(world)
    await world.ben.click(table, label="Join")
    return table


async def _is_seen_to_have_joined(world: World, table: discord.Message) -> bool:
    return world.messages() == [table] and "Ben" in text_of(world.board()) and await _nothing_waits(world)


async def test_joining_changes_the_open_challenge_without_a_counted_request(world: World) -> None:
    table = await _ben_joins(world)
    assert _counted(world) == 0 and len(world.sent("PATCH", "/webhooks/")) == 1
    assert await _is_seen_to_have_joined(world, table)


async def test_accepting_takes_the_buttons_off_the_challenge_without_a_counted_request(world: World) -> None:
    challenge = await world.start_match()
    assert _counted(world) == 0 and len(world.sent("POST", f"/channels/{world.channel.id}/messages")) == 2
    assert world.messages()[-1].id == challenge.id != world.messages()[0].id
    await world.env.advance_time(30)
    assert not buttons_of(world.messages()[0]) and await _nothing_waits(world)


async def test_a_rematch_is_offered_and_declined_without_a_counted_request(world: World) -> None:
    await world.start_match()
    await world.ada.click(answer(await world.ada.slash(world.channel, "match", do="resign")), label="Resign")
    changes = f"/channels/{world.channel.id}/messages/{_result(world).id}"
    counted = len(world.sent("PATCH", changes))
    await world.ben.click(_result(world), label="Rematch")
    assert "Decline" in buttons_of(_result(world))
    await world.ada.click(_result(world), label="Decline")
    assert "Decline" not in buttons_of(_result(world)) and len(world.sent("PATCH", changes)) == counted


def _result(world: World) -> discord.Message:
    """The message with the result of the match."""
    return next(message for message in world.messages() if "Rematch" in buttons_of(message))


@pytest.mark.parametrize(("status", "code"), [(404, _UNKNOWN_WEBHOOK), (404, 0), (403, 0), (500, 0)])
async def test_a_press_whose_answer_discord_refuses_changes_the_board_by_a_request(
    world: World, status: int, code: int
) -> None:
    world.env.inject_error("PATCH", _EDIT, status=status, code=code)
    table = await _ben_joins(world)
    assert _counted(world) == 1 and await _is_seen_to_have_joined(world, table)


async def test_an_answer_that_is_taken_and_lost_changes_the_board_once_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(interaction: discord.Interaction[Any], **content: Any) -> None:
        await _edit_original_response(interaction, **content)
        raise TimeoutError

    monkeypatch.setattr(discord.Interaction, "edit_original_response", lost)
    table = await _ben_joins(world)
    assert _counted(world) == 1 and await _is_seen_to_have_joined(world, table)


@pytest.mark.parametrize("is_shown", [False, True])
async def test_a_crash_after_a_press_leaves_the_board_to_the_next_process(
    world: World, monkeypatch: pytest.MonkeyPatch, is_shown: bool
) -> None:
    table = await _open_challenge(world)
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "note_shown", AsyncMock(side_effect=TimeoutError))
        if not is_shown:
            patched.setattr(discord.Interaction, "edit_original_response", AsyncMock())
        await world.ben.click(table, label="Join")
    assert not await _nothing_waits(world)
    await world.restart()
    await world.env.advance_time(CLAIM.total_seconds() + 30)
    assert _counted(world) == 1 and await _is_seen_to_have_joined(world, table)


async def test_a_challenge_that_is_deleted_while_it_is_pressed_is_posted_anew(world: World) -> None:
    table = await _open_challenge(world)
    for path in (_EDIT, f"/channels/*/messages/{table.id}"):
        world.env.inject_error("PATCH", path, status=404, code=10008)
    await world.ben.click(table, label="Join")
    await world.env.advance_time(30)
    assert world.board().id != table.id and "Ben" in text_of(world.board()) and await _nothing_waits(world)


async def test_an_answer_to_another_message_changes_the_board_and_not_that_message(world: World) -> None:
    await begin(world)
    board = world.board()
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await world.deliver(1)
    asking = world.board()
    await world.ben.click(asking, label="Decline")
    assert "asked **Ben** for a draw" in text_of(world.board()) and world.board().id == asking.id != board.id
    assert world.sent("PATCH", f"/channels/{world.channel.id}/messages/{board.id}")
