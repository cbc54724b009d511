"""The headers of a record file: reading and checking each, up to how the match ended and how its dice were sealed."""

# Translators: What is wrong with a file. {header} is the English name of one of its first lines, such as “ending”,
# and stays as it is.

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeVar
from uuid import UUID

from bot.model.fairness import Fairness
from bot.model.result import Ending
from bot.records.record import RecordError, RecordResult
from bot.records.writing import LONGEST, NAMES_AFTER_END, BadEscape, quoted, spaced, unescaped
from rules.core import Phrase, Position, Seat, message

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_ID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Header:
    """One line `name: text`, and the number of the line, from 1."""

    line: int
    name: str
    text: str

    def wrong(self, why: str, **facts: object) -> RecordError:
        """The error to raise if this header is wrong; `why` is a message with places for facts and the `{header}`."""
        problem = Phrase(why, header=self.name, **facts)
        return RecordError("Line {line}: {problem}", line=self.line, problem=problem)

    def needs(self, what: Phrase) -> RecordError:
        """The error to raise if this header does not hold `what`."""
        return self.wrong(message("“{header}” needs {what}, not {text}."), what=what, text=quoted(self.text))

    def number(self, least: int, most: int) -> int:
        """A whole number between two others, both included."""
        (number,) = self.numbers(least, most, 1)
        return number

    def numbers(self, least: int, most: int, count: int) -> tuple[int, ...]:
        """`count` whole numbers separated by spaces."""
        words, longest = self.text.split(maxsplit=count), max(len(str(least)), len(str(most)))
        numbers = tuple(int(word) for word in words if len(word) <= longest and re.fullmatch(r"-?[0-9]+", word))
        if not len(words) == len(numbers) == count or not all(least <= number <= most for number in numbers):
            raise self.needs(
                Phrase(
                    "{count, plural, one {a whole number} other {# whole numbers}} between {least} and {most}",
                    count=count,
                    least=least,
                    most=most,
                )
            )
        return numbers

    def instant(self) -> datetime:
        """An instant in UTC."""
        if _DATE.fullmatch(self.text):
            with suppress(ValueError):  # such as the 30th of February
                return datetime.fromisoformat(self.text.removesuffix("Z")).replace(tzinfo=UTC)
        raise self.needs(Phrase("a date and time in UTC such as 2030-01-31T12:00:00Z"))

    def word(self, *words: str) -> str:
        """One of `words`."""
        if self.text not in words:
            raise self.not_one_of(words)
        return self.text

    def not_one_of(self, words: Iterable[str]) -> RecordError:
        """The error to raise if this header holds none of `words`."""
        words_allowed = ", ".join(words)
        return self.wrong(
            message("“{header}” must be one of {words}, not {text}."), words=words_allowed, text=quoted(self.text)
        )

    def plain(self, longest: int) -> str:
        """Any text of at most `longest` characters."""
        try:
            text = unescaped(self.text)
        except BadEscape as error:
            raise self.wrong(
                message(
                    "“{header}” has a stray backslash, {text}: write {backslash} for a backslash and {character} for the symbol of that number."
                ),
                text=quoted(str(error)),
                backslash="\\\\",
                character="\\u{1F3B2}",
            ) from None
        if len(text) > longest:
            raise self.wrong(
                message("“{header}” is too long: it may have {most} letters, not {count}."),
                most=longest,
                count=len(text),
            )
        return text

    def digits(self) -> str:
        """64 hexadecimal digits, in lower case."""
        if not re.fullmatch(r"[0-9A-Fa-f]{64}", self.text):
            raise self.needs(Phrase("64 hexadecimal digits"))
        return self.text.lower()

    def id(self) -> UUID:
        """The id of a match."""
        if not _ID.fullmatch(self.text.lower()):
            raise self.needs(Phrase("an id such as 0a1b2c3d-0a1b-5c3d-8a1b-0a1b2c3d4e5f"))
        return UUID(self.text)


