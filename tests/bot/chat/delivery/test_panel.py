"""The panel of a server, with open challenges and running matches: one message, edited some time after a change."""

from dataclasses import replace

import pytest
from simcord.builders import ChannelHandle

from bot.actions import settings
from bot.model.people import Actor, Person
from bot.store.engine.conditions import CLAIM
from bot.texts.names import link
from tests.bot.chat.delivery.correspondents import begin
from tests.bot.screen import buttons_of, option_ids, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text

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


async def test_without_matches_it_says_how_to_begin_one(world: World) -> None:
    channel = await hang(world)
    [message] = world.messages(channel)
    assert "None right now" in text_of(message) and "**Play** starts one" in text_of(message)
    assert buttons_of(message) == ["Play", "Puzzle of the day", "Learn"]
    window = await world.ada.click(message, label="Play")
    assert window.modal is not None and window.modal["title"] == "Play"
    assert "to move" in text_of(answer(await world.ada.click(message, label="Puzzle of the day")))


async def test_open_challenges_can_be_joined_there_until_they_are_full_or_gone(world: World) -> None:
    channel = await hang(world)
    await ask_to_play(world.ada, world.channel, game="farlander", also=["players3"])
    await world.ada.slash(world.channel, "play", game="furl")
    await world.env.advance_time(_SOON)
    [message] = world.messages(channel)
    assert buttons_of(message) == ["Join", "Join", "Play", "Puzzle of the day", "Learn"]
    furl, farlander = await world.match(2), await world.match(1)
    assert f"**Ada** would like to play [Furl · match #2]({link(furl)})\n-# 1 free seat" in text_of(message)
    assert f"[Farlander · match #1]({link(farlander)})\n-# 2 free seats" in text_of(message)
    reply = reply_text(await world.ben.click(message, custom_id="furlong:join:1:0:panel"))
    assert reply.startswith("You're in. Match #1 (Farlander) has room for 1 more player.") and "/learn" in reply
    reply = reply_text(await world.cleo.click(message, custom_id="furlong:join:2:0:panel"))
    assert reply.startswith(f"You're in: match #2 (Furl) starts. [Go to the board]({link(await world.match(2))}).")
    await world.env.advance_time(_SOON)
    assert "**Ben** is in, 1 free seat" in text(world, channel) and "match #2" in text(world, channel)
    assert buttons_of(world.messages(channel)[0]) == ["Join", "Play", "Puzzle of the day", "Learn"]
    [challenge] = [one for one in world.messages() if "Cancel" in buttons_of(one)]
    await world.ada.click(challenge, label="Cancel")
    await world.env.advance_time(_SOON)
    assert "free seat" not in text(world, channel)


async def test_an_open_challenge_that_characters_fill_is_listed_nowhere(world: World) -> None:
    channel = await hang(world)
    await world.ada.slash(world.channel, "play", game="furl")
    await world.env.advance_time(_SOON)
    assert "Join" in buttons_of(world.messages(channel)[0])
    filling = answer(await world.ada.click(world.board(), label="Fill with characters"))
    value = next(iter(option_ids(filling)))
    await world.ada.select(filling, [value], custom_id=option_ids(filling)[value])
    await world.env.advance_time(_SOON)
    assert "None right now" in text(world, channel) and "Join" not in buttons_of(world.messages(channel)[0])


async def test_it_says_whom_the_matches_wait_for(world: World) -> None:
    channel = await hang(world)
    await world.store_matches(2, host=world.ada, guest=world.ben)
    await world.store_matches(1, host=world.ben, guest=world.cleo)
    await world.play("a4<c4")
    await world.env.advance_time(_SOON)
    assert "They wait for **Ben** (2) and **Ada** (1)." in text(world, channel)


async def test_it_lists_the_running_matches_and_whose_turn_it_is(world: World) -> None:
    channel = await hang(world)
    await begin(world)
    await world.store_matches(1, host=world.ben, guest=world.cleo)
    await world.env.advance_time(_SOON)
    shown, first = text(world, channel), await world.match()
    assert first.deadline is not None
    assert f"[Furl · match #1]({link(first)}): Ada against Ben · **Ada** to move · due" in shown
    assert f"<t:{int(first.deadline.timestamp())}:R>" in shown
    assert "Furl · match #2" in shown and "Ben against Cleo · **Ben** to move" in shown
    assert shown.index("match #1") < shown.index("match #2"), "the one without a limit comes last"


async def test_matches_with_characters_alone_are_not_listed(world: World) -> None:
    channel = await hang(world)
    before = edits(world, channel)
    await world.ada.slash(world.channel, "play", game="furl", level="mole")
    await world.env.advance_time(_SOON)
    assert "None right now" in text(world, channel) and edits(world, channel) == before


async def test_every_change_is_shown_in_the_same_message(world: World) -> None:
    channel = await hang(world)
    await begin(world)
    await world.env.advance_time(_SOON)
    await world.play("a4<c4")
    await world.env.advance_time(_SOON)
    assert "**Ben** to move" in text(world, channel) and f"/{(await world.match()).place.message_id})" in text(
        world, channel
    )
    await world.matches.resign(world.actor(world.ada), 1)
    await world.env.advance_time(_SOON)
    assert "None right now" in text(world, channel)


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


async def test_a_panel_that_was_deleted_is_posted_anew_with_the_next_change(world: World) -> None:
    channel = await hang(world)
    [message] = world.messages(channel)
    world.env.backend.delete_message(channel.id, message.id)
    await begin(world)
    await world.env.advance_time(_SOON)
    assert "match #1" in text(world, channel)
    await world.play("a4<c4")
    await world.env.advance_time(_SOON)
    assert "**Ben** to move" in text(world, channel)


async def test_it_is_the_same_message_after_a_restart(world: World) -> None:
    channel = await hang(world)
    [message] = world.messages(channel)
    await world.restart()
    await begin(world)
    await world.env.advance_time(_SOON)
    assert [one.id for one in world.messages(channel)] == [message.id] and "match #1" in text(world, channel)


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
