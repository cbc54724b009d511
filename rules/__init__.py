"""The rules of every game: pure engines without randomness, clocks, I/O or third-party code.

This is the only place where a game is registered.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

from rules.core import Game

# Each name is a folder beside this file, whose `GAMES` are that game and its variants. Menus keep this order.
_NAMES: Final = ("furl", "fursaz", "playwin", "farlander", "furbowl")

GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {game.key: game for name in _NAMES for game in import_module(f"{__name__}.{name}").GAMES}
)
"""Every ruleset by its key."""

FAMILIES: Final[tuple[Game, ...]] = tuple(GAMES[name] for name in _NAMES)
"""The games that are not variants of other games."""
