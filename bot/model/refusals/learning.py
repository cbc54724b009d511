"""Lessons."""

from dataclasses import dataclass

from bot.model.refusals.refusal import Refusal
from rules.core import Game


@dataclass(eq=False)
class NoLessons(Refusal):
    """There are no lessons of the game."""

    game: Game
