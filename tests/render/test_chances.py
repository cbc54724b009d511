"""The picture of the chances of a match."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

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


def test_the_same_chances_give_the_same_bytes_and_other_ones_others() -> None:
    shown = Chances("Chances", ["Ada", "Ben"], [(0.5, 0.5), (0.7, 0.3)], [1])
    assert render.chances(shown) == render.chances(shown)
    assert render.chances(shown) != render.chances(Chances("Chances", ["Ada", "Ben"], [(0.5, 0.5), (0.3, 0.7)], [1]))
    assert render.chances(Chances("One", ["Ada", "Ben"], [(1.0, 0.0)], [0]))
