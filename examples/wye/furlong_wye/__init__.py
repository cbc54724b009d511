"""Wye, the game of Y on a hexagon of hexagons: the example of a game that comes as a package of its own."""

from typing import Final

from furlong_wye.position import SYMMETRIES, WyePosition, from_fen, longest, start
from rules.core import Game, message

__all__ = ["API", "GAMES", "WyePosition"]

API: Final = 1
"""The version of the interface between Furlong and its plugins that this package was written for."""

GAMES: Final = (
    Game(
        key="wye",
        name="Wye",
        family="wye",
        seats=range(2, 3),
        version=1,
        summary=message("Put down a stone a turn, and join the three shores with one group of yours."),
        start=start,
        from_fen=from_fen,
        typical_turns=30,
        symmetries=SYMMETRIES,
        longest=longest,
    ),
)
