"""What puzzles look like: the position, a wrong move with its answer, and the solution."""

from typing import Final

import discord
from discord import ui

from bot.actions.puzzles import Trial
from bot.chat.core.messages import Post, image, layout
from bot.chat.core.painting import paint_position
from bot.chat.core.press import Press, PressButton, button, row_of
from bot.chat.matches import picker
from bot.model.puzzles import Puzzle
from bot.texts import matches, names
from bot.texts import puzzles as sentences
from rules.core import Move
from rules.record import Step

_TABLE: Final = "Table"


def at(puzzle: Puzzle, chosen: str = "") -> str:
    """What buttons of a puzzle carry: its game and id, and what was chosen of a move."""
    return f"{puzzle.game.key}/{puzzle.id}/{chosen}"


async def task(trial: Trial, theme: str, chosen: str = "", note: str = "") -> Post:
    """A puzzle to be solved, with what was chosen so far of a move."""
    puzzle = trial.puzzle
    position = puzzle.position
    choice = picker.choose(position, chosen)
    assert choice is not None, "somebody is to move in a puzzle"
    options = [branch.partial for branch in choice.branches] if choice.chosen else ()
    picture = await paint_position(position, (), theme, options=options, chosen=choice.chosen)
    items: list[ui.Item[ui.LayoutView]] = [
        ui.TextDisplay(names.lines(sentences.task(trial), note)),
        image(matches.position_alt(puzzle.game, position, ())),
        *picker.menus(position, choice, Press("puzzle_pick", detail=at(puzzle))),
    ]
    buttons: list[PressButton] = []
    if choice.move is not None:
        play = Press("puzzle_play", detail=at(puzzle, choice.move))
        buttons.append(button(f"Play {choice.move}", play, discord.ButtonStyle.success))
    if choice.back is not None:
        buttons.append(button("Choose again", Press("puzzle_choose", detail=at(puzzle, choice.back))))
    if buttons:
        items.append(row_of(*buttons))
    buttons_row = [
        button("Type a move", Press("puzzle_window", detail=at(puzzle))),
        button("Hint", Press("puzzle_hint", detail=at(puzzle))),
        button("Solution", Press("puzzle_solution", detail=at(puzzle))),
        button("Text", Press("puzzle_text", detail=at(puzzle))),
    ]
    return Post(layout(*items, row_of(*buttons_row)), picture)


async def daily(puzzle: Puzzle, theme: str, yesterday: str) -> Post:
    """The puzzle of the day, for everybody in a channel; `yesterday` is what there is to say of the one before."""
    picture = await paint_position(puzzle.position, (), theme)
    solve = Press("puzzle_daily", detail=at(puzzle))
    buttons = row_of(
        button("Solve", solve, discord.ButtonStyle.success), button("Text", Press("puzzle_text", detail=at(puzzle)))
    )
    picture_item = image(matches.position_alt(puzzle.game, puzzle.position, ()))
    notes = [ui.TextDisplay[ui.LayoutView](yesterday)] if yesterday else []
    return Post(layout(ui.TextDisplay(sentences.daily(puzzle)), picture_item, *notes, buttons), picture)


async def wrong(trial: Trial, move: Move, theme: str) -> Post:
    """A wrong move, and what the other side does then."""
    puzzle = trial.puzzle
    reply = puzzle.replies.get(move)
    after = puzzle.position.play(move)
    steps = [Step(puzzle.position, move, after)]
    if reply is not None:
        steps.append(Step(after, reply, after.play(reply)))
    picture = await paint_position(steps[-1].after, steps, theme)
    text = names.lines(sentences.wrong(puzzle, move, reply), sentences.counted(trial))
    buttons = row_of(
        button("Try again", Press("puzzle_again", detail=at(puzzle)), discord.ButtonStyle.primary),
        button("Solution", Press("puzzle_solution", detail=at(puzzle))),
    )
    picture_item = image(matches.position_alt(puzzle.game, steps[-1].after, steps))
    return Post(layout(ui.TextDisplay(text), picture_item, buttons), picture)


async def over(trial: Trial, theme: str, note: str = "") -> Post:
    """A puzzle that was solved, or whose solution is shown."""
    puzzle = trial.puzzle
    steps = [Step(puzzle.position, puzzle.best, puzzle.position.play(puzzle.best))]
    picture = await paint_position(steps[-1].after, steps, theme)
    buttons = row_of(
        button("Next puzzle", Press("puzzle", detail=puzzle.game.key), discord.ButtonStyle.success),
        button(_TABLE, Press("puzzle_table", detail=puzzle.game.key)),
    )
    picture_item = image(matches.position_alt(puzzle.game, steps[-1].after, steps))
    return Post(layout(ui.TextDisplay(names.lines(note, sentences.over(trial))), picture_item, buttons), picture)
