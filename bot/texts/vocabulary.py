"""The translation of typed moves, plans, times of day and durations into the English words that the bot reads, and back."""

# Translators: All words that people may type for this, in any form, separated by commas; examples have the first.
# “[typed]” may be left out.

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from functools import cache
from typing import Final, cast

from babel import Locale
from babel.dates import get_date_format, get_month_names

from bot.model.durations import day_in
from bot.model.plans.grammar import ANYTHING
from bot.model.plans.parsing import LONGEST_LINE, LONGEST_TYPED_PLAN, MOST_LINES
from bot.texts.language import ENGLISH, Language, fact, language, languages, message, spoken
from rules import GAMES
from rules.core import LONGEST_TYPED, InvalidMove, Move, MoveError, Phrase, Position, Typed
from rules.message_format import Plural, parsed

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

# Translators: How a condition of a plan begins, as in “after c3: d4”. The first word has to fit before “anything else” too;
# in a language without spaces, a word may also follow the condition. Separated by commas, as for moves.
_AFTER: Final = message("after, if, when [typed]")
# Translators: What stands in a plan after “after”, for all moves that no other line names: “after anything else: d4”. It is
# understood without “after” too, so that words like “otherwise” can be in the list, separated by commas.
_ANYTHING: Final = message("anything else, otherwise, else [typed]")

# Translators: What may stand before the moves of a plan, as in “first d4, then e5”, or in place of the colon, as in “if c3,
# then d4”. None of them may mean “before” too.
_THEN: Final = message("then, first [typed]")

_MARK: Final = "[typed]"


def move_in_english(text: str, *positions: Position) -> str:
    """A typed move with English words in place of those of another language, if that makes it a move in a position."""
    return next((form for form in readings(text) if any(_is_move(position, form) for position in positions)), text)


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
    """The text itself, and then with English words in place of those of each language, the spoken language first.

    What says "not" is read in no other language, where the same word may be another: "no" is "on" in Portuguese.
    """
    yield text
    if len(text) > LONGEST_TYPED:
        return
    plain = unicodedata.normalize("NFKC", text).casefold()
    is_denied = any(_vocabulary(code)[word] == "not" for code in (spoken(), ENGLISH) for word in _known(plain, code))
    codes = dict.fromkeys((spoken(),) if is_denied else (spoken(), *languages()))
    yield from (_replaced(plain, code) for code in codes if code != ENGLISH)


def _known(plain: str, code: str) -> list[str]:
    """The words of a text without capitals that a language lists."""
    return _patterns(code).findall(plain)


def _replaced(plain: str, code: str) -> str:
    words = _vocabulary(code)
    return _patterns(code).sub(lambda groups: _spaced(groups[0], words[groups[0]]), plain)


@cache
def _listed(code: str) -> Mapping[str, list[str]]:
    """The words, or groups of words, that a language lists for each English word of moves."""
    words = dict(_WORDS)
    for game in GAMES.values():
        words |= game.words
    return {english: _list(words[english], code) for english in sorted(words)}


def _list(words: str, code: str) -> list[str]:
    """The words, or groups of words, that a language lists for a message."""
    listed = language(code).translations.gettext(words).removesuffix(_MARK).split(",")
    return [word.strip() for word in listed if word.strip()]


@cache
def _vocabulary(code: str) -> Mapping[str, str]:
    """The English word for each word, or group of words, that a language lists."""
    return {word.casefold(): english for english, words in _listed(code).items() for word in words}


_WORD: Final = re.compile(rf"(?<!\w)(?:{ANYTHING}|[a-z]+)(?!\w)")


def has_words(code: str) -> bool:
    """Whether a message's text in backticks, but no command, has English words of moves, in any of their forms."""
    return code[:1] != "/" and "{" not in code and any(word in _in_english() for word in _WORD.findall(code.lower()))


@cache
def _in_english() -> frozenset[str]:
    """All words, or groups of words, that people type in English."""
    return frozenset(word for words in (*_listed(ENGLISH).values(), *_of_plans(ENGLISH)) for word in words)


