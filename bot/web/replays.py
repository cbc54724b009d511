"""Replays of matches on the page."""

from dataclasses import replace
from typing import Final

from aiohttp import web

import render
from bot.model.replays import Replay
from bot.screens.pictures import Diagram
from bot.texts import boards as board_texts
from bot.texts import matches as match_texts
from bot.texts import replays
from bot.web.asking import match_of
from bot.web.boards import lines_of
from bot.web.commands import html
from bot.web.matches import shown, sides_seen
from bot.web.pages import asked_at, number
from bot.web.sharing import as_anyone_sees, preview_of
from bot.web.strips import of_board

_MOST_AFTER: Final = 7
"""How many moves after the position shown a replay lists."""


async def replay(request: web.Request) -> web.Response:
    """Show a match after some of its steps."""
    match, visitor = await match_of(request)
    whole, ply = Replay.of(match), number(request.query, "ply", match.ply)
    then = whole.at(min(ply, whole.last))
    board, alt = f"/matches/{match.id}/picture?ply={then.last}", match_texts.alt_text(then)
    versus, status_line = board_texts.versus(then), replays.replay_status(then)
    viewpoint = sides_seen(request, match, None if visitor is None else visitor.actor)[1]
    shown_board, preview = replace(Diagram.of(then, viewpoint), is_bare=True), None
    if visitor is None:
        size = render.size(await as_anyone_sees(request, match, then.last))
        preview = preview_of(request, board, size, alt, versus, status_line)
    values = {
        "preview": preview,
        "match": match,
        "html": html,
        "can_share": visitor is not None and whole.result is not None,
        "ply": then.last,
        "last": whole.last,
        "versus": versus,
        "step": replays.replay_step(then, whole.last),
        "status_line": status_line,
        "picture": f"{board}&bare=",
        "size": render.picture_size(shown_board.position, shown_board.scene),
        "players": of_board(shown_board, match.seated),
        "motion": asked_at(f"/matches/{match.id}/motion", ply=then.last, view="" if viewpoint is None else viewpoint),
        "alt": alt,
        "lines": lines_of(whole, min(then.last + _MOST_AFTER, whole.last)),
    }
    return shown(request, "replay.html", match, values)
