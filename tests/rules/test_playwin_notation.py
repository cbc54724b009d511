"""The fen and the text board of Play Win."""

import re

import pytest

from rules import GAMES
from rules.core import Move
from rules.playwin import LoosePlayWinPosition, PlayWinPosition
from tests.rules.playwin_boards import board_text

OPENING = "bbbbb/bbbbbb/......./......../........./......../......./wwwwww/wwwww w -"
ENDING = (
    "a Play Win position ends with a space, w or b for the side to move, "
    "a space and the cell of the piece that leaps on or -"
)


def test_the_opening_as_a_fen() -> None:
    assert GAMES["playwin"].start(2).fen() == OPENING
    assert GAMES["playwin"].from_fen(OPENING) == GAMES["playwin"].start(2)


def test_the_loose_variant_is_named_in_its_fen_and_its_positions_are_never_equal_to_the_others() -> None:
    assert GAMES["playwin-loose"].start(2).fen() == f"{OPENING} loose"
    assert GAMES["playwin-loose"].from_fen(f"{OPENING} loose") == GAMES["playwin-loose"].start(2)
    assert GAMES["playwin-loose"].start(2) != GAMES["playwin"].start(2)


def test_the_piece_in_the_middle_of_a_series_is_named_and_alone_may_move() -> None:
    begun = PlayWinPosition.from_fen("...../....../......./...b..../.....bw../....b..w/......./....../..... w -")
    under_way = begun.play(Move("e7xe6-f5"))
    assert under_way.fen() == "...../....../......./...bw.../........./....b..w/......./....../..... w f5"
    again = PlayWinPosition.from_fen(under_way.fen())
    assert again == under_way
    assert again.to_capture == 1
    assert {move[:2] for move in again.legal_moves()} == {"f5"}


@pytest.mark.parametrize("fen", [f"{OPENING[:-2]}", OPENING[:-3] + "x -", OPENING + " ", "", OPENING + " loose", "w -"])
def test_a_fen_without_its_ending_is_refused(fen: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(ENDING)}$"):
        PlayWinPosition.from_fen(fen)


@pytest.mark.parametrize("fen", [OPENING, f"{OPENING} tight"])
def test_a_fen_of_the_other_variant_is_refused(fen: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(ENDING)}, a space and loose$"):
        LoosePlayWinPosition.from_fen(fen)


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("bbbbb/bbbbbb w -", "a Play Win position has 9 rows, not 2"),
        (OPENING.replace("bbbbb/", "bbbb/", 1), "“bbbb” is not a row of 5 cells, each ., w or b"),
        (OPENING.replace("bbbbb/", "bbbbbb/", 1), "“bbbbbb” is not a row of 5 cells, each ., w or b"),
        (OPENING.replace("/wwwwww/", "/Wwwwww/"), "“Wwwwww” is not a row of 6 cells, each ., w or b"),
        (OPENING.replace("........./", "....w..../"), "White has 12 pieces, but there are only 11"),
        (OPENING.replace("........./", "....bb.../"), "Black has 13 pieces, but there are only 11"),
        (OPENING[:-1] + "z9", "“z9” is not a cell"),
        (OPENING[:-1] + "a6", "“a6” is not a cell"),
        (OPENING[:-1], "“” is not a cell"),
        (OPENING[:-1] + "e5", "e5 is said to be in the middle of a series, but no piece to move stands there"),
        (OPENING[:-1] + "h1", "h1 is said to be in the middle of a series, but no piece to move stands there"),
        (OPENING[:-1] + "b1", "b1 is said to be in the middle of a series, but the piece there cannot leap"),
    ],
)
def test_anything_else_is_refused_with_what_is_wrong(fen: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        PlayWinPosition.from_fen(fen)


def test_pieces_that_must_capture_are_marked_on_the_text_board() -> None:
    assert str(
        PlayWinPosition.from_fen("...../....../......./......../.....bw../....b..w/......./....../..... w -")
    ) == board_text("""
        i            .   .   .   .   .   i5
        h          .   .   .   .   .   .   h6
        g        .   .   .   .   .   .   .   g7
        f      .   .   .   .   .   .   .   .   f8
        e    .   .   .   .   .   B   W!  .   .   e9
        d      .   .   .   .   B   .   .   W   d8
        c        .   .   .   .   .   .   .   c7
        b          .   .   .   .   .   .   b6
        a            .   .   .   .   .   a5
    """)
