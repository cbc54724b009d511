"""The rules of Play Win, one by one, on boards in text. R1 is the ruling of the rules specification."""

import pytest

from rules import GAMES
from rules.core import IllegalMove, Move, Position, Seat
from rules.playwin import PlayWinPosition
from tests.rules.playouts import playout
from tests.rules.playwin_boards import board, board_text, loose_board

START = PlayWinPosition.start(2)
MIDDLE = {"e6": "f6 d6", "f5": "g4 f6", "f4": "f3 g4", "e4": "d3 f3", "d4": "c4 d3", "d5": "d6 c4"}
"""By neighbour of e5, the cells where a leap over it lands: 60° to the left, and to the right."""

OPENING = """
    i            B   B   B   B   B   i5
    h          B   B   B   B   B   B   h6
    g        .   .   .   .   .   .   .   g7
    f      .   .   .   .   .   .   .   .   f8
    e    .   .   .   .   .   .   .   .   .   e9
    d      .   .   .   .   .   .   .   .   d8
    c        .   .   .   .   .   .   .   c7
    b          W   W   W   W   W   W   b6
    a            W   W   W   W   W   a5
"""

FOUR = """
    i            .   .   .   .   .   i5
    h          .   .   .   .   .   .   h6
    g        .   .   .   .   .   .   .   g7
    f      .   .   .   B   .   .   .   .   f8
    e    .   .   .   .   .   .   .   .   .   e9
    d      .   .   W   .   .   .   .   W   d8
    c        .   .   .   .   .   .   .   c7
    b          .   .   .   .   W   .   b6
    a            W   .   .   .   .   a5
"""

RING = """
    i            .   .   .   .   .   i5
    h          .   .   .   .   .   .   h6
    g        .   .   B   B   .   .   .   g7
    f      .   .   .   .   .   B   .   .   f8
    e    .   .   .   B   .   .   .   .   .   e9
    d      .   .   .   .   B   .   .   .   d8
    c        .   .   .   B   W!  .   .   c7
    b          .   .   .   .   .   .   b6
    a            .   .   .   W   B   a5
"""


CHOICE = """
    i            .   .   .   .   .   i5
    h          .   .   .   .   .   .   h6
    g        .   .   .   .   B   .   .   g7
    f      .   .   .   .   .   .   .   .   f8
    e    .   W   B   .   .   .   B   W!  .   e9
    d      .   .   .   .   .   .   .   .   d8
    c        .   .   .   .   .   .   .   c7
    b          .   .   .   .   .   .   b6
    a            .   .   .   .   .   a5
"""


def after(position: PlayWinPosition, *moves: str) -> PlayWinPosition:
    for move in moves:
        position = position.play(Move(move))
    return position


def moves_of(position: Position, start: str = "") -> set[str]:
    return {move for move in position.legal_moves() if move.startswith(start)}


def around_e5(*black: str, white: str = "") -> PlayWinPosition:
    """A white piece on e5, black pieces on the cells named, more white ones on `white`."""
    pieces = dict.fromkeys(black, Seat(1)) | dict.fromkeys(("e5", *white.split()), Seat(0))
    return PlayWinPosition.holding(pieces, Seat(0))


# Setup


def test_white_fills_the_two_bottom_rows_and_black_the_two_top_rows() -> None:
    assert str(START) == board_text(OPENING)


def test_white_is_seat_0_and_moves_first() -> None:
    assert START.turn == 0
    assert [START.side(seat) for seat in (Seat(0), Seat(1))] == ["White", "Black"]


def test_the_players_alternate() -> None:
    assert [after(START, *moves).turn for moves in (["b1-c2"], ["b1-c2", "h1-g1"])] == [1, 0]


@pytest.mark.parametrize("key", ["playwin", "playwin-loose"])
def test_two_play_and_there_are_54_moves_from_the_start(key: str) -> None:
    assert list(GAMES[key].seats) == [2]
    assert len(GAMES[key].start(2).legal_moves()) == 54


# Approach


