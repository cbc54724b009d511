"""What lessons look like: the task with its board, praise with what has happened, and the end."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import discord
from discord import ui

from bot.chat.core.messages import Post, image, layout, plain
from bot.chat.core.painting import paint_position
from bot.chat.core.press import Press, PressButton, button, row_of
from bot.chat.matches import picker
from bot.records.lessons import Lesson, lessons_of
from bot.texts import lessons as sentences
from bot.texts import matches, names
from rules import GAMES
from rules.core import Game

_FIRST: Final = "First lesson"


def at(game: Game, number: int, chosen: str = "") -> str:
    """What buttons of a lesson carry: its game and number, and what was chosen there of a move."""
    return f"{game.key}/{number}/{chosen}"


def pointer(game: Game, command_ids: Mapping[str, int]) -> Post | None:
    """To somebody who plays their first match, where the game can be learned; None if there are no lessons of it."""
    taught = GAMES.get(game.family)
    if taught is None or not lessons_of(taught):
        return None
    learn = button(sentences.learn_label(taught), Press("learn", detail=taught.key))
    return Post(plain(sentences.pointer(taught, command_ids), row_of(learn)))


async def task(
    lesson: Lesson, number: int, done: Collection[int], theme: str, chosen: str = "", note: str = ""
) -> Post:
    """A lesson to be done, with what was chosen so far, and what there is to say of a move that was not the right one."""
    game, position = lesson.game, lesson.position
    choice = picker.choose(position, chosen)
    assert choice is not None, "a lesson begins where somebody is to move"
    options = [branch.partial for branch in choice.branches]
    picture = await paint_position(position, lesson.steps, theme, options=options, chosen=choice.chosen)
    text = sentences.task(lesson, number, len(lessons_of(game)), is_done=number in done)
    items: list[ui.Item[ui.LayoutView]] = [
        ui.TextDisplay(names.lines(text, note)),
        image(matches.position_alt(game, position, lesson.steps)),
        *picker.menus(position, choice, Press("learn_pick", detail=at(game, number))),
    ]
    buttons: list[PressButton] = []
    if choice.move is not None:
        play = Press("learn_play", detail=at(game, number, choice.move))
        buttons.append(button(f"Play {choice.move}", play, discord.ButtonStyle.success))
    if choice.back is not None:
        buttons.append(button("Choose again", Press("learn_choose", detail=at(game, number, choice.back))))
    if buttons:
        items.append(row_of(*buttons))
    return Post(layout(*items, *_navigation(game, number)), picture)


def _navigation(game: Game, number: int) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    return [
        row_of(
            button("Type a move", Press("learn_window", detail=at(game, number))),
            button("Help", Press("learn_help", detail=at(game, number))),
            button("Text", Press("learn_text", detail=at(game, number))),
            button("Back", Press("learn_go", detail=at(game, number - 1)), disabled=not number),
            button("Skip", Press("learn_go", detail=at(game, number + 1))),
        )
    ]


async def done(lesson: Lesson, number: int, theme: str) -> Post:
    """A lesson that was just done, with the picture of what has happened."""
    game, steps = lesson.game, lesson.solved
    picture = await paint_position(steps[-1].after, steps, theme)
    count = len(lessons_of(game))
    following = "Next" if number + 1 < count else "Finish"
    return Post(
        layout(
            ui.TextDisplay(sentences.right(lesson, number, count)),
            image(matches.position_alt(game, steps[-1].after, steps)),
            row_of(
                button(following, Press("learn_go", detail=at(game, number + 1)), discord.ButtonStyle.success),
                button("Again", Press("learn_go", detail=at(game, number))),
            ),
        ),
        picture,
    )


def end(game: Game, finished: Collection[int]) -> Post:
    """What comes after the last lesson."""
    left = len(lessons_of(game)) - len(finished)
    play = Press("learn_match", detail=game.key)
    return Post(
        plain(
            sentences.end(game, left),
            row_of(
                button(sentences.play_label(), play, discord.ButtonStyle.success),
                button("Rules", Press("rules", detail=f"{game.key}/0")),
                button(_FIRST, Press("learn_go", detail=at(game, 0))),
            ),
        )
    )
