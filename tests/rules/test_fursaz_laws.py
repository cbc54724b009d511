"""Laws of every game of Fursaz: symmetries of the board, colours treated alike, stones that stay."""

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import Move, Seat
from rules.fursaz import Colour, FursazPosition, from_fen, start
from rules.hexes import hex_board

SIZES = st.sampled_from((5, 5, 7))
CHOICES = st.randoms(use_true_random=False)
MOST_PLIES = 70
OTHER = str.maketrans("bw", "wb")


def game(size: int, choice: random.Random) -> Iterator[tuple[Move, FursazPosition]]:
    """The moves of a random game that is broken off after a while, each with the position after it."""
    position = start(size, 2)
    for _ in range(choice.randint(2, MOST_PLIES)):
        if position.turn is None:
            return
        move = choice.choice(position.legal_moves())
        position = position.play(move)
        yield move, position


def symmetry(size: int, turns: int, *, mirrored: bool) -> dict[str, str]:
    """The image of each point when the board is optionally mirrored, and turned by sixths."""
    board = hex_board(size)
    at = {(board.column[point], board.row[point] - (size - 1)): point for point in board.cells}
    image: dict[str, str] = {}
    for (column, row), point in at.items():
        new = (row, column) if mirrored else (column, row)
        for _ in range(turns):
            new = (-new[1], new[0] + new[1])
        image[point] = at[new]
    return image


@settings(deadline=None, max_examples=30)
@given(size=SIZES, turns=st.integers(0, 5), mirrored=st.booleans(), choice=CHOICES)
def test_a_game_turned_or_mirrored_is_the_same_game_turned_or_mirrored(
    size: int, turns: int, mirrored: bool, choice: random.Random
) -> None:
    image = symmetry(size, turns, mirrored=mirrored)
    twin = start(size, 2)
    for move, position in game(size, choice):
        twin = twin.play(Move(image.get(move, move)))
        assert all(position.stone(point) is twin.stone(image[point]) for point in image)
        assert {image[point]: owner for point, owner in position.owners().items()} == twin.owners()
        assert position.scores() == twin.scores()


@settings(deadline=None, max_examples=30)
@given(size=SIZES, choice=CHOICES)
def test_swapping_all_colours_swaps_the_colours_of_the_whole_game(size: int, choice: random.Random) -> None:
    *_, (_, position) = game(size, choice)
    if position.black_seat is None:
        return
    twin = colours_exchanged(size, position)
    for _ in range(12):
        if position.turn is None:
            break
        move = choice.choice(position.legal_moves())
        position, twin = position.play(move), twin.play(move)
        assert twin == colours_exchanged(size, position)


def colours_exchanged(size: int, position: FursazPosition) -> FursazPosition:
    board, mover, *rest = position.fen().split(" ")
    return from_fen(size, " ".join((board.translate(OTHER), mover.translate(OTHER), *rest)))


@settings(deadline=None, max_examples=30)
@given(size=SIZES, choice=CHOICES)
def test_stones_never_leave_their_points_and_every_placement_adds_one(size: int, choice: random.Random) -> None:
    placed: set[str] = set()
    for move, position in game(size, choice):
        if move not in ("pass", "black", "white"):
            placed.add(move)
        assert {point for point in hex_board(size).cells if position.stone(point) is not None} == placed
        black, white = position.scores()
        assert black.stones + white.stones == len(placed)
        assert black.points + white.points <= len(hex_board(size).cells)


@settings(deadline=None, max_examples=30)
@given(size=SIZES, choice=CHOICES)
def test_the_stones_that_flip_are_those_whose_colour_changes_or_that_flip_twice(
    size: int, choice: random.Random
) -> None:
    before = start(size, 2)
    for move, position in game(size, choice):
        mover = before.mover
        flips = before.flips(move)
        for point in hex_board(size).cells:
            old = mover if point == move else before.stone(point)
            assert (old is not position.stone(point)) == bool(flips.get(point, 0) % 2)
        before = position


@settings(deadline=None, max_examples=30)
@given(size=SIZES, choice=CHOICES)
def test_the_player_of_black_never_changes_once_settled(size: int, choice: random.Random) -> None:
    played = list(game(size, choice))
    taken_by = Seat(1 if played[1][0] == "black" else 0)
    for _, position in played[1:]:
        assert position.colour_of(taken_by) is Colour.BLACK
        assert position.side(taken_by) == "Black"
