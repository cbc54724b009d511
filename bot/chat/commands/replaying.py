"""Stepping through matches and record files, films of them, and the files themselves. All of it is private."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.chat.answers import actor_of, answering, change, change_to_text, show
from bot.chat.commands.arguments import page_number
from bot.chat.commands.match_argument import choices, latest, named_or_only
from bot.chat.outages import PASSING
from bot.chat.permissions import check_channel
from bot.chat.replays.films import Progress
from bot.chat.replays.replay import STUDY, Replay
from bot.chat.sentences import replays
from bot.chat.ui import replay as shown
from bot.chat.ui.modals import window
from bot.chat.ui.press import Press
from bot.model.match import Match, State
from bot.model.refusals import (
    FileOutOfReach,
    FilmTooLarge,
    MatchOrFile,
    MayNotPost,
    MissingPermissions,
    NeverPlayed,
    NothingToReplay,
    NotPly,
    NotPosted,
    NotRecord,
    NotStarted,
    PostedAlready,
    WhichMatch,
)
from bot.records import LARGEST, MOST_MOVES, RecordError, file_name, record_of, write

if TYPE_CHECKING:
    from bot.chat.client import Furlong

_PATIENCE: Final = 20  # seconds in which Discord hands out a file, or never does


async def _complete(interaction: "discord.Interaction[Furlong]", typed: str) -> list[app_commands.Choice[str]]:
    """The person's running matches, then those that ended last, for the command's `match`."""
    person, listed = actor_of(interaction).person, await latest(interaction, State.RUNNING, State.FINISHED)
    return choices([(match.id, replays.replay_choice(match, person)) for match in listed], typed)


@app_commands.command(name="replay", description="Step through a match or a record, animate it, save its record.")
@app_commands.describe(
    match="Which match; your latest finished one if you do not say",
    ply="Where to begin: 0 is the start",
    file="A record to look at instead of a match",
)
@app_commands.autocomplete(match=_complete)
async def replay(
    interaction: "discord.Interaction[Furlong]",
    match: str | None = None,
    ply: app_commands.Range[int, 0, MOST_MOVES] = 0,
    file: discord.Attachment | None = None,
) -> None:
    """Show a position of a match or of a record file, with the ways to the others."""
    async with answering(interaction):
        if file is None:
            found = Replay(_begun(await _meant(interaction, match)))
        elif match is None:
            found = await _attached(interaction, file)
        else:
            raise MatchOrFile
        await show(interaction, await shown.position(found, ply))


async def _meant(interaction: "discord.Interaction[Furlong]", text: str | None) -> Match:
    """The match that `text` names; else the person's match that ended last, else their only running one."""
    if text is not None and text.strip():
        return await named_or_only(interaction, text, to_move=False)
    found = await latest(interaction, State.FINISHED) or await latest(interaction, State.RUNNING)
    if not found:
        raise NothingToReplay
    if len(found) > 1 and found[0].state is State.RUNNING:
        raise WhichMatch(found)
    return await interaction.client.matches.find(actor_of(interaction), found[0].id)


def _begun(match: Match) -> Match:
    """A match that there is something to see of. Raises `NotStarted` or `NeverPlayed`."""
    if not match.players_are_seated:
        raise NotStarted(match) if match.state is State.OPEN else NeverPlayed(match)
    return match


async def _attached(interaction: "discord.Interaction[Furlong]", file: discord.Attachment) -> Replay:
    """A record file that somebody has attached, as a study."""
    if file.size > LARGEST:
        raise NotRecord(file.filename, f"It is too large: a record has {LARGEST:,} bytes at most, this {file.size:,}.")
    return await _study(interaction, await _fetched(interaction, file.url), file.filename)


async def _study(interaction: "discord.Interaction[Furlong]", data: bytes, name: str) -> Replay:
    server_id = interaction.guild_id
    theme = "" if server_id is None else (await interaction.client.settings.of_server(server_id)).theme
    try:
        return await interaction.client.replays.studies.study(data, theme)
    except RecordError as error:
        raise NotRecord(name, str(error)) from error


async def _fetched(interaction: "discord.Interaction[Furlong]", address: str | None) -> bytes:
    """What lies on Discord's servers. Raises `FileOutOfReach`."""
    if address is None:
        raise FileOutOfReach
    try:
        async with asyncio.timeout(_PATIENCE):
            # What `Attachment.read` does; but discord.py lets one read attachments alone, not what components show.
            return await interaction.client.http.get_from_cdn(address)
    except PASSING as error:
        raise FileOutOfReach from error


def _file_in(message: discord.Message | None) -> str | None:
    """The address of the file in a message of ours: Discord names it in its component, not among the attachments."""
    return next((part.media.url for part in _parts(message) if isinstance(part, discord.FileComponent)), None)


def _picture_in(message: discord.Message | None) -> str | None:
    galleries = (part for part in _parts(message) if isinstance(part, discord.MediaGalleryComponent))
    return next((gallery.items[0].media.url for gallery in galleries), None)


