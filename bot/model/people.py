"""People on Discord, and actors: people who make a request."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum, auto
from functools import lru_cache
from typing import Final, Self

from bot.model.texts import storable
from rules.reading import plain

_LONGEST_NAME: Final = 100  # characters that are stored

FIRST_CHANNEL: Final = 1_000
"""The lowest id of a channel that plays by vote; lower ones are for characters, which the bot plays."""

FIRST_ENGINE: Final = 1 << 20
"""The lowest id of an engine, which a program of somebody's plays."""

FIRST_GUEST: Final = 1 << 21
"""The lowest id of a guest, who plays on the page and is not on Discord."""

FIRST_ON_DISCORD: Final = 1 << 22
"""The lowest id on Discord."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player, or a person who could be one."""

    id: int
    """The user id on Discord, or a low number for a character, a channel, an engine or a guest; negative for a forgotten
    person, 0 for a name in a record file."""

    name: str
    """The name last seen on a server, or the one that a guest has chosen."""

    user_name: str = field(default="", compare=False)
    """The unique name on Discord; empty if it is not known."""

    has_namesake: bool = field(default=False, compare=False)
    """Whether another person nearby has a name that looks the same; see `told_apart`."""

    def is_known_among(self, people: Iterable["Person"]) -> bool:
        """Whether the person is among `people` under the same names."""
        listed = next((other for other in people if other == self), None)
        return listed is not None and self.user_name in ("", listed.user_name)

    @property
    def visible_name(self) -> str:
        """The name, or the user name if the name is invisible."""
        return self.name if is_visible(self.name) else self.user_name or self.name

    @property
    def as_stored(self) -> Self:
        """A person with names that can be stored."""
        name, user_name = (storable(text)[:_LONGEST_NAME] for text in (self.name, self.user_name))
        return replace(self, name=name, user_name=user_name)

    @property
    def is_forgotten(self) -> bool:
        """Whether the person's data was deleted, so that this is an anonymous player in their place."""
        return self.id < 0

    @property
    def is_on_discord(self) -> bool:
        """Whether the person can be mentioned and messaged."""
        return is_on_discord(self.id)

    @property
    def is_character(self) -> bool:
        """Whether the bot itself plays for this seat, as one of its characters; see `bot.model.characters`."""
        return 0 < self.id < FIRST_CHANNEL

    @property
    def is_channel(self) -> bool:
        """Whether everybody in a channel plays in this seat by vote; see `bot.model.votes`."""
        return FIRST_CHANNEL <= self.id < FIRST_ENGINE

    @property
    def is_engine(self) -> bool:
        """Whether a program of somebody's plays in this seat, as a player of its own; see `bot.model.engines`."""
        return FIRST_ENGINE <= self.id < FIRST_GUEST

    @property
    def is_computer(self) -> bool:
        """Whether it is a computer player, a character or an engine, rather than somebody."""
        return self.is_character or self.is_engine

    @property
    def is_guest(self) -> bool:
        """Whether the person plays on the page for a while without Discord; see `bot.model.guests`."""
        return FIRST_GUEST <= self.id < FIRST_ON_DISCORD


_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Invisible letters and symbols: fillers of Hangul, and an empty Braille pattern."""

_UNSEEN: Final = frozenset("CMZ")  # the first letters of the categories of controls, marks and separators


def is_visible(name: str) -> bool:
    """Whether a name has anything visible."""
    return any(character not in _BLANK and unicodedata.category(character)[0] not in _UNSEEN for character in name)


def told_apart(people: Iterable[Person]) -> Sequence[Person]:
    """These people, marked if a name that looks the same is among them."""
    everybody = list(people)
    looks = Counter(_look(name) for name in {person.id: person.name for person in everybody}.values())
    return [_marked(person, has_namesake=looks[_look(person.name)] > 1) for person in everybody]


@lru_cache(maxsize=4096)
def _look(name: str) -> str:
    return plain(name)


def _marked(person: Person, *, has_namesake: bool) -> Person:
    return person if person.has_namesake is has_namesake else replace(person, has_namesake=has_namesake)


def is_on_discord(person_id: int) -> bool:
    """Whether this is the id of a user of Discord; see `Person.is_on_discord`."""
    return person_id >= FIRST_ON_DISCORD


NEW_FOR: Final = timedelta(days=14)
"""How long a person is new on a server."""


class Membership(StrEnum):
    """How a person stands on a server, according to Discord."""

    MEMBER = auto()
    NEW = auto()
    """A member for less than `NEW_FOR`, who may do all but play for the server."""
    TIMED_OUT = auto()
    """A moderator lets them do nothing there for a while."""
    GONE = auto()
    """They have left, or are banned."""
    UNKNOWN = auto()
    """Discord did not say in time."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who makes a request, and where."""

    person: Person

    server_id: int | None
    """The server of the request; None in direct messages and on servers without Furlong."""

    asked_at: datetime | None = None
    """When the person pressed or typed, by Discord's clock; None if that is not known."""

    channel_id: int | None = None
    """The channel of the request; None if that is not known."""

    manages_server: bool = False
    """Whether they manage the server of the request, according to Discord."""

    membership: Membership | None = None
    """How they stand on the server of what they act in; None if nobody has asked. See `Context.placed`."""

    invited_to: int | None = None
    """The number of the open challenge whose link they have; None without one."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account on Discord, and the server on which it matters how it stands where it begins or joins something."""

    server_id: int
    person_id: int

    may_be_elsewhere: bool
    """Whether it need not be there, as in the lobby, where only a time-out on that server keeps people away."""


@dataclass(frozen=True, slots=True)
class Away:
    """A person on vacation, since when and until when."""

    person_id: int
    since: datetime
    until: datetime
