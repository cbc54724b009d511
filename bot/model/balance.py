"""What makes a game fair in which whoever begins wins more often: another start, or both sides, as the data of games says."""

from collections.abc import Iterable

from rules.core import Game


def even_variants(game: Game, games: Iterable[Game]) -> list[Game]:
    """Those of some games that vary this one and in which it hardly matters who begins."""
    return [other for other in games if other.family == game.family and other.lead is None]


def wants_both_sides(games: Iterable[Game]) -> bool:
    """Whether matches of these games are fair only in pairs with sides swapped."""
    return any(game.lead is not None for game in games)
