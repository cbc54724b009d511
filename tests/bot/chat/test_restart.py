"""A restart at any moment: every button and command still works, and nothing is sent twice."""

from typing import Any

import pytest

from bot.actions import startup
from bot.chat.core.startup import sync_if_changed
from bot.model.jobs import Kind
from bot.store.engine.conditions import CLAIM
from bot.store.jobs import queue
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, reply_text

_MESSAGES = "/channels/*/messages"


async def test_messages_that_could_not_be_sent_before_a_restart_are_sent_once_afterwards(world: World) -> None:
    await world.start_match()
    world.env.inject_error("POST", _MESSAGES, status=503)
    reply = await world.types(world.ada, "a4<c4")
    assert "furls 3 discs" in reply and len(world.messages()) == 2, "the move is kept, the board is not sent yet"
    await world.restart()
    await world.env.advance_time(30)
    assert len(world.messages()) == 3 and world.painting(world.board()).position == (await world.match()).position
    assert world.pinged(world.board()) == [world.ben.id]
    assert buttons_of(world.messages()[1]) == []
    async with world.nothing_changes():
        await world.restart()
        await world.env.advance_time(45)


async def test_moves_made_while_nothing_can_be_sent_are_shown_together(world: World) -> None:
    await world.start_match()
    world.env.inject_error("POST", _MESSAGES, status=503, times=2)
    await world.play("a4<c4", "e5<e4")
    assert len(world.messages()) == 2
    await world.restart()
    await world.env.advance_time(30)
    assert len(world.messages()) == 3 and world.painting(world.board()).position == (await world.match()).position
    assert world.pinged(world.board()) == [world.ada.id]


async def test_a_crash_in_the_middle_of_sending_delays_the_message_and_does_not_double_it(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben)
    matches = world.matches
    async with matches.database.write() as connection:
        assert await queue.claim(connection, Kind.BOARD, 1, matches.now()) is not None, (
            "the process that died had begun to send"
        )
    await world.restart()
    await world.env.advance_time(CLAIM.total_seconds() - 15)
    assert world.messages() == []
    await world.env.advance_time(30)
    assert len(world.messages()) == 1


@pytest.mark.logs_errors
async def test_a_message_that_was_sent_but_not_noted_is_sent_again_under_the_same_nonce(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben)
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.jobs.boards.finish", None)
        await world.deliver(1)
    await world.restart()
    await world.env.advance_time(30)
    first, second = world.sent("POST", f"/channels/{world.channel.id}/messages")
    assert first["nonce"] == second["nonce"] and first["enforce_nonce"] is second["enforce_nonce"] is True


def _change_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.guide.help_command.description", "Something else.")


@pytest.mark.first_start
async def test_commands_are_sent_to_discord_only_when_they_have_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(world.sent("PUT", "/applications/")) == 1
    await world.restart()
    assert len(world.sent("PUT", "/applications/")) == 1
    _change_a_command(monkeypatch)
    for _ in range(2):
        await world.restart()
        assert len(world.sent("PUT", "/applications/")) == 2
    assert reply_text(await world.ada.slash(world.channel, "help"))


@pytest.mark.first_start
@pytest.mark.logs_errors
async def test_commands_that_discord_did_not_take_are_sent_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    context = world.matches
    assert await sync_if_changed(world.bot.tree, context) is False
    _change_a_command(monkeypatch)
    world.env.inject_error("PUT", "/applications/*/commands")
    assert await sync_if_changed(world.bot.tree, context) is False, "the bot goes on with the old ones"
    assert await sync_if_changed(world.bot.tree, context) is True
    assert await sync_if_changed(world.bot.tree, context) is False


@pytest.mark.first_start
async def test_commands_are_sent_with_the_one_that_discord_made_to_open_the_page(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {"id": "5", "name": "launch", "description": "", "type": 4, "handler": 2, "version": "1"}
    http, sent = world.bot.http, list[dict[str, Any]]()

    async def known(_application: int) -> list[dict[str, Any]]:
        return [made, {"id": "6", "name": "old", "type": 1}]

    async def bulk(_application: int, payload: list[dict[str, Any]]) -> list[dict[str, Any]]:
        sent.extend(payload)
        return [{"id": str(number), **command} for number, command in enumerate(payload)]

    monkeypatch.setattr(http, "get_global_commands", known)
    monkeypatch.setattr(http, "bulk_upsert_global_commands", bulk)
    _change_a_command(monkeypatch)
    assert await sync_if_changed(world.bot.tree, world.matches)
    assert sent[-1] == made and "old" not in {command["name"] for command in sent}


@pytest.mark.first_start
async def test_commands_are_sent_again_to_another_discord(world: World) -> None:
    await startup.begin_anew(world.matches)
    await world.restart()
    assert len(world.sent("PUT", "/applications/")) == 2
    assert "board games, one move at a time" in text_of(answer(await world.ada.slash(world.channel, "help")))
