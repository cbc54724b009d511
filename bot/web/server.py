"""The server of the page: its routes, and what becomes of errors."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import jinja2
from aiohttp import web

import render
from bot.actions import analysis, challenges, matches, playing, sessions, settings
from bot.actions import plans as planning
from bot.actions.change import check_begun
from bot.model.challenges import Proposal
from bot.model.characters import CHARACTERS, seated
from bot.model.clock import Terms
from bot.model.match import Match, State, Summary
from bot.model.offer_rules import rematch_of
from bot.model.people import Actor
from bot.model.place import DIRECT
from bot.model.plans.grammar import outline
from bot.model.plans.tree import PlanError
from bot.model.refusals import Refusal
from bot.model.refusals.commands import OnlyInServers
from bot.model.refusals.matches import NotStarted, UnknownMatch
from bot.model.replays import Replay
from bot.opponents.manners import willing_to_draw
from bot.pictures import painted, scene_of
from bot.texts import boards, errors, plans, replays
from bot.texts import matches as texts_of_matches
from bot.texts import pages as texts
from bot.web import access
from bot.web.access import RATES, SITE, VISITOR, Rates, Site, Visitor, form_of, visitor_of
from bot.web.boards import board_of, picture
from bot.web.live import Hub, state_of, stream
from bot.web.markup import html
from bot.web.more import DEEDS, Sent, asked, entries, said
from render.theme import WIDTH
from rules.core import MoveError, Seat

FOLDER: Final = Path(__file__).parent
"""Where templates, the script and the style are."""
_HUB: Final = web.AppKey("hub", Hub)
_LARGEST_BODY: Final = 65_536  # bytes; a plan may have some thousand characters
_LONGEST_STAGE: Final = 100


def application(site: Site) -> web.Application:
    """The whole page."""
    app = web.Application(middlewares=[_answered, access.admitted], client_max_size=_LARGEST_BODY)
    app[SITE], app[RATES], app[_HUB] = site, Rates(), Hub(site)
    app.on_response_prepare.append(access.with_headers)
    app.router.add_get("/", home)
    app.router.add_get("/enter/{token:[A-Za-z0-9_-]{22}}", ask_to_enter)
    app.router.add_post("/enter", enter)
    app.router.add_post("/leave", leave)
    app.router.add_post("/play", begin)
    match = r"/matches/{match_id:[0-9]{1,9}}"
    app.router.add_get(match, show)
    app.router.add_get(f"{match}/replay", replay)
    app.router.add_get(f"{match}/picture", show_picture)
    app.router.add_get(f"{match}/events", events)
    app.router.add_post(f"{match}/moves", move)
    app.router.add_post(f"{match}/deeds", do)
    app.router.add_get(f"{match}/private", show_private)
    app.router.add_post(f"{match}/private", keep_private)
    app.router.add_static("/static", FOLDER / "static")
    app.cleanup_ctx.append(_looking)
    return app


async def _looking(app: web.Application) -> AsyncGenerator[None]:
    task = asyncio.create_task(app[_HUB].run())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@asynccontextmanager
async def served(app: web.Application, host: str, port: int) -> AsyncGenerator[None]:
    """Serve the page meanwhile. Raises OSError if the port cannot be used."""
    malformed = logging.getLogger(f"{__name__}.malformed")
    malformed.setLevel(
        logging.CRITICAL
    )  # anyone can send what is no request, and errors of ours are logged with a code
    runner = web.AppRunner(app, access_log=None, logger=malformed, keepalive_timeout=30, shutdown_timeout=1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        yield
    finally:
        await runner.cleanup()


_TEMPLATES: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(request: web.Request, template: str, *, status: int = 200, **values: Any) -> web.Response:
    """An answer made with a template."""
    values = {"visitor": request.get(VISITOR), "neighbour": request.app[SITE].neighbour, **values}
    return web.Response(text=_TEMPLATES.get_template(template).render(values), content_type="text/html", status=status)


@web.middleware
async def _answered(request: web.Request, handler: access.Handler) -> web.StreamResponse:
    """Answer every error with a page that says what it means."""
    try:
        return await handler(request)
    except web.HTTPUnauthorized:
        return page(request, "message.html", status=401, title=texts.SIGNED_OUT_TITLE, text=texts.SIGNED_OUT)
    except web.HTTPForbidden:
        return page(request, "message.html", status=403, title=texts.FORGED_TITLE, text=texts.FORGED)
    except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as error:
        return page(request, "message.html", status=error.status, title=texts.NOTHING_TITLE, text=texts.NOTHING)
    except web.HTTPRedirection:
        raise
    except web.HTTPServiceUnavailable:
        return page(request, "message.html", status=503, title=texts.STARTING_TITLE, text=texts.STARTING)
    except web.HTTPException as error:
        return page(
            request, "message.html", status=error.status, title=texts.NOT_UNDERSTOOD_TITLE, text=texts.NOT_UNDERSTOOD
        )
    except (Refusal, MoveError) as refusal:
        return page(request, "message.html", status=409, title=texts.REFUSED_TITLE, text=html(errors.reply(refusal)))
    except Exception as error:  # noqa: BLE001 - it is logged under a code, and the visitor reads the code
        return page(request, "message.html", status=500, title=texts.BROKEN_TITLE, text=html(errors.reply(error)))


async def home(request: web.Request) -> web.Response:
    """The visitor's matches, and characters to play with."""
    if VISITOR not in request:
        doorway = request.app[SITE].doorway
        if doorway is not None:
            return doorway(request)
        return page(request, "message.html", title=texts.WELCOME_TITLE, text=texts.WELCOME)
    visitor, context = visitor_of(request), request.app[SITE].context
    running = await matches.of_person(context, visitor.person, None, State.RUNNING, most=50)
    return page(
        request,
        "home.html",
        finished=await matches.of_person(context, visitor.person, None, State.FINISHED, most=10),
        to_watch=await _to_watch(request, visitor),
        waiting=[match for match in running if match.to_move == visitor.person],
        others=[match for match in running if match.to_move != visitor.person],
        games=list(context.games.values()),
        characters=CHARACTERS,
    )


