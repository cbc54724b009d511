"""Moves and times of day typed in the words of other languages, whose places the English words take that are read."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from bot.texts.language import ENGLISH, language, languages, message, spoken
from rules.core import InvalidMove, Move, MoveError, Position

_WORDS: Final = {
    "and": message("and, with [typed]"),
    "approach": message("approach, slide [typed]"),
    "attack": message("attack, conquer [typed]"),
    "bear": message("bear [typed]"),
    "black": message("black [typed]"),
    "cat": message("cat [typed]"),
    "disc": message("disc, discs [typed]"),
    "end": message("end, ends [typed]"),
    "finish": message("finish [typed]"),
    "fox": message("fox [typed]"),
    "from": message("from [typed]"),
    "furl": message("furl, furls [typed]"),
    "leap": message("leap, jump [typed]"),
    "move": message("move, moves, go, run [typed]"),
    "my": message("my, the, a, an [typed]"),
    "not": message("not, no [typed]"),
    "o'clock": message("o'clock [typed]"),
    "on": message("on, at, in [typed]"),
    "pass": message("pass, passes, skip [typed]"),
    "piece": message("piece, pieces [typed]"),
    "place": message("place, put [typed]"),
    "play": message("play [typed]"),
    "rabbit": message("rabbit [typed]"),
    "sprint": message("sprint, dash [typed]"),
    "stack": message("stack [typed]"),
    "stone": message("stone [typed]"),
    "swap": message("swap [typed]"),
    "tackle": message("tackle, push [typed]"),
    "take": message("take, takes, capture, captures [typed]"),
    "throw": message("throw, hand over the ball [typed]"),
    "to": message("to, onto, over, towards [typed]"),
    "tortoise": message("tortoise [typed]"),
    "turn": message("turn [typed]"),
    "unfurl": message("unfurl, unfurls [typed]"),
    "units": message("unit, units, army [typed]"),
    "white": message("white [typed]"),
}
"""The messages of the words that people type, by the word that the rules or `bot.model.durations` read.

A translation lists all words and forms that people may type, separated by commas.
"""

_MARK: Final = "[typed]"


def move_in_english(text: str, *positions: Position) -> str:
    """A typed move with English words in place of those of another language, if that makes it a move in a position."""
    return next((one for one in readings(text) if any(_is_move(position, one) for position in positions)), text)


def move_typed(text: str, position: Position) -> Move:
    """The move in a position that a text means, typed in any language. Raises a `MoveError`."""
    return position.parse(move_in_english(text, position))


def _is_move(position: Position, text: str) -> bool:
    """Whether the rules read a text as a move, be it legal or not."""
    try:
        position.parse(text)
    except InvalidMove:
        return False
    except MoveError:
        pass
    return True


def readings(text: str) -> Iterator[str]:
    """The text itself, and then with English words in place of those of each language, the spoken language first."""
    yield text
    plain = unicodedata.normalize("NFKC", text).casefold()
    codes = dict.fromkeys((spoken(), *languages()))
    yield from (_replaced(plain, code) for code in codes if code != ENGLISH)


def _replaced(plain: str, code: str) -> str:
    words = _vocabulary(code)
    return _patterns(code).sub(lambda found: words[found[0]], plain)


@cache
def _vocabulary(code: str) -> Mapping[str, str]:
    """The English word for each word, or group of words, that a language lists."""
    gettext = language(code).translations.gettext
    listed = {english: gettext(message).removesuffix(_MARK).split(",") for english, message in _WORDS.items()}
    return {word.strip().casefold(): english for english, words in listed.items() for word in words}


@cache
def _patterns(code: str) -> re.Pattern[str]:
    """The words of a language, the longest first."""
    words = sorted(_vocabulary(code), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")
