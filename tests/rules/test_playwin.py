"""The rules of Play Win, one by one, on boards in text. R1 is the ruling of the rules specification."""

import pytest

from rules import GAMES
from rules.core import Move, Position, Seat
from rules.playwin import PlayWinPosition
from tests.rules.playouts import playout
from tests.rules.playwin_boards import board, loose_board

MIDDLE = {"e6": "f6 d6", "f5": "g4 f6", "f4": "f3 g4", "e4": "d3 f3", "d4": "c4 d3", "d5": "d6 c4"}
"""By neighbour of e5, the cells where a leap over it lands: 60° to the left, and to the right."""


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


@pytest.mark.parametrize("key", ["playwin", "playwin-loose"])
def test_two_play_and_there_are_54_moves_from_the_start(key: str) -> None:
    assert list(GAMES[key].seats) == [2]
    assert len(GAMES[key].start(2).legal_moves()) == 54


# Approach


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


# A bent leap


@pytest.mark.parametrize(("over", "landings"), MIDDLE.items())
def test_a_leap_goes_over_a_neighbour_and_bends_to_the_left_or_right(over: str, landings: str) -> None:
    left, right = landings.split()
    assert around_e5(over).legal_moves() == (f"e5x{over}-{left}", f"e5x{over}-{right}")


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


def test_the_piece_that_began_the_series_must_finish_it() -> None:
    position = after(board(RING.replace("W   B   a5", "B   W   a5")), "c5xd5-e6")
    assert board(RING.replace("W   B   a5", "B   W   a5")).captures().most == 6
    assert position.legal_moves() == ("e6xf6-g5",)


# As many as possible


def test_among_series_that_capture_as_many_the_choice_is_free() -> None:
    position = board(CHOICE.replace("B   .   .   g7", ".   .   .   g7"))
    assert moves_of(position) == {"e2xe3-d3", "e2xe3-f3", "e8xe7-d6", "e8xe7-f6"}


def test_capturing_is_compulsory_in_the_loose_variant_too() -> None:
    assert loose_board(CHOICE).legal_moves() == board(CHOICE).legal_moves()


# End


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


def test_r1_with_the_standard_rule_no_position_repeats() -> None:
    for seed in range(100):
        reached = [step.after for step in playout("playwin", 2, seed)]
        assert len(set(reached)) == len(reached)
