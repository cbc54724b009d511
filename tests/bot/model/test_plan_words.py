"""Words that people might put into a plan, though no plan has them: each is refused by name, in any case."""

import pytest

from bot.model.plans.parsing import parse_plan
from bot.model.plans.tree import PlanError
from rules.core import Seat
from tests.bot.tables import FURL

WORDS = (
    *("if", "when", "then", "otherwise", "else", "any", "anything", "any else", "anything else", "*"),
    *(f"{who} {play}" for who in ("they", "he", "she", "I") for play in ("play", "plays")),
)


@pytest.mark.parametrize("word", [*WORDS, *(word.upper() for word in WORDS)])
def test_a_word_of_another_language_of_plans_is_named_in_the_refusal(word: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan(f"c3\n{word}: d4" if word == "*" else f"c3\n{word} c3: d4", FURL.start(2), [], Seat(1))
    assert f"Line 2 can't be read at “{word}”" in str(caught.value)
