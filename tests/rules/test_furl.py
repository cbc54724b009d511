"""The rules of Furl, one by one, on boards in text. R1, R2 and R3 are the rulings of the rules specification."""

import pytest

from rules import GAMES
from rules.core import IllegalMove, Move
from rules.furl import FurlPosition, start
from tests.rules.boards import board

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


def test_there_are_114_moves_from_the_start_and_all_are_furls() -> None:
    assert len(start(2).legal_moves()) == 114
    assert len(furls_of(start(2))) == 114


def test_only_two_can_play() -> None:
    assert list(GAMES["furl"].seats) == [2]


# Furl


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


# Unfurl


def test_a_stack_unfurls_in_all_six_directions() -> None:
    assert moves_of(board(STACK_OF_TWO)) == {"d4>d6", "d4>f4", "d4>f2", "d4>d2", "d4>b2", "d4>b4"}


def test_a_token_says_whether_it_captures() -> None:
    position = after(start(2), "b4<c4", "e5<e4")
    assert {"c4xe3", "c4>e5"} <= moves_of(position)
    with pytest.raises(IllegalMove, match="e3 holds a black disc: type a capture with x"):
        position.play(Move("c4>e3"))
    with pytest.raises(IllegalMove, match="e5 is empty, so there's nothing to capture"):
        position.play(Move("c4xe5"))


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
        with pytest.raises(IllegalMove, match=r"The match is over: White's piece on the far row \(g\) wasn't captured"):
            won.play(Move(text))
        with pytest.raises(IllegalMove, match=r"The match is over: White's piece on the far row \(g\) wasn't captured"):
            won.parse(text)


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
