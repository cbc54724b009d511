"""The reasons to refuse what a person asks for; here those of commands and buttons that do not work where they are used.

A refusal means that nothing has changed. It carries the facts; the sentence that the person reads is in `bot.texts`, in
the file of its feature.
"""

from collections.abc import Sequence
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


class UnknownButton(Refusal):
    """The button is from another version of Furlong."""


class OnlyInServers(Refusal):
    """The command was used in a direct message, and it needs a server."""


class MissingPermissions(ChannelRefusal):
    """Furlong lacks permissions in the channel; `names` are Discord's own words for them, `purpose` what needs them."""

    names: Sequence[str]
    purpose: str = "a match"


class WrongChannel(ChannelRefusal):
    """Matches on this server may begin in one channel only, and this is another."""


class HiddenForum(ChannelRefusal):
    """Matches on this server have their posts in a forum that the person cannot see."""


class UnknownGame(TextRefusal):
    """There is no game of that name."""


class NoRulebook(GameRefusal):
    """The game's rules have no pages to show."""


class NoLessons(GameRefusal):
    """There are no lessons of the game."""
