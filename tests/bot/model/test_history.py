"""The history of a game: its record with its positions."""

import random

from hypothesis import given
from hypothesis import strategies as st

from bot.model.history import History
from rules import GAMES
from rules.core import Move, Seat
from rules.record import follow, retirement

FARLANDER = GAMES["farlander"]


def left_by_one_of_three(seed: int) -> list[Move]:
    """The entries of a game for three that the first player leaves."""
    chance, position, tokens = random.Random(seed), FARLANDER.start(3), list[Move]()
    for ply in range(40):
        leaves = ply == 25 and position.retire(Seat(0)) is not None
        tokens.append(retirement(Seat(0)) if leaves else chance.choice(position.legal_moves()))
        position = follow(position, tokens[-1])
    return tokens


@given(seed=st.integers(0, 3), ply=st.integers(0, 40))
def test_an_earlier_history_is_that_of_the_first_entries(seed: int, ply: int) -> None:
    tokens = left_by_one_of_three(seed)
    whole = History.of(FARLANDER, 3, tokens)
    assert whole.upto(ply) == History.of(FARLANDER, 3, tokens[:ply])
    assert whole.upto(ply).has_left(Seat(0)) is (retirement(Seat(0)) in tokens[:ply])
    assert whole.has_left(Seat(0)) and not whole.has_left(Seat(1))
