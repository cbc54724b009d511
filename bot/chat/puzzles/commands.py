"""Puzzles: one move to find, privately, and how everybody on a server stands with them."""

from typing import Final

from discord import app_commands

from bot.actions.puzzles import Trial
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.arguments import game_of
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post
from bot.chat.core.modals import modal
from bot.chat.core.press import Press
from bot.chat.core.request import Request
from bot.chat.matches import picker
from bot.chat.puzzles import views as view
from bot.model.puzzles import Puzzle
from bot.model.refusals.commands import OnlyInServers
from bot.texts import matches
from bot.texts import puzzles as sentences
from rules import GAMES
from rules.core import Move

_LONGEST_MOVE: Final = 60
_MOST_LISTED: Final = 15


@app_commands.command(name="puzzle", description="Find the one move that wins, or is clearly the best.")
@app_commands.describe(
    game="Which game; that of your last puzzle if you do not say", move="Your answer, if you like to type"
)
@app_commands.choices(
    game=[app_commands.Choice(name=game.name, value=game.key) for game in GAMES.values() if game.evaluation is not None]
)
@slash
async def puzzle(
    request: Request, game: str | None = None, move: app_commands.Range[str, 1, _LONGEST_MOVE] | None = None
) -> Answer:
    """Show a puzzle that somebody has not done yet, or judge their answer to the one that they have begun."""
    trial = await request.services.puzzling.next(request.actor, None if game is None else game_of(game))
    if move is None:
        return Show(await view.task(trial, await _theme(request)))
    return Show(await _judged(request, trial.puzzle, trial.puzzle.position.parse(move)))


async def _theme(request: Request) -> str:
    server_id = request.server_id
    return "" if server_id is None else (await request.services.settings.of_server(server_id)).theme


async def _wanted(request: Request) -> tuple[Puzzle, str]:
    """The puzzle and what was chosen of a move, as a button carries them."""
    key, _, rest = request.press.detail.partition("/")
    puzzle_id, _, chosen = rest.partition("/")
    return await request.services.puzzling.puzzle(request.actor, game_of(key), puzzle_id), chosen


async def _trial(request: Request) -> Trial:
    asked, _chosen = await _wanted(request)
    return await request.services.puzzling.find(request.actor, asked)


async def _judged(request: Request, asked: Puzzle, move: Move) -> Post:
    """What there is to see after an answer: the solution, what the other side does, or that nothing counts any more."""
    puzzling, theme = request.services.puzzling, await _theme(request)
    before = await puzzling.find(request.actor, asked)
    if before.attempt.ending is not None:
        return await view.over(before, theme, sentences.ended(before.attempt))
    trial = await puzzling.answer(request.actor, asked, move)
    if trial.attempt.ending is not None:
        return await view.over(trial, theme)
    return await view.wrong(trial, move, theme)


async def _task(request: Request, chosen: str = "", note: str = "") -> Answer:
    """A puzzle, or how it has ended."""
    trial, theme = await _trial(request), await _theme(request)
    if trial.attempt.ending is not None:
        return Change(await view.over(trial, theme))
    return Change(await view.task(trial, theme, chosen, note))


@on_press("puzzle", in_place=True)
async def open_next(request: Request) -> Answer:
    """Next puzzle."""
    trial = await request.services.puzzling.next(request.actor, game_of(request.press.detail))
    return Change(await view.task(trial, await _theme(request)))


@on_press("puzzle_daily")
async def solve_daily(request: Request) -> Answer:
    """Solve, under the puzzle of the day: the same for somebody alone, or how it has ended for them."""
    trial, theme = await _trial(request), await _theme(request)
    if trial.attempt.ending is not None:
        return Show(await view.over(trial, theme, sentences.ended(trial.attempt)))
    return Show(await view.task(trial, theme))


@on_press("puzzle_again", in_place=True)
async def try_again(request: Request) -> Answer:
    """Try again, after a wrong move."""
    return await _task(request)


@on_press("puzzle_pick", in_place=True, takes_value=True)
async def pick(request: Request) -> Answer:
    """A choice from the menus of moves; a whole move is the answer."""
    return await _picked(request, request.value)


@on_press("puzzle_choose", in_place=True)
async def choose_again(request: Request) -> Answer:
    """Choose again, under what was chosen of a move."""
    return await _picked(request, (await _wanted(request))[1])


async def _picked(request: Request, chosen: str) -> Answer:
    asked, _chosen = await _wanted(request)
    choice = picker.choose(asked.position, chosen)
    if choice is not None and choice.move is not None and not choice.branches:
        return Change(await _judged(request, asked, choice.move))
    return await _task(request, "" if choice is None else choice.chosen)


@on_press("puzzle_play", in_place=True)
async def play(request: Request) -> Answer:
    """Play, where the chosen move could be gone on with."""
    asked, chosen = await _wanted(request)
    return Change(await _judged(request, asked, asked.position.parse(chosen)))


@on_press("puzzle_window", opens_modal=True)
async def ask_move(request: Request) -> Answer:
    """Type a move: a modal for it."""
    asked, _chosen = await _wanted(request)
    typed = Press("puzzle_typed", detail=view.at(asked))
    return Ask(modal(sentences.modal_title(asked), typed, sentences.modal_label(), "", _LONGEST_MOVE))


@on_press("puzzle_typed", in_place=True, takes_value=True)
async def play_typed(request: Request) -> Answer:
    """A move that was typed in that modal."""
    asked, _chosen = await _wanted(request)
    return Change(await _judged(request, asked, asked.position.parse(request.value)))


@on_press("puzzle_hint", in_place=True)
async def hint(request: Request) -> Answer:
    """Hint: how the move begins."""
    asked, _chosen = await _wanted(request)
    await request.services.puzzling.hint(request.actor, asked)
    return await _task(request, note=sentences.hint(asked))


@on_press("puzzle_solution", in_place=True)
async def solution(request: Request) -> Answer:
    """Solution."""
    asked, _chosen = await _wanted(request)
    return Change(await view.over(await request.services.puzzling.show(request.actor, asked), await _theme(request)))


@on_press("puzzle_text")
async def text(request: Request) -> Answer:
    """Text: the position without a picture."""
    asked, _chosen = await _wanted(request)
    return Say(matches.text_position(asked.game, asked.position))


@on_press("puzzle_table")
async def table(request: Request) -> Answer:
    """Table: who stands best with the puzzles of the game on this server."""
    if request.server_id is None:
        raise OnlyInServers
    game = game_of(request.press.detail)
    return Say(sentences.table(game, await request.services.puzzling.best(request.server_id, game, _MOST_LISTED)))
