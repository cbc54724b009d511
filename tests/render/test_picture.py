"""The picture of Furl, and what holds for every picture."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import islice
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from render import EXTENSION, Scene, has_sides, picture, picture_size, theme
from render.boards.furl import SIZE, layout
from render.theme import Role, Weight
from render.typeface import Style, width_of
from rules import GAMES
from rules.core import Game, Position, Seat
from rules.furl import FurlPosition
from rules.record import Step
from tests.render.pixels import (
    MOST_BYTES,
    changed_cells,
    changed_elsewhere,
    header_of,
    image_of,
    pixels_of,
    place,
    step,
    where,
)
from tests.rules.playouts import playout

START = GAMES["furl"].start(2)
OPEN = place("c4:w3 c1:w c2:w b2:w2 e5:b4 f1:b2 g4:b g3:b")
ANY_TEXT = st.text(st.characters(), max_size=60)


class Mystery:
    """A position of a game without a board."""


def game(seed: int, *, every: int) -> list[Step]:
    return list(islice(playout("furl", 2, seed), None, None, every))


def shown(after: Position, *steps: Step) -> tuple[FurlPosition, Scene]:
    assert isinstance(after, FurlPosition)
    return after, Scene(names=("Wilhelmina Wagner-Müller", "Владимир"), steps=steps)


def test_a_picture_is_an_image_of_the_announced_type_and_size() -> None:
    assert SIZE[0] == theme.WIDTH
    with Image.open(BytesIO(picture(START))) as image:
        assert image.format == EXTENSION.upper()
        assert image.size == picture_size(START)


@pytest.mark.parametrize("seed", range(4))
def test_a_picture_needs_less_than_eighty_kilobytes(seed: int) -> None:
    for taken in game(seed, every=16):
        position, scene = shown(taken.after, taken)
        starts = tuple(dict.fromkeys(position.choices(move)[0] for move in position.legal_moves()))
        assert len(picture(position, Scene(scene.names, scene.steps, options=starts))) < MOST_BYTES


def test_the_same_position_and_scene_give_the_same_bytes() -> None:
    scene = Scene(names=("Ada", "Ben"), options=("c4x",), chosen="c4")
    assert picture(OPEN, scene) == picture(place("c4:w3 c1:w c2:w b2:w2 e5:b4 f1:b2 g4:b g3:b"), scene)


def test_roles_come_out_in_exactly_the_colours_of_the_theme() -> None:
    image = image_of(OPEN)
    colours = {colour for _, colour in image.getcolors(1 << 24) or []}
    assert image.getpixel((0, 0)) == theme.colour(Role.CANVAS)
    for role in (Role.TILE, Role.TILE_TEXT, Role.WHITE, Role.WHITE_TEXT, Role.BLACK, Role.BLACK_TEXT, Role.PLATE):
        assert theme.colour(role) in colours


def test_every_height_looks_different_for_both_sides() -> None:
    pictures = {picture(place(f"d4:{side}{height}")) for side in "wb" for height in ("", 2, 3, 4, 5, 6, 7)}
    assert len(pictures) == 14


def test_a_piece_changes_only_the_surroundings_of_its_cell() -> None:
    without, with_it = place("a1:w b1:w"), place("a1:w b1:w d4:b7")
    one, other = image_of(without), image_of(with_it)
    assert "d4" in changed_cells(one, other)
    assert not changed_elsewhere(one, other, {"d4"})


@pytest.mark.parametrize(
    ("before", "move", "touched"),
    [
        (place("a2:w a3:w a4:w e5:b f5:b"), "a2<a4", {"a2", "a3", "a4"}),
        (place("c2:w3 a1:w e5:b f5:b"), "c2>f3", {"c2", "d3", "e3", "f3"}),
        (place("c4:w2 a1:w e3:b4 f5:b"), "c4xe3", {"c4", "d4", "e3"}),
    ],
    ids=["furl", "unfurl", "capture"],
)
def test_the_last_move_is_marked_on_its_cells_and_nowhere_else(
    before: FurlPosition, move: str, touched: set[str]
) -> None:
    taken = step(before, move)
    assert isinstance(taken.after, FurlPosition)
    plain, marked = image_of(taken.after), image_of(taken.after, Scene(steps=(taken,)))
    assert changed_cells(plain, marked) >= touched - {move[3:]}
    assert not changed_elsewhere(plain, marked, touched)


def test_from_blacks_side_the_board_is_turned_around_and_the_header_stays() -> None:
    usual, turned = image_of(OPEN, Scene(viewpoint=Seat(0))), image_of(OPEN, Scene(viewpoint=Seat(1)))
    assert usual.tobytes() == image_of(OPEN).tobytes()
    assert header_of(OPEN, Scene(viewpoint=Seat(1))).tobytes() == header_of(OPEN).tobytes()
    for cell, (x, y) in layout().centre.items():
        to_x, to_y = layout(turned=True).centre[cell]
        assert (to_x, to_y) == (theme.WIDTH - x, layout().centre["g1"][1] + layout().centre["a1"][1] - y)
        one, other = (
            image.crop((x - 22, y + 30, x + 22, y + 60)) for image, x, y in ((usual, x, y), (turned, to_x, to_y))
        )
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("viewpoint", [Seat(0), Seat(1)])
def test_the_row_that_a_player_has_to_reach_says_so_beside_its_end(viewpoint: Seat) -> None:
    image = image_of(OPEN, Scene(viewpoint=viewpoint))
    for side, row in (("White", "g"), ("Black", "a")):
        x, y = max(centre for cell, centre in layout(viewpoint == 1).centre.items() if cell[0] == row)
        right = x + layout().width // 2
        words = where(image.crop((right, y - 70, theme.WIDTH, y + 70)), theme.colour(Role.PLAIN_TEXT)).getbbox()
        assert words is not None
        assert abs(words[2] - words[0] - width_of(f"{side}'s goal", Style(28, Role.PLAIN_TEXT, Weight.MEDIUM))) < 6


def test_the_arrow_to_a_high_stack_ends_above_it() -> None:
    taken = step(place("f1:w e2:w d3:w c3:w b3:w a1:w g4:b f5:b"), "f1<b3")
    image, (x, y) = image_of(*shown(taken.after, taken)), layout().centre["b3"]
    head = where(image.crop((x - 66, y - 140, x + 66, y - 78)), theme.colour(Role.PATH))
    assert head.histogram()[255] > 180


def test_a_captured_stack_is_shown_with_its_height() -> None:
    low, high = (step(place(f"c4:w2 a1:w e3:b{height} f5:b"), "c4xe3") for height in (2, 5))
    assert low.after == high.after
    assert isinstance(low.after, FurlPosition)
    one, other = (
        image_of(taken.after, Scene(steps=(taken,))) for taken in (low, high) if isinstance(taken.after, FurlPosition)
    )
    assert one.tobytes() != other.tobytes()
    assert not changed_elsewhere(one, other, {"e3"})


def test_the_first_choices_are_marked_on_their_cells_and_nowhere_else() -> None:
    plain, marked = image_of(OPEN), image_of(OPEN, Scene(options=("c4", "b2")))
    assert not changed_elsewhere(plain, marked, {"c4", "b2"})
    for cell in ("c4", "b2"):
        assert changed_elsewhere(plain, marked, {"c4", "b2"} - {cell})


def test_the_reach_of_a_stack_is_marked_on_its_way_and_where_it_ends() -> None:
    plain, marked = image_of(OPEN, Scene(chosen="c4")), image_of(OPEN, Scene(chosen="c4", options=("c4>c1",)))
    assert changed_cells(plain, marked) == {"c3", "c2", "c1"}
    assert not changed_elsewhere(plain, marked, {"c4", "c3", "c2", "c1"})


def test_a_stack_shows_whose_discs_it_would_leave_on_its_way_and_a_line_of_discs_leaves_none() -> None:
    def on_the_way(side: str, move: str, height: str = "3") -> bytes:
        x, y = layout().centre["c3"]
        image = image_of(place(f"c4:{side}{height} g1:b a1:w"), Scene(chosen="c4", options=(move,)))
        return image.crop((x - 20, y - 40, x + 20, y)).tobytes()

    assert len({on_the_way("w", "c4>c1"), on_the_way("b", "c4>c1"), on_the_way("w", "c4<c1", "")}) == 3
    assert on_the_way("w", "c4<c1", "") == on_the_way("b", "c4<c1", "")


def test_a_capture_on_offer_is_marked_unlike_a_plain_move() -> None:
    plain, capture = (image_of(OPEN, Scene(options=(move,))) for move in ("c4>e5", "c4xe5"))
    assert changed_cells(plain, capture) == {"e5"}


def test_the_chosen_cell_is_marked_unlike_an_offered_one() -> None:
    offered, chosen = image_of(OPEN, Scene(options=("c4",))), image_of(OPEN, Scene(chosen="c4"))
    assert changed_elsewhere(offered, chosen, set())
    assert not changed_elsewhere(offered, chosen, {"c4"})


def test_tokens_that_mean_nothing_on_the_board_are_not_painted() -> None:
    assert picture(OPEN, Scene(options=("z9", "", "6+6", "a7"), chosen="north")) == picture(OPEN)


def test_the_piece_that_reached_the_far_row_is_marked() -> None:
    won, going_on = place("g2:w a1:w g4:b f4:b"), place("g2:w a1:w g4:b f4:b", turn="b")
    assert won.outcome()
    assert not going_on.outcome()
    assert changed_cells(image_of(won), image_of(going_on)) == {"g2"}


def test_nobody_s_name_is_replaced_without_a_sign_of_it() -> None:
    for nothing in (("", "\n\t"), ("\u200b", "🦊🦊")):
        assert picture(OPEN, Scene(names=nothing)) == picture(OPEN)
    headers = {picture(OPEN, Scene(names=(name, "Ben"))) for name in ("", "ሰላም", "שלום", "مرحبا", "สวัสดี")}
    assert len(headers) == 5


@settings(max_examples=20, deadline=None)
@given(names=st.lists(ANY_TEXT, max_size=3))
def test_any_names_can_be_painted(names: list[str]) -> None:
    assert pixels_of(OPEN, Scene(names=tuple(names))).size == SIZE


@settings(max_examples=20, deadline=None)
@given(options=st.lists(ANY_TEXT | st.from_regex(r"[a-g][1-7]([<>x][a-g][1-7])?"), max_size=4), chosen=ANY_TEXT)
def test_any_options_can_be_painted(options: list[str], chosen: str) -> None:
    assert pixels_of(OPEN, Scene(options=tuple(options), chosen=chosen)).size == SIZE


def test_an_unknown_type_of_position_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="Mystery: no board is registered"):
        picture(cast("Position", Mystery()))


def test_several_threads_paint_what_one_thread_paints() -> None:
    scenes = [shown(taken.after, taken) for seed in (5, 6) for taken in game(seed, every=24)] * 2
    positions, circumstances = zip(*scenes, strict=True)
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(picture, positions, circumstances))
    assert together == list(map(picture, positions, circumstances))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_board_as_text_is_turned_where_the_picture_is(game: Game) -> None:
    position = game.start(game.seats.start)
    usual, turned = (position.seen_from(seat) for seat in (Seat(0), Seat(1)))
    assert usual == str(position)
    assert (turned != usual) == has_sides(position)
