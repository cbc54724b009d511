"""Sessions of the page: who has opened it, where, and until when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.model.people import Person

LINK_LASTS: Final = timedelta(minutes=10)
"""How long a link to the page can be used; it can be used once."""

SESSION_LASTS: Final = timedelta(days=30)
"""How long a browser stays signed in."""

MOST_SESSIONS: Final = 10
"""The maximum number of browsers of one person; the one signed in first makes room."""


@dataclass(frozen=True, slots=True)
class Session:
    """A person in a browser."""

    person: Person

    server_id: int | None
    """The server on which the link was asked for, where matches begin; None in a direct message."""

    channel_id: int | None
    expires_at: datetime
