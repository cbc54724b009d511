"""The slash commands as discord.py runs them: acknowledged before they run, and answered if they cannot run."""

import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.chat.core.dispatcher import acknowledge, answer_error

SlashCommand = app_commands.Command[Any, ..., Any] | app_commands.Group
"""A slash command or a group of them."""

_UNKNOWN_INTERACTION: Final = 10062


class CommandTree(app_commands.CommandTree[discord.Client]):
    """The slash commands of a client. Each is acknowledged before it runs, privately."""

    def __init__(self, client: discord.Client) -> None:
        """Make the tree of a client, without commands yet."""
        super().__init__(client)
        logging.getLogger(app_commands.tree.__name__).addFilter(_LATE_SUGGESTIONS)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Acknowledge a command within the three seconds that Discord allows; later it could not be answered."""
        if interaction.type is discord.InteractionType.autocomplete:
            return True
        return await acknowledge(interaction, in_place=False)

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer an error outside the commands themselves, such as a command that has changed meanwhile."""
        await answer_error(interaction, error)


class _LateSuggestions(logging.Filter):
    """Drops log records about late suggestions, because people type faster than answers travel and nothing is lost."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record of discord.py's command tree is worth a line in the log."""
        error = record.exc_info[1] if record.exc_info else None
        return not (isinstance(error, discord.NotFound) and error.code == _UNKNOWN_INTERACTION)


_LATE_SUGGESTIONS: Final = _LateSuggestions()
