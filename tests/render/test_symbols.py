"""The symbols of sides, which are used inside texts."""

from io import BytesIO

import pytest
from PIL import Image

from render import has_symbol, symbols
from render.board import Board
from render.boards import BOARDS
from rules import GAMES
from rules.core import Game, Position, Seat
from tests.rules.playouts import playout


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_side_of_a_game_has_a_small_square_symbol_of_its_own(game: Game) -> None:
    seats = max(game.seats)
    found = symbols(game.start(seats))
    assert len(found) == len(set(found.values())) == seats
    for file in found.values():
        picture = Image.open(BytesIO(file))
        assert picture.size == (128, 128) and picture.mode == "RGBA" and len(file) < 256_000
        assert picture.getchannel("A").getpixel((0, 0)) == 0, "it stands on any ground"
    *_, last = playout(game.key, seats, 1, most_plies=12)
    settled = last.after
    assert {settled.side(Seat(seat)) for seat in range(seats)} <= {*found}, (
        "names are found by what the rules call them"
    )
    assert symbols(settled) == found
    assert all(has_symbol(settled, side) for side in found) and not has_symbol(settled, "Nobody")


def test_a_game_without_a_board_has_no_symbols() -> None:
    assert symbols(object()) == {}  # pyright: ignore[reportArgumentType]
    assert not has_symbol(object(), "White")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.positions.__name__)
def test_every_side_has_a_symbol_and_a_colour_of_its_own(board: Board[Position]) -> None:
    assert board.tones.keys() == board.chips.keys()
    assert len(set(board.tones.values())) == len(board.tones)
    assert set(board.tones.values()) <= set(board.palette.tones)
