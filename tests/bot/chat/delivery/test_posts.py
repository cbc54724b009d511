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
from bot.texts import notices
from bot.texts.language import ENGLISH, language
from tests.bot.chat.delivery.correspondents import accept, propose
from tests.bot.pseudo import PSEUDO
from tests.bot.world import World

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


def have_tags(world: World, forum: ChannelHandle, names: Sequence[str], *, moderated: bool = False) -> None:
    """Have a person add tags to the forum."""
    about = {"moderated": moderated, "emoji_id": None, "emoji_name": None}
    tags = [{"id": str(world.env.backend.snowflake()), "name": name, **about} for name in names]
    world.env.backend.edit_channel(forum.id, {"available_tags": tags})


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


async def test_tags_for_moderators_are_not_asked_for_without_their_permission(
    world: World, forum: ChannelHandle
) -> None:
    grant(world, forum, manage_channels=False, manage_threads=False)
    have_tags(world, forum, ["Open challenge", "Furl"], moderated=True)
    await propose(world, channel=forum)
    assert tags_of(world, post_of(forum)) == []


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
