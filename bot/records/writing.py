"""The output of a record: its text, its file name, and its positions and pictures for the command line.

Any text fits on one line: characters that could end, hide or reorder the line are written as numbers.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Final, TypeVar
from unicodedata import category

import render
from bot.model.fairness import Fairness, check_rolls
from bot.records.record import Record, RecordResult
from rules.core import CHANCE, Move, Phrase, Position, Seat
from rules.record import Step, retired_seat
from rules.wording import quotation

_Source = TypeVar("_Source")

LONGEST: Final = 1000
"""Characters that a text in a record may have; the name of a player has fewer."""

LONGEST_NAME: Final = 100  # characters, as many as are stored

_ESCAPE: Final = re.compile(r"\\(?:(?P<backslash>\\)|u\{(?P<code>[0-9A-Fa-f]{1,6})\})?")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")  # the categories Cc and Cs
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"  # for half of a surrogate pair, which no file holds


class BadEscape(ValueError):
    """A backslash without a meaning; `str(error)` shows it with the text after it."""


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
    """The original text of an escaped line. Raises `BadEscape`."""
    return _ESCAPE.sub(_unescaped, line)


def _unescaped(groups: re.Match[str]) -> str:
    if groups["backslash"]:
        return "\\"
    code = int(groups["code"], 16) if groups["code"] else -1
    if not 0 <= code <= 0x10FFFF or _is_surrogate(chr(code)):
        raise BadEscape(groups.string[groups.start() : groups.start() + 10])
    return chr(code)


def _is_surrogate(character: str) -> bool:
    return category(character) == "Cs"


def holds_controls(line: str) -> bool:
    """Whether a line holds control characters or halves of surrogate pairs, which are no text."""
    return _CONTROL.search(line) is not None


def quoted(text: str) -> Phrase:
    """The beginning of a text as quoted inside a sentence, with everything invisible written as numbers."""
    return quotation(escaped(text[:LONGEST]))


MAGIC: Final = "Furlong record 1"
"""The first line: what this file is, and the version of the format."""

_MOST_ON_A_LINE: Final = 12  # moves


def write(record: Record) -> str:
    """The record as the text of a file, which `bot.records.parsing.parse` reads back."""
    return "\n".join((MAGIC, "", *header_lines(record), "", *_entry_lines(record), ""))


def file_name(record: Record) -> str:
    """A file name for the record that is valid on every system: the game, the day of its start, and part of its id."""
    began = record.began_at or record.proposed_at
    day = began.astimezone(UTC).date().isoformat() if began else ""
    part = record.id.hex[:8] if record.id else ""
    return "-".join(word for word in ("furlong", record.game.key, day, part) if word) + ".txt"


def _instant(instant: datetime | None) -> str:
    return "" if instant is None else instant.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def spaced(numbers: tuple[int, ...] | None) -> str:
    """Numbers with spaces between them; empty if there are none."""
    return " ".join(map(str, numbers or ()))


_OF_GAME: Final[Mapping[str, Callable[[Record], object]]] = {
    "game": lambda record: record.game.key,
    "version": lambda record: record.game.version,
    "id": lambda record: record.id,
    "seats": lambda record: record.seats,
}
_OF_MATCH: Final[Mapping[str, Callable[[Record], object]]] = {
    "proposed": lambda record: _instant(record.proposed_at),
    "began": lambda record: _instant(record.began_at),
    "days": lambda record: record.terms.days or "none",
    "bank": lambda record: None if record.terms.bank is None else f"{record.terms.bank} {record.terms.increment}",
    "weekends": lambda record: "pause" if record.terms.pauses_weekends else "count",
    "rated": lambda record: "yes" if record.terms.is_rated else "no",
}
_OF_RESULT: Final[Mapping[str, Callable[[RecordResult], object]]] = {
    "ending": lambda result: result.ending,
    "ended": lambda result: _instant(result.ended_at),
    "ended by": lambda result: result.by,
    "places": lambda result: spaced(result.places),
    "points": lambda result: spaced(result.points),
    "reason": lambda result: escaped(result.reason[:LONGEST]),
}
_OF_FAIRNESS: Final[Mapping[str, Callable[[Fairness], object]]] = {
    "secret": lambda fairness: fairness.secret.hex(),
    "commitment": lambda fairness: fairness.commitment,
    "started by": lambda fairness: fairness.start_message_id,
}
NAMES: Final = (*_OF_GAME, *_OF_MATCH, *_OF_RESULT, *_OF_FAIRNESS)
"""Every header except those of each seat: `seat 0`, `character 0` and so on."""

NAMES_AFTER_END: Final = (*_OF_RESULT, *_OF_FAIRNESS)[1:]
"""The headers that only a finished match has, besides its result."""


def header_lines(record: Record) -> Iterator[str]:
    """The header lines, which are everything but the entries."""
    yield from _lines(_OF_GAME, record)
    for seat, name in enumerate(record.players):
        yield f"seat {seat}: {escaped(name[:LONGEST_NAME])}".rstrip()
    for seat, key in enumerate(record.characters):
        if key:
            yield f"character {seat}: {key}"
    yield from _lines(_OF_MATCH, record)
    yield from _lines(_OF_RESULT, record.result)
    yield from _lines(_OF_FAIRNESS, record.fairness)


def _lines(headers: Mapping[str, Callable[[_Source], object]], source: _Source | None) -> Iterator[str]:
    """The headers that are not empty for `source`."""
    if source is not None:
        texts = {name: text_of(source) for name, text_of in headers.items()}
        yield from (f"{name}: {text}" for name, text in texts.items() if text not in (None, ""))


def _entry_lines(record: Record) -> Iterator[str]:
    """A line for each turn, or several for a long one, each beginning with the number of its first entry."""
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


def text_parts(record: Record, ply: int | None = None) -> Iterator[str]:
    """The headers and every position with the move that led to it, in parts; with `ply`, only that position."""
    yield "\n".join(_headings(record))
    if not ply:
        yield f"0. The beginning\n\n{record.history.start}"
    for number, step in enumerate(record.history.steps, start=1):
        if ply in (None, number):
            yield f"{number}. {_words(record, step)}: {step.move}\n\n{step.after}"


def _headings(record: Record) -> Iterator[str]:
    yield record.game.name
    yield from header_lines(record)
    if record.fairness is not None:
        check = check_rolls(record.history.steps, record.fairness.dice)
        if check.wrong:
            numbers = ", ".join(str(number) for number in check.wrong)
            yield f"Chance: the secret does not give what the record says at {numbers}."
        else:
            yield f"Chance: all {check.rolls} results are those that the secret gives."


def _words(record: Record, step: Step) -> str:
    left = retired_seat(step.move)
    if left is not None:
        return f"{_player(record, left, step.before)} leaves"
    words = step.before.describe(step.move)
    turn = step.before.turn
    return f"{_player(record, turn, step.before)} {words}" if isinstance(turn, int) else f"Chance: {words}"


def _player(record: Record, seat: Seat, position: Position) -> str:
    return f"{escaped(record.players[seat])} ({position.side(seat)})"


def picture_of(record: Record, ply: int, *, is_png: bool) -> bytes:
    """The position after `ply` entries as a picture: a PNG, or a WebP file."""
    then = record.history.upto(ply)
    is_end = ply == record.history.ply
    outcome = record.outcome if is_end else None
    scene = render.Scene(record.players, then.last_turn, outcome=outcome, faces=record.characters)
    return render.picture(then.position, scene) if is_png else render.webp(then.position, scene)
