"""Random games, for the contract tests and others, and their number.

The variable FURLONG_RANDOM_GAMES sets the number of random games of each game at each table; tests that compare random
games or boards with something slower use a fixed multiple or fraction of it.
"""

import os
import random
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from rules import GAMES
from rules.core import Position
from rules.record import Step

RANDOM_GAMES: Final = int(os.environ.get("FURLONG_RANDOM_GAMES", "20"))
"""The number of random games at each table."""

TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.seats]
"""Every game with every number of seats."""

USUAL_TABLES = [
    pytest.param(key, seats, marks=() if seats == GAMES[key].seats[0] else pytest.mark.sweep) for key, seats in TABLES
]
"""The same as parameters of a test that only sweeps try at tables with more than the fewest seats."""

MOST_PLIES = 600
"""The length at which a random game is broken off: a game without a repetition rule need not end."""

MOST_PLIES_OF_A_SAMPLE = 1_100
"""The length of the games in a sample: in each game some end before that."""


def of_a_thousand(number: int) -> int:
    """The number for `RANDOM_GAMES`, given the `number` for a thousand of them, but at least one."""
    return max(1, number * RANDOM_GAMES // 1_000)


def playout(
    key: str, seats: int, seed: int, *, most_plies: int = MOST_PLIES, start: Position | None = None
) -> Iterator[Step]:
    """A random game, which depends on the seed alone; chance plays at random too."""
    choose = random.Random(f"{key} {seats} {seed}").choice
    position = GAMES[key].start(seats) if start is None else start
    for _ in range(most_plies):
        moves = position.legal_moves()
        if not moves:
            return
        move = choose(moves)
        after = position.play(move)
        yield Step(position, move, after)
        position = after


@cache
def sample(key: str, seats: int) -> tuple[Position, ...]:
    """Positions from all parts of a game: the start, the ends of some random games, and some in between."""
    positions = [GAMES[key].start(seats)]
    for seed in range(max(5, of_a_thousand(12))):
        steps = tuple(playout(key, seats, seed, most_plies=MOST_PLIES_OF_A_SAMPLE))
        stride = max(7, len(steps) // (5 if RANDOM_GAMES < 1_000 else 8))
        positions += [step.after for step in (*steps[seed % stride :: stride], steps[-1])]
    return tuple(positions)
