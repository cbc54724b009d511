"""What is legal? The rules of every game: pure engines without randomness, clocks, I/O or third-party code.

This is the only place where a game is registered: ours here, those of other packages by their entry points.
"""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Final

from rules import plugins
from rules.core import Game

# Each name is a folder beside this file, whose `GAMES` are that game and its variants. Menus keep this order.
_NAMES: Final = ("furl", "fursaz", "playwin", "farlander", "furbowl")

_OURS: Final = tuple(
    replace(game, package=package)
    for package in (f"{__name__}.{name}" for name in _NAMES)
    for game in import_module(package).GAMES
)
_PLUGINS: Final = plugins.found(entry_points(group=plugins.GROUP), _OURS)

GAMES: Final[Mapping[str, Game]] = MappingProxyType({**{game.key: game for game in _OURS}, **_PLUGINS.games})
"""Every ruleset by its key."""

FAMILIES: Final[tuple[Game, ...]] = tuple(game for game in GAMES.values() if game.key == game.family)
"""The games that are not variants of other games."""

REFUSED: Final = _PLUGINS.refused
"""A sentence for each package whose games can't be used, for the host."""