def words_in(code: str, typed: str) -> str:
    """A move or a plan as it is typed in a language: `fox-pass-cat` is `Fuchs-passe-Katze` in German."""
    return typed if code == ENGLISH else _WORD.sub(lambda word: _first_words(code).get(word[0], word[0]), typed)


def in_own_words(typed: str) -> str:
    """A move or a plan as it is typed in the spoken language."""
    return words_in(spoken(), typed)


@cache
def _first_words(code: str) -> Mapping[str, str]:
    """The first word that a language lists for each English word of moves and plans."""
    after, anything = _of_plans(code)
    listed = {**_listed(code), "after": after, ANYTHING: anything}
    return {english: words[0] for english, words in listed.items() if words}


@fact.register
def _(value: Typed, form: str) -> str:
    return in_own_words(value)


@cache
def _of_plans(code: str) -> tuple[list[str], list[str]]:
    """The words that a language lists for "after" and for "anything else"."""
    return _list(_AFTER, code), _list(_ANYTHING, code)


def moves_in_english(text: str, position: Position) -> str:
    """Typed moves or a plan, for a match at a position, with English words in place of those of another language.

    They stay as they are if they are too long to be a plan.
    """
    if len(text) > LONGEST_TYPED_PLAN:
        return text
    plain = _conditions_in_english(_with_signs(unicodedata.normalize("NFKC", text), spoken()))
    parts = _BETWEEN_MOVES.split(plain)
    if len(parts) // 2 + len(plain.split()) > MOST_LINES * LONGEST_LINE:
        return text
    parts[::2] = (_move_or_moves(moves, position) for moves in parts[::2])
    return "".join(parts)


_BETWEEN_MOVES: Final = re.compile(
    rf"((?:\A|[\n;:、]|,(?![0-9]))\s*(?:after\b\s*)?(?:{ANYTHING}\s*(?=:))?)", re.IGNORECASE
)
"""The signs and English words of a plan that stand between moves."""


_BESIDE_HYPHEN: Final = re.compile(r"\s+(?=-)|(?<=-)\s+")


def _move_or_moves(typed: str, position: Position) -> str:
    """A move, or several with spaces between them, with English words in place of those of another language."""
    move = _tight(typed, position)
    if move != typed or _is_move(position, typed):
        return move
    return " ".join(_tight(word, position) for word in typed.split())


def _tight(typed: str, position: Position) -> str:
    """What `move_in_english` returns, without the spaces around words that need none in their language."""
    move = move_in_english(typed, position)
    return move if move == typed else _BESIDE_HYPHEN.sub("", move).strip()


def _with_signs(plan: str, code: str) -> str:
    """A plan with signs in place of words such as "then": a colon behind a condition without one, otherwise a comma."""
    piece, condition, end, then, anything = _patterns_of_signs(code)
    pieces = piece.split(plan)
    for number, typed in enumerate(pieces):
        text = anything.sub(r"\g<0>:", typed)
        is_open = ":" not in text and condition.search(text)
        pieces[number] = then.sub(",", end.sub(":", text, count=1) if is_open else text)
    return "".join(pieces)


@cache
def _patterns_of_signs(code: str) -> tuple[re.Pattern[str], ...]:
    """Where plans are divided, what makes a condition, what may end it, and what stands between moves, in a language."""
    after, anything = (
        [word for words in some for word in words] for some in zip(*map(_of_plans, (code, ENGLISH)), strict=True)
    )
    then = {word for tag in (code, ENGLISH) for word in _list(_THEN, tag)}
    before, joint = _pattern(after), rf"(?:(?:{_pattern(_ands(code))})\s++)?"
    begin, behind = rf"\s*+{joint}(?:{before})", _pattern(word for word in after if _is_unspaced(word[0])) or "(?!)"
    patterns = (
        rf"(?=[\n;])|(?<=[,、])(?={begin})",
        rf"\A[\n;]?{begin}|(?<=[^\s;])(?:{behind})",
        rf"(?<=[^\s;])(?:{behind})[,、]?|[,、]\s*+(?:{_pattern(then)})|{_pattern(then)}",
        rf"{joint}(?!{before})(?:{_pattern(then.difference(_listed(ENGLISH), _vocabulary(ENGLISH)))})",
        rf"\A[\n;]?\s*+(?:{_pattern(anything)})(?=\s+[^\s:,、]+\s*\Z)",  # before one word: two may be a condition
    )
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


