"""The parts of a rehearsal that need nobody: messages, files, threads, forums, emojis and commands."""

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
from discord import ui

import render
from bot.chat import features
from bot.chat.core.dispatcher import CommandTree
from bot.chat.core.messages import Post, image, layout, pictures_of, plain, ply_of
from bot.chat.core.translator import translated
from rules import GAMES
from rules.core import Position
from studio.rehearsal.report import NOT_TRIED
from studio.rehearsal.stage import ACCEPTED, REFUSED, Stage, Step, board, keeping

_PLY: Final = 7
_BURST: Final = 8
"""How many edits of an old message are tried at once: more than Discord is said to permit within six seconds."""

_AT_LEAST: Final = 4.0  # seconds that a burst takes if Discord slows it down
_TAG: Final = "rehearsal"
_EMOJI: Final = "furlong_rehearsal"


async def post_board(stage: Stage) -> None:
    """A board: its file is in no list, its component names the file, and the numbers of galleries stay."""
    post = await board("a board")
    gallery = image("A board of Furl", ply=_PLY)
    post = replace(post, view=layout(ui.TextDisplay("-# Rehearsal: a board"), gallery))
    message = await stage.tried("post a board", ACCEPTED, partial(_sent, stage, post))
    if message is None:
        return
    stage.tidy(message)
    listed = "listed" if message.attachments else "not listed"
    stage.report.note("a shown file in the list of attachments", "not listed", listed)
    [picture] = pictures_of(message) or [None]
    has_id = picture is not None and picture.attachment_id is not None
    stage.report.note("the id of a shown file in its component", "there", "there" if has_id else "missing")
    stage.report.note("the id of a gallery", "kept", "kept" if ply_of(message) == _PLY else "changed")
    is_named = picture is not None and picture.url.partition("?")[0].endswith(f"/board.{render.EXTENSION}")
    stage.report.note("the name of a file", "kept", "kept" if is_named else "changed")


async def _sent(stage: Stage, post: Post) -> discord.Message:
    return await stage.channel.send(view=post.view, files=post.files())


async def edit_board(stage: Stage) -> None:
    """Edits with an upload, with the file kept by id and name, by its id alone, and with a reference to nothing."""
    post, message = await stage.posted("a board that is edited")
    edit = partial(message.edit, view=post.view)
    edited = await stage.tried("edit with an upload of the same name", ACCEPTED, lambda: edit(attachments=post.files()))
    shown = edited or message
    kept = keeping(post, shown)
    if kept.kept is None:
        stage.report.note("edit that keeps a file by id and name", ACCEPTED, NOT_TRIED, "the component names no id")
        return
    await stage.tried("edit that keeps a file by id and name", ACCEPTED, lambda: edit(attachments=kept.attachments()))
    by_id: Any = [_IdAlone(kept.kept)]
    await stage.tried("edit that keeps a file by its id alone", REFUSED, lambda: edit(attachments=by_id))
    await stage.tried("edit that shows a file and lists none", REFUSED, edit)


@dataclass(frozen=True, slots=True)
class _IdAlone:
    """A file that an edit names by its id alone."""

    id: int

    def to_dict(self) -> dict[str, object]:
        """What discord.py sends."""
        return {"id": str(self.id)}


async def change_kind(stage: Stage) -> None:
    """A message with components cannot lose them; its texts can be replaced."""
    message = await stage.tried("post a text", ACCEPTED, lambda: stage.channel.send(view=plain("Rehearsal: a text")))
    if message is None:
        return
    stage.tidy(message)
    await stage.tried("edit a text", ACCEPTED, lambda: message.edit(view=plain("Rehearsal: another text")))
    await stage.tried("take the flag of components away", REFUSED, lambda: message.edit(content="a text", view=None))


async def send_twice(stage: Stage) -> None:
    """A second message with the same nonce is the first one."""
    nonce = str(discord.utils.time_snowflake(discord.utils.utcnow()))
    sent = [await stage.channel.send(view=plain("Rehearsal: a message sent twice"), nonce=nonce) for _ in range(2)]
    for message in sent:
        stage.tidy(message)
    same = sent[0].id == sent[1].id
    stage.report.note("a second message with the same nonce", "not sent", "not sent" if same else "sent again")


async def other_files(stage: Stage) -> None:
    """A film in a gallery, a file of text, and a page as a file."""
    game = GAMES["furl"]
    positions: list[Position] = [game.start(2)]
    positions.append(positions[0].play(positions[0].legal_moves()[0]))
    film = render.animation([(position, render.Scene()) for position in positions], lambda _done: None)
    view = layout(ui.TextDisplay("-# Rehearsal: a film"), image("A film", render.FILM_EXTENSION))
    post = Post(view, film.data, extension=render.FILM_EXTENSION)
    message = await stage.tried("post a film in a gallery", ACCEPTED, partial(_sent, stage, post))
    if message is not None:
        stage.tidy(message)
    for name, data in (("record.txt", b"a record"), ("match.html", b"<!doctype html><title>a match</title>")):
        shown = layout(ui.TextDisplay("-# Rehearsal: a file"), ui.File(f"attachment://{name}"))
        file = discord.File(io.BytesIO(data), name)
        message = await stage.tried(f"post a file {name}", ACCEPTED, partial(stage.channel.send, view=shown, file=file))
        if message is not None:
            stage.tidy(message)


