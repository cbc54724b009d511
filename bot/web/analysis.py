"""The private pages of a player about a match: plan, note, and analysis board."""

from typing import Any, Final
from zlib import crc32

from aiohttp import web

import render
from bot.actions import analysis
from bot.actions import plans as planning
from bot.actions.analysis import AnalysisBoard
from bot.model.match import Match, State
from bot.model.picking import choose
from bot.model.plans.grammar import outline
from bot.model.plans.tree import PlanError
from bot.model.refusals import Refusal
from bot.model.replays import Playthrough
from bot.pictures import painted, scene_of, viewpoint_of
from bot.texts import analysis as sentences
from bot.texts import errors, moves, plans
from bot.texts import matches as texts
from bot.texts.language import say
from bot.texts.markup import html
from bot.web.access import SITE, Visitor, context_of, drawn, form_of, visitor_of
from bot.web.boards import LONGEST_STAGE, NOTHING_TO_CHOOSE, Scenes, marked, picker_of, stages
from bot.web.matches import match_of
from bot.web.pages import is_scripted, number, page, picture_at, shown
from render.theme import WIDTH
from rules.core import CHANCE, MoveError, Seat

_LONGEST_TYPED: Final = 400  # characters, as in the chat


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


async def show_tried(request: web.Request) -> web.Response:
    """The visitor's private board of a match, on which they move for all sides."""
    return await _shown(request, await _tried(request))


async def _tried(request: web.Request, revision: int | None = None) -> AnalysisBoard:
    """The current board, with a turnout if it differs from what the visitor saw at a revision."""
    match, _visitor = await match_of(request)
    return await analysis.board(context_of(request), match, visitor_of(request).person, revision)


async def _shown(request: web.Request, tried: AnalysisBoard, note: str = "", status: int = 200) -> web.Response:
    person, match = visitor_of(request).person, tried.match
    then, here = tried.then, f"/matches/{match.id}/try"
    position = then.history.position
    chosen = "" if request.method == "POST" else request.query.get("chosen", "")[:LONGEST_STAGE]
    choice = choose(position, chosen) or choose(position, "")
    viewpoint = viewpoint_of(match, person.id)
    picker = NOTHING_TO_CHOOSE
    if choice is not None:
        picker = await drawn(request, picker_of, position, choice, _scenes(then, viewpoint))
    named = position.named_moves()
    values: dict[str, Any] = {
        "note": html(note),
        "here": here,
        "picture": picture_at(here, at=_as_shown(tried, viewpoint), chosen=picker.chosen),
        "alt": texts.alt_text(then),
        "text": html(sentences.board(tried), heading="h1"),
        "question": "" if choice is None or picker.is_done else html(moves.question(position, choice)),
        "picker": picker,
        "position": position,
        "tried": tried.analysis,
        "branches": [(move, say(named[move]) if move in named else move) for move in tried.analysis.branches],
        "is_chance": position.turn is CHANCE,
        "can_plan": match.state is State.RUNNING and match.seat_of(person.id) is not None,
        "match": match,
        "title": f"{match.game.name} #{match.id}",
        "width": WIDTH,
    }
    return shown(request, "try.html", status=status, **values)


def _scenes(then: Playthrough, viewpoint: Seat | None) -> Scenes:
    return lambda at: scene_of(then, options=stages(at), chosen=at.chosen, viewpoint=viewpoint)


def _as_shown(tried: AnalysisBoard, viewpoint: Seat | None) -> str:
    """A digest that identifies a board in the address of its picture, which browsers cache."""
    known = (tried.match.revision, tried.analysis.ply, *tried.analysis.path, viewpoint)
    return f"{crc32(repr(known).encode()):x}"


async def try_out(request: web.Request) -> web.Response:
    """Change the visitor's analysis board, or turn its line into their plan."""
    form = await form_of(request)
    deed, seen = form.get("deed", ""), number(form, "revision")
    board = await _tried(request, seen)
    try:
        return await _tried_out(request, board, deed, seen)
    except (Refusal, MoveError) as refusal:
        return await _shown(request, await _tried(request), errors.reason(refusal), 409)


async def _tried_out(request: web.Request, board: AnalysisBoard, deed: str, seen: int) -> web.Response:
    form, context, visitor = await form_of(request), context_of(request), visitor_of(request)
    if deed == "begin":
        await analysis.begin(context, board.match, visitor.person, number(form, "ply"))
        raise web.HTTPSeeOther(f"/matches/{board.match.id}/try")
    if deed in ("plan", "plan_yes"):
        return await _planned(request, board, is_sure=deed == "plan_yes")
    change = board.change(deed, form.get("move", "")[:_LONGEST_TYPED])
    if change is None:
        raise web.HTTPBadRequest
    board = await analysis.change(context, board.match, visitor.person, seen, change)
    if not is_scripted(request):
        raise web.HTTPSeeOther(f"/matches/{board.match.id}/try")
    return await _shown(request, board)


async def _planned(request: web.Request, board: AnalysisBoard, *, is_sure: bool) -> web.Response:
    """Ask whether to turn the line into the visitor's plan, or do so if nothing has changed since the question."""
    context, visitor, match = context_of(request), visitor_of(request), board.match
    if board.turnout is not None:
        return await _shown(request, board)
    tree = board.as_plan(visitor.person)
    if is_sure and number(await form_of(request), "match") == match.revision:
        planned = "\n".join(outline(tree))
        request.app[SITE].show(await planning.keep(context, visitor.actor, match.id, planned, is_shown_at_once=True))
        raise web.HTTPSeeOther(f"/matches/{match.id}/private")
    text = sentences.plan_question(match, tree, visitor.person)
    here, title = f"/matches/{match.id}/try", f"{match.game.name} #{match.id}"
    return shown(request, "try_plan.html", here=here, title=title, text=html(text), tried=board.analysis, match=match)


async def show_picture(request: web.Request) -> web.Response:
    """The picture of the visitor's private board."""
    tried = await _tried(request)
    then, match = tried.then, tried.match
    position = then.history.position
    viewpoint = viewpoint_of(match, visitor_of(request).person.id)
    choice = choose(position, request.query.get("chosen", "")[:LONGEST_STAGE])
    scene = scene_of(then, viewpoint=viewpoint)
    if choice is not None:
        scene = await drawn(request, marked, position, choice, _scenes(then, viewpoint))
    data = await drawn(request, painted, position, scene)
    is_current = request.query.get("at") == _as_shown(tried, viewpoint)
    headers = {"Cache-Control": "private, max-age=600"} if is_current else {}
    return web.Response(body=data, content_type=f"image/{render.EXTENSION}", headers=headers)
