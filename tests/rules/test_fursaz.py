"""The rules of Fursaz, one by one, on boards in text. Rulings R1, R1b and R2 are tested in `test_fursaz_dates`."""

import pytest

from rules import GAMES
from rules.core import IllegalMove, Move, Seat
from rules.fursaz import Colour, FursazPosition, start
from tests.rules.fursaz_boards import after, board, board_text, shown

EMPTY = """
    i     . . . . . i5
    h    . . . . . . h6
    g   . . . . . . . g7
    f  . . . . . . . . f8
    e . . . . . . . . . e9
    d  . . . . . . . . d8
    c   . . . . . . . c7
    b    . . . . . . b6
    a     . . . . . a5
"""


def sides(position: FursazPosition) -> list[str]:
    return [position.side(seat) for seat in (Seat(0), Seat(1))]


# The board


def test_the_board_of_side_5_has_61_points_and_is_empty_at_the_start() -> None:
    assert shown(start(5, 2)) == board_text(EMPTY)
    assert len(start(5, 2).legal_moves()) == 61


def test_the_board_of_side_7_has_127_points() -> None:
    assert len(start(7, 2).legal_moves()) == 127
    assert start(7, 2).legal_moves()[-1] == "m7"


@pytest.mark.parametrize("key", ["fursaz", "fursaz-7"])
def test_two_play_and_a_variant_belongs_to_the_family(key: str) -> None:
    assert list(GAMES[key].seats) == [2]
    assert GAMES[key].family == "fursaz"


# Pie


def test_seat_0_places_a_black_stone_on_any_point_and_cannot_pass() -> None:
    position = start(5, 2)
    assert position.turn == 0
    assert "pass" not in position.legal_moves()
    assert after(position, "c3").stone("c3") is Colour.BLACK


def test_seat_1_then_chooses_between_black_and_white() -> None:
    position = after(start(5, 2), "c3")
    assert position.turn == 1
    assert position.legal_moves() == ("black", "white")


def test_a_player_who_takes_black_owns_the_stone_and_the_other_seat_moves_next_as_white() -> None:
    position = after(start(5, 2), "c3", "black")
    assert sides(position) == ["White", "Black"]
    assert position.turn == 0
    assert after(position, "d4").stone("d4") is Colour.WHITE


def test_a_player_who_takes_white_moves_next() -> None:
    position = after(start(5, 2), "c3", "white")
    assert sides(position) == ["Black", "White"]
    assert position.turn == 1
    assert after(position, "d4").stone("d4") is Colour.WHITE


@pytest.mark.parametrize(("choice", "turns"), [("black", [0, 1, 0, 1]), ("white", [1, 0, 1, 0])])
def test_after_the_choice_the_players_alternate(choice: str, turns: list[int]) -> None:
    position = after(start(5, 2), "c3", choice)
    seen: list[object] = []
    for move in ("d4", "pass", "e5", "f6"):
        seen.append(position.turn)
        position = after(position, move)
    assert seen == turns


def test_before_the_choice_nobody_has_a_colour() -> None:
    for position in (start(5, 2), after(start(5, 2), "c3")):
        assert sides(position) == ["First player", "Second player"]
        assert [position.colour_of(seat) for seat in (Seat(0), Seat(1))] == [None, None]


def test_the_choice_of_a_colour_moves_no_stone() -> None:
    placed = after(start(5, 2), "c3")
    assert shown(after(placed, "black")) == shown(after(placed, "white")) == shown(placed)


def test_the_pie_placement_does_not_count_as_a_turn_when_passes_are_counted() -> None:
    position = after(start(5, 2), "c3", "white", "pass")
    assert position.outcome() is None
    assert after(position, "pass").outcome() is not None


# A turn


def test_a_turn_is_a_point_or_a_pass_and_the_points_come_first() -> None:
    moves = after(start(5, 2), "a2", "white").legal_moves()
    assert moves[:3] == ("a1", "a3", "a4")
    assert moves[-1] == "pass"
    assert len(moves) == 61


def test_a_stone_cannot_be_placed_on_a_stone() -> None:
    position = after(start(5, 2), "c3", "white")
    with pytest.raises(IllegalMove, match="c3 holds a black stone: a stone goes on an empty point"):
        position.play(Move("c3"))


def test_a_pass_changes_nothing_but_the_turn() -> None:
    position = after(start(5, 2), "c3", "white")
    assert shown(after(position, "pass")) == shown(position)
    assert after(position, "pass").turn == 0


