"""The parts of a rehearsal for which the host presses buttons: answers, a window, direct messages, the page."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.chat.core.messages import Post, pictures_of
from bot.chat.core.press import act_of, button, form, row_of
from bot.screens.core import Act
from studio.rehearsal.report import NOT_TRIED
from studio.rehearsal.stage import ACCEPTED, Stage, board, keeping, refusal, within

_IN_PLACE, _PRIVATELY, _WINDOW, _PAGE = "rehearse_place", "rehearse_private", "rehearse_window", "rehearse_page"
_LABELS: Final = {
    _IN_PLACE: "1: Change this",
    _PRIVATELY: "2: Tell me",
    _WINDOW: "3: Ask me",
    _PAGE: "4: Open the page",
}
_POINTS: Final = {
    _IN_PLACE: "a press that changes its message",
    _PRIVATELY: "a press that is answered privately",
    _WINDOW: "a press that opens a window",
    _PAGE: "a press that opens the page",
}
_CHOICES: Final = ("One", "Two", "Three")


@dataclass(slots=True)
class _Presses:
    """The buttons that are still to be pressed, and the tasks that answer those that were."""

    stage: Stage
    actions: Sequence[str]
    waiting: set[str]
    done: asyncio.Event = field(default_factory=asyncio.Event)

    async def board(self, text: str) -> Post:
        """A board with all buttons, of which some may have been pressed."""
        return await board(text, row_of(*(button(_LABELS[action], Act(action)) for action in self.actions)))

    async def answer(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press or a window of this rehearsal; everything else is left alone."""
        custom_id = str((interaction.data or {}).get("custom_id", ""))
        act = act_of(custom_id, "-window") if "-window" in custom_id else act_of(custom_id)
        if act.name not in self.waiting:
            return
        is_window = interaction.type is discord.InteractionType.modal_submit
        try:
            await (_submitted if is_window else _ANSWERS[act.name])(self, interaction)
        except discord.HTTPException as error:
            self.stage.report.note(_POINTS[act.name], ACCEPTED, "refused", refusal(error))
        if act.name != _WINDOW or is_window:
            self.waiting.discard(act.name)
        if not self.waiting:
            self.done.set()


async def presses(stage: Stage, patience: float, tell: Callable[[str], None], *, has_page: bool) -> None:
    """Ask the host to press buttons, and wait at most `patience` seconds for all of them."""
    actions = [action for action in _LABELS if action != _PAGE or has_page]
    waiting = _Presses(stage, actions, set(actions))
    answering: set[asyncio.Task[None]] = set()

    async def on_interaction(interaction: discord.Interaction[Any]) -> None:
        task = asyncio.create_task(waiting.answer(interaction))
        answering.add(task)
        await task

    stage.client.event(on_interaction)
    post = await waiting.board("press these buttons, one after the other")
    stage.tidy(await stage.channel.send(view=post.view, files=post.files()))
    tell(
        f"Press the buttons under the newest board in the channel, one after the other, within {patience:.0f} seconds."
    )
    await within(patience, waiting.done)
    await asyncio.gather(*answering)
    for action in sorted(waiting.waiting):
        stage.report.note(_POINTS[action], ACCEPTED, NOT_TRIED, "nobody pressed in time")
    if not has_page:
        stage.report.note(_POINTS[_PAGE], ACCEPTED, NOT_TRIED, "WEB_URL and DISCORD_CLIENT_SECRET are not set")


async def _change_in_place(presses: _Presses, interaction: discord.Interaction[Any]) -> None:
    """Acknowledge (type 6), then edit the original response: with the picture it has, and with a new one."""
    stage = presses.stage
    shown = pictures_of(interaction.message)
    listed = interaction.message is not None and bool(interaction.message.attachments)
    await interaction.response.defer()
    stage.report.note("the pressed message lists a shown file", "not listed", "listed" if listed else "not listed")
    has_id = bool(shown) and shown[0].attachment_id is not None
    stage.report.note("the pressed message names the id of its file", "there", "there" if has_id else "missing")
    edit = interaction.edit_original_response
    post = await presses.board("changed, with a new picture")
    await stage.tried(
        "answer a press by an edit with an upload", ACCEPTED, lambda: edit(view=post.view, attachments=post.files())
    )
    kept = keeping(await presses.board("changed, with the picture it had"), await interaction.original_response())
    if kept.kept is None:
        stage.report.note("answer a press by an edit that keeps a file", ACCEPTED, NOT_TRIED, "no id is named")
        return
    await stage.tried(
        "answer a press by an edit that keeps a file",
        ACCEPTED,
        lambda: edit(view=kept.view, attachments=kept.attachments()),
    )


