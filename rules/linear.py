"""Linear evaluations: features that each side has so many times, each worth a learned whole number.

A weight has two values, at the beginning and at the end of a game, and both travel in one integer, so that one addition
adds both. A thousand more makes a win 2.7 times likelier.
"""

import math
import struct
import zlib
from base64 import b85decode, b85encode
from collections.abc import Mapping, Sequence
from typing import Any, Final

_BITS: Final = 32  # for the late value, with its sign: no sum of weights comes near two billion
_LATE: Final = (1 << _BITS) - 1
_SIGN: Final = 1 << _BITS - 1
_UNIT: Final = 1_000  # of a weight, as a logarithm of odds
_MOST: Final = 0.999  # a position that is not over is not won

Pairs = Sequence[tuple[int, int]]
"""The early and the late weight of each feature of a group."""

Weights = Mapping[str, Pairs | str]
"""By the name of a group of features: their weights, which for a large group are one text that `packed` has made."""

Parts = dict[str, tuple[Any, ...]]
"""By the name of a group, what each of its features adds to a sum.

That is its packed weight, and where weights are learned a tuple with the number of the feature: both can be added, and
multiplied by how often there is the feature.
"""


def parts(sizes: Mapping[str, int], weights: Weights | None) -> Parts:
    """What the features of groups of these sizes add; without weights, their numbers."""
    found, first = Parts(), 0
    for name, size in sizes.items():
        if weights is None:
            found[name] = tuple((number,) for number in range(first, first + size))
        else:
            found[name] = tuple((early << _BITS) + late for early, late in pairs(weights[name]))
        first += size
    return found


def packed(weights: Pairs) -> str:
    """Weights of less than 32,768 either way as a short text."""
    numbers = [number for pair in weights for number in pair]
    return b85encode(zlib.compress(struct.pack(f"<{len(numbers)}h", *numbers), 9)).decode()


def pairs(weights: Pairs | str) -> Pairs:
    """The weights of a group, read from the text if they are packed."""
    if not isinstance(weights, str):
        return weights
    numbers = [number for (number,) in struct.iter_unpack("<h", zlib.decompress(b85decode(weights)))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def nothing(weights: Weights | None) -> Any:
    """The sum of no features."""
    return () if weights is None else 0


def promise(total: int, late: float) -> float:
    """What a packed sum is worth between -1, lost, and 1, won, in a game that is over to the share `late`."""
    end = (total + _SIGN & _LATE) - _SIGN
    start = total - end >> _BITS
    return _MOST * math.tanh((start + (end - start) * late) / (2 * _UNIT))
