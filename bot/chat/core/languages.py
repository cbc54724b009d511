"""The languages of readers on Discord: of one person, and of a channel."""

import logging
from typing import Any, Final

import discord

from bot.actions import settings
from bot.actions.context import Context
from bot.chat.core.request import Request
from bot.model.errors import DatabaseError
from bot.texts.language import ENGLISH, supported

_log: Final = logging.getLogger(__name__)


async def persons_language(interaction: discord.Interaction[Any], context: Context) -> str:
    """The language for answers to a person: the one that they have chosen, otherwise that of their Discord.

    The latter is stored if it has changed, for direct messages to them.
    """
    of_discord = supported(str(interaction.locale))
    try:
        likes = await settings.of_person(context, interaction.user.id)
        if likes.discord_language != ("" if of_discord == ENGLISH else of_discord):
            language = "" if of_discord == ENGLISH else of_discord
            await settings.note_discord_language(context, interaction.user.id, language)
    except DatabaseError as error:
        _log.warning("the language of person %s could not be looked up: %s", interaction.user.id, error)
        return of_discord
    return supported(likes.language or of_discord)


def channel_language(chosen: str, guild: discord.Guild | None) -> str:
    """The language for what everybody in a channel sees: chosen by the server, or of its community, or English."""
    is_community = guild is not None and "COMMUNITY" in guild.features
    return supported(chosen, str(guild.preferred_locale) if guild is not None and is_community else "")


async def language_here(request: Request) -> str:
    """The language for what everybody in the channel of a request sees."""
    if request.server_id is None:
        return request.surroundings.language
    chosen = await settings.server_language(request.context, request.server_id)
    return channel_language(chosen, request.surroundings.guild)
