"""Which of several moves is made, once it is known what each is worth."""

import math
import random
from collections.abc import Mapping

from rules.core import Move


def preferred(worths: Mapping[Move, float], softness: float, chance: random.Random) -> Move:
    """A move, the more likely the more it is worth: one worth `softness` less than the best is e times less likely."""
    best = max(worths.values())
    weights = [math.exp((worth - best) / softness) for worth in worths.values()]
    return chance.choices(list(worths), weights)[0]
