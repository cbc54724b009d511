"""The fen of Fursaz, its text board, and moves in words."""

import pytest

from rules.core import Move
from rules.fursaz import Colour, from_fen, start
from tests.rules.fursaz_boards import after, board

EMPTY = "...../....../......./......../........./......../......./....../....."
CONFLICT = "...../....../......./....b.../.w..w..w./...b..../......./....../..... b0 0 E>NE:e5"
MANY = ".ww.w/wwww.w/wwww.ww/b...bbww/bbww.bbwb/wwwbbbww/wwwb.b./w..bbw/wwwbb w1 0 NE>E:e8 NW>E:e8"


def test_the_start_as_a_fen() -> None:
    assert start(5, 2).fen() == f"{EMPTY} ? 0"
    assert from_fen(5, f"{EMPTY} ? 0") == start(5, 2)


def test_a_fen_names_the_colour_and_the_seat_to_move_and_the_passes() -> None:
    placed = after(start(5, 2), "a1")
    board_part = EMPTY.removesuffix(".....") + "b...."
    assert placed.fen() == f"{board_part} ? 0"
    assert after(placed, "black").fen() == f"{board_part} w0 0"
    assert after(placed, "white").fen() == f"{board_part} w1 0"
    assert after(placed, "black", "pass").fen() == f"{board_part} b1 1"
    assert after(placed, "white", "pass", "pass").fen() == f"{board_part} w1 2"


@pytest.mark.parametrize("fen", [CONFLICT, MANY])
def test_a_fen_says_which_flanks_are_younger(fen: str) -> None:
    assert from_fen(5, fen).fen() == fen


def test_without_ages_flanks_are_equally_recent() -> None:
    equal = from_fen(5, CONFLICT.removesuffix(" E>NE:e5"))
    assert equal != from_fen(5, CONFLICT)
    assert after(equal, "a1", "pass", "e4").stone("e5") is Colour.BLACK


def test_a_position_of_the_other_size_is_refused() -> None:
    with pytest.raises(ValueError, match="a position on this board has 13 rows, not 9"):
        from_fen(7, start(5, 2).fen())


# The text board


def test_the_text_board_ends_with_the_count_of_both_colours() -> None:
    position = after(start(5, 2), "e5 white a1 e7")
    assert str(position).splitlines()[-2:] == ["Black: 2 B + 1 b = 3", "White: 1 W + 0 w = 1"]
    assert "e . . . . B b B . . e9" in str(position)


def test_the_text_board_of_the_large_game_fits_a_phone() -> None:
    lines = str(start(7, 2)).splitlines()
    assert lines[0] == "m       . . . . . . . m7"
    assert lines[6] == "g . . . . . . . . . . . . . g13"
    assert max(map(len, lines)) <= 32


# Words


@pytest.mark.parametrize(
    ("moves", "move", "words"),
    [
        ("", "c3", "places the first black stone on c3"),
        ("c3", "black", "takes Black and the stone on c3; White moves next"),
        ("c3", "white", "takes White and moves next; the stone on c3 is the other player's"),
        ("c3 white", "d4", "places a stone on d4"),
        ("c3 white", "pass", "passes"),
        ("c3 white pass", "pass", "passes and ends the match"),
        ("e5 white e4", "pass", "passes"),
        ("e5 white e4 pass", "e6", "places a stone on e6 and flips 1"),
        ("a1 white e4 pass e6", "e5", "places a stone on e5, which flips to white"),
    ],
)
def test_a_move_is_described_in_words_that_follow_a_name(moves: str, move: str, words: str) -> None:
    assert after(start(5, 2), moves).describe(Move(move)) == words


def test_a_placement_that_flips_and_loses_stones_tells_both_and_how_long_it_took() -> None:
    position = board(
        """
        i     . . . . . i5
        h    . . . . . . h6
        g   . B . . . . . g7
        f  . W W B . . . . f8
        e B W . . . W . W . e9
        d  . . . . . . B . d8
        c   . . . . . . W c7
        b    . . . . . . b6
        a     . . . . . a5
    """,
        to_move="Black",
    )
    assert position.describe(Move("e3")) == "places a stone on e3 and flips 3, in a cascade of 3 stages"
    assert position.describe(Move("e7")) == (
        "places a stone on e7, which flips to white, and loses 1, in a cascade of 2 stages"
    )
