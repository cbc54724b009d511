"""Analysis boards without a match: the line is in the address, so nothing is stored."""

from dataclasses import replace
from typing import Final
from urllib.parse import quote

from aiohttp import web

from bot.actions import settings
from bot.actions.analysis import rolled
from bot.model.analysis import MOST_MOVES
from bot.model.history import History
from bot.model.picking import choose
from bot.screens.analysis import TRY
from bot.screens.core import Act, Screen
from bot.screens.exercises import stage_at
from bot.screens.pictures import Diagram
from bot.texts import analysis as analysis_texts
from bot.texts import names
from bot.texts.language import labelled, say
from bot.web.access import actor_seen, context_of, drawn, form_of, visitor_of
from bot.web.boards import LONGEST_STAGE
from bot.web.pages import game_of
from bot.web.screens import Form, Link, Way, show, view_of
from rules.core import CHANCE, IllegalMove, Move
from rules.record import steps_from

_BETWEEN: Final = "."
"""The separator of moves in an address, which no move contains."""


def address(history: History) -> str:
    """The address of the analysis board with a line of a game."""
    line = _BETWEEN.join(history.tokens)
    return f"/try/{history.game.key}/{quote(line)}" if line else f"/try/{history.game.key}"


async def show_board(request: web.Request) -> web.Response:
    """Show the board after the line of the address, and after a complete move chosen there."""
    history, chosen = await _asked(request), request.query.get("chosen", "")[:LONGEST_STAGE]
    choice = choose(history.position, chosen) if chosen else None
    if choice is not None and choice.final is not None and history.ply < MOST_MOVES:
        history, chosen = _after(history, choice.final), ""
    return await _shown(request, history, chosen)


async def act(request: web.Request) -> web.Response:
    """Play a move that could be continued, or roll until a player is to move."""
    history, form = await _asked(request), await form_of(request)
    if form.get("deed") == "answer" and _goes_on(history):
        history = _after(history, history.position.parse(form.get("detail", "")))
    elif form.get("deed") == "roll" and history.position.turn is CHANCE:
        while history.position.turn is CHANCE and _goes_on(history):
            history = _after(history, rolled(history.position))
    else:
        raise web.HTTPBadRequest
    raise web.HTTPSeeOther(address(history))


async def _asked(request: web.Request) -> History:
    """The line of an address. Raises HTTPUnauthorized, or HTTPNotFound if it cannot be played."""
    visitor_of(request)
    game, line = game_of(request), request.match_info.get("line", "")
    tokens = [Move(token) for token in line.split(_BETWEEN)] if line else []
    if len(tokens) > MOST_MOVES:
        raise web.HTTPNotFound
    try:
        return await drawn(request, History.of, game, game.seats.start, tokens)
    except IllegalMove as error:
        raise web.HTTPNotFound from error


def _after(history: History, move: Move) -> History:
    return history.and_then(tuple(steps_from(history.position, [move])))


def _goes_on(history: History) -> bool:
    return history.position.turn is not None and history.ply < MOST_MOVES


async def _shown(request: web.Request, history: History, chosen: str) -> web.Response:
    position, game, here = history.position, history.game, address(history)
    theme = await settings.theme_of(context_of(request), (await actor_seen(request)).server_id)
    full = "" if history.ply < MOST_MOVES else analysis_texts.full()
    parts = (
        analysis_texts.heading_alone(game),
        analysis_texts.line(history.tokens),
        analysis_texts.status_alone(position),
        full,
    )
    pick, play = Act("pick"), Act("answer")  # which only this page reads
    screen = Screen(
        text=names.lines(*parts),
        board=Diagram(game, position, history.last_turn, theme),
        stage=stage_at(position, chosen, pick, play, TRY) if _goes_on(history) else None,
    )
    ways: list[Way] = [Form(here, {"deed": "roll"}, say("Let chance decide"))] if position.turn is CHANCE else []
    if history.steps:
        # The query makes the script of the page show the board in place.
        ways.append(Link(f"{address(history.upto(history.ply - 1))}?chosen=", say("One move back")))
        ways.append(Link(f"{address(history.upto(0))}?chosen=", say("Start")))
    view = replace(await view_of(request, screen, here), ways=ways)
    return show(request, labelled(game.name, say(analysis_texts.MODAL_TITLE)), view)