async def threads(stage: Stage) -> None:
    """A thread on a message: writing there, archiving it, editing and writing in the archive, waking it."""
    _post, message = await stage.posted("the beginning of a thread")
    thread = await stage.tried("start a thread", ACCEPTED, lambda: message.create_thread(name="Rehearsal"))
    if thread is None:
        return
    stage.tidy(thread)
    post = await board("a board in a thread")
    inside = await stage.tried(
        "post a board in a thread", ACCEPTED, lambda: thread.send(view=post.view, files=post.files())
    )
    await stage.tried("archive a thread", ACCEPTED, lambda: thread.edit(archived=True))
    if inside is not None:
        await stage.tried(
            "edit in an archived thread", REFUSED, lambda: inside.edit(view=post.view, attachments=post.files())
        )
    await stage.tried("take a thread out of the archive", ACCEPTED, lambda: thread.edit(archived=False))
    await stage.tried("rename a thread", ACCEPTED, lambda: thread.edit(name="Rehearsal, renamed"))


async def forum(stage: Stage) -> None:
    """A forum of the server: adding a tag, a post with it, editing its first message."""
    found = next((one for one in stage.channel.guild.forums if _may_post(one)), None)
    if found is None:
        stage.report.note("post in a forum", ACCEPTED, NOT_TRIED, "no forum in which the bot may write")
        return
    tags = [*found.available_tags]
    may_manage = found.permissions_for(stage.channel.guild.me).manage_channels
    if may_manage and not any(tag.name == _TAG for tag in tags):
        stage.in_the_end(partial(found.edit, available_tags=tags))
        made = await stage.tried(
            "add a tag to a forum",
            ACCEPTED,
            lambda: found.edit(available_tags=[*found.available_tags, discord.ForumTag(name=_TAG)]),
        )
        if made is not None:
            tags = [*made.available_tags]
    post = await board("a post")
    tag = [one for one in tags if one.name == _TAG][:1] or tags[:1]
    create = partial(found.create_thread, name="Rehearsal", view=post.view, files=post.files(), applied_tags=tag)
    created = await stage.tried("post in a forum", ACCEPTED, create)
    if created is None:
        return
    stage.tidy(created.thread)
    edit = partial(created.message.edit, view=post.view)
    await stage.tried("edit the first message of a post", ACCEPTED, lambda: edit(attachments=post.files()))


def _may_post(channel: discord.ForumChannel) -> bool:
    permissions = channel.permissions_for(channel.guild.me)
    return permissions.send_messages and permissions.send_messages_in_threads and permissions.attach_files


async def emojis(stage: Stage) -> None:
    """An emoji of the application."""
    [image_of, *_] = render.symbols(GAMES["furl"].start(2)).values()
    stage.in_the_end(partial(_remove_emojis, stage.client))
    create = partial(stage.client.create_application_emoji, name=_EMOJI, image=image_of)
    made = await stage.tried("upload an emoji", ACCEPTED, create)
    if made is None:
        return
    sent = await stage.tried("show an emoji", ACCEPTED, lambda: stage.channel.send(view=plain(f"Rehearsal: {made}")))
    if sent is not None:
        stage.tidy(sent)


async def _remove_emojis(client: discord.Client) -> None:
    """Delete what `emojis` has uploaded, also if its answer was lost."""
    for emoji in await client.fetch_application_emojis():
        if emoji.name == _EMOJI:
            await emoji.delete()


async def commands(stage: Stage) -> None:
    """All commands in all languages, on this server alone and for a moment."""
    tree = CommandTree(stage.client)
    for command in (*features.all_commands(), *features.context_menus()):
        tree.add_command(command, override=True)
    definitions = await translated(tree)
    size = max(len(json.dumps(definition, ensure_ascii=False)) for definition in definitions)
    http, application, guild = stage.client.http, stage.client.application_id, stage.channel.guild.id
    assert application is not None, "the bot has logged in"
    replace_all = partial(http.bulk_upsert_guild_commands, application, guild)
    before: Sequence[Any] = await http.get_guild_commands(application, guild)
    stage.in_the_end(partial(replace_all, [*map(dict, before)]))
    await stage.tried("send all commands in all languages", ACCEPTED, partial(replace_all, [*map(dict, definitions)]))
    stage.report.findings[-1] = replace(stage.report.findings[-1], detail=f"the largest has {size} bytes as JSON")


async def old_edits(stage: Stage, message_id: int | None) -> None:
    """Edits of a message older than an hour come slowly: about three within six seconds."""
    point = "edits of a message older than an hour"
    if message_id is None:
        stage.report.note(point, "slowed down", NOT_TRIED, "run again in an hour with --old")
        return
    message = stage.channel.get_partial_message(message_id)
    clock = stage.client.loop.time
    before, begun = len(stage.limited), clock()
    for number in range(_BURST):
        await message.edit(view=plain(f"Rehearsal: edit {number + 1} of {_BURST} of an old message"))
    took, refused = clock() - begun, len(stage.limited) - before
    slowed = refused > 0 or took >= _AT_LEAST
    detail = f"{_BURST} edits in {took:.1f} s, {refused} answered with 429"
    stage.report.note(point, "slowed down", "slowed down" if slowed else "not slowed down", detail)
    stage.tidy(message)


STEPS: Final[Sequence[Step]] = (
    post_board,
    edit_board,
    change_kind,
    send_twice,
    other_files,
    threads,
    forum,
    emojis,
    commands,
)
"""The parts of a rehearsal that need nobody, in order."""
