"""Sessions of the page: who has opened it, where, and until when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.model.people import Person

LINK_LASTS: Final = timedelta(minutes=10)
"""How long a link to the page can be used; it can be used once."""

SESSION_LASTS: Final = timedelta(days=30)
"""How long a browser stays signed in."""

IN_DISCORD_LASTS: Final = timedelta(days=1)
"""How long a person stays signed in inside Discord, which says anew who they are whenever they open the page there."""

MOST_SESSIONS: Final = 10
"""The maximum number of browsers of one person, and again of sessions inside Discord; the one signed in first makes room."""


@dataclass(frozen=True, slots=True)
class Session:
    """A person in a browser."""

    person: Person

    server_id: int | None
    """The server on which the link was asked for, where matches begin; None in a direct message."""

    channel_id: int | None
    expires_at: datetime

    match_id: int | None = None
    """The match that a link leads to; None for the first page."""

    is_in_discord: bool = False
    """Whether it is for the page inside Discord, instead of a browser."""
