"""A match in a thread: started once, unarchived when necessary, and left for the channel when it is closed."""

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bot.model.people import Actor, Person
from bot.texts import notices
from tests.bot.chat.delivery.correspondents import accept, begin, pings, propose
from tests.bot.screen import buttons_of, live, text_of
from tests.bot.world import World

_RETRY = 60.0
_THREAD_OF_MESSAGE = "/channels/*/messages/*/threads"


def thread_of(world: World) -> ChannelHandle:
    """The only thread in the channel."""
    [thread] = world.channel.threads
    return thread


def boards(world: World, channel: ChannelHandle | None = None) -> list[discord.Message]:
    """The boards in a channel or thread that can be played on."""
    return [message for message in live(world.messages(channel)) if "Move" in buttons_of(message)]


def archive(world: World, *, known: bool = True) -> None:
    """Archive the thread, as Discord does; unless `known`, the bot is not told."""
    thread_id = thread_of(world).id
    if known:
        world.env.backend.edit_channel(thread_id, {}, thread_metadata={"archived": True})
        return
    metadata = world.env.backend.get_channel(thread_id).thread_metadata
    assert metadata is not None
    metadata.archived = True


def is_archived(world: World) -> bool:
    metadata = world.env.backend.get_channel(thread_of(world).id).thread_metadata
    assert metadata is not None
    return metadata.archived


def allow(world: World, **permissions: bool) -> None:
    """Deny the bot some permissions in the channel, or grant them again."""
    deny = discord.Permissions(**{name: not granted for name, granted in permissions.items()})
    overwrite = Overwrite(target_id=world.guild.default_role.id, type=OverwriteType.ROLE, deny=deny.value)
    world.env.backend.set_overwrite(world.channel.id, overwrite)


async def is_in_channel(world: World) -> bool:
    """Whether the match has left its thread, with one board in the channel that pings the player to move."""
    match = await world.match()
    [board] = boards(world)
    assert board.id == match.place.message_id and match.to_move is not None
    assert (match.place.thread_id, match.place.wants_thread) == (None, False)
    return world.pinged(board) == [match.to_move.id]


def _knows_no_server(_server_id: int) -> None:
    """As right after a start."""


