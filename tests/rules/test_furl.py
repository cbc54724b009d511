"""The rules of Furl, one by one, on boards in text. R1, R2 and R3 are the rulings of the rules specification."""

import pytest

from rules import GAMES
from rules.core import IllegalMove, Move, Seat
from rules.furl import FurlPosition, start
from tests.rules.boards import board, board_text

OPENING = """
    g          B   B   B   B   g4
    f        B   B   B   B   B   f5
    e      B   B   B   B   B   B   e6
    d    .   .   .   .   .   .   .   d7
    c      W   W   W   W   W   W   c6
    b        W   W   W   W   W   b5
    a          W   W   W   W   a4
"""

STAR = """
    g          .   .   .   .   g4
    f        .   W   .   W   .   f5
    e      .   .   W   W   .   .   e6
    d    .   W   W   W   W   W   .   d7
    c      .   .   W   W   .   .   c6
    b        .   W   .   W   .   b5
    a          .   .   .   .   a4
"""

STACK_OF_TWO = """
    g          .   .   .   .   g4
    f        .   .   .   .   .   f5
    e      .   .   .   .   .   .   e6
    d    .   .   .   W2  .   .   .   d7
    c      .   .   .   .   .   .   c6
    b        .   .   .   .   .   b5
    a          .   .   .   .   a4
"""


def after(position: FurlPosition, *moves: str) -> FurlPosition:
    for move in moves:
        position = position.play(Move(move))
    return position


def moves_of(position: FurlPosition) -> set[str]:
    return set(position.legal_moves())


def furls_of(position: FurlPosition) -> set[str]:
    return {move for move in position.legal_moves() if "<" in move}


# Setup


def test_white_fills_the_three_bottom_rows_and_black_the_three_top_rows() -> None:
    assert str(start(2)) == board_text(OPENING)


def test_white_is_seat_0_and_moves_first() -> None:
    assert start(2).turn == 0
    assert [start(2).side(seat) for seat in (Seat(0), Seat(1))] == ["White", "Black"]


def test_the_players_alternate() -> None:
    assert [after(start(2), *moves).turn for moves in (["a4<c4"], ["a4<c4", "g1<e1"])] == [1, 0]


def test_there_are_114_moves_from_the_start_and_all_are_furls() -> None:
    assert len(start(2).legal_moves()) == 114
    assert len(furls_of(start(2))) == 114


def test_only_two_can_play() -> None:
    assert list(GAMES["furl"].seats) == [2]


# Furl


def test_the_example_of_the_sheet_a_line_of_three_becomes_a_stack_of_three() -> None:
    assert str(after(start(2), "a4<c4")) == board_text("""
        g          B   B   B   B   g4
        f        B   B   B   B   B   f5
        e      B   B   B   B   B   B   e6
        d    .   .   .   .   .   .   .   d7
        c      W   W   W   W3  W   W   c6
        b        W   W   W   .   W   b5
        a          W   W   W   .   a4
    """)


@pytest.mark.parametrize("move", ["d2<d4", "d6<d4", "b2<d4", "b4<d4", "f2<d4", "f4<d4"])
def test_discs_furl_in_all_six_directions(move: str) -> None:
    position = after(board(STAR), move)
    assert position.piece("d4") == (0, 3)
    assert position.piece(move[:2]) is None
    assert sum(position.piece(cell) == (0, 1) for cell in ("d2", "d6", "b2", "b4", "f2", "f4")) == 5


def test_a_line_furls_onto_either_end() -> None:
    assert after(board(STAR), "d2<d4").piece("d4") == (0, 3)
    assert after(board(STAR), "d4<d2").piece("d2") == (0, 3)


def test_any_part_of_a_longer_line_may_be_chosen() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    .   W   W   W   W   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    line = ("d2", "d3", "d4", "d5")
    assert moves_of(position) == {f"{first}<{second}" for first in line for second in line if first != second}


