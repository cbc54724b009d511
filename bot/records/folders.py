"""The folder of a game: of its package, with everything about the game that is not code."""

from functools import cache
from importlib import import_module
from pathlib import Path

from rules.core import Game


def folder_of(game: Game) -> Path:
    """The folder of a game and its variants, which has to be one of `rules.GAMES`."""
    return _folder(game.package)


@cache
def _folder(package: str) -> Path:
    return Path(import_module(package).__path__[0])
