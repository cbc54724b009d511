"""Kept transcripts are retold in a language, message by message."""

import pytest

from bot.texts.language import language
from rules import GAMES
from tools import context


def test_a_message_is_found_by_its_words_and_told_with_the_same_facts() -> None:
    spoken = language("pl")
    told, lines = context.retold(
        "Furlong posts in #games (3):\n    **Badger** is thinking…\n    1 person has voted.\n    [More] [Text]\n",
        context.known(spoken),
        spoken,
    )
    assert "**Badger** myśli…" in told and "[Więcej] [Tekst]" in told and "is thinking" not in told
    assert lines["{player:b} is thinking…"] == [2]
    assert lines["{count, plural, one {# person has voted} other {# people have voted}}."] == [3]


def test_boards_are_painted_in_the_language() -> None:
    english, polish = (list(context.boards(GAMES["furl"], language(code))) for code in ("en", "pl"))
    assert len(english) == len(polish) == 3
    assert all(one != other for one, other in zip(english, polish, strict=True)), "header and title have other words"


def test_screens_that_differ_only_in_a_number_or_a_game_are_of_one_kind() -> None:
    assert context.kind("/matches/12/log") == context.kind("/matches/7/log") != context.kind("/matches/7")
    assert context.kind("/rules/furl") == context.kind("/rules/fursaz") == "/rules/-"


def test_without_a_browser_there_are_no_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    assert list(context.screens(language("pl"))) == []
