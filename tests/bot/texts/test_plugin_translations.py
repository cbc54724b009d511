"""Translations that come with a game of another package: added to ours, never in place of them."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.records.folders import phrase_of
from bot.texts import language
from bot.texts.language import say, speaking
from rules import GAMES
from rules.core import Game, Phrase
from tools import messages

NEW, OURS = "Nobody else says this.", "Back"
OTHER = replace(GAMES["furl"], package="other")


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """The file for the German of a game."""

    def folder_of(_game: Game) -> Path:
        return tmp_path

    monkeypatch.setattr("bot.texts.language.folder_of", folder_of)
    monkeypatch.setattr("bot.texts.language.FAMILIES", (OTHER,))
    language.language.cache_clear()
    file = tmp_path / "locales" / "de" / "LC_MESSAGES" / f"{language.DOMAIN}.po"
    file.parent.mkdir(parents=True)
    yield file
    language.language.cache_clear()


def test_messages_of_a_package_are_translated_by_it_and_ours_by_us(catalogue: Path) -> None:
    catalogue.write_text(f'msgid "{NEW}"\nmsgstr "Neu"\n\nmsgid "{OURS}"\nmsgstr "Falsch"\n', encoding="utf-8")
    with speaking("de"):
        assert (say(NEW), say(OURS)) == ("Neu", "Zurück")
    with speaking("fr"):
        assert say(NEW) == NEW


def test_translations_that_cannot_be_read_leave_a_package_english_and_the_host_reads_why(
    catalogue: Path, caplog: pytest.LogCaptureFixture
) -> None:
    catalogue.write_bytes(b'msgid "\xff"\nmsgstr "\xff"\n')
    with speaking("de"):
        assert (say(NEW), say(OURS)) == (NEW, "Zurück")
    [record] = caplog.records
    assert record.levelname == "WARNING" and record.getMessage().startswith(
        f"The translations in {catalogue.parents[2]}"
    )


def test_the_book_of_a_package_is_said_in_its_words_alone(catalogue: Path) -> None:
    own, english = phrase_of(OTHER, OURS), phrase_of(OTHER, "Moving")
    catalogue.write_text(f'msgid "{OURS}"\nmsgstr "Rückwärts"\n', encoding="utf-8")
    with speaking("de"):
        assert (say(own), say(OURS)) == ("Rückwärts", "Zurück")
        assert (say(english), say("Moving")) == ("Moving", "Bewegen"), "ours is about an animal of Furbowl"
    with speaking("fr"):
        assert say(own) == OURS


def test_messages_of_packages_are_not_collected_into_our_catalogues() -> None:
    with patch.object(messages, "FAMILIES", (OTHER,)):
        assert not [found for found in messages.messages() if found.file.endswith((".md", ".toml"))]


@pytest.mark.logs_errors
@pytest.mark.parametrize(
    "broken",
    ["Der {stone} fällt.", "Der {disc", "{disc, plural, other {#}} fällt.", "Der {disc:%Q} {disc.size} fällt."],
)
def test_a_translation_that_its_facts_do_not_fit_is_english_and_logged_once(
    catalogue: Path, caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    text = f"The {{disc}} falls, as {broken.replace('{', '(').replace('}', ')')} says."
    catalogue.write_text(f'msgid "{text}"\nmsgstr "{broken}"\n', encoding="utf-8")
    with speaking("de"):
        said = [say(text, disc="stone") for _ in range(3)]
        nested = say("{words}.", words=Phrase(text, disc="stone"))
    assert {*said} == {text.format(disc="stone")} and nested == f"{said[0]}."
    assert [record.levelname for record in caplog.records] == ["ERROR"] and text in caplog.text


def test_a_message_of_ours_that_its_facts_do_not_fit_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("The {disc} falls.")
