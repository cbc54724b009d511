"""Translations are complete and fit the places where they are shown."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog
from pyicumessageformat import Parser  # type: ignore[import-untyped]

from bot.model.settings import Preferences
from bot.texts import server_settings
from bot.texts import settings as setting_texts
from bot.texts.challenges import TERMS
from bot.texts.language import ENGLISH, FOLDER, Voice, language, languages, say, speaking
from bot.texts.vocabulary import duration_in_english
from render import Scene, picture
from render.boards import board_of
from render.canvas import Canvas
from render.typeface import Style, fits
from rules import GAMES
from rules.core import Outcome, Phrase
from rules.core import message as in_context
from rules.message_format import Number, Parts, Place, Plural, parsed
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
def catalogue() -> Catalog:
    """All messages; not a constant, because every worker imports this module and it takes a second."""
    return messages.template()


@cache
def template() -> list[str]:
    """The texts of all messages."""
    return [in_context(str(message.id), message.context or "") for message in catalogue() if message.id]


def test_there_are_translations() -> None:
    assert {"de", "es", "fr", "it", "ja", "pl", "pt_BR"} <= set(CODES) and len(template()) > 1000


@pytest.mark.parametrize("code", CODES)
def test_every_message_is_translated_with_its_places_plural_forms_and_code(code: str) -> None:
    spoken = language(code)
    faults = [
        f"{message!r}: {fault}"
        for message in template()
        for fault in messages.faults(message, messages.translation(spoken, message), spoken)
    ]
    assert not faults, "\n".join(faults)


_HARD_TO_GUESS: Final = re.compile(
    r"{(?:action|changes?|choice|consequence|counts|departure|effort|format|label|limit|manner|no_such_cell|note|offer|part|"
    r"permissions|plan|problem|purpose|reason|other_reason|results?|scope|stage|state|subject|terms|verdict|ways?|words|"
    r"what_happened|why)[}:]"
)
"""The places whose name does not say what is put there."""


def test_translators_are_told_what_few_words_mean_and_what_is_put_into_places() -> None:
    silent = [str(one.id) for one in catalogue() if one.id and not one.auto_comments]
    assert [text for text in silent if messages.has_few_words(text)] == []
    assert [text for text in silent if _HARD_TO_GUESS.search(text)] == []


_MOVES: Final = "{count, plural, one {# move} other {# moves}}"


@pytest.mark.parametrize(
    ("code", "message", "translation", "fault"),
    [
        ("de", _MOVES, "{count:# Zug|# Züge}", "wrong at '{count:# Zug|# Züge}'"),
        ("de", _MOVES, "{count, plural, one {# Zug} other {# Züge}", "wrong at ''"),
        ("de", _MOVES, "{count, plural, other {# Züge}}", "count lacks the form `one`"),
        ("de", _MOVES, "{count, plural, one {# Zug} few {# Züge} other {# Züge}}", "count has the form `few`, which"),
        (
            "de",
            _MOVES,
            "{zahl, plural, one {# Zug} other {# Züge}}",
            "it has {zahl, plural}, which the message has not",
        ),
        ("de", _MOVES, "{count} Züge", "it lacks {count, plural}"),
        ("de", "{names:or} can", "{names} können", "it lacks {names:or}"),
        ("pl", _MOVES, "{count, plural, one {# ruch} few {# ruchy} other {# ruchu}}", "count lacks the form `many`"),
        (
            "ja",
            _MOVES,
            "{count, plural, one {#手} other {#手}}",
            "count has the form `one`, which the language has not",
        ),
    ],
)
def test_a_translation_with_wrong_places_or_plural_forms_is_found(
    code: str, message: str, translation: str, fault: str
) -> None:
    found = list(messages.faults(message, translation, language(code)))
    assert any(fault in one for one in found), found


@pytest.mark.parametrize(
    ("code", "translation"),
    [
        ("fr", "{count, plural, one {# coup} other {# coups}}"),
        ("fr", "{count, plural, one {# coup} many {# de coups} other {# coups}}"),
        ("ja", "{count, plural, other {#手}}"),
    ],
)
def test_forms_for_millions_may_be_left_out(code: str, translation: str) -> None:
    assert not list(messages.faults(_MOVES, translation, language(code)))


def test_a_number_without_a_form_of_its_own_has_the_one_for_any_other() -> None:
    with speaking("fr"):
        assert say(_MOVES, count=1_000_000) == "1000000 coups"


@pytest.mark.parametrize("code", [ENGLISH, *CODES])
def test_plurals_are_in_the_form_that_weblate_checks(code: str) -> None:
    """Its check has this parser, and takes a place with its form, such as `at:R`, for a name."""
    flagged = [str(one.id) for one in catalogue() if messages.FLAG in one.flags]
    with_plurals = [one for one in template() if any(isinstance(part, Plural) for part in parsed(one))]
    assert len(flagged) > 200 and set(flagged) == set(with_plurals)
    parser: Any = Parser()
    for message in with_plurals:
        said = messages.translation(language(code), message)
        assert parser.parse(said) == [*_as_weblate_reads(parsed(said))], said


def _as_weblate_reads(parts: Parts, number: str = "") -> Iterator[object]:
    """The parts of a message as Weblate's parser returns them; `number` is the fact of the plural around them."""
    for part in parts:
        match part:
            case Plural():
                forms = {category: [*_as_weblate_reads(form, part.name)] for category, form in part.forms.items()}
                yield {"name": part.name, "type": "plural", "offset": 0, "options": forms}
            case Place():
                yield {"name": ":".join(filter(None, part))}
            case Number():
                yield {"name": number, "type": "number", "hash": True}
            case text:
                yield text


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


