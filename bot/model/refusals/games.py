"""Refusals of games, the pages of their rules, and their lessons."""

from dataclasses import dataclass

from bot.model.refusals.refusal import Refusal
from rules.core import Game


@dataclass(eq=False)
class UnknownGame(Refusal):
    """There is no game of that name."""

    text: str


@dataclass(eq=False)
class NoRulebook(Refusal):
    """The game's rules have no pages to show."""

    game: Game


@dataclass(eq=False)
class NoLessons(Refusal):
    """There are no lessons of the game."""

    game: Game
