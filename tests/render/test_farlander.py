"""The picture of Farlander."""

import math
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from render import Scene, picture, picture_size, theme
from render.boards.farlander.crossings import crossings, standing
from render.boards.farlander.land import REACH, contains, land
from render.boards.farlander.map import SIZE, Pixel, Spot, land_of, spots
from render.boards.farlander.stands import CASTLE, gap, stand
from render.boards.farlander.tones import SIDES, Hue
from render.theme import Role, Weight
from render.typeface import Style, width_of
from rules import GAMES
from rules.core import Move
from rules.farlander import FarlanderPosition
from rules.farlander.atlas import Laid, digit, tiles
from rules.farlander.atlas import spots as triangles
from rules.farlander.campaign import Conquest, Phase, Source
from rules.farlander.tokens import read_conquest
from rules.record import Step
from tests.render.pixels import MOST_BYTES, decoded, header_of, pixels_of, where
from tests.rules.farlander_tables import after, table, without
from tests.rules.playouts import playout
from tools.diagrams import DiagramError, diagrams, paint

GARRISONS = "farlander-garrisons"
BEFORE = table("a1:r5 a2:r4 a3:b4 g4:b1 e1:b5", "conquest:red")
MOVE = Move("a3<a1x2+a2x1")
NAMES = ("Ada", "Ben", "Cleo", "Dan")


def image_of(position: FarlanderPosition, scene: Scene | None = None) -> Image.Image:
    return pixels_of(position, scene or Scene())


def step(before: FarlanderPosition, move: str) -> Step:
    return Step(before, Move(move), before.play(Move(move)))


def spot(position: FarlanderPosition, name: str) -> Spot:
    return spots(position.laid)[position.atlas.index[name]]


def differs(one: Image.Image, other: Image.Image, place: Pixel, reach: int = 30) -> bool:
    box = (place[0] - reach, place[1] - reach, place[0] + reach, place[1] + reach)
    return ImageChops.difference(one.crop(box), other.crop(box)).getbbox() is not None


def has_tone(image: Image.Image, place: Pixel, tone: Hue | Role, reach: int = 60) -> bool:
    box = image.crop((place[0] - reach, place[1] - reach, place[0] + reach, place[1] + reach))
    return theme.colour(tone) in {colour for _, colour in box.getcolors(box.width * box.height) or []}


def at_a_stage(phase: Phase, seats: int, seed: int, number: int) -> Step:
    steps = [step for step in playout(GARRISONS, seats, seed) if as_farlander(step.before).phase is phase]
    return steps[number]


def as_farlander(position: object) -> FarlanderPosition:
    assert isinstance(position, FarlanderPosition)
    return position


# The land


@pytest.mark.parametrize("tile", range(1, 8))
def test_the_territories_of_a_tile_cover_it_without_gap_or_overlap(tile: int) -> None:
    for turn in range(6):
        outlines = land(Laid(tile, turn)).outlines
        assert set(outlines) == {int(character) for sector in tiles()[tile].sectors for character in sector}
        assert sum(map(area, outlines.values())) == pytest.approx(3 * math.sqrt(3) / 2 * REACH**2, rel=1e-4)


def area(outline: tuple[tuple[float, float], ...]) -> float:
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairs)) / 2


@pytest.mark.parametrize("tile", range(1, 8))
def test_every_triangle_lies_in_its_territory_on_a_tile_in_every_turn(tile: int) -> None:
    for turn in range(6):
        assert all(inside(Laid(tile, turn), spot.sector, spot.triangle) for spot in triangles("a"))


def inside(laid: Laid, sector: int, triangle: int) -> bool:
    """Whether the middle of a triangle is painted as part of its territory."""
    across, up = ((0, 1 / 3), (0, 2 / 3), (-1 / 3, 5 / 6), (1 / 3, 5 / 6))[triangle]
    height = REACH * math.sqrt(3) / 2
    angle = math.radians(60 * sector + 30)
    right, out = across * REACH, up * height
    point = (
        out * math.sin(angle) + right * math.cos(angle),
        -out * math.cos(angle) + right * math.sin(angle),
    )
    return contains(laid, digit(laid, sector, triangle), point)


