"""Discord accepts a message but its answer is lost, or it refuses a change: in the end everybody sees one board."""

from typing import Any
from unittest.mock import AsyncMock

import pytest
from discord import Message

from bot.actions import jobs
from bot.chat.delivery.delivery import Delivery
from bot.model.settings import Reach
from bot.store.engine.conditions import CLAIM
from tests.bot.chat.delivery.correspondents import likes
from tests.bot.chat.delivery.lossy import Lossy
from tests.bot.screen import live, pictures_of, text_of
from tests.bot.world import World


def _with_buttons(world: World) -> list[Message]:
    return live(world.messages())


def _pings(world: World) -> list[list[int]]:
    """The people pinged by each message that Discord has accepted, when it was sent."""
    posts = world.sent("POST", f"/channels/{world.channel.id}/messages")
    return [post["allowed_mentions"]["users"] for post in posts]


async def _lose_the_board_after_adas_move(world: World) -> None:
    await world.start_match()
    lossy = Lossy(world)
    lossy.to_lose = 1
    await world.types(world.ada, "a4<c4")


async def _gives_a_day(world: World) -> None:
    await world.matches.more_time(world.actor(world.ada), 1)
    await world.deliver(1)


async def test_a_change_before_a_lost_board_is_sent_again_makes_no_second_board(world: World) -> None:
    await _lose_the_board_after_adas_move(world)
    await _gives_a_day(world)
    await world.env.advance_time(60)
    [board] = _with_buttons(world)
    clock = (await world.match()).clock
    assert clock is not None and f"<t:{clock.deadline.timestamp():.0f}:f>" in text_of(board), "with the day"
    assert _pings(world)[-1:] == [[world.ben.id]] and len(_pings(world)) == 3 == len(world.messages())
    assert (await world.match()).place.message_id == board.id and await _nothing_waits(world)


async def test_a_turn_that_follows_a_lost_board_has_a_message_and_a_ping_of_its_own(world: World) -> None:
    await _lose_the_board_after_adas_move(world)
    await world.types(world.ben, "e5<e4")
    await world.env.advance_time(60)
    second = world.board()
    assert _with_buttons(world) == [second]
    assert _pings(world)[-2:] == [[world.ben.id], [world.ada.id]]
    assert world.painting(second).position == (await world.match()).position and await _nothing_waits(world)


@pytest.mark.parametrize("is_edited", [False, True])
async def test_a_turn_that_follows_a_lost_board_pings_even_if_that_is_not_noted_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch, is_edited: bool
) -> None:
    await _lose_the_board_after_adas_move(world)
    note, fails = jobs.note_shown, [TimeoutError()]

    async def noted(*of: Any, **options: Any) -> Any:
        if fails:
            raise fails.pop()
        return await note(*of, **options)

    if is_edited:
        monkeypatch.setattr(jobs, "note_shown", noted)
    else:
        monkeypatch.setattr(Delivery, "edit", AsyncMock(side_effect=[TimeoutError(), *[True] * 9]))
    await world.types(world.ben, "e5<e4")
    await world.env.advance_time(120)
    assert _pings(world)[-2:] == [[world.ben.id], [world.ada.id]]
    assert world.painting(world.board()).position == (await world.match()).position and await _nothing_waits(world)


async def test_a_match_that_begins_on_a_lost_challenge_pings_its_first_player(world: World) -> None:
    lossy = Lossy(world)
    lossy.to_lose = 1
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first")
    [challenge] = world.messages()
    await world.ben.click(challenge, label="Accept")
    await world.env.advance_time(180)
    assert _pings(world) == [[world.ben.id], [world.ada.id]] and await _nothing_waits(world)
    assert _with_buttons(world) == [world.board()] and world.board().id != challenge.id


async def test_a_player_notified_directly_hears_of_a_lost_board_too(world: World) -> None:
    await likes(world, world.ben, Reach.DIRECT)
    await _lose_the_board_after_adas_move(world)
    await _gives_a_day(world)
    await world.env.advance_time(60)
    reply = world.direct_messages(world.ben)[-1]
    assert "your turn" in reply and f"{world.board().id}" in reply


async def _nothing_waits(world: World) -> bool:
    stored = await world.stored()
    return not stored["boards"] and not [job for job in stored["old boards"] if job.due_at is not None]


@pytest.mark.parametrize("restarts", [False, True])
async def test_an_old_board_that_could_not_be_changed_loses_its_buttons_later(world: World, restarts: bool) -> None:
    first = await world.start_match()
    world.env.inject_error("PATCH", f"/channels/*/messages/{first.id}", status=503)
    await world.types(world.ada, "a4<c4")
    await world.types(world.ben, "e5<e4")
    assert pictures_of(world.messages()[1])
    if restarts:
        await world.restart()
    await world.env.advance_time(CLAIM.total_seconds() + 30)
    assert _with_buttons(world) == [world.board()] and await _nothing_waits(world)
    assert not pictures_of(world.messages()[1]) and "furls 3 discs" in text_of(world.messages()[1])


async def test_an_old_board_is_changed_after_a_crash_before_that(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.start_match()
    with monkeypatch.context() as patched:
        patched.setattr(Delivery, "do_now", AsyncMock())
        await world.types(world.ada, "a4<c4")
        await world.types(world.ben, "e5<e4")
    await world.restart()
    await world.env.advance_time(CLAIM.total_seconds() + 30)
    assert not pictures_of(world.messages()[1]) and await _nothing_waits(world)


async def test_an_old_board_that_a_player_has_deleted_is_done_with(world: World) -> None:
    await world.start_match()
    await world.board().delete()
    await world.types(world.ada, "a4<c4")
    await world.types(world.ben, "e5<e4")
    await world.env.advance_time(30)
    assert await _nothing_waits(world)
