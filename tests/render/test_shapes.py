"""Outlines: what is cut from an area, and what is left of it."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.shapes import Outline, Point, nearer

_POINTS = st.tuples(st.integers(-90, 90), st.integers(-90, 90))


def area_of(outline: Outline) -> float:
    """The area within an outline, whose pieces may be connected by lines."""
    ends = zip(outline, (*outline[1:], *outline[:1]), strict=True)
    return abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in ends)) / 2


@given(st.lists(_POINTS, min_size=3, max_size=8, unique=True), _POINTS, _POINTS)
def test_two_points_divide_an_area_between_them(corners: list[Point], one: Point, other: Point) -> None:
    if one == other:
        return
    outline = tuple(corners)
    parts = nearer(outline, one, other), nearer(outline, other, one)
    for part, (mine, theirs) in zip(parts, ((one, other), (other, one)), strict=True):
        assert all(dist(at, mine) <= dist(at, theirs) + 1e-6 for at in part)
    if all(dist(at, one) < dist(at, other) for at in corners):
        assert parts[0] == outline and not parts[1]


def test_the_parts_of_a_convex_area_make_all_of_it() -> None:
    square: Outline = ((-50, -30), (40, -30), (40, 60), (-50, 60))
    parts = [nearer(square, one, other) for one, other in (((10, 5), (-20, 30)), ((-20, 30), (10, 5)))]
    assert sum(map(area_of, parts)) == pytest.approx(area_of(square)) and all(map(area_of, parts))
