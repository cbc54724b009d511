"""Rulings R1, R1b and R2 of Fursaz: stones that both colours flank, cascades without end, dates that last."""

import pytest

from rules.core import Move
from rules.fursaz import Colour, FursazPosition, cascade, start
from tests.rules.fursaz_boards import after, board, board_text, shown

BETWEEN_BOTH = """
    i     . . . . . i5
    h    . . . . . . h6
    g   . . . . . . . g7
    f  . . . . B . . . f8
    e . . . W . W . . . e9
    d  . . . B . . . . d8
    c   . . . . . . . c7
    b    . . . . . . b6
    a     . . . . . a5
"""

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


@pytest.mark.parametrize("colour", ["Black", "White"])
def test_a_stone_newly_placed_where_both_colours_flank_keeps_its_colour(colour: str) -> None:
    position = after(board(BETWEEN_BOTH, to_move=colour), "e5")
    assert e5(position) == colour
    assert position.stone("e4") is position.stone("e6") is Colour.WHITE
    assert position.stone("d4") is position.stone("f5") is Colour.BLACK


@pytest.mark.parametrize("moves", ["a1 white e4 a2 e6 d4 a4 f5", "a1 white i1 d4 i3 f5 e4 a4 e6 a2"])
def test_flanks_of_a_new_stone_are_equally_recent_however_old_their_pairs_are(moves: str) -> None:
    before = after(start(5, 2), moves)
    assert e5(after(before, "e5")) == "White"
    assert e5(after(before, "pass", "e5")) == "Black"


def test_a_flank_completed_later_recolours_an_older_stone() -> None:
    assert shown(after(board(OLDER_BLACK), "e8")) == board_text("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . . B . . . f8
        e . W . . W . . W . e9
        d  . . . B . . . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)


def test_when_the_newer_flank_is_broken_the_older_one_acts_again() -> None:
    assert shown(after(board(OLDER_BLACK), "e8", "e6")) == board_text("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . . B . . . f8
        e . W . . B B . W . e9
        d  . . . B . . . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)


def test_a_player_who_breaks_a_flank_of_their_own_may_lose_the_stone_in_stage_b() -> None:
    broken = after(board(OLDER_BLACK), "e8", "pass", "e6")
    assert e5(broken) == "Black"
    assert after(board(OLDER_BLACK), "e8", "pass").describe(Move("e6")) == "places a stone on e6 and loses 1"


def test_of_two_equally_recent_flanks_the_one_that_stays_acts_once_the_other_is_broken() -> None:
    position = board(BETWEEN_BOTH.replace("e . . . W . W . . . e9", "e . . W . . . W . . e9"))
    placed = after(position, "e5", "a1", "i1")
    assert e5(placed) == "White", "as long as both are there"
    assert e5(after(placed, "e4")) == "Black"


def test_a_flank_keeps_its_date_while_the_stone_between_flips() -> None:
    """SW-NE by Black first, then W-E by White, then SE-NW by Black, which is broken: W-E is still the newer one."""
    position = after(start(5, 2), "e5 white e2 d4 pass f5")
    colours: list[str] = [e5(position)]
    for move in ("e8", "g3", "pass", "c5", "d5"):
        position = after(position, move)
        colours.append(e5(position))
    assert colours == ["Black", "White", "White", "White", "Black", "White"]


# R2


def test_flanks_keep_their_dates_from_turn_to_turn_so_equal_stones_can_be_unequal_positions() -> None:
    white_newer = after(start(5, 2), "e5 white e2 d4 pass f5 e8 g3 pass c5")
    black_newer = after(start(5, 2), "e5 white e2 d4 e8 f5 pass g3 pass c5")
    assert white_newer.stones == black_newer.stones
    assert white_newer != black_newer
    assert hash(white_newer) != hash(black_newer)
    assert white_newer.fen() != black_newer.fen()
    assert [e5(after(position, "d5")) for position in (white_newer, black_newer)] == ["White", "Black"]


def test_dates_that_can_never_matter_do_not_tell_positions_apart() -> None:
    """Two flanks of one colour, in either order, and both older than the enemy's."""
    one = after(start(5, 2), "e5 white e2 d4 pass f5 pass g3 pass c5 e8")
    other = after(start(5, 2), "e5 white e2 g3 pass c5 pass d4 pass f5 e8")
    assert e5(one) == "White"
    assert one == other
    assert hash(one) == hash(other)
    assert one.fen().endswith(" b0 0 E>NE:e5 E>NW:e5")


# R1b


def test_the_cascade_of_the_example_stops_where_the_ruling_says() -> None:
    position = after(start(5, 2), ENDLESS, "c5")
    assert shown(position) == board_text("""
        i     B W W W . i5
        h    W w w w w . h6
        g   W W W W w W . g7
        f  . w . w . . w . f8
        e . W . . W . . W B e9
        d  . . . B W . B . d8
        c   B B . W W B . c7
        b    . . W B W W b6
        a     . . B . . a5
    """)
    assert position.fen() == "bwww./w...../wwww.w./......../.w..w..wb/...bw.b./bb.wwb./..wbww/..b.. w0 0 NW>NE:c4"


def test_the_example_is_described_as_a_cascade_without_end() -> None:
    before = after(start(5, 2), ENDLESS)
    words = (
        "places a stone on c5, which flips to white, and flips 1, in a cascade without end that stops after 8 stages"
    )
    assert before.describe(Move("c5")) == words


def test_the_cascade_of_the_example_stops_at_the_first_stage_b_that_repeats_an_earlier_one() -> None:
    before = after(start(5, 2), ENDLESS)
    flips = before.cascade_of("c5").flips
    assert len(flips) == 8
    black = before.stones[Colour.BLACK] | before.points.bit["c5"]
    after_b: list[int] = []
    for stage, flipped in enumerate(flips):
        black ^= flipped
        if stage % 2:
            after_b.append(black)
    assert after_b[-1] in after_b[:-1]
    assert len(set(after_b[:-1])) == len(after_b) - 1


def test_a_cascade_that_outlives_the_last_guard_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    before = after(start(5, 2), ENDLESS)
    monkeypatch.setattr(cascade, "MOST_ROUNDS", 3)
    with pytest.raises(cascade.EndlessCascade, match="no end after 3 rounds"):
        before.play(Move("c5"))
