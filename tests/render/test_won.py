"""How a game was won is marked on its board."""

from itertools import count

import pytest
from PIL import ImageChops

import render
from render.boards import require_board
from rules import GAMES
from rules.core import Position, Seat
from tests.rules.playouts import TABLES, playout

_REACH = 16
"""Pixels by which a border is thicker than the places inside it."""


def _won(key: str, seats: int) -> Position:
    """The last position of a random game that one player won."""
    for seed in count(1):
        *_, last = playout(key, seats, seed)
        outcome = last.after.outcome()
        if outcome is not None and outcome.places.count(1) == 1:
            return last.after
    raise AssertionError("there are more seeds")


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_border_shows_how_a_game_was_won_and_nothing_else_changes(key: str, seats: int) -> None:
    position, scene = _won(key, seats), render.Scene()
    board, outcome = require_board(position), position.outcome()
    assert outcome is not None
    places, winner = board.places(position, scene), Seat(outcome.places.index(1))
    won_by = board.won_by(position, winner)
    assert won_by and set(won_by) <= places.keys()
    plain, marked = (paint(position, scene).finished().convert("RGB") for paint in (board.ground, board.bare))
    box = ImageChops.difference(plain, marked).getbbox()
    assert box is not None
    across, down = zip(
        *(point for name in won_by for outline in places[name].outlines for point in outline), strict=True
    )
    assert box[0] >= min(across) - _REACH and box[1] >= min(down) - _REACH
    assert box[2] <= max(across) + _REACH and box[3] <= max(down) + _REACH


def test_nothing_is_marked_while_a_game_goes_on() -> None:
    position, board = GAMES["furl"].start(2), require_board(GAMES["furl"].start(2))
    plain, marked = (paint(position, render.Scene()).finished() for paint in (board.ground, board.bare))
    assert plain.tobytes() == marked.tobytes()
