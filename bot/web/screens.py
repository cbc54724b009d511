"""Screens as pages: their addresses, the forms of their acts, and their pictures.

A choice on a board is only looked at, as a part of the address of the screen, until the form that plays it is sent.
"""

import hashlib
import hmac
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from aiohttp import web

import render
from bot.actions.change import MatchChange
from bot.model.characters import MOLE
from bot.model.match import Match
from bot.model.picking import Choice, choose
from bot.model.refusals import Refusal, UnknownGame
from bot.pictures import Diagram, painted
from bot.screens import registry
from bot.screens.core import Act, Action, Asked, Handler, Menu, Screen, Stage, Weight
from bot.texts import errors, matches, moves
from bot.texts.markup import html, lang
from bot.web.access import SITE, actor_seen, context_of, drawn, form_of, visitor_of
from bot.web.boards import LONGEST_STAGE, NOTHING_TO_CHOOSE, Picker, Scenes, marked, picker_of, stages
from bot.web.matches import match_at
from bot.web.pages import is_scripted, number, shown
from render.theme import WIDTH
from rules import GAMES
from rules.core import Move, MoveError, Position

_LONGEST: Final = 400  # characters of typed moves, and of the details of an act
_LASTS: Final = 600  # seconds for which a browser caches a picture
_PART: Final = re.compile(r"{(\w+)(\+1)?}")
_PATTERNS: Final = {"match_id": "[0-9]{1,9}", "number": "[0-9]{1,3}", "puzzle": "[0-9a-f]{10}"}
_GAME: Final = "[a-z0-9-]{1,40}"

_ELSEWHERE: Final = {
    "board": "/matches/{match_id}",
    "plan": "/matches/{match_id}/private",
    "rules": "/rules/{game}",
}
"""The addresses of what is no screen yet, by act."""


