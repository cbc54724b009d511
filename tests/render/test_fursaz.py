"""The picture of Fursaz."""

from itertools import islice

import pytest
from PIL import Image, ImageChops, ImageDraw

from render import Scene, picture, theme
from render.boards.fursaz import SIZES, Ground, layout, letter_places, number_places, picture_size
from render.theme import Role, Weight
from render.typeface import Style, width_of
from rules.core import Move
from rules.fursaz import FursazPosition, start
from rules.hexes import hex_board
from rules.record import Step
from tests.render.pixels import MOST_BYTES, header_of, pixels_of, where
from tests.rules.fursaz_boards import after, board
from tests.rules.playouts import playout

OPEN = board("""
    i     . . . . . i5
    h    . . . . . . h6
    g   . . W . W . . g7
    f  . . . . . . . . f8
    e . . B . B . . . . e9
    d  . . . . . W . . d8
    c   . . . . . . . c7
    b    . . . . . . b6
    a     . . . . . a5
""")
"""e4 is Black's territory, g4 White's."""

CASCADE = board(
    """
    i     . . . . . i5
    h    . . . . . . h6
    g   . B . . . . . g7
    f  . W W B . . . . f8
    e B W . . . . . . . e9
    d  . . . . . . . . d8
    c   . . . . . . . c7
    b    . . . . . . b6
    a     . . . . . a5
""",
    to_move="Black",
)
ENDLESS = "c2 black d5 i1 b6 i3 b3 e9 i4 c6 g6 a3 c4 g3 h1 d4 i2 b5 g1 g2 e2 e5 b4 d7 e8 c1 g4"
NAMES = ("Wilhelmina Wagner-Müller", "Владимир")


def image_of(position: FursazPosition, scene: Scene | None = None) -> Image.Image:
    return pixels_of(position, scene or Scene())


def played(before: FursazPosition, move: str) -> tuple[FursazPosition, Scene]:
    step = Step(before, Move(move), before.play(Move(move)))
    return before.play(Move(move)), Scene(steps=(step,))


def around(size: int, point: str, reach: int) -> tuple[int, int, int, int]:
    x, y = layout(size).centre[point]
    return x - reach, y - reach, x + reach, y + reach


def changed(one: Image.Image, other: Image.Image, size: int = 5) -> set[str]:
    """The points whose middle looks different."""
    difference = ImageChops.difference(one, other).convert("L")
    return {point for point in layout(size).centre if difference.crop(around(size, point, 20)).getbbox()}


def changed_elsewhere(one: Image.Image, other: Image.Image, points: set[str], size: int = 5) -> bool:
    """Whether the boards differ anywhere except on the patches of `points`; the legend below is ignored."""
    difference = ImageChops.difference(one, other).convert("L")
    pen = ImageDraw.Draw(difference)
    for point in points:
        pen.ellipse(around(size, point, layout(size).reach + 1), fill=0)
    pen.rectangle(legend_box(size), fill=0)
    return difference.getbbox() is not None


def legend_box(size: int) -> tuple[int, int, int, int]:
    width, height = picture_size(size)
    return 0, height - 52, width, height


def legend_of(image: Image.Image, size: int = 5) -> Image.Image:
    """The line below the board that explains marks."""
    return image.crop(legend_box(size))


def most_of(image: Image.Image, point: str, reach: int) -> tuple[int, ...]:
    """The most frequent colour around a point."""
    pixels = image.crop(around(5, point, reach)).getcolors(1 << 16) or []
    colour = max(pixels)[1]
    assert isinstance(colour, tuple)
    return colour


@pytest.mark.parametrize(("key", "size"), [("fursaz", 5), ("fursaz-7", 7)])
def test_a_picture_has_its_size_and_needs_less_than_eighty_kilobytes(key: str, size: int) -> None:
    assert picture_size(size)[0] == theme.WIDTH
    for taken in islice(playout(key, 2, 3), 0, None, 25):
        rows = tuple(dict.fromkeys(taken.after.choices(move)[0] for move in taken.after.legal_moves()))
        scene = Scene(NAMES, (taken,), rows)
        assert pixels_of(taken.after, scene).size == picture_size(size)
        data = picture(taken.after, scene)
        assert len(data) < MOST_BYTES


