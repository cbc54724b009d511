"""The caches of rules and pictures after boards of all games: how full each is, and the bytes that it takes when it is full.

What an entry takes is what can be reached from it and from no entry before it, so what entries share counts once.
"""

import gc
import random
import sys
from collections.abc import Iterator
from itertools import product
from types import FunctionType, ModuleType
from typing import Any, Final

from PIL import Image

import render
from bot.hosting.metrics import cached_functions
from render.theme import THEMES
from rules import GAMES
from rules.core import Game
from rules.record import steps_from
from tests.bench.measure import Measurement, most_memory

_MATCHES: Final = 4
_MOST_PLIES: Final = 60
_LEAST_SHOWN: Final = 500_000  # bytes
_MEGABYTE: Final = 1e6
_SHARED: Final = (type, ModuleType, FunctionType)
_BYTES_OF_PIXEL: Final = {"1": 1, "L": 1, "P": 1}  # as Pillow keeps them; four for the others


def rows() -> list[Measurement]:
    """The rows of this part of the report: the larger caches, and all of them together."""
    for key, theme in product(GAMES, THEMES):
        for number in range(_MATCHES):
            for position, scene in _boards(GAMES[key], theme, random.Random(number)):
                render.picture(position, scene)
    found, taken, most = list[Measurement](), 0.0, 0.0
    for name, function, (_hits, _misses, limit, count) in cached_functions():
        size = _bytes_of(function)
        full = size if limit is None or not count else size * limit / count
        taken, most = taken + size, most + full
        if full >= _LEAST_SHOWN:
            bound = "without a bound" if limit is None else f"of at most {limit:,}"
            note = f"{count:,} entries {bound}; full {full / _MEGABYTE:.1f} MB"
            found.append(Measurement(name, size / _MEGABYTE, "MB", note))
    found.sort(key=lambda row: -row.value)
    return [
        *found,
        Measurement("All caches of functions", taken / _MEGABYTE, "MB", f"all full: {most / _MEGABYTE:.0f} MB"),
        Measurement("Memory", most_memory(), "MB", "the most that this process has held so far"),
    ]


def _boards(game: Game, theme: str, chance: random.Random) -> Iterator[tuple[Any, render.Scene]]:
    """The boards of a match of random moves."""
    position = game.start(game.seats[0])
    for _ in range(_MOST_PLIES):
        if position.turn is None:
            return
        steps = tuple(steps_from(position, [chance.choice(position.legal_moves())]))
        position = steps[-1].after
        yield position, render.Scene(names=("Ada", "Ben"), steps=steps, theme=theme)


def _bytes_of(cache: object) -> int:
    """The bytes of what a cache holds, as far as Python and Pillow say."""
    seen, waiting, found = {id(cache)}, _inside(cache), 0
    while waiting:
        one = waiting.pop()
        if id(one) not in seen and not isinstance(one, _SHARED):
            seen.add(id(one))
            found += sys.getsizeof(one)
            if isinstance(one, Image.Image):
                found += one.width * one.height * _BYTES_OF_PIXEL.get(one.mode, 4)
            waiting += _inside(one)
    return found


def _inside(one: object) -> list[object]:
    return [inner for inner in gc.get_referents(one) if not hasattr(inner, "cache_parameters")]
