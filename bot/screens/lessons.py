"""Lessons: small positions with one task each, then a match with the gentlest character."""

from collections.abc import Sequence
from typing import Final

from bot.actions import people, settings
from bot.model.refusals import NoLessons
from bot.records.lessons import Lesson, lessons_of
from bot.screens.core import Act, Action, Asked, Screen, Weight, game_of, on, page_number
from bot.screens.exercises import Exercise, stage_at
from bot.screens.pictures import lesson_board
from bot.texts import lessons as lesson_texts
from bot.texts import matches as match_texts
from bot.texts import names
from bot.texts.language import labelled, say
from players.characters import MOLE
from rules.core import Game, Move, Position


def taught(key: str) -> Game:
    """The game with a key, or the game that it varies. Raises `NoLessons`."""
    game = game_of(game_of(key).family)
    if not lessons_of(game):
        raise NoLessons(game)
    return game


async def resumed(asked: Asked, game: Game) -> Screen:
    """The first lesson that the person has not done, or the end."""
    done = await people.lessons_done(asked.context, asked.person, game.key)
    count = len(lessons_of(game))
    return await at_number(asked, game, next((number for number in range(count) if number not in done), count))


async def at_number(asked: Asked, game: Game, number: int, chosen: str = "", note: str = "") -> Screen:
    """A lesson with the stage chosen so far, or the end after the last lesson; `note` says why a move was wrong."""
    done = await people.lessons_done(asked.context, asked.person, game.key)
    count = len(lessons_of(game))
    if number == count:
        return _end(game, count - len(done))
    lesson, about = lessons_of(game)[number], _detail(game, number)
    pick, play = Act("learn_pick", detail=about), Act("learn_play", detail=about)
    text = lesson_texts.task(lesson, number, count, is_done=number in done, is_alone=asked.is_alone)
    return Screen(
        title=_title(lesson),
        text=names.lines(text, note),
        here=None if note else Act("learn_go", detail=about),
        board=lesson_board(lesson, await settings.theme_of(asked.context, asked.actor.server_id)),
        stage=stage_at(lesson.position, chosen, pick, play, marks_first=True),
        actions=(
            Action(say("Type a move"), Act("learn_window", detail=about)),
            Action(say("Help"), Act("learn_help", detail=about)),
            Action(say("Text"), Act("learn_text", detail=about)),
            Action(say("Back"), Act("learn_go", detail=_detail(game, number - 1)), is_possible=number > 0),
            Action(say("Skip"), Act("learn_go", detail=_detail(game, number + 1))),
        ),
    )


@on("learn_game", at="/lessons/{game}")
async def choose_game(asked: Asked) -> Screen:
    """Handle the choice of a game to learn."""
    return await resumed(asked, taught(asked.act.detail))


@on("learn_go", at="/lessons/{game}/{number+1}")
async def go(asked: Asked) -> Screen:
    """Handle Next, Back, Skip and Again."""
    return await at_number(asked, *_wanted(asked))


def _wanted(asked: Asked) -> tuple[Game, int, str]:
    """The game, the number of the lesson and the chosen stage of an act."""
    key, _, rest = asked.act.detail.partition("/")
    number, _, chosen = rest.partition("/")
    game = taught(key)
    return game, min(page_number(number), len(lessons_of(game))), asked.act.value or chosen


@on("learn_help")
async def ask_help(asked: Asked) -> Screen:
    """Handle Help."""
    (lesson, number), _chosen = await _lesson_and_stage(asked)
    return await at_number(asked, lesson.game, number, note=lesson_texts.help_line(lesson))


_Numbered = tuple[Lesson, int]


async def _lesson_and_stage(asked: Asked) -> tuple[_Numbered, str]:
    """The lesson of an act with its number, and the chosen stage; the last lesson if the number no longer exists."""
    game, number, chosen = _wanted(asked)
    number = min(number, len(lessons_of(game)) - 1)
    return (lessons_of(game)[number], number), chosen


async def _shown(asked: Asked, numbered: _Numbered, chosen: str) -> Screen:
    lesson, number = numbered
    return await at_number(asked, lesson.game, number, chosen)


async def _judged(asked: Asked, numbered: _Numbered, moves: Sequence[Move]) -> Screen:
    """Praise for the right move, with the lesson noted as done, or help for any other move."""
    (lesson, number), (move,) = numbered, moves
    game, count = lesson.game, len(lessons_of(lesson.game))
    if not lesson.is_met_by(move):
        return await at_number(asked, game, number, note=lesson_texts.wrong(lesson, lesson.position, move))
    await people.finish_lesson(asked.context, asked.person, game.key, number)
    before = lesson_board(lesson, await settings.theme_of(asked.context, asked.actor.server_id))
    onward = say("Next") if number + 1 < count else say("Finish")
    return Screen(
        title=_title(lesson),
        text=lesson_texts.right(lesson, number, count),
        board=before.after(*lesson.solution),
        actions=(
            Action(onward, Act("learn_go", detail=_detail(game, number + 1)), Weight.ONWARD),
            Action(say("Again"), Act("learn_go", detail=_detail(game, number))),
        ),
    )


def _end(game: Game, left: int) -> Screen:
    """The screen after the last lesson; `left` is the number of lessons not done."""
    return Screen(
        title=game.name,
        text=lesson_texts.end(game, left),
        here=Act("learn_go", detail=_detail(game, len(lessons_of(game)))),
        actions=(
            Action(say("Play {character}", character=MOLE.name), Act("learn_match", detail=game.key), Weight.ONWARD),
            Action(say("Rules"), Act("rules", detail=f"{game.key}/0")),
            Action(say("First lesson"), Act("learn_go", detail=_detail(game, 0))),
        ),
    )


def _detail(game: Game, number: int) -> str:
    """The detail of a lesson's acts: its game and number, to which a chosen stage may be appended."""
    return f"{game.key}/{number}/"


def _title(lesson: Lesson) -> str:
    return labelled(lesson.game.name, say(lesson.title))


def _position(numbered: _Numbered) -> Position:
    return numbered[0].position


def _words(_asked: Asked, numbered: _Numbered) -> str:
    return match_texts.text_position(numbered[0].game, numbered[0].position)


def _window(numbered: _Numbered) -> tuple[Act, str]:
    lesson, number = numbered
    return Act("learn_play", detail=_detail(lesson.game, number)), lesson_texts.modal_title(lesson)


LESSON: Final = Exercise("learn", _lesson_and_stage, _position, _words, _shown, _judged, _window)