@pytest.mark.parametrize(
    ("one", "two"), [("e4", "e6"), ("d4", "f5"), ("d5", "f4"), ("e2", "e8"), ("b2", "h5"), ("a5", "i1")]
)
def test_a_stone_flanked_on_any_axis_at_any_equal_distance_flips(one: str, two: str) -> None:
    position = after(start(5, 2), "e5", "white", one, "pass", two)
    assert position.stone("e5") is Colour.WHITE


@pytest.mark.parametrize(("one", "two"), [("e4", "e7"), ("d4", "g6"), ("e4", "f5"), ("d4", "f4")])
def test_stones_at_different_distances_or_on_different_axes_do_not_flank(one: str, two: str) -> None:
    position = after(start(5, 2), "e5", "white", one, "pass", two)
    assert position.stone("e5") is Colour.BLACK


def test_only_the_nearest_stones_flank() -> None:
    position = board("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . . . . . . f8
        e . W . . B B . . . e9
        d  . . . . . . . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)
    assert shown(after(position, "e8")) == board_text("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . . . . . . f8
        e . W . . B B . W . e9
        d  . . . . . . . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)


def test_all_enemy_stones_that_are_flanked_flip_at_once() -> None:
    position = board("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . W . . . g7
        f  . . . . B . . . f8
        e . W . B . . . . . e9
        d  . . . . . B . . d8
        c   . . . . . W . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)
    assert shown(after(position, "e6")) == board_text("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . W . . . g7
        f  . . . w W . . . f8
        e . W w W w W . . . e9
        d  . . . . . W . . d8
        c   . . . . . W . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)


def test_suicide_is_allowed_r3() -> None:
    position = board(
        """
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . . . . . . f8
        e . . . W . W . . . e9
        d  . . . . . . . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """,
        to_move="Black",
    )
    assert shown(after(position, "e5")) == board_text("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . . . . . . f8
        e . . . W W W . . . e9
        d  . . . . . . . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)


def test_a_stone_that_flips_nothing_is_allowed_r3() -> None:
    position = after(start(5, 2), "e5", "white", "a1", "i5")
    assert position.scores()[Colour.BLACK].stones == 2
    assert position.scores()[Colour.WHITE].stones == 1


def test_enemy_stones_flip_before_your_own_do() -> None:
    """White's stone on e5 would be flanked by e4 and e6, but its own stage A takes e4 away first."""
    position = board("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . . . . . . f8
        e . . W B . B . . . e9
        d  . . . . . . . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)
    assert shown(after(position, "e5")) == board_text("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . . . . . . f8
        e . . W W W B . . . e9
        d  . . . . . . . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)


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


def test_flips_that_flank_further_stones_go_on_as_a_cascade() -> None:
    """e2 flips first; with g2 it flanks f2, which flips next; and with f4 that flanks f3."""
    position = board(CASCADE, to_move="Black")
    assert shown(after(position, "e3")) == board_text("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . B . . . . . g7
        f  . B B B . . . . f8
        e B B B . . . . . . e9
        d  . . . . . . . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)


def test_a_stone_that_is_lost_may_flank_further_stones_of_its_old_colour() -> None:
    """Black's stone on e5 is lost at once; as a white stone it flanks d4, which is lost in the next stage B."""
    position = board(
        """
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . . . . . . f8
        e . . . W . W . . . e9
        d  . . . B . . . . d8
        c   . . W . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """,
        to_move="Black",
    )
    assert shown(after(position, "e5")) == board_text("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . . . . . . g7
        f  . . . . . . . . f8
        e . . . W W W . . . e9
        d  . . . W . . . . d8
        c   . . W . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)


def test_how_often_each_stone_flips_is_known() -> None:
    assert board(CASCADE, to_move="Black").flips(Move("e3")) == {"e2": 1, "f2": 1, "f3": 1}
    assert board(CASCADE).flips(Move("pass")) == {}
    assert start(5, 2).flips(Move("e5")) == {}


def test_the_same_happens_on_the_large_board() -> None:
    position = after(start(7, 2), "g7", "white", "d4", "pass", "j7")
    assert position.stone("g7") is Colour.WHITE
    assert after(start(7, 2), "g7", "white", "g1", "pass", "g13").stone("g7") is Colour.WHITE


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