@pytest.mark.parametrize("size", [5, 7])
def test_every_row_has_its_letter_and_every_number_is_at_an_edge_beside_the_board(size: int) -> None:
    board, image = hex_board(size), image_of(start(size, 2))
    assert set(letter_places(size)) == {point[0] for point in board.cells}
    assert {int(point[1:]) for point in number_places(size)} == set(range(1, 2 * size))
    for x, y in (*letter_places(size).values(), *number_places(size).values()):
        ink = where(image.crop((x - 20, y - 20, x + 20, y + 20)), theme.colour(Role.PLAIN_TEXT))
        assert ink.getbbox()
        assert x - 20 >= 0
        assert x + 20 <= theme.WIDTH


@pytest.mark.parametrize("size", [5, 7])
def test_every_free_point_shows_its_own_name_in_a_picker(size: int) -> None:
    row = [point for point in layout(size).centre if point[0] == "e"]
    image = image_of(start(size, 2), Scene(options=tuple(row), chosen="e"))
    assert len({image.crop(around(size, point, 14)).tobytes() for point in row}) == len(row)


def test_a_stone_hides_the_name_of_its_point() -> None:
    for size in (5, 7):
        image = image_of(after(start(size, 2), "c3"))
        assert not where(image.crop(around(size, "c3", 20)), theme.colour(Ground.NAME)).getbbox()


def test_the_legend_explains_the_marks_that_are_there_and_no_others() -> None:
    empty = image_of(start(5, 2))
    assert len(legend_of(empty).getcolors() or []) == 1
    placed, flipped = image_of(*played(start(5, 2), "c3")), image_of(*played(CASCADE, "e3"))
    assert len({legend_of(image).tobytes() for image in (empty, placed, flipped, image_of(OPEN))}) == 4


def test_the_placed_stone_is_marked_and_nothing_else_where_nothing_flips() -> None:
    position, scene = played(start(5, 2), "c3")
    marked = image_of(position, scene)
    assert changed(image_of(position), marked) == {"c3"}
    assert not changed_elsewhere(image_of(position), marked, {"c3"})
    x, y = layout(5).centre["c3"]
    assert {marked.getpixel((x + side * (SIZES[5].stone + 3), y)) for side in (-1, 1)} == {theme.colour(Role.GOLD)}


def test_stones_that_flipped_are_marked_with_the_placed_one() -> None:
    position, scene = played(CASCADE, "e3")
    assert changed(image_of(position), image_of(position, scene)) == {"e3", "e2", "f2", "f3"}
    assert not changed_elsewhere(image_of(position), image_of(position, scene), {"e3", "e2", "f2", "f3"})


def test_the_effects_of_several_turns_are_marked_together() -> None:
    first, scene = played(CASCADE, "e3")
    second, answer = played(first, "a1")
    both = image_of(second, Scene(steps=(*scene.steps, *answer.steps)))
    assert changed(image_of(second), both) == {"e3", "e2", "f2", "f3", "a1"}


def test_the_marks_of_placed_flipped_and_twice_flipped_stones_differ() -> None:
    before = after(start(5, 2), ENDLESS)
    position, scene = played(before, "c5")
    assert before.flips(Move("c5")) == {"b4": 3, "c4": 2, "c5": 3}
    image = image_of(position, scene)
    assert changed(image_of(position), image) == {"b4", "c4", "c5"}
    same_colour = [image.crop(around(5, point, 24)).tobytes() for point in ("c4", "c5", "b3")]
    assert len(set(same_colour)) == 3


def test_a_stone_that_is_lost_at_once_is_marked_unlike_one_that_stays() -> None:
    between = after(start(5, 2), "a1 white e4 pass e6")
    lost, lost_scene = played(between, "e5")
    kept, kept_scene = played(after(between, "pass"), "e5")
    assert lost.stones == kept.stones
    assert changed(image_of(lost, lost_scene), image_of(kept, kept_scene)) == {"e5"}


def test_the_choice_of_a_colour_and_a_pass_mark_nothing_on_the_board() -> None:
    for before, move in ((after(start(5, 2), "c3"), "black"), (OPEN, "pass")):
        position, scene = played(before, move)
        assert image_of(position).tobytes() == image_of(position, scene).tobytes()


def test_territory_is_tinted_and_marked_for_its_owner() -> None:
    image = image_of(OPEN)
    for point, land, frame in (
        ("e4", Ground.BLACK_LAND, Role.BLACK),
        ("g4", Ground.WHITE_LAND, Role.WHITE),
        ("b3", Ground.JADE, Ground.LINE),
    ):
        x, y = layout(5).centre[point]
        assert image.getpixel((x - 8, y - 42)) == theme.colour(land)
        assert most_of(image, point, 8) == theme.colour(frame)


