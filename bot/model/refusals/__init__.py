"""The reasons to refuse a request; here, their bases and those for commands and buttons used in a wrong place.

A refusal means that nothing has changed. It carries the facts and says what the person reads. Where one message is not
enough, because it depends on the facts, `bot.texts` composes it in the file of the feature.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import dataclass_transform

from bot.model.match import Match
from bot.model.people import Person
from rules.core import Game, Phrase


@dataclass_transform(eq_default=False)
class Refusal(Exception):
    """A request that cannot be met. Every subclass is a dataclass whose fields are the facts, and its docstring is what it says.

    That is a message over the facts, such as `{match.id}`: `{person}` is a person's name, `{people, plural, one
    {{people} is} other {{people} are}}` are several names with their verb, `{at:R}` is a timestamp in one of Discord's
    styles, and `{text:q}` quotes typed text; `rules.core.Phrase` describes the rest. Only where `bot.texts` composes
    the sentence is the docstring for readers of the code alone.
    """

    def __init_subclass__(cls) -> None:
        """Make the subclass a dataclass."""
        dataclass(eq=False)(cls)

    @property
    def says(self) -> str:
        """The message over the facts."""
        return self.__doc__ or ""


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
    """This button is from another version of Furlong. `/games` and `/board` show the current ones."""


class BeforeRestore(Refusal):
    """This is from before Furlong was restored from a backup. What happened after the backup is gone, so nothing was done now. `/games` lists your matches as they are, and `/board` shows one."""

    board: tuple[int, int] = (0, 0)
    """The match and the revision of the board that shows it, if one does."""


class UnstorableText(Refusal):
    """There's an invisible symbol in your text that Furlong can't store. Please type it instead of pasting it."""


class OnlyInServers(Refusal):
    """This only works on a server that has invited Furlong: use it in a channel there. Here you can play with `/play`, and go on with all your matches."""


class MissingPermissions(ChannelRefusal):
    """Furlong lacks permissions in the channel; `names` are Discord's words for them, `purpose` is what needs them."""

    names: Sequence[str]
    # Translators: What needs permissions: {purpose} in “Furlong can't do what {purpose} needs”.
    purpose: str = Phrase("a match")


class WrongChannel(ChannelRefusal):
    """On this server matches start in <#{channel_id}> and its threads: use `/play` there."""


class HiddenForum(ChannelRefusal):
    """On this server matches start in <#{channel_id}>, a forum that you can't see. A server manager can let you in."""


class UnknownGame(TextRefusal):
    """There is no game of that name."""


class NoRulebook(GameRefusal):
    """The game's rules have no pages to show."""


class NoLessons(GameRefusal):
    """There are no lessons of the game."""
