"""What people see, and what becomes of a match, when Discord refuses for reasons that are nobody's fault and may pass."""

import logging
from pathlib import Path

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.actions import settings
from bot.chat import client
from bot.model.jobs import Kind
from bot.model.match import State
from bot.model.servers import Server
from studio.playground import strict
from tests.bot.chat.delivery.correspondents import HOUR, begin, slow_bot
from tests.bot.chat.delivery.test_posts import grant, have_tags
from tests.bot.chat.delivery.test_threads import archive, boards, is_archived, thread_of
from tests.bot.queue import stored_jobs
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, ask_to_play, reply_text

_CONVERSATIONS = "/users/@me/channels"


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that checks its due work rarely, so that hours pass quickly."""
    return slow_bot(fresh_file)


async def _forum(world: World) -> ChannelHandle:
    """The forum in which matches have their posts, by the server's settings."""
    forum = world.guild.create_forum_channel("matches")
    await settings.settle(world.bot.services.context, world.guild.id, lambda _before: Server(channel_id=forum.id))
    return forum


def _fill_with_threads(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server have as many active threads as Discord permits."""
    monkeypatch.setattr(strict, "MOST_THREADS", 2)
    for name in ("table talk", "rules"):
        world.env.backend.create_thread(world.channel.id, name, world.ada.id)


def _manager(world: World) -> MemberActor:
    """A member who manages the server."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("Boss"), roles=[role])


def _to_owner(world: World) -> list[str]:
    """The direct messages to the owner of the server."""
    owner_id = world.env.backend.guilds[world.guild.id].owner_id
    path = f"/channels/{world.env.backend.dm_channels[owner_id]}/messages"
    return [sent["content"] for sent in world.sent("POST", path)]


async def _challenged(world: World) -> None:
    """Have Ada challenge Ben to a direct match, in which she moves first."""
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=["direct", "first"])


async def test_on_a_server_full_of_threads_a_match_is_shown_in_its_channel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fill_with_threads(world, monkeypatch)
    await begin(world, wants_thread=True)
    match = await world.match()
    assert match.state is State.RUNNING and not match.place.wants_thread
    assert "Move" in buttons_of(world.board()) and match.place.message_id == world.board().id


async def test_on_a_server_full_of_threads_people_learn_why_there_is_no_post_and_it_comes_once_there_is_room(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    forum = await _forum(world)
    _fill_with_threads(world, monkeypatch)
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first")
    await world.env.advance_time(3 * HOUR)
    for who in (world.ada, world.ben):
        [told] = world.direct_messages(who)
        assert "1,000 active threads" in told and f"<#{forum.id}>" in told, "once, although it is tried again"
    monkeypatch.setattr(strict, "MOST_THREADS", 3)
    await world.env.advance_time(2 * HOUR)
    [post] = forum.threads
    [challenge] = world.messages(post)
    assert "Accept" in buttons_of(challenge) and world.pinged(challenge) == [world.ben.id]


async def test_a_forum_that_requires_tags_is_refused_beforehand_unless_matches_can_have_one(world: World) -> None:
    forum = world.guild.create_forum_channel("matches")
    strict.require_tags(world.env.backend, forum.id)
    grant(world, forum, manage_channels=False)
    await world.env.settle()
    boss = _manager(world)
    refused = reply_text(await boss.slash(world.channel, "server", channel=forum))
    assert "needs a tag" in refused and "**Manage Channels**" in refused and f"<#{forum.id}>" in refused
    have_tags(world, forum, ["open challenge", "Running", "Over"])
    assert f"<#{forum.id}>" in reply_text(await boss.slash(world.channel, "server", channel=forum))
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    assert len(forum.threads) == 1
    have_tags(world, forum, [f"Tag {number}" for number in range(20)])
    grant(world, forum, manage_channels=True)
    assert "needs a tag" in reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben))


async def test_where_a_post_needs_a_tag_people_are_told_and_it_is_not_tried_for_ever(world: World) -> None:
    forum = await _forum(world)
    grant(world, forum, manage_channels=False)
    path = f"/channels/{forum.id}/threads"
    world.env.inject_error("POST", path, status=400, code=40067, times=None)
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first")
    await world.env.advance_time(72 * HOUR)
    for who in (world.ada, world.ben):
        [told] = [text for text in world.direct_messages(who) if "can't show match" in text]
        assert "needs a tag" in told and f"<#{forum.id}>" in told
    [told] = [text for text in _to_owner(world) if "can't post" in text]
    assert "**Require people to select tags when posting**" in told
    tried = [one for one in world.env.http_requests if one.path == path]
    assert len(tried) < 20, "twelve in the first day, then one a day"
    world.env.backend.faults.clear()
    await world.ada.slash(world.channel, "board", match="1")
    await world.env.settle()
    assert len(forum.threads) == 1, "at once when somebody looks for it"


