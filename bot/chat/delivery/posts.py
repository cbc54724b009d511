"""Posts in a forum: making the one that holds a match, and keeping its tags true.

Tags are a help to find matches. Whatever becomes of them, it never keeps a match from being shown.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import discord

from bot.actions import matches, showing
from bot.actions.context import Context
from bot.chat.core.messages import Post
from bot.chat.core.outages import PASSING, is_deleted
from bot.chat.delivery.threads import A_WEEK, Threads, is_passing
from bot.model.match import Match
from bot.texts import notices

_log: Final = logging.getLogger(__name__)
_MOST_TAGS: Final = 20  # of a forum
_MOST_APPLIED: Final = 5  # to a post
_RETRY_AFTER: Final = timedelta(minutes=10)


class Posts:
    """The posts of matches in the forums that `client` can reach."""

    def __init__(self, client: discord.Client, context: Context, threads: Threads) -> None:
        """Nothing happens before one of the methods is called."""
        self._client = client
        self._context = context
        self._threads = threads
        self._adding = asyncio.Lock()  # a forum's tags can only be changed all at once

    def forum_of(self, match: Match) -> discord.ForumChannel | None:
        """The forum of a match; None if its channel is none, or gone. Raises `ServerUnknown`."""
        channel = self._threads.channel_of(match)
        return channel if isinstance(channel, discord.ForumChannel) else None

    async def begin(self, forum: discord.ForumChannel, match: Match, post: Post, nonce: str) -> discord.Message:
        """Show a match in a new post of a forum, or in the one that was made before and could not be noted.

        Returns the message, whose channel is the post. Raises `discord.HTTPException` if that fails.
        """
        made = self._made_before(forum, match)
        if made is not None:
            return await _show_in(made, match, post, nonce)
        tags = await self._tags(forum, match)
        try:
            return await _create(forum, match, post, tags)
        except discord.HTTPException as error:
            if not tags or is_passing(error):
                raise
            _log.info("match %s gets a post without tags: %s", match.id, error)
        return await _create(forum, match, post, [])

    def _made_before(self, forum: discord.ForumChannel, match: Match) -> discord.Thread | None:
        """The post of a match that was made before a crash; never one that the match has just left."""
        own = None if self._client.user is None else self._client.user.id
        for thread in forum.threads:
            is_left = thread.id == match.place.thread_id
            if not is_left and thread.owner_id == own and thread.name.startswith(notices.thread_mark(match)):
                return thread
        return None

    async def remove(self, match: Match) -> bool:
        """Delete the post of a match with all that is in it; False where Discord does not let us."""
        assert match.place.thread_id is not None, "it has a post"
        try:
            await self._client.http.delete_channel(match.place.thread_id)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            return isinstance(error, discord.NotFound)
        return True

    async def tag(self, match: Match) -> None:
        """Have the tags of a match's post say how it stands; never raises for Discord, but is tried again later."""
        try:
            while await self._apply(match):
                # It may have gone on, and another process applied that before us.
                latest = await matches.load(self._context, match.id)
                if latest.state is match.state:
                    return
                match = latest
        except PASSING as error:
            _log.info("the tags of match %s stay as they are for now: %s", match.id, error)
            if not isinstance(error, discord.HTTPException) or is_passing(error):
                await self._try_later(match)

    async def _apply(self, match: Match) -> bool:
        """Apply its tags to the post of a match, besides those that people have given it; False if it has them.

        The post of an open challenge is named anew when it has its players, unless somebody has given it another name.
        """
        guild = self._client.get_guild(match.place.server_id)
        thread = None if guild is None or match.place.thread_id is None else guild.get_thread(match.place.thread_id)
        if thread is None or not isinstance(thread.parent, discord.ForumChannel):
            return False
        own = await self._tags(thread.parent, match)
        states = {name.casefold() for name in notices.STATE_TAGS}
        others = [tag for tag in thread.applied_tags if tag.name.casefold() not in states and tag not in own]
        applied = [*own, *others][:_MOST_APPLIED]
        changes: dict[str, Any] = {}
        if own and {tag.id for tag in applied} != {tag.id for tag in thread.applied_tags}:
            changes["applied_tags"] = applied
        if match.players_are_seated and thread.name == _first_name(match):
            changes["name"] = notices.thread_name(match)
        if not changes:
            return False
        await thread.edit(**changes)
        return True

    async def _try_later(self, match: Match) -> None:
        """Have the present message of a match shown once more, and its tags with it."""
        if match.is_shown_by_start:  # the board is on its way, and its tags with it
            return
        await showing.show_again(self._context, match, _RETRY_AFTER)

    async def _tags(self, forum: discord.ForumChannel, match: Match) -> list[discord.ForumTag]:
        """Those of a match's state and game that a forum has, or that Furlong may add to it."""
        wanted = notices.tags(match)
        found = _named(forum.available_tags, wanted)
        if len(found) < len(wanted) and forum.guild.me and forum.permissions_for(forum.guild.me).manage_channels:
            try:
                found = _named(await self._add(forum.id, match), wanted)
            except PASSING as error:
                _log.info("forum %s gets no tags for match %s: %s", forum.id, match.id, error)
        return found

    async def _add(self, forum_id: int, match: Match) -> list[discord.ForumTag]:
        """Add the tags of all states and of a match's game to a forum, as far as there is room; returns all it has."""
        async with self._adding:
            forum = await self._client.fetch_channel(forum_id)  # what is known of it may be older than our last change
            assert isinstance(forum, discord.ForumChannel), "a forum stays one"
            there = list(forum.available_tags)
            names = {tag.name.casefold() for tag in there}
            wanted = dict.fromkeys((*notices.STATE_TAGS, *notices.tags(match)))
            new = [discord.ForumTag(name=name) for name in wanted if name.casefold() not in names]
            new = new[: _MOST_TAGS - len(there)]
            changed = await forum.edit(available_tags=[*there, *new]) if new else None
        return there if changed is None else list(changed.available_tags)


def _first_name(match: Match) -> str:
    """The name of its post while a match was open to anybody."""
    return notices.thread_name(replace(match, players=(match.host,), invited=()))


def _named(tags: Sequence[discord.ForumTag], names: Sequence[str]) -> list[discord.ForumTag]:
    """The tags of these names, in this order."""
    by_name = {tag.name.casefold(): tag for tag in tags}
    return [by_name[name.casefold()] for name in names if name.casefold() in by_name]


async def _create(
    forum: discord.ForumChannel, match: Match, post: Post, tags: list[discord.ForumTag]
) -> discord.Message:
    made = await forum.create_thread(
        name=notices.thread_name(match),
        auto_archive_duration=A_WEEK,
        view=post.view,
        files=post.files(),
        allowed_mentions=post.allowed_mentions,
        applied_tags=tags,
    )
    return made.message


async def _show_in(thread: discord.Thread, match: Match, post: Post, nonce: str) -> discord.Message:
    """Show a match in a post that is there: by its first message, unless the match was shown by another since."""
    if match.place.message_id is None:
        try:
            return await thread.get_partial_message(thread.id).edit(
                view=post.view, attachments=post.files(), allowed_mentions=post.allowed_mentions
            )
        except discord.NotFound as error:
            if not is_deleted(error):
                raise
    return await thread.send(view=post.view, files=post.files(), allowed_mentions=post.allowed_mentions, nonce=nonce)
