"""What all refusals are, and two kinds that tell no more than a match or a game."""

from dataclasses import dataclass

from bot.model.match import Match
from rules.core import Game


class Refusal(Exception):
    """Something that was asked for and cannot be done."""


@dataclass(eq=False)
class MatchRefusal(Refusal):
    """Something that cannot be done with a match."""

    match: Match


@dataclass(eq=False)
class GameRefusal(Refusal):
    """Something that cannot be done with a game."""

    game: Game
