"""The places of cells on a picture."""

import pytest

from render.hexagons import Hexagons, hexagons
from rules.hexes import Direction, hex_board

SIDES = [4, 5, 7]


def layout(side: int) -> Hexagons:
    return hexagons(hex_board(side), 500, 100, 60)


@pytest.mark.parametrize("side", SIDES)
def test_every_step_in_a_direction_moves_the_same_way(side: int) -> None:
    laid = layout(side)
    for direction in Direction:
        steps = {laid.offset(cell, rays[direction][0]) for cell, rays in laid.board.rays.items() if rays[direction]}
        assert len(steps) == 1


@pytest.mark.parametrize("side", SIDES)
def test_rows_rise_and_cells_count_from_the_left(side: int) -> None:
    laid = layout(side)
    across, down = laid.offset("a1", "a2")
    assert across == laid.width
    assert down == 0
    assert laid.offset("a1", "b1")[1] < 0


@pytest.mark.parametrize("side", SIDES)
def test_the_board_is_symmetric_about_its_middle_line(side: int) -> None:
    laid = layout(side)
    assert {(1000 - x, y) for x, y in laid.centre.values()} == set(laid.centre.values())


@pytest.mark.parametrize("side", SIDES)
def test_the_topmost_tile_begins_at_the_top(side: int) -> None:
    laid = layout(side)
    assert min(y for _, y in laid.centre.values()) - laid.reach == 100


def test_a_way_lists_the_cells_of_a_straight_line() -> None:
    assert layout(4).way("a4", "c4") == ("a4", "b4", "c4")
    assert layout(4).way("c4", "a4") == ("c4", "b4", "a4")
    assert layout(4).way("a1", "c2") == ("a1", "c2")
