"""Screens as pages: their addresses, the forms of their acts, and their pictures.

A choice on a board is only looked at, as a part of the address of the screen, until the form that plays it is sent.
"""

import hashlib
import hmac
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, Final
from urllib.parse import urlencode

from aiohttp import web
from markupsafe import Markup

import render
from bot.model.askers import Cost
from bot.model.picking import Choice, choose
from bot.model.refusals import Refusal, UnknownButton, UnknownGame
from bot.screens import registry
from bot.screens.core import (
    VALUE,
    Act,
    Action,
    ActMenu,
    Ask,
    Gap,
    Handler,
    Line,
    Menu,
    Part,
    Screen,
    Table,
    Weight,
)
from bot.screens.exercises import play_label
from bot.screens.pictures import Diagram, painted
from bot.texts import errors
from bot.texts import matches as match_texts
from bot.texts import moves as move_texts
from bot.texts import pages as page_texts
from bot.texts.language import say
from bot.texts.markup import lang
from bot.web.access import actor_seen, drawn, form_of, spend, visitor_of
from bot.web.asking import asked_of
from bot.web.boards import LONGEST_STAGE, NOTHING_TO_CHOOSE, Picker, choices_at, marked, picker_of, stages
from bot.web.commands import html
from bot.web.pages import asked_at, is_scripted, number, shown
from bot.web.strips import Strip, of_board
from bot.web.trees import Scenes
from players.characters import MOLE
from rules import GAMES
from rules.core import MoveError, Outcome, Position

_LONGEST: Final = 400  # characters of the details of an act, and of typed moves
_LONGEST_ENTERED: Final = 12_000  # characters in a part of a form, of which a plan is the longest
_LASTS: Final = 600  # seconds for which a browser caches a picture
_PART: Final = re.compile(r"{(\w+)(\+1)?}")
_PATTERNS: Final = {
    "competition": "[0-9]{1,9}",
    "division": "[0-9]{1,3}",
    "match_id": "[0-9]{1,9}",
    "number": "[0-9]{1,3}",
    "person": "[0-9]{1,19}",
    "puzzle": "[0-9a-f]{10}",
}
_GAME: Final = "[a-z0-9-]{1,40}"
_BOARD: Final = r"/boards/{data:[A-Za-z0-9_-]+}.{signature:[0-9a-f]{64}}"
_BOLD: Final = re.compile("<b>.*?</b>")
_IN_DISCORD: Final = re.compile(r'(?<=<a href=")https://discord\.com/[^"]*')

_ELSEWHERE: Final = {
    **dict.fromkeys(("board", "move", "ballot"), "/matches/{match_id}"),
    **dict.fromkeys(("play_character", "friend"), "/"),
    "learn": "/lessons",
    "replay": "/matches/{match_id}/replay",
    "rules": "/rules/{game}",
}
"""The addresses of what is no screen yet, by act."""


_LOOKS: Final = {Weight.MAIN: "main", Weight.ONWARD: "main", Weight.DANGER: "danger"}
"""The classes of buttons that stand out; the main one is what most people do next."""


@dataclass(frozen=True, slots=True)
class Form:
    """A button that sends its fields to an address."""

    address: str
    fields: Mapping[str, str]
    label: str
    look: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another page."""

    address: str
    label: str
    look: str = ""
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class EntryForm:
    """A form for choosing and typing."""

    form: Form
    parts: Sequence[Part]

    was: Mapping[str, str]
    """What is stored, by part, if only changes count."""

    unfolds: str = ""
    """What unfolds it; empty if it is open."""

    @property
    def groups(self) -> Mapping[str, Sequence[Part]]:
        """The parts by their headings, in the order in which these come first."""
        parts_by_group: dict[str, list[Part]] = {}
        for part in self.parts:
            parts_by_group.setdefault(part.group, []).append(part)
        return parts_by_group


Way = Form | Link | str
"""A way on, or the label of one that is not possible now."""


@dataclass(frozen=True, slots=True)
class Row:
    """Lines under the text, with a button beside them; `look` says what sets them apart from what is above."""

    text: Markup
    beside: Way | None
    look: str


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What the template shows of a screen."""

    here: str
    """The address, which also takes forms."""

    text: str
    note: str = ""
    figure: str = ""
    table: Table | None = None
    about: Sequence[str] = ()
    """The address of what is about the person in each line of the table; empty if nothing is."""

    boards: Sequence[tuple[str, str, str]] = ()
    """The address and description of the picture of each further board, and the moves that lead to it."""

    rows: Sequence[Row] = ()
    more: Sequence[Row] = ()
    picture: str = ""
    alt: str = ""
    position: Position | None = None
    size: tuple[int, int] | None = None
    """The width and height of the picture, if they are known before it is painted."""

    players: Sequence[Strip] = ()
    """The sides above and below the board."""

    picker: Picker = NOTHING_TO_CHOOSE

    choices: str = ""
    """The address of all stages of choosing a move; empty if nothing can be chosen."""

    question: str = ""
    play: Form | None = None
    """Plays a move, which is put at the end of its detail."""

    is_at_once: bool = False
    typing: Form | None = None
    menus: Sequence[tuple[str, Sequence[Way]]] = ()
    form: EntryForm | None = None
    below: str = ""
    steps: Sequence[Way] = ()
    ways: Sequence[Way] = ()
    up: Way | None = None
    others: Sequence[Way] = ()
    is_waiting: bool = False
    explains_commands: bool = False
    elsewhere: Sequence[tuple[str, Sequence[Way]]] = ()


