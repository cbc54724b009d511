"""The languages of readers on Discord: of one person, and of a channel."""

import logging
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord

from bot.actions import settings
from bot.actions.context import Context
from bot.model.errors import DatabaseError
from bot.texts.language import ENGLISH, ShownOptions, language, supported

_log: Final = logging.getLogger(__name__)


class PersonLanguages:
    """The languages for answers to people."""

    def __init__(self, context: Context, options: Collection[str]) -> None:
        """Begin with those whose settings the context knows; `options` are the names of all commands' options."""
        self._context = context
        self._options: Final = options
        self._shown: Final[dict[tuple[str, str], Mapping[str, str]]] = {}

    async def of(self, interaction: discord.Interaction[Any]) -> str:
        """The language that a person has chosen, otherwise that of their Discord.

        The latter is stored if it has changed, for direct messages to them.
        """
        person_id, of_discord = interaction.user.id, supported(str(interaction.locale))
        cached = self._context.preferences
        stored = "" if of_discord == ENGLISH else of_discord
        try:
            preferences = cached.get(person_id) or await settings.of_person(self._context, person_id)
            if preferences.discord_language != stored:
                await settings.note_discord_language(self._context, person_id, stored)
                preferences = replace(preferences, discord_language=stored)
        except DatabaseError:
            _log.warning("the language of person %s could not be looked up", person_id, exc_info=True)
            return of_discord
        cached[person_id] = preferences
        return supported(preferences.language or of_discord)

    def options(self, interaction: discord.Interaction[Any]) -> ShownOptions:
        """The options of commands as the person's Discord shows them."""
        return partial(self._shown_options, supported(str(interaction.locale)))

    def _shown_options(self, of_discord: str, code: str) -> Mapping[str, str]:
        if (of_discord, code) not in self._shown:
            theirs, ours = (language(tag).translations.gettext for tag in (of_discord, code))
            others = {ours(name): theirs(name) for name in self._options if ours(name) != theirs(name)}
            self._shown[of_discord, code] = others
        return self._shown[of_discord, code]


def channel_language(chosen: str, guild: discord.Guild | None) -> str:
    """The language for what everybody in a channel sees: chosen by the server, or of its community, or English.

    Discord gives servers without a community the locale en-US.
    """
    return supported(chosen, "" if guild is None else str(guild.preferred_locale))
