"""Random games: what the contract tests look at."""

import random
from collections.abc import Iterator
from functools import cache

from rules import GAMES
from rules.core import Position
from rules.record import Step

TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.seats]
"""Every game with every number of seats."""

MOST_PLIES = 600
"""Where a random game is broken off: a game without a repetition rule need not end."""

MOST_PLIES_OF_A_SAMPLE = 1_100
"""Where those are that a sample looks at: in each game some come to an end before that."""


def playout(key: str, seats: int, seed: int, *, most_plies: int = MOST_PLIES) -> Iterator[Step]:
    """A random game, the same one for the same seed; chance plays at random too."""
    choose = random.Random(f"{key} {seats} {seed}").choice
    position = GAMES[key].start(seats)
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
    for seed in range(12):
        steps = tuple(playout(key, seats, seed, most_plies=MOST_PLIES_OF_A_SAMPLE))
        stride = max(7, len(steps) // 8)
        positions += [step.after for step in (*steps[seed % stride :: stride], steps[-1])]
    return tuple(positions)
