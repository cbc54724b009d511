"""The headings of tables of results in pictures."""

import pytest

from bot.model.competitions.competition import Format
from bot.texts.language import languages, speaking
from bot.texts.standings import headings
from render import typeface
from render.standings import CELL_ROOM, HEADING


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("format_", Format)
def test_every_heading_fits_its_column(language: str, format_: Format) -> None:
    with speaking(language):
        assert [heading for heading in headings(format_) if not typeface.fits(heading, HEADING, CELL_ROOM)] == []
