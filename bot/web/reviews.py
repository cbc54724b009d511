"""Reviews on the page: the graph of chances, and the moments that mattered with their boards."""

from dataclasses import replace
from typing import Any

from aiohttp import web

import render
from bot.model.reviews import Side
from bot.screens.core import Act, Screen
from bot.screens.pictures import SIDES, Diagram, board_of_moment, sides_of
from bot.screens.reviews import overview, reviewed_or_progress
from bot.texts import boards as board_texts
from bot.texts import matches as match_texts
from bot.texts import reviews as review_texts
from bot.texts.language import say
from bot.web import strips
from bot.web.access import actor_seen, form_of
from bot.web.asking import asked_of
from bot.web.commands import html
from bot.web.graphs import graph_of
from bot.web.pages import shown
from bot.web.screens import act_in, board_at, done, go_on, show_part, ways_of


async def show(request: web.Request) -> web.Response:
    """Show a review, or how far it is. Raises HTTPNotFound if there is no such moment."""
    return await _shown(request)


async def act(request: web.Request) -> web.Response:
    """Do what is offered below a review, and say what came of it."""
    screen = await done(request, act_in(await form_of(request)))
    go_on(request, screen, request.path)
    return await (_shown(request, screen.text) if screen.only_tells else show_part(request, screen))


async def _shown(request: web.Request, note: str = "") -> web.Response:
    match_id, at = int(request.match_info["match_id"]), int(request.match_info.get("number", 0))
    asked = asked_of(request, await actor_seen(request), Act("review", match_id))
    reviewed = await reviewed_or_progress(asked)
    if isinstance(reviewed, Screen):
        return await show_part(request, reviewed)
    here, side = f"/matches/{match_id}/review", request.match_info.get("side", Side.PLAYED)
    if not at and "number" in request.match_info:
        raise web.HTTPSeeOther(here)
    match, review = reviewed.match, reviewed.review
    decision = review.moments[at - 1] if 0 < at <= len(review.moments) else None
    if at and (decision is None or side not in sides_of(decision)):
        raise web.HTTPNotFound
    board = Diagram.of(match) if decision is None else board_of_moment(match, decision, Side(side))
    board = replace(board, is_bare=True)
    whole = overview(reviewed, may_post=asked.actor.server_id is not None)
    values: dict[str, Any] = {
        "title": review_texts.plain_heading(match),
        "players": strips.of_match(match),
        "picture": board_at(request, board, None),
        "alt": match_texts.position_alt(board.game, board.position, board.steps),
        "size": render.picture_size(board.position, board.scene),
        "versus": board_texts.versus(match),
        "graph": graph_of(match, review, decision and decision.ply),
        "here": here,
        "at": at,
        "side": side,
        "decision": decision,
        "moments": [(number, review_texts.moment_label(number)) for number in range(1, len(review.moments) + 1)],
        "sides": {shown_side.value: say(SIDES[shown_side]) for shown_side in sides_of(decision)} if decision else {},
        "told": review_texts.in_short(match, decision) if decision else review_texts.turned(match, review),
        "number": match.history.moves_upto(decision.ply + 1) if decision else 0,
        "accuracies": review_texts.accuracies(match, review),
        "lines": [html(line.text) for line in whole.lines],
        "note": note,
        "ways": ways_of(here, whole.groups[1]),
        "html": html,
    }
    return shown(request, "review.html", match=match, **values)
