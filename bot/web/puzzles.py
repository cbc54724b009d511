"""Puzzles on the page: the puzzle of the day and the puzzles of each game, solved by touch."""

from dataclasses import replace

from aiohttp import web

from bot.actions import puzzles
from bot.model.people import Actor
from bot.model.puzzles import Puzzle, Trial
from bot.model.refusals import OnlyInServers
from bot.pictures import puzzle_board
from bot.texts import names
from bot.texts import pages as texts
from bot.texts import puzzles as sentences
from bot.texts.language import say
from bot.texts.markup import html
from bot.web.access import actor_seen, context_of, form_of
from bot.web.boards import LONGEST_STAGE
from bot.web.exercises import Deed, Exercise, Way, picture, show
from bot.web.pages import game_of, told
from rules.core import Move

_MOST_LISTED = 15  # solvers, as in the chat


def address(puzzle: Puzzle) -> str:
    """The address of a puzzle."""
    return f"/puzzles/{puzzle.game.key}/{puzzle.id}"


async def open_today(request: web.Request) -> web.Response:
    """Redirect to the puzzle of the day."""
    trial = await puzzles.today(context_of(request), await actor_seen(request))
    raise web.HTTPSeeOther(address(trial.puzzle))


async def open_next(request: web.Request) -> web.Response:
    """Redirect to the visitor's next puzzle of a game."""
    trial = await puzzles.next_puzzle(context_of(request), await actor_seen(request), game_of(request))
    raise web.HTTPSeeOther(address(trial.puzzle))


async def _asked(request: web.Request) -> tuple[Trial, Actor]:
    """The puzzle of an address, and the visitor. Raises `UnknownPuzzle`."""
    actor = await actor_seen(request)
    found = await puzzles.find(context_of(request), actor, game_of(request), request.match_info["puzzle"])
    return found, actor


async def show_puzzle(request: web.Request) -> web.Response:
    """Show a puzzle to solve, or its solution once it has ended."""
    trial, _actor = await _asked(request)
    if trial.attempt.ending is not None:
        return _over(request, trial, sentences.ended(trial.attempt))
    return await _task(request, trial)


async def act(request: web.Request) -> web.Response:
    """Handle an answer, or a press on Hint or Solution."""
    (trial, actor), form, context = await _asked(request), await form_of(request), context_of(request)
    match form.get("deed"):
        case "hint":
            hinted = await puzzles.hint(context, actor, trial.puzzle)
            if hinted.attempt.ending is None:
                return await _task(request, hinted, sentences.hint(trial.puzzle))
            return _over(request, hinted, sentences.ended(hinted.attempt))
        case "solution":
            return _over(request, await puzzles.show_solution(context, actor, trial.puzzle))
        case "answer":
            move = trial.puzzle.position.parse(form.get("move", ""))
        case _:
            raise web.HTTPBadRequest
    if trial.attempt.ending is not None:
        return _over(request, trial, sentences.ended(trial.attempt))
    answered = await puzzles.answer(context, actor, trial.puzzle, move)
    return _wrong(request, answered, move) if answered.attempt.ending is None else _over(request, answered)


async def _task(request: web.Request, trial: Trial, note: str = "") -> web.Response:
    chosen = "" if request.method == "POST" else request.query.get("chosen", "")[:LONGEST_STAGE]
    text = names.lines(sentences.task(trial), note)
    exercise = await Exercise.to_solve(request, address(trial.puzzle), puzzle_board(trial), text, chosen)
    acts = (Deed("hint", say("Hint")), Deed("solution", say("Solution")))
    return show(request, _title(trial), replace(exercise, acts=acts))


def _wrong(request: web.Request, trial: Trial, move: Move) -> web.Response:
    puzzle, here = trial.puzzle, address(trial.puzzle)
    text = names.lines(sentences.wrong(puzzle, move, puzzle.replies.get(move)), sentences.counted(trial))
    exercise = Exercise.solved(here, {"wrong": move}, puzzle_board(trial).after(*puzzle.answered(move)), text)
    again = Way(here, say("Try again"), is_main=True)
    return show(request, _title(trial), replace(exercise, ways=(again,), acts=(Deed("solution", say("Solution")),)))


def _over(request: web.Request, trial: Trial, note: str = "") -> web.Response:
    puzzle, here = trial.puzzle, address(trial.puzzle)
    exercise = Exercise.solved(
        here, {"over": ""}, puzzle_board(trial).after(puzzle.best), names.lines(note, sentences.over(trial))
    )
    ways = [Way(f"/puzzles/{puzzle.game.key}", say("Next puzzle"), is_main=True)]
    ways.append(Way(f"/puzzles/{puzzle.game.key}/standings", say("Table")))
    return show(request, _title(trial), replace(exercise, ways=ways))


def _title(trial: Trial) -> str:
    return f"{trial.puzzle.game.name}: {say(texts.PUZZLE_OF_DAY if trial.days_in_a_row is not None else texts.PUZZLE)}"


async def show_picture(request: web.Request) -> web.Response:
    """Send the picture of a puzzle. It reveals whether a move is right only once an answer has counted."""
    trial, _actor = await _asked(request)
    if "over" in request.query and trial.attempt.ending is not None:
        return await picture(request, puzzle_board(trial).after(trial.puzzle.best))
    if "wrong" in request.query and trial.attempt.has_counted:
        wrong = trial.puzzle.position.parse(request.query["wrong"])
        return await picture(request, puzzle_board(trial).after(*trial.puzzle.answered(wrong)))
    return await picture(request, puzzle_board(trial), request.query.get("chosen", "")[:LONGEST_STAGE])


async def show_standings(request: web.Request) -> web.Response:
    """Show the best solvers of a game's puzzles on the visitor's server."""
    actor, game = await actor_seen(request), game_of(request)
    if actor.server_id is None:
        raise OnlyInServers
    found = await puzzles.best(context_of(request), actor.server_id, game, _MOST_LISTED)
    return told(request, say(texts.PUZZLES), html(sentences.standings(game, found)))