@pytest.mark.parametrize("tile", range(1, 8))
def test_units_name_badge_and_castle_are_in_their_territory_without_overlap(tile: int) -> None:
    for laid, territory in (
        (Laid(tile, turn), territory) for turn in range(6) for territory in land(Laid(tile, 0)).outlines
    ):
        there = stand(laid, territory)
        assert (there.castle is not None) == (tiles()[tile].garrison == territory)
        units, name, badge = map(rounded, there[:3])
        castle = None if there.castle is None else rounded(there.castle)
        marks = standing(Spot(laid, territory, (0, 0), units, name, badge, castle), castle=True)
        assert all(contains(laid, territory, point) for point, _ in marks)
        assert all(gap(one, [other]) > -1 for one, other in combinations(marks, 2))
        if there.castle is not None:
            x, y = there.castle
            corners = (
                (x + side * CASTLE.across, y + level * (CASTLE.down + 4)) for side in (-1, 1) for level in (-1, 1)
            )
            assert all(contains(laid, territory, corner) for corner in corners)


def rounded(point: tuple[float, float]) -> Pixel:
    return round(point[0]), round(point[1])


@pytest.mark.parametrize("seed", range(3))
def test_no_two_marks_touch_in_any_conquest_of_a_random_game_however_many_sources_it_has(seed: int) -> None:
    for taken in playout(GARRISONS, 4, seed):
        position = as_farlander(taken.before)
        conquest = read_conquest(position.atlas, taken.move)
        if conquest is None:
            continue
        sources = [at for at in position.atlas.borders[conquest.target] if position.units[at] > 1]
        many = Conquest(conquest.target, tuple(Source(at, 1) for at in sources[:5]))
        found = crossings(position.laid, many, position.garrisons)
        assert set(found) == set(sources[:5])
        there = {conquest.target, *position.atlas.borders[conquest.target]}
        marks = [
            *(
                mark
                for at in there
                for mark in standing(
                    spots(position.laid)[at], bool(position.garrisons >> at & 1), at == conquest.target
                )
            ),
            *(mark for crossing in found.values() for mark in crossing.marks),
        ]
        own = [set(crossing.marks) for crossing in found.values()]
        for one, other in combinations(marks, 2):
            assert {one, other} in own or gap(one, [other]) > -2


# The picture


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_picture_needs_less_than_eighty_kilobytes(seats: int) -> None:
    for number in (0, 12):
        taken = at_a_stage(Phase.CONQUEST, seats, number, number)
        scene = Scene(NAMES[:seats], (taken,))
        data = picture(taken.after, scene)
        assert len(data) < MOST_BYTES
        assert decoded(data).size == picture_size(taken.after, scene)


def test_the_same_position_and_scene_give_the_same_bytes() -> None:
    again = table("a1:r5 a2:r4 a3:b4 g4:b1 e1:b5", "conquest:red")
    assert picture(BEFORE, Scene(NAMES[:2], options=("a3",))) == picture(again, Scene(NAMES[:2], options=("a3",)))


def test_only_the_tiles_laid_so_far_are_shown() -> None:
    start = as_farlander(GAMES["farlander"].start(3))
    one, two = image_of(after(start, "t3r2")), image_of(after(start, "t3r2", "t1r0"))
    whole = after(start, "t3r2", "t1r0", "t2r0", "t4r0", "t5r0", "t6r0", "t7r0")
    centre = {name[0]: there.tile for name, there in zip(whole.atlas.names, spots(whole.laid), strict=True)}
    for image, there in ((one, "a"), (two, "ab")):
        for place, middle in centre.items():
            assert has_tone(image, middle, Hue.FREE) == (place in there)
            assert has_tone(image, middle, Hue.SLOT) == (place not in there)


def test_the_turn_of_a_tile_shows() -> None:
    start = as_farlander(GAMES["farlander"].start(2))
    assert len({picture(after(start, f"t4r{turn}")) for turn in range(6)}) == 6


def test_a_territory_is_tinted_for_its_holder() -> None:
    image = image_of(table("a1:r1 b1:b1 c1:g1 d1:y1", "conquest", left="0/0/0/0"))
    for seat, name in enumerate(("a1", "b1", "c1", "d1")):
        place = spot(BEFORE, name).units
        assert has_tone(image, place, SIDES[seat].land)
        assert has_tone(image, place, SIDES[seat].face)
    assert has_tone(image, spot(BEFORE, "e2").units, Hue.FREE)


def test_every_number_of_units_looks_different_for_every_side() -> None:
    pictures = {
        picture(table(f"a1:{letter}{units}", "conquest", left="0/0/0/0")) for letter in "rbgy" for units in range(1, 6)
    }
    assert len(pictures) == 20


