"""Hexagons of hexagons: names, directions and lines as the rules specification gives them."""

import pytest

from rules.hexes import Direction, HexBoard, hex_board

SIDES = (2, 3, 4, 5, 7)
ROWS_OF_FURL = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}


def step(board: HexBoard, cell: str, direction: Direction) -> str | None:
    ray = board.rays[cell][direction]
    return ray[0] if ray else None


@pytest.mark.parametrize(("side", "cells"), [(4, 37), (5, 61), (7, 127)])
def test_the_side_of_a_board_determines_its_number_of_cells(side: int, cells: int) -> None:
    assert len(hex_board(side).cells) == cells
    assert len(set(hex_board(side).cells)) == cells


def test_the_cells_of_furl_are_named_row_by_row_from_the_bottom_and_from_the_left() -> None:
    names = [f"{letter}{number}" for letter, count in ROWS_OF_FURL.items() for number in range(1, count + 1)]
    assert list(hex_board(4).cells) == names


@pytest.mark.parametrize("side", SIDES)
def test_row_i_has_2s_minus_1_minus_the_distance_from_the_middle_cells(side: int) -> None:
    board = hex_board(side)
    for row in range(2 * side - 1):
        letter = "abcdefghijklm"[row]
        assert sum(cell[0] == letter for cell in board.cells) == 2 * side - 1 - abs(side - 1 - row)
        assert {board.row[cell] for cell in board.cells if cell[0] == letter} == {row}


@pytest.mark.parametrize(
    ("cell", "neighbours"),
    [
        ("b2", ("b3", "c3", "c2", "b1", "a1", "a2")),
        ("d4", ("d5", "e4", "e3", "d3", "c3", "c4")),
        ("f2", ("f3", "g2", "g1", "f1", "e2", "e3")),
        ("a1", ("a2", "b2", "b1", None, None, None)),
        ("d1", ("d2", "e1", None, None, None, "c1")),
        ("d7", (None, None, "e6", "d6", "c6", None)),
        ("g4", (None, None, None, "g3", "f4", "f5")),
    ],
)
def test_the_six_neighbours_counter_clockwise_from_east(cell: str, neighbours: tuple[str | None, ...]) -> None:
    assert tuple(step(hex_board(4), cell, direction) for direction in Direction) == neighbours


@pytest.mark.parametrize("side", SIDES)
def test_going_up_nw_keeps_the_number_in_the_lower_half_and_ne_in_the_upper(side: int) -> None:
    board = hex_board(side)
    for cell in board.cells:
        number, lower = int(cell[1:]), board.row[cell] < side - 1
        for direction, change in ((Direction.NW, 0 if lower else -1), (Direction.NE, 1 if lower else 0)):
            above = step(board, cell, direction)
            if above is not None:
                assert int(above[1:]) == number + change
                assert board.row[above] == board.row[cell] + 1


@pytest.mark.parametrize("side", SIDES)
def test_the_opposite_direction_leads_back(side: int) -> None:
    board = hex_board(side)
    for cell in board.cells:
        for direction in Direction:
            there = step(board, cell, direction)
            if there is not None:
                assert step(board, there, Direction((direction + 3) % 6)) == cell


@pytest.mark.parametrize("side", SIDES)
def test_a_ray_goes_on_step_by_step_to_the_edge(side: int) -> None:
    board = hex_board(side)
    for cell in board.cells:
        for direction in Direction:
            ray = board.rays[cell][direction]
            walked = (cell, *ray)
            assert all(step(board, here, direction) == there for here, there in zip(walked, ray, strict=False))
            assert step(board, walked[-1], direction) is None


@pytest.mark.parametrize("side", SIDES)
def test_a_step_shifts_a_bit_by_the_same_number_of_places_everywhere_and_off_the_board_to_no_cell(side: int) -> None:
    board = hex_board(side)
    for cell in board.cells:
        for direction in Direction:
            shift = board.shifts[direction]
            shifted = board.bit[cell] << shift if shift > 0 else board.bit[cell] >> -shift
            there = step(board, cell, direction)
            assert shifted & board.full == (board.bit[there] if there is not None else 0)


@pytest.mark.parametrize("side", SIDES)
def test_every_cell_lies_on_one_line_of_each_axis(side: int) -> None:
    board = hex_board(side)
    assert len(board.lines) == 3 * (2 * side - 1)
    for axis in range(3):
        lines = board.lines[axis * (2 * side - 1) : (axis + 1) * (2 * side - 1)]
        assert sorted(cell for line in lines for cell in line) == sorted(board.cells)
        for line in lines:
            assert line[1:] == board.rays[line[0]][axis]
            assert not board.rays[line[0]][axis + 3]


def test_the_lines_of_furl_through_d4() -> None:
    through = [line for line in hex_board(4).lines if "d4" in line]
    assert through == [
        ("d1", "d2", "d3", "d4", "d5", "d6", "d7"),
        ("a1", "b2", "c3", "d4", "e4", "f4", "g4"),
        ("a4", "b4", "c4", "d4", "e3", "f2", "g1"),
    ]


@pytest.mark.parametrize("side", SIDES)
def test_masks_and_names_belong_together(side: int) -> None:
    board = hex_board(side)
    assert all(mask.bit_count() == 1 for mask in board.bit.values())
    assert {board.name_of[board.bit[cell]] for cell in board.cells} == set(board.cells)
    assert board.full.bit_count() == len(board.cells)
    assert board.row_mask("a").bit_count() == side
    assert board.row_mask("a") == sum(board.bit[cell] for cell in board.cells if cell.startswith("a"))


@pytest.mark.parametrize("side", SIDES)
def test_coordinates_start_at_a1_and_follow_the_directions(side: int) -> None:
    board = hex_board(side)
    assert (board.column["a1"], board.row["a1"]) == (0, 0)
    steps = {Direction.E: (1, 0), Direction.NE: (0, 1), Direction.NW: (-1, 1)}
    for cell in board.cells:
        for direction, (columns, rows) in steps.items():
            there = step(board, cell, direction)
            if there is not None:
                assert (board.column[there] - board.column[cell], board.row[there] - board.row[cell]) == (columns, rows)
