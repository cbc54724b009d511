"""The moves that players type in Play Win, and the sentences that refuse them: first the rule, then what would work."""

import random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import IllegalMove, InvalidMove, Move, MoveError, Seat
from rules.playwin import PlayWinPosition
from tests.rules.playouts import sample
from tests.rules.playwin_boards import board

QUIET = board("""
    i            .   .   .   .   .   i5
    h          .   .   .   .   .   .   h6
    g        .   .   .   .   .   .   .   g7
    f      .   .   .   B   .   .   .   .   f8
    e    .   .   .   .   .   .   .   .   .   e9
    d      .   .   W   .   .   .   .   W   d8
    c        .   .   .   .   .   .   .   c7
    b          .   .   .   .   W   .   b6
    a            W   .   .   .   .   a5
""")

CAPTURE = board("""
    i            .   .   .   .   .   i5
    h          .   .   .   .   .   .   h6
    g        .   .   .   .   B   .   .   g7
    f      .   .   .   .   .   .   .   .   f8
    e    .   W   B   .   .   .   B   W   .   e9
    d      .   .   .   .   .   .   .   .   d8
    c        .   .   .   .   .   .   .   c7
    b          .   .   .   .   .   .   b6
    a            .   .   .   .   .   a5
""")

SERIES = board(
    """
    i            .   .   .   .   .   i5
    h          .   .   .   .   .   .   h6
    g        .   .   B   B   .   .   .   g7
    f      .   .   .   .   .   B   .   .   f8
    e    .   .   .   B   .   W!  .   .   .   e9
    d      .   .   .   .   .   .   .   .   d8
    c        .   .   .   B   .   .   .   c7
    b          .   .   .   .   .   .   b6
    a            .   .   .   W   B   a5
    """,
    leaping="e6",
)


MUST = "Capturing is compulsory: 2 pieces must be captured, with the piece on e8."
LIKE = "You could play e8xe7-f6, for example."


@pytest.mark.parametrize("key", ["playwin", "playwin-loose"])
@settings(deadline=None, max_examples=40)
@given(choice=st.randoms(use_true_random=False))
def test_a_move_can_be_typed_in_the_words_that_describe_it(key: str, choice: random.Random) -> None:
    position = choice.choice(sample(key, 2))
    for move in position.legal_moves():
        assert position.parse(position.describe(move)) == move


def test_after_the_end_every_move_is_refused_with_the_reason() -> None:
    over = PlayWinPosition.holding({"e5": Seat(0), "a1": Seat(1)}, Seat(0))
    for refused in (lambda: over.parse("e5-e4"), lambda: over.play(Move("e5-e4"))):
        with pytest.raises(IllegalMove, match=r"^The match is over: White has no legal move\.$"):
            refused()


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("e2-d2", f"{MUST} {LIKE}"),
        (
            "e8xe7-d6",
            (
                "A series that begins like that captures at most 1 piece: play the longest. "
                f"{MUST} From e8 you can play e8xe7-f6."
            ),
        ),
        ("z9-a1", f"“z9-a1” isn't a move in Play Win. {LIKE}"),
        ("a9-a1", f"“a9-a1” isn't a move in Play Win. {LIKE}"),
        ("e8 f6", f"“e8 f6” isn't a move in Play Win. {LIKE}"),
    ],
)
def test_playing_an_illegal_token_gives_the_same_reasons(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        CAPTURE.play(Move(move))
    assert str(refusal.value) == sentence


@settings(deadline=None, max_examples=60)
@given(
    text=st.text(max_size=3).flatmap(
        lambda text: st.sampled_from((text, f"e8{text}f6", f"{text} b5 d5", f"e2x{text}"))
    ),
    choice=st.randoms(use_true_random=False),
)
def test_everything_around_the_cells_is_a_move_or_a_sentence(text: str, choice: random.Random) -> None:
    position = choice.choice((QUIET, CAPTURE, SERIES, cast("PlayWinPosition", choice.choice(sample("playwin", 2)))))
    try:
        assert position.parse(text) in position.legal_moves()
    except MoveError as refusal:
        assert str(refusal).endswith(".")


def test_a_very_long_text_is_refused_like_a_short_one() -> None:
    for text in ("a1" + " " * 200_000 + "?", "a1 " * 100_000, "a" * 200_000, "a1-" * 100_000, "9" * 200_000):
        with pytest.raises(InvalidMove):
            QUIET.parse(text)


def test_a_goal_is_offered_with_the_captures_that_the_other_player_must_then_make() -> None:
    effects = {move: QUIET.option(move, [move]).effect for move in QUIET.legal_moves()}
    assert effects[Move("d3-e4")] == "Black must capture 1"
    assert effects[Move("a1-b2")] == ""
