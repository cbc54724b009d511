"""The parsing of a record file, with a full check; errors name the number of the line."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Final, NamedTuple

from bot.model.clock import MOST_BANK, Terms
from bot.model.history import History
from bot.records.headers import Header, Headers, check_result, fairness_of, result_of
from bot.records.record import Record, RecordError
from bot.records.writing import LONGEST_NAME, MAGIC, NAMES, holds_controls, quoted
from players.characters import CHARACTERS
from rules import GAMES
from rules.core import LONGEST_TOKEN, Game, IllegalMove, Move, Phrase, Position, message
from rules.record import Step, follow, retired_seat, retirement

LARGEST: Final = 1_000_000
"""How many bytes a record file may have."""

MOST_MOVES: Final = 20_000
"""How many entries a record may have, rolls included."""

_BLANK: Final = " \t\r"
_PAGE: Final = b"<!doctype html>"
_RECORD: Final = re.compile(rb'<pre id="record">([^<]*)</pre>')
_MOST_SEATS: Final = 9  # more than any game has, and a single digit
_MOST_DAYS: Final = 365
_MOVES: Final = re.compile(r"(?P<number>[0-9]{1,6})\.(?P<moves>.*)")
_TOKEN: Final = re.compile(rf"[!-~]{{1,{LONGEST_TOKEN}}}")


class _Line(NamedTuple):
    number: int
    text: str


class _Entry(NamedTuple):
    line: int
    token: Move


def within(data: bytes) -> bytes:
    """The record in the bytes of a file: all of them, or what a match saved as a page holds."""
    if not data.startswith(_PAGE):
        return data
    groups = _RECORD.search(data)
    return data if groups is None else unescape(groups[1].decode("utf-8", "replace")).encode()


def read(data: bytes, games: Mapping[str, Game] = GAMES) -> Record:
    """The record in the bytes of a file. Raises RecordError like `parse`, and for bytes that are not text."""
    _check_size(len(data))
    try:
        return parse(data.decode("utf-8"), games)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError("Line {line}: this isn't plain text. Save the record as UTF-8.", line=line) from None


def parse(text: str, games: Mapping[str, Game] = GAMES) -> Record:
    """The record that `text` holds; what `bot.records.writing.write` writes, and the same with small liberties.

    It may be of any of `games`, by their keys. The moves are replayed, so every record that comes back is a legal one;
    for the longest this can take about a second. Raises RecordError.
    """
    _check_size(len(text))
    lines = _lines(text)
    first = next(lines, _Line(1, ""))
    if first.text != MAGIC:
        raise RecordError(
            "Line {line}: Furlong can't read this as a record. Its first line must be “{beginning}”, not {text}.",
            line=first.number,
            beginning=MAGIC,
            text=quoted(first.text),
        )
    headers, entries = _sorted(lines)
    game = _game(headers, games)
    players = _players(headers, game)
    history = History.compact(game, len(players), _steps(game.start(len(players)), entries))
    result = result_of(headers, len(players))
    check_result(headers, history.position, result)
    return Record(
        players=players,
        characters=_characters(headers, len(players)),
        history=history,
        id=headers.read("id", Header.id),
        proposed_at=headers.read("proposed", Header.instant),
        began_at=headers.read("began", Header.instant),
        terms=_terms(headers),
        result=result,
        fairness=fairness_of(headers),
    )


def _check_size(size: int) -> None:
    if size > LARGEST:
        raise RecordError("This is too large for a record: a file may have {most:,} bytes at most.", most=LARGEST)


def _lines(text: str) -> Iterator[_Line]:
    """The lines that are not blank, without surrounding space."""
    lines = (line.strip(_BLANK) for line in text.removeprefix("\ufeff").split("\n"))
    return (_Line(number, line) for number, line in enumerate(lines, start=1) if line)


def _sorted(lines: Iterator[_Line]) -> tuple[Headers, list[_Entry]]:
    """The headers, and the entries of the moves below them."""
    headers: dict[str, Header] = {}
    entries: list[_Entry] = []
    end = 1
    for line in lines:
        numbered = _MOVES.fullmatch(line.text)
        if numbered:
            end = end if entries else line.number
            entries += _entries(line, int(numbered["number"]), numbered["moves"].split(), len(entries))
        elif entries:
            raise RecordError(
                "Line {line}: {text} is among the moves. A line of moves begins with the number of its first move, here “{number}.”; headers come before the moves.",
                line=line.number,
                text=quoted(line.text),
                number=len(entries) + 1,
            )
        else:
            _add_header(headers, line)
            end = line.number
    return Headers(headers, end), entries


def _add_header(headers: dict[str, Header], line: _Line) -> None:
    name, colon, text = line.text.partition(":")
    name = " ".join(name.split()).lower()
    if name not in NAMES and not re.fullmatch(r"(?:seat|character) [0-9]", name):
        what = Phrase("there's no header {text}", text=quoted(name))
        if not colon:
            what = Phrase("{text} is neither a header nor moves", text=quoted(line.text))
        raise RecordError(
            # Translators: {problem} is “there's no header …” or “… is neither a header nor moves”.
            "Line {line}: {problem}. The headers are {headers}, and {seats} and so on.",
            line=line.number,
            problem=what,
            headers=", ".join(NAMES),
            seats="seat 0, seat 1",
        )
    facts = {"line": line.number, "header": name}
    if name in headers:
        raise RecordError(
            "Line {line}: “{header}” is in line {other} already. Keep one of them.", **facts, other=headers[name].line
        )
    if holds_controls(text):
        raise RecordError(
            "Line {line}: “{header}” contains an invalid symbol. Write it as {code}.", **facts, code="\\u{…}"
        )
    headers[name] = Header(line.number, name, text.strip(_BLANK))


def _entries(line: _Line, number: int, tokens: Sequence[str], before: int) -> Iterator[_Entry]:
    if number != before + 1:
        raise RecordError(
            "Line {line}: this line begins with move {number}, but {before} come before it, so it would be move {right}. Is a line missing, or are two in the wrong order?",
            line=line.number,
            number=number,
            before=before,
            right=before + 1,
        )
    if not tokens:
        raise RecordError("Line {line}: no move follows the number {number}.", line=line.number, number=number)
    if before + len(tokens) > MOST_MOVES:
        raise RecordError(
            "Line {line}: a record may have {most:,} moves at most, and here are more.",
            line=line.number,
            most=MOST_MOVES,
        )
    for token in tokens:
        if not _TOKEN.fullmatch(token):
            raise RecordError("Line {line}: {text} isn't a move in any game.", line=line.number, text=quoted(token))
        yield _Entry(line.number, Move(token))


def _game(headers: Headers, games: Mapping[str, Game]) -> Game:
    named, version = headers.need("game", next(iter(games), "")), headers.need("version", "1")
    game = games.get(named.text)
    if game is None:
        raise named.not_one_of(games)
    if version.number(0, 9999) != game.version:
        raise version.wrong(
            message(
                "“{header}” is {text}, and this Furlong knows version {version} of the rules of {game}. It can only be "
                "replayed by a Furlong that knows its version."
            ),
            text=version.text,
            version=game.version,
            game=game.name,
        )
    return game


def _players(headers: Headers, game: Game) -> tuple[str, ...]:
    seats = headers.need("seats", str(game.seats.start))
    number = seats.number(1, _MOST_SEATS)
    if number not in game.seats:
        possible = tuple(map(str, game.seats))
        raise seats.wrong(
            message("“{header}” must be {possible:or} for {game}, not {number}."),
            possible=possible,
            game=game.name,
            number=number,
        )
    headers.forbid(
        tuple(f"seat {seat}" for seat in range(number, _MOST_SEATS + 1)),
        message(
            "“{header}” is one too many: this record has {count, plural, one {# seat} other {# seats}}, and they're counted from 0."
        ),
        count=number,
    )
    return tuple(headers.need(f"seat {seat}", "Ada").plain(LONGEST_NAME) for seat in range(number))


def _characters(headers: Headers, seats: int) -> tuple[str, ...]:
    """The key of the character that played in each seat; empty for people."""
    headers.forbid(
        tuple(f"character {seat}" for seat in range(seats, _MOST_SEATS + 1)),
        message("“{header}” has no such seat: this record has {count} of them, counted from 0."),
        count=seats,
    )
    names = [character.key for character in CHARACTERS]
    keys = tuple(headers.read(f"character {seat}", lambda header: header.word(*names)) or "" for seat in range(seats))
    return keys if any(keys) else ()


def _terms(headers: Headers) -> Terms:
    bank, increment = headers.read("bank", lambda header: header.numbers(0, MOST_BANK, 2)) or (None, 0)
    return Terms(
        bank=bank,
        increment=increment,
        days=headers.read("days", lambda header: None if header.text == "none" else header.number(1, _MOST_DAYS)),
        pauses_weekends=headers.read("weekends", lambda header: header.word("pause", "count")) == "pause",
        is_rated=headers.read("rated", lambda header: header.word("yes", "no")) == "yes",
    )


def _steps(position: Position, entries: Sequence[_Entry]) -> Iterator[Step]:
    left: set[Move] = set()
    for number, entry in enumerate(entries, start=1):
        try:
            after = _position_after(position, entry.token, left)
        except IllegalMove as error:
            raise RecordError(
                # Translators: {problem} is a sentence of the rules that says why.
                "Line {line}: move {number}, {text}, can't be played. {problem}",
                line=entry.line,
                number=number,
                text=quoted(entry.token),
                problem=error.reason,
            ) from error
        yield Step(position, entry.token, after)
        position = after


def _position_after(position: Position, token: Move, left: set[Move]) -> Position:
    seat = retired_seat(token)
    if seat is not None:
        if position.turn is None:
            raise IllegalMove(Phrase("The match is over."))
        if token in left:
            raise IllegalMove(Phrase("This player has left already."))
        if token != retirement(seat):
            raise IllegalMove(Phrase("Write {text}.", text=retirement(seat)))
        if position.retire(seat) is None:
            raise IllegalMove(
                Phrase("The match ends when a player leaves, so the header “{header}” has to say so.", header="ending")
            )
        left.add(token)
    return follow(position, token)
