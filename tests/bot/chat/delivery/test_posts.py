"""A forum as the channel of a server: a post for each match, with tags for its game and its state."""

from collections.abc import Sequence

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

import bot.texts.language
from bot.actions import settings
from bot.model.servers import Server
from bot.texts import dice, notices
from bot.texts.language import ENGLISH, language
from tests.bot.chat.delivery.correspondents import accept, propose
from tests.bot.pseudo import PSEUDO
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, reply_text

_RETRY = 60.0
_TAGS = ["Open challenge", "Running", "Over", "Furl"]


@pytest.fixture
async def forum(world: World) -> ChannelHandle:
    """The forum in which matches have their posts, by the server's settings."""
    made = world.guild.create_forum_channel("matches")
    await settings.settle(world.bot.services.context, world.guild.id, lambda _before: Server(channel_id=made.id))
    return made


def grant(world: World, forum: ChannelHandle, **permissions: bool) -> None:
    """Give the bot some permissions in the forum, and deny it others."""
    allow, deny = (
        discord.Permissions(**{name: True for name, granted in permissions.items() if granted is wanted})
        for wanted in (True, False)
    )
    role = world.guild.default_role.id
    overwrite = Overwrite(target_id=role, type=OverwriteType.ROLE, allow=allow.value, deny=deny.value)
    world.env.backend.set_overwrite(forum.id, overwrite)


def post_of(forum: ChannelHandle) -> ChannelHandle:
    """The only post in the forum."""
    [post] = forum.threads
    return post


def tags_of(world: World, post: ChannelHandle) -> list[str]:
    """The tags of a post."""
    thread = world.env.backend.get_channel(post.id)
    assert thread.parent_id is not None
    names = {int(tag["id"]): tag["name"] for tag in world.env.backend.get_channel(thread.parent_id).available_tags}
    return [names[tag] for tag in thread.applied_tags]


def have_tags(world: World, forum: ChannelHandle, names: Sequence[str]) -> None:
    """Have a person add tags to the forum."""
    about = {"moderated": False, "emoji_id": None, "emoji_name": None}
    tags = [{"id": str(world.env.backend.snowflake()), "name": name, **about} for name in names]
    world.env.backend.edit_channel(forum.id, {"available_tags": tags})


async def test_a_match_has_a_post_of_its_own_wherever_it_is_proposed(world: World, forum: ChannelHandle) -> None:
    reply = reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first"))
    post = post_of(forum)
    [challenge] = world.messages(post)
    assert f"/{post.id}/{challenge.id}" in reply and world.messages() == []
    assert post.name == "Furl #1: Ada against Ben" and "Accept" in buttons_of(challenge)
    assert world.pinged(challenge) == [world.ben.id]
    await world.ben.click(challenge, label="Accept")
    await world.play("a4<c4")
    closed, old, board = world.messages(post)
    assert "the board is below" in text_of(closed) and buttons_of(closed) == buttons_of(old) == []
    assert "Move" in buttons_of(board) and world.pinged(board) == [world.ben.id]
    place = (await world.match()).place
    assert (place.channel_id, place.thread_id, place.message_id) == (forum.id, post.id, board.id)
    assert "`e5<e4`" in reply_text(await world.ben.slash(post, "move", move="e5<e4"))
    assert reply_text(await world.ada.slash(post, "play", game="furl")) and len(forum.threads) == 2


async def test_a_match_with_dice_begins_in_its_post_and_so_does_its_rematch(world: World, forum: ChannelHandle) -> None:
    await world.ada.slash(world.channel, "play", game="farlander", opponent=world.ben)
    post = post_of(forum)
    await world.ben.click(world.messages(post)[0], label="Accept")
    _, start, _ = world.messages(post)
    fairness = (await world.match()).fairness
    assert fairness is not None and fairness.start_message_id == start.id
    await world.matches.resign(world.actor(world.ada), 1)
    await world.deliver(1)
    assert f"/{post.id}/{start.id}" in dice.sealed(await world.match())
    await world.ada.click(world.messages(post)[-1], label="Rematch")
    await world.ben.click(world.messages(post)[-1], label="Accept")
    [new] = [thread for thread in forum.threads if thread.id != post.id]
    start, board = world.messages(new)
    fairness = (await world.match(2)).fairness
    assert fairness is not None and fairness.start_message_id == start.id
    assert "Move" in buttons_of(board)


