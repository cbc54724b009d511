"""Texts of lessons for beginners."""

from collections.abc import Mapping
from typing import Final

from bot.model.characters import MOLE
from bot.model.refusals import NoLessons
from bot.records.lessons import Lesson
from bot.texts.moves import move_in_words
from bot.texts.names import clickable, lines
from bot.texts.sentence import sentence
from rules.core import Game, Move, Position
from rules.wording import plural

WHICH_GAME: Final = "Which game do you want to learn? It takes five minutes: a few small positions, one at a time."
"""The question over the menu of games to learn."""


def task(lesson: Lesson, number: int, count: int, *, is_done: bool) -> str:
    """The task of a lesson, with its heading."""
    done = " · done before" if is_done else ""
    return f"### {lesson.game.name}, lesson {number + 1} of {count}: {lesson.title}\n-# Only you see this{done}.\n{lesson.task}"


def right(lesson: Lesson, number: int, count: int) -> str:
    """The text after the right move: what it did, and praise."""
    played = move_in_words(lesson.position, lesson.move)
    return f"### {lesson.game.name}, lesson {number + 1} of {count}: {lesson.title}\n✅ {played}\n{lesson.praise}"


def wrong(lesson: Lesson, position: Position, move: Move) -> str:
    """The text after a wrong move."""
    return f"{move_in_words(position, move)} That is legal, but not what this lesson asks for.\n💡 {lesson.help}"


def help_line(lesson: Lesson) -> str:
    """The help for a lesson."""
    return f"💡 {lesson.help}"


def end(game: Game, left: int) -> str:
    """The text after the last lesson: what comes next; `left` is the number of skipped lessons."""
    skipped = (
        f"-# {plural(left, 'lesson is', 'lessons are')} left that you have not done; **First lesson** begins anew."
        if left
        else ""
    )
    head = f"### {game.name}: you have done {'them all' if not left else 'the last one'}"
    return lines(
        head,
        f"Now play. {MOLE.name} is the gentlest of Furlong's own players, answers at once and never minds losing.",
        skipped,
    )


def modal_title(lesson: Lesson) -> str:
    """The title of the modal in which a move is typed."""
    return f"{lesson.game.name}: {lesson.title}"


def pointer(game: Game, command_ids: Mapping[str, int]) -> str:
    """A pointer to the lessons, for a person who has joined their first match."""
    return clickable(
        f"New to {game.name}? `/learn` teaches it in five minutes, one small position at a time.", command_ids
    )


@sentence.register
def _(error: NoLessons) -> str:
    return f"There are no lessons of {error.game.name} yet. `/rules` explains it with pictures."
