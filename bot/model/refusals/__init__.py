"""The reasons to refuse what a person asks for.

A refusal means that nothing has changed. It carries the facts; the sentence that the person reads is in `bot.texts`, in
the file of its feature.
"""

from dataclasses import dataclass
from typing import dataclass_transform

from bot.model.match import Match
from bot.model.people import Person
from rules.core import Game


@dataclass_transform(eq_default=False)
class Refusal(Exception):
    """Something that was asked for and cannot be done. Every kind is a dataclass: its fields are the facts."""

    def __init_subclass__(cls) -> None:
        """Make the kind a dataclass."""
        dataclass(eq=False)(cls)


class MatchRefusal(Refusal):
    """Something that cannot be done with a match."""

    match: Match


class GameRefusal(Refusal):
    """Something that cannot be done with a game."""

    game: Game


class PersonRefusal(Refusal):
    """Something that cannot be done with a person."""

    person: Person


class ChannelRefusal(Refusal):
    """Something that cannot be done in a channel, or with it."""

    channel_id: int


class TextRefusal(Refusal):
    """A typed text that cannot be understood."""

    text: str
