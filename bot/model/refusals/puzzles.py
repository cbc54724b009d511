"""Refusals about puzzles."""

from bot.model.refusals import GameRefusal, Refusal
from rules.core import Game


class NoPuzzles(GameRefusal):
    """There are no {game.name} puzzles yet. `/puzzle` without a game finds one for another game."""


class NoPuzzleLeft(Refusal):
    """You've tried every {game.name} puzzle. `/puzzle game:` finds one for another game, and the next version of Furlong brings new ones."""

    game: Game
    most: int


class NotToday(Refusal):
    """You can only post the result of today's puzzle, once you've solved it."""


class UnknownPuzzle(GameRefusal):
    """This puzzle of {game.name} is gone. `/puzzle` gives you another one."""
