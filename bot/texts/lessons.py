"""Texts of lessons for beginners."""

from collections.abc import Mapping
from typing import Final

from bot.model.refusals import NoLessons
from bot.records.lessons import Lesson
from bot.texts.language import labelled, message, paragraph, say, sentence
from bot.texts.moves import move_in_words
from bot.texts.names import clickable, lines
from players.characters import MOLE
from rules.core import Game, Move, Position

WHICH_GAME: Final = message(
    "Which game do you want to learn? It takes five minutes: a few small positions, one at a time."
)
"""The question over the menu of games to learn."""


def task(lesson: Lesson, number: int, count: int, *, is_done: bool, is_alone: bool) -> str:
    """The task of a lesson, with its heading, for a person who is alone or has others around."""
    if is_alone:
        seen = say("-# Done before.") if is_done else ""
    else:
        seen = say("-# Only you see this · done before.") if is_done else say("-# Only you see this.")
    return lines(_head(lesson, number, count), seen, say(lesson.task))


def right(lesson: Lesson, number: int, count: int) -> str:
    """The text after the right move: what it did, and praise."""
    played = move_in_words(lesson.position, lesson.move)
    return lines(_head(lesson, number, count), f"✅ {played}", say(lesson.praise))


def _head(lesson: Lesson, number: int, count: int) -> str:
    return say(
        "### {game}, lesson {number} of {count}: {title}",
        game=lesson.game.name,
        number=number + 1,
        count=count,
        title=lesson.title,
    )


def wrong(lesson: Lesson, position: Position, move: Move) -> str:
    """The text after a wrong move."""
    verdict = say("That's legal, but not what this lesson asks for.")
    return lines(paragraph(move_in_words(position, move), verdict), help_line(lesson))


def help_line(lesson: Lesson) -> str:
    """The help for a lesson."""
    return f"💡 {say(lesson.help)}"


def end(game: Game, left: int) -> str:
    """The text after the last lesson: what comes next; `left` is the number of skipped lessons."""
    if left:
        head = say("### {game}: that was the last one", game=game.name)
        skipped = say(
            "-# {count, plural, one {# lesson is} other {# lessons are}} left that you haven't done; **First lesson** starts over.",
            count=left,
        )
    else:
        head, skipped = say("### {game}: you've done them all", game=game.name), ""
    play = say(
        "Now play. {character} is the gentlest of Furlong's characters, answers at once and never minds losing.",
        character=MOLE.name,
    )
    return lines(head, play, skipped)


def modal_title(lesson: Lesson) -> str:
    """The title of the modal in which a move is typed."""
    return labelled(lesson.game.name, say(lesson.title))


def pointer(game: Game, command_ids: Mapping[str, int]) -> str:
    """A pointer to the lessons, for a person who has joined their first match."""
    text = say("New to {game}? `/learn` teaches it in five minutes, one small position at a time.", game=game.name)
    return clickable(text, command_ids)


@sentence.register
def _(error: NoLessons) -> str:
    return say("There are no lessons of {game} yet. `/rules` explains it with pictures.", game=error.game.name)