@dataclass(frozen=True, slots=True)
class Form:
    """A button that sends its fields to an address."""

    address: str
    fields: Mapping[str, str]
    label: str
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another page; the main one is what most people take next."""

    address: str
    label: str
    is_main: bool = False


Way = Form | Link | str
"""A way on, or the label of one that is not possible now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What the template shows of a screen."""

    here: str
    """The address, which also takes forms."""

    text: str
    note: str = ""
    picture: str = ""
    alt: str = ""
    position: Position | None = None
    picker: Picker = NOTHING_TO_CHOOSE
    question: str = ""
    play: Form | None = None
    is_at_once: bool = False
    typing: Form | None = None
    menus: Sequence[tuple[str, Sequence[Form]]] = ()
    steps: Sequence[Way] = ()
    ways: Sequence[Way] = ()
    up: Link | None = None


def routes() -> list[web.RouteDef]:
    """The routes of all screens that have an address, and of their pictures."""
    found = [web.get(r"/boards/{data:[A-Za-z0-9_-]+}.{signature:[0-9a-f]{64}}", show_picture)]
    for handler in registry.handlers().values():
        if handler.at:
            path = _PART.sub(lambda part: f"{{{part[1]}:{_PATTERNS.get(part[1], _GAME)}}}", handler.at)
            found += [web.get(path, partial(_show, handler)), web.post(path, partial(_do, handler))]
    return found


def address_of(act: Act) -> str:
    """The address of the screen that an act shows; empty if it has none."""
    handler, parts = registry.handlers().get(act.name), act.detail.split("/")
    at = _ELSEWHERE.get(act.name, "") if handler is None else handler.at

    def filled(part: re.Match[str]) -> str:
        value = str(act.match_id) if part[1] == "match_id" else parts.pop(0)
        return str(int(value) + 1) if part[2] else value

    return _PART.sub(filled, at)


def _act_at(handler: Handler, request: web.Request) -> Act:
    """The act that shows the screen of an address, with what is chosen there."""
    parts, match_id = list[str](), 0
    for name, counted in _PART.findall(handler.at):
        value = request.match_info[name]
        if name == "match_id":
            match_id = int(value)
        else:
            parts.append(str(int(value) - 1) if counted else value)
    chosen = request.query.get("chosen", "")[:LONGEST_STAGE]
    return Act(handler.name, match_id, detail="/".join([*parts, chosen] if chosen else parts))


def _fields(act: Act) -> Mapping[str, str]:
    """The fields of the form of an act, as `_act_in` reads them."""
    fields = {"deed": act.name, "match": str(act.match_id), "revision": str(act.revision), "detail": act.detail}
    return {**fields, "value": act.value} if act.value else fields


def _act_in(form: Mapping[str, str]) -> Act:
    """The act of a form. Raises HTTPBadRequest."""
    detail, value = (form.get(name, "")[:_LONGEST] for name in ("detail", "value"))
    return Act(form.get("deed", ""), number(form, "match"), number(form, "revision"), detail, value)


async def _show(handler: Handler, request: web.Request) -> web.Response:
    """Show the screen of an address, or redirect to its own. Raises HTTPNotFound if there is no such screen."""
    try:
        screen = await _run(handler, request, _act_at(handler, request))
    except UnknownGame as unknown:
        raise web.HTTPNotFound from unknown
    if screen.here is not None and address_of(screen.here) != request.path:
        raise web.HTTPNotFound if screen.here.name == handler.name else web.HTTPSeeOther(address_of(screen.here))
    return await _shown(request, screen)


async def _do(opened: Handler, request: web.Request) -> web.Response:
    """Do the act of a form; the screen of the address, which is `opened`, says why if that is refused."""
    act = _act_in(await form_of(request))
    handler = registry.handlers().get(act.name)
    if handler is None or handler.asks or (handler.takes_value and not act.value):
        raise web.HTTPBadRequest
    try:
        screen = await _run(handler, request, act)
    except (Refusal, MoveError) as refusal:
        screen = await _run(opened, request, _act_at(opened, request))
        return await _shown(request, screen, errors.reason(refusal), 409)
    if screen.here is not None and not (is_scripted(request) and address_of(screen.here) == request.path):
        raise web.HTTPSeeOther(address_of(screen.here))
    return await _shown(request, screen)


async def _run(handler: Handler, request: web.Request, act: Act) -> Screen:
    async def find(match_id: int) -> Match:
        match, _visitor = await match_at(request, match_id)
        return match

    async def show(change: MatchChange) -> Match:
        request.app[SITE].show(change)
        return change.match

    screen = await handler.run(Asked(context_of(request), await actor_seen(request), act, find, show))
    assert isinstance(screen, Screen), "no address asks"
    return screen


async def _shown(request: web.Request, screen: Screen, note: str = "", status: int = 200) -> web.Response:
    view = await view_of(request, screen, request.path)
    return show(request, screen.title, replace(view, note=note), status)


def show(request: web.Request, title: str, view: View, status: int = 200) -> web.Response:
    """The page with a screen."""
    return shown(request, "screen.html", status=status, title=title, view=view, html=html, width=WIDTH)


async def view_of(request: web.Request, screen: Screen, here: str) -> View:
    """What the template shows of a screen with the address `here`."""
    ways = [_way(here, action) for action in screen.actions]
    view = View(
        here=here,
        text=screen.text,
        menus=[(menu.placeholder, _options(here, menu)) for menu in screen.menus],
        steps=[way for way in (_way(here, step) for step in screen.steps) if way is not None],
        ways=[way for way in ways if way is not None],
        up=None if screen.up is None else Link(address_of(screen.up.act), screen.up.label),
    )
    if screen.board is None:
        return view
    board, stage = screen.board, screen.stage
    alt = screen.alt or matches.position_alt(board.game, board.position, board.steps)
    view = replace(view, picture=picture_at(request, board, None), alt=alt, position=board.position)
    if stage is None:
        return view
    choice = stage.choice
    return replace(
        view,
        picture=picture_at(request, board, choice.chosen),
        alt=matches.picker_alt(board.game, choice.chosen, stages(choice)) if choice.chosen else alt,
        picker=await drawn(request, picker_of, board.position, choice, _scenes(board)),
        question=_question(board.position, choice),
        play=None if choice.move is None else _played(here, stage, choice.move),
        is_at_once=stage.is_at_once,
        typing=next((_form(here, stage.play, one.label) for one in screen.actions if _asks(one)), None),
    )


def _asks(action: Action) -> bool:
    handler = registry.handlers().get(action.act.name)
    return handler is not None and handler.asks


def _way(here: str, action: Action) -> Way | None:
    """The way of a button; None for what the page does not do, or does in a way of its own, such as a board as text."""
    act, is_main = action.act, action.weight is not Weight.PLAIN
    if act.name == "learn_match":
        return Form("/play", {"game": act.detail, "character": MOLE.key, "hints": "on"}, action.label, is_main)
    handler = registry.handlers().get(act.name)
    if act.name not in _ELSEWHERE and (handler is None or handler.asks or (handler.beside and not handler.at)):
        return None
    if not action.is_possible:
        return action.label
    address = address_of(act)
    return Link(address, action.label, is_main) if address else _form(here, act, action.label, is_main=is_main)


def _form(here: str, act: Act, label: str, *, is_main: bool = False) -> Form:
    return Form(here, _fields(act), label, is_main)


def _played(here: str, stage: Stage, move: Move) -> Form:
    return _form(here, replace(stage.play, detail=f"{stage.play.detail}{move}"), stage.label, is_main=True)


def _options(here: str, menu: Menu) -> Sequence[Form]:
    return [_form(here, replace(menu.act, value=option.value), option.label) for option in menu.options]


def _question(position: Position, choice: Choice) -> str:
    if choice.move is not None and not choice.branches:
        return moves.preview(position, choice.move)
    return moves.question(position, choice)


def _scenes(board: Diagram) -> Scenes:
    return lambda at: replace(board, options=stages(at), chosen=at.chosen).scene


def picture_at(request: web.Request, board: Diagram, chosen: str | None) -> str:
    """The address of a picture, with the options after the stage or move `chosen`; without options if that is None.

    It carries all that is on the picture, and is signed for the session, so that nobody asks for another one.
    """
    first = board.steps[0].before if board.steps else board.position
    tokens = [step.move for step in board.steps]
    shown = [board.game.key, first.fen(), tokens, board.theme, [*board.names], [*board.faces], board.viewpoint, chosen]
    data = urlsafe_b64encode(json.dumps(shown, ensure_ascii=False).encode()).decode().rstrip("=")
    return f"/boards/{data}.{_signature(request, data)}?lang={lang()}"


def _signature(request: web.Request, data: str) -> str:
    return hmac.new(visitor_of(request).token.encode(), b"board" + data.encode(), hashlib.sha256).hexdigest()


async def show_picture(request: web.Request) -> web.Response:
    """Send the picture of a board. Raises HTTPNotFound unless its address was made for this session."""
    data = request.match_info["data"]
    if not hmac.compare_digest(request.match_info["signature"], _signature(request, data)):
        raise web.HTTPNotFound
    key, fen, tokens, theme, names, faces, viewpoint, chosen = json.loads(
        urlsafe_b64decode(data + "=" * (-len(data) % 4))
    )
    board = Diagram(GAMES[key], GAMES[key].from_fen(fen), (), theme, names, faces, viewpoint=viewpoint)
    if tokens:
        board = board.after(*tokens)
    return await picture(request, board, chosen)


async def picture(request: web.Request, board: Diagram, chosen: str | None = None) -> web.Response:
    """The picture of a board with the options after the stage or move `chosen`; without options if that is None."""
    choice = None if chosen is None else choose(board.position, chosen)
    if choice is not None and choice.move is not None and not choice.branches:
        board = board.after(choice.move)
    scene = board.scene
    if choice is not None and choice.branches:
        scene = await drawn(request, marked, board.position, choice, _scenes(board))
    painted_board = await drawn(request, painted, board.position, scene)
    headers = {"Cache-Control": f"private, max-age={_LASTS}"}
    return web.Response(body=painted_board, content_type=f"image/{render.EXTENSION}", headers=headers)
