"""No line and no badge is painted over part of a name or a number, in positions of many games."""

import gc
from collections.abc import Generator, Iterator
from itertools import islice
from typing import Final

import pytest
from PIL import Image, ImageChops

from render import Scene
from render.boards import require_board
from render.canvas import Layer
from render.raster import Box, Raster, Sprite
from render.shapes import Label
from render.theme import Scheme
from render.typeface import font
from rules.core import Position
from rules.record import Step
from tests.render.test_kept import of_last_turn, pickers_of
from tests.rules.playouts import TABLES, USUAL_TABLES, playout

COVERED = 0.1, 0.9
"""The shares of a text's box between which it is covered in part: it can't be read, and isn't gone either.

A piece may cover a name, and what is above a piece as well.
"""


_SPRITES: Final[dict[int, tuple[Sprite, Raster]]] = {}
"""The sprites of which there is a raster, by the id of its image; boards keep some of them from earlier tests."""


@pytest.fixture(scope="module", autouse=True)
def _sprites_are_known() -> Generator[None]:
    raster = Sprite.raster

    def known(sprite: Sprite, scheme: Scheme) -> Raster:
        made = raster(sprite, scheme)
        _SPRITES[id(made.image)] = sprite, made
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sprite, "raster", known)
        for sprite in [one for one in gc.get_objects() if isinstance(one, Sprite)]:
            sprite.raster(Scheme.DUSK)
        yield
    _SPRITES.clear()


def labels_of(layer: Layer) -> Iterator[tuple[str, Box]]:
    """The texts in a layer, each with its box on the picture."""
    if id(layer.content) not in _SPRITES:
        return
    sprite, raster = _SPRITES[id(layer.content)]
    x, y = layer.left - raster.left, layer.top - raster.top
    for shape in sprite.drawing:
        if isinstance(shape, Label):
            left, top, right, bottom = font(shape.weight, shape.size).getbbox(shape.text, anchor="mm")
            across, down = shape.centre
            yield (
                shape.text,
                (round(x + across + left), round(y + down + top), round(x + across + right), round(y + down + bottom)),
            )


def covered(box: Box, layers: list[Layer]) -> float:
    """The share of a box that some layers cover."""
    left, top, right, bottom = box
    union = Image.new("L", (right - left, bottom - top))
    for layer in layers:
        if layer.mask is not None and _meet(layer.box, box):
            part = Image.new("L", union.size)
            part.paste(layer.mask.convert("L"), (layer.left - left, layer.top - top))
            union = ImageChops.lighter(union, part)
    return sum(union.histogram()[128:]) / (union.width * union.height)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def crossed(position: Position, scene: Scene) -> list[str]:
    """The texts on a board of which something covers a part."""
    layers = list(require_board(position).ground(position, scene).layers)
    return [
        text
        for number, layer in enumerate(layers)
        for text, box in labels_of(layer)
        if COVERED[0] < covered(box, [one for one in layers[number + 1 :] if one.piece is None])
        and covered(box, layers[number + 1 :]) < COVERED[1]
    ]


def shown(key: str, seats: int, seed: int, every: int) -> Iterator[tuple[Position, Scene]]:
    """Positions of a random game after a turn, and in the second stage of a picker."""
    steps: list[Step] = []
    for step in playout(key, seats, seed, most_plies=900):
        steps.append(step)
        if len(steps) % every == 0 and isinstance(step.after.turn, int):
            yield step.after, Scene(steps=of_last_turn(steps))
            for chosen, options in islice(pickers_of(step.after), 2):
                yield step.after, Scene(options=options, chosen=chosen)


def look(key: str, seats: int, seeds: range, most: int, every: int) -> None:
    looked = (board for seed in seeds for board in shown(key, seats, seed, every))
    faults = [
        (position.fen(), scene.steps[-1].move if scene.steps else scene.chosen, texts)
        for position, scene in islice(looked, most)
        if (texts := crossed(position, scene))
    ]
    assert not faults


@pytest.mark.parametrize(("key", "seats"), USUAL_TABLES)
def test_nothing_is_painted_over_part_of_a_text(key: str, seats: int) -> None:
    look(key, seats, range(1), 6, 23)


@pytest.mark.sweep
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_nothing_is_painted_over_part_of_a_text_in_hundreds_of_positions(key: str, seats: int) -> None:
    look(key, seats, range(1, 40), 500, 7)