def test_sides_differ_in_shape_and_not_in_colour_alone() -> None:
    x, y = spot(BEFORE, "a1").units
    shapes: list[bytes] = []
    for letter, side in zip("rbgy", SIDES, strict=True):
        image = image_of(table(f"a1:{letter}1", "conquest", left="0/0/0/0"))
        face = theme.colour(side.face)
        box = image.crop((x - 40, y - 40, x + 40, y + 40))
        shapes.append(bytes(box.getpixel((across, down)) == face for across in range(80) for down in range(80)))
    for one, other in combinations(shapes, 2):
        assert sum(a != b for a, b in zip(one, other, strict=True)) > 120


def test_castles_exist_only_where_garrisons_count() -> None:
    plain, garrisons = (image_of(table("a1:r1 b1:b1", "conquest", key=key)) for key in ("farlander", GARRISONS))
    castles = [there.castle for there in spots(BEFORE.laid) if there.castle is not None]
    assert len(castles) == 7
    for castle in castles:
        assert has_tone(garrisons, castle, Hue.WALL, 10)
        assert not has_tone(plain, castle, Hue.WALL, 10)


def test_the_units_that_a_player_has_yet_to_place_are_shown_in_their_corner() -> None:
    placing = table("", "placement:red", left="24/24/24")
    one, other = image_of(placing), image_of(after(placing, "a1"))
    assert differs(one, other, (84, 74), 40)
    assert not differs(one, other, (SIZE[0] - 84, 74), 40)


def test_the_last_conquest_is_shown_from_its_sources_to_its_target() -> None:
    taken = step(BEFORE, MOVE)
    position = as_farlander(taken.after)
    plain, marked = image_of(position), image_of(position, Scene(steps=(taken,)))
    conquest = read_conquest(position.atlas, MOVE)
    assert conquest is not None
    found = crossings(position.laid, conquest, position.garrisons)
    assert set(found) == {position.atlas.index[name] for name in ("a1", "a2")}
    for crossing in found.values():
        assert has_tone(marked, crossing.pixel, Role.PATH, 20)
        assert not has_tone(plain, crossing.pixel, Role.PATH, 20)
    assert not differs(plain, marked, spot(position, "c1").units, 60)


def test_how_many_units_moved_and_how_many_were_removed_is_shown() -> None:
    few, many = step(BEFORE, "a3<a1x1"), step(BEFORE, "a3<a1x2")
    same = as_farlander(few.after)
    assert picture(same, Scene(steps=(few,))) != picture(same, Scene(steps=(many,)))
    weaker = step(table("a1:r5 a2:r4 a3:b2 g4:b1 e1:b5", "conquest:red"), "a3<a1x1")
    assert weaker.after == few.after
    assert picture(same, Scene(steps=(few,))) != picture(same, Scene(steps=(weaker,)))


def test_the_last_placement_is_marked_in_its_territory() -> None:
    placed = step(table("a1:r3 a2:b3", "placement:red", left="33/33"), "d1")
    position = as_farlander(placed.after)
    plain, marked = image_of(position), image_of(position, Scene(steps=(placed,)))
    assert differs(plain, marked, spot(position, "d1").units, 70)
    assert not differs(plain, marked, spot(position, "a1").units, 60)


def test_the_choices_and_nothing_else_have_an_edge() -> None:
    marked = image_of(BEFORE, Scene(options=("a3", "g4")))
    for name in ("a3", "g4"):
        assert has_tone(marked, spot(BEFORE, name).units, Role.OPTION, 100)
    for name in ("b1", "c1", "d1", "e3"):
        assert not has_tone(marked, spot(BEFORE, name).units, Role.OPTION, 100)


def test_in_a_picker_land_that_cannot_be_chosen_steps_back_and_the_rest_keeps_its_colour() -> None:
    plain, chosen = Scene(), Scene(chosen="a3<a1x1", options=("a3<a1x1+a2x1",))
    assert in_full_colour(BEFORE, plain) == dict.fromkeys(("a1", "a2", "a3", "e1"), True)
    assert in_full_colour(BEFORE, chosen) == {"a1": True, "a2": True, "a3": True, "e1": False}


def in_full_colour(position: FarlanderPosition, scene: Scene) -> dict[str, bool]:
    """Whether each territory is painted in the full colour of its holder."""
    image = image_of(position, scene)
    return {
        name: has_tone(image, spot(position, name).name, land_of(position.holder(position.atlas.index[name])), 16)
        for name in ("a1", "a2", "a3", "e1")
    }


def test_the_target_chosen_looks_unlike_one_on_offer() -> None:
    assert picture(BEFORE, Scene(options=("a3",))) != picture(BEFORE, Scene(chosen="a3"))


def test_sources_on_offer_tell_how_many_units_can_be_chosen() -> None:
    three = tuple(f"a3<a1x{units}" for units in (1, 2, 3))
    assert picture(BEFORE, Scene(chosen="a3", options=three)) != picture(BEFORE, Scene(chosen="a3", options=three[:2]))


