"""Commands for the leaderboard of a server and for profiles."""

import discord
from discord import app_commands

from bot.chat.core.answers import Answer
from bot.chat.core.arguments import offering
from bot.chat.core.dispatcher import slash
from bot.chat.core.members import person_of
from bot.chat.core.request import Request
from bot.chat.screens import asked_of, beside
from bot.model.ratings import ALL_ROUND
from bot.model.refusals.competitions import BotHasNoProfile
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


@app_commands.command(name="profile", description="A player's results, rivals and ratings.")
@app_commands.describe(player="Whose profile; leave it out for yours")
@slash
async def profile_command(request: Request, player: discord.User | None = None) -> Answer:
    """Show a player's profile on this server, the person's own by default."""
    return await _profile(request, player)


@app_commands.context_menu(name="Profile")
@slash
async def profile_of(request: Request, person: discord.Member) -> Answer:
    """Profile, in the menu that Discord opens on a person."""
    return await _profile(request, person)


async def _profile(request: Request, chosen: discord.User | discord.Member | None) -> Answer:
    person = request.person if chosen is None else person_of(chosen)
    if chosen is not None and chosen.bot:
        raise BotHasNoProfile(person)
    return await beside(await ratings.profile_of(asked_of(request), person))
