"""Rulings R1, R1b and R2 of Fursaz: stones that both colours flank, cascades without end, dates that last."""

import pytest

from rules.core import Move
from rules.fursaz import FursazPosition, cascade, start
from tests.rules.fursaz_boards import after, board

OLDER_BLACK = """
    i     . . . . . i5
    h    . . . . . . h6
    g   . . . . . . . g7
    f  . . . . B . . . f8
    e . W . . B . . . . e9
    d  . . . B . . . . d8
    c   . . . . . . . c7
    b    . . . . . . b6
    a     . . . . . a5
"""

ENDLESS = "c2 black d5 i1 b6 i3 b3 e9 i4 c6 g6 a3 c4 g3 h1 d4 i2 b5 g1 g2 e2 e5 b4 d7 e8 c1 g4"


def e5(position: FursazPosition) -> str:
    colour = position.stone("e5")
    return "empty" if colour is None else colour.side


# R1


def test_a_player_who_breaks_a_flank_of_their_own_may_lose_the_stone_in_stage_b() -> None:
    broken = after(board(OLDER_BLACK), "e8", "pass", "e6")
    assert e5(broken) == "Black"
    assert after(board(OLDER_BLACK), "e8", "pass").describe(Move("e6")) == "places a stone on e6 and loses 1"


# R2


# R1b


def test_the_example_is_described_as_a_cascade_without_end() -> None:
    before = after(start(5, 2), ENDLESS)
    words = (
        "places a stone on c5, which flips to white, and flips 1, in a cascade without end that stops after 8 stages"
    )
    assert before.describe(Move("c5")) == words


def test_a_cascade_that_outlives_the_last_guard_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    before = after(start(5, 2), ENDLESS)
    monkeypatch.setattr(cascade, "MOST_ROUNDS", 3)
    with pytest.raises(cascade.EndlessCascade, match="no end after 3 rounds"):
        before.play(Move("c5"))