@dataclass(frozen=True, slots=True)
class Headers:
    """All headers of a file by name; `end` is the number of the line after them."""

    by_name: Mapping[str, Header]
    end: int

    def read(self, name: str, value_of: Callable[[Header], _Value], default: _Value | None = None) -> _Value | None:
        """The value of the header with this name, or the default if it is missing."""
        return value_of(self.by_name[name]) if name in self.by_name else default

    def need(self, name: str, example: str) -> Header:
        """The header with this name. Raises RecordError with an example if it is missing."""
        if name not in self.by_name:
            raise RecordError(
                "Line {line}: the headers end here, and “{header}” is missing among them. Write, for example, "
                "“{header}: {example}”.",
                line=self.end,
                header=name,
                example=example,
            )
        return self.by_name[name]

    def forbid(self, names: tuple[str, ...], because: str, **facts: object) -> None:
        """Raise RecordError if one of these headers is present, with a message and its facts as in `Header.wrong`."""
        for name in names:
            if name in self.by_name:
                raise self.by_name[name].wrong(because, **facts)


_MOST_POINTS: Final = 10**9  # far more than any game counts
_LARGEST_ID: Final = 2**64 - 1  # of an unsigned 64-bit number
_WITHOUT_RESULT: Final = frozenset(
    {
        Ending.UNPLAYED,
        Ending.ABANDONED,
        Ending.DECLINED,
        Ending.CANCELLED,
        Ending.EXPIRED,
        Ending.STRUCK,
        Ending.STOPPED,
        Ending.UNANSWERED,
    }
)


def result_of(headers: Headers, seats: int) -> RecordResult | None:
    """The result of the match; None if it is still running. Raises RecordError."""
    kind = headers.read("ending", lambda header: Ending(header.word(*Ending)))
    if kind is None:
        because = message("“{header}” belongs to a match that is over: the header “{missing}” is missing.")
        headers.forbid(NAMES_AFTER_END, because, missing="ending")
        return None
    if kind in _WITHOUT_RESULT:
        because = message("“{header}” doesn't belong where nobody won or lost: the ending is “{ending}”.")
        headers.forbid(("places", "points"), because, ending=kind.value)
    return RecordResult(
        ending=kind,
        ended_at=headers.read("ended", Header.instant),
        by=headers.read("ended by", lambda header: Seat(header.number(0, seats - 1))),
        places=() if kind in _WITHOUT_RESULT else _places(headers.need("places", "1 2"), seats),
        points=headers.read("points", lambda header: header.numbers(-_MOST_POINTS, _MOST_POINTS, seats)),
        reason=headers.read("reason", lambda header: header.plain(LONGEST)) or "",
    )


def _places(header: Header, seats: int) -> tuple[int, ...]:
    places = header.numbers(1, seats, seats)
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise header.wrong(
            message("“{header}” can't be {text}: places begin at 1, and ties share one, as in {example}."),
            text=header.text,
            example="1 1 3",
        )
    return places


_BY_THE_MOVES: Final = message("“{header}” must be {right}, as the moves end the match.")


def check_result(headers: Headers, position: Position, result: RecordResult | None) -> None:
    """Raise RecordError if the result does not fit `position`, the last one of the match."""
    outcome = position.outcome()
    if result is None or result.ending is not Ending.RULES:
        if outcome is not None:
            raise RecordError(
                "Line {line}: the moves end the match, so the headers must say “{ending}”, with “{places}”.",
                line=headers.end,
                ending=f"ending: {Ending.RULES}",
                places=f"places: {spaced(outcome.places)}",
            )
        return
    if outcome is None:
        raise headers.need("ending", "").wrong(
            message("“{header}” is {ending}, but after these moves the match goes on."), ending=Ending.RULES.value
        )
    if result.places != outcome.places:
        right = spaced(outcome.places)
        raise headers.need("places", right).wrong(_BY_THE_MOVES, right=right)
    if result.points is not None and result.points != outcome.points:
        right = spaced(outcome.points)
        raise headers.need("points", right).wrong(_BY_THE_MOVES, right=right or Phrase("left out"))


def fairness_of(headers: Headers) -> Fairness | None:
    """The sealed dice; None if the file does not have them. Raises RecordError."""
    if not headers.by_name.keys() & {"secret", "commitment", "started by"}:
        return None
    secret = headers.need("secret", Phrase("the 64 digits that were shown at the end"))
    commitment = headers.need("commitment", Phrase("the 64 digits that were shown before the match"))
    started_by = headers.read("started by", lambda header: header.number(0, _LARGEST_ID))
    fairness = Fairness(bytes.fromhex(secret.digits()), commitment.digits(), started_by)
    if not fairness.keeps_its_word:
        raise secret.wrong(
            message("“{header}” isn't the one that the commitment was made for: its SHA-256 is another one.")
        )
    return fairness
