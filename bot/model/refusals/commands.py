"""Refusals of commands and buttons that do not work where they are used, and of games without rules or lessons."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.refusals.refusal import GameRefusal, Refusal


class UnknownButton(Refusal):
    """The button is from another version of Furlong."""


class OnlyInServers(Refusal):
    """The command was used in a direct message, and it needs a server."""


@dataclass(eq=False)
class MissingPermissions(Refusal):
    """Furlong lacks permissions in the channel; `names` are Discord's own words for them, `purpose` what needs them."""

    channel_id: int
    names: Sequence[str]
    purpose: str = "a match"


@dataclass(eq=False)
class WrongChannel(Refusal):
    """Matches on this server may begin in one channel only, and this is another."""

    channel_id: int


@dataclass(eq=False)
class HiddenForum(Refusal):
    """Matches on this server have their posts in a forum that the person cannot see."""

    channel_id: int


@dataclass(eq=False)
class UnknownGame(Refusal):
    """There is no game of that name."""

    text: str


class NoRulebook(GameRefusal):
    """The game's rules have no pages to show."""


class NoLessons(GameRefusal):
    """There are no lessons of the game."""
