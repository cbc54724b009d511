"""People on Discord, and who asks for something."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Self

_LONGEST_NAME: Final = 100  # characters that are stored


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays, or is asked to."""

    id: int
    """The user id on Discord; negative for somebody who was forgotten, 0 for a name in a record file."""

    name: str
    """The name last seen on a server."""

    @property
    def as_stored(self) -> Self:
        """The same with as much of their name as is kept."""
        return replace(self, name=self.name[:_LONGEST_NAME])

    @property
    def is_forgotten(self) -> bool:
        """Whether they had Furlong forget them, so that an anonymous player has taken their place."""
        return self.id < 0

    @property
    def is_on_discord(self) -> bool:
        """Whether they can be mentioned and written to."""
        return self.id > 0


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks for something, and where."""

    person: Person

    server_id: int | None
    """The server on which they ask; None in a direct message."""


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody who is on vacation, and until when."""

    person_id: int
    until: datetime
