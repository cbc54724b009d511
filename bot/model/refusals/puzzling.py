"""Puzzles."""

from dataclasses import dataclass

from bot.model.refusals.refusal import Refusal
from rules.core import Game


@dataclass(eq=False)
class NoPuzzles(Refusal):
    """There are no puzzles of the game."""

    game: Game


@dataclass(eq=False)
class NoPuzzleLeft(Refusal):
    """The person has tried all puzzles of the game, which are so many."""

    game: Game
    most: int


@dataclass(eq=False)
class UnknownPuzzle(Refusal):
    """The puzzle of a button is not there any more."""

    game: Game