def test_a_piece_slides_along_a_line_and_leaves_its_cell_empty() -> None:
    assert str(after(board(FOUR), "a1-d4")) == board_text("""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   .   .   B   .   .   .   .   f8
        e    .   .   .   .   .   .   .   .   .   e9
        d      .   .   W   W   .   .   .   W   d8
        c        .   .   .   .   .   .   .   c7
        b          .   .   .   .   W   .   b6
        a            .   .   .   .   .   a5
    """)


def test_a_piece_may_go_one_cell_fewer_than_its_side_has_pieces() -> None:
    position = board(FOUR)
    assert moves_of(position, "a1") == {"a1-b1", "a1-c1", "a1-d1", "a1-b2", "a1-c3", "a1-d4"}
    assert moves_of(position, "b5") == {"b5-c5", "b5-d5", "b5-e5"}
    with pytest.raises(IllegalMove):
        position.play(Move("a1-e5"))


def test_all_six_directions_are_open_to_a_piece_that_comes_closer() -> None:
    position = PlayWinPosition.holding(
        {"e5": Seat(0), "g4": Seat(0), **dict.fromkeys(("a1", "a5", "e1", "e9", "i1", "i5"), Seat(1))}, Seat(0)
    )
    assert moves_of(position, "e5") == {"e5-e4", "e5-e6", "e5-d4", "e5-d5", "e5-f4", "e5-f5"}


@pytest.mark.parametrize("blocker", ["White", "Black"])
def test_a_piece_cannot_slide_onto_or_over_another_piece(blocker: str) -> None:
    position = board(f"""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   .   .   .   .   .   .   .   f8
        e    W   .   .   {blocker[0]}   .   .   B   .   .   e9
        d      .   .   .   .   .   .   .   .   d8
        c        .   .   .   .   .   .   .   c7
        b          .   .   .   .   .   .   b6
        a            W   W   W   W   W   a5
    """)
    assert {move for move in moves_of(position, "e1") if move[3] == "e"} == {"e1-e2", "e1-e3"}


def test_a_piece_must_end_closer_to_its_nearest_enemy() -> None:
    assert moves_of(board(FOUR), "d3") == {"d3-e4"}  # d3 is 2 steps from f4, and so are d4 and e3
    assert moves_of(board(FOUR), "d8") == {
        "d8-d7",
        "d8-d6",
        "d8-d5",
        "d8-e8",
        "d8-f7",
        "d8-g6",
    }  # c7 is 5 steps away too


def test_the_nearest_enemy_after_the_move_may_be_another_than_before() -> None:
    position = board("""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   .   .   .   .   .   .   .   f8
        e    W   .   .   B   .   .   .   .   .   e9
        d      .   .   .   .   .   .   .   .   d8
        c        .   .   .   .   .   .   .   c7
        b          B   .   .   .   .   .   b6
        a            .   W   W   W   W   a5
    """)
    assert "e1-c1" in moves_of(position)  # 3 steps from e4 before and after, but 1 step from b1


def test_only_the_nearest_enemy_counts_not_any_enemy_that_comes_closer() -> None:
    position = board("""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   .   .   .   .   .   .   .   f8
        e    .   B   .   W   .   .   .   .   B   e9
        d      .   .   .   .   .   .   .   .   d8
        c        .   .   .   .   .   .   .   c7
        b          .   .   .   .   .   .   b6
        a            W   W   .   .   .   a5
    """)
    assert moves_of(position, "e4") == {"e4-e3"}  # e5 and e6 are closer to e9, but e2 was 2 steps away


def test_pieces_in_between_do_not_change_a_distance() -> None:
    position = board("""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   .   .   .   .   .   .   .   f8
        e    W   .   W   .   B   .   .   .   .   e9
        d      .   .   .   .   .   .   .   .   d8
        c        .   .   .   .   .   .   .   c7
        b          .   .   .   .   .   .   b6
        a            .   .   .   .   .   a5
    """)
    assert moves_of(position, "e1") == {"e1-e2"}  # d1 and f1 are 4 steps from e5, and so is e1, straight through e3


def test_a_piece_beside_an_enemy_cannot_come_closer() -> None:
    position = board("""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   .   .   .   .   .   .   .   f8
        e    W   .   .   .   .   .   .   .   .   e9
        d      .   .   .   .   .   .   .   .   d8
        c        .   .   .   .   .   .   .   c7
        b          .   .   .   .   .   W   b6
        a            .   .   .   W   B   a5
    """)
    assert {move[:2] for move in position.legal_moves()} == {"e1"}


