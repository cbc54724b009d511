"""Numbers that come from outside: Python itself raises at one with thousands of digits."""

import ast
from pathlib import Path

import pytest

from bot.model.texts import LARGEST_ID, number_in
from bot.screens.core import page_number, snowflake
from bot.texts.server_settings import SETTINGS

_LONG = "9" * 5_000
_ROOT = Path(__file__).parents[3] / "bot"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("7", 7),
        ("0007", None),
        ("100", 100),
        ("101", None),
        (_LONG, None),
        ("-1", None),
        ("٣", None),
        ("", None),
    ],
)
def test_a_number_is_written_in_ascii_digits_and_not_above_its_limit(text: str, number: int | None) -> None:
    assert number_in(text, 100) == number


def test_no_number_of_thousands_of_digits_raises_wherever_it_is_put() -> None:
    [channel] = [setting for setting in SETTINGS if setting.name == "channel"]
    assert (page_number(_LONG), snowflake(_LONG), channel.read(_LONG)) == (0, 0, 0)
    assert snowflake(f"{LARGEST_ID}") == LARGEST_ID and snowflake(f"{LARGEST_ID + 1}") == 0


def test_a_text_of_digits_becomes_a_number_in_one_place_alone() -> None:
    """Everywhere else a pattern says how many digits it may have."""
    found = {
        file.relative_to(_ROOT).as_posix()
        for file in _ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("isdigit", "isdecimal")
    }
    assert found == {
        "model/texts.py",
        "store/engine/engines.py",  # a setting of the host
        "store/engine/upgrading.py",  # is not read as one
        "texts/language.py",  # is not read as one
        "texts/vocabulary.py",  # of a text of limited length
    }
