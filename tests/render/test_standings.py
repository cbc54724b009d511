"""The picture of a table of results."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from render import THEMES, ResultLine, ResultTable, table, theme
from render.theme import Role, Scheme, scheme_of
from tests.render.pixels import decoded
from tests.render.test_theme import ALL_SCHEMES, contrast

LINES = (
    ResultLine("1", "Ada", ("7/7", "5½", "1", "18.25"), 1),
    ResultLine("2", "Benedikt of the very long name indeed", ("6/7", "5½", "0", "17"), 1),
    ResultLine("3", "Cleo", ("7/7", "4", "", "14")),
    ResultLine("4", "Dan (out)", ("4/7", "0", "", "0"), -1, is_faint=True),
)
SHOWN = ResultTable("Furl league · season 2 · division 1", ("Played", "Points", "Direct", "S.-B."), LINES)


@pytest.mark.parametrize("name", THEMES)
def test_a_table_is_small_and_has_the_canvas_of_its_theme(name: str) -> None:
    data = table(replace(SHOWN, theme=name))
    image = decoded(data)
    assert image.width == theme.WIDTH and len(data) < 20_000
    assert image.getpixel((0, 0)) == theme.colour(Role.CANVAS, scheme_of(name))


def test_every_line_adds_as_much_height_and_every_fact_is_seen() -> None:
    heights = [decoded(table(replace(SHOWN, lines=LINES[:count]))).height for count in range(1, 5)]
    assert len({after - before for before, after in pairwise(heights)}) == 1
    last = LINES[-1]
    for other in (
        replace(last, place="5"),
        replace(last, name="Eve"),
        replace(last, cells=("4/7", "1", "", "0")),
        replace(last, move=0),
        replace(last, move=1),
        replace(last, is_faint=False),
        replace(last, is_marked=True),
    ):
        assert table(replace(SHOWN, lines=(*LINES[:3], other))) != table(SHOWN)


@ALL_SCHEMES
def test_all_texts_can_be_read_on_their_ground(scheme: Scheme) -> None:
    for ground, text in ((Role.CANVAS, Role.PLAIN_TEXT), (Role.CANVAS, Role.PLATE_TEXT), (Role.PLATE, Role.PLATE_TEXT)):
        assert contrast(ground, text, scheme) >= 4.5


@settings(max_examples=20)
@given(st.text(max_size=60), st.lists(st.text(max_size=20), min_size=4, max_size=4))
def test_any_text_can_be_painted(name: str, cells: list[str]) -> None:
    decoded(table(replace(SHOWN, title=name, lines=(ResultLine(name, name, tuple(cells), -1),))))


def test_the_line_of_the_person_who_looks_has_a_ground_of_its_own_and_no_other_has() -> None:
    image = decoded(table(replace(SHOWN, lines=[replace(line, is_marked=line.name == "Cleo") for line in LINES])))
    grounds = [image.getpixel((600, 136 + 68 * number + 14)) for number in range(len(LINES))]
    plate, canvas = theme.colour(Role.PLATE), theme.colour(Role.CANVAS)
    assert grounds == [canvas, canvas, plate, canvas]
