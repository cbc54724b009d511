"""The fen and the text board of Play Win."""

from rules import GAMES
from rules.core import Move
from rules.playwin import PlayWinPosition
from tests.rules.playwin_boards import board_text

OPENING = "bbbbb/bbbbbb/......./......../........./......../......./wwwwww/wwwww w -"


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
