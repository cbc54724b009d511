"""Notices that Discord refuses, that crash half-way, and that have buttons."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from sqlalchemy import update

from bot.actions import deadlines
from bot.model.clock import started
from bot.model.jobs import Kind, Notice
from bot.model.match import State
from bot.model.settings import Reach
from bot.store.engine.conditions import CLAIM
from bot.store.engine.schema.matches import matches as matches_table
from bot.store.jobs import boards
from tests.bot.chat.delivery.correspondents import HOUR, begin, close_direct_messages, likes, pings
from tests.bot.queue import claim_job, due_jobs
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, reply_text

_A_LITTLE = 60.0


def _letters(world: World) -> list[dict[str, Any]]:
    """The direct messages to Ben, sent or attempted."""
    return world.sent("POST", f"/channels/{world.ben.user.dm_channel.id}/messages")


def _refuse_letters(world: World, *, status: int, times: int | None = 1) -> None:
    world.env.inject_error("POST", f"/channels/{world.ben.user.dm_channel.id}/messages", status=status, times=times)


def _may_send(world: World, *, allowed: bool) -> None:
    deny = discord.Permissions() if allowed else discord.Permissions(send_messages=True)
    overwrite = Overwrite(target_id=world.guild.default_role.id, type=OverwriteType.ROLE, deny=deny.value)
    world.env.backend.set_overwrite(world.channel.id, overwrite)


@pytest.mark.parametrize("status", [500, 429])
async def test_a_notice_that_discord_does_not_take_is_sent_later_once(world: World, status: int) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    _refuse_letters(world, status=status)
    await world.play("a4<c4")
    assert len(world.messages()) == 3 and world.direct_messages(world.ben) == [], "the board does not wait for it"
    await world.env.advance_time(_A_LITTLE)
    assert len(world.direct_messages(world.ben)) == 1 and pings(world, world.ben) == 1
    async with world.nothing_changes():
        await world.env.advance_time(_A_LITTLE)


async def test_a_notice_that_cannot_reach_discord_is_sent_later_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    create = world.bot.create_dm

    async def unreachable(*_: Any) -> None:
        raise aiohttp.ClientConnectionError

    monkeypatch.setattr(world.bot, "create_dm", unreachable)
    await world.play("a4<c4")
    monkeypatch.setattr(world.bot, "create_dm", create)
    await world.env.advance_time(_A_LITTLE)
    assert len(world.direct_messages(world.ben)) == 1


async def test_the_longer_an_outage_lasts_the_less_often_a_notice_is_tried(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    _refuse_letters(world, status=503, times=None)
    await world.play("a4<c4")
    tries: list[int] = []
    for _ in range(2):
        before = len(_letters(world))
        await world.env.advance_time(180)
        tries.append(len(_letters(world)) - before)
    assert tries[0] > tries[1] >= 1


async def test_a_notice_that_fails_does_not_keep_others_from_being_sent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await likes(world, world.ada, Reach.DIRECT)
    await likes(world, world.ben, Reach.DIRECT)
    _refuse_letters(world, status=500, times=None)
    await begin(world)
    assert world.direct_messages(world.ben) == [] and len(world.direct_messages(world.ada)) == 1


@pytest.mark.logs_errors
async def test_a_notice_that_was_sent_but_not_noted_is_sent_again_under_the_same_nonce(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    with monkeypatch.context() as patched:
        patched.setattr("bot.actions.jobs.note_told", None)
        await world.play("a4<c4")
    await world.restart()
    await world.env.advance_time(_A_LITTLE)
    first, second = _letters(world)
    assert first["nonce"] == second["nonce"] and first["enforce_nonce"] is second["enforce_nonce"] is True


async def test_a_notice_of_another_process_is_left_to_it_unless_it_dies(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    matches = world.matches
    await matches.play(world.actor(world.ada), 1, "a4<c4")
    with pytest.MonkeyPatch.context() as patched:  # a process that has shown the board and claimed the notice
        patched.setattr("bot.actions.jobs.due", _nothing)
        await world.deliver(1)
    [waiting] = await due_jobs(matches, Kind.NOTICE)
    assert await claim_job(matches, Kind.NOTICE, waiting.number) is not None
    await world.restart()
    await world.env.advance_time(CLAIM.total_seconds() - 20)
    assert world.direct_messages(world.ben) == []
    await world.env.advance_time(_A_LITTLE)
    assert len(world.direct_messages(world.ben)) == 1


async def _nothing(*_: Any, **__: Any) -> Sequence[Any]:
    """Ignore the notice."""
    return ()


async def test_notices_outlive_a_restart(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, quiet=0.1)
    await world.play("a4<c4")
    await world.restart()
    await world.env.advance_time(0.05 * HOUR)
    assert pings(world, world.ben) == 1
    await world.restart()
    await world.env.advance_time(0.1 * HOUR)
    assert pings(world, world.ben) == 2
    await world.restart()
    await world.env.advance_time(_A_LITTLE)
    assert pings(world, world.ben) == 2


async def test_the_bot_gives_up_if_nobody_can_be_notified(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    close_direct_messages(world, world.ben)
    await world.play("a4<c4")
    await likes(world, world.ada, Reach.DIRECT)
    await world.play("e5<e4")
    assert len(world.direct_messages(world.ada)) == 1
    assert pings(world, world.ben) == 2


async def test_where_the_channel_is_closed_a_reminder_goes_to_the_person(world: World) -> None:
    await begin(world, days=1)
    _may_send(world, allowed=False)
    matches = world.matches
    async with matches.database.write() as connection:
        await boards.add_notice(connection, await matches.load(1), world.ada.id, Notice.REMINDER, matches.now())
    await world.env.advance_time(_A_LITTLE)
    [reply] = world.direct_messages(world.ada)
    assert reply.startswith("Your time is running out:") and "[Furl · match #1](" in reply


@pytest.mark.parametrize(("hours_late", "given_days"), [(0, 0), (5, 1), (30, 2)])
async def test_nobody_loses_by_a_reminder_that_is_sent_too_late(
    world: World, monkeypatch: pytest.MonkeyPatch, hours_late: int, given_days: int
) -> None:
    await begin(world, days=1)
    with monkeypatch.context() as patched:  # as if thousands of others came first
        patched.setattr("bot.actions.jobs.due", _nothing)
        async with world.matches.change(1) as change:
            assert change.match.clock is not None
            began_at = change.now - timedelta(hours=19.2 + hours_late)
            change.set_clock(started(change.match.terms, began_at, ()))
        async with world.matches.database.write() as connection:
            due_at = change.now - timedelta(hours=hours_late)
            await boards.add_notice(connection, change.match, world.ada.id, Notice.REMINDER, due_at)
            await connection.execute(update(matches_table).values(remind_at=None))
        await deadlines.tend(world.bot.services.context, world.bot.heartbeat)
    match = await world.match()
    assert match.state is State.RUNNING, "the reminder waits"
    await world.bot.delivery.deliver_due()
    match = await world.match()
    assert match.clock is not None and match.clock.given_days == given_days and match.state is State.RUNNING
    assert pings(world, world.ada) == 2, "for the board and the reminder"
    await deadlines.tend(world.bot.services.context, world.bot.heartbeat)
    assert (await world.match()).state is State.RUNNING


async def test_a_person_who_is_asked_gets_a_notice_with_buttons_to_answer(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await world.deliver(1)
    [letter] = world.messages(world.ben.user.dm_channel)
    assert text_of(letter).startswith("**Ada** waits for your answer in [Furl · match #1](")
    assert "**Ada** offers a draw" in text_of(letter)
    assert buttons_of(letter) == ["Accept", "Decline"] and pings(world, world.ben) == 1, "only the challenge"
    await world.ben.user.click(letter, label="Accept")
    assert (await world.match()).state is State.FINISHED


async def test_an_offer_mentions_in_the_channel_who_is_asked_and_nobody_else(world: World) -> None:
    await begin(world)
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await world.deliver(1)
    asking = world.board()
    assert world.pinged(asking) == [world.ben.id] and text_of(asking).startswith(world.ben.mention)
    refused = reply_text(await world.cleo.click(asking, label="Accept"))
    assert refused == "**Ada** has asked for a draw in match #1: only **Ben** can answer it."
    await world.ben.click(asking, label="Decline")
    assert (await world.match()).open_offers == ()


async def test_a_second_offer_is_announced_too(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, Reach.DIRECT)
    for offer in (world.matches.offer_draw, world.matches.more_time):
        await offer(world.actor(world.ada), 1)
        await world.deliver(1)
    assert len(world.direct_messages(world.ben)) == 2 and "another day" in world.direct_messages(world.ben)[1]


async def test_an_offer_that_was_overtaken_in_quiet_hours_disturbs_nobody(world: World) -> None:
    await begin(world)
    await likes(world, world.ben, quiet=0.1)
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await world.deliver(1)
    assert pings(world, world.ben) == 1 and len(world.messages()) == 2
    await world.matches.play(world.actor(world.ada), 1, "a4<c4")
    await world.env.advance_time(0.15 * HOUR)
    assert pings(world, world.ben) == 2 and not any(
        "waits for your answer" in text_of(message) for message in world.messages()
    )
