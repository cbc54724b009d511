"""Commands and handlers for stepping through matches and record files, saving records, and posting films."""

import asyncio
import logging
from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.actions.askers import posting
from bot.actions.replays import FilmProgress
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.arguments import choices, latest
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.messages import Post
from bot.chat.core.outages import PASSING
from bot.chat.core.permissions import check_channel
from bot.chat.core.press import modal
from bot.chat.core.request import Request
from bot.chat.replays import views as view
from bot.chat.replays.argument import (
    attached,
    fetched,
    match_behind,
    named_or_latest,
    of_file,
    picture_in,
    replay_behind,
)
from bot.model.match import State
from bot.model.refusals import MissingPermissions, UnknownButton
from bot.model.refusals.replays import FilmTooLarge, MatchOrFile, MayNotPost, NotPly, NotPosted, PostedAlready
from bot.model.replays import RecordFile, Replay
from bot.model.texts import number_in
from bot.records.parsing import MOST_MOVES
from bot.records.record import record_of
from bot.records.writing import file_name, write
from bot.screens.core import Act, page_number
from bot.screens.pictures import filmed
from bot.screens.sharing import check_shared, replay_file
from bot.texts import replays
from bot.texts.language import say, speaking, voice
from bot.texts.names import posted
from rules.core import Phrase

_log: Final = logging.getLogger(__name__)


