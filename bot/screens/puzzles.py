"""Puzzles: positions in which the one move that wins, or is clearly the best, has to be found."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.actions import puzzles
from bot.model.puzzles import Puzzle, Trial
from bot.model.refusals import OnlyInServers
from bot.screens.core import Act, Action, Asked, Line, Screen, Weight, game_of, on
from bot.screens.exercises import Exercise, stage_at
from bot.screens.pictures import puzzle_board
from bot.texts import matches as match_texts
from bot.texts import names
from bot.texts import pages as page_texts
from bot.texts import puzzles as puzzle_texts
from bot.texts.language import labelled, say
from rules.core import Game, Move, Position

_MOST_LISTED: Final = 15  # solvers, each a line


def detail(puzzle: Puzzle) -> str:
    """The detail of a puzzle's acts: its game and id, to which a chosen stage may be appended."""
    return f"{puzzle.game.key}/{puzzle.id}/"


async def trial_and_stage(asked: Asked) -> tuple[Trial, str]:
    """The puzzle of an act, and the chosen stage. Raises `UnknownPuzzle`."""
    key, _, rest = asked.act.detail.partition("/")
    puzzle_id, _, chosen = rest.partition("/")
    return await puzzles.find(asked.context, asked.actor, game_of(key), puzzle_id), asked.act.value or chosen


@on("puzzle", at="/puzzles/{game}")
async def open_next(asked: Asked) -> Screen:
    """Handle Next puzzle."""
    return task(asked, await puzzles.next_puzzle(asked.context, asked.actor, game_of(asked.act.detail)))


@on("puzzle_today", beside=True, at="/puzzles")
async def solve_today(asked: Asked) -> Screen:
    """Handle Puzzle, in the greeting: the puzzle of the day, or its solution once it has ended."""
    return _opened(asked, await puzzles.today(asked.context, asked.actor))


@on("puzzle_daily", beside=True, at="/puzzles/{game}/{puzzle}")
async def solve_daily(asked: Asked) -> Screen:
    """Handle Solve, under the puzzle of the day: the same puzzle in private, or its solution once it has ended."""
    return _opened(asked, *await trial_and_stage(asked))


@on("puzzle_again")
async def try_again(asked: Asked) -> Screen:
    """Handle Try again, after a wrong move."""
    trial, _chosen = await trial_and_stage(asked)
    return _opened(asked, trial)


def _opened(asked: Asked, trial: Trial, chosen: str = "") -> Screen:
    if trial.attempt.ending is not None:
        shown = over(asked, trial, puzzle_texts.ended(trial.attempt))
        return replace(shown, here=Act("puzzle_daily", detail=detail(trial.puzzle)))
    return task(asked, trial, chosen)


@on("puzzle_hint")
async def hint(asked: Asked) -> Screen:
    """Handle Hint: show how the move begins."""
    trial, _chosen = await trial_and_stage(asked)
    hinted = await puzzles.hint(asked.context, asked.actor, trial.puzzle)
    if hinted.attempt.ending is not None:
        return over(asked, hinted, puzzle_texts.ended(hinted.attempt))
    return task(asked, hinted, note=puzzle_texts.hint(trial.puzzle))


@on("puzzle_solution")
async def solution(asked: Asked) -> Screen:
    """Handle Solution."""
    trial, _chosen = await trial_and_stage(asked)
    return over(asked, await puzzles.show_solution(asked.context, asked.actor, trial.puzzle))


@on("puzzle_table", beside=True, at="/puzzles/{game}/standings")
async def standings(asked: Asked) -> Screen:
    """Handle Table: show the best solvers of the game's puzzles on this server."""
    if asked.actor.server_id is None:
        raise OnlyInServers
    game = game_of(asked.act.detail)
    best = await puzzles.best(asked.context, asked.actor.server_id, game, _MOST_LISTED)
    return Screen(title=say(page_texts.PUZZLES), text=puzzle_texts.standings(game, best), here=asked.act)


