"""The rules of Fursaz, one by one, on boards in text. Rulings R1, R1b and R2 are tested in `test_fursaz_dates`."""

import pytest

from rules import GAMES
from rules.core import IllegalMove, Move
from rules.fursaz import start
from tests.rules.fursaz_boards import after, board

# The board


def test_the_board_of_side_7_has_127_points() -> None:
    assert len(start(7, 2).legal_moves()) == 127
    assert start(7, 2).legal_moves()[-1] == "m7"


@pytest.mark.parametrize("key", ["fursaz", "fursaz-7"])
def test_two_play_and_a_variant_belongs_to_the_family(key: str) -> None:
    assert list(GAMES[key].seats) == [2]
    assert GAMES[key].family == "fursaz"


# Pie


# A turn


CASCADE = """
    i     . . . . . i5
    h    . . . . . . h6
    g   . B . . . . . g7
    f  . W W B . . . . f8
    e B W . . . . . . . e9
    d  . . . . . . . . d8
    c   . . . . . . . c7
    b    . . . . . . b6
    a     . . . . . a5
"""


def test_how_often_each_stone_flips_is_known() -> None:
    assert board(CASCADE, to_move="Black").flips(Move("e3")) == {"e2": 1, "f2": 1, "f3": 1}
    assert board(CASCADE).flips(Move("pass")) == {}
    assert start(5, 2).flips(Move("e5")) == {}


# Territory and the end

OPEN_GAME = """
    i     . . . . . i5
    h    . . . . . . h6
    g   . . W . . . . g7
    f  . . . . . . . . f8
    e . . B . B . . . B e9
    d  . . . . . W . . d8
    c   . . . . . . . c7
    b    . . . . . . b6
    a     . . . . . a5
"""


def test_a_point_that_both_colours_flank_belongs_to_nobody() -> None:
    position = board("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . W . . . . f8
        e . . B . B . . . . e9
        d  . . W . . . . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)
    assert position.owners() == {}


def test_points_are_stones_and_territory() -> None:
    black, white = board(OPEN_GAME).scores()
    assert (black.stones, black.territory, black.points) == (3, 2, 5)
    assert (white.stones, white.territory, white.points) == (2, 0, 2)


def test_after_the_end_no_move_is_legal() -> None:
    ended = after(board(OPEN_GAME), "pass", "pass")
    for text in ("a1", "pass", "black", "nonsense"):
        for attempt in (ended.play, ended.parse):
            with pytest.raises(IllegalMove, match="The match is over: both players passed, and Black has 5 points"):
                attempt(Move(text))


# What buttons and pickers show


def test_before_the_colours_are_settled_nothing_is_said_of_points() -> None:
    empty = start(5, 2)
    assert empty.option("a", empty.legal_moves()[:5]) == ("Row a", "")
    assert empty.option("a1", empty.legal_moves()[:1]) == ("a1", "")