def routes() -> list[web.RouteDef]:
    """The routes of all screens that have an address, and of their pictures."""
    table = [web.get(_BOARD, show_picture), web.get(f"{_BOARD}/choices", show_choices)]
    for handler in registry.handlers().values():
        if handler.at:
            path = _PART.sub(lambda part: f"{{{part[1]}:{_PATTERNS.get(part[1], _GAME)}}}", handler.at)
            table += [web.get(path, partial(_show, handler)), web.post(path, partial(_do, handler))]
    return table


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
    """The fields of the form of an act, as `act_in` reads them."""
    fields = {"deed": act.name, "match": str(act.match_id), "revision": str(act.revision), "detail": act.detail}
    return {**fields, "value": act.value} if act.value else fields


def act_in(form: Mapping[str, str]) -> Act:
    """The act of a form. Raises HTTPBadRequest."""
    value = form.get("value", "")[:_LONGEST] or "".join(fields_in(form).get(VALUE, ()))
    detail = form.get("detail", "")[:_LONGEST]
    return Act(form.get("deed", ""), number(form, "match"), number(form, "revision"), detail, value)


def fields_in(form: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """What was chosen or typed in the parts of a form, without what is still as it was.

    A part is `in.part`, or `in.part.option` for each of several options; `one.part.group` is the option among those of
    which only one can be chosen, `typed.part` what was typed instead of an option, and `was.part` says how it was.
    """
    fields, was = dict[str, list[str]](), dict[str, str]()
    for field, value in form.items():
        kind, _, rest = field.partition(".")
        name, _, option = rest.partition(".")
        if kind == "was":
            was[name] = value
        elif kind == "in":
            fields.setdefault(name, []).extend(filter(None, [option or value.replace("\r", "")[:_LONGEST_ENTERED]]))
        elif kind == "one" and value:
            fields.setdefault(name, []).append(value[:_LONGEST])
        elif kind == "typed" and value.strip():
            fields[name] = [value[:_LONGEST]]
    return {name: values for name, values in fields.items() if name not in was or ",".join(values) != was[name]}


async def _show(handler: Handler, request: web.Request) -> web.Response:
    """Show the screen of an address, or redirect to its own. Raises HTTPNotFound if there is no such screen."""
    try:
        screen = await _run(handler, request, _act_at(handler, request))
    except (UnknownGame, UnknownButton) as unknown:
        raise web.HTTPNotFound from unknown
    if screen.here is not None and address_of(screen.here) != request.path:
        raise web.HTTPNotFound if screen.here.name == handler.name else web.HTTPSeeOther(address_of(screen.here))
    if "picture" in request.query and screen.figure is not None:
        body = await drawn(request, screen.figure.paint)
        return web.Response(body=body, content_type=f"image/{screen.figure.extension}")
    return await show_part(request, screen, say(page_texts.SAVED) if "saved" in request.query else "")


async def _do(opened: Handler, request: web.Request) -> web.Response:
    """Do the act of a form; the screen of the address, which is `opened`, says why if that is refused."""
    form = await form_of(request)
    try:
        screen = await done(request, act_in(form))
    except (Refusal, MoveError) as refusal:
        screen = await _run(opened, request, _act_at(opened, request))
        view = await view_of(request, screen, request.path)
        return show(
            request, screen.title, replace(view, note=errors.reason(refusal), form=_again(view.form, form)), 409
        )
    go_on(request, screen, request.path)
    if screen.here is None and screen.only_tells and screen.form is None:
        return await show_part(request, await _run(opened, request, _act_at(opened, request)), screen.text)
    return await show_part(request, screen)


async def done(request: web.Request, act: Act) -> Screen:
    """The screen after an act. Raises HTTPBadRequest if no form has it, or the refusals of its handler."""
    handler = registry.handlers().get(act.name)
    is_entered = act.value or VALUE in fields_in(await form_of(request))
    if handler is None or handler.asks or (handler.takes_value and not is_entered):
        raise web.HTTPBadRequest
    spend(request, Cost.DRAWING)  # a plan that is read takes as long as a picture
    return await _run(handler, request, act)


def go_on(request: web.Request, screen: Screen, here: str) -> None:
    """Redirect to the address of a screen, unless it is `here`, which a script replaces in place."""
    if screen.here is not None and not (is_scripted(request) and address_of(screen.here) == here):
        raise web.HTTPSeeOther(address_of(screen.here))


async def _run(handler: Handler, request: web.Request, act: Act) -> Screen:
    fields = fields_in(await form_of(request))
    answer = await handler.run(asked_of(request, await actor_seen(request), act, fields=fields))
    if isinstance(answer, Act) and address_of(answer):
        raise web.HTTPSeeOther(f"{address_of(answer)}?saved")
    if isinstance(answer, Act):
        return await _run(registry.handlers()[answer.name], request, answer)
    if isinstance(answer, Ask):
        return Screen(title=answer.title, text=answer.text, form=answer, up=answer.up)
    return answer


async def show_part(request: web.Request, screen: Screen, note: str = "") -> web.Response:
    """The page with a screen, at the address that is asked for."""
    return show(request, screen.title, replace(await view_of(request, screen, request.path), note=note))


def show(request: web.Request, title: str, view: View, status: int = 200) -> web.Response:
    """The page with a screen."""
    return shown(
        request,
        "screen.html",
        status=status,
        title=title,
        view=view,
        html=partial(html, keeps_commands=view.explains_commands),
        other=say(page_texts.TYPE_OTHER),
    )


async def view_of(request: web.Request, screen: Screen, here: str) -> View:
    """What the template shows of a screen with the address `here`."""
    view = View(
        here=here,
        text=screen.text,
        table=screen.table,
        about=[] if screen.table is None else [address_of(act) if act else "" for act in screen.table.about],
        boards=[
            (board_at(request, replace(staged, is_bare=True), None), _alt(staged), caption)
            for staged, caption in screen.boards
        ],
        rows=_rows(here, screen.lines),
        more=[] if screen.more is None else _rows(here, await screen.more()),
        menus=[(menu.placeholder, _options(here, menu)) for menu in screen.menus] if screen.form is None else [],
        steps=ways_of(here, screen.steps),
        ways=ways_of(here, [*screen.actions, *(chain.from_iterable(screen.groups) if screen.form is None else ())]),
        up=None if screen.up is None else Link(address_of(screen.up.act), screen.up.label),
        form=None if screen.form is None else _entry(here, screen.form),
        below=screen.below,
        others=ways_of(here, screen.others),
        is_waiting=screen.is_waiting,
        explains_commands=screen.explains_commands,
        elsewhere=[(menu.placeholder, _leading(menu)) for menu in screen.elsewhere if not menu.is_above],
    )
    if screen.figure is not None:
        figure = f"{here}?picture&lang={lang()}"
        if screen.figure.position is None:
            return replace(view, figure=figure, alt=screen.figure.alt, size=screen.figure.size)
        return replace(view, picture=figure, alt=screen.figure.alt, position=screen.figure.position)
    if screen.board is None:
        return view
    board, stage = replace(screen.board, is_bare=True), screen.stage
    alt = screen.alt or _alt(board)
    size = render.picture_size(board.position, board.scene)
    view = replace(view, picture=board_at(request, board, None), alt=alt, position=board.position, size=size)
    view = replace(view, players=of_board(board))
    if stage is None:
        return view
    choice = stage.choice
    return replace(
        view,
        picture=board_at(request, board, choice.chosen),
        alt=match_texts.picker_alt(board.game, choice.chosen, stages(choice)) if choice.chosen else alt,
        picker=await drawn(request, picker_of, board.position, choice, scenes_of(board)),
        choices=board_at(request, board, None).replace("?", "/choices?", 1),
        size=size_at(board, choice),
        question=question(board.position, choice),
        play=form_for(here, stage.play, stage.label),
        is_at_once=stage.is_at_once,
        typing=next((form_for(here, stage.play, action.label) for action in screen.actions if _asks(action)), None),
    )


def _alt(board: Diagram) -> str:
    return match_texts.position_alt(board.game, board.position, board.steps)


def _rows(here: str, lines: Sequence[Line]) -> Sequence[Row]:
    """The lines of a screen; those with neither a gap nor a button between them share a row."""
    rows: list[Row] = []
    for line in lines:
        text, beside = _text(line), None if line.beside is None else _way(here, line.beside)
        if rows and line.gap is Gap.NONE and beside is None and rows[-1].beside is None:
            rows[-1] = replace(rows[-1], text=Markup(f"{rows[-1].text}{text}".replace("</ul><ul>", "")))
        else:
            rows.append(Row(text, beside, line.gap.name.lower()))
    return rows


def _text(line: Line) -> Markup:
    """The text of a line, whose links lead to pages: from what is in bold, and to where its button leads."""
    text = str(html(line.text))
    if line.about is not None:
        text = _BOLD.sub(rf'<a href="{address_of(line.about)}">\g<0></a>', text, count=1)
    if line.beside is not None:
        text = _IN_DISCORD.sub(address_of(line.beside.act), text)
    return Markup(text)


def _asks(action: Action) -> bool:
    handler = registry.handlers().get(action.act.name)
    return handler is not None and handler.asks


def ways_of(here: str, actions: Sequence[Action]) -> Sequence[Way]:
    """The ways of the buttons on the page with the address `here`."""
    return [way for way in (_way(here, action) for action in actions) if way is not None]


def _way(here: str, action: Action) -> Way | None:
    """The way of a button; None for what the page does not do, or does in a way of its own, such as a board as text."""
    act, look = action.act, _LOOKS.get(action.weight, "")
    if act.name == "learn_match":
        return Form("/play", {"game": act.detail, "character": MOLE.key, "hints": "on"}, action.label, look)
    handler = registry.handlers().get(act.name)
    is_elsewhere = handler is None or ((handler.asks or handler.beside) and not (handler.at or handler.tells))
    if act.name not in _ELSEWHERE and is_elsewhere:
        return None
    if not action.is_possible:
        return action.label
    address = address_of(act)
    return Link(address, action.label, look) if address else form_for(here, act, action.label, look)


def form_for(here: str, act: Act, label: str, look: str = "") -> Form:
    """The form of an act."""
    return Form(here, _fields(act), label, look)


def _entry(here: str, ask: Ask) -> EntryForm:
    was = {
        part.name: ",".join(option.value for option in part.options if option.is_chosen) or part.text
        for part in ask.parts
    }
    return EntryForm(form_for(here, ask.act, ask.label), ask.parts, was if ask.is_change else {}, ask.unfolds)


def _again(entry: EntryForm | None, form: Mapping[str, str]) -> EntryForm | None:
    """A form with what was chosen and typed in it, after that was refused."""
    entered = fields_in(form)
    return entry and replace(entry, parts=[filled(part, entered.get(part.name)) for part in entry.parts])


def filled(part: Part, entered: Sequence[str] | None) -> Part:
    """A part with what was chosen or typed in it before; None if nothing was."""
    if entered is None:
        return part
    options = [replace(option, is_chosen=option.value in entered) for option in part.options]
    return replace(part, options=options, text="" if any(option.is_chosen for option in options) else "".join(entered))


def _options(here: str, menu: Menu) -> Sequence[Way]:
    """The options of a menu: links if each has an address, otherwise forms."""
    if registry.handlers()[menu.act.name].at:
        acts = [(option, replace(menu.act, detail=option.value)) for option in menu.options]
        return [Link(address_of(act), option.label, is_current=option.is_chosen) for option, act in acts]
    return [form_for(here, replace(menu.act, value=option.value), option.label) for option in menu.options]


def _leading(menu: ActMenu) -> Sequence[Way]:
    """The options of a menu that leads to other screens, as links."""
    return [Link(address_of(option.act), option.label, is_current=option.act == menu.chosen) for option in menu.options]


def size_at(board: Diagram, choice: Choice) -> tuple[int, int]:
    """The width and height of a board's picture at a state of its picker."""
    then = board if choice.final is None else board.after(choice.final)
    return render.picture_size(then.position, then.scene)


def question(position: Position, choice: Choice) -> str:
    """What is asked at a state of the picker, or what the chosen move does."""
    if choice.final is not None:
        return move_texts.preview(position, choice.final)
    return move_texts.question(position, choice)


def scenes_of(board: Diagram) -> Scenes:
    """The scenes of a board by the state of its picker."""
    return lambda at: replace(board, options=stages(at), chosen=at.chosen).scene


def board_at(request: web.Request, board: Diagram, chosen: str | None) -> str:
    """The address of a picture, with the options after the stage or move `chosen`; without options if that is None.

    It carries all that is on the board, and is signed for the session, so that nobody asks for another one.
    """
    first = board.steps[0].before if board.steps else board.position
    tokens = [step.move for step in board.steps]
    shown: list[Any] = [
        board.game.key,
        first.fen(),
        tokens,
        board.theme,
        [*board.names],
        [*board.faces],
        board.viewpoint,
        board.is_bare,
    ]
    if board.outcome is not None:
        shown.append(astuple(board.outcome))
    data = urlsafe_b64encode(json.dumps(shown, ensure_ascii=False).encode()).decode().rstrip("=")
    address = asked_at(f"/boards/{data}.{_signature(request, data)}")
    return address if chosen is None else f"{address}&{urlencode({'chosen': chosen})}"


def _signature(request: web.Request, data: str) -> str:
    return hmac.new(visitor_of(request).token.encode(), b"board" + data.encode(), hashlib.sha256).hexdigest()


async def show_picture(request: web.Request) -> web.Response:
    """Send the picture of a board. Raises HTTPNotFound unless its address was made for this session."""
    chosen = request.query.get("chosen")
    return await picture(request, _board_of(request), chosen and chosen[:LONGEST_STAGE])


async def show_choices(request: web.Request) -> web.Response:
    """Send all stages of choosing a move at the same board; nothing if there are too many. Raises as `show_picture`."""
    return await choices_sent(request, _board_of(request))


async def choices_sent(request: web.Request, board: Diagram) -> web.Response:
    """The answer with all stages of choosing a move at a board."""
    return tree_sent(await drawn(request, choices_at, board.game, board.position, scenes_of(board), play_label))


def tree_sent(tree: Mapping[str, Any]) -> web.Response:
    """The answer with all stages of choosing a move, which browsers keep for a while."""
    headers, dumps = {"Cache-Control": f"private, max-age={_LASTS}"}, partial(json.dumps, separators=(",", ":"))
    response = web.json_response(tree, headers=headers, dumps=partial(dumps, ensure_ascii=False))
    response.enable_compression()
    return response


def _board_of(request: web.Request) -> Diagram:
    data = request.match_info["data"]
    if not hmac.compare_digest(request.match_info["signature"], _signature(request, data)):
        raise web.HTTPNotFound
    key, fen, tokens, theme, names, faces, viewpoint, is_bare, *ended = json.loads(
        urlsafe_b64decode(data + "=" * (-len(data) % 4))
    )
    board = Diagram(GAMES[key], GAMES[key].from_fen(fen), (), theme, names, faces, viewpoint=viewpoint, is_bare=is_bare)
    if tokens:
        board = board.after(*tokens)
    for places, reason, points in ended:
        board = replace(board, outcome=Outcome(tuple(places), reason, points and tuple(points)))
    return board


async def picture(request: web.Request, board: Diagram, chosen: str | None = None) -> web.Response:
    """The picture of a board with the options after the stage or move `chosen`; without options if that is None."""
    choice = None if chosen is None else choose(board.position, chosen)
    scene = board.scene
    if choice is not None and choice.final is not None:
        mover, board = board.position.turn, board.after(choice.final)
        scene = replace(board.scene, previewed_by=mover if isinstance(mover, int) else None)
    elif choice is not None and choice.branches:
        scene = await drawn(request, marked, board.position, choice, scenes_of(board))
    painted_board = await drawn(request, painted, board.position, scene)
    headers = {"Cache-Control": f"private, max-age={_LASTS}"}
    return web.Response(body=painted_board, content_type=f"image/{render.EXTENSION}", headers=headers)
