"""Checking the dice of a match."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.chat.answers import actor_of, answering, say
from bot.chat.commands.match_argument import complete_finished, named_or_latest
from bot.chat.sentences import dice
from bot.chat.ui.press import Press
from bot.model.fairness import check_draws
from bot.model.match import Match, State

if TYPE_CHECKING:
    from bot.chat.client import Furlong


@app_commands.command(name="verify", description="Check every roll and draw of a finished match.")
@app_commands.describe(match="Which match; your latest one with dice if you do not say")
@app_commands.autocomplete(match=complete_finished)
async def verify(interaction: "discord.Interaction[Furlong]", match: str | None = None) -> None:
    """Compute every draw of a match again and say what was found."""
    async with answering(interaction):
        await say(interaction, _verified(await named_or_latest(interaction, match)))


async def verify_pressed(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Verify, under a match that is over."""
    await say(interaction, _verified(await interaction.client.matches.find(actor_of(interaction), press.match_id)))


def _verified(match: Match) -> str:
    fairness = match.fairness
    if fairness is None:
        return dice.no_dice(match)
    if match.state is not State.FINISHED:
        return dice.dice_still_sealed(match)
    return dice.verified(match, check_draws(match.game, match.seats, match.history.tokens, fairness.dice), fairness)
