"""Films of matches and record files: for whoever asks, and then, if they want, for everybody in the channel."""

import discord

from bot.chat.answers import Answer, Change
from bot.chat.commands.arguments import page_number
from bot.chat.commands.replay_argument import fetched, picture_in, replay_behind
from bot.chat.handlers import on_press
from bot.chat.outages import PASSING
from bot.chat.permissions import check_channel
from bot.chat.replays.films import FilmProgress
from bot.chat.request import Request
from bot.chat.sentences import replays
from bot.chat.ui import replay as view
from bot.chat.ui.messages import Post
from bot.model.refusals.commands import MissingPermissions, UnknownButton
from bot.model.refusals.replays import FilmTooLarge, MayNotPost, NotPosted, PostedAlready


@on_press("replay_film")
async def film(request: Request) -> Answer:
    """Animate."""
    found = await replay_behind(request)

    async def tell(progress: FilmProgress) -> None:
        sentence = replays.filming(progress.done, progress.frames, waits=progress.waits)
        try:
            await request.send(Change.to_text(sentence))
        except PASSING:
            return  # the film itself comes later, and Discord may be back by then

    made = await request.services.replays.studio.film(found, request.person.id, tell)
    limit = request.surroundings.filesize_limit
    if len(made.data) > limit:
        raise FilmTooLarge(len(made.data), limit)
    return Change(view.film(found, made, may_post=request.server_id is not None))


@on_press("replay_post", in_place=True)
async def post(request: Request) -> Answer:
    """Post here: show a film to everybody in the channel, once."""
    message, posted = request.message, request.services.replays.posted
    if message is None:
        raise UnknownButton
    channel = channel_to_post_in(request)
    found = await replay_behind(request)
    picture = await fetched(request, picture_in(message))
    if message.id in posted:
        raise PostedAlready
    posted.append(message.id)  # at once, lest a second press comes while the first is under way
    left_out = page_number(request.press.detail)
    for_all = view.film_for_all(found, picture, left_out, request.person)
    try:
        sent = await channel.send(view=for_all.view, files=for_all.files(), allowed_mentions=for_all.allowed_mentions)
    except PASSING as error:
        posted.remove(message.id)
        raise NotPosted from error
    return Change(Post(view.film_posted(found, left_out, sent.jump_url)), keeps_files=True)


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