def _ands(code: str) -> set[str]:
    """The words for "and" in a language and in English, which may stand before a condition or "then"."""
    return {word for tag in (code, ENGLISH) for word in _listed(tag)["and"]}


def _conditions_in_english(plan: str) -> str:
    anything, after, behind = _patterns_of_plans()
    plan = anything.sub(_otherwise, plan)
    return behind.sub("", after.sub(r"\g<begin>after ", plan))


def _otherwise(groups: re.Match[str]) -> str:
    """The English condition for anything else; ", otherwise" begins a line beside that of the one condition before it.

    After several conditions it might be meant beside any of them, and stays as typed, which is refused.
    """
    begin, before = groups["begin"], groups.string[: groups.start()]
    if not groups["after"] and begin[:1] in {",", "、"}:
        if before.count(":", max(map(before.rfind, ";\n")) + 1) > 1:
            return groups[0]
        begin = "; "
    return f"{begin}after {ANYTHING}"


@cache
def _patterns_of_plans() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """How plans begin a condition for anything else, how they begin any, and what follows one, in all languages."""
    listed = [_of_plans(code) for code in languages()]
    after = {word for words, _ in listed for word in words}
    anything = _pattern({word for _, words in listed for word in words})
    before = _pattern(after)
    behind = "|".join(sorted(filter(lambda word: _is_unspaced(word[0]), after), key=len, reverse=True)) or "(?!)"
    # Spaces are taken whole and once, or the time for many of them would grow with their square.
    joint = _pattern({word for code in languages() for word in _ands(code)})
    begin = rf"(?P<begin>(?:^|[\n;,、])[^\S\n]*+)(?:(?:{joint})[^\S\n]++)?"
    return (
        re.compile(rf"{begin}(?P<after>(?:{before})\s*+)?(?:{anything})(?:{behind})?(?=\s*+:)", re.IGNORECASE),
        re.compile(rf"{begin}(?:{before})\s*+(?=[^:;\n]*+:)", re.IGNORECASE),
        re.compile(rf"(?<!\s)\s*+(?:{behind})(?=\s*+:)"),
    )


@cache
def _patterns(code: str) -> re.Pattern[str]:
    """The words of a language, without capitals."""
    return re.compile(_pattern(_vocabulary(code)))


def _pattern(words: Iterable[str]) -> str:
    """The pattern of any of some words, the longest first."""
    return "|".join(map(_bordered, sorted(words, key=len, reverse=True)))


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
    message("{count, plural, one {# second} other {# seconds}}"): "seconds",
    message("{count, plural, one {# minute} other {# minutes}}"): "minutes",
    message("{count, plural, one {# hour} other {# hours}}"): "hours",
    message("{count, plural, one {# day} other {# days}}"): "days",
    message("{count, plural, one {# week} other {# weeks}}"): "weeks",
    message("{count, plural, one {# month} other {# months}}"): "months",
}
"""The words of units of time that people type, by the message with their label."""