def test_a_line_of_seven_makes_the_tallest_stack() -> None:
    position = after(
        board("""
            g          .   .   .   .   g4
            f        .   .   .   .   .   f5
            e      .   .   .   .   .   .   e6
            d    W   W   W   W   W   W   W   d7
            c      .   .   .   .   .   .   c6
            b        .   .   .   .   .   b5
            a          .   .   B   B   a4
        """),
        "d7<d1",
    )
    assert str(position) == board_text("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    W7  .   .   .   .   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   B   B   a4
    """)


def test_an_empty_cell_and_an_enemy_break_a_line() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    W   W   .   W   B   W   W   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    assert moves_of(position) == {"d1<d2", "d2<d1", "d6<d7", "d7<d6"}


def test_r1_a_stack_cannot_be_furled_nor_furled_onto_nor_be_inside_the_line() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    W   W   W2  W   W   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    assert furls_of(position) == {"d1<d2", "d2<d1", "d4<d5", "d5<d4"}
    for forbidden in ("d1<d3", "d3<d1", "d1<d5"):
        with pytest.raises(IllegalMove, match="d3 is a stack"):
            position.play(Move(forbidden))


# Unfurl


def test_a_stack_is_sown_one_disc_a_cell_beginning_with_the_next_and_its_own_cell_becomes_empty() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   B   B   .   .   e6
        d    W3  .   .   .   .   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    assert str(after(position, "d1>d4")) == board_text("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   B   B   .   .   e6
        d    .   W   W   W   .   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)


def test_the_example_of_the_sheet_a_stack_of_two_captures_a_disc() -> None:
    assert str(after(start(2), "b4<c4", "e5<e4", "c4xe3")) == board_text("""
        g          B   B   B   B   g4
        f        B   B   B   B   B   f5
        e      B   B   W   B2  .   B   e6
        d    .   .   .   W   .   .   .   d7
        c      W   W   W   .   W   W   c6
        b        W   W   W   .   W   b5
        a          W   W   W   W   a4
    """)


def test_a_stack_unfurls_in_all_six_directions() -> None:
    assert moves_of(board(STACK_OF_TWO)) == {"d4>d6", "d4>f4", "d4>f2", "d4>d2", "d4>b2", "d4>b4"}


@pytest.mark.parametrize(
    ("move", "sown"),
    [
        ("d4>d6", ("d5", "d6")),
        ("d4>f4", ("e4", "f4")),
        ("d4>f2", ("e3", "f2")),
        ("d4>d2", ("d3", "d2")),
        ("d4>b2", ("c3", "b2")),
        ("d4>b4", ("c4", "b4")),
    ],
)
def test_each_direction_sows_the_cells_of_its_line(move: str, sown: tuple[str, ...]) -> None:
    position = after(board(STACK_OF_TWO), move)
    assert [position.piece(cell) for cell in ("d4", *sown)] == [None, (0, 1), (0, 1)]


def test_a_captured_stack_leaves_the_game_whole() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   B   B   f5
        e      .   .   .   .   .   .   e6
        d    .   W2  .   B4  .   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    assert str(after(position, "d2xd4")) == board_text("""
        g          .   .   .   .   g4
        f        .   .   .   B   B   f5
        e      .   .   .   .   .   .   e6
        d    .   .   W   W   .   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)


def test_sown_discs_are_single_discs_that_furl_again() -> None:
    position = after(board(STACK_OF_TWO.replace(".   .   g4", "B   B   g4")), "d4>d6", "g3<g4")
    assert furls_of(position) == {"d5<d6", "d6<d5"}


def test_r2_the_whole_stack_is_sown_so_a_stack_too_tall_for_the_edge_cannot_go_that_way() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    .   .   .   .   W3  .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    assert moves_of(position) == {"d5>g2", "d5>d2", "d5>a2"}
    with pytest.raises(IllegalMove, match="only 2 cells before the edge"):
        position.play(Move("d5>d7"))
    with pytest.raises(IllegalMove, match="it ends 3 cells away, and d3 is 2 cells away"):
        position.play(Move("d5>d3"))


