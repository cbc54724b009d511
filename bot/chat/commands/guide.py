"""What to do first."""

from discord import app_commands

from bot.chat.answers import Answer, Show
from bot.chat.dispatcher import slash
from bot.chat.request import Request
from bot.chat.sentences import guide
from bot.chat.ui.messages import Post, plain
from bot.chat.ui.press import Press, button, section
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
