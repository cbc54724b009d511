"""What to do first."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.chat.answers import answering, show
from bot.chat.sentences import guide
from bot.chat.ui.messages import Post, plain
from bot.chat.ui.press import Press, button, row_of
from rules import GAMES

if TYPE_CHECKING:
    from bot.chat.client import Furlong


_ROW: Final = 5  # buttons that stand side by side


@app_commands.command(name="help", description="How to play board games by message.")
async def help_command(interaction: "discord.Interaction[Furlong]") -> None:
    """Say what to do first."""
    async with answering(interaction):
        offered = list(GAMES.values())
        families = [game for game in offered if game.key == game.family]
        buttons = [button(f"Rules of {game.name}", Press("rules", detail=f"{game.key}/0")) for game in families[:_ROW]]
        await show(interaction, Post(plain(guide.help_text(offered), row_of(*buttons))))