async def _shown(asked: Asked, trial: Trial, chosen: str) -> Screen:
    return _opened(asked, trial, chosen)


def task(asked: Asked, trial: Trial, chosen: str = "", note: str = "") -> Screen:
    """A puzzle to solve, with the stage chosen so far."""
    puzzle, about = trial.puzzle, detail(trial.puzzle)
    pick, play = Act("puzzle_pick", detail=about), Act("puzzle_play", detail=about)
    return Screen(
        title=_title(trial),
        text=names.lines(puzzle_texts.task(trial, is_alone=asked.is_alone), note),
        here=None if note else Act("puzzle_daily", detail=about),
        board=puzzle_board(trial),
        stage=stage_at(puzzle.position, chosen, pick, play),
        more=partial(_standing, asked, puzzle.game),
        actions=(
            Action(say("Type a move"), Act("puzzle_window", detail=about)),
            Action(say("Hint"), Act("puzzle_hint", detail=about)),
            Action(say("Solution"), Act("puzzle_solution", detail=about)),
            Action(say("Text"), Act("puzzle_text", detail=about)),
        ),
    )


async def _judged(asked: Asked, trial: Trial, moves: Sequence[Move]) -> Screen:
    """The response to an answer: the solution, the other side's reply, or a note that nothing counts any more."""
    (move,) = moves
    answered = await puzzles.answer(asked.context, asked.actor, trial.puzzle, move)
    if answered.attempt.ending is not None:
        note = "" if trial.attempt.ending is None else puzzle_texts.ended(trial.attempt)
        return over(asked, answered, note)
    puzzle, about = trial.puzzle, detail(trial.puzzle)
    text = puzzle_texts.wrong(puzzle, move, puzzle.replies.get(move))
    return Screen(
        title=_title(answered),
        text=names.lines(text, puzzle_texts.counted(answered)),
        board=puzzle_board(answered).after(*puzzle.answered(move)),
        actions=(
            Action(say("Try again"), Act("puzzle_again", detail=about), Weight.MAIN),
            Action(say("Solution"), Act("puzzle_solution", detail=about)),
        ),
    )


def over(asked: Asked, trial: Trial, note: str = "", *, may_post: bool = True) -> Screen:
    """A puzzle that was solved, or whose solution is shown; `may_post` adds a button to post the day's result."""
    puzzle = trial.puzzle
    actions = [
        Action(say("Next puzzle"), Act("puzzle", detail=puzzle.game.key), Weight.ONWARD),
        Action(say("Table"), Act("puzzle_table", detail=puzzle.game.key)),
    ]
    if may_post and asked.actor.server_id is not None and puzzle_texts.in_a_row(trial):
        actions.insert(0, Action(say("Post my result"), Act("puzzle_post", detail=detail(puzzle)), Weight.MAIN))
    return Screen(
        title=_title(trial),
        text=names.lines(note, puzzle_texts.over(trial)),
        board=puzzle_board(trial).after(puzzle.best),
        more=partial(_standing, asked, puzzle.game),
        actions=actions,
    )


async def _standing(asked: Asked, game: Game) -> Sequence[Line]:
    """The person's puzzle rating, once they have tried a puzzle."""
    standing = await puzzles.standing(asked.context, asked.actor, game)
    return [Line(puzzle_texts.standing(standing))] if standing.tried else []


def _title(trial: Trial) -> str:
    kind = say(page_texts.PUZZLE_OF_DAY if trial.days_in_a_row is not None else page_texts.PUZZLE)
    return labelled(trial.puzzle.game.name, kind)


def _position(trial: Trial) -> Position:
    return trial.puzzle.position


def _words(_asked: Asked, trial: Trial) -> str:
    return match_texts.text_position(trial.puzzle.game, trial.puzzle.position)


def _window(trial: Trial) -> tuple[Act, str]:
    return Act("puzzle_play", detail=detail(trial.puzzle)), puzzle_texts.modal_title(trial.puzzle)


PUZZLE: Final = Exercise("puzzle", trial_and_stage, _position, _words, _shown, _judged, _window)
