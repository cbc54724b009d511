"""Texts that are not records: the error names the line, what is wrong and what would be right."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.model.fairness import Fairness
from bot.records.parsing import LARGEST, MOST_MOVES, parse, read
from bot.records.record import RecordError
from bot.records.writing import write

WHOLE = """\
Furlong record 1

game: furl
version: 1
seats: 2
seat 0: Ada
seat 1: Ben
ending: resigned
ended: 2030-01-31T12:00:00Z
ended by: 1
places: 1 2

1. c5<c1
2. g4<g1
"""
LINES = WHOLE.splitlines()
OTHER = Fairness.seal()


def complaint(text: str | bytes) -> str:
    """The message of the error."""
    with pytest.raises(RecordError) as caught:
        read(text) if isinstance(text, bytes) else parse(text)
    sentence = str(caught.value)
    assert "\n" not in sentence and sentence.endswith((".", "?")) and len(sentence) < 700
    return sentence


def changed(line: int, text: str) -> str:
    """The whole record with another text in a line, counted from 1."""
    return "\n".join((*LINES[: line - 1], text, *LINES[line:]))


def without(line: int) -> str:
    """The whole record without a line, counted from 1."""
    return "\n".join((*LINES[: line - 1], *LINES[line:]))


def test_the_record_that_these_tests_change_is_one() -> None:
    assert parse(WHOLE).players == ("Ada", "Ben")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1: Furlong can't read this as a record. Its first line must be “Furlong record 1”, not “”."),
        ("\n\nHello\n", "Line 3: Furlong can't read this as a record"),
        (changed(1, "Furlong record 2"), "not “Furlong record 2”."),
        (changed(3, "game: chess"), "Line 3: “game” must be one of furl, fursaz, "),
        (changed(4, "version: 2"), "Line 4: “version” is 2, and this Furlong knows version 1 of the rules of Furl."),
        (changed(4, "version: new"), "Line 4: “version” needs a whole number between 0 and 9999, not “new”."),
        (changed(4, "version: 1 1"), "Line 4: “version” needs a whole number"),
        (changed(4, f"version: {'1' * 5000}"), "Line 4: “version” needs a whole number"),
        (changed(4, "version: ١"), "Line 4: “version” needs a whole number"),
        (changed(5, "seats: 3"), "Line 5: “seats” must be 2 for Furl, not 3."),
        (changed(5, "seats: 0"), "Line 5: “seats” needs a whole number between 1 and 9"),
        (changed(5, "seats: 2\nseat 2: Cleo"), "Line 6: “seat 2” is one too many: this record has 2 seats"),
        (
            changed(5, "seats: 2\ncharacter 2: mole"),
            "Line 6: “character 2” has no such seat: this record has 2 of them",
        ),
        (
            changed(5, "seats: 2\ncharacter 1: wolf"),
            "Line 6: “character 1” must be one of mole, hedgehog, otter, badger, lynx",
        ),
        (changed(5, "seats: 2\nid: 17"), "Line 6: “id” needs an id such as 0a1b2c3d-"),
        (changed(5, "seats: 2\ndays: soon"), "Line 6: “days” needs a whole number between 1 and 365, not “soon”."),
        (changed(5, "seats: 2\nrated: maybe"), "Line 6: “rated” must be one of yes, no, not “maybe”."),
        (changed(5, "seats: 2\nweekends: off"), "Line 6: “weekends” must be one of pause, count, not “off”."),
        (changed(6, f"seat 0: {'A' * 101}"), "Line 6: “seat 0” is too long: it may have 100 letters, not 101."),
        (changed(6, "seat 0: A\\da"), "Line 6: “seat 0” has a stray backslash, “\\\\da”: write \\\\ for"),
        (changed(6, "seat 0: A\\u{110000}"), "Line 6: “seat 0” has a stray backslash"),
        (changed(6, "seat 0: A\\u{D800}"), "Line 6: “seat 0” has a stray backslash"),
        (changed(6, "seat 0: A\x1bda"), "Line 6: “seat 0” contains an invalid symbol. Write it as \\u{…}."),
        (changed(6, "seat 0: A\rda"), "Line 6: “seat 0” contains an invalid symbol."),
        (changed(6, "seat 0: A\ud800da"), "Line 6: “seat 0” contains an invalid symbol."),
        (changed(6, "seat 1: Ada"), "Line 7: “seat 1” is in line 6 already. Keep one of them."),
        (changed(6, "Seat  0 : Ada\nSEAT 0: Ada"), "Line 7: “seat 0” is in line 6 already."),
        (changed(6, "white: Ada"), "Line 6: there's no header “white”. The headers are game, version, id,"),
        (changed(6, "Ada plays White"), "Line 6: “Ada plays White” is neither a header nor moves."),
        (changed(8, "ending: won"), "Line 8: “ending” must be one of rules, resigned, "),
        (changed(9, "ended: 2030-02-30T12:00:00Z"), "Line 9: “ended” needs a date and time in UTC such as 2030-"),
        (changed(9, "ended: 2030-01-31"), "Line 9: “ended” needs a date and time in UTC"),
        (changed(9, "ended: 2030-01-31T12:00:00+01:00"), "Line 9: “ended” needs a date and time in UTC"),
        (changed(9, "ended: 0000-01-31T12:00:00Z"), "Line 9: “ended” needs a date and time in UTC"),
        (changed(10, "ended by: 2"), "Line 10: “ended by” needs a whole number between 0 and 1, not “2”."),
        (changed(11, "places: 1"), "Line 11: “places” needs 2 whole numbers between 1 and 2, not “1”."),
        (changed(11, "places: 2 2"), "Line 11: “places” can't be 2 2: places begin at 1, and ties share one"),
        (changed(11, "places: 1 2\npoints: 1 many"), "Line 12: “points” needs 2 whole numbers between -1000000000 and"),
        (changed(13, "1. c5<c9"), "Line 13: move 1, “c5<c9”, can't be played. "),
        (changed(14, "2. nonsense"), "Line 14: move 2, “nonsense”, can't be played. "),
        (
            changed(13, "1. retires:0"),
            "Line 13: move 1, “retires:0”, can't be played. The match ends when a player leaves",
        ),
        (changed(13, f"1. {'a' * 41}"), "isn't a move in any game."),
        (changed(13, "1. c5→c1"), "Line 13: “c5→c1” isn't a move in any game."),
        (changed(13, "1."), "Line 13: no move follows the number 1."),
        (
            changed(13, "7. c5<c1"),
            "Line 13: this line begins with move 7, but 0 come before it, so it would be move 1.",
        ),
        (
            changed(14, "3. g4<g1"),
            "Line 14: this line begins with move 3, but 1 come before it, so it would be move 2.",
        ),
        (WHOLE + "reason: tired\n", "Line 15: “reason: tired” is among the moves."),
        (WHOLE + "1234567. c5<c1\n", "Line 15: “1234567. c5<c1” is among the moves."),
        (without(8), "Line 8: “ended” belongs to a match that is over: the header “ending” is missing."),
        (without(11), "Line 12: the headers end here, and “places” is missing among them."),
        (changed(8, "ending: cancelled"), "Line 11: “places” doesn't belong where nobody won or lost"),
        (changed(8, "ending: rules"), "Line 8: “ending” is rules, but after these moves the match goes on."),
        (changed(10, "secret: ff\ncommitment: ff"), "Line 10: “secret” needs 64 hexadecimal digits, not “ff”."),
        (changed(10, f"secret: {'ff' * 32}"), "and “commitment” is missing among them. Write, for example,"),
        (changed(10, "started by: 1"), "and “secret” is missing among them."),
        (
            changed(10, f"secret: {'ff' * 32}\ncommitment: {OTHER.commitment}"),
            "Line 10: “secret” isn't the one that the commitment was made for",
        ),
        (changed(10, f"secret: {OTHER.secret.hex()}\ncommitment: {OTHER.commitment}\nstarted by: -1"), "Line 12: “sta"),
    ],
)
def test_a_fault_is_reported_with_its_line(text: str, sentence: str) -> None:
    assert sentence in complaint(text)


@pytest.mark.parametrize(("line", "name"), [(3, "game"), (4, "version"), (5, "seats"), (6, "seat 0"), (7, "seat 1")])
def test_a_missing_header_is_reported_where_the_headers_end(line: int, name: str) -> None:
    assert complaint(without(line)).startswith(f"Line 12: the headers end here, and “{name}” is missing among them.")


FINISHED = """\
Furlong record 1
game: farlander
version: 1
seats: 3
seat 0: Ada
seat 1: Ben
seat 2: Cleo
ending: rules
places: 2 2 1
points: 0 0 0
1. retires:0 retires:1
"""


def test_a_game_ended_by_its_moves_has_the_result_of_its_last_position() -> None:
    assert parse(FINISHED).outcome is not None
    wrong = complaint(FINISHED.replace("places: 2 2 1", "places: 1 1 3"))
    assert wrong == "Line 9: “places” must be 2 2 1, as the moves end the match."
    wrong = complaint(FINISHED.replace("points: 0 0 0", "points: 0 0 7"))
    assert wrong == "Line 10: “points” must be 0 0 0, as the moves end the match."
    wrong = complaint(FINISHED.replace("ending: rules", "ending: time"))
    assert wrong == ("Line 11: the moves end the match, so the headers must say “ending: rules”, with “places: 2 2 1”.")
    running = "\n".join(FINISHED.splitlines()[:7] + FINISHED.splitlines()[10:])
    assert "the headers must say “ending: rules”, with “places: 2 2 1”" in complaint(running)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("1. retires:0 retires:0", "move 2, “retires:0”, can't be played. This player has left already."),
        ("1. retires:3", "move 1, “retires:3”, can't be played. There is no seat 3 at a table of 3."),
        ("1. retires:00", "move 1, “retires:00”, can't be played. Write retires:0."),
        ("1. retires:0 retires:1 retires:2", "move 3, “retires:2”, can't be played. The match is over."),
        (f"1. retires:{'9' * 30}", "can't be played."),
    ],
)
def test_a_seat_leaves_once_and_only_before_the_end_of_the_game(moves: str, sentence: str) -> None:
    assert sentence in complaint(FINISHED.replace("1. retires:0 retires:1", moves))


def test_an_error_shows_foreign_text_shortened_and_without_what_could_harm() -> None:
    sentence = complaint(changed(3, "game: " + "\u202ex" * 300))
    assert "“\\u{202E}x\\u{202E}x" in sentence and "…”" in sentence and "\u202e" not in sentence


def test_a_file_that_is_not_plain_text_is_refused_with_the_line_of_the_fault() -> None:
    assert complaint(WHOLE.encode().replace(b"Ben", b"B\xff")) == (
        "Line 7: this isn't plain text. Save the record as UTF-8."
    )
    assert complaint(b"\x89PNG\r\n\x1a\n\0").startswith("Line 1: this isn't plain text.")
    assert complaint(WHOLE.encode("utf-16")).startswith("Line 1: this isn't plain text.")
    assert complaint(b"\0" * 100).startswith("Line 1: Furlong can't read this as a record")


def test_a_file_that_is_too_large_is_refused_before_it_is_read() -> None:
    padding = "\n" * (LARGEST - len(WHOLE))
    assert parse(WHOLE + padding) == parse(WHOLE) == read((WHOLE + padding).encode())
    sentence = "This is too large for a record: a file may have 1,000,000 bytes at most."
    assert complaint(WHOLE + padding + "\n") == complaint((WHOLE + padding + "\n").encode()) == sentence


def test_too_many_moves_are_refused_before_they_are_replayed() -> None:
    assert f"a record may have {MOST_MOVES:,} moves at most" in complaint(
        changed(13, "1." + " c5<c1" * (MOST_MOVES + 1))
    )


hostile = st.text() | st.sampled_from(
    [*LINES, *(f"{word}: " for word in ("game", "seats", "version", "id", "days", "places", "secret"))]
)


@given(st.lists(hostile, max_size=12))
@example(["Furlong record 1", "game:"])
def test_arbitrary_text_is_a_record_or_refused(lines: list[str]) -> None:
    for text in ("\n".join(lines), "\n".join(("Furlong record 1", *lines))):
        try:
            assert parse(write(record := parse(text))) == record
        except RecordError as error:
            assert str(error)


@given(st.integers(0, len(WHOLE)), st.integers(0, 6), st.text(max_size=6))
def test_a_damaged_record_is_a_record_or_refused(place: int, length: int, instead: str) -> None:
    try:
        record = parse(WHOLE[:place] + instead + WHOLE[place + length :])
        assert parse(write(record)) == record
    except RecordError as error:
        assert str(error)


@given(st.binary())
def test_arbitrary_bytes_are_refused(data: bytes) -> None:
    assert complaint(data)
