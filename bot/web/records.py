"""Replays of record files on the page. As in chat nothing is stored: the file travels with each step."""

import re
from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web

import render
from bot.actions import settings
from bot.actions.replays import Studies
from bot.model.askers import Cost
from bot.model.refusals import Refusal
from bot.model.refusals.replays import NotRecord
from bot.model.replays import Replay
from bot.records.parsing import LARGEST
from bot.records.record import RecordError
from bot.screens.pictures import Diagram
from bot.texts import errors, replays
from bot.texts import matches as match_texts
from bot.texts.language import say
from bot.web.access import UPLOAD, actor_seen, apart, context_of, form_of, spend, visitor_of
from bot.web.commands import html
from bot.web.pages import number, shown
from bot.web.screens import board_at
from bot.web.strips import of_board

STUDIES: Final = web.AppKey("studies", Studies)
"""Reads the record files."""

_PASTED: Final = "record.txt"
"""What a refusal calls a record that was pasted, or travels with a step."""

_BLANK_LINES: Final = re.compile(r"\n[ \t\n]*\n")


async def ask(request: web.Request) -> web.Response:
    """Show the form for a record. Raises HTTPUnauthorized."""
    visitor_of(request)
    return _asking(request)


def _asking(request: web.Request, text: str = "", note: str = "") -> web.Response:
    values: dict[str, Any] = {
        "title": say(replays.RECORDS),
        "told": say(replays.OPEN_RECORD),
        "text": text,
        "note": note,
        "html": html,
    }
    return shown(request, "records.html", status=HTTPStatus.CONFLICT if note else HTTPStatus.OK, most=LARGEST, **values)


async def show(request: web.Request) -> web.Response:
    """Show a record after some of its steps; the form for records says why if it cannot be read.

    Raises HTTPUnauthorized.
    """
    visitor_of(request)
    form = await form_of(request)
    try:
        whole = await _studied(request, form)
    except Refusal as refusal:
        return _asking(request, form.get("record", ""), errors.reason(refusal))
    then = whole.at(number(form, "ply", number(form, "step")))
    board = replace(Diagram.of(then), is_bare=True)
    values: dict[str, Any] = {
        "whole": whole,
        "record": _text(whole),
        "ply": then.last,
        "heading": replays.replay_heading(then),
        "step": replays.replay_step(then, whole.last),
        "status_line": replays.replay_status(whole if then.last == whole.last else then),
        "picture": board_at(request, board, None),
        "size": render.picture_size(board.position, board.scene),
        "alt": match_texts.alt_text(then),
        "position": board.position,
        "players": of_board(board),
        "html": html,
    }
    return shown(request, "record.html", title=say(replays.RECORDS), **values)


async def _studied(request: web.Request, form: Mapping[str, str]) -> Replay:
    """The record that was sent, as a file or as text. Raises `NotRecord` or `ReadingAnother`."""
    upload = request.get(UPLOAD)
    if upload is not None and upload.name:
        name, data = upload.name, upload.file
    else:
        name, data = _PASTED, form.get("record", "").replace("\r\n", "\n").encode()
    visitor = visitor_of(request)
    spend(request, Cost.DRAWING)
    theme = await settings.theme_of(context_of(request), (await actor_seen(request)).server_id)
    try:
        async with apart(request):
            return await request.app[STUDIES].study(data, theme, visitor.person.id, visitor.asker)
    except RecordError as error:
        raise NotRecord(name, error.reason) from error


def _text(replay: Replay) -> str:
    """The record as it travels with a step: browsers send every end of a line as two bytes, so it has few blank lines."""
    return "" if replay.file is None else _BLANK_LINES.sub("\n\n", replay.file.data.decode().replace("\r", " "))
