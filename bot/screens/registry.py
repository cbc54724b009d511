"""The handlers of all screens. A module has to be named only in the list below."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, cast

from bot.screens import (
    analysis,
    competitions,
    guide,
    lessons,
    managing,
    matches,
    more,
    offers,
    plans,
    puzzles,
    ratings,
    reviews,
    servers,
    settings,
    vacations,
    votes,
)
from bot.screens.core import Handler
from bot.screens.exercises import Exercise

_MODULES: Final = (
    analysis,
    competitions,
    guide,
    lessons,
    managing,
    matches,
    more,
    offers,
    plans,
    puzzles,
    ratings,
    reviews,
    servers,
    settings,
    vacations,
    votes,
)


@cache
def handlers() -> Mapping[str, Handler]:
    """The handler of each act of a screen, by its name. Raises `ValueError` if an act has two."""
    found: dict[str, Handler] = {}
    for handler in _defined():
        if handler.name in found:
            raise ValueError(f"two handlers are for the act {handler.name!r}")
        found[handler.name] = handler
    return found


def _defined() -> Iterator[Handler]:
    for module in _MODULES:
        for value in vars(module).values():
            if isinstance(value, Handler):
                yield value
            elif isinstance(value, Exercise):
                yield from cast(Exercise[Any], value).handlers
