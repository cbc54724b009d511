"""Messages of puzzles: the position, a wrong move with its reply, and the solution."""

from datetime import datetime

import discord
from discord import ui

from bot.chat.core.messages import Post, diagram_post, plain
from bot.chat.core.press import Press, button, row_of
from bot.chat.matches import picker
from bot.model.people import Person
from bot.model.puzzles import Puzzle, Trial
from bot.pictures import Diagram
from bot.texts import names
from bot.texts import puzzles as sentences
from bot.texts.language import say
from rules.core import Move
from rules.record import Step


def at(puzzle: Puzzle) -> str:
    """The detail of a puzzle's buttons: its game and id, to which a chosen stage may be appended."""
    return f"{puzzle.game.key}/{puzzle.id}/"


async def task(trial: Trial, chosen: str = "", note: str = "") -> Post:
    """A puzzle to solve, with the stage chosen so far."""
    puzzle, detail = trial.puzzle, at(trial.puzzle)
    return await picker.exercise(
        Diagram(puzzle.game, puzzle.position, (), trial.theme, names.you_to_move(puzzle.position)),
        names.lines(sentences.task(trial), note),
        chosen,
        (Press("puzzle_pick", detail=detail), Press("puzzle_play", detail=detail)),
        [
            button(say("Type a move"), Press("puzzle_window", detail=detail)),
            button(say("Hint"), Press("puzzle_hint", detail=detail)),
            button(say("Solution"), Press("puzzle_solution", detail=detail)),
            button(say("Text"), Press("puzzle_text", detail=detail)),
        ],
    )


async def daily(puzzle: Puzzle, theme: str, yesterday: str) -> Post:
    """The puzzle of the day, for a channel; `yesterday` is a line about the previous one, or empty."""
    solve = button(say("Solve"), Press("puzzle_daily", detail=at(puzzle)), discord.ButtonStyle.success)
    text = button(say("Text"), Press("puzzle_text", detail=at(puzzle)))
    below = [ui.TextDisplay[ui.LayoutView](yesterday)] if yesterday else []
    diagram = Diagram(puzzle.game, puzzle.position, (), theme)
    return await diagram_post(diagram, sentences.daily(puzzle), *below, row_of(solve, text))


async def wrong(trial: Trial, move: Move) -> Post:
    """A wrong move, and the other side's reply."""
    puzzle = trial.puzzle
    reply, after = puzzle.replies.get(move), puzzle.position.play(move)
    steps = [Step(puzzle.position, move, after)]
    if reply is not None:
        steps.append(Step(after, reply, after.play(reply)))
    again = button(say("Try again"), Press("puzzle_again", detail=at(puzzle)), discord.ButtonStyle.primary)
    solution = button(say("Solution"), Press("puzzle_solution", detail=at(puzzle)))
    text = names.lines(sentences.wrong(puzzle, move, reply), sentences.counted(trial))
    diagram = Diagram(puzzle.game, steps[-1].after, steps, trial.theme, names.you_to_move(puzzle.position))
    return await diagram_post(diagram, text, row_of(again, solution))


async def over(trial: Trial, note: str = "", *, may_post: bool = False) -> Post:
    """A puzzle that was solved, or whose solution is shown; `may_post` adds a button to post the day's result."""
    puzzle = trial.puzzle
    steps = [Step(puzzle.position, puzzle.best, puzzle.position.play(puzzle.best))]
    another = button(say("Next puzzle"), Press("puzzle", detail=puzzle.game.key), discord.ButtonStyle.success)
    standings = button(say("Table"), Press("puzzle_table", detail=puzzle.game.key))
    diagram = Diagram(puzzle.game, steps[-1].after, steps, trial.theme, names.you_to_move(puzzle.position))
    buttons = [another, standings]
    if may_post and sentences.in_a_row(trial):
        buttons.insert(
            0, button(say("Post my result"), Press("puzzle_post", detail=at(puzzle)), discord.ButtonStyle.primary)
        )
    return await diagram_post(diagram, names.lines(note, sentences.over(trial)), row_of(*buttons))


def result(trial: Trial, person: Person, day: datetime) -> Post:
    """A person's result of the puzzle of the day, for a channel."""
    solve = button(say("Solve it too"), Press("puzzle_daily", detail=at(trial.puzzle)))
    return Post(plain(sentences.result(trial, person, day), row_of(solve)))
