"""Refusals of commands and buttons that do not work where they are used, and of games without rules or lessons."""

from collections.abc import Sequence

from bot.model.refusals import ChannelRefusal, GameRefusal, Refusal, TextRefusal


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