# Translators: All words and abbreviations that people may type for this in durations such as “7 days and 12 hours”, in any
# form, separated by commas. Words with accents are understood without them too. “[typed]” may be left out.
_TIME_WORDS: Final = {
    message("second, seconds, sec, s [typed]"): "seconds",
    message("minute, minutes, min, m [typed]"): "minutes",
    message("hour, hours, h [typed]"): "hours",
    message("day, days, d [typed]"): "days",
    message("week, weeks, w [typed]"): "weeks",
    message("month, months [typed]"): "months",
    message("and, plus [typed]"): "and",
    message("no limit, unlimited, without a limit [typed]"): "no limit",
}
_NUMBERS: Final = {
    message("one [typed]"): "1",
    message("two [typed]"): "2",
    message("three [typed]"): "3",
    message("four [typed]"): "4",
    message("five [typed]"): "5",
    message("six [typed]"): "6",
    message("seven [typed]"): "7",
    message("eight [typed]"): "8",
    message("nine [typed]"): "9",
    message("ten [typed]"): "10",
    message("eleven [typed]"): "11",
    message("twelve [typed]"): "12",
    message("thirteen [typed]"): "13",
    message("fourteen [typed]"): "14",
    message("fifteen [typed]"): "15",
    message("sixteen [typed]"): "16",
    message("seventeen [typed]"): "17",
    message("eighteen [typed]"): "18",
    message("nineteen [typed]"): "19",
    message("twenty [typed]"): "20",
    message("thirty [typed]"): "30",
    message("half, half a, half an [typed]"): "half",
    message("one and a half [typed]"): "1.5",
}
# Translators: As in “3 days a move” and “in 3 days”.
_AHEAD: Final = message("in, after, later [typed]")
_BESIDE: Final = {message("a move, per move, for each move [typed]"): "a move", _AHEAD: "in"}
# Translators: One of it as a duration in one or two words, in all ways that people type it.
_SINGLE: Final = {
    message("an hour, one hour [typed]"): "1 hour",
    message("a day, one day [typed]"): "1 day",
    message("a week, one week [typed]"): "1 week",
    message("a month, one month [typed]"): "1 month",
}
# Translators: All words that people may type for this day, separated by commas.
_NEAR: Final = {
    message("today [typed]"): "today",
    message("tomorrow [typed]"): "tomorrow",
    message("day after tomorrow, the day after tomorrow [typed]"): "day after tomorrow",
}
# Translators: All words that people may type for this weekday, in any form and abbreviation, separated by commas.
_WEEKDAYS: Final = (
    message("Monday, Mon [typed]"),
    message("Tuesday, Tue, Tues [typed]"),
    message("Wednesday, Wed [typed]"),
    message("Thursday, Thu, Thurs [typed]"),
    message("Friday, Fri [typed]"),
    message("Saturday, Sat [typed]"),
    message("Sunday, Sun [typed]"),
)
# Translators: The little words in dates such as “on the 24th of December” and “this Monday”, each by itself, without full stops and separated
# by commas. None of them may change the day, as “before” does.
_IN_DATES: Final = message("on, the, of, this, coming, st, nd, rd, th [typed]")

_A_WEEK: Final = message("a week")
TIMES: Final = (
    message("no limit"),
    message("tomorrow"),
    _A_WEEK,
    message("all"),
    message("none"),
    message("off"),
)
"""What people type as a whole instead of a duration, times of day or a list of games."""


def hours(count: int) -> Phrase:
    """A number of hours: as a text, what people type in English; translated, its label."""
    return Phrase("{count, plural, one {# hour} other {# hours}}", count=count)


def days(count: int) -> Phrase:
    """A number of days, like `hours`."""
    return Phrase("{count, plural, one {# day} other {# days}}", count=count)


def length(time: timedelta) -> Phrase:
    """A length of time in whole days, or in hours if it is less than about a day; at least one hour."""
    full_days = round(time / timedelta(days=1))
    return days(full_days) if full_days else hours(max(round(time / timedelta(hours=1)), 1))


def weeks(count: int) -> Phrase:
    """A number of weeks, like `hours`."""
    return Phrase("{count, plural, one {# week} other {# weeks}}", count=count)


class _Read(str):
    """A text in English that is quoted as it was `typed`."""

    __slots__ = ("typed",)

    typed: str


@fact.register
def _(value: _Read, form: str) -> str:
    return fact(value.typed, form)


def duration_in_english(text: str) -> str:
    """A typed time of day or duration, with English words and digits in place of words of the current language.

    A refusal quotes it as it was typed.
    """
    read = _Read(_duration_in_english(text))
    read.typed = text
    return read


