"""Planning moves ahead: a private queue that is played as one's turns come."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.answers import actor_of, answering, change_to_text, show
from bot.commands.which import complete_match, named_or_only
from bot.match import Match
from bot.matches import check_running
from bot.ui import words
from bot.ui.messages import Post, plain
from bot.ui.press import Press, button, row_of

if TYPE_CHECKING:
    from bot.client import Furlong

_LONGEST: Final = 1000


@app_commands.command(
    name="plan", description="Queue moves for your next turns, privately; without moves, see the queue."
)
@app_commands.describe(
    moves="Several moves in order, with spaces between them, such as: b2 b2 c1 d3",
    match="Which match, if you have several here",
)
@app_commands.autocomplete(match=complete_match)
async def plan(
    interaction: "discord.Interaction[Furlong]",
    moves: app_commands.Range[str, 1, _LONGEST] | None = None,
    match: str | None = None,
) -> None:
    """Set or show somebody's plan for a match."""
    async with answering(interaction):
        meant = await named_or_only(interaction, match, to_move=False)
        check_running(meant, actor_of(interaction).person)
        ply = meant.ply
        if moves is not None:
            meant = await interaction.client.matches.plan(actor_of(interaction), meant.id, moves)
            await interaction.client.announcer.deliver(meant.id)
        await show(interaction, _post(meant, interaction.user.id, ply))


def _post(match: Match, person_id: int, ply: int) -> Post:
    """What somebody has planned, and what of it has been played since the match had `ply` entries."""
    plan, seat = match.plan_of(person_id), match.seat_of(person_id)
    text = words.plan(match, plan, [step.move for step in match.steps[ply:] if step.before.turn == seat])
    if not plan.moves and not plan.stopped_at:
        return Post(plain(text))
    return Post(plain(text, row_of(button("Clear", Press("plan_clear", match.id)))))


async def show_plan(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Plan, behind More."""
    match = await interaction.client.matches.find(actor_of(interaction), press.match_id)
    check_running(match, actor_of(interaction).person)
    await show(interaction, _post(match, interaction.user.id, match.ply))


async def clear(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Clear, under a plan."""
    match = await interaction.client.matches.plan(actor_of(interaction), press.match_id, "")
    await change_to_text(interaction, words.plan(match, match.plan_of(interaction.user.id)))
