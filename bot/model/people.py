"""People on Discord, and who asks for something."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Self

_LONGEST_NAME: Final = 100  # characters that are stored

FIRST_ON_DISCORD: Final = 1 << 22
"""Everybody on Discord has an id from here on; lower ones are for the seats of characters, which the bot plays."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player, or a person who could be one."""

    id: int
    """The user id on Discord, or a low number for a character; negative for a person who was forgotten, 0 for a name in a
    record file."""

    name: str
    """The name last seen on a server."""

    @property
    def as_stored(self) -> Self:
        """The person with a name that is short enough to store."""
        return replace(self, name=self.name[:_LONGEST_NAME])

    @property
    def is_forgotten(self) -> bool:
        """Whether they had Furlong forget them, so that an anonymous player has taken their place."""
        return self.id < 0

    @property
    def is_on_discord(self) -> bool:
        """Whether they can be mentioned and written to."""
        return is_on_discord(self.id)

    @property
    def is_character(self) -> bool:
        """Whether the bot itself plays for this seat, as one of its characters; see `bot.model.characters`."""
        return 0 < self.id < FIRST_ON_DISCORD


def is_on_discord(person_id: int) -> bool:
    """Whether this is the id of a user of Discord; see `Person.is_on_discord`."""
    return person_id >= FIRST_ON_DISCORD


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who asks for something, and where."""

    person: Person

    server_id: int | None
    """The server on which they ask; None in a direct message."""


@dataclass(frozen=True, slots=True)
class Away:
    """A person who is on vacation, and until when."""

    person_id: int
    until: datetime
