"""The rules of every game: pure engines without randomness, time, input, output or third-party code.

`GAMES` is the only place where a game is registered.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules import farlander, furbowl, furl, fursaz, playwin
from rules.core import Game

GAMES: Mapping[str, Game] = MappingProxyType(
    {
        game.key: game
        for game in (
            furl.GAME,
            fursaz.GAME,
            fursaz.LARGE_GAME,
            playwin.GAME,
            playwin.LOOSE_GAME,
            farlander.GAME,
            farlander.GARRISONS,
            furbowl.GAME,
            furbowl.EVEN_GAME,
        )
    }
)
"""Every ruleset by its key."""
