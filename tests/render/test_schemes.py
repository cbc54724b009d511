"""Themes: the same picture in other colours."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest

from render import THEMES, Scene, picture, theme
from render.boards import BOARDS
from render.theme import Role, Scheme, scheme_of
from rules import GAMES
from rules.core import Position
from rules.record import Step
from tests.render.pixels import MOST_BYTES, decoded

NAMES = ("Wilhelmina Wagner-Müller", "Владимир", "Cleo", "Dan")
SAMPLES = {key: fen for board in BOARDS for key, fen in board.samples.items()}
ONE_PER_BOARD = [next(iter(board.samples)) for board in BOARDS]

ALL_BOARDS = pytest.mark.parametrize("key", ONE_PER_BOARD)


def shown(key: str, name: str) -> tuple[Position, Scene]:
    before = GAMES[key].from_fen(SAMPLES[key])
    move = before.legal_moves()[-1]
    step = Step(before, move, before.play(move))
    return step.after, Scene(NAMES, (step,), theme=name)


@cache
def image_of(key: str, name: str) -> bytes:
    """The picture of a board in a theme."""
    return picture(*shown(key, name))


@pytest.mark.parametrize("key", SAMPLES)
def test_a_board_keeps_to_256_colours_and_its_size_in_every_theme(key: str) -> None:
    size = decoded(image_of(key, Scheme.DUSK)).size
    for name in THEMES if key in ONE_PER_BOARD else ("paper",):
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


def test_cached_pictures_of_one_theme_never_show_in_another() -> None:
    themed = [(key, name) for key in ONE_PER_BOARD for name in THEMES]
    wanted, alone = [shown(*one) for one in themed], [image_of(*one) for one in themed]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(picture, *zip(*reversed(wanted), strict=True))) == alone[::-1]
