"""The panel of a server, with open challenges and running matches: one message, edited some time after a change."""

from dataclasses import replace

import pytest
from simcord.builders import ChannelHandle

from bot.actions import settings
from bot.model.people import Actor, Person
from bot.store.engine.conditions import CLAIM
from bot.texts.names import link
from tests.bot.chat.delivery.correspondents import begin
from tests.bot.screen import text_of
from tests.bot.world import World

_SOON = 25.0


async def put_panel(world: World, channel: ChannelHandle | None) -> None:
    """Have a manager choose the channel of the panel."""
    where = None if channel is None else channel.id
    await settings.settle(
        world.bot.services.context, world.guild.id, lambda before: replace(before, panel_channel_id=where)
    )


async def hang(world: World) -> ChannelHandle:
    """A channel with the panel in it."""
    channel = world.guild.create_text_channel("running-matches")
    await put_panel(world, channel)
    await world.env.advance_time(_SOON)
    return channel


def text(world: World, channel: ChannelHandle) -> str:
    """The text of the only message in a channel."""
    [message] = world.messages(channel)
    return text_of(message)


def edits(world: World, channel: ChannelHandle) -> int:
    return len(world.sent("PATCH", f"/channels/{channel.id}/messages"))


async def test_it_says_whom_the_matches_wait_for(world: World) -> None:
    channel = await hang(world)
    await world.store_matches(2, host=world.ada, guest=world.ben)
    await world.store_matches(1, host=world.ben, guest=world.cleo)
    await world.play("a4<c4")
    await world.env.advance_time(_SOON)
    assert "They wait for **Ben** (2) and **Ada** (1)." in text(world, channel)


async def test_it_leads_to_a_board_that_could_be_shown_only_later(world: World) -> None:
    channel = await hang(world)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=3)
    await world.store_matches(1, host=world.ada, guest=world.ben)
    await world.env.advance_time(_SOON)
    assert "- Furl · match #1: Ada" in text(world, channel), "there is nothing to lead to yet"
    await world.env.advance_time(10 * _SOON)
    assert f"- [Furl · match #1]({link(await world.match())}): Ada" in text(world, channel)


async def test_many_changes_at_once_are_one_edit(world: World) -> None:
    channel = await hang(world)
    await begin(world)
    await world.play("a4<c4", "e5<e4", "b1<b2")
    await world.env.advance_time(_SOON)
    assert edits(world, channel) == 1 and "**Ben** to move" in text(world, channel)
    await world.env.advance_time(10 * _SOON)
    assert edits(world, channel) == 1, "nothing has changed since"


async def test_however_often_matches_change_it_is_edited_no_more_than_once_in_ten_seconds(world: World) -> None:
    channel = await hang(world)
    await begin(world)
    for _ in range(15):
        await _touch(world)
        await world.env.advance_time(2)
    assert 1 <= edits(world, channel) <= 3


async def _touch(world: World) -> None:
    """Change something that the panel shows."""
    await world.store_matches(1, host=world.ada, guest=world.ben)


async def test_it_pings_nobody(world: World) -> None:
    channel = await hang(world)
    await begin(world)
    await world.env.advance_time(_SOON)
    sent = world.sent("POST", f"/channels/{channel.id}/messages") + world.sent("PATCH", f"/channels/{channel.id}")
    assert len(sent) == 2 and all(body["allowed_mentions"] == {"parse": []} for body in sent)


@pytest.mark.logs_errors
async def test_a_crash_between_posting_and_noting_it_makes_no_second_panel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = world.guild.create_text_channel("running-matches")
    await put_panel(world, channel)
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.jobs.server_posts.panel_posted", None)
        patched.setattr("bot.store.jobs.queue.put_back", None)
        with pytest.raises(TypeError):
            await world.bot.delivery.deliver_due()
    await world.restart()
    await world.env.advance_time(CLAIM.total_seconds() + _SOON)
    first, second = world.sent("POST", f"/channels/{channel.id}/messages")
    assert first["nonce"] == second["nonce"] and first["enforce_nonce"] is second["enforce_nonce"] is True


@pytest.mark.parametrize("status", [500, 429])
async def test_where_discord_is_away_it_is_renewed_a_little_later(world: World, status: int) -> None:
    channel = await hang(world)
    world.env.inject_error(
        "PATCH", f"/channels/{channel.id}/messages/*", status=status, times=1 if status == 500 else 5
    )
    await begin(world)
    await world.env.advance_time(_SOON)
    world.env.backend.faults.clear()
    await world.env.advance_time(75)
    assert "match #1" in text(world, channel)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003)])
async def test_a_post_without_permission_is_retried_rarely(world: World, status: int, code: int) -> None:
    channel = world.guild.create_text_channel("running-matches")
    world.env.inject_error("POST", f"/channels/{channel.id}/messages", status=status, code=code, times=None)
    await put_panel(world, channel)
    for _ in range(3):
        await world.env.advance_time(120)
        await _touch(world)
    assert len(world.sent("POST", f"/channels/{channel.id}/messages")) == 1
    world.env.backend.faults.clear()
    await put_panel(world, None)
    await put_panel(world, channel)
    await world.env.advance_time(_SOON)
    assert "match #3" in text(world, channel), "a manager who settles it anew sees it at once"


async def test_a_panel_whose_channel_is_gone_keeps_no_match_from_being_shown(world: World) -> None:
    channel = await hang(world)
    world.env.backend.delete_channel(channel.id)
    await begin(world)
    await world.env.advance_time(_SOON)
    await world.play("a4<c4")
    assert world.pinged(world.board()) == [world.ben.id]


async def test_it_follows_a_match_whose_own_channel_is_closed(world: World) -> None:
    channel = await hang(world)
    await begin(world)
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013, times=None)
    await world.play("a4<c4")
    await world.env.advance_time(_SOON)
    assert "**Ben** to move" in text(world, channel)


async def test_an_abandoned_panel_stays_unchanged(world: World) -> None:
    channel = await hang(world)
    await put_panel(world, None)
    await begin(world)
    await world.env.advance_time(_SOON)
    assert "None right now" in text(world, channel) and edits(world, channel) == 0


async def test_more_matches_than_fit_are_counted(world: World) -> None:
    channel = await hang(world)
    loud = Person(world.ada.id, "*" * 100)
    await world.store_matches(30, host=world.ada, guest=world.ben)
    await world.matches.play(Actor(loud, world.guild.id), 1, "a4<c4")
    await world.env.advance_time(_SOON)
    shown = text(world, channel)
    listed = shown.count("· match #")
    assert 3 < listed < 30 and f"… and {30 - listed} more" in shown and len(shown) <= 4000
