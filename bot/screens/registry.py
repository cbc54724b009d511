"""The handlers of all screens: those that the modules beside this one define."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, cast

from bot import screens
from bot.screens.core import Handler
from bot.screens.exercises import Exercise


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
    for module in iter_modules(screens.__path__):
        for value in vars(import_module(f"{screens.__name__}.{module.name}")).values():
            if isinstance(value, Handler):
                yield value
            elif isinstance(value, Exercise):
                yield from cast(Exercise[Any], value).handlers