@pytest.mark.parametrize("blocker", ["W", "W2", "B", "B2"])
def test_r2_any_piece_before_the_last_cell_blocks_the_move(blocker: str) -> None:
    position = board(f"""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    W3  .   {blocker}   .   .   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    with pytest.raises(IllegalMove, match="d3 is in the way"):
        position.play(Move("d1>d4"))


@pytest.mark.parametrize("own", ["W", "W2"])
def test_r2_a_piece_of_your_own_on_the_last_cell_blocks_the_move(own: str) -> None:
    position = board(f"""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    W3  .   .   {own}   .   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    for move in ("d1>d4", "d1xd4"):
        with pytest.raises(IllegalMove, match="d4 is your own"):
            position.play(Move(move))


def test_a_token_says_whether_it_captures() -> None:
    position = after(start(2), "b4<c4", "e5<e4")
    assert {"c4xe3", "c4>e5"} <= moves_of(position)
    with pytest.raises(IllegalMove, match="e3 holds a black disc: type a capture with x"):
        position.play(Move("c4>e3"))
    with pytest.raises(IllegalMove, match="e5 is empty, so there's nothing to capture"):
        position.play(Move("c4xe5"))


def test_only_your_own_pieces_move() -> None:
    with pytest.raises(IllegalMove, match="g1 holds a black disc"):
        start(2).play(Move("g1<g2"))
    with pytest.raises(IllegalMove, match="d4 holds a white stack of 2"):
        board(STACK_OF_TWO.replace(".   .   g4", "B   B   g4"), to_move="Black").play(Move("d4>d6"))


# End

WHITE_CAN_ARRIVE = """
    g          .   .   .   .   g4
    f        .   .   .   .   .   f5
    e      .   .   .   W2  .   B2  e6
    d    W   W   .   .   .   .   B   d7
    c      .   .   .   .   .   .   c6
    b        .   .   .   .   .   b5
    a          .   .   .   .   a4
"""


def test_a_disc_on_the_far_row_wins_only_when_its_owners_next_turn_begins() -> None:
    arrived = after(board(WHITE_CAN_ARRIVE), "e4>g4")
    assert arrived.turn == 1
    assert arrived.outcome() is None
    won = after(arrived, "e6>c5")
    outcome = won.outcome()
    assert outcome is not None
    assert outcome.places == (1, 2)
    assert outcome.reason == "White's piece on the far row (g) wasn't captured"
    assert won.turn is None
    assert won.legal_moves() == ()


def test_the_opponent_may_capture_the_disc_that_arrived() -> None:
    captured = after(board(WHITE_CAN_ARRIVE), "e4>g4", "e6xg4")
    assert str(captured) == board_text("""
        g          .   .   .   B   g4
        f        .   .   .   W   B   f5
        e      .   .   .   .   .   .   e6
        d    W   W   .   .   .   .   B   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    assert captured.outcome() is None
    assert captured.turn == 0


def test_black_arrives_on_row_a() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    W   W   .   .   .   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   B3  .   a4
    """)
    assert position.outcome() is None, "it's White's turn"
    outcome = after(position, "d1<d2").outcome()
    assert outcome is not None
    assert outcome.places == (2, 1)
    assert outcome.reason == "Black's piece on the far row (a) wasn't captured"


def test_a_player_without_a_legal_move_loses() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    W   .   W   .   B   B   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.places == (2, 1)
    assert outcome.reason == "White has no legal move"


def test_a_player_whose_last_piece_was_captured_loses() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    .   W2  .   B   .   .   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    outcome = after(position, "d2xd4").outcome()
    assert outcome is not None
    assert outcome.places == (1, 2)
    assert outcome.reason == "Black has no legal move"


def test_the_far_row_counts_before_the_lack_of_a_move() -> None:
    position = board("""
        g          W   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   .   e6
        d    .   .   .   .   B   B   .   d7
        c      .   .   .   .   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.places == (1, 2)


def test_a_piece_on_its_own_first_row_wins_nothing() -> None:
    assert start(2).outcome() is None


def test_after_the_end_no_move_is_legal() -> None:
    won = after(board(WHITE_CAN_ARRIVE), "e4>g4", "e6>c5")
    for text in ("f4<g4", "a1<a2", "nonsense"):
        with pytest.raises(IllegalMove, match=r"The game is over: White's piece on the far row \(g\) wasn't captured"):
            won.play(Move(text))
        with pytest.raises(IllegalMove, match=r"The game is over: White's piece on the far row \(g\) wasn't captured"):
            won.parse(text)


def test_r3_a_position_may_come_back_any_number_of_times() -> None:
    opening = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   B   B   .   .   e6
        d    .   .   .   .   .   .   .   d7
        c      .   .   W   W   .   .   c6
        b        .   .   .   .   .   b5
        a          .   .   .   .   a4
    """)
    circle = ("c3<c4", "e3<e4", "c4>c6", "e4>e6", "c6<c5", "e6<e5", "c5>c3", "e5>e3")
    position = opening
    for _ in range(4):
        position = after(position, *circle)
        assert position == opening
        assert position.outcome() is None


# Picking


def test_a_piece_is_offered_with_the_most_that_it_can_do() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   .   W2  e6
        d    .   .   W2  .   B   .   .   d7
        c      W   .   .   .   .   .   c6
        b        .   W   W   .   .   b5
        a          .   .   .   .   a4
    """)
    starts = {cell: [move for move in position.legal_moves() if move.startswith(cell)] for cell in ("b2", "d3", "e6")}
    assert {cell: position.option(cell, moves).effect for cell, moves in starts.items()} == {
        "b2": "stack of 2 on b3",
        "d3": "can capture d5",
        "e6": "can reach the far row",
    }


# Order


def test_furls_come_line_by_line_then_unfurls_by_origin_and_direction() -> None:
    position = board("""
        g          .   .   .   .   g4
        f        .   .   .   .   .   f5
        e      .   .   .   .   B   .   e6
        d    .   .   .   .   W2  .   .   d7
        c      W2  .   .   .   .   .   c6
        b        .   W   W   W   .   b5
        a          .   .   W   .   a4
    """)
    assert position.legal_moves() == (
        *("b2<b3", "b3<b2", "b2<b4", "b4<b2", "b3<b4", "b4<b3"),
        *("a3<b4", "b4<a3"),
        *("a3<b3", "b3<a3"),
        *("c1>c3", "c1>e2", "c1>a1"),
        *("d5>d7", "d5>f3", "d5>d3", "d5>b5"),
    )
