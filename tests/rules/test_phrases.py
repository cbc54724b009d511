"""Everything that games tell people is translatable: phrases whose messages are extracted for translators."""

import ast
import pickle
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, cast

import pytest

import rules
from rules import GAMES
from rules.core import CHANCE, Move, MoveError, Phrase, Position, Seat
from rules.message_format import Plural, parsed
from tests.rules.playouts import TABLES, of_a_thousand, sample
from tools.messages import said

_TYPED: Final = (
    "nonsense",
    "",
    "a1",
    "a1 b2",
    "a1 a1",
    "c3xd4",
    "c3-c4",
    "h8",
    "z99",
    "pass",
    "end",
    "b2<b2",
    "d4 d5 d6 d7",
)
_WORDS: Final = re.compile("[A-Z][a-z]|[a-z] [a-z]")
"""The name of something, or more than one word."""

_NAMES: Final = frozenset({"game", "text"})
"""Places of facts that are the same in all languages, even if they are several words."""
_LETTER: Final = re.compile("[A-Za-z]")
_PLAIN: Final = re.compile("[a-z]?[^A-Za-z]+")
"""A cell, a number or signs."""

at_every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


@cache
def messages_for_translators() -> frozenset[str]:
    files = Path(rules.__file__).parent.rglob("*.py")
    return frozenset(message for file in files for message in said(ast.parse(file.read_text(encoding="utf-8"))))


def check(text: str, *tokens: str) -> None:
    """Check that a text is a token or a phrase that can be translated, pickled and filled again."""
    if not isinstance(text, Phrase) and (text in tokens or _PLAIN.fullmatch(text)):
        return
    assert isinstance(text, Phrase), f"“{text}” can't be said in another language"
    again = pickle.loads(pickle.dumps(text))
    assert (again, again.message, again.facts) == (text, text.message, text.facts)
    for phrase in phrases_in(text):
        assert phrase == Phrase(phrase.message, **phrase.facts)
        parts = parsed(phrase.message)
        has_words = any(isinstance(part, Plural) or (isinstance(part, str) and _LETTER.search(part)) for part in parts)
        assert not has_words or phrase.message in messages_for_translators(), f"nobody translates “{phrase.message}”"


def phrases_in(phrase: Phrase) -> Iterator[Phrase]:
    """The phrase and all phrases in its facts; all other facts are numbers, tokens and names."""
    yield phrase
    for place, fact in phrase.facts.items():
        for part in cast(tuple[Any, ...], fact) if isinstance(fact, tuple) else (fact,):
            if isinstance(part, Phrase):
                yield from phrases_in(part)
            else:
                is_plain = isinstance(part, int | float) or place in _NAMES or not _WORDS.search(part)
                assert is_plain, f"“{part}” can't be said in another language"


def some_moves(position: Position, choice: random.Random, most: int = max(3, of_a_thousand(8))) -> list[Move]:
    legal = position.legal_moves()
    return choice.sample(legal, min(most, len(legal)))


@pytest.mark.parametrize("key", GAMES)
def test_the_summary_of_a_game_is_a_message(key: str) -> None:
    assert GAMES[key].summary in messages_for_translators()


@at_every_table
def test_moves_odds_and_reasons_are_phrases(key: str, seats: int) -> None:
    choice = random.Random(1)
    for position in sample(key, seats):
        for move in some_moves(position, choice):
            check(position.describe(move))
            check(position.odds(move), "")
            if position.turn is not CHANCE:
                check(position.reason(move), "")
        for name in position.named_moves().values():
            check(name)


@at_every_table
def test_consecutive_moves_of_one_kind_are_described_in_a_phrase(key: str, seats: int) -> None:
    choice = random.Random(2)
    for position in sample(key, seats):
        for move in some_moves(position, choice, 2):
            after = position.play(move)
            following = [other for other in after.legal_moves() if after.turn == position.turn]
            kind = position.kind(move)
            check(position.describe_all([move]) if not kind else position.describe_all([move, *following[:1]]))


@at_every_table
def test_questions_and_options_of_the_picker_are_phrases(key: str, seats: int) -> None:
    choice = random.Random(3)
    for position in sample(key, seats):
        for move in some_moves(position, choice, 4):
            stages = ("", *position.stages(move))
            for before, stage in pairwise(stages):
                check(position.question(before))
                moves = [other for other in position.legal_moves() if stage in position.stages(other)]
                option = position.option(stage, moves)
                check(option.label, stage, *position.choices(move), move)
                check(option.effect, "")


@at_every_table
def test_sides_and_outcomes_are_phrases(key: str, seats: int) -> None:
    for position in sample(key, seats):
        for seat in range(seats):
            check(position.side(Seat(seat)))
        outcome = position.outcome()
        if outcome is not None:
            check(outcome.reason)


@at_every_table
def test_refusals_are_phrases(key: str, seats: int) -> None:
    choice = random.Random(4)
    foreign = sorted({move for other in sample(key, seats)[::9] for move in other.legal_moves()})
    for position in sample(key, seats):
        for text in (*_TYPED, *choice.sample(foreign, min(12, len(foreign)))):
            for answer in (refusal(position.parse, text), refusal(position.play, Move(text))):
                check(answer, "")


def refusal(played: Callable[[Any], object], text: str) -> str:
    """The answer to a text that was typed or played; empty if it was understood."""
    try:
        played(text)
    except MoveError as error:
        assert str(error) == error.reason
        return error.reason
    return ""
