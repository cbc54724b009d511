"""The moves that players type in Fursaz, and the sentences that refuse them: first the rule, then what would work."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import InvalidMove, MoveError
from rules.fursaz import FursazPosition, start
from tests.rules.fursaz_boards import after

EMPTY = start(5, 2)
CHOICE = after(EMPTY, "c3")
PLAYING = after(EMPTY, "c3", "white")
ALL = (EMPTY, CHOICE, PLAYING, after(start(7, 2), "c3", "black"), after(PLAYING, "pass", "pass"))


@pytest.mark.parametrize("position", ALL)
@settings(deadline=None, max_examples=30)
@given(
    text=st.text(max_size=12)
    | st.from_regex(r"(take|play|no)? ?(black|white|swap|pass|[a-n] ?\d{1,2})", fullmatch=True)
)
def test_any_text_is_a_legal_move_or_a_sentence(position: FursazPosition, text: str) -> None:
    try:
        assert position.parse(text) in position.legal_moves()
    except MoveError as refusal:
        assert str(refusal).endswith(".")


def test_a_very_long_text_is_refused_like_a_short_one() -> None:
    for text in ("d4" + " " * 200_000 + "?", "d4 " * 100_000, "d" * 200_000, "9" * 200_000):
        with pytest.raises(InvalidMove):
            PLAYING.parse(text)