def _parts(message: discord.Message | None) -> Sequence[object]:
    """The components of a message and of its frame."""
    parts: list[object] = []
    for part in message.components if message is not None else ():
        parts += [part, *part.children] if isinstance(part, discord.Container) else [part]
    return parts


async def _pressed(interaction: "discord.Interaction[Furlong]", press: Press) -> Replay:
    """What the message of a button is about: the match that the button names, or the record file in the message."""
    match = await _match(interaction, press)
    if match is not None:
        return Replay(match)
    return await _study(interaction, await _fetched(interaction, _file_in(interaction.message)), "record.txt")


async def _match(interaction: "discord.Interaction[Furlong]", press: Press) -> Match | None:
    """The match that a button names, None if it is on a study."""
    if press.match_id == STUDY and _file_in(interaction.message):
        return None
    return _begun(await interaction.client.matches.find(actor_of(interaction), press.match_id))


async def open_replay(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Replay, under a match that is over or behind More."""
    await show(interaction, await shown.position(await _pressed(interaction, press), 0))


async def go(interaction: "discord.Interaction[Furlong]", press: Press, values: tuple[str, ...]) -> None:
    """First, Back, Forward, Last and the menu of plies."""
    found = await _pressed(interaction, press)
    way, _, ply = press.detail.partition("/")
    now = min(page_number(ply), found.last)  # a move that was taken back may have made the match shorter
    aims = {"back": max(now - 1, 0), "forward": now + 1, "last": found.last}
    await change(interaction, await shown.position(found, page_number(values[0]) if values else aims.get(way, 0)))


async def ask_ply(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """The button that opens a window in which to name a ply."""
    await _match(interaction, press)  # a button that leads nowhere need not ask where to
    ply, _, last = press.detail.partition("/")
    label = replays.ply_window_label(page_number(last))
    jump = Press("replay_jump", press.match_id)
    await interaction.response.send_modal(window(replays.ply_window(), jump, label, ply, len(str(MOST_MOVES))))


async def jump(interaction: "discord.Interaction[Furlong]", press: Press, values: tuple[str, ...]) -> None:
    """A ply that was named in that window."""
    found = await _pressed(interaction, press)
    text = values[0].strip()
    if not (text.isascii() and text.isdecimal() and int(text) <= found.last):
        raise NotPly(text, found.last)
    await change(interaction, await shown.position(found, int(text)))


async def film(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Animate."""
    found = await _pressed(interaction, press)

    async def tell(progress: Progress) -> None:
        told = replays.filming(progress.done, progress.frames, waits=progress.waits)
        try:
            await change_to_text(interaction, told)
        except PASSING:
            return  # the film itself comes later, and Discord may be back by then

    made = await interaction.client.replays.studio.film(found, interaction.user.id, tell)
    if len(made.data) > interaction.filesize_limit:
        raise FilmTooLarge(len(made.data), interaction.filesize_limit)
    await change(interaction, shown.film(found, made, may_post=interaction.guild_id is not None))


async def save(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Record: the file of a match."""
    match = (await _pressed(interaction, press)).match
    record = record_of(match)
    text = await asyncio.to_thread(write, record)
    await show(interaction, shown.record(match, text.encode(), file_name(record)))


async def post(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Post here: show a film to everybody in the channel, once."""
    message, posted = interaction.message, interaction.client.replays.posted
    assert message is not None, "a button is on a message"
    channel = _channel_to_post_in(interaction)
    found = await _pressed(interaction, press)
    picture = await _fetched(interaction, _picture_in(message))
    if message.id in posted:
        raise PostedAlready
    posted.append(message.id)  # at once, lest a second press comes while the first is under way
    left_out = page_number(press.detail)
    for_all = shown.film_for_all(found, picture, left_out, actor_of(interaction).person)
    try:
        sent = await channel.send(view=for_all.view, files=for_all.files(), allowed_mentions=for_all.allowed_mentions)
    except PASSING as error:
        posted.remove(message.id)
        raise NotPosted from error
    await interaction.edit_original_response(view=shown.film_posted(found, left_out, sent.jump_url))


def _channel_to_post_in(interaction: "discord.Interaction[Furlong]") -> discord.abc.Messageable:
    """The channel of a button. Raises `MayNotPost`, or `MissingPermissions` if it is Furlong that may not."""
    channel, theirs = interaction.channel, interaction.permissions
    sends = theirs.send_messages_in_threads if isinstance(channel, discord.Thread) else theirs.send_messages
    lacking = [
        name for name, granted in {"Send Messages": sends, "Attach Files": theirs.attach_files}.items() if not granted
    ]
    if lacking and not theirs.administrator:
        raise MayNotPost(lacking)
    try:
        check_channel(interaction)
    except MissingPermissions as error:
        raise MissingPermissions(error.channel_id, error.names, "the picture") from None
    assert isinstance(channel, discord.abc.Messageable), "somebody pressed a button there"
    return channel
