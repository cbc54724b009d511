"""Giving a match up, after a question."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.actions.checks import check_running
from bot.chat.answers import actor_of, answering, change_to_text, show
from bot.chat.commands.match_argument import complete_match, named_or_only
from bot.chat.sentences import resigning
from bot.chat.ui.messages import Post, plain
from bot.chat.ui.press import Press, button, row_of
from bot.model.match import Match
from bot.model.person import Person

if TYPE_CHECKING:
    from bot.chat.client import Furlong


@app_commands.command(name="resign", description="Give a match up. You are asked again before anything happens.")
@app_commands.describe(match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
async def resign(interaction: "discord.Interaction[Furlong]", match: str | None = None) -> None:
    """Ask whether somebody really gives up."""
    async with answering(interaction):
        meant = await named_or_only(interaction, match, to_move=False)
        await show(interaction, _question(meant, actor_of(interaction).person))


async def ask(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Resign, behind More."""
    actor = actor_of(interaction)
    await show(interaction, _question(await interaction.client.matches.find(actor, press.match_id), actor.person))


def _question(match: Match, person: Person) -> Post:
    check_running(match, person)
    buttons = row_of(
        button("Resign", Press("resign_yes", match.id, match.revision), discord.ButtonStyle.danger),
        button("Play on", Press("resign_no", match.id, match.revision)),
    )
    return Post(plain(resigning.resign_question(match, person), buttons))


async def confirm(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Resign, after the question."""
    match = await interaction.client.matches.resign(actor_of(interaction), press.match_id)
    await interaction.client.delivery.deliver(match.id)
    await change_to_text(interaction, resigning.resigned(match))


async def keep(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Play on, after the question."""
    actor = actor_of(interaction)
    match = await interaction.client.matches.find(actor, press.match_id)
    check_running(match, actor.person)
    await change_to_text(interaction, resigning.played_on(match))
