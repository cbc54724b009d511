"""The picture of the chances of a match."""

from dataclasses import replace
from io import BytesIO
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

import render
from render import Chances, theme
from render.board import Board
from render.boards import BOARDS
from render.chances import SIZE, apart, beside, ticks
from rules import GAMES
from rules.core import Position, Seat
from tests.render.pixels import decoded


@given(st.lists(st.integers(112, 446), min_size=2, max_size=4))
def test_names_never_cover_each_other_and_stay_in_the_picture(places: list[int]) -> None:
    found = apart(sorted(places, reverse=True))
    assert all(below - above >= 68 for below, above in pairwise(found))
    assert all(100 <= place <= 446 for place in found)


@given(st.lists(st.integers(116, 700), min_size=1, max_size=3))
def test_the_numbers_of_marks_never_cover_each_other_and_stay_in_the_picture(places: list[int]) -> None:
    found = beside(sorted(places))
    assert all(right - left >= 26 for left, right in pairwise(found))
    assert all(26 <= place <= 1000 for place in found)


@pytest.mark.parametrize("shares", [(0.7, 0.3), (0.5, 0.3, 0.2), (0.4, 0.3, 0.2, 0.1)])
def test_every_seat_has_a_band_as_high_as_its_chances_from_the_bottom_up(shares: tuple[float, ...]) -> None:
    names = ["Ada", "Ben", "Cleo", "Dan"][: len(shares)]
    image = Image.open(BytesIO(render.chances(Chances("Chances", names, [shares] * 3)))).convert("RGB")
    column = [image.getpixel((300, y)) for y in reversed(range(112, 446))]
    bands = [len(list(run)) for _colour, run in groupby(column)]
    bands = [height for height in bands if height > 20]  # without the border between two of them
    assert [round(height / len(column), 1) for height in bands] == list(shares)


def test_the_same_chances_give_the_same_bytes_and_other_ones_others() -> None:
    shown = Chances("Chances", ["Ada", "Ben"], [(0.5, 0.5), (0.7, 0.3)], [1])
    assert render.chances(shown) == render.chances(shown)
    assert render.chances(shown) != render.chances(Chances("Chances", ["Ada", "Ben"], [(0.5, 0.5), (0.3, 0.7)], [1]))
    assert render.chances(Chances("One", ["Ada", "Ben"], [(1.0, 0.0)], [0]))


@given(st.lists(st.integers(1, 3_000), min_size=1, max_size=60).map(sorted))
def test_the_axis_names_few_rising_numbers_of_moves_at_the_decisions_that_they_belong_to(numbers: list[int]) -> None:
    found = ticks(numbers)
    assert 1 <= len(found) <= 7
    assert [number for _index, number in found] == sorted({number for _index, number in found})
    for index, number in found:
        assert numbers[index] == number
        assert index == 0 or numbers[index - 1] < number
    width = 700 - 116
    places = [width * index / max(1, len(numbers) - 1) for index, _number in found]
    assert all(right - left >= 64 for left, right in pairwise(places)), "four digits cover no others"


def test_moves_without_a_decision_leave_no_numbers_on_top_of_each_other() -> None:
    assert ticks([1, 40, 41, 42]) == [(0, 1), (1, 40)]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.positions.__name__)
def test_bands_have_the_colours_of_the_sides_and_their_symbols_beside_them(board: Board[Position]) -> None:
    key, fen = next(iter(board.samples.items()))
    position, seats = GAMES[key].from_fen(fen), len(board.tones) if len(board.tones) in GAMES[key].seats else 2
    shown = Chances("Chances", ["Ada", "Ben", "Cleo", "Dan"][:seats], [[1 / seats] * seats] * 2, position=position)
    image = decoded(render.chances(shown))
    for seat in range(seats):
        tone = theme.colour(board.tones[position.side(Seat(seat))])
        assert image.getpixel((400, round(446 - 334 * (seat + 0.5) / seats))) == tone
    assert len(image.crop((710, 100, 785, SIZE[1])).getcolors(1 << 16) or []) > 2 * seats


def test_numbers_of_moves_and_marks_show_and_a_mark_alone_has_no_number() -> None:
    shown = Chances("Chances", ["Ada", "Ben"], [(0.5, 0.5), (0.7, 0.3), (0.6, 0.4)], numbers=(3, 5, 41))
    plain, counted = decoded(render.chances(shown)), decoded(render.chances(replace(shown, numbers=())))
    box = ImageChops.difference(plain, counted).getbbox()
    assert box is not None
    assert box[1] > 446
    one, two = (decoded(render.chances(replace(shown, marks=marks))) for marks in ((1,), (1, 2)))
    assert not ImageChops.difference(plain, one).crop((0, 0, SIZE[0], 105)).getbbox()
    assert ImageChops.difference(plain, two).crop((0, 0, SIZE[0], 105)).getbbox()
