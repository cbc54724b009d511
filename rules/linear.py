"""Linear evaluations: the sum of each side's features, counted and multiplied by learned integer weights.

A weight has an early and a late value, for the beginning and the end of a game. Both are packed into one integer, so
that one addition adds both. An advantage of 1,000 multiplies the odds of winning by e, about 2.7.
"""

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

_BITS: Final = 32  # for the late value and its sign: no sum of weights comes near two billion
_LATE: Final = (1 << _BITS) - 1
_SIGN: Final = 1 << _BITS - 1
_UNIT: Final = 1_000  # weights per unit of log odds
_MOST: Final = 0.999  # 1 is reserved for games that are won

Pairs = Sequence[tuple[int, int]]
"""The early and late weights of the features of a group."""

Weights = Mapping[str, Pairs]
"""The weights of each group of features, by its name."""

Parts = dict[str, tuple[Any, ...]]
"""The term that each feature of a group adds to a sum, by the name of the group.

For an evaluation the term is the packed weight of the feature. For learning weights it is a tuple with the number of
the feature. Both can be added, and multiplied by a count.
"""


@cache
def learned(family: str) -> Mapping[str, Weights]:
    """The weights that `make train` has learned for a family of games, by their key, from `weights.json`."""
    return json.loads(files("rules").joinpath(family, "weights.json").read_text(encoding="utf-8"))


def parts(sizes: Mapping[str, int], weights: Weights | None) -> Parts:
    """The terms of the features of groups of these sizes: packed weights, or feature numbers without `weights`."""
    found, first = Parts(), 0
    for name, size in sizes.items():
        if weights is None:
            found[name] = tuple((number,) for number in range(first, first + size))
        else:
            found[name] = tuple((early << _BITS) + late for early, late in weights[name])
        first += size
    return found


def nothing(weights: Weights | None) -> Any:
    """The sum of no terms: 0, or an empty tuple without `weights`."""
    return () if weights is None else 0


def promise(total: int, late: float) -> float:
    """The value of a packed sum, from -1 (lost) to 1 (won).

    `late`, from 0 to 1, says how far the game has gone, and interpolates between the early and the late sum.
    """
    end = (total + _SIGN & _LATE) - _SIGN
    start = total - end >> _BITS
    return _MOST * math.tanh((start + (end - start) * late) / (2 * _UNIT))
