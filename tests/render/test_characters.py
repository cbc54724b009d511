"""The faces of computer players above the board: which face, where it is, and that the rest is unchanged."""

from typing import Any

import pytest
from PIL import Image, ImageChops

from render import Scene, picture, theme
from render.board import Board
from render.boards import BOARDS
from render.characters import FACES, PALETTE
from render.theme import Scheme
from rules import GAMES
from rules.core import Seat
from tests.render.pixels import place, whole_of

OPEN = place("c4:w3 c1:w c2:w b2:w2 e5:b4 f1:b2 g4:b g3:b")
MOST_OF_A_SHADE = 32
"""The tolerance for soft edges, which may look slightly different because there are more colours to choose from."""
NAMES = ("Ada", "Opponent")


def test_every_face_is_another() -> None:
    looks = {whole_of(OPEN, Scene(NAMES, faces=("", key))).tobytes() for key in ("", *FACES)}
    assert len(looks) == len(FACES) + 1


@pytest.mark.parametrize("key", ["furl", "furbowl"])
def test_a_face_is_drawn_in_its_own_plate_and_changes_nothing_else(key: str) -> None:
    position = GAMES[key].start(2)
    plain, faced = (whole_of(position, Scene(NAMES, faces=faces)) for faces in ((), ("", "lynx")))
    shades = Image.new("RGB", plain.size, (MOST_OF_A_SHADE,) * 3)
    changed = ImageChops.subtract(ImageChops.difference(plain, faced), shades).getbbox()
    assert changed is not None
    left, _, right, bottom = changed
    assert left > theme.WIDTH // 2 and right < theme.WIDTH and bottom <= 112


def test_there_is_room_for_faces_in_plates_of_four() -> None:
    start = GAMES["farlander"].start(4)
    names, faces = ("Ada", "Badger", "Badger 2", "Lynx"), ("", "badger", "badger", "lynx")
    assert picture(start, Scene(names, faces=faces)) != picture(start, Scene(names))


def test_an_unknown_face_is_none() -> None:
    assert picture(OPEN, Scene(NAMES, faces=("stoat", ""))) == picture(OPEN, Scene(NAMES))
    assert Scene(NAMES, faces=("mole",)).face(Seat(1)) == ""


@pytest.mark.parametrize("scheme", Scheme)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: next(iter(board.samples)))
def test_every_board_has_room_for_the_colours_of_faces(board: Board[Any], scheme: Scheme) -> None:
    both = theme.joined(board.palette, PALETTE)
    pairs = {tuple(theme.colour(tone, scheme) for tone in pair) for pair in both.meetings}
    assert len({theme.colour(tone, scheme) for tone in both.tones}) + 4 * len(pairs) <= 256
