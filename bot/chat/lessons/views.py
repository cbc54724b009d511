"""Messages of lessons: the task with its board, praise for the right move, and the end."""

from collections.abc import Collection

import discord

from bot.chat.challenges.views import game_menu
from bot.chat.core.messages import Post, diagram_post, plain
from bot.chat.core.press import Press, button, row_of
from bot.chat.matches import picker
from bot.model.characters import MOLE
from bot.pictures import Diagram
from bot.records.lessons import Lesson, lessons_of
from bot.texts import lessons as sentences
from bot.texts import names
from bot.texts.language import say
from rules import FAMILIES
from rules.core import Game


def games() -> Post:
    """The menu of games to learn."""
    taught = [game for game in FAMILIES if lessons_of(game)]
    return Post(
        plain(say(sentences.WHICH_GAME), row_of(game_menu(taught, lambda game: Press("learn_game", detail=game.key))))
    )


def at(game: Game, number: int) -> str:
    """The detail of a lesson's buttons: its game and number, to which a chosen stage may be appended."""
    return f"{game.key}/{number}/"


async def task(
    lesson: Lesson, number: int, done: Collection[int], theme: str, chosen: str = "", note: str = ""
) -> Post:
    """A lesson to do, with the stage chosen so far; `note` says why a move was wrong."""
    game, detail = lesson.game, at(lesson.game, number)
    text = sentences.task(lesson, number, len(lessons_of(game)), is_done=number in done)
    return await picker.exercise(
        Diagram(game, lesson.position, lesson.steps, theme, names.you_to_move(lesson.position)),
        names.lines(text, note),
        chosen,
        (Press("learn_pick", detail=detail), Press("learn_play", detail=detail)),
        [
            button(say("Type a move"), Press("learn_window", detail=detail)),
            button(say("Help"), Press("learn_help", detail=detail)),
            button(say("Text"), Press("learn_text", detail=detail)),
            button(say("Back"), Press("learn_go", detail=at(game, number - 1)), disabled=not number),
            button(say("Skip"), Press("learn_go", detail=at(game, number + 1))),
        ],
        marks_first=True,
    )


async def done(lesson: Lesson, number: int, theme: str) -> Post:
    """A lesson that was just done, with a picture of the result."""
    game, steps = lesson.game, lesson.solved
    count = len(lessons_of(game))
    following = Press("learn_go", detail=at(game, number + 1))
    buttons = row_of(
        button(say("Next") if number + 1 < count else say("Finish"), following, discord.ButtonStyle.success),
        button(say("Again"), Press("learn_go", detail=at(game, number))),
    )
    diagram = Diagram(game, steps[-1].after, steps, theme, names.you_to_move(lesson.position))
    return await diagram_post(diagram, sentences.right(lesson, number, count), buttons)


def end(game: Game, finished: Collection[int]) -> Post:
    """The message after the last lesson."""
    left = len(lessons_of(game)) - len(finished)
    play = Press("learn_match", detail=game.key)
    return Post(
        plain(
            sentences.end(game, left),
            row_of(
                button(say("Play {game}", game=MOLE.name), play, discord.ButtonStyle.success),
                button(say("Rules"), Press("rules", detail=f"{game.key}/0")),
                button(say("First lesson"), Press("learn_go", detail=at(game, 0))),
            ),
        )
    )
