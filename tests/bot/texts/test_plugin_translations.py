"""Translations that come with a game of another package: added to ours, never in place of them."""

from collections.abc import Generator
from pathlib import Path

import pytest

from bot.texts import language
from bot.texts.language import say, speaking
from rules.core import Game

NEW, OURS = "Nobody else says this.", "Back"


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """The file for the German of a game."""

    def folder_of(_game: Game) -> Path:
        return tmp_path

    monkeypatch.setattr("bot.texts.language.folder_of", folder_of)
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
