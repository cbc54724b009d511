"""Going on vacation and coming back."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.chat.answers import actor_of, answering, change_to_text, show
from bot.chat.commands.arguments import snowflake
from bot.chat.sentences import vacations as vacations_sentences
from bot.chat.ui.messages import Post, plain
from bot.chat.ui.press import Press, button, row_of
from bot.model.durations import days_in
from bot.model.vacation import DAYS_A_YEAR, Standing
from rules.wording import plural

if TYPE_CHECKING:
    from bot.chat.client import Furlong

_LONGEST: Final = 40
_MOST_CHOICES: Final = 25
_Text = app_commands.Range[str, 1, _LONGEST]


async def complete_days(interaction: "discord.Interaction[Furlong]", typed: str) -> list[app_commands.Choice[str]]:
    """As many days as the person has left that begin with what was typed, for the command's `days`."""
    standing = await interaction.client.vacations.standing(interaction.user.id)
    labels = [plural(count, "day") for count in range(1, standing.most_days + 1)]
    fitting = [label for label in labels if label.startswith(typed.strip().casefold())]
    return [app_commands.Choice(name=label, value=label) for label in fitting[:_MOST_CHOICES]]


@app_commands.command(
    name="vacation", description="Stop all your clocks for some days; without days, see what is left."
)
@app_commands.describe(days="For how many days from now, such as 7; all your matches on every server wait so long")
@app_commands.autocomplete(days=complete_days)
async def vacation(interaction: "discord.Interaction[Furlong]", days: _Text | None = None) -> None:
    """Send somebody on vacation, or tell them how they stand."""
    async with answering(interaction):
        person, vacations = actor_of(interaction).person, interaction.client.vacations
        if days is None:
            standing = await vacations.standing(person.id)
        else:
            standing = await vacations.go(person, days_in(days, 1, DAYS_A_YEAR))
        await show(interaction, _card(standing))


async def end(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """End it now."""
    standing = await interaction.client.vacations.come_back(actor_of(interaction).person, snowflake(press.detail))
    await change_to_text(interaction, vacations_sentences.came_back(standing))


def _card(standing: Standing) -> Post:
    text = vacations_sentences.vacation(standing)
    if standing.running is None:
        return Post(plain(text))
    return Post(plain(text, row_of(button("End it now", Press("vacation_end", detail=str(standing.running.id))))))
