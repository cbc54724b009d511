"""Random games: what the contract tests look at, and how many there are.

The variable FURLONG_RANDOM_GAMES says how many random games of each game are played at each table where nothing else
does; tests that compare random games or boards with something slower do as many times more or less.
"""

import os
import random
from collections.abc import Iterator
from functools import cache
from typing import Final

from rules import GAMES
from rules.core import Position
from rules.record import Step

RANDOM_GAMES: Final = int(os.environ.get("FURLONG_RANDOM_GAMES", "100"))
"""How many random games are played at each table."""

TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.seats]
"""Every game with every number of seats."""

MOST_PLIES = 600
"""Where a random game is broken off: a game without a repetition rule need not end."""

MOST_PLIES_OF_A_SAMPLE = 1_100
"""Where those are that a sample looks at: in each game some come to an end before that."""


def of_a_thousand(number: int) -> int:
    """As many for `RANDOM_GAMES` as `number` is for a thousand of them, but at least one."""
    return max(1, number * RANDOM_GAMES // 1_000)


def playout(
    key: str, seats: int, seed: int, *, most_plies: int = MOST_PLIES, start: Position | None = None
) -> Iterator[Step]:
    """A random game, the same one for the same seed; chance plays at random too."""
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
    """Positions from all parts of a game: the start, the end of some random games, and some on the way."""
    positions = [GAMES[key].start(seats)]
    for seed in range(max(6, of_a_thousand(12))):
        steps = tuple(playout(key, seats, seed, most_plies=MOST_PLIES_OF_A_SAMPLE))
        stride = max(7, len(steps) // 8)
        positions += [step.after for step in (*steps[seed % stride :: stride], steps[-1])]
    return tuple(positions)
