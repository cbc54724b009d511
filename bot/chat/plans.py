"""The command for plans: private moves and conditions, played when the player's turns come."""

from discord import app_commands

from bot.actions.change import check_running
from bot.chat.core.answers import Answer, Change
from bot.chat.core.arguments import LONGEST_KEPT_TEXT, complete_match, named_or_asked, typed_in
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.request import Request
from bot.chat.screens import asked_of, beside, post_of
from bot.screens.core import Act
from bot.screens.plans import keep, plan_of
from bot.texts import limits

_Typed = app_commands.Range[str, 1, limits.TYPED]  # a plan as typed may be longer than as shown
_ADD = "add"


@app_commands.command(name="plan", description="Plan your next moves in private; without moves, see your plan.")
@app_commands.describe(
    moves="Moves in order, or lines: after THEIR MOVE: YOURS; after anything else: YOURS",
    add="One or more lines to add to your plan",
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
    if not text or len(text) > LONGEST_KEPT_TEXT:  # one that is too long for the question is edited in a modal
        target = await named_or_asked(request, match, Act("plan"))
    else:
        target = await named_or_asked(request, match, Act("plan_typed", detail=_ADD if adding else ""), typed=text)
    check_running(target, request.person)
    if text:
        return await beside(await keep(asked_of(request), target, text, adding=adding))
    return await beside(plan_of(target, request.person.id, target.ply))


@on_press("plan_typed", in_place=True)
async def plan_typed(request: Request) -> Answer:
    """Handle the choice of a match for a typed plan."""
    match, text = await request.match(), typed_in(request.message)
    return Change(await post_of(await keep(asked_of(request), match, text, adding=request.act.detail == _ADD)))
