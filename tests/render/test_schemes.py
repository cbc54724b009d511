"""Themes: the same picture in other colours."""

from concurrent.futures import ThreadPoolExecutor
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
IN_EVERY_THEME = [(key, name) for key in ONE_PER_BOARD for name in THEMES]

ALL_BOARDS = pytest.mark.parametrize("key", ONE_PER_BOARD)


def shown(key: str, name: str) -> tuple[Position, Scene]:
    seats = GAMES[key].seats[-1]
    (step,) = islice(playout(key, seats, 3), IN_PLAY[key], IN_PLAY[key] + 1)
    return step.after, Scene(NAMES[:seats], (step,), theme=name)


@pytest.mark.parametrize(("key", "name"), [*IN_EVERY_THEME, *VARIANTS.items()])
def test_a_board_keeps_to_256_colours_and_its_size_in_every_theme(key: str, name: str) -> None:
    data = picture(*shown(key, name))
    image = decoded(data)
    assert len(image.getcolors(1 << 24) or []) <= 256
    assert image.getpixel((0, 0)) == theme.colour(Role.CANVAS, scheme_of(name))
    assert image.size == decoded(picture(*shown(key, Scheme.DUSK))).size
    assert len(data) < MOST_BYTES


@ALL_BOARDS
def test_every_theme_looks_different(key: str) -> None:
    assert len({picture(*shown(key, name)) for name in THEMES}) == len(THEMES)


@ALL_BOARDS
def test_a_board_in_an_unknown_theme_looks_as_usual(key: str) -> None:
    position, scene = shown(key, "a theme of another version")
    usual = Scene(scene.names, scene.steps)
    assert picture(position, scene) == picture(position, usual) == picture(*shown(key, next(iter(THEMES))))


def test_what_was_drawn_in_one_theme_never_shows_in_another() -> None:
    wanted = [shown(key, name) for key, name in IN_EVERY_THEME]
    alone = [picture(*one) for one in wanted]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(picture, *zip(*reversed(wanted), strict=True))) == alone[::-1]
