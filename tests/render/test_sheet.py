"""A match as a sprite sheet: its layers make the same pictures, and a recurring drawing is stored once."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render.boards import require_board
from rules import GAMES, Game
from rules.core import Move, Position
from rules.record import steps

NAMES = ("Ada", "Ben", "Cleo", "Dan")
PLIES = 12
_NOT_SEEN = 6.0
"""The tolerated mean difference of a colour, of 255: a sheet has fewer shades."""


def frames_of(game: Game, plies: int = PLIES) -> Sequence[tuple[Position, render.Scene]]:
    """The first positions of a game in which the middle one of all legal moves is played each time."""
    position, moves = game.start(max(game.seats)), list[Move]()
    while position.turn is not None and len(moves) < plies:
        legal = position.legal_moves()
        moves.append(legal[len(legal) // 2])
        position = position.play(moves[-1])
    played = list(steps(game, max(game.seats), moves))
    names = NAMES[: max(game.seats)]
    return [
        (played[0].before, render.Scene(names)),
        *((step.after, render.Scene(names, (step,))) for step in played),
    ]


def put_together(sheet: render.Sheet, number: int) -> Image.Image:
    """A picture, composed from a sheet as a browser does it."""
    sprites = Image.open(BytesIO(sheet.data)).convert("RGBA")
    picture = Image.new("RGB", sheet.size, sheet.ground)
    for layer in sheet.pictures[number]:
        sprite, left, top = sheet.layers[layer]
        x, y, width, height = sheet.sprites[sprite]
        size = (width * sheet.scale, height * sheet.scale)
        image = sprites.crop((x, y, x + width, y + height)).transform(
            size, Image.Transform.EXTENT, (0, 0, width, height)
        )
        picture.paste(image, (left, top), image)
    return picture


def differs(one: Image.Image, other: Image.Image) -> float:
    """The mean difference between the colours of two pictures, of 255."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def ignore(_done: int) -> None:
    """Ignore progress."""


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_layers_of_a_sheet_make_the_pictures_that_the_board_paints(game: Game) -> None:
    frames = frames_of(game)
    sheet = render.sheet(frames, ignore)
    assert len(sheet.pictures) == len(frames)
    for number in (0, len(frames) // 2, len(frames) - 1):
        position, scene = frames[number]
        whole = require_board(position).paint(position, _of_film(scene)).finished().convert("RGB")
        assert whole.size == sheet.size
        assert differs(put_together(sheet, number), whole) < _NOT_SEEN


def _of_film(scene: render.Scene) -> render.Scene:
    return render.Scene(scene.names, scene.steps, is_frame=True)


def test_a_halved_sheet_makes_the_same_pictures_from_fewer_bytes() -> None:
    sheet = render.sheet(frames_of(GAMES["fursaz"], 3), ignore)
    halved = sheet.halved()
    assert halved.scale == 2 and halved.size == sheet.size and len(halved.data) < len(sheet.data)
    assert differs(put_together(halved, 3), put_together(sheet, 3)) < _NOT_SEEN


def test_a_drawing_that_recurs_is_on_the_sheet_once() -> None:
    frames = frames_of(GAMES["furl"], 2)
    once, thrice = render.sheet(frames, ignore), render.sheet([*frames, *frames, *frames], ignore)
    assert thrice.sprites == once.sprites and thrice.layers == once.layers and thrice.data == once.data
    assert thrice.pictures == [*once.pictures] * 3


def test_the_number_of_pictures_done_is_reported_one_by_one() -> None:
    done: list[int] = []
    render.sheet(frames_of(GAMES["playwin"], 3), done.append)
    assert done == [1, 2, 3, 4]


def test_a_sheet_needs_a_picture() -> None:
    with pytest.raises(ValueError, match="at least one picture"):
        render.sheet([], ignore)
