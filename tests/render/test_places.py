"""The places of a board, by what players type for them."""

import pytest

import render
from render.boards import board_of, require_board
from rules import GAMES
from rules.core import InvalidMove, MoveError, Seat
from tests.rules.playouts import TABLES, playout


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_each_place_is_found_in_its_middle_from_either_side_and_typed_as_it_is_called(key: str, seats: int) -> None:
    position = next(step.before for step in [*playout(key, seats, 3)][25:] if step.mover is not None)
    for viewpoint in (None, Seat(1)) if require_board(position).has_sides else (None,):
        scene = render.Scene(viewpoint=viewpoint, is_bare=True)
        places = require_board(position).places(position, scene)
        assert len(places) > 20
        for name, area in places.items():
            assert render.place_at(position, scene, area.middle) == name
            try:
                position.parse(name)
            except MoveError as error:
                assert error.reason and not isinstance(error, InvalidMove), (name, error.reason)
    assert render.place_at(position, render.Scene(), (-5, -5)) == ""


def test_a_map_that_is_not_laid_has_no_places() -> None:
    start = GAMES["farlander"].start(2)
    assert board_of(start) is not None and render.place_at(start, render.Scene(), (500, 500)) == ""
