"""The private page of a player about a match: plan and note."""

from aiohttp import web

from bot.actions import analysis
from bot.actions import plans as planning
from bot.model.match import Match, State
from bot.model.plans.grammar import outline
from bot.model.plans.tree import PlanError
from bot.model.refusals import Refusal
from bot.texts import errors, plans
from bot.texts.language import say
from bot.texts.markup import html
from bot.web.access import SITE, Visitor, context_of, form_of, visitor_of
from bot.web.pages import page
from rules.core import MoveError


async def show_private(request: web.Request) -> web.Response:
    """The visitor's plan for a match and their note on it."""
    visitor = visitor_of(request)
    found = await analysis.read(context_of(request), visitor.actor, int(request.match_info["match_id"]))
    return _private(request, *found, visitor)


def _private(
    request: web.Request, match: Match, note: str, visitor: Visitor, refused: tuple[str, str] | None = None
) -> web.Response:
    """The page with a plan and a note; a `refused` plan is shown again with the reason."""
    plan = match.plan_of(visitor.person.id)
    reason, text = refused or ("", "\n".join(outline(plan.whole)))
    return page(
        request,
        "private.html",
        status=409 if refused else 200,
        match=match,
        title=f"{match.game.name} #{match.id}",
        html=html,
        note=note,
        longest_note=analysis.LONGEST,
        plan=plans.plan(match, plan, command=""),
        reason=reason,
        planned=text,
        can_plan=match.state is State.RUNNING,
    )


async def keep_private(request: web.Request) -> web.Response:
    """Store the visitor's plan or note."""
    visitor, form, context = visitor_of(request), await form_of(request), context_of(request)
    match_id, text = int(request.match_info["match_id"]), form.get("plan", "").replace("\r", "")
    if "note" in form:
        await analysis.write(context, visitor.actor, match_id, form["note"].replace("\r", ""))
        raise web.HTTPSeeOther(f"/matches/{match_id}/private")
    try:
        change = await planning.keep(context, visitor.actor, match_id, text, is_shown_at_once=True)
    except (Refusal, MoveError, PlanError) as refusal:
        reason = say(refusal.reason) if isinstance(refusal, PlanError) else errors.reason(refusal)
        found = await analysis.read(context, visitor.actor, match_id)
        return _private(request, *found, visitor, (reason, text))
    request.app[SITE].show(change)
    raise web.HTTPSeeOther(f"/matches/{match_id}/private")