async def _to_watch(request: web.Request, visitor: Visitor) -> Sequence[Summary]:
    """Running matches of others on the visitor's server."""
    server_id = visitor.session.server_id
    if server_id is None or not await _is_member(request, visitor):
        return []
    found, _count = await matches.running(request.app[SITE].context, server_id, 10)
    return [match for match in found if visitor.person not in match.people]


async def ask_to_enter(request: web.Request) -> web.Response:
    """The page behind a link. It does nothing yet, because Discord itself opens links to preview them."""
    return page(request, "enter.html", token=request.match_info["token"], next=_next(request.query))


async def enter(request: web.Request) -> web.Response:
    """Use a link: begin a session and go on to the board."""
    form = await form_of(request)
    token = await sessions.begin(request.app[SITE].context, form.get("token", ""))
    response = web.HTTPSeeOther(_next(form))
    access.signed_in(request, response, token)
    raise response


def _next(values: Mapping[str, str]) -> str:
    """Where a link leads to: a match, or home."""
    number = values.get("match", "")
    return f"/matches/{number}" if number.isascii() and number.isdigit() and len(number) <= 9 else "/"


async def leave(request: web.Request) -> web.Response:
    """Sign out."""
    await sessions.end(request.app[SITE].context, visitor_of(request).token)
    response = web.HTTPSeeOther("/")
    response.del_cookie(access.COOKIE)
    raise response


async def begin(request: web.Request) -> web.Response:
    """Begin a match against a character, where the link was asked for."""
    visitor, context, form = visitor_of(request), request.app[SITE].context, await form_of(request)
    game = context.games.get(form.get("game", ""))
    character = next((one for one in CHARACTERS if one.key == form.get("character")), None)
    session = visitor.session
    if game is None or character is None or session.channel_id is None:
        raise web.HTTPBadRequest
    server_id = session.server_id or DIRECT
    if server_id != DIRECT and not await _is_member(request, visitor):
        raise OnlyInServers
    proposal = Proposal(game, session.channel_id, seated(character, game.seats.start - 1), Seat(0), None, Terms())
    change = await challenges.propose(context, visitor.actor, server_id, proposal)
    request.app[SITE].look()
    raise web.HTTPSeeOther(f"/matches/{change.match.id}")


