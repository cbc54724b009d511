"""Showing to everybody in the channel what somebody has seen privately, once for each private message."""

from contextlib import suppress

import discord

from bot.chat.core.answers import Change
from bot.chat.core.messages import Post
from bot.chat.core.outages import PASSING
from bot.chat.core.permissions import check_channel
from bot.chat.core.request import Request
from bot.model.refusals.commands import MissingPermissions
from bot.model.replays import MayNotPost, NotPosted, PostedAlready


def channel_to_post_in(request: Request) -> discord.abc.Messageable:
    """The channel of a button. Raises `MayNotPost`, or `MissingPermissions` if it is Furlong that may not."""
    channel, theirs = request.surroundings.channel, request.surroundings.permissions
    sends = theirs.send_messages_in_threads if isinstance(channel, discord.Thread) else theirs.send_messages
    lacking = [
        name for name, granted in {"Send Messages": sends, "Attach Files": theirs.attach_files}.items() if not granted
    ]
    if lacking and not theirs.administrator:
        raise MayNotPost(lacking)
    try:
        check_channel(request)
    except MissingPermissions as error:
        raise MissingPermissions(error.channel_id, error.names, "the picture") from None
    assert isinstance(channel, discord.abc.Messageable), "somebody pressed a button there"
    return channel


async def post_once(
    request: Request, message: discord.Message, channel: discord.abc.Messageable, post: Post
) -> discord.Message:
    """Show to everybody in a channel what stands in the private `message`.

    Raises `PostedAlready` if that was done before, and `NotPosted` if Discord does not take it.
    """
    posted = request.services.replays.posted
    if message.id in posted:
        raise PostedAlready
    posted.append(message.id)  # at once, lest a second press comes while the first is under way
    try:
        return await channel.send(view=post.view, files=post.files(), allowed_mentions=post.allowed_mentions)
    except PASSING as error:
        posted.remove(message.id)
        raise NotPosted from error


async def report(request: Request, text: str) -> None:
    """Say in place of the private message how far its answer is; if Discord is away, the answer itself comes later."""
    with suppress(*PASSING):
        await request.send(Change.to_text(text))
