"""Tactics that the strongest character sees, in `tactics.txt`: in none is the solution the most obvious move."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from players.choice import choose
from players.levels import LEVELS
from rules import GAMES

TACTICS = [
    tuple(part.strip() for part in line.split("|"))
    for line in (Path(__file__).parent / "tactics.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("key", "fen", "solution"), TACTICS)
def test_the_strongest_finds(key: str, fen: str, solution: str) -> None:
    level = replace(LEVELS[-1], nodes=4_000, samples=1_500)
    assert choose(GAMES[key].from_fen(fen), level, 1, math.inf) in solution.split()
