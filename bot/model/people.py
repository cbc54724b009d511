"""People on Discord, and actors: people who make a request."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Self

from bot.model.texts import storable

_LONGEST_NAME: Final = 100  # characters that are stored

FIRST_CHANNEL: Final = 1_000
"""The lowest id of a channel that plays by vote; lower ones are for characters, which the bot plays."""

FIRST_ON_DISCORD: Final = 1 << 22
"""The lowest id on Discord."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player, or a person who could be one."""

    id: int
    """The user id on Discord, or a low number for a character or a channel; negative for a forgotten person, 0 for a
    name in a record file."""

    name: str
    """The name last seen on a server."""

    @property
    def as_stored(self) -> Self:
        """A person with a name that can be stored."""
        return replace(self, name=storable(self.name)[:_LONGEST_NAME])

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
        return FIRST_CHANNEL <= self.id < FIRST_ON_DISCORD


def is_on_discord(person_id: int) -> bool:
    """Whether this is the id of a user of Discord; see `Person.is_on_discord`."""
    return person_id >= FIRST_ON_DISCORD


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


@dataclass(frozen=True, slots=True)
class Away:
    """A person on vacation, since when and until when."""

    person_id: int
    since: datetime
    until: datetime