async def show(request: web.Request) -> web.Response:
    """A match with its board; for the script of a page that is open already, the board alone."""
    try:
        match, values = await _board(request)
    except NotStarted as waiting:  # the page goes on by itself as soon as it begins
        told = {"match": waiting.match, "text": html(errors.reply(waiting)), "state": state_of(waiting.match)}
        return _shown(request, "waiting.html", waiting.match, told)
    return _shown(request, "board.html", match, values)


def _shown(
    request: web.Request, template: str, match: Match, values: Mapping[str, Any], status: int = 200
) -> web.Response:
    whole = {"part": template, "title": f"{match.game.name} #{match.id}", **values}
    return page(request, template if _is_scripted(request) else "match.html", status=status, **whole)


def _is_scripted(request: web.Request) -> bool:
    return request.headers.get("Accept", "").startswith("text/html+board")


async def replay(request: web.Request) -> web.Response:
    """A match as it was after some of its steps."""
    match, _visitor = await _match(request)
    whole, ply = Replay.of(match), _number(request.query, "ply", match.ply)
    then = whole.at(min(ply, whole.last))
    values = {
        "match": match,
        "html": html,
        "ply": then.last,
        "last": whole.last,
        "versus": boards.versus(then),
        "step": replays.replay_step(then, whole.last),
        "status_line": replays.replay_status(then),
        "alt": texts_of_matches.alt_text(then),
    }
    return _shown(request, "replay.html", match, values)


async def show_picture(request: web.Request) -> web.Response:
    """The picture of a board."""
    match, visitor = await _match(request)
    seat = match.seat_of(visitor.person.id)
    viewpoint = await settings.viewpoint(request.app[SITE].context, match, visitor.person.id)
    if "ply" in request.query:
        then = Replay.of(match).at(_number(request.query, "ply"))
        data = await asyncio.to_thread(painted, then.history.position, scene_of(then, viewpoint=viewpoint))
    else:
        chosen = request.query.get("chosen", "")[:_LONGEST_STAGE]
        data = await asyncio.to_thread(picture, match, seat, viewpoint, chosen)
    headers = {"Cache-Control": "private, max-age=600"} if _is_current(request, match) else {}
    return web.Response(body=data, content_type=f"image/{render.EXTENSION}", headers=headers)


def _is_current(request: web.Request, match: Match) -> bool:
    """Whether the address names the board that is shown, so that it always has the same picture."""
    return request.query.get("revision") == str(match.revision) and match.state is State.RUNNING


async def events(request: web.Request) -> web.StreamResponse:
    """A stream that tells whenever the match has changed."""
    person, hub = visitor_of(request).person, request.app[_HUB]
    if not hub.has_room(person.id):
        raise web.HTTPTooManyRequests
    async with hub.watching(person.id, int(request.match_info["match_id"])) as changed:
        match, _visitor = await _match(request)
        return await stream(request, state_of(match), changed)


async def move(request: web.Request) -> web.Response:
    """Play a move that was chosen."""
    visitor, form = visitor_of(request), await form_of(request)
    match_id, revision = int(request.match_info["match_id"]), _number(form, "revision")
    try:
        async with matches.change(request.app[SITE].context, match_id, visitor.actor) as change:
            playing.play(change, visitor.person, form.get("move", ""), revision=revision)
    except (Refusal, MoveError) as refusal:
        return await _after(request, match_id, errors.reply(refusal), is_refused=True)
    request.app[SITE].look()
    return await _after(request, match_id)


async def do(request: web.Request) -> web.Response:
    """Do something else with a match, after the page has asked."""
    visitor, form = visitor_of(request), await form_of(request)
    deed = DEEDS.get(form.get("deed", ""))
    if deed is None:
        raise web.HTTPBadRequest
    match, _visitor = await _match(request)
    willing = await asyncio.to_thread(willing_to_draw, match) if form["deed"] == "draw" else frozenset[int]()
    sent = Sent(_number(form, "revision"), _number(form, "offer"), willing)
    try:
        async with matches.change(request.app[SITE].context, match.id, visitor.actor) as change:
            deed(change, visitor.actor, sent)
    except (Refusal, MoveError) as refusal:
        return await _after(request, match.id, errors.reply(refusal), is_refused=True)
    request.app[SITE].look()
    rematch = rematch_of(change.match)
    if rematch is not None and rematch.id:
        raise web.HTTPSeeOther(f"/matches/{rematch.id}")
    return await _after(request, match.id, said(change.match, form["deed"], sent, visitor.person))


