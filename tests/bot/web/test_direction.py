"""Pages are written from the side from which their language is written."""

import re
from pathlib import Path
from typing import Final

import pytest
from babel import Locale

import bot
from bot.texts.language import languages, speaking
from bot.texts.markup import direction
from tests.pseudo import FROM_THE_RIGHT

_FOLDER: Final = Path(bot.__file__).parent
_STYLES: Final = (_FOLDER / "web" / "static" / "page.css", _FOLDER / "screens" / "sharing" / "replay.css")
_PHYSICAL: Final = re.compile(
    r"[^{};]*\b(?:(?:margin|padding|border)-(?:left|right)|(?:text-align|float):\s*(?:left|right))"
)


@pytest.mark.parametrize("file", _STYLES, ids=lambda file: file.name)
def test_styles_name_no_side_except_that_of_the_text(file: Path) -> None:
    assert not _PHYSICAL.findall(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("code", languages())
def test_every_language_we_have_is_written_from_the_left(code: str) -> None:
    with speaking(code):
        assert direction() == "ltr"


def test_the_made_up_language_is_written_from_the_right() -> None:
    assert Locale.parse(FROM_THE_RIGHT.code).text_direction == "rtl"