def test_sources_that_were_chosen_are_arrows_with_their_numbers() -> None:
    shown = {picture(BEFORE, Scene(chosen=chosen)) for chosen in ("a3", "a3<a1x1", "a3<a1x2", "a3<a1x2+a2x1")}
    assert len(shown) == 4


def test_a_picker_shows_the_last_turn_until_a_territory_is_chosen() -> None:
    taken = step(BEFORE, MOVE)
    position = as_farlander(taken.after)
    before, after = (image_of(position, Scene(steps=steps, options=("a1",), chosen="")) for steps in ((), (taken,)))
    assert differs(before, after, spot(position, "a3").badge), "the units removed are told"
    chosen = [picture(position, Scene(steps=steps, options=("g4<a1x1",), chosen="g4")) for steps in ((), (taken,))]
    assert chosen[0] == chosen[1]


def test_tokens_and_steps_that_mean_nothing_on_the_map_are_not_painted() -> None:
    scene = Scene(options=("z9", "", "6+6", "a4", "red", "t1r1", "a3<z1x1", "a3<a3x1"), chosen="north")
    assert picture(BEFORE, scene) == picture(BEFORE)
    elsewhere = step(as_farlander(GAMES["farlander"].start(2)), "t3r2")
    left = Step(BEFORE, Move("retires:1"), BEFORE)
    assert picture(BEFORE, Scene(steps=(elsewhere, left))) == picture(BEFORE)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_plate_of_the_player_to_move_says_so_among_many(seats: int) -> None:
    position = table("a1:r3 a2:b1", "conquest:red", left="/".join("0" * seats))
    beside = 98 + width_of("Ada", Style(34, Role.PAPER_TEXT)) + 8
    line = header_of(position, Scene(NAMES[:seats])).crop((beside, 28, 320, 58))
    words = where(line, theme.colour(Role.PAPER_TEXT)).getbbox()
    assert words is not None
    assert abs(words[2] - words[0] - width_of("to move", Style(28, Role.PAPER_TEXT, Weight.MEDIUM))) < 6


def test_the_header_marks_a_seat_that_has_left() -> None:
    position = table("a1:r3 a2:b1 b1:g1", "conquest:red", left="0/0/0")
    assert header_of(position).tobytes() != header_of(without(position, 1)).tobytes()


@settings(max_examples=8, deadline=None)
@given(
    options=st.lists(
        st.text(max_size=8) | st.from_regex(r"[a-g][1-4](<[a-g][1-4]x[1-5])?", fullmatch=True), max_size=4
    ),
    chosen=st.text(max_size=8) | st.from_regex(r"[a-g][1-4]<[a-g][1-4]x[1-5]", fullmatch=True),
)
def test_any_options_can_be_painted(options: list[str], chosen: str) -> None:
    assert image_of(BEFORE, Scene(options=tuple(options), chosen=chosen)).size == SIZE


def test_several_threads_paint_what_one_thread_paints() -> None:
    taken = [at_a_stage(phase, 3, seed, 2) for phase in (Phase.PLACEMENT, Phase.CONQUEST) for seed in (1, 2)] * 2
    positions, scenes = [step.after for step in taken], [Scene(steps=(step,)) for step in taken]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(picture, positions, scenes))
    assert together == list(map(picture, positions, scenes))


# Diagrams of variants


def book(folder: Path, title: str) -> Path:
    file = folder / "farlander" / "rulebook.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(f'# Farlander\n\n## A page\n\n![A map.](pictures/one.webp "{title}")\n', encoding="utf-8")
    return file


def test_a_diagram_may_show_a_variant_of_the_book_s_game(tmp_path: Path) -> None:
    fen = table("a1:r3 a2:b1", "conquest:red").fen()
    (plain,) = diagrams(book(tmp_path, f"fen: {fen}"))
    (variant,) = diagrams(book(tmp_path, f"game: {GARRISONS}; fen: {fen}"))
    assert plain.start == GAMES["farlander"].from_fen(fen)
    assert variant.start == GAMES[GARRISONS].from_fen(fen)
    assert paint(plain) != paint(variant)


@pytest.mark.parametrize("key", ["furl", "nonsense"])
def test_a_diagram_cannot_show_another_game(tmp_path: Path, key: str) -> None:
    with pytest.raises(DiagramError, match=f"{key} is not a variant of Farlander"):
        diagrams(book(tmp_path, f"game: {key}; fen: - - 36/36 map"))