def test_an_empty_point_that_one_colour_flanks_on_any_axis_is_its_territory() -> None:
    assert shown(board(OPEN_GAME)) == board_text("""
        i     . . . . . i5
        h    . . . . . . h6
        g   . . W . . . . g7
        f  . . . . . . . . f8
        e . . B b B . b . B e9
        d  . . . . . W . . d8
        c   . . . . . . . c7
        b    . . . . . . b6
        a     . . . . . a5
    """)
    assert board(OPEN_GAME).owners() == {"e4": Colour.BLACK, "e7": Colour.BLACK}


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


def test_two_passes_in_a_row_end_the_game_and_the_higher_score_wins() -> None:
    ended = after(board(OPEN_GAME), "pass", "pass")
    outcome = ended.outcome()
    assert outcome is not None
    assert outcome.places == (1, 2)
    assert outcome.points == (5, 2)
    assert outcome.reason == "both players passed, and Black has 5 points, White 2"
    assert ended.turn is None
    assert ended.legal_moves() == ()


def test_places_and_points_are_by_seat_and_not_by_colour() -> None:
    moves = ("e4", "black", "a1", "e6", "pass", "pass")
    outcome = after(start(5, 2), *moves).outcome()
    assert outcome is not None
    assert outcome.points == (1, 3)
    assert outcome.places == (2, 1)


def test_a_stone_between_two_passes_keeps_the_game_going() -> None:
    position = after(board(OPEN_GAME), "pass", "a1", "pass")
    assert position.outcome() is None
    assert position.turn == 0


def test_equal_scores_are_a_tie_r4() -> None:
    outcome = after(start(5, 2), "e5", "white", "a1", "pass", "pass").outcome()
    assert outcome is not None
    assert outcome.places == (1, 1)
    assert outcome.points == (1, 1)


def test_a_full_board_ends_the_game_at_once_r5() -> None:
    nearly = board(
        """
        i     B B B B B i5
        h    B B B B B B h6
        g   B B B B B B B g7
        f  B B B B B B B B f8
        e B B B B . B B B B e9
        d  W W W W W W W W d8
        c   W W W W W W W c7
        b    W W W W W W b6
        a     W W W W W a5
    """,
        to_move="Black",
    )
    outcome = after(nearly, "e5").outcome()
    assert outcome is not None
    assert outcome.places == (1, 2)
    assert outcome.points == (35, 26)
    assert outcome.reason == "the board is full, and Black has 35 points, White 26"
    assert after(nearly, "pass").outcome() is None


def test_after_the_end_no_move_is_legal() -> None:
    ended = after(board(OPEN_GAME), "pass", "pass")
    for text in ("a1", "pass", "black", "nonsense"):
        for attempt in (ended.play, ended.parse):
            with pytest.raises(IllegalMove, match="The game is over: both players passed, and Black has 5 points"):
                attempt(Move(text))


# What buttons and pickers show


def test_the_colours_and_the_pass_have_buttons() -> None:
    placed = after(start(5, 2), "c3")
    assert start(5, 2).named_moves() == {}
    assert placed.named_moves() == {"black": "Play Black", "white": "Play White"}
    assert after(placed, "white").named_moves() == {"pass": "Pass"}
    assert after(placed, "white", "pass", "pass").named_moves() == {}


def test_a_row_is_offered_with_the_most_that_a_stone_there_flips_or_gains_and_a_point_with_what_it_does() -> None:
    position = after(start(5, 2), "c5", "white", "b2", "g6", "e2", "e8", "b6", "b1", "a5")
    rows = {row: [move for move in position.legal_moves() if move[0] == row] for row in "be"}
    assert [position.option(row, moves) for row, moves in rows.items()] == [
        ("Row b", "can flip 1"),
        ("Row e", "up to +3 points"),
    ]
    assert [position.option(move, [move]).effect for move in rows["b"]] == ["flips 1", "no gain", "+1 point"]


def test_before_the_colours_are_settled_nothing_is_said_of_points() -> None:
    empty = start(5, 2)
    assert empty.option("a", empty.legal_moves()[:5]) == ("Row a", "")
    assert empty.option("a1", empty.legal_moves()[:1]) == ("a1", "")


def test_a_point_is_picked_by_its_row_and_then_its_number() -> None:
    position = after(start(7, 2), "c3", "white")
    assert position.choices(Move("g13")) == ("g", "13")
    assert position.choices(Move("pass")) == ("pass",)
    assert after(start(7, 2), "c3").choices(Move("black")) == ("black",)