def test_words_that_are_the_same_in_english_differ_by_their_context() -> None:
    won, matches_won = in_context("Won"), in_context("Won", "number of matches")
    with speaking("es"):
        assert (say(won), say(matches_won)) == ("Ganada", "Ganadas")
    with speaking(ENGLISH):
        assert say(won) == say(matches_won) == "Won"


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Won", "A person's result in one match."),  # above a statement
        ("threatens to reach the far row", "Each message follows “it” and says why a move is good"),  # in its module
        ("opponent", "The name of an option of a command"),
        ("Furling", "On the page “Furling” of the rules of Furl."),
        ("Furl a stack", "The title in lesson 1 of Furl."),
    ],
)
def test_translators_are_told_where_a_message_is_said(message: str, told: str) -> None:
    found = catalogue().get(message)
    assert found is not None and any(comment.startswith(told) for comment in found.auto_comments)


def test_french_keeps_signs_on_the_line_of_their_word_and_has_one_apostrophe() -> None:
    told = [messages.translation(language("fr"), message) for message in template() if "[typed]" not in message]
    assert not [text for text in told if re.search(r"\S [:;!?»](?=\s|$|\*)|« |’", text)]


def test_no_language_has_a_sentence_of_another() -> None:
    for message in template():
        if sum(len(part) for part in parsed(message) if isinstance(part, str)) >= _SENTENCE:
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


def _said_at(node: ast.AST, module: object) -> Iterator[str]:
    """The messages of an expression in a module: its literals, and the constants that it names."""
    yield from messages.said(node)
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.attr.isupper():
            named = getattr(getattr(module, part.value.id), part.attr, None)
            yield from [named] if isinstance(named, str) else []


def _narrow() -> Iterator[tuple[str, int]]:
    """The labels and placeholders of buttons and menus, each with the characters that a phone shows of it."""
    for file in (*(_BOT / "chat").rglob("*.py"), *(_BOT / "screens").rglob("*.py")):
        module = import_module(".".join(file.relative_to(_BOT.parent).with_suffix("").parts))
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] in _LABELLED:
                has_emoji = any(keyword.arg == "emoji" for keyword in call.keywords)
                labels = [word.value for word in call.keywords if word.arg in ("label", "placeholder")]
                for label in (*call.args[:1], *labels):
                    yield from ((text, 34 if has_emoji else 38) for text in _said_at(label, module))
    labels = [term.label for term in TERMS]
    yield from ((label.message if isinstance(label, Phrase) else label, 38) for label in labels)


_LABELLED: Final = _LIMITS.keys() - {"modal", "form"}


def _of_settings() -> Iterator[str]:
    """The options and buttons of all settings, in the language spoken."""
    now, person = datetime(2030, 1, 1, tzinfo=UTC), Preferences()
    for setting in (*setting_texts.SETTINGS, *server_settings.SETTINGS):
        present = getattr(person, setting.stored_as, None)
        yield from (setting.option(value, now) for value in setting.values(present))
        for value in (present, *setting.values(present)):
            yield from setting.buttons(value, 1)


@pytest.mark.parametrize("code", [ENGLISH, *CODES])
def test_no_label_is_cut_on_a_phone(code: str) -> None:
    """Discord's guide says how many characters of a label fit: https://discord.com/developers/docs/components/reference."""
    spoken, narrow = language(code), set(_narrow())
    assert len(narrow) > 100
    labels = {(messages.translation(spoken, label) or label, most) for label, most in narrow}
    with speaking(code):
        labels |= {(label, 38) for label in _of_settings()}
    assert not [label for label, most in labels if len(messages.filled_with(label, "a1<a2")) > most]


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
