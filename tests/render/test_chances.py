"""The picture of the chances of a match."""

from io import BytesIO
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import render
from render import Chances
from render.chances import apart, beside


@given(st.lists(st.integers(112, 446), min_size=2, max_size=4))
def test_names_never_cover_each_other_and_stay_in_the_picture(places: list[int]) -> None:
    found = apart(sorted(places, reverse=True))
    assert all(below - above >= 36 for below, above in pairwise(found))
    assert all(100 <= place <= 446 for place in found)


@given(st.lists(st.integers(116, 720), min_size=1, max_size=3))
def test_the_numbers_of_marks_never_cover_each_other_and_stay_in_the_picture(places: list[int]) -> None:
    found = beside(sorted(places))
    assert all(right - left >= 26 for left, right in pairwise(found))
    assert all(26 <= place <= 1000 for place in found)


@pytest.mark.parametrize("shares", [(0.7, 0.3), (0.5, 0.3, 0.2), (0.4, 0.3, 0.2, 0.1)])
def test_every_seat_has_a_band_as_high_as_its_chances_from_the_bottom_up(shares: tuple[float, ...]) -> None:
    names = ["Ada", "Ben", "Cleo", "Dan"][: len(shares)]
    image = Image.open(BytesIO(render.chances(Chances("Chances", names, [shares] * 3)))).convert("RGB")
    column = [image.getpixel((300, y)) for y in reversed(range(112, 446))]
    bands = [len(list(run)) for _colour, run in groupby(column)]
    bands = [height for height in bands if height > 20]  # without what is between two of them
    assert [round(height / len(column), 1) for height in bands] == list(shares)


def test_the_same_chances_give_the_same_bytes_and_other_ones_others() -> None:
    shown = Chances("Chances", ["Ada", "Ben"], [(0.5, 0.5), (0.7, 0.3)], [1])
    assert render.chances(shown) == render.chances(shown)
    assert render.chances(shown) != render.chances(Chances("Chances", ["Ada", "Ben"], [(0.5, 0.5), (0.3, 0.7)], [1]))
    assert render.chances(Chances("One", ["Ada", "Ben"], [(1.0, 0.0)], [0]))
