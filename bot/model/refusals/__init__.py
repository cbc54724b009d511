"""The reasons to refuse a request; here, their bases and those for commands and buttons used in a wrong place.

A refusal means that nothing has changed. It carries the facts and says what the person reads. Where one message is not
enough, because it depends on the facts, `bot.texts` composes it in the file of the feature.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, dataclass_transform

from bot.model.match import Match
from bot.model.people import Person
from rules.core import Game, Phrase


@dataclass_transform(eq_default=False)
class Refusal(Exception):
    """A request that cannot be met. Every subclass is a dataclass whose fields are the facts."""

    says: ClassVar[str] = ""
    """A message over the facts, such as `{match.id}`; empty if `bot.texts` composes it.

    `{person}` is a person's name, `{people, plural, one {{people} is} other {{people} are}}` are several names with
    their verb, `{at:R}` is a timestamp in one of Discord's styles, and `{text:q}` quotes typed text; `rules.core.Phrase`
    describes the rest.
    """

    def __init_subclass__(cls, says: str = "") -> None:
        """Make the subclass a dataclass that says this message, or that of its base."""
        cls.says = says or cls.says
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


class UnknownButton(
    Refusal,
    says="This button is from another version of Furlong. `/games` and `/board` show the current ones.",
):
    """The button is from another version of Furlong."""


class UnstorableText(
    Refusal,
    says="There's an invisible character in your text that can't be stored. Please type it instead of pasting it.",
):
    """A text that was entered has characters that no text can have."""


class OnlyInServers(
    Refusal,
    says="This only works on a server that has invited Furlong: use it in a channel there. Here you can play with `/play`, and go on with all your matches.",
):
    """The command was used in a direct message, and it needs a server."""


class MissingPermissions(ChannelRefusal):
    """Furlong lacks permissions in the channel; `names` are Discord's words for them, `purpose` is what needs them."""

    names: Sequence[str]
    purpose: str = Phrase("a match")


class WrongChannel(
    ChannelRefusal,
    says="On this server matches start in <#{channel_id}> and its threads: use `/play` there.",
):
    """Matches on this server may begin in one channel only, and this is another."""


class HiddenForum(
    ChannelRefusal,
    says="On this server matches start in <#{channel_id}>, a forum that you can't see. A server manager can let you in.",
):
    """Matches on this server have their posts in a forum that the person cannot see."""


class UnknownGame(TextRefusal):
    """There is no game of that name."""


class NoRulebook(GameRefusal):
    """The game's rules have no pages to show."""


class NoLessons(GameRefusal):
    """There are no lessons of the game."""
