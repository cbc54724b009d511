"""Which game somebody means."""

from bot.refusals import UnknownGame
from rules import GAMES
from rules.core import Game


def game_of(key: str) -> Game:
    """The game of that key. Raises `UnknownGame`."""
    game = GAMES.get(key)
    if game is None:
        raise UnknownGame(key)
    return game
