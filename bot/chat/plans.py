"""Commands and handlers for plans: private moves and conditions, played when the player's turns come."""

from typing import Final

from discord import app_commands

from bot.actions import plans as planning
from bot.actions.change import check_running
from bot.chat.core.answers import Answer, Ask, Change, Say
from bot.chat.core.arguments import LONGEST_TYPED, complete_match, named_or_asked, typed_in
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.press import modal
from bot.chat.core.request import Request
from bot.chat.screens import beside, post_of
from bot.model.match import Match
from bot.model.plans.grammar import outline
from bot.model.plans.parsing import LONGEST_TEXT
from bot.model.plans.tree import PlanError
from bot.model.refusals import Refusal
from bot.screens.core import Act
from bot.screens.plans import plan_of
from bot.texts import errors, limits, plans
from bot.texts.language import say
from rules.core import MoveError

_Typed = app_commands.Range[str, 1, limits.TYPED]  # a plan as typed may be longer than as shown
_ADD: Final = "add"


@app_commands.command(name="plan", description="Plan your next moves, privately; without moves, see what is planned.")
@app_commands.describe(
    moves="Moves in order, or lines: after THEIR MOVE: YOURS; after anything else: YOURS",
    add="One more line, or several, for the plan that you have",
    match="Which match, if you have several here",
)
@app_commands.autocomplete(match=complete_match)
@slash
async def plan(
    request: Request, moves: _Typed | None = None, add: _Typed | None = None, match: str | None = None
) -> Answer:
    """Set, extend or show the person's plan for a match."""
    text = "\n".join(filter(None, (moves, add)))
    adding = moves is None and add is not None
    if not text or len(text) > LONGEST_TYPED:  # one that is too long for the question is edited in a modal
        target = await named_or_asked(request, match, Act("plan"))
    else:
        target = await named_or_asked(request, match, Act("plan_typed", detail=_ADD if adding else ""), typed=text)
    check_running(target, request.person)
    ply = target.ply
    if text:
        target = await keep(request, target.id, text, adding=adding)
    return await beside(plan_of(target, request.person.id, ply))


@on_press("plan_typed", in_place=True)
async def plan_typed(request: Request) -> Answer:
    """Handle the choice of a match for a typed plan."""
    before = await request.match()
    match = await keep(request, before.id, typed_in(request.message), adding=request.act.detail == _ADD)
    return Change(await post_of(plan_of(match, request.person.id, before.ply)))


async def keep(request: Request, match_id: int, text: str, *, adding: bool) -> Match:
    """Store a plan and show the moves that followed from it; returns the match."""
    change = await planning.keep(request.context, request.actor, match_id, text, adding=adding, is_shown_at_once=True)
    return await request.show(change)


@on_press("plan")
async def show_plan(request: Request) -> Answer:
    """Handle Plan, behind More."""
    match = await request.match()
    check_running(match, request.person)
    return await beside(plan_of(match, request.person.id, match.ply))


@on_press("plan_clear", in_place=True)
async def clear(request: Request) -> Answer:
    """Handle Clear, under a plan."""
    match = await keep(request, request.act.match_id, "", adding=False)
    return Change(await post_of(plan_of(match, request.person.id, match.ply)))


@on_press("plan_edit", opens_modal=True)
async def edit(request: Request) -> Answer:
    """Handle Edit, under a plan: open a modal with its text."""
    match = await request.match()
    check_running(match, request.person)
    text = "\n".join(outline(match.plan_of(request.person.id).whole))
    saving = Act("plan_save", match.id)
    return Ask(modal(plans.modal_title(match), saving, plans.modal_label(), text, LONGEST_TEXT))


@on_press("plan_save", in_place=True, takes_value=True)
async def save(request: Request) -> Answer:
    """Handle a plan edited in a modal; if it is refused, show the text again, because the modal is gone."""
    before = await request.match()
    try:
        match = await keep(request, request.act.match_id, request.value, adding=False)
    except (Refusal, MoveError) as refusal:
        reason = say(refusal.reason) if isinstance(refusal, PlanError) else errors.reply(refusal)
        return Say(plans.plan_refused(reason, request.value))
    return Change(await post_of(plan_of(match, request.person.id, before.ply)))