async def show_private(request: web.Request) -> web.Response:
    """The visitor's plan for a match and their note on it."""
    visitor = visitor_of(request)
    found = await analysis.read(request.app[SITE].context, visitor.actor, int(request.match_info["match_id"]))
    return _private(request, *found, visitor)


def _private(
    request: web.Request, match: Match, note: str, visitor: Visitor, refused: tuple[str, str] | None = None
) -> web.Response:
    """The page with a plan and a note; a plan that was `refused` is given back with the reason."""
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
        plan=plans.plan(match, plan),
        reason=reason,
        planned=text,
        can_plan=match.state is State.RUNNING,
    )


async def keep_private(request: web.Request) -> web.Response:
    """Keep the visitor's plan or note."""
    visitor, form, context = visitor_of(request), await form_of(request), request.app[SITE].context
    match_id, text = int(request.match_info["match_id"]), form.get("plan", "").replace("\r", "")
    if "note" in form:
        await analysis.write(context, visitor.actor, match_id, form["note"].replace("\r", ""))
        raise web.HTTPSeeOther(f"/matches/{match_id}/private")
    try:
        await planning.keep(context, visitor.actor, match_id, text)
    except (Refusal, MoveError, PlanError) as refusal:
        reason = str(refusal) if isinstance(refusal, PlanError) else errors.reply(refusal)
        found = await analysis.read(context, visitor.actor, match_id)
        return _private(request, *found, visitor, (reason, text))
    request.app[SITE].look()
    raise web.HTTPSeeOther(f"/matches/{match_id}/private")


def _number(form: Mapping[str, str], name: str, usual: int = 0) -> int:
    """A number in a form. Raises HTTPBadRequest."""
    text = form.get(name, str(usual))
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise web.HTTPBadRequest
    return int(text)


async def _after(request: web.Request, match_id: int, note: str = "", *, is_refused: bool = False) -> web.Response:
    """The board after a change: as it is now for the script of the page, and by a redirection for a browser without it."""
    if not _is_scripted(request) and not note:
        raise web.HTTPSeeOther(f"/matches/{match_id}")
    match, values = await _board(request, note)
    return _shown(request, "board.html", match, values, status=409 if is_refused else 200)


async def _match(request: web.Request) -> tuple[Match, Visitor]:
    """The match of an address that the visitor plays in, or that they may watch on the server where they came from.

    Raises HTTPUnauthorized, or what `bot.actions.matches.find` and `check_begun` raise.
    """
    visitor, context, number = visitor_of(request), request.app[SITE].context, int(request.match_info["match_id"])
    try:
        match = await matches.find(context, visitor.actor, number)
    except UnknownMatch:
        if not await _is_member(request, visitor):
            raise
        match = await matches.find(context, Actor(visitor.person, visitor.session.server_id), number)
    if not request.path.endswith("/events"):
        check_begun(match)
    return match, visitor


async def _is_member(request: web.Request, visitor: Visitor) -> bool:
    """Whether a visitor is still on the server on which they asked for the link."""
    server_id, is_member = visitor.session.server_id, request.app[SITE].is_member
    return server_id is not None and (is_member is None or await is_member(server_id, visitor.person.id))


async def _board(request: web.Request, note: str = "") -> tuple[Match, dict[str, Any]]:
    match, visitor = await _match(request)
    seat = match.seat_of(visitor.person.id)
    viewpoint = await settings.viewpoint(request.app[SITE].context, match, visitor.person.id)
    chosen = "" if request.method == "POST" else request.query.get("chosen", "")[:_LONGEST_STAGE]
    board = await asyncio.to_thread(board_of, match, seat, viewpoint, chosen, note)
    known = {person.id: person.name for person in match.people}
    turn_line = (
        boards.your_turn(match, ping=match.is_thinking) if match.state is State.RUNNING else boards.outcome(match)
    )
    return match, {
        "board": board,
        "match": match,
        "width": WIDTH,
        "state": state_of(match),
        "asked": asked(match, visitor.person),
        "entries": list(entries(match, visitor.person)),
        "rematch": rematch_of(match),
        "html": partial(html, names=lambda person_id: known.get(person_id, "")),
        "versus": boards.versus(match),
        "turn_line": turn_line,
    }