async def test_a_refusal_that_nobody_knows_is_told_with_its_code(world: World) -> None:
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=400, code=987654, times=None)
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first")
    await world.env.advance_time(HOUR)
    for who in (world.ada, world.ben):
        [told] = world.direct_messages(who)
        assert "987654" in told and "Nothing is lost" in told


async def test_the_owner_learns_that_the_channel_of_the_daily_puzzle_is_closed(world: World) -> None:
    shut = world.guild.create_text_channel("puzzles")
    await _manager(world).slash(world.channel, "server", puzzles=shut)
    world.env.inject_error("POST", f"/channels/{shut.id}/messages", status=403, code=50013, times=None)
    await world.env.advance_time(72 * HOUR)
    [told] = _to_owner(world)
    assert f"<#{shut.id}>" in told and "**Send Messages**" in told


async def test_a_person_who_has_left_every_server_in_common_is_reported_and_the_match_goes_on(world: World) -> None:
    await _challenged(world)
    await world.ben.user.click(world.messages(world.ben.user.dm_channel)[-1], label="Accept")
    world.env.backend.remove_member(world.guild.id, world.ben.id)
    await world.ada.user.slash("move", move="a4<c4")
    await world.env.advance_time(3 * HOUR)
    told = [text for text in world.direct_messages(world.ada) if "won't let Furlong write to **Ben**" in text]
    assert len(told) == 1 and (await world.match()).state is State.RUNNING
    world.env.backend.add_member(world.guild.id, world.ben.id)
    await world.env.advance_time(2 * HOUR)
    assert "it's your turn" in text_of(world.messages(world.ben.user.dm_channel)[-1])


async def test_a_challenge_comes_later_where_conversations_are_opened_too_fast(world: World) -> None:
    world.env.inject_error("POST", _CONVERSATIONS, status=403, code=40003, times=2)
    await _challenged(world)
    await world.env.advance_time(HOUR)
    assert world.pinged(world.messages(world.ben.user.dm_channel)[-1]) == [world.ben.id]


async def test_nobody_is_taken_for_unreachable_because_conversations_are_opened_too_fast(world: World) -> None:
    await _challenged(world)
    await world.ben.user.click(world.messages(world.ben.user.dm_channel)[-1], label="Accept")
    await world.restart()  # so that the conversations are opened again
    world.env.inject_error("POST", _CONVERSATIONS, status=403, code=40003, times=1)
    await world.ada.user.slash("move", move="a4<c4")
    await world.env.advance_time(HOUR)
    assert "it's your turn" in text_of(world.messages(world.ben.user.dm_channel)[-1])
    assert not [text for text in world.direct_messages(world.ada) if "won't let Furlong" in text]


@pytest.mark.parametrize("status", [400, 403])
async def test_closed_direct_messages_are_recognised_where_discord_refuses_to_open_a_conversation(
    world: World, status: int
) -> None:
    await _challenged(world)
    await world.ben.user.click(world.messages(world.ben.user.dm_channel)[-1], label="Accept")
    path = f"/channels/{world.ben.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=status, code=50007, times=None)
    await world.ada.user.slash("move", move="a4<c4")
    await world.env.settle()
    assert "won't let Furlong write to **Ben**" in world.direct_messages(world.ada)[-1]


async def test_a_thread_that_was_archived_without_a_word_is_woken_for_an_edit(world: World) -> None:
    await begin(world, wants_thread=True)
    archive(world, known=False)
    await world.ada.slash(thread_of(world), "match", match="1", do="time")
    await world.env.settle()
    [board] = boards(world, thread_of(world))
    assert not is_archived(world) and "asks for another day" in text_of(board)


@pytest.mark.logs_errors
@pytest.mark.parametrize("code", [0, 50068])
async def test_a_notice_that_only_the_host_could_mend_is_given_up_after_a_day(
    world: World, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    async def waiting() -> int:
        found = await stored_jobs(world.bot.services.context.database, Kind.NOTICE)
        return len([job for job in found if job.due_at is not None])

    await world.ben.slash(world.channel, "settings", notice="direct")
    await world.start_match()
    path = f"/channels/{world.ben.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=400, code=code, times=None)
    await world.matches.resign(world.actor(world.ada), 1)
    await world.env.advance_time(20 * HOUR)
    assert await waiting() == 1
    await world.env.advance_time(52 * HOUR)
    assert await waiting() == 0
    given_up = [record.levelno for record in caplog.records if "shown no more" in record.getMessage()]
    assert given_up == [logging.ERROR]


@pytest.mark.parametrize("status", [403, 404])
async def test_a_notice_comes_later_after_a_refusal_that_is_not_from_discord_itself(world: World, status: int) -> None:
    await world.ben.slash(world.channel, "settings", notice="direct")
    await world.start_match()
    before = len(world.direct_messages(world.ben))
    path = f"/channels/{world.ben.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=status, code=0, message="<html>", times=1)
    await world.play("a4<c4")
    await world.env.advance_time(HOUR)
    [told] = world.direct_messages(world.ben)[before:]
    assert "your turn" in told
