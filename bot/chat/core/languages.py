"""The languages of readers on Discord: of one person, and of a channel."""

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from cachetools import TTLCache

from bot.actions import settings
from bot.actions.context import Context
from bot.model.errors import DatabaseError
from bot.model.settings import Preferences
from bot.texts.language import ENGLISH, supported

_log: Final = logging.getLogger(__name__)
_LASTS: Final = timedelta(minutes=1)
"""How long settings are remembered, because a move by the picker is several interactions within a minute."""

_MOST: Final = 1000  # people in the cache


class PersonLanguages:
    """The languages for answers to people."""

    def __init__(self, context: Context) -> None:
        """Begin without settings of anyone."""
        self._context = context
        self._preferences = TTLCache[int, Preferences, datetime](_MOST, _LASTS, timer=context.now)

    async def of(self, interaction: discord.Interaction[Any]) -> str:
        """The language that a person has chosen, otherwise that of their Discord.

        The latter is stored if it has changed, for direct messages to them.
        """
        person_id, of_discord = interaction.user.id, supported(str(interaction.locale))
        stored = "" if of_discord == ENGLISH else of_discord
        try:
            preferences = self._preferences.get(person_id) or await settings.of_person(self._context, person_id)
            if preferences.discord_language != stored:
                await settings.note_discord_language(self._context, person_id, stored)
                preferences = replace(preferences, discord_language=stored)
        except DatabaseError as error:
            _log.warning("the language of person %s could not be looked up: %s", person_id, error)
            return of_discord
        self._preferences[person_id] = preferences
        return supported(preferences.language or of_discord)

    def changed(self, person_id: int) -> None:
        """Look a person's settings up again the next time."""
        self._preferences.pop(person_id, None)


def channel_language(chosen: str, guild: discord.Guild | None) -> str:
    """The language for what everybody in a channel sees: chosen by the server, or of its community, or English.

    Discord gives servers without a community the locale en-US.
    """
    return supported(chosen, "" if guild is None else str(guild.preferred_locale))
