"""What puzzles look like: the position, a wrong move with its answer, and the solution."""

import discord
from discord import ui

from bot.chat.core.messages import Post, image, layout
from bot.chat.core.painting import paint_position
from bot.chat.core.press import Press, PressButton, button, row_of
from bot.chat.matches import picker
from bot.model.puzzles import Puzzle, Trial
from bot.texts import matches, names
from bot.texts import puzzles as sentences
from rules.core import Move
from rules.record import Step


def at(puzzle: Puzzle) -> str:
    """What the buttons of a puzzle carry: its game and its id; what was chosen of a move may follow."""
    return f"{puzzle.game.key}/{puzzle.id}/"


async def task(trial: Trial, chosen: str = "", note: str = "") -> Post:
    """A puzzle to solve, with what was chosen so far of a move."""
    puzzle, position, detail = trial.puzzle, trial.puzzle.position, at(trial.puzzle)
    choice = picker.choose(position, chosen)
    assert choice is not None, "a puzzle has a player to move"
    options = [branch.partial for branch in choice.branches] if choice.chosen else ()
    picture = await paint_position(position, (), trial.theme, options=options, chosen=choice.chosen)
    presses = (Press("puzzle_pick", detail=detail), Press("puzzle_play", detail=detail))
    return Post(
        layout(
            ui.TextDisplay(names.lines(sentences.task(trial), note)),
            image(matches.position_alt(puzzle.game, position, ())),
            *picker.rows(position, choice, *presses),
            row_of(
                button("Type a move", Press("puzzle_window", detail=detail)),
                button("Hint", Press("puzzle_hint", detail=detail)),
                button("Solution", Press("puzzle_solution", detail=detail)),
                button("Text", Press("puzzle_text", detail=detail)),
            ),
        ),
        picture,
    )


async def daily(puzzle: Puzzle, theme: str, yesterday: str) -> Post:
    """The puzzle of the day, for everybody in a channel; `yesterday` is a line about the one before, or empty."""
    solve = button("Solve", Press("puzzle_daily", detail=at(puzzle)), discord.ButtonStyle.success)
    text = button("Text", Press("puzzle_text", detail=at(puzzle)))
    return await _post(puzzle, (), theme, sentences.daily(puzzle), solve, text, below=yesterday)


async def wrong(trial: Trial, move: Move) -> Post:
    """A wrong move, and what the other side does then."""
    puzzle = trial.puzzle
    reply, after = puzzle.replies.get(move), puzzle.position.play(move)
    steps = [Step(puzzle.position, move, after)]
    if reply is not None:
        steps.append(Step(after, reply, after.play(reply)))
    again = button("Try again", Press("puzzle_again", detail=at(puzzle)), discord.ButtonStyle.primary)
    solution = button("Solution", Press("puzzle_solution", detail=at(puzzle)))
    text = names.lines(sentences.wrong(puzzle, move, reply), sentences.counted(trial))
    return await _post(puzzle, steps, trial.theme, text, again, solution)


async def over(trial: Trial, note: str = "") -> Post:
    """A puzzle that was solved, or whose solution is shown."""
    puzzle = trial.puzzle
    steps = [Step(puzzle.position, puzzle.best, puzzle.position.play(puzzle.best))]
    another = button("Next puzzle", Press("puzzle", detail=puzzle.game.key), discord.ButtonStyle.success)
    standings = button("Table", Press("puzzle_table", detail=puzzle.game.key))
    return await _post(puzzle, steps, trial.theme, names.lines(note, sentences.over(trial)), another, standings)


async def _post(
    puzzle: Puzzle, steps: list[Step] | tuple[()], theme: str, text: str, *buttons: PressButton, below: str = ""
) -> Post:
    """A text over the picture of a puzzle after some steps."""
    position = steps[-1].after if steps else puzzle.position
    shown = image(matches.position_alt(puzzle.game, position, steps))
    notes = [ui.TextDisplay[ui.LayoutView](below)] if below else []
    picture = await paint_position(position, steps, theme)
    return Post(layout(ui.TextDisplay(text), shown, *notes, row_of(*buttons)), picture)
