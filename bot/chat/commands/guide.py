"""What to do first."""

from typing import Final

from discord import app_commands

from bot.chat.answers import Answer, Show
from bot.chat.dispatcher import slash
from bot.chat.request import Request
from bot.chat.sentences import guide
from bot.chat.ui.messages import Post, plain
from bot.chat.ui.press import Press, button, row_of
from rules import GAMES

_ROW: Final = 5  # buttons that stand side by side


@app_commands.command(name="help", description="How to play board games by message.")
@slash
async def help_command(request: Request) -> Answer:
    """Say what to do first."""
    offered = list(GAMES.values())
    families = [game for game in offered if game.key == game.family]
    buttons = [button(f"Rules of {game.name}", Press("rules", detail=f"{game.key}/0")) for game in families[:_ROW]]
    return Show(Post(plain(guide.help_text(offered, request.services.command_ids), row_of(*buttons))))
