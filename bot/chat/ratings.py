"""The command for the leaderboard of a server."""

from discord import app_commands

from bot.chat.core.answers import Answer
from bot.chat.core.arguments import offering
from bot.chat.core.dispatcher import slash
from bot.chat.core.request import Request
from bot.chat.screens import asked_of, beside
from bot.model.ratings import ALL_ROUND
from bot.screens import ratings
from bot.screens.core import game_named


@app_commands.command(name="leaderboard", description="Who plays best on this server, in one game or in all of them.")
@app_commands.describe(game="Which game; leave it out for all of them together")
@offering("game")
@slash
async def leaderboard_command(request: Request, game: str = ALL_ROUND) -> Answer:
    """Show the first page of a leaderboard."""
    return await beside(
        await ratings.page_of(asked_of(request), game if game == ALL_ROUND else game_named(game).key, 0)
    )
