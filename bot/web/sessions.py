"""Coming in by a link, and signing out."""

from aiohttp import web

from bot.actions import sessions
from bot.model.refusals.people import LinkUsed
from bot.web import access
from bot.web.access import SITE, VISITOR, form_of, visitor_of
from bot.web.pages import number, page


async def ask_to_enter(request: web.Request) -> web.Response:
    """The page behind a link. It does nothing yet, because Discord itself opens links to preview them."""
    return page(request, "enter.html", token=request.match_info["token"], match_id=number(request.query, "match"))


async def enter(request: web.Request) -> web.Response:
    """Use a link: begin a session and go on to the board. A browser that is signed in already gets there by a used one."""
    form = await form_of(request)
    try:
        token, match_id = await sessions.begin(request.app[SITE].context, form.get("token", ""))
    except LinkUsed:
        if VISITOR not in request:
            raise
        raise web.HTTPSeeOther(_board(number(form, "match"))) from None
    response = web.HTTPSeeOther(_board(match_id))
    access.signed_in(request, response, token)
    raise response


def _board(match_id: int | None) -> str:
    return f"/matches/{match_id}" if match_id else "/"


async def leave(request: web.Request) -> web.Response:
    """Sign out."""
    await sessions.end(request.app[SITE].context, visitor_of(request).token)
    response = web.HTTPSeeOther("/")
    response.del_cookie(access.COOKIE)
    raise response
