"""The part of the contract about pictures: every game can be painted. `tests/render` checks their look."""

from collections.abc import Iterator, Mapping
from functools import cache
from math import ceil, floor
from random import Random

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import Area, Scene, areas, picture, picture_size, size
from render.boards import require_board
from render.shapes import Outline, holds
from rules import GAMES
from rules.core import Position, Seat
from studio.laws.board_laws import OF_BOARDS, Shown
from studio.laws.laws import Law
from tests.render.pixels import whole_of
from tests.rules.playouts import USUAL_TABLES, of_a_thousand, playout, sample

SLIVER = 5
"""An odd number: no square of this many pixels may be shared by two areas."""

SMALLEST = 40
"""The width and height that a finger needs, on a picture 1000 pixels wide."""


@pytest.mark.parametrize(("key", "seats"), USUAL_TABLES)
def test_every_position_has_a_picture(key: str, seats: int) -> None:
    positions = sample(key, seats)
    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        painted = picture(position)
        assert isinstance(painted, bytes)
        assert painted
        assert size(painted) == picture_size(position), "a page keeps its place before it is there"


@pytest.mark.parametrize("law", OF_BOARDS, ids=lambda law: law.says)
@pytest.mark.parametrize(("key", "seats"), USUAL_TABLES)
def test_every_board_keeps_each_law(key: str, seats: int, law: Law[Shown]) -> None:
    positions = sample(key, seats)
    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        assert law.holds(Shown(require_board(position), seats, position)), position.fen()


@cache
def positions_to_pick(key: str, seats: int) -> tuple[Position, ...]:
    """Positions of random games in which a player chooses among moves on the board."""
    return tuple(_positions_to_pick(key, seats))


def _positions_to_pick(key: str, seats: int) -> Iterator[Position]:
    for seed in range(of_a_thousand(30)):
        steps = list(playout(key, seats, seed))
        stride = max(7, len(steps) // 12)
        for step in steps[seed % stride :: stride]:
            if isinstance(step.before.turn, int) and set(step.before.legal_moves()) - set(step.before.named_moves()):
                yield step.before


def options_after(position: Position, chosen: str) -> tuple[str, ...]:
    """The options of a picker after `chosen`, without named moves."""
    paths = (("", *position.stages(move)) for move in position.legal_moves() if move not in position.named_moves())
    return tuple(dict.fromkeys(path[path.index(chosen) + 1] for path in paths if chosen in path[:-1]))


def scenes(position: Position, choose: Random) -> Iterator[Scene]:
    """The stages of picking a random move, from a random side."""
    moves = [move for move in position.legal_moves() if move not in position.named_moves()]
    viewpoint = choose.choice((None, Seat(0), Seat(1)))
    for chosen in ("", *position.stages(choose.choice(moves))):
        options = options_after(position, chosen)
        if options:
            yield Scene(options=options, chosen=chosen, viewpoint=viewpoint)


def touched(found: Mapping[str, Area], point: tuple[float, float]) -> list[str]:
    """The options whose area contains a point."""
    return [option for option, area in found.items() if any(holds(outline, point) for outline in area.outlines)]


def box_of(outline: Outline) -> tuple[int, int, int, int]:
    """The left, top, right and bottom of an outline, in whole pixels."""
    across, down = zip(*outline, strict=True)
    return floor(min(across)), floor(min(down)), ceil(max(across)), ceil(max(down))


def covered(outline: Outline) -> Image.Image:
    """The pixels of an outline in its box."""
    left, top, right, bottom = box_of(outline)
    mask = Image.new("L", (right - left + 1, bottom - top + 1))
    ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in outline], fill=255)
    return mask


@pytest.mark.parametrize(("key", "seats"), USUAL_TABLES)
def test_every_move_can_be_picked_by_touching_the_picture(key: str, seats: int) -> None:
    choose = Random(f"{key} {seats}")
    for position in positions_to_pick(key, seats):
        for scene in scenes(position, choose):
            found = areas(position, scene)
            assert found.keys() == set(scene.options), "there is no option without an area"
            for option, area in found.items():
                assert touched(found, area.middle) == [option], (position.fen(), scene.chosen)


@pytest.mark.parametrize(("key", "seats"), USUAL_TABLES)
def test_areas_are_large_enough_for_a_finger_and_lie_on_the_picture_side_by_side(key: str, seats: int) -> None:
    choose = Random(f"{key} {seats}")
    for position in positions_to_pick(key, seats)[::5]:
        for scene in scenes(position, choose):
            size = picture_size(position, scene)
            taken = Image.new("L", size)
            for outline in (outline for area in areas(position, scene).values() for outline in area.outlines):
                left, top, right, bottom = box = box_of(outline)
                assert 0 <= left < right <= size[0] and 0 <= top < bottom <= size[1]
                assert min(right - left, bottom - top) >= SMALLEST, (position.fen(), scene.chosen)
                mask = covered(outline)
                overlap = ImageChops.darker(mask, taken.crop((left, top, right + 1, bottom + 1)))
                wide = overlap.filter(ImageFilter.MinFilter(SLIVER)) if overlap.getbbox() else overlap
                assert wide.getbbox() is None, (position.fen(), scene.chosen)
                taken.paste(255, box[:2], mask)


@pytest.mark.parametrize(("key", "seats"), USUAL_TABLES)
def test_an_option_is_marked_in_its_area(key: str, seats: int) -> None:
    choose = Random(f"{key} {seats}")
    for position in positions_to_pick(key, seats)[::5]:
        for scene in scenes(position, choose):
            marked, option = whole_of(position, scene), choose.choice(scene.options)
            others = tuple(other for other in scene.options if other != option)
            without = whole_of(position, Scene(options=others, chosen=scene.chosen, viewpoint=scene.viewpoint))
            difference = ImageChops.difference(marked, without).convert("L")
            for outline in areas(position, scene)[option].outlines:
                left, top, right, bottom = box_of(outline)
                changed = ImageChops.darker(difference.crop((left, top, right + 1, bottom + 1)), covered(outline))
                assert changed.getbbox(), (position.fen(), scene.chosen, option)


def test_named_moves_and_texts_that_mean_nothing_have_no_area() -> None:
    for key in GAMES:
        position = positions_to_pick(key, GAMES[key].seats.start)[0]
        assert areas(position, Scene(options=("", "z99", "pass", "end", "finish", "6+6", "no such animal"))) == {}
    assert areas(GAMES["fursaz"].start(2), Scene(options=("pass", "black"))) == {}
    assert areas(object(), Scene(options=("a1",))) == {}  # pyright: ignore[reportArgumentType]
