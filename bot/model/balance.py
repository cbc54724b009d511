"""What makes a game fair in which whoever begins wins far more often: both sides are played, as the data of games says."""

from collections.abc import Iterable

from rules.core import Game


def wants_both_sides(games: Iterable[Game]) -> bool:
    """Whether matches of these games are fair only in pairs with sides swapped."""
    return any(game.lead is not None for game in games)
