"""The names of players in the language spoken."""

from datetime import UTC, datetime
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot.texts.language
from bot.model.competitions.competition import Entrant, Format, Side
from bot.model.competitions.servers import Board, ServerScore
from bot.model.competitions.standings import Division, StandingsRow
from bot.model.people import Person
from bot.model.votes import CHANNEL, teams
from bot.texts import limits, server_matches, standings
from bot.texts.language import as_sentence, languages, paragraph, say, speaking
from bot.texts.names import (
    because,
    both_shortened,
    escaped,
    first_sentence,
    name,
    number_in_title,
    numbered,
    plain_text,
)
from rules import GAMES
from rules.core import MoveError, Phrase
from rules.wording import sentences
from tests.bot.pseudo import PSEUDO


def test_channels_and_substitutes_are_named_in_the_language_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = Person(CHANNEL.id, str(CHANNEL.as_stored.name))
    substitute = Person(2, Phrase("{substitute} for {player}", substitute="Otter", player="Ben_Ben"))
    assert [name(player) for player in (stored, *teams(2))] == ["The channel", "Team 1", "Team 2"]
    assert name(substitute) == r"Otter for Ben\_Ben"
    monkeypatch.setattr(bot.texts.language, "language", {PSEUDO.code: PSEUDO}.__getitem__)
    with speaking(PSEUDO.code):
        assert [name(player).rstrip("·") for player in (stored, *teams(2))] == ["Ţĥé çĥàññéļ", "Ţéàm 1", "Ţéàm 2"]
        assert name(substitute).rstrip("·") == r"Otter fóŕ Ben\_Ben"


@pytest.mark.parametrize("language", languages())
def test_the_number_of_a_match_is_read_from_its_title_in_every_language(language: str) -> None:
    with speaking(language):
        title = numbered("Furl", 7)
    assert number_in_title(f"### {title}\nWhite moves.") == number_in_title(f"-# [{title}](https://x)") == 7


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*_~|`\\", r"\*\_\~\|\`\\"),
        ("# a\n  - b\n> c\n>>> d", "\\# a\n  \\- b\n\\> c\n\\>>> d"),
        ("[a](b)", r"\[a](b)"),
        ("a-b > c #1 [d] (e) 5<4\n>f", "a-b > c #1 [d] (e) 5<4\n>f"),
    ],
)
def test_only_signs_that_would_format_a_text_get_a_backslash(text: str, shown: str) -> None:
    assert escaped(text) == shown


@pytest.mark.parametrize("code", [*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
def test_nothing_that_a_person_writes_turns_the_sentence_around_it(code: int) -> None:
    turned = f"a{chr(code)}b"
    with pytest.raises(MoveError) as refused:
        GAMES["furl"].start(2).parse(turned)
    assert chr(code) not in plain_text(turned) + because(turned) + name(Person(1, turned)) + str(refused.value)


def test_sentences_are_parted_by_a_space_except_after_a_wide_full_stop() -> None:
    assert paragraph("One.", "", "Two.", "Three…") == "One. Two. Three…"
    assert paragraph("一つ。", "二つ！", "(Ada)") == "一つ。二つ！(Ada)"
    assert paragraph() == ""


def test_several_sentences_of_the_rules_are_one_paragraph() -> None:
    parts = sentences(Phrase("The match is over."), "", Phrase("An empty line"))
    assert say(parts) == "The match is over. An empty line"
    with speaking("ja"):
        assert say(parts) == "対局は終わっています。空の行"


def test_the_first_of_several_sentences_is_told_without_the_others() -> None:
    assert [first_sentence(text) for text in ("One. Two.", "One.", "一つ。二つ。", "1.5 is one.")] == [
        "One",
        "One.",
        "一つ。",
        "1.5 is one.",
    ]


def test_words_become_a_sentence_with_the_full_stop_of_the_language() -> None:
    with speaking("ja"):
        assert as_sentence("白の勝ち") == "白の勝ち。"
    assert as_sentence("White wins") == "White wins."


@given(first=st.text(max_size=100), second=st.text(max_size=100), limit=st.integers(10, 100))
def test_of_two_names_neither_is_cut_for_more_than_its_half_and_both_have_room(
    first: str, second: str, limit: int
) -> None:
    shown = both_shortened(first, second, limit)
    assert sum(map(len, shown)) <= limit
    for whole, part in zip((first, second), shown, strict=True):
        assert part == whole or len(whole) > limit // 2


def _entrant(number: int, name: str) -> Entrant:
    return Entrant(Person(number, name), datetime(2026, 3, 1, tzinfo=UTC))


@pytest.mark.parametrize("count", [20, 40])
def test_the_table_of_a_match_between_servers_as_text_has_whole_lines_and_says_how_many_boards_are_missing(
    count: int,
) -> None:
    people = [_entrant(number, "_" * 32) for number in range(1, 2 * count + 1)]
    boards = [Board(number + 1, (people[2 * number], people[2 * number + 1]), (0, 0), 1, ()) for number in range(count)]
    text = server_matches.as_text(ServerScore((Side(1, 1, "Club"), Side(2, 2, "Tavern")), tuple(boards), ()))
    _heading, *rows = text.split("\n")
    shown = [row for row in rows if row.endswith(" –")]
    left_out = [] if len(shown) == count else [f"-# … and {count - len(shown)} more boards."]
    assert rows == [*shown, *left_out] and len(text) <= limits.TEXTS and bool(left_out) is (count > 20)


@pytest.mark.parametrize(("name", "is_whole"), [("Ada", True), ("_" * 32, False)])
def test_standings_as_text_have_whole_lines_too(name: str, is_whole: bool) -> None:
    competition = Mock(regulations=Mock(format=Format.LADDER), season=None)
    competition.name = "Ladder"
    rows = [StandingsRow(_entrant(place, name), place, 0, 0, 1, move=-1) for place in range(1, 46)]
    text = standings.as_text(competition, Division(1, tuple(rows), ()))
    _heading, *shown, last = text.split("\n")
    assert last == f"-# … and {len(rows) - len(shown)} others below." and len(text) <= limits.TEXTS
    assert (len(shown) == standings.MOST_ROWS) is is_whole and all(row.endswith("slides") for row in shown)
