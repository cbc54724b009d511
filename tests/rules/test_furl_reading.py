"""The moves that players type in Furl, and the sentences that refuse them: first the rule, then what would work."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import InvalidMove, MoveError
from tests.rules.boards import board
from tests.rules.playouts import sample

MIDDLE = board("""
    g          .   B   .   .   g4
    f        .   .   .   .   .   f5
    e      .   B   .   .   B2  .   e6
    d    .   .   .   W3  .   .   W   d7
    c      W   W   .   W2  .   .   c6
    b        W   .   W   .   .   b5
    a          .   W   .   W2  a4
""")


@settings(deadline=None)
@given(choice=st.randoms(use_true_random=False))
def test_a_move_can_be_typed_in_the_words_that_describe_it(choice: random.Random) -> None:
    position = choice.choice(sample("furl", 2))
    for move in position.legal_moves():
        assert position.parse(position.describe(move)) == move


@settings(deadline=None)
@given(
    text=st.text(max_size=3).flatmap(lambda text: st.just(text) | st.just(f"a4{text}c4") | st.just(f"{text} a4 c4")),
    choice=st.randoms(use_true_random=False),
)
def test_everything_around_the_cells_is_a_move_or_a_sentence(text: str, choice: random.Random) -> None:
    position = choice.choice(sample("furl", 2))
    try:
        assert position.parse(text) in position.legal_moves()
    except MoveError as refusal:
        assert str(refusal).endswith(".")


def test_a_very_long_text_is_refused_like_a_short_one() -> None:
    for text in ("a4" + " " * 200_000 + "?", "a4 " * 100_000, "a" * 200_000, "a4<" * 100_000, "9" * 200_000):
        with pytest.raises(InvalidMove):
            MIDDLE.parse(text)