@suggestions
async def complete_replay(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The person's running matches, then the latest finished ones, for the command's `match`."""
    listed = await latest(request, State.RUNNING, State.FINISHED)
    return choices([(match.id, replays.replay_choice(match, request.person)) for match in listed], typed)


@app_commands.command(name="replay", description="Step through a match or a record, animate it, save its record.")
@app_commands.rename(ply="step")
@app_commands.describe(
    match="Which match; leave it out for the one you're playing, or your latest",
    ply="Which step to start at; 0 is the opening position",
    file="A record to look at instead of a match",
)
@app_commands.autocomplete(match=complete_replay)
@slash
async def replay(
    request: Request,
    match: str | None = None,
    ply: app_commands.Range[int, 0, MOST_MOVES] = 0,
    file: discord.Attachment | None = None,
) -> Answer:
    """Show a position of a match or of a record file, with buttons to the other positions."""
    if file is None:
        replayed = Replay.of(await named_or_latest(request, match, Act("replay", detail=str(ply))))
    elif match is None:
        replayed = await attached(request, file)
    else:
        raise MatchOrFile
    return Show(await view.position(replayed, ply))


@on_press("replay")
async def open_replay(request: Request) -> Answer:
    """Handle Replay, under a match that is over or behind More."""
    return Show(await view.position(await replay_behind(request), page_number(request.act.detail)))


@on_press("replay_go", in_place=True)
async def go(request: Request) -> Answer:
    """Handle First, Back, Forward, Last and the menu of plies."""
    replayed = await replay_behind(request)
    way, _, ply = request.act.detail.partition("/")
    now = min(page_number(ply), replayed.last)  # a takeback may have made the match shorter
    aims = {"back": max(now - 1, 0), "forward": now + 1, "last": replayed.last}
    return Change(await view.position(replayed, page_number(request.value) if request.values else aims.get(way, 0)))


@on_press("replay_window", opens_modal=True)
async def ask_ply(request: Request) -> Answer:
    """Handle the button that opens a modal for a ply."""
    if not of_file(request):
        await match_behind(request)  # checks the match before asking for a ply
    ply, _, last = request.act.detail.partition("/")
    label = replays.modal_label(page_number(last))
    jump = Act("replay_jump", request.act.match_id)
    return Ask(modal(say(replays.PLY_MENU), jump, label, ply, len(str(MOST_MOVES))))


@on_press("replay_jump", in_place=True, takes_value=True)
async def jump(request: Request) -> Answer:
    """Handle the ply entered in that modal."""
    replayed = await replay_behind(request)
    text = request.value.strip()
    ply = number_in(text, replayed.last)
    if ply is None:
        raise NotPly(text, replayed.last)
    return Change(await view.position(replayed, ply))


@on_press("replay_record")
async def save(request: Request) -> Answer:
    """Handle Record: send the record file of a match."""
    match = await match_behind(request)
    record = record_of(match)
    text = await asyncio.to_thread(write, record)
    return Show(view.record(match, RecordFile(text.encode(), file_name(record))))


@on_press("replay_share")
async def share(request: Request) -> Answer:
    """Handle Share: send a file that shows a finished match in any browser."""
    match = await match_behind(request)
    check_shared(match)
    made = await request.services.replays.studio.sheet(
        filmed(Replay.of(match)), request.person.id, partial(_tell, request), voice()
    )
    return Change(view.shared(match, await replay_file(match, made)))


async def _tell(request: Request, progress: FilmProgress) -> None:
    await request.report(replays.filming(progress.done, progress.frames, waits=progress.waits))


@on_press("replay_film")
async def film(request: Request) -> Answer:
    """Handle Animate."""
    replayed = await replay_behind(request)
    made = await request.services.replays.studio.film(
        filmed(replayed), request.person.id, partial(_tell, request), voice()
    )
    limit = request.surroundings.filesize_limit
    if len(made.data) > limit:
        raise FilmTooLarge(len(made.data), limit)
    return Change(view.film(replayed, made, may_post=request.server_id is not None))


@on_press("replay_post", in_place=True)
async def post(request: Request) -> Answer | None:
    """Handle Post here: post a film in the channel, once."""
    message, channel = request.message, channel_to_post_in(request)
    if message is None:
        raise UnknownButton
    replayed = await replay_behind(request)
    picture = await fetched(request, picture_in(message))
    left_out = page_number(request.act.detail)
    with speaking(await request.language_here()):
        for_all = view.film_for_all(replayed, picture, left_out, request.person)
    sent = await post_once(request, message, channel, for_all)
    return await tell_posted(request, view.film_posted(replayed, picture, left_out, sent.jump_url), sent)


def channel_to_post_in(request: Request) -> discord.abc.Messageable:
    """The channel of a button. Raises `MayNotPost` for the person, or `MissingPermissions` for Furlong."""
    channel, theirs = request.surroundings.channel, request.surroundings.permissions
    sends = theirs.send_messages_in_threads if isinstance(channel, discord.Thread) else theirs.send_messages
    lacking = [
        name
        for name, granted in {Phrase("Send Messages"): sends, Phrase("Attach Files"): theirs.attach_files}.items()
        if not granted
    ]
    if lacking and not theirs.administrator:
        raise MayNotPost(lacking)
    try:
        check_channel(request)
    except MissingPermissions as error:
        # Translators: What needs permissions: {purpose} in “Furlong can't do what {purpose} needs”.
        raise MissingPermissions(error.channel_id, error.names, Phrase("the picture")) from None
    assert isinstance(channel, discord.abc.Messageable), "a button was pressed there"
    return channel


async def post_once(
    request: Request, message: discord.Message, channel: discord.abc.Messageable, post: Post
) -> discord.Message:
    """Post the content of a private `message` in a channel.

    Raises `PostedAlready` if it was posted before, and `NotPosted` if Discord refuses it.
    """
    posted = request.services.replays.posted
    if message.id in posted:
        raise PostedAlready
    posted.append(message.id)  # at once, in case of a second press while the first is in progress
    request.services.reopen(request.surroundings.channel_id or 0)
    try:
        with posting():
            return await channel.send(view=post.view, files=post.files(), allowed_mentions=post.allowed_mentions)
    except PASSING as error:
        posted.remove(message.id)
        raise NotPosted from error


async def tell_posted(request: Request, post: Post, sent: discord.Message) -> Answer | None:
    """Change the private message to `post` after its content was `sent` to a channel; returns the answer if that fails.

    Whatever happens, the person learns that it was posted, because otherwise they would post it again.
    """
    try:
        await request.send(Change(post))
    except PASSING as error:
        _log.warning("a message whose content was posted could not be changed: %s", error)
        return Say(posted(sent.jump_url))
    return None
