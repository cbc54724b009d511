"""From a record to its text, and the name of its file.

Any text fits on one line: characters that could end the line, hide or reorder it are written as their numbers.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final
from unicodedata import category

from bot.records.record import Record, RecordResult
from rules.core import CHANCE, Move, Seat
from rules.record import retired_seat
from rules.wording import quotation

LONGEST: Final = 1000
"""Characters that a text in a record may have; the name of a player has fewer."""

LONGEST_NAME: Final = 100

_ESCAPE: Final = re.compile(r"\\(?:(?P<backslash>\\)|u\{(?P<code>[0-9A-Fa-f]{1,6})\})?")
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"  # for half of a surrogate pair, which no file holds


class BadEscape(ValueError):
    """A backslash that means nothing; `str(error)` shows it with what follows."""


def escaped(text: str) -> str:
    """`text` on one line, without anything invisible; `unescaped` inverts it."""
    visible = "".join(_escaped(character) for character in text)
    body = visible.strip(" ")
    before = len(visible) - len(visible.lstrip(" "))
    after = len(visible) - before - len(body)
    return f"{_code(' ') * before}{body}{_code(' ') * after}"


def _escaped(character: str) -> str:
    if character == "\\":
        return "\\\\"
    if _is_surrogate(character):
        return _REPLACEMENT
    return character if character.isprintable() else _code(character)


def _code(character: str) -> str:
    return f"\\u{{{ord(character):X}}}"


def unescaped(line: str) -> str:
    """The text that `line` stands for. Raises `BadEscape`."""
    return _ESCAPE.sub(_unescaped, line)


def _unescaped(found: re.Match[str]) -> str:
    if found["backslash"]:
        return "\\"
    code = int(found["code"], 16) if found["code"] else -1
    if not 0 <= code <= 0x10FFFF or _is_surrogate(chr(code)):
        raise BadEscape(found.string[found.start() : found.start() + 10])
    return chr(code)


def _is_surrogate(character: str) -> bool:
    return category(character) == "Cs"


def holds_controls(line: str) -> bool:
    """Whether a line holds control characters or halves of surrogate pairs, which are no text."""
    return any(category(character) in ("Cc", "Cs") for character in line)


def quoted(text: str) -> str:
    """A quoted text inside a sentence, with everything invisible written as numbers."""
    return quotation(escaped(text))


MAGIC: Final = "Furlong record 1"
"""The first line: what this file is, and the version of the format."""

_MOST_ON_A_LINE: Final = 12


def write(record: Record) -> str:
    """The record as the text of a file, which `bot.records.parsing.parse` reads back."""
    return "\n".join((MAGIC, "", *header_lines(record), "", *_entry_lines(record), ""))


def file_name(record: Record) -> str:
    """A name for the record's file that every system takes: the game, the day on which it began, part of its id."""
    began = record.began_at or record.proposed_at
    day = began.astimezone(UTC).date().isoformat() if began else ""
    part = record.id.hex[:8] if record.id else ""
    return "-".join(word for word in ("furlong", record.game.key, day, part) if word) + ".txt"


def header_lines(record: Record) -> Iterator[str]:
    """Everything but the entries, a line each."""
    yield f"game: {record.game.key}"
    yield f"version: {record.game.version}"
    if record.id is not None:
        yield f"id: {record.id}"
    yield f"seats: {record.seats}"
    for seat, name in enumerate(record.players):
        yield f"seat {seat}: {escaped(name[:LONGEST_NAME])}".rstrip()
    for seat, key in enumerate(record.characters):
        if key:
            yield f"character {seat}: {key}"
    if record.proposed_at is not None:
        yield f"proposed: {_instant(record.proposed_at)}"
    if record.began_at is not None:
        yield f"began: {_instant(record.began_at)}"
    yield f"days: {record.terms.days or 'none'}"
    yield f"weekends: {'pause' if record.terms.pauses_weekends else 'count'}"
    yield f"rated: {'yes' if record.terms.is_rated else 'no'}"
    if record.result is not None:
        yield from _result_lines(record.result)
    if record.fairness is not None:
        yield f"secret: {record.fairness.secret.hex()}"
        yield f"commitment: {record.fairness.commitment}"
        if record.fairness.start_message_id is not None:
            yield f"started by: {record.fairness.start_message_id}"


def _result_lines(result: RecordResult) -> Iterator[str]:
    yield f"ending: {result.ending}"
    if result.ended_at is not None:
        yield f"ended: {_instant(result.ended_at)}"
    if result.by is not None:
        yield f"ended by: {result.by}"
    if result.places:
        yield f"places: {_numbers(result.places)}"
    if result.points is not None:
        yield f"points: {_numbers(result.points)}"
    if result.reason:
        yield f"reason: {escaped(result.reason[:LONGEST])}"


def _instant(instant: datetime) -> str:
    return instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(str(number) for number in numbers)


def _entry_lines(record: Record) -> Iterator[str]:
    """A line a turn, or more for a long one; each begins with the number of its first entry."""
    number = 1
    for turn in _turns(record):
        for first in range(0, len(turn), _MOST_ON_A_LINE):
            part = turn[first : first + _MOST_ON_A_LINE]
            yield f"{number}. {' '.join(part)}"
            number += len(part)


def _turns(record: Record) -> Iterator[list[Move]]:
    """The entries turn by turn: rolls belong to the move that led to them, and a seat that leaves has its own line."""
    mover: Seat | str | None = None
    turn: list[Move] = []
    for step in record.history.steps:
        now = step.before.turn if retired_seat(step.move) is None else step.move
        if turn and now is not CHANCE and now != mover:
            yield turn
            turn = []
        if now is not CHANCE:
            mover = now
        turn.append(step.move)
    if turn:
        yield turn