def _duration_in_english(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.replace("½", ".5")).replace("’", "'")
    whole, words, pattern = _words_of_time(language(spoken()))
    plain = " ".join(text.casefold().split())
    if plain in whole:
        return whole[plain]
    read = pattern.sub(lambda groups: f" {words[groups[0]]} ", plain)
    return text if read == plain else " ".join(read.split())


@cache
def _words_of_time(typed_in: Language) -> tuple[Mapping[str, str], Mapping[str, str], re.Pattern[str]]:
    """What a whole text about time means in English, and what its words mean, in a language; and the pattern of these."""
    gettext, code = typed_in.translations.gettext, typed_in.code
    words = {word: number for typed, number in _NUMBERS.items() for word in _list(typed, code)}
    whole = dict[str, str]()
    if code != ENGLISH:
        listed = {**_TIME_WORDS, **_BESIDE}
        words |= {word: english for typed, english in listed.items() for word in _list(typed, code)}
        words |= {gettext(time): time for time in TIMES if time != _A_WEEK}
        words |= {form: english for unit, english in UNITS.items() for form in forms_of_unit(gettext(unit))}
        single = {word: english for typed, english in _SINGLE.items() for word in _list(typed, code)}
        ahead = _list(_AHEAD, code)
        whole = single | {f"{before} {word}": f"in {english}" for word, english in single.items() for before in ahead}
        whole |= {word: english for typed, english in _NEAR.items() for word in _list(typed, code)}
        whole |= {gettext(time): time for time in TIMES}
    words = _with_and_without_accents(words)
    longest_first = "|".join(map(_beside_digits, sorted(words, key=len, reverse=True)))
    return _with_and_without_accents(whole), words, re.compile(longest_first)


def _with_and_without_accents(words: Mapping[str, str]) -> Mapping[str, str]:
    """The meanings of words, which may be typed in any case and without their accents."""
    folded = {word.casefold(): english for word, english in words.items()}
    return {_without_accents(word): english for word, english in folded.items()} | folded


def _without_accents(word: str) -> str:
    """A word without its accents, unless it is in a script without spaces, in which they are not left out."""
    if _is_unspaced(word[0]):
        return word
    parts = unicodedata.normalize("NFKD", word.replace("ł", "l"))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def _beside_digits(word: str) -> str:
    """The pattern of a word about time, which may stand beside a digit but not beside a letter, as in `3Tage`."""
    if word[0].isdigit():
        before = r"(?<!\d)"
    else:
        before = r"(?<![^\W\d_])" if word[0].isalpha() and not _is_unspaced(word[0]) else ""
    after = "" if _is_unspaced(word[-1]) or not word[-1].isalnum() else r"(?![^\W\d_])"
    return f"{before}{re.escape(word)}{after}"


def forms_of_unit(unit: str) -> Iterator[str]:
    """The words of a unit of time, which stand around the number in each of its forms."""
    for plural in parsed(unit):
        if isinstance(plural, Plural):
            yield from (
                "".join(part for part in form if isinstance(part, str)).strip() for form in plural.forms.values()
            )


_PARTS_OF_DAY: Final = re.compile(r"[^\W\d_]+|\d+")
_WIDE: Final = re.compile(r"(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?P<day>\d{1,2})日")
_OTHER_SIGN: Final = re.compile(r"\d\s*[^\w\s./-]+\s*\d")
"""A sign between numbers that is none of a date's, as in `10:12`, `1,5` and `24–26`."""

_RANGE: Final = re.compile(r"\d\s*[^\w\s.,]+\s*\d")
_FIRST_LONG_YEAR: Final = 100
_CENTURY: Final = 2000


def day_typed(text: str, today: date) -> date:
    """The day in a text, as `time_in_english` reads it. Raises `NotDay`."""
    return day_in(time_in_english(text, today), today)


