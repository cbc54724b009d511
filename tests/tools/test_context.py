"""Kept transcripts are retold in a language, message by message."""

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
    assert len(english) == len(polish) == 2
    assert all(one != other for one, other in zip(english, polish, strict=True)), "the header has other words"
