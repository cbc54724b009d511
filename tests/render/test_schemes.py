"""Themes: the same picture in other colours."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice

import pytest

from render import THEMES, Scene, picture, theme
from render.theme import Role, Scheme, scheme_of
from rules import GAMES
from rules.core import Position
from tests.render.pixels import MOST_BYTES, decoded
from tests.rules.playouts import playout

NAMES = ("Wilhelmina Wagner-Müller", "Владимир", "Cleo", "Dan")
IN_PLAY = {"furl": 10, "fursaz": 25, "fursaz-7": 50, "playwin": 15, "farlander-garrisons": 84, "furbowl": 60}
"""Boards, with a ply at which they are well filled."""

VARIANTS = {"fursaz-7": "paper"}
"""Second variants of a board, with the one theme in which each is looked at: the first variant is, in every theme."""

ONE_PER_BOARD = [key for key in IN_PLAY if key not in VARIANTS]

ALL_BOARDS = pytest.mark.parametrize("key", ONE_PER_BOARD)


def shown(key: str, name: str) -> tuple[Position, Scene]:
    seats = GAMES[key].seats[-1]
    (step,) = islice(playout(key, seats, 3), IN_PLAY[key], IN_PLAY[key] + 1)
    return step.after, Scene(NAMES[:seats], (step,), theme=name)


@cache
def image_of(key: str, name: str) -> bytes:
    """The picture of that board in a theme."""
    return picture(*shown(key, name))


@pytest.mark.parametrize("key", IN_PLAY)
def test_a_board_keeps_to_256_colours_and_its_size_in_every_theme(key: str) -> None:
    size = decoded(image_of(key, Scheme.DUSK)).size
    for name in [VARIANTS[key]] if key in VARIANTS else THEMES:
        image = decoded(image_of(key, name))
        assert len(image.getcolors(1 << 24) or []) <= 256, name
        assert image.getpixel((0, 0)) == theme.colour(Role.CANVAS, scheme_of(name))
        assert image.size == size, name
        assert len(image_of(key, name)) < MOST_BYTES, name


@ALL_BOARDS
def test_every_theme_looks_different(key: str) -> None:
    assert len({image_of(key, name) for name in THEMES}) == len(THEMES)


def test_a_board_in_an_unknown_theme_looks_as_usual() -> None:
    position, scene = shown("furl", "a theme of another version")
    usual = Scene(scene.names, scene.steps)
    assert picture(position, scene) == picture(position, usual) == image_of("furl", next(iter(THEMES)))


def test_what_was_painted_in_one_theme_never_shows_in_another() -> None:
    themed = [(key, name) for key in ONE_PER_BOARD for name in THEMES]
    wanted, alone = [shown(*one) for one in themed], [image_of(*one) for one in themed]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(picture, *zip(*reversed(wanted), strict=True))) == alone[::-1]