async def test_the_post_of_an_open_challenge_is_named_after_its_players(world: World, forum: ChannelHandle) -> None:
    await world.ada.slash(world.channel, "play", game="furl", side="first")
    assert post_of(forum).name == "Furl #1: Ada"
    await world.ben.click(world.messages(post_of(forum))[0], label="Join")
    assert world.env.backend.get_channel(post_of(forum).id).name == "Furl #1: Ada against Ben"


async def test_tags_tell_the_game_and_how_the_match_stands(world: World, forum: ChannelHandle) -> None:
    grant(world, forum, manage_channels=True)
    have_tags(world, forum, ["Kept"])
    await propose(world, channel=forum)
    post = post_of(forum)
    assert [tag["name"] for tag in world.env.backend.get_channel(forum.id).available_tags] == ["Kept", *_TAGS]
    assert tags_of(world, post) == ["Open challenge", "Furl"]
    kept = int(world.env.backend.get_channel(forum.id).available_tags[0]["id"])
    applied = world.env.backend.get_channel(post.id).applied_tags
    world.env.backend.edit_channel(post.id, {"applied_tags": [*applied, kept]})
    await accept(world)
    assert tags_of(world, post) == ["Running", "Furl", "Kept"]
    await world.matches.resign(world.actor(world.ada), 1)
    await world.deliver(1)
    assert tags_of(world, post) == ["Over", "Furl", "Kept"]


async def test_without_permission_to_add_tags_furlong_uses_the_existing_ones(
    world: World, forum: ChannelHandle
) -> None:
    grant(world, forum, manage_channels=False)
    have_tags(world, forum, ["open challenge", "News"])
    await propose(world, channel=forum)
    assert tags_of(world, post_of(forum)) == ["open challenge"]


