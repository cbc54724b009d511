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
    handlers_by_name: dict[str, Handler] = {}
    for handler in _defined():
        if handler.name in handlers_by_name:
            raise ValueError(f"two handlers are for the act {handler.name!r}")
        handlers_by_name[handler.name] = handler
    return handlers_by_name


def _defined() -> Iterator[Handler]:
    for module in iter_modules(screens.__path__):
        for value in vars(import_module(f"{screens.__name__}.{module.name}")).values():
            if isinstance(value, Handler):
                yield value
            elif isinstance(value, Exercise):
                yield from cast(Exercise[Any], value).handlers
