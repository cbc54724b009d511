"""Beginning a match: challenges, tables, and the answers to them."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.answers import actor_of, answering, say
from bot.commands.naming import game_of
from bot.commands.permissions import check_channel
from bot.match import Match, Person
from bot.matches import Proposal
from bot.refusals import OnlyInServers, OpponentIsBot, OpponentNotHere
from bot.ui import words
from bot.ui.press import Press
from rules import GAMES
from rules.core import Seat

if TYPE_CHECKING:
    from bot.client import Furlong

_MOST_SEATS: Final = 4
_SIDES: Final = {"first": Seat(0), "second": Seat(1), "lots": None}


@app_commands.command(name="play", description="Challenge somebody to a match, or open a table that anyone can join.")
@app_commands.describe(
    game="What to play",
    opponent="Whom to challenge; leave it out to open a table that anyone can join",
    opponent2="A third player, in games for more than two",
    opponent3="A fourth player, in games for more than two",
    players="How many seats the table has, in games for more than two",
    side="Who moves first; lots decide if you do not say",
)
@app_commands.choices(
    game=[app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values()],
    side=[
        app_commands.Choice(name="I move first", value="first"),
        app_commands.Choice(name="I move second", value="second"),
        app_commands.Choice(name="Draw lots", value="lots"),
    ],
)
async def play(
    interaction: "discord.Interaction[Furlong]",
    game: str,
    opponent: discord.User | None = None,
    opponent2: discord.User | None = None,
    opponent3: discord.User | None = None,
    players: app_commands.Range[int, 2, _MOST_SEATS] | None = None,
    side: str = "lots",
) -> None:
    """Challenge the opponents to `game`, or open a table for it."""
    async with answering(interaction):
        if interaction.guild_id is None or interaction.channel_id is None:
            raise OnlyInServers
        check_channel(interaction)
        named = filter(None, (opponent, opponent2, opponent3))
        opponents = tuple(_challenged(person, interaction.channel_id) for person in named)
        proposal = Proposal(game_of(game), interaction.channel_id, opponents, _SIDES[side], players)
        match = await interaction.client.matches.propose(actor_of(interaction), interaction.guild_id, proposal)
        await say(interaction, words.challenge_sent(await _shown(interaction, match)))


def _challenged(opponent: discord.User | discord.Member, channel_id: int) -> Person:
    if opponent.bot:
        raise OpponentIsBot(opponent.display_name)
    # Discord describes members of the server with their permissions in this channel, and everybody else as users.
    is_here = isinstance(opponent, discord.Member)
    permissions = opponent.resolved_permissions if is_here else None
    if not is_here or (permissions is not None and not permissions.view_channel):
        raise OpponentNotHere(opponent.display_name, channel_id)
    return Person(opponent.id, opponent.display_name)


async def _shown(interaction: "discord.Interaction[Furlong]", match: Match) -> Match:
    """The match once its change has been announced as far as Discord allows."""
    client = interaction.client
    await client.announcer.deliver(match.id)
    return await client.matches.load(match.id)


async def join(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Accept and Join."""
    match = await interaction.client.matches.join(actor_of(interaction), press.match_id)
    await interaction.client.announcer.deliver(match.id)


async def decline(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Decline."""
    match = await interaction.client.matches.decline(actor_of(interaction), press.match_id)
    await interaction.client.announcer.deliver(match.id)


async def cancel(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Cancel."""
    match = await interaction.client.matches.cancel(actor_of(interaction), press.match_id)
    await interaction.client.announcer.deliver(match.id)
