"""Planning ahead: moves and conditions, in private, that are followed as one's turns come."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.actions.checks import check_running
from bot.chat.answers import actor_of, answering, change, say, show
from bot.chat.commands.match_argument import complete_match, named_or_only
from bot.chat.sentences import errors, plans
from bot.chat.ui.messages import Post, plain
from bot.chat.ui.modals import window
from bot.chat.ui.press import Press, button, row_of
from bot.model.match import Match
from bot.model.plans.grammar import outline
from bot.model.plans.parsing import LONGEST_TEXT
from bot.model.plans.tree import PlanError
from bot.model.refusals import Refusal, UnknownButton
from rules.core import MoveError

if TYPE_CHECKING:
    from bot.chat.client import Furlong

_LONGEST_TYPED: Final = (
    6000  # the most that Discord takes: lines that repeat their beginnings are longer than what is shown
)
_Typed = app_commands.Range[str, 1, _LONGEST_TYPED]
_CLEAR: Final = "Clear"
_EDIT: Final = "Edit"


@app_commands.command(name="plan", description="Plan your next moves, privately; without moves, see what is planned.")
@app_commands.describe(
    moves="Moves in order, such as: b2 b2 c1 d3 – or lines such as: after e5<e4: c4xe3; after anything else: a1<b2",
    add="One more line, or several, for the plan that you have",
    match="Which match, if you have several here",
)
@app_commands.autocomplete(match=complete_match)
async def plan(
    interaction: "discord.Interaction[Furlong]",
    moves: _Typed | None = None,
    add: _Typed | None = None,
    match: str | None = None,
) -> None:
    """Set, extend or show somebody's plan for a match."""
    async with answering(interaction):
        meant = await named_or_only(interaction, match, to_move=False)
        check_running(meant, actor_of(interaction).person)
        ply = meant.ply
        if moves is not None or add is not None:
            text = "\n".join(filter(None, (moves, add)))
            meant = await _plan(interaction, meant.id, text, adding=moves is None)
        await show(interaction, _post(meant, interaction.user.id, ply))


async def _plan(interaction: "discord.Interaction[Furlong]", match_id: int, text: str, *, adding: bool) -> Match:
    """The match once a text is planned and what followed from it is shown."""
    match = await interaction.client.matches.plan(actor_of(interaction), match_id, text, adding=adding)
    await interaction.client.delivery.deliver(match_id)
    return match


def _post(match: Match, person_id: int, ply: int) -> Post:
    """What somebody has planned, and what of it has been played since the match had `ply` entries."""
    plan, seat = match.plan_of(person_id), match.seat_of(person_id)
    text = plans.plan(match, plan, [step.move for step in match.history.steps[ply:] if step.before.turn == seat])
    edit = button(_EDIT, Press("plan_edit", match.id))
    if not plan.whole:
        return Post(plain(text, row_of(edit)))
    return Post(plain(text, row_of(edit, button(_CLEAR, Press("plan_clear", match.id)))))


async def show_plan(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Plan, behind More."""
    match = await interaction.client.matches.find(actor_of(interaction), press.match_id)
    check_running(match, actor_of(interaction).person)
    await show(interaction, _post(match, interaction.user.id, match.ply))


async def clear(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Clear, under a plan."""
    match = await interaction.client.matches.plan(actor_of(interaction), press.match_id, "")
    await change(interaction, _post(match, interaction.user.id, match.ply))


async def edit(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Edit, under a plan: a window with its text."""
    match = await interaction.client.matches.find(actor_of(interaction), press.match_id)
    check_running(match, actor_of(interaction).person)
    text = "\n".join(outline(match.plan_of(interaction.user.id).whole))
    saving = Press("plan_save", match.id)
    await interaction.response.send_modal(
        window(plans.plan_window(match), saving, plans.plan_window_label(), text, LONGEST_TEXT)
    )


async def save(interaction: "discord.Interaction[Furlong]", press: Press, values: tuple[str, ...]) -> None:
    """A plan that was edited in a window. If it is refused, the text is given back, for the window is gone."""
    before = await interaction.client.matches.find(actor_of(interaction), press.match_id)
    if not values:  # somebody has made up a button for this: only a window brings a text
        raise UnknownButton
    try:
        match = await _plan(interaction, press.match_id, values[0], adding=False)
    except (Refusal, MoveError) as refusal:
        reason = str(refusal) if isinstance(refusal, PlanError) else errors.reply(refusal)
        await say(interaction, plans.plan_refused(reason, values[0]))
        return
    await change(interaction, _post(match, interaction.user.id, before.ply))