def test_the_loose_variant_lets_a_piece_end_as_near_as_it_was_but_no_farther() -> None:
    strict, loose = board(FOUR), loose_board(FOUR)
    assert moves_of(loose) > moves_of(strict)
    assert moves_of(loose, "d3") - moves_of(strict, "d3") == {"d3-d4", "d3-d5", "d3-e3", "d3-f2"}
    assert loose.play(Move("d3-e3")).mover == 1


# A bent leap


@pytest.mark.parametrize(("over", "landings"), MIDDLE.items())
def test_a_leap_goes_over_a_neighbour_and_bends_to_the_left_or_right(over: str, landings: str) -> None:
    left, right = landings.split()
    assert around_e5(over).legal_moves() == (f"e5x{over}-{left}", f"e5x{over}-{right}")


def test_a_leap_removes_the_enemy_and_lands_behind_the_bend() -> None:
    position = around_e5("e6", "a1", white="a5")
    assert str(after(position, "e5xe6-d6")) == board_text("""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   .   .   .   .   .   .   .   f8
        e    .   .   .   .   .   .   .   .   .   e9
        d      .   .   .   .   .   W   .   .   d8
        c        .   .   .   .   .   .   .   c7
        b          .   .   .   .   .   .   b6
        a            B   .   .   .   W   a5
    """)


@pytest.mark.parametrize("blocker", [Seat(0), Seat(1)])
def test_the_landing_cell_must_be_empty(blocker: Seat) -> None:
    pieces = {"e5": Seat(0), "e6": Seat(1), "f6": blocker}
    assert moves_of(PlayWinPosition.holding(pieces, Seat(0)), "e5") == {"e5xe6-d6"}


def test_a_piece_does_not_leap_over_its_own() -> None:
    assert all("x" not in move for move in around_e5("a1", white="e6 d5 f4").legal_moves())


def test_a_piece_does_not_leap_over_an_enemy_farther_away() -> None:
    assert all("x" not in move for move in around_e5("e7", white="a1").legal_moves())


def test_a_landing_outside_of_the_board_is_none() -> None:
    assert PlayWinPosition.holding({"a1": Seat(0), "a2": Seat(1)}, Seat(0)).legal_moves() == ("a1xa2-b3",)


# A series


def test_a_series_is_one_move_a_leap_and_the_same_seat_stays_to_move() -> None:
    position = board(RING)
    turns: list[object] = []
    for move in ("c5xd5-e6", "e6xf6-g5", "g5xg4-h3", "h3xg3-f4", "f4xe4-d4", "d4xc4-b3"):
        turns.append(position.turn)
        position = after(position, move)
    assert turns == [0] * 6
    assert position.turn == 1
    assert position.pieces[1].bit_count() == 1


def test_captured_pieces_are_removed_at_once() -> None:
    assert str(after(board(RING), "c5xd5-e6", "e6xf6-g5")) == board_text("""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   B   B   W!  .   .   g7
        f      .   .   .   .   .   .   .   .   f8
        e    .   .   .   B   .   .   .   .   .   e9
        d      .   .   .   .   .   .   .   .   d8
        c        .   .   .   B   .   .   .   c7
        b          .   .   .   .   .   .   b6
        a            .   .   .   W   B   a5
    """)


def test_the_piece_that_began_the_series_must_finish_it() -> None:
    position = after(board(RING.replace("W   B   a5", "B   W   a5")), "c5xd5-e6")
    assert board(RING.replace("W   B   a5", "B   W   a5")).captures().most == 6
    assert position.legal_moves() == ("e6xf6-g5",)


def test_a_cell_may_be_visited_again_the_starting_cell_included() -> None:
    position = after(board(RING), "c5xd5-e6", "e6xf6-g5", "g5xg4-h3", "h3xg3-f4", "f4xe4-d4", "d4xc4-c5")
    assert position.piece("c5") == 0
    assert position.turn == 1


