"""Forum posts: starting the post that shows a match, and keeping its tags up to date.

Tags help people to find matches. A problem with them never keeps a match from being shown.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import discord

from bot.actions import jobs, matches
from bot.chat.core.messages import Post
from bot.chat.core.outages import PASSING, is_deleted
from bot.chat.delivery.delivery import Delivery
from bot.chat.delivery.threads import channel_of, is_passing, started_before
from bot.model.match import Match
from bot.texts import limits, notices

_log: Final = logging.getLogger(__name__)
_RETRY_AFTER: Final = timedelta(minutes=10)


def forum_of(client: discord.Client, match: Match) -> discord.ForumChannel | None:
    """The forum of a match; None if its channel is of another kind or deleted. Raises `ServerUnknown`."""
    channel = channel_of(client, match)
    return channel if isinstance(channel, discord.ForumChannel) else None


async def begin_post(
    delivery: Delivery, forum: discord.ForumChannel, match: Match, post: Post, nonce: str
) -> discord.Message:
    """Show a match in a new post of a forum, or in the one that was started before a crash.

    Returns the message, whose channel is the post. Raises `discord.HTTPException` if that fails.
    """
    earlier = started_before(delivery.client, forum.threads, match)
    if earlier is not None:
        return await _show_in(delivery, earlier, match, post, nonce)
    tags = await _tags(delivery, forum, match)
    try:
        return await _create(forum, match, post, tags)
    except discord.HTTPException as error:
        if not tags or is_passing(error):
            raise
        _log.info("match %s gets a post without tags: %s", match.id, error)
    return await _create(forum, match, post, [])


async def remove_post(client: discord.Client, match: Match) -> bool:
    """Delete the post of a match with everything in it; False if Discord refuses."""
    assert match.place.thread_id is not None, "it has a post"
    try:
        await client.http.delete_channel(match.place.thread_id)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return isinstance(error, discord.NotFound)
    return True


async def tag(delivery: Delivery, match: Match) -> None:
    """Update the tags of a match's post to the state of the match; if Discord is unavailable, try again later."""
    try:
        while await _apply(delivery, match):
            # The match may have moved on, and another process may have applied the new tags before us.
            latest = await matches.load(delivery.context, match.id)
            if latest.state is match.state:
                return
            match = latest
    except PASSING as error:
        _log.info("the tags of match %s stay as they are for now: %s", match.id, error)
        may_work_later = not isinstance(error, discord.HTTPException) or is_passing(error)
        if may_work_later and not match.is_shown_by_start:  # else the board, and its tags with it, are due anyway
            await jobs.show_again(delivery.context, match, _RETRY_AFTER)


async def _apply(delivery: Delivery, match: Match) -> bool:
    """Apply the tags of a match to its post, keeping those that people have added; False if nothing changes.

    The post of an open challenge gets the name of the match once its players are seated, unless people have renamed it.
    """
    guild = delivery.client.get_guild(match.place.server_id)
    thread = None if guild is None or match.place.thread_id is None else guild.get_thread(match.place.thread_id)
    if thread is None or not isinstance(thread.parent, discord.ForumChannel):
        return False
    own = await _tags(delivery, thread.parent, match)
    states = {name.casefold() for names in notices.state_tags() for name in names}
    others = [tag for tag in thread.applied_tags if tag.name.casefold() not in states and tag not in own]
    applied = [*own, *others][: limits.POST_TAGS]
    changes: dict[str, Any] = {}
    if own and {tag.id for tag in applied} != {tag.id for tag in thread.applied_tags}:
        changes["applied_tags"] = applied
    name_when_open = notices.thread_name(replace(match, players=(match.host,), invited=()))
    if match.players_are_seated and thread.name == name_when_open:
        changes["name"] = notices.thread_name(match)
    if changes:
        await thread.edit(**changes)
    return bool(changes)


async def _tags(delivery: Delivery, forum: discord.ForumChannel, match: Match) -> list[discord.ForumTag]:
    """The tags for the state and game of a match that Furlong may apply, existing or added by Furlong if it may."""
    wanted = notices.tags(match)
    tags = _named(forum.available_tags, wanted)
    may = forum.permissions_for(forum.guild.me) if forum.guild.me else discord.Permissions.none()
    if len(tags) < len(wanted) and may.manage_channels:
        try:
            async with delivery.tagging:
                tags = _named(await _add_tags(delivery.client, forum.id, match), wanted)
        except PASSING as error:
            _log.info("forum %s gets no tags for match %s: %s", forum.id, match.id, error)
    return [tag for tag in tags if may.manage_threads or not tag.moderated]


async def _add_tags(client: discord.Client, forum_id: int, match: Match) -> Sequence[discord.ForumTag]:
    """Add the tags of all states and of a match's game to a forum, if there is room; returns all its tags."""
    forum = await client.fetch_channel(forum_id)  # the cached one may be older than our last change
    assert isinstance(forum, discord.ForumChannel), "a forum stays one"
    present = list(forum.available_tags)
    wanted = dict.fromkeys((*notices.state_tags(), *notices.tags(match)))
    lacking = [tag for tag in wanted if not _named(present, [tag])][: limits.FORUM_TAGS - len(present)]
    new = [discord.ForumTag(name=tag[0]) for tag in lacking]
    changed = await forum.edit(available_tags=[*present, *new]) if new else None
    return present if changed is None else changed.available_tags


def _named(tags: Sequence[discord.ForumTag], wanted: Sequence[notices.Tag]) -> list[discord.ForumTag]:
    """The wanted tags that there are, in this order, each by the first of its names that one of them has."""
    by_name = {tag.name.casefold(): tag for tag in tags}
    tags_by_wanted = [[by_name[name.casefold()] for name in names if name.casefold() in by_name] for names in wanted]
    return [named[0] for named in tags_by_wanted if named]


async def _create(
    forum: discord.ForumChannel, match: Match, post: Post, tags: list[discord.ForumTag]
) -> discord.Message:
    created = await forum.create_thread(
        name=notices.thread_name(match),
        auto_archive_duration=limits.ARCHIVED_AFTER,
        view=post.view,
        files=post.files(),
        allowed_mentions=post.allowed_mentions,
        applied_tags=tags,
    )
    return created.message


async def _show_in(delivery: Delivery, thread: discord.Thread, match: Match, post: Post, nonce: str) -> discord.Message:
    """Show a match in an existing post: in its first message, unless another message has shown the match since."""
    if match.place.message_id is None:
        try:
            async with delivery.paced(thread.id, thread.id):
                return await thread.get_partial_message(thread.id).edit(
                    view=post.view, attachments=post.attachments(), allowed_mentions=post.allowed_mentions
                )
        except discord.NotFound as error:
            if not is_deleted(error):
                raise
    return await thread.send(view=post.view, files=post.files(), allowed_mentions=post.allowed_mentions, nonce=nonce)