def test_the_header_says_who_is_to_choose_a_colour_in_full() -> None:
    for position, task in ((start(5, 2), "to place a stone"), (after(start(5, 2), "c3"), "to choose a colour")):
        width = width_of(task, Style(28, Role.PLATE_TEXT, Weight.MEDIUM))
        left = 600 if position.turn else 110
        written = where(header_of(position, Scene(NAMES)), theme.colour(Role.PAPER_TEXT)).crop(
            (left, 62, left + 370, 96)
        )
        box = written.getbbox()
        assert box is not None
        assert abs(box[2] - box[0] - width) < 6


def test_a_stone_more_changes_its_point() -> None:
    one, other = image_of(OPEN), image_of(after(OPEN, "a1", "pass"))
    assert changed(one, other) == {"a1"}


def test_rows_on_offer_are_marked_at_their_letters() -> None:
    plain, offered = image_of(OPEN), image_of(OPEN, Scene(options=("a", "pass")))
    difference = ImageChops.difference(plain, offered).convert("L")
    x, y = letter_places(5)["a"]
    assert difference.crop((x - 20, y - 20, x + 20, y + 20)).getbbox()
    ImageDraw.Draw(difference).ellipse((x - 24, y - 24, x + 24, y + 24), fill=0)
    assert difference.getbbox() is None


def test_a_chosen_row_and_the_points_on_offer_in_it_are_marked() -> None:
    row = {"c1", "c2", "c3", "c4", "c5", "c6", "c7"}
    plain, chosen = image_of(OPEN), image_of(OPEN, Scene(chosen="c"))
    assert changed(plain, chosen) == row
    assert not changed_elsewhere(plain, chosen, row)
    offered = image_of(OPEN, Scene(options=("c1", "c7"), chosen="c"))
    assert changed(chosen, offered) == {"c1", "c7"}


def test_a_single_point_on_offer_is_marked() -> None:
    assert changed(image_of(OPEN), image_of(OPEN, Scene(options=("b2",)))) == {"b2"}


def test_tokens_that_mean_nothing_on_the_board_are_not_painted() -> None:
    assert picture(OPEN, Scene(options=("z9", "", "pass", "c44"), chosen="north")) == picture(OPEN)


def test_the_sides_differ_in_more_than_colour() -> None:
    """The rim of a black stone gleams at its upper left, that of a white one is shaded at its lower right."""
    image, side = image_of(after(start(5, 2), "c3 white g5")), SIZES[5].stone
    shapes: list[list[bool]] = []
    for point, face in (("c3", Role.BLACK), ("g5", Role.WHITE)):
        x, y = layout(5).centre[point]
        reach = round(side * 0.53)
        found = (
            image.crop((x + way * reach - 6, y + way * reach - 6, x + way * reach + 6, y + way * reach + 6))
            for way in (-1, 1)
        )
        shapes.append([where(corner, theme.colour(face)).getextrema() == (255, 255) for corner in found])
    assert shapes == [[False, True], [True, False]]


def test_stones_that_flipped_are_numbered_in_the_order_of_a_cascade() -> None:
    assert [*map(set, CASCADE.flips_by_stage(Move("e3")))] == [{"e2"}, {"f2"}, {"f3"}]
    position, scene = played(CASCADE, "e3")
    image = image_of(position, scene)
    numbers = [image.crop(around(5, point, 18)).tobytes() for point in ("e2", "f2", "f3")]
    assert len(set(numbers)) == 3


def test_stones_that_flipped_together_have_the_same_number() -> None:
    together = board(
        """
    i     . . . . . i5
    h    . . . . . . h6
    g   . . . . . . . g7
    f  . . . . . . . . f8
    e B W . W B . . . . e9
    d  . . . . . . . . d8
    c   . . . . . . . c7
    b    . . . . . . b6
    a     . . . . . a5
""",
        to_move="Black",
    )
    assert [*map(set, together.flips_by_stage(Move("e3")))] == [{"e2", "e4"}]
    position, scene = played(together, "e3")
    image = image_of(position, scene)
    assert len({image.crop(around(5, point, 18)).tobytes() for point in ("e2", "e4")}) == 1
