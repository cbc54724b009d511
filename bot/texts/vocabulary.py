"""The translation of typed moves, times of day and durations into the English words that the bot reads, and back."""

# Translators: All words that people may type for this, in any form, separated by commas; examples have the first.
# “[typed]” may be left out.

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Final

from bot.texts.language import ENGLISH, Language, fact, language, languages, message, spoken
from rules import GAMES
from rules.core import LONGEST_TYPED, InvalidMove, Move, MoveError, Phrase, Position, Typed

_WORDS: Final = {
    "and": message("and, with [typed]"),
    "black": message("black [typed]"),
    "from": message("from [typed]"),
    "move": message("move, moves, go, run [typed]"),
    "my": message("my, the, a, an [typed]"),
    "not": message("not, no [typed]"),
    "o'clock": message("o'clock [typed]"),
    "on": message("on, at, in [typed]"),
    "pass": message("pass, passes, skip [typed]"),
    "piece": message("piece, pieces [typed]"),
    "place": message("place, put [typed]"),
    "play": message("play [typed]"),
    "take": message("take, takes, capture, captures [typed]"),
    "to": message("to, onto, over, towards [typed]"),
    "turn": message("turn [typed]"),
    "white": message("white [typed]"),
}
"""The messages of the words that people type in any game, by the word that the rules or `bot.model.durations` read.

A translation lists all words and forms that people may type, separated by commas; the first is the one that examples
have. The words of a single game are its `words`.
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
    if len(text) > LONGEST_TYPED:
        return
    plain = unicodedata.normalize("NFKC", text).casefold()
    codes = dict.fromkeys((spoken(), *languages()))
    yield from (_replaced(plain, code) for code in codes if code != ENGLISH)


def _replaced(plain: str, code: str) -> str:
    words = _vocabulary(code)
    return _patterns(code).sub(lambda found: _spaced(found[0], words[found[0]]), plain)


@cache
def _listed(code: str) -> Mapping[str, list[str]]:
    """The words, or groups of words, that a language lists for each English word."""
    gettext = language(code).translations.gettext
    words = dict(_WORDS)
    for game in GAMES.values():
        words |= game.words
    listed = {english: gettext(words[english]).removesuffix(_MARK).split(",") for english in sorted(words)}
    return {english: [word.strip() for word in words if word.strip()] for english, words in listed.items()}


@cache
def _vocabulary(code: str) -> Mapping[str, str]:
    """The English word for each word, or group of words, that a language lists."""
    return {word.casefold(): english for english, words in _listed(code).items() for word in words}


_WORD: Final = re.compile(r"(?<!\w)[a-z]+(?!\w)")


def has_words(code: str) -> bool:
    """Whether a message's text in backticks, but no command, has English words of moves, in any of their forms."""
    return code[:1] != "/" and "{" not in code and any(word in _in_english() for word in _WORD.findall(code.lower()))


@cache
def _in_english() -> frozenset[str]:
    """All words, or groups of words, that people type in English."""
    return frozenset(word for words in _listed(ENGLISH).values() for word in words)


def move_in_own_words(move: str, code: str) -> str:
    """A move as it is typed in a language: `fox-pass-cat` is `Fuchs-passen-Katze` in German."""
    if code == ENGLISH:
        return move
    return _WORD.sub(lambda word: next(iter(_listed(code).get(word[0], ())), word[0]), move)


@fact.register
def _(value: Typed, form: str) -> str:
    return move_in_own_words(value, spoken())


@cache
def _patterns(code: str) -> re.Pattern[str]:
    """The words of a language."""
    return _pattern(_vocabulary(code))


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Any of some words, the longest first."""
    return re.compile("|".join(map(_bordered, sorted(words, key=len, reverse=True))), re.IGNORECASE)


def _bordered(word: str) -> str:
    """The pattern of a word, which ends where no letter follows; words of scripts without spaces end anywhere."""
    before = "" if _is_unspaced(word[0]) else r"(?<!\w)"
    after = "" if _is_unspaced(word[-1]) else r"(?!\w)"
    return f"{before}{re.escape(word)}{after}"


def _is_unspaced(letter: str) -> bool:
    """Whether a letter is wide: of Chinese and Japanese, which have no spaces, or of Korean, whose words take endings."""
    return unicodedata.category(letter)[0] == "L" and unicodedata.east_asian_width(letter) == "W"


def _spaced(typed: str, english: str) -> str:
    """The English for a typed word, with spaces around it if the word needed none."""
    return f" {english} " if _is_unspaced(typed[0]) else english


UNITS: Final = {
    message("{count:# second|# seconds}"): "seconds",
    message("{count:# minute|# minutes}"): "minutes",
    message("{count:# hour|# hours}"): "hours",
    message("{count:# day|# days}"): "days",
    message("{count:# week|# weeks}"): "weeks",
    message("{count:# month|# months}"): "months",
}
"""The words of units of time that people type, by the message with their label."""

TIMES: Final = (
    message("no limit"),
    message("tomorrow"),
    message("a week"),
    message("all"),
    message("none"),
    message("off"),
)
"""What people type as a whole instead of a duration, times of day or a list of games."""


def hours(count: int) -> Phrase:
    """A number of hours: as a text, what people type in English; translated, its label."""
    return Phrase("{count:# hour|# hours}", count=count)


def days(count: int) -> Phrase:
    """A number of days, like `hours`."""
    return Phrase("{count:# day|# days}", count=count)


def weeks(count: int) -> Phrase:
    """A number of weeks, like `hours`."""
    return Phrase("{count:# week|# weeks}", count=count)


def duration_in_english(text: str) -> str:
    """A typed time of day or duration, with English words in place of those of the current language."""
    if spoken() == ENGLISH:
        return text
    words = _words_of_time(language(spoken()))
    plain = " ".join(text.casefold().split())
    if plain in words:
        return words[plain]
    read = _pattern(words).sub(lambda found: _spaced(found[0], words[found[0].casefold()]), text)
    return " ".join(read.split())


def _words_of_time(typed_in: Language) -> Mapping[str, str]:
    """The English words for time, by the words of a language."""
    gettext = typed_in.translations.gettext
    words = {gettext(whole).casefold(): whole for whole in TIMES}
    return words | {form: english for unit, english in UNITS.items() for form in _forms(gettext(unit))}


def _forms(unit: str) -> Iterator[str]:
    for _literal, _place, forms, _conversion in Formatter().parse(unit):
        yield from (form.replace("#", "").strip().casefold() for form in (forms or "").split("|") if "#" in form)
