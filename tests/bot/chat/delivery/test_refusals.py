"""What people see, and what becomes of a match, when Discord refuses for reasons that are nobody's fault and may pass."""

from pathlib import Path

import pytest
from simcord.builders import ChannelHandle

from bot.actions import settings
from bot.chat import client
from bot.model.match import State
from bot.model.servers import Server
from bot.playground import strict
from tests.bot.chat.delivery.correspondents import HOUR, begin, slow_bot
from tests.bot.chat.delivery.test_threads import archive, boards, is_archived, thread_of
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, ask_to_play

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
