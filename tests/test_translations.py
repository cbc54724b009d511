"""Translations are complete and fit the places where they are shown."""

import ast
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from bot.texts.language import ENGLISH, FOLDER, Voice, language, languages, speaking
from bot.texts.vocabulary import duration_in_english
from render import Scene, picture
from render.boards import board_of
from render.canvas import Canvas
from render.typeface import Style, fits
from rules import GAMES
from rules.core import Outcome
from tools import messages

CODES: Final = [code for code in languages() if code != ENGLISH]
_BOT: Final = Path(__file__).parent.parent / "bot"
_LIMITS: Final = {
    "button": 80,
    "menu": 150,
    "choice": 150,
    "Option": 100,
    "SelectOption": 100,
    "modal": 45,
    "form": 45,
    "Action": 80,
    "Entry": 80,
    "Menu": 150,
    "Choosable": 100,
}
"""The most characters of the first text that these functions of `bot.chat` and classes of `bot.screens` take."""

_LONG_FACT: Final = "x" * 20
_SENTENCE: Final = 40
"""Characters besides places; shorter messages may be the same in languages that are alike."""


@cache
def template() -> list[str]:
    """All messages; not a constant, because every worker imports this module and it takes a second."""
    return [str(message.id) for message in messages.template() if message.id]


def test_there_are_translations() -> None:
    assert {"de", "es", "fr", "it", "pl", "pt_BR"} <= set(CODES) and len(template()) > 1000


@pytest.mark.parametrize("code", CODES)
def test_every_message_is_translated_with_its_places_plural_forms_and_code(code: str) -> None:
    spoken = language(code)
    faults = [
        f"{message!r}: {fault}"
        for message in template()
        for fault in messages.faults(message, messages.translation(spoken, message), spoken)
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("code", CODES)
def test_times_that_messages_quote_can_be_typed_in_the_words_of_the_language(code: str) -> None:
    spoken = language(code)
    spans = {span for message in template() for span in re.findall(r"`([^`\n]+)`", message)}
    quoted = {span: words for span in spans if (words := messages.in_own_words(span, spoken))}
    assert {"3 days", "no limit", "off"} <= quoted.keys()
    with speaking(code):
        misread = {words: read for span, words in quoted.items() if (read := duration_in_english(words)) != span}
    assert not misread


@pytest.mark.parametrize("code", CODES)
def test_no_translation_is_left_of_a_message_that_is_gone(code: str) -> None:
    file = FOLDER / code / "LC_MESSAGES" / "furlong.po"
    gone = {str(message.id) for message in messages.catalogue_of(file, code) if message.id} - set(template())
    assert not gone, "make messages removes them"


def test_no_language_has_a_sentence_of_another() -> None:
    for message in template():
        if len(re.sub(r"{[^}]*}", "", message)) >= _SENTENCE:
            told = {code: messages.translation(language(code), message) for code in CODES}
            assert len(set(told.values())) == len(CODES), (message, told)


def _labels() -> list[tuple[str, int]]:
    """The messages that chat hands to Discord as labels, its own and those of screens, each with Discord's limit."""
    found: list[tuple[str, int]] = []
    for file in (*(_BOT / "chat").rglob("*.py"), *(_BOT / "screens").rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name | ast.Attribute) and call.args:
                name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
                found += [(text, _LIMITS[name]) for text in messages.said(call.args[0]) if name in _LIMITS]
    return found


@pytest.mark.parametrize("code", [ENGLISH, *CODES])
def test_labels_keep_to_the_limits_of_discord(code: str) -> None:
    labels = _labels()
    assert len(labels) > 100
    translated = [(messages.translation(language(code), label) or label, limit) for label, limit in labels]
    too_long = [label for label, limit in translated if len(messages.filled_with(label, _LONG_FACT)) > limit]
    assert not too_long


@pytest.mark.parametrize("code", [ENGLISH, *CODES])
def test_no_word_on_a_board_is_cut(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names may be too long for a picture, but words may not."""
    cut = list[str]()
    write = Canvas.write

    def checked(self: Canvas, text: str, at: tuple[int, int], style: Style, width: int) -> None:
        if not fits(text, style, width):
            cut.append(text)
        write(self, text, at, style, width)

    monkeypatch.setattr(Canvas, "write", checked)
    for game in GAMES.values():
        for seats in game.seats:
            scene = Scene(names=("Ada", "Ben", "Cleo", "Dora")[:seats], say=Voice(code))
            for outcome in (None, Outcome((1,) * seats, ""), Outcome((1, *range(2, seats + 1)), "")):
                picture(game.start(seats), replace(scene, outcome=outcome))
        board = board_of(game.start(game.seats[0]))
        if board is not None and game.key in board.samples:
            picture(game.from_fen(board.samples[game.key]), Scene(say=Voice(code)))
    assert not set(cut)
