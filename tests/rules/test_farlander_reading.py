"""The moves that people type in Farlander, and the sentences that refuse other texts."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import InvalidMove, MoveError
from rules.farlander import FarlanderPosition
from rules.farlander.campaign import Phase
from tests.rules.farlander_tables import table
from tests.rules.playouts import sample

GARRISONS = "farlander-garrisons"
PLACEMENT = table("a1:r5 a2:r1 a3:b4", "placement:red", left="30/32")
CONQUEST = table("a1:r5 a2:r4 a3:b4 g4:b1 e1:b5 b2:r1 c1:b1 d1:r2 d3:b2", "conquest:red", key=GARRISONS)


def test_a_placement_is_offered_with_the_resulting_units() -> None:
    [move] = [move for move in PLACEMENT.legal_moves() if move == "a2"]
    assert PLACEMENT.option("a2", [move]) == ("a2", "then 2 units")


@settings(deadline=None)
@given(choice=st.randoms(use_true_random=False))
def test_a_move_can_be_typed_in_the_words_that_describe_it(choice: random.Random) -> None:
    position = choice.choice(sample(GARRISONS, choice.choice((2, 3, 4))))
    assert isinstance(position, FarlanderPosition)
    if position.phase in (Phase.PLACEMENT, Phase.CONQUEST):
        for move in choice.sample(position.legal_moves(), min(10, len(position.legal_moves()))):
            assert position.parse(position.describe(move)) == move


@settings(deadline=None)
@given(text=st.text(max_size=5), choice=st.randoms(use_true_random=False))
def test_everything_around_the_territories_is_a_move_or_a_sentence(text: str, choice: random.Random) -> None:
    position = choice.choice((PLACEMENT, CONQUEST))
    for typed in (f"a3{text}a1", f"{text} a3 a1 2", f"a2 {text}"):
        try:
            assert position.parse(typed) in position.legal_moves()
        except MoveError as refusal:
            assert str(refusal).endswith(".")


def test_a_very_long_text_is_refused_like_a_short_one() -> None:
    for text in ("a3" + " " * 200_000 + "?", "a3 " * 100_000, "a" * 200_000, "9" * 200_000, "a3<a1x" + "9" * 5_000):
        for position in (PLACEMENT, CONQUEST):
            with pytest.raises(InvalidMove):
                position.parse(text)
