"""The words in pictures, which are in the language of the people who see them."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

import pytest

import bot.texts.language
import render
from bot.records.rulebooks import pages_of
from bot.screens import pictures
from bot.texts.clocks import short_day, short_month
from bot.texts.language import ENGLISH, Voice, language, say, speaking, voice
from render.boards import board_of
from render.canvas import Canvas
from render.typeface import Style
from rules import FAMILIES, GAMES
from rules.core import Game, Outcome, Position
from rules.record import Step
from tests.bot.pseudo import PSEUDO
from tests.rules.furbowl_boards import place

pytestmark = pytest.mark.paints

_PLAIN: Final = re.compile(r"[A-Za-z]{3,}")
"""A word without letters that take an accent, which nobody has translated."""


@pytest.fixture(autouse=True)
def other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language other than English, whether or not it has translations."""
    languages = {ENGLISH: language(ENGLISH), PSEUDO.code: PSEUDO}
    monkeypatch.setattr(bot.texts.language, "language", languages.__getitem__)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All texts that are written on pictures."""
    texts = list[str]()
    write = Canvas.write

    def recorded(self: Canvas, text: str, at: tuple[int, int], style: Style, width: int) -> None:
        texts.append(text)
        write(self, text, at, style, width)

    monkeypatch.setattr(Canvas, "write", recorded)
    return texts


def _positions() -> Iterator[tuple[Position, tuple[Step, ...]]]:
    """The start, a sample and the position after its first move of every game, and a full picture of Furbowl."""
    for game in GAMES.values():
        start = game.start(max(game.seats))
        yield start, ()
        board = board_of(start)
        assert board is not None
        if game.key in board.samples:
            before = game.from_fen(board.samples[game.key])
            yield before, ()
            move = before.legal_moves()[0]
            after = before.play(move)
            yield after, (Step(before, move, after),)
    injured = place("fox 8,5, rabbit ko, bear out", "cat 9,5, tortoise 9,6", ball="purple-fox")
    yield injured, ()
    move = next(move for move in injured.legal_moves() if "tackle" in move)
    tackling = injured.play(move)
    roll = tackling.legal_moves()[0]
    yield tackling.play(roll), (Step(injured, move, tackling), Step(tackling, roll, tackling.play(roll)))


def test_every_word_on_a_board_is_in_the_language_of_the_scene(written: list[str]) -> None:
    for position, steps in _positions():
        render.picture(position, render.Scene(steps=steps, say=Voice(PSEUDO.code)))
    for outcome in (Outcome.won(0, ""), Outcome((1, 1), "")):
        render.picture(GAMES["furl"].start(2), render.Scene(outcome=outcome, say=Voice(PSEUDO.code)))
    assert [text for text in written if _PLAIN.search(text)] == []
    with speaking(PSEUDO.code):
        words = ("to move", "wins", "draws", "to place", "to place a stone", "in play", "territory")
        assert set(map(say, words)) <= set(written)


def test_the_cache_of_pictures_keeps_languages_apart() -> None:
    position = GAMES["furl"].start(2)
    pictured = list[bytes]()
    for code in (ENGLISH, PSEUDO.code, ENGLISH, PSEUDO.code):
        with speaking(code):
            diagram = pictures.Diagram(GAMES["furl"], position, (), "dusk")
            pictured.append(pictures.painted(position, diagram.scene))
    assert pictured[0] is pictured[2] and pictured[1] is pictured[3] and pictured[0] != pictured[1]


def test_pictures_are_in_english_where_no_typeface_has_the_letters_of_a_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with speaking("ja"):
        for is_known, code in ((True, "ja"), (False, ENGLISH)):
            monkeypatch.setattr(bot.texts.language, "can_show", {"日本語": is_known}.__getitem__)
            assert voice() == Voice(code)


def test_a_voice_speaks_the_language_of_its_moment_and_is_equal_to_others_of_that_language() -> None:
    with speaking(PSEUDO.code):
        later, said = voice(), say("to move")
    assert later("to move") == said != "to move"
    assert later == Voice(PSEUDO.code) and hash(later) == hash(Voice(PSEUDO.code)) and later != voice()


def test_dates_on_charts_are_written_as_in_the_language() -> None:
    day = datetime(2026, 5, 7, tzinfo=UTC)
    assert (short_day(day), short_month(day)) == ("7 May", "May 2026")
    with speaking(PSEUDO.code):  # it has the dates of German
        assert (short_day(day), short_month(day)) == ("7. Mai", "Mai 2026")


@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.key)
def test_the_pictures_of_a_rule_book_are_painted_in_other_languages(game: Game, written: list[str]) -> None:
    pictured = [page.illustration for page in pages_of(game) if page.illustration is not None]
    assert pictured and pictures.illustration(game, pictured[0]) == (pictured[0].file.read_bytes(), "webp")
    with speaking(PSEUDO.code):
        for shown in pictured:
            painted, extension = pictures.illustration(game, shown)
            assert painted and extension == render.EXTENSION
    assert written and [text for text in written if _PLAIN.search(text)] == []
