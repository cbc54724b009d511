"""The picture of ratings over time."""

from dataclasses import replace
from datetime import datetime
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from render import THEMES, Curve, Line, Point, curve, theme
from render.chart import MOST_LINES, PALETTE, SIZE, Ink
from render.theme import Role, Scheme, scheme_of
from tests.render.pixels import decoded, where
from tests.render.test_theme import ALL_SCHEMES, contrast

DAY = 86_400.0
START = 1_762_128_000.0
RISE = (Point(START, 1500.0), Point(START + 10 * DAY, 1550.0), Point(START + 20 * DAY, 1620.0))
LINES = tuple(
    Line(name, tuple(Point(START + number * DAY * step, 1400 + 37 * number * step % 300) for number in range(1, 30)))
    for step, name in enumerate(("Furl", "Fursaz", "Play Win", "Farlander with garrisons", "Furbowl"), start=1)
)
ANY_POINT = st.builds(Point, st.floats(0, 8e9), st.floats(-500, 5_000))
ANY_TEXT = st.text(max_size=60)


def image_of(*series: Line, title: str = "Ada", name: str = "dusk") -> Image.Image:
    return decoded(curve(Curve(title, series, name)))


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """The left, top, right and bottom of the difference."""
    return ImageChops.difference(one, other).getbbox()


def extent(image: Image.Image, ink: Ink, left: int = 0, right: int = 660) -> tuple[int, int, int, int]:
    """The box around a colour, as seen from `left`, in a part of the picture."""
    box = where(image, theme.colour(ink)).crop((left, 0, right, SIZE[1])).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("name", THEMES)
def test_a_chart_is_small_keeps_to_256_colours_and_has_the_canvas_of_its_theme(name: str) -> None:
    data = curve(Curve("Ada", LINES, name))
    image = decoded(data)
    assert image.size == SIZE
    assert len(image.getcolors(1 << 20) or []) <= 256
    assert len(data) < 36_000
    assert image.getpixel((0, 0)) == theme.colour(Role.CANVAS, scheme_of(name))


def test_the_same_curve_gives_the_same_bytes_and_an_unknown_theme_the_usual_ones() -> None:
    shown = Curve("Ada", LINES)
    assert curve(shown) == curve(replace(shown)) == curve(replace(shown, theme="sepia"))
    assert len({curve(replace(shown, theme=name)) for name in THEMES}) == len(THEMES)


def test_the_order_of_points_does_not_matter() -> None:
    assert image_of(Line("Furl", RISE)).tobytes() == image_of(Line("Furl", RISE[::-1])).tobytes()


def test_a_line_rises_with_the_rating_from_left_to_right() -> None:
    rising, falling = (
        image_of(Line("Furl", (Point(START, 1500 - step), Point(START + DAY, 1500 + step)))) for step in (100, -100)
    )
    middle = SIZE[0] // 3
    for image, rises in ((rising, True), (falling, False)):
        left, whole = extent(image, Ink.FIRST, right=middle), extent(image, Ink.FIRST)
        assert (whole[1] < left[1]) == rises
        assert (left[3] < whole[3]) != rises


@pytest.mark.parametrize("points", [RISE[:1], RISE[:1] * 2, ()])
def test_one_point_two_equal_ones_and_none_are_painted(points: tuple[Point, ...]) -> None:
    image = image_of(Line("Furl", points))
    assert image.size == SIZE
    if points:
        left, top, right, bottom = extent(image, Ink.FIRST, right=600)
        assert left > 300
        assert right == 600
        assert bottom - top == pytest.approx(20, abs=4)
    else:
        assert image.tobytes() == image_of().tobytes()


def test_every_line_has_markers_of_its_own_shape() -> None:
    image = image_of(*(Line("", RISE[:1]) for _ in range(MOST_LINES)))
    shapes: list[bytes] = []
    for ink in Ink:
        left, top, right, bottom = extent(image, ink, 722, 740)
        middle = (top + bottom) // 2
        assert left < right
        shapes.append(where(image, theme.colour(ink)).crop((700, middle - 16, 732, middle + 16)).tobytes())
    for one, other in combinations(shapes, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) > 40


def test_a_name_shows_beside_the_end_of_its_line_alone() -> None:
    box = changed(image_of(Line("Furl", RISE)), image_of(Line("Large Fursaz, and a very long name " * 9, RISE)))
    assert box is not None
    assert box[0] > 730
    assert box[2] <= SIZE[0] - 20


def test_the_title_shows_above_the_chart_alone() -> None:
    box = changed(image_of(title="Ada"), image_of(title="W" * 5_000))
    assert box is not None
    assert box[3] < 90
    assert box[2] <= SIZE[0] - 20


def test_times_may_be_in_any_script() -> None:
    def dated(text: str) -> Image.Image:
        def written(_at: datetime) -> str:
            return text

        return decoded(curve(Curve("Ada", LINES, day=written, month=written)))

    box = changed(dated("שלום"), dated("אבגד"))
    assert box is not None
    assert box[1] > 460


def test_a_name_that_cannot_be_shown_leaves_the_rating() -> None:
    nameless = image_of(Line("", RISE)).tobytes()
    assert image_of(Line("🦊", RISE)).tobytes() == nameless
    assert image_of(Line("", (*RISE[:-1], Point(RISE[-1].at, 1619.0)))).tobytes() != nameless


def test_labels_of_lines_that_end_together_do_not_cover_each_other() -> None:
    together = tuple(Line("", (Point(START, 1500.0),)) for _ in range(MOST_LINES))
    image = image_of(*together)
    tops = sorted(extent(image, ink, 722, 740)[1] for ink in Ink)
    assert min(later - earlier for earlier, later in pairwise(tops)) > 50


def test_more_than_five_lines_and_those_without_points_are_left_out() -> None:
    assert image_of(*LINES, LINES[0]).tobytes() == image_of(*LINES).tobytes()
    assert image_of(Line("empty", ()), LINES[0]).tobytes() == image_of(LINES[0]).tobytes()


@settings(max_examples=25, deadline=None)
@given(
    title=ANY_TEXT,
    series=st.lists(st.builds(Line, ANY_TEXT, st.lists(ANY_POINT, max_size=12)), max_size=6),
    name=st.sampled_from([*THEMES, "?"]),
)
def test_any_curve_can_be_painted(title: str, series: list[Line], name: str) -> None:
    assert decoded(curve(Curve(title, series, name))).size == SIZE


@ALL_SCHEMES
def test_texts_and_lines_stand_out_from_the_canvas(scheme: Scheme) -> None:
    assert contrast(Role.PLATE_TEXT, Role.CANVAS, scheme) >= 4.5
    assert contrast(Role.PLAIN_TEXT, Role.CANVAS, scheme) >= 4.5
    assert all(contrast(ink, Role.CANVAS, scheme) >= 4.5 for ink in Ink)


def test_the_palette_has_room_for_its_colours() -> None:
    assert len(PALETTE.tones) + 4 * len(PALETTE.meetings) <= 256
