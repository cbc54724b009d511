"""The reasons to refuse a request; here, their bases and those for commands and buttons used in a wrong place.

A refusal means that nothing has changed. It carries the facts; the sentence that the person reads is in `bot.texts`, in
the file of its feature.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import dataclass_transform

from bot.model.match import Match
from bot.model.people import Person
from rules.core import Game, Phrase


@dataclass_transform(eq_default=False)
class Refusal(Exception):
    """A request that cannot be met. Every subclass is a dataclass whose fields are the facts."""

    def __init_subclass__(cls) -> None:
        """Make the subclass a dataclass."""
        dataclass(eq=False)(cls)


class MatchRefusal(Refusal):
    """A request that cannot be met in a match."""

    match: Match


class GameRefusal(Refusal):
    """A request that cannot be met for a game."""

    game: Game


class PersonRefusal(Refusal):
    """A request that cannot be met for a person."""

    person: Person


class ChannelRefusal(Refusal):
    """A request that cannot be met in a channel, or for it."""

    channel_id: int


class TextRefusal(Refusal):
    """A typed text that cannot be understood."""

    text: str


class UnknownButton(Refusal):
    """The button is from another version of Furlong."""


class UnstorableText(Refusal):
    """A text that was entered has characters that no text can have."""


class OnlyInServers(Refusal):
    """The command was used in a direct message, and it needs a server."""


class MissingPermissions(ChannelRefusal):
    """Furlong lacks permissions in the channel; `names` are Discord's words for them, `purpose` is what needs them."""

    names: Sequence[str]
    purpose: str = Phrase("a match")


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
