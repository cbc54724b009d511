"""What to do first."""

from discord import app_commands

from bot.chat.core.answers import Answer, Show
from bot.chat.core.dispatcher import slash
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Press, button, section
from bot.chat.core.request import Request
from bot.texts import guide
from rules import GAMES


@app_commands.command(name="help", description="How to play board games by message.")
@slash
async def help_command(request: Request) -> Answer:
    """Say what to do first."""
    games = list(GAMES.values())
    rule_books = [
        section(guide.family(game, games), button("Rules", Press("rules", detail=f"{game.key}/0")))
        for game in games
        if game.key == game.family
    ]
    return Show(Post(plain(guide.help_text(request.services.command_ids), *rule_books)))
