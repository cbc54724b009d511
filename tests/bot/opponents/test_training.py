"""Learning the weights of an evaluation from self-play."""

import random

import pytest

from rules import GAMES
from tools.training import Sample, fit, played


@pytest.mark.parametrize("key", ["furl", "playwin", "fursaz"])
def test_a_game_gives_the_same_samples_for_the_same_seed(key: str) -> None:
    first, second = (list(played(GAMES[key], 2, 40, "a seed")) for _ in range(2))
    assert first and first == second
    assert all(0 <= sample.least <= sample.most <= 1 and 0 <= sample.late <= 1 for sample in first)


def test_weights_learn_what_decides_and_leave_what_bounds_allow() -> None:
    won, lost = Sample([0], [1], 0.0, 0.9, 0.9), Sample([0], [-1], 0.0, 0.1, 0.1)
    open_to_both = Sample([1], [1], 0.0, 0.2, 0.8)
    early, late = [0.0, 0.0], [0.0, 0.0]
    for seed in range(40):
        fit([won, lost, open_to_both] * 20, early, late, random.Random(seed))
    assert early[0] == pytest.approx(2.2, abs=0.3) and early[1] == late[0] == late[1] == 0