async def test_a_match_waits_for_its_thread_until_discord_has_told_of_the_server(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await propose(world, wants_thread=True)
    with monkeypatch.context() as just_started:
        just_started.setattr(world.bot, "get_guild", _knows_no_server)
        await accept(world)
        assert (await world.match()).place.wants_thread and boards(world) == [], (
            "nothing is decided about an unknown channel"
        )
    await world.env.advance_time(30)
    assert boards(world, thread_of(world)) and (await world.match()).place.thread_id == thread_of(world).id


async def test_a_match_that_is_played_in_a_thread_stays_in_it(world: World) -> None:
    world.env.backend.create_thread(world.channel.id, "table talk", world.ada.id)
    thread = thread_of(world)
    await begin(world, channel=thread, wants_thread=True)
    await world.play("a4<c4")
    assert thread_of(world).id == thread.id and len(boards(world, thread)) == 1
    assert not any(path.endswith("/threads") for path in (request.path for request in world.env.http_requests))


@pytest.mark.parametrize("status", [500, 429])
async def test_where_discord_is_away_the_thread_is_made_later_once(world: World, status: int) -> None:
    await propose(world, wants_thread=True)
    world.env.inject_error("POST", _THREAD_OF_MESSAGE, status=status, times=1 if status == 500 else 9)
    await accept(world)
    world.env.backend.faults.clear()
    assert world.channel.threads == [] and boards(world) == []
    await world.env.advance_time(_RETRY)
    assert len(boards(world, thread_of(world))) == 1 and boards(world) == []


@pytest.mark.logs_errors
async def test_a_crash_after_making_the_thread_makes_no_second_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await propose(world, wants_thread=True)
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.jobs.boards.finish", None)
        await accept(world)
    assert (await world.match()).place.thread_id is None, "nothing was noted"
    world.env.backend.edit_channel(thread_of(world).id, {"name": "what a moderator likes better"})
    world.env.inject_error("POST", _THREAD_OF_MESSAGE, status=400, code=160004)
    await world.restart()
    await world.env.advance_time(_RETRY)
    assert (await world.match()).place.thread_id == thread_of(world).id == world.messages()[0].id
    first, second = world.sent("POST", f"/channels/{thread_of(world).id}/messages")
    assert first["nonce"] == second["nonce"], "so Discord drops the second one"


async def test_without_its_challenge_a_match_gets_a_thread_even_so(world: World) -> None:
    await propose(world, wants_thread=True)
    world.env.backend.delete_message(world.channel.id, world.board().id)
    await accept(world)
    assert thread_of(world).name == "Furl #1: Ada against Ben" and len(boards(world, thread_of(world))) == 1


@pytest.mark.logs_errors
async def test_a_crash_after_making_a_thread_without_a_message_makes_no_second_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await propose(world, wants_thread=True)
    world.env.backend.delete_message(world.channel.id, world.board().id)
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.jobs.boards.finish", None)
        await accept(world)
    await world.restart()
    await world.env.advance_time(_RETRY)
    assert (await world.match()).place.thread_id == thread_of(world).id


@pytest.mark.parametrize("known", [True, False])
async def test_an_archived_thread_is_taken_out_of_the_archive_before_its_board_is_changed(
    world: World, *, known: bool
) -> None:
    await begin(world, wants_thread=True)
    board = boards(world, thread_of(world))[0]
    archive(world, known=known)
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await world.deliver(1)
    assert not is_archived(world)
    assert "offers a draw" in text_of(boards(world, thread_of(world))[0])
    assert boards(world, thread_of(world))[0].id == board.id


async def test_a_match_leaves_a_locked_thread_for_its_channel(world: World) -> None:
    await begin(world, wants_thread=True)
    archive(world)
    world.env.inject_error("PATCH", f"/channels/{thread_of(world).id}", status=403, code=50013, times=None)
    await world.play("a4<c4")
    assert await is_in_channel(world)
    await world.play("e5<e4")
    assert await is_in_channel(world)


@pytest.mark.parametrize(("status", "code"), [(400, 160005), (403, 50013), (403, 50001), (404, 10003)])
async def test_a_match_leaves_a_closed_thread_for_its_channel(world: World, status: int, code: int) -> None:
    await begin(world, wants_thread=True)
    world.env.inject_error("POST", f"/channels/{thread_of(world).id}/messages", status=status, code=code, times=None)
    await world.play("a4<c4")
    assert await is_in_channel(world)


async def test_an_edit_of_a_board_in_a_deleted_thread_shows_it_in_the_channel_without_a_ping(world: World) -> None:
    await begin(world, wants_thread=True)
    world.env.backend.delete_channel(thread_of(world).id)
    await world.matches.offer_draw(world.actor(world.ada), 1)
    await world.deliver(1)
    assert len(boards(world)) == 1 and pings(world, world.ada) == 0


@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
async def test_without_permission_for_threads_a_match_is_shown_in_its_channel(world: World, permission: str) -> None:
    await propose(world, wants_thread=True)
    allow(world, **{permission: False})
    await accept(world)
    assert await is_in_channel(world)
    assert world.direct_messages(world.ada) == [], "the board is there, so nobody has to be told"


async def test_without_permission_to_read_the_channel_a_match_gets_a_thread_of_its_own(world: World) -> None:
    await propose(world, wants_thread=True)
    allow(world, read_message_history=False)
    await accept(world)
    assert len(boards(world, thread_of(world))) == 1


async def test_where_thread_and_channel_are_closed_a_board_waits_for_either(world: World) -> None:
    await begin(world, wants_thread=True)
    allow(world, send_messages=False, send_messages_in_threads=False)
    await world.play("a4<c4")
    assert len(world.direct_messages(world.ben)) == 1
    allow(world, send_messages=True, send_messages_in_threads=True)
    await world.env.advance_time(_RETRY)
    assert boards(world, thread_of(world))[-1].id == (await world.match()).place.message_id and boards(world) == []


async def test_in_a_new_discord_a_match_gets_a_new_thread(world: World) -> None:
    await begin(world, wants_thread=True)
    thread, match = thread_of(world), await world.match()
    world.env.backend.delete_message(world.channel.id, thread.id)
    world.env.backend.delete_channel(thread.id)
    await world.matches.announce_again()
    await world.env.advance_time(_RETRY)
    again = await world.match()
    assert thread_of(world).id == again.place.thread_id != match.place.thread_id
    assert [board.id for board in boards(world, thread_of(world))] == [again.place.message_id]


async def test_the_name_of_a_thread_is_plain_short_and_mentions_nobody(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben)
    loud = Actor(Person(world.ada.id, "@everyone  <@5>\n# *A*"), world.guild.id)
    await world.matches.play(loud, 1, "a4<c4")
    name = notices.thread_name(await world.match())
    assert name.startswith("Furl #1: ") and name.endswith(" against Ben")
    assert "@everyone" not in name and "<@5>" not in name and "\n" not in name and "*A*" in name
    await world.matches.play(Actor(Person(world.ben.id, "B" * 100), world.guild.id), 1, "e5<e4")
    assert len(notices.thread_name(await world.match())) == 100
