"""Hints: the move that the strongest character would play, with a true reason."""

from dataclasses import replace

import pytest

from players import choice
from players.choice import hint
from players.levels import LEVELS
from rules import GAMES
from rules.core import Move
from tests.players.test_tactics import TACTICS

QUICK = replace(LEVELS[-1], nodes=4_000, samples=1_500)


@pytest.mark.parametrize(("key", "fen", "solution"), TACTICS)
def test_a_hint_solves_a_tactic_and_says_that_it_wins(key: str, fen: str, solution: str) -> None:
    found = hint(GAMES[key].from_fen(fen), QUICK, 1)
    assert found.move in solution.split()
    assert found.reason


@pytest.mark.parametrize(
    ("key", "fen", "reason"),
    [
        ("furl", "b3.b2./..b.b/...w2.b/.b4...../w2...w2w/w4..../w2.w2. w", "wins by force"),
        ("furbowl", "2,6/10,10/2,5/4,6/9,1 3,1/2,3/14,8/14,7/2,1 - green-cat green 0 - - -", "wins at once"),
    ],
)
def test_a_hint_that_wins_says_so(key: str, fen: str, reason: str) -> None:
    assert hint(GAMES[key].from_fen(fen), QUICK, 1).reason == reason


@pytest.mark.parametrize("value", [0.999, -0.999, 0.0])
def test_chances_are_no_reason_for_a_move(monkeypatch: pytest.MonkeyPatch, value: float) -> None:
    position = GAMES["furl"].start(2)
    first, second, *_ = position.legal_moves()

    def valued(*_: object) -> tuple[dict[Move, float], bool]:
        return {first: value, second: value - 0.0001}, False

    def reason(*_: object) -> str:
        return ""

    monkeypatch.setattr(choice, "_valued", valued)
    monkeypatch.setattr(type(position), "reason", reason)
    assert hint(position, QUICK, 1).reason == ""


def test_nobody_gets_a_hint_when_no_seat_is_to_move() -> None:
    with pytest.raises(ValueError, match="no seat is to move"):
        hint(GAMES["farlander"].start(2), QUICK, 1)
