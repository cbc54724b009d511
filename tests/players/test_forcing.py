"""Forced wins."""

import math
from itertools import islice

import pytest

from players.forcing import Forcing
from players.levels import Budget, BudgetExhausted
from rules import GAMES
from rules.core import Position, Seat
from tests.rules.playouts import playout

_DEEP = 3


def _plenty() -> Budget:
    return Budget(10**6, math.inf)


def _wins(position: Position, seat: Seat, depth: int) -> bool:
    """Whether a seat can force a win within this many moves, by exhaustive search."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.places[seat] < outcome.places[1 - seat]
    if depth == 0:
        return False
    quantifier = any if position.turn == seat else all
    return quantifier(_wins(position.play(move), seat, depth - 1) for move in position.legal_moves())


@pytest.mark.parametrize("key", ["furl", "playwin", "fursaz"])
def test_a_forced_win_is_found_exactly_where_looking_at_everything_finds_one(key: str) -> None:
    found = 0
    for seed in range(4):
        positions = [step.before for step in playout(key, 2, seed) if len(step.before.legal_moves()) <= 12]
        for position in islice(reversed(positions), 5):
            for seat in (Seat(0), Seat(1)):
                forcing = Forcing(seat)
                expected = [_wins(position, seat, depth) for depth in range(_DEEP + 1)]
                assert [forcing.wins(position, depth, _plenty()) for depth in range(_DEEP + 1)] == expected
                assert Forcing(seat).wins(position, _DEEP, _plenty()) == expected[-1]
                few = Forcing(seat).shortest(position, _DEEP, _plenty())
                assert few == (expected.index(True) if any(expected) else None)
                found += any(expected)
    assert found, "some of them are won"


def test_a_search_that_would_take_too_long_says_so() -> None:
    with pytest.raises(BudgetExhausted):
        Forcing(Seat(0)).wins(GAMES["furl"].start(2), 9, Budget(100, math.inf))
