"""The folder of a game: of its package, with everything about the game that is not code."""

from functools import cache
from importlib import import_module
from pathlib import Path

from rules.core import Game, Phrase, message


def folder_of(game: Game) -> Path:
    """The folder of a game and its variants, which has to be one of `rules.GAMES`."""
    return _folder(game.package)


def phrase_of(game: Game, text: str) -> Phrase:
    """A text in the folder of a game, which only translations of its own package translate."""
    return Phrase(text if game.is_builtin else message(text, game.package))


@cache
def _folder(package: str) -> Path:
    return Path(import_module(package).__path__[0])