async def test_a_tag_is_known_by_its_name_in_any_language(
    world: World, forum: ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    english, running = language(ENGLISH), PSEUDO.translations.gettext("Running")
    monkeypatch.setattr(bot.texts.language, "language", {ENGLISH: english, PSEUDO.code: PSEUDO}.__getitem__)
    monkeypatch.setattr(notices, "languages", lambda: [ENGLISH, PSEUDO.code])
    grant(world, forum, manage_channels=True)
    have_tags(world, forum, [running])
    await propose(world, channel=forum)
    await accept(world)
    assert tags_of(world, post_of(forum)) == [running, "Furl"]
    await world.matches.resign(world.actor(world.ada), 1)
    await world.deliver(1)
    assert tags_of(world, post_of(forum)) == ["Over", "Furl"]
    assert "Running" not in {tag["name"] for tag in world.env.backend.get_channel(forum.id).available_tags}


async def test_a_forum_full_of_tags_gets_none(world: World, forum: ChannelHandle) -> None:
    grant(world, forum, manage_channels=True)
    have_tags(world, forum, [f"tag {number}" for number in range(19)])
    await propose(world, channel=forum)
    assert len(world.env.backend.get_channel(forum.id).available_tags) == 20
    assert tags_of(world, post_of(forum)) == ["Open challenge"]


async def test_tags_that_cannot_be_had_keep_no_match_from_being_shown(world: World, forum: ChannelHandle) -> None:
    grant(world, forum, manage_channels=True)
    world.env.inject_error("PATCH", f"/channels/{forum.id}", status=500, times=9)
    await propose(world, channel=forum)
    world.env.backend.faults.clear()
    assert len(world.messages(post_of(forum))) == 1 and tags_of(world, post_of(forum)) == []
    post = post_of(forum)
    world.env.inject_error("PATCH", f"/channels/{post.id}", status=500, times=9)
    await accept(world)
    world.env.backend.faults.clear()
    assert len(world.messages(post)) == 2 and tags_of(world, post) == []
    await world.env.advance_time(10 * _RETRY)
    assert len(world.messages(post)) == 2 and tags_of(world, post) == ["Running", "Furl"]


async def test_a_post_that_sleeps_is_woken(world: World, forum: ChannelHandle) -> None:
    await propose(world, channel=forum)
    world.env.backend.edit_channel(post_of(forum).id, {}, thread_metadata={"archived": True})
    await accept(world)
    metadata = world.env.backend.get_channel(post_of(forum).id).thread_metadata
    assert metadata is not None and not metadata.archived and len(world.messages(post_of(forum))) == 2


async def test_a_post_that_was_deleted_is_made_anew(world: World, forum: ChannelHandle) -> None:
    await propose(world, channel=forum)
    await accept(world)
    old = post_of(forum).id
    world.env.backend.delete_channel(old)
    await world.play("a4<c4")
    assert (await world.match()).place.thread_id == post_of(forum).id != old
    [board] = world.messages(post_of(forum))
    assert "Move" in buttons_of(board) and world.pinged(board) == [world.ben.id]


async def test_without_its_forum_a_match_waits_and_its_players_are_notified(world: World, forum: ChannelHandle) -> None:
    await propose(world, channel=forum)
    await accept(world)
    world.env.backend.delete_channel(forum.id)
    await world.play("a4<c4")
    assert (await world.match()).history.tokens == ("a4<c4",) and world.messages() == []
    assert all("can't write to" in world.direct_messages(who)[-1] for who in (world.ada, world.ben))


async def test_a_post_is_made_once_though_its_making_could_not_be_noted(
    world: World, forum: ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("bot.store.jobs.boards.finish", _away)
        await propose(world, channel=forum)
    assert (await world.match()).place.thread_id is None
    await world.env.advance_time(_RETRY)
    post = post_of(forum)
    assert (await world.match()).place.thread_id == post.id
    # On Discord a post has the id of its first message, in the simulation a different one.
    assert world.sent("PATCH", f"/channels/{post.id}/messages/{post.id}")


async def _away(*_arguments: object, **_options: object) -> bool:
    raise TimeoutError


async def test_a_challenge_that_is_withdrawn_at_once_takes_its_post_with_it(world: World, forum: ChannelHandle) -> None:
    grant(world, forum, manage_threads=True)
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    await world.ada.click(world.messages(post_of(forum))[0], label="Cancel")
    assert forum.threads == [] and (await world.match()).place.thread_id is None


async def test_a_person_who_cannot_see_the_forum_neither_plays_there_nor_is_challenged(
    world: World, forum: ChannelHandle
) -> None:
    hidden = Overwrite(
        target_id=world.ben.id, type=OverwriteType.MEMBER, deny=discord.Permissions(view_channel=True).value
    )
    world.env.backend.set_overwrite(forum.id, hidden)
    async with world.nothing_changes():
        reply = reply_text(await world.ben.slash(world.channel, "play", game="furl"))
        assert f"start in {forum.mention}" in reply
        reply = reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben))
        assert f"**Ben** can't see {forum.mention}" in reply
        window = await world.ada.context_menu(world.channel, "Challenge", world.cleo)
    await world.ada.submit_modal(window, {"game": ["furl"], "days": ["usual"]})
    assert post_of(forum).name == "Furl #1: Ada against Cleo"


@pytest.mark.parametrize(
    ("lacks", "called"),
    [
        ("view_channel", "View Channel"),
        ("send_messages", "Create Posts"),
        ("send_messages_in_threads", "Send Messages in Posts"),
        ("attach_files", "Attach Files"),
    ],
)
async def test_permissions_missing_in_the_forum_are_named(
    world: World, forum: ChannelHandle, lacks: str, called: str
) -> None:
    grant(world, forum, **{lacks: False})
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "play", game="furl"))
    assert f"in {forum.mention}: it lacks **{called}**." in reply