def test_a_cell_on_the_way_may_be_visited_again() -> None:
    pieces = {"f4": Seat(0), **dict.fromkeys(("e5", "d5", "d6", "f6", "f8"), Seat(1))}
    position = PlayWinPosition.holding(pieces, Seat(0))
    assert after(position, "f4xe5-e6", "e6xd5-c5", "c5xd6-e6", "e6xf6-f7", "f7xf8-e9").pieces[1] == 0


# As many as possible


def test_only_the_series_that_capture_the_most_may_be_played() -> None:
    position = board(CHOICE)
    assert str(position) == board_text(CHOICE)
    assert position.legal_moves() == ("e8xe7-f6",)  # e8xe7-d6 and the leaps of e2 would capture one only
    assert moves_of(after(position, "e8xe7-f6")) == {"f6xg5-g4", "f6xg5-h5"}


def test_among_series_that_capture_as_many_the_choice_is_free() -> None:
    position = board(CHOICE.replace("B   .   .   g7", ".   .   .   g7"))
    assert moves_of(position) == {"e2xe3-d3", "e2xe3-f3", "e8xe7-d6", "e8xe7-f6"}


def test_at_every_leap_only_those_may_be_played_that_still_reach_the_maximum() -> None:
    position = after(board(RING), "c5xc4-d4", "d4xd5-e6", "e6xf6-g5", "g5xg4-h3")
    assert moves_of(position) == {"h3xg3-f4"}  # h3xg3-g2 would end the series, and e4 is still to be captured
    assert moves_of(after(position, "h3xg3-f4")) == {"f4xe4-d4", "f4xe4-e3"}


def test_capturing_is_compulsory() -> None:
    position = board(CHOICE)
    assert all("x" in move for move in position.legal_moves())
    for approach in ("e2-d2", "e2-f2", "e8-d7"):
        with pytest.raises(IllegalMove):
            position.play(Move(approach))


def test_capturing_is_compulsory_in_the_loose_variant_too() -> None:
    assert loose_board(CHOICE).legal_moves() == board(CHOICE).legal_moves()


# End


def test_a_player_without_pieces_loses() -> None:
    position = after(around_e5("e6"), "e5xe6-d6")
    outcome = position.outcome()
    assert position.turn is None
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((1, 2), "Black has no piece left")


def test_a_player_without_a_legal_move_loses() -> None:
    position = board("""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   .   .   .   .   .   .   .   f8
        e    .   .   .   .   .   .   .   .   .   e9
        d      .   .   .   .   .   .   .   .   d8
        c        .   B   .   .   .   .   .   c7
        b          B   .   .   B   .   .   b6
        a            W   W   B   .   .   a5
    """)
    assert position.legal_moves() == ()
    outcome = position.outcome()
    assert position.turn is None
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((2, 1), "White has no legal move")


def test_a_single_piece_that_cannot_capture_loses() -> None:
    position = board("""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   .   .   .   .   .   .   .   f8
        e    .   .   .   .   B   .   .   .   .   e9
        d      .   .   .   .   .   .   .   .   d8
        c        .   .   .   .   .   .   .   c7
        b          .   .   .   .   .   .   b6
        a            W   .   .   .   .   a5
    """)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((2, 1), "White has no legal move")


def test_without_an_enemy_there_is_nothing_to_approach() -> None:
    for position in (around_e5(white="a1"), loose_board(str(around_e5(white="a1")))):
        assert position.legal_moves() == ()
        assert position.turn is None


def test_r1_with_the_standard_rule_no_position_repeats() -> None:
    for seed in range(100):
        reached = [step.after for step in playout("playwin", 2, seed)]
        assert len(set(reached)) == len(reached)


def test_r1_with_the_loose_rule_a_position_may_repeat_and_the_game_continues() -> None:
    position = loose_board("""
        i            .   .   .   .   .   i5
        h          .   B   .   .   B   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   W   .   .   .   .   .   .   f8
        e    .   .   .   .   .   .   .   .   .   e9
        d      .   .   .   .   .   .   .   .   d8
        c        .   .   .   .   .   .   .   c7
        b          .   .   .   W   .   .   b6
        a            .   .   .   .   .   a5
    """)
    again = position
    for move in ("b4-b3", "h2-h1", "b3-b4", "h1-h2"):
        again = again.play(Move(move))
    assert again == position
    assert again.turn == 0