async def _tell_privately(presses: _Presses, interaction: discord.Interaction[Any]) -> None:
    """Acknowledge with a private answer (type 5), edit it, delete it; then write a direct message."""
    stage = presses.stage
    await interaction.response.defer(ephemeral=True, thinking=True)
    post = await board("only you see this")
    edit = interaction.edit_original_response
    first = await stage.tried(
        "fill a private answer with a board", ACCEPTED, lambda: edit(view=post.view, attachments=post.files())
    )
    kept = keeping(post, first)
    if kept.kept is not None:
        await stage.tried(
            "edit a private answer and keep its file",
            ACCEPTED,
            lambda: edit(view=kept.view, attachments=kept.attachments()),
        )
    follow = partial(interaction.followup.send, ephemeral=True, wait=True)
    second = await stage.tried(
        "send another private answer", ACCEPTED, lambda: follow(view=post.view, files=post.files())
    )
    if second is not None:
        await stage.tried("delete a private answer", ACCEPTED, second.delete)
    await _write_directly(stage, interaction.user, post)


async def _write_directly(stage: Stage, person: discord.abc.Snowflake, post: Post) -> None:
    direct = await stage.client.create_dm(person)
    message = await stage.tried(
        "write a direct message", ACCEPTED, lambda: direct.send(view=post.view, files=post.files())
    )
    if message is None:
        return
    stage.tidy(message)
    kept = keeping(post, message)
    if kept.kept is not None:
        await stage.tried(
            "edit a direct message and keep its file",
            ACCEPTED,
            lambda: message.edit(view=kept.view, attachments=kept.attachments()),
        )


async def _open_window(_presses: _Presses, interaction: discord.Interaction[Any]) -> None:
    """Open a window with every part that Furlong's windows have."""
    options = [discord.SelectOption(label=label, value=label) for label in _CHOICES]
    radio = [discord.RadioGroupOption(label=label, value=label) for label in _CHOICES]
    boxes = [discord.CheckboxGroupOption(label=label, value=label) for label in _CHOICES]
    parts: Mapping[str, ui.Item[ui.Modal]] = {
        "A menu": ui.Select(custom_id="menu", options=options, required=False),
        "One of several": ui.RadioGroup(custom_id="radio", options=radio, required=False),
        "Several": ui.CheckboxGroup(custom_id="boxes", options=boxes, min_values=0, required=False),
        "A person": ui.UserSelect(custom_id="person", required=False),
        "A text": ui.TextInput(custom_id="text", required=False),
    }
    labelled = [ui.Label[ui.Modal](text=text, component=part) for text, part in parts.items()]
    await interaction.response.send_modal(form("Rehearsal: press Submit", Act(_WINDOW), *labelled))


async def _submitted(presses: _Presses, interaction: discord.Interaction[Any]) -> None:
    """Answer a window by an update (type 7) with an upload, which is said to be dropped."""
    stage = presses.stage
    sent = len((interaction.data or {}).get("components", ()))
    stage.report.note("the parts of a window that arrive", "5", str(sent))
    post = await presses.board("changed by a window")
    point, expected = "an upload in the update after a window", "not shown"
    try:
        await interaction.response.edit_message(view=post.view, attachments=post.files())
    except discord.HTTPException as error:
        stage.report.note(point, expected, expected, refusal(error))
        await interaction.response.defer()
        return
    shown = pictures_of(await interaction.original_response())
    stage.report.note(point, expected, "shown" if shown and shown[0].url.startswith("http") else expected)


async def _open_page(presses: _Presses, interaction: discord.Interaction[Any]) -> None:
    """Open the page inside Discord."""
    stage = presses.stage
    opened = await stage.tried(_POINTS[_PAGE], ACCEPTED, interaction.response.launch_activity)
    if opened is None:
        await interaction.response.defer()


_ANSWERS: Final[Mapping[str, Callable[[_Presses, discord.Interaction[Any]], Awaitable[None]]]] = {
    _IN_PLACE: _change_in_place,
    _PRIVATELY: _tell_privately,
    _WINDOW: _open_window,
    _PAGE: _open_page,
}
