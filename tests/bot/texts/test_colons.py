"""What a text is about stands before the colon of the language, and numbers agree with the words after them."""

import re
from pathlib import Path

import pytest

import bot
from bot.texts.language import labelled, speaking
from bot.texts.ratings import tally

_FOLDERS = ("texts", "screens", "chat", "web")
_COLON = re.compile(r'f"[^"]*\}(\*\*: |: |:\*\* )[{`]|": "\.join')


@pytest.mark.parametrize(("code", "told"), [("en", "Ada: 3"), ("fr", "Ada\u00a0: 3"), ("ja", "Ada：3")])
def test_a_label_has_the_colon_of_the_language(code: str, told: str) -> None:
    with speaking(code):
        assert labelled("Ada", "3") == told


def test_no_code_joins_two_parts_of_a_text_with_an_english_colon() -> None:
    folder = Path(bot.__file__).parent
    sources = [file for name in _FOLDERS for file in (folder / name).rglob("*.py")]
    assert len(sources) > len(_FOLDERS)
    assert not [line for file in sources for line in file.read_text().splitlines() if _COLON.search(line)]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "1 won, 2 lost"),
        ("fr", "1 gagnée, 2 perdues"),
        ("es", "1 ganada, 2 perdidas"),
        ("pl", "wygrane 1, przegrane 2"),
    ],
)
def test_results_agree_with_their_numbers(code: str, told: str) -> None:
    with speaking(code):
        assert tally(1, 0, 2) == told
