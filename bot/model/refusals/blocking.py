"""Blocking people, which they are not told of."""

from dataclasses import dataclass

from bot.model.person import Person
from bot.model.refusals.refusal import Refusal


class BlocksThemselves(Refusal):
    """Somebody wanted to block themselves."""


@dataclass(eq=False)
class BlocksBot(Refusal):
    """Somebody wanted to block a bot, which never asks for anything."""

    person: Person


@dataclass(eq=False)
class TooManyBlocked(Refusal):
    """Somebody has blocked as many people as one may."""

    most: int
