"""The speed of computer players in every game: positions per second, and the time of the strongest for a move."""

import math
import random
from dataclasses import replace
from functools import partial
from time import process_time

from players.choice import choose
from players.levels import LEVELS
from rules import GAMES
from rules.core import CHANCE, Position
from tests.bench.measure import Measurement

STRONGEST = LEVELS[-1]
SHORT = replace(STRONGEST, nodes=4_000, samples=1_000)
PLIES = 12
"""The number of moves by the gentlest character before the measurement."""


def rows() -> list[Measurement]:
    """The rows of this part of the report: one for every game, at its smallest table."""
    return [thinking(key) for key in GAMES]


def thinking(key: str) -> Measurement:
    """Positions per second in the middle of a game, and the time that the strongest level takes at that rate."""
    game = GAMES[key]
    position = under_way(game.start(game.seats.start))
    looked_at, whole = (
        (SHORT.samples, STRONGEST.samples)
        if game.has_chance or game.evaluation is None
        else (SHORT.nodes, STRONGEST.nodes)
    )
    think = partial(choose, position, SHORT, 1, math.inf)
    think()
    begun = process_time()
    think()
    rate = looked_at / (process_time() - begun)
    return Measurement(
        f"{game.name}, thinking", rate, "positions/s", f"{whole / rate:.1f} s a move at the strongest level"
    )


def under_way(position: Position) -> Position:
    """The position after some moves of the gentlest level, with the rolls of chance between them."""
    chance, plies = random.Random(4), 0
    while plies < PLIES or position.turn is CHANCE or len(position.legal_moves()) == 1:
        if position.turn is CHANCE:
            position = position.play(chance.choice(position.legal_moves()))
        else:
            position = position.play(choose(position, LEVELS[0], 4, math.inf))
            plies += 1
    return position
