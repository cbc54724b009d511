"""How a game was won is marked on its board."""

from functools import cache
from itertools import count

import pytest
from PIL import Image, ImageChops

import render
from render.boards import require_board
from rules import GAMES
from rules.core import Position, Seat
from rules.record import Step
from tests.render.test_kept import of_last_turn
from tests.rules.playouts import TABLES, playout

_REACH = 16
"""Pixels by which a border is thicker than the places inside it."""


@cache
def _won(key: str, seats: int) -> tuple[Step, ...]:
    """The last turn of a random game that one player won."""
    for seed in count(1):
        steps = list(playout(key, seats, seed))
        outcome = steps[-1].after.outcome()
        if outcome is not None and outcome.places.count(1) == 1:
            return of_last_turn(steps)
    raise AssertionError("there are more seeds")


def _changed(position: Position, scene: render.Scene) -> Image.Image:
    """Where the mark of how a game was won changes its board."""
    board = require_board(position)
    plain, marked = (paint(position, scene).finished().convert("RGB") for paint in (board.ground, board.bare))
    return ImageChops.difference(plain, marked)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_border_shows_how_a_game_was_won_and_nothing_else_changes(key: str, seats: int) -> None:
    position, scene = _won(key, seats)[-1].after, render.Scene()
    board, outcome = require_board(position), position.outcome()
    assert outcome is not None
    places, winner = board.places(position, scene), Seat(outcome.places.index(1))
    won_by = board.won_by(position, winner)
    assert won_by and set(won_by) <= places.keys()
    box = _changed(position, scene).getbbox()
    assert box is not None
    across, down = zip(
        *(point for name in won_by for outline in places[name].outlines for point in outline), strict=True
    )
    assert box[0] >= min(across) - _REACH and box[1] >= min(down) - _REACH
    assert box[2] <= max(across) + _REACH and box[3] <= max(down) + _REACH


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_border_covers_neither_pieces_nor_what_says_how_they_moved(key: str, seats: int) -> None:
    steps = _won(key, seats)
    position, scene = steps[-1].after, render.Scene(steps=steps)
    layers = [one for one in require_board(position).ground(position, scene).layers if one.is_mark or one.piece]
    changed = _changed(position, scene)
    kept = Image.new("L", changed.size)
    for layer in layers:
        assert layer.mask is not None
        opaque = layer.mask.convert("L").point([0] * 255 + [255])  # pyright: ignore[reportUnknownMemberType] - it does not say what it takes
        kept.paste(255, (layer.left, layer.top), opaque)
    within = Image.new("RGB", changed.size)
    within.paste(changed, (0, 0), kept)
    assert any(layer.is_mark for layer in layers) or key.startswith("fursaz")
    assert changed.getbbox() is not None and within.getbbox() is None


def test_nothing_is_marked_while_a_game_goes_on() -> None:
    assert _changed(GAMES["furl"].start(2), render.Scene()).getbbox() is None