def time_in_english(text: str, today: date) -> str:
    """A typed day or duration in English: `2030-12-24` for the day after `today` that a text names, as people write it.

    They write `24 December`, `24.12.`, `2030-12-24`, `Monday`, `tomorrow` or `3 weeks`. Names of months and weekdays
    are those of the reader's language, or English; so is the order of numbers, where one that may be a day or a month
    is not guessed in English, whose speakers write both. A text with any word that is not known stays as it is.
    """
    if len(text) > LONGEST_TYPED:
        return text
    days = (_day_in(text.replace("’", "'"), code, today) for code in dict.fromkeys((spoken(), ENGLISH)))
    day = next(filter(None, days), None)
    return duration_in_english(text) if day is None else day.isoformat()


def _day_in(text: str, code: str, today: date) -> date | None:
    """The day in a text in a language; None if it is not one, or has another form."""
    wide = _WIDE.fullmatch(text.strip())
    if wide is not None:
        return _next(int(wide["day"]), int(wide["month"]), int(wide["year"]) if wide["year"] else None, today)
    spoken_in = language(code).locale
    months, (weekdays, little) = _months(spoken_in), _words_of_dates(code)
    parts = [part for part in _PARTS_OF_DAY.findall(text.casefold()) if part not in little]
    if " ".join(parts) in weekdays:
        return today + timedelta(days=(weekdays[" ".join(parts)] - today.weekday() - 1) % len(_WEEKDAYS) + 1)
    numbers = [int(part) for part in parts if part.isdecimal()]
    named = [months[part] for part in parts if part in months]
    if len(numbers) + len(named) < len(parts) or not 1 < len(parts) <= len(("day", "month", "year")):
        return None
    if len(named) == 1 and not _RANGE.search(text):
        is_last = parts[-1] in months and len(parts) > 2
        return None if is_last else _next(numbers[0], named[0], numbers[1] if len(numbers) > 1 else None, today)
    if named or _OTHER_SIGN.search(text):
        return None
    if numbers[0] >= _FIRST_LONG_YEAR:
        return _next(numbers[2], numbers[1], numbers[0], today) if len(numbers) > 2 else None
    pattern = get_date_format("short", locale=spoken_in).pattern
    day, month = numbers[:2] if pattern.find("d") < pattern.find("M") else numbers[1::-1]
    is_ambiguous = code == ENGLISH and day != month and max(day, month) <= len(set(months.values()))
    return None if is_ambiguous else _next(*_in_order(day, month), numbers[2] if len(numbers) > 2 else None, today)


@cache
def _words_of_dates(code: str) -> tuple[Mapping[str, int], frozenset[str]]:
    """The numbers of weekdays by their names in a language, from 0 for Monday, and the little words in its dates."""
    named = {word: f"{number}" for number, typed in enumerate(_WEEKDAYS) for word in _list(typed, code)}
    little = dict.fromkeys(_list(_IN_DATES, code), "")
    numbers = {
        " ".join(_PARTS_OF_DAY.findall(name)): int(number) for name, number in _with_and_without_accents(named).items()
    }
    return numbers, frozenset(_with_and_without_accents(little))


def _in_order(day: int, month: int) -> tuple[int, int]:
    """A day and a month, which may have been written the other way round."""
    return (month, day) if month > 12 >= day else (day, month)


def _next(day: int, month: int, year: int | None, today: date) -> date | None:
    """A day of a year, or the next one with this date after today; None if there is none."""
    years = (today.year, today.year + 1) if year is None else (year if year >= _FIRST_LONG_YEAR else _CENTURY + year,)
    for candidate_year in years:
        try:
            day_found = date(candidate_year, month, day)
        except (ValueError, OverflowError):  # there may be twenty digits
            continue
        if year is not None or day_found > today:
            return day_found
    return None


@cache
def _months(code: Locale) -> Mapping[str, int]:
    """The numbers of months by their names and abbreviations, in the forms that a language has."""
    return {
        part: number
        for width in ("wide", "abbreviated")
        for context in ("format", "stand-alone")
        for number, name in cast(Mapping[int, str], get_month_names(width, context, locale=code)).items()
        for part in [name.casefold().rstrip(".")]
    }
