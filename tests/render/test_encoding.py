"""Files hold exactly the pixels that were painted."""

from io import BytesIO
from itertools import cycle, islice

import pytest
from PIL import Image

from render import THEMES, Scene, encoding, picture, theme, webp
from render.boards import board_of
from render.canvas import Canvas
from render.theme import Role, Scheme, Weight
from render.typeface import Style
from rules import FAMILIES
from rules.core import Position
from tests.render.pixels import decoded
from tests.rules.playouts import playout

PLY = 20

THEMED = list(zip([game.key for game in FAMILIES], cycle(THEMES), strict=False))
"""Every family of games, because its games are painted alike, each in one of the themes."""


def shown(key: str, name: str) -> tuple[Position, Scene]:
    """A position of a random game, with the step that led to it."""
    (step,) = islice(playout(key, 2, 1), PLY, PLY + 1)
    return step.after, Scene(("Ada", "Ben"), (step,), theme=name)


def painted(position: Position, scene: Scene) -> Image.Image:
    """The pixels that the files of a position's picture must show."""
    board = board_of(position)
    assert board is not None
    return board.paint(position, scene).finished()


@pytest.mark.parametrize(("key", "name"), THEMED)
def test_both_kinds_of_files_show_exactly_the_pixels_that_were_painted(key: str, name: str) -> None:
    position, scene = shown(key, name)
    wanted = painted(position, scene).convert("RGB").tobytes()
    assert decoded(picture(position, scene)).tobytes() == wanted
    data = webp(position, scene)
    with Image.open(BytesIO(data)) as image:
        assert image.format == "WEBP"
    assert decoded(data).tobytes() == wanted


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (257, 3), (1000, 40)])
def test_a_png_of_any_size_is_whole(size: tuple[int, int]) -> None:
    canvas = Canvas(size, Scheme.DUSK)
    canvas.write("Ada", (2, size[1] // 2), Style(28, Role.PLAIN_TEXT, Weight.BOLD), 200)
    data = encoding.png(canvas.finished())
    with Image.open(BytesIO(data)) as image:
        image.verify()  # the checksums
    with Image.open(BytesIO(data)) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "P", size)
    assert decoded(data).tobytes() == canvas.finished().convert("RGB").tobytes()
    assert decoded(data).getpixel((0, 0)) == theme.colour(Role.CANVAS)
