"""Answering an interaction: acknowledging it in time, and private replies afterwards."""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
from discord import ui

from bot.chat.sentences import errors, names
from bot.chat.ui.messages import Post, plain
from bot.model.person import Actor, Person

if TYPE_CHECKING:
    from bot.chat.client import Furlong

_BAD_REQUEST: Final = 400
_LONGEST_CONTENT: Final = 2000
_LONGEST_COMPONENT: Final = 4000
_log: Final = logging.getLogger(__name__)
_UNREACHABLE: Final = (discord.HTTPException, aiohttp.ClientError, TimeoutError, ConnectionError)


def actor_of(interaction: "discord.Interaction[Furlong]") -> Actor:
    """Who asks, and on which server."""
    return Actor(Person(interaction.user.id, interaction.user.display_name), interaction.guild_id, interaction.id)


async def acknowledge(interaction: "discord.Interaction[Furlong]", *, in_place: bool) -> bool:
    """Tell Discord that an answer will come: by changing the message of the button (`in_place`) or by a private one.

    False if Discord does not take it; then nobody would see an answer, and nothing should be done.
    """
    try:
        if in_place:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
    except _UNREACHABLE as error:
        _log.warning("an interaction could not be acknowledged: %s", error)
        return False
    return True


async def say(interaction: "discord.Interaction[Furlong]", text: str) -> None:
    """Answer privately in words; a text too long for a plain message goes into a component, which holds more."""
    if len(text) > _LONGEST_CONTENT:
        await show(interaction, Post(plain(names.shortened(text, _LONGEST_COMPONENT))))
        return
    await interaction.followup.send(text, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())


async def show(interaction: "discord.Interaction[Furlong]", post: Post) -> None:
    """Answer privately with components, and a picture if there is one."""
    await interaction.followup.send(
        view=post.view, files=post.files(), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
    )


async def change(interaction: "discord.Interaction[Furlong]", post: Post) -> None:
    """Change the private message whose button was pressed."""
    await interaction.edit_original_response(
        view=post.view, attachments=post.files(), allowed_mentions=discord.AllowedMentions.none()
    )


async def change_to_text(
    interaction: "discord.Interaction[Furlong]", text: str, *rows: ui.ActionRow[ui.LayoutView]
) -> None:
    """Change the private message whose button was pressed into a few sentences."""
    await change(interaction, Post(plain(text, *rows)))


@asynccontextmanager
async def answering(interaction: "discord.Interaction[Furlong]") -> AsyncGenerator[None]:
    """Whatever goes wrong inside is answered privately and goes no further."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - every error is answered, and logged where it was not expected
        await answer_error(interaction, error)


async def answer_error(interaction: "discord.Interaction[Furlong]", error: Exception) -> None:
    """Tell somebody what went wrong, in words that help; never raises for Discord."""
    if isinstance(error, _UNREACHABLE) and not _is_our_fault(error):
        _log.warning("an answer could not be sent: %s", error)
        return
    try:
        await say(interaction, errors.reply(error))
    except (*_UNREACHABLE, OSError) as failure:
        _log.warning("somebody could not be told of an error: %s", failure)


def _is_our_fault(error: BaseException) -> bool:
    """Whether Discord has refused what was sent as malformed, rather than being away."""
    return isinstance(error, discord.HTTPException) and error.status == _BAD_REQUEST
