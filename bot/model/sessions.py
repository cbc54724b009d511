"""Sessions of the page: who has opened it, where, and until when; and the browsers that get notices by web push."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from bot.model.people import Person

LINK_LASTS: Final = timedelta(minutes=10)
"""How long a link to the page is valid; it can be used once."""

SESSION_LASTS: Final = timedelta(days=30)
"""How long a browser stays signed in after the last visit, to the day."""

_A_DAY: Final = timedelta(days=1)

IN_DISCORD_LASTS: Final = timedelta(days=1)
"""How long a person stays signed in inside Discord, where opening the page signs them in again."""

MOST_SESSIONS: Final = 10
"""The maximum number of a person's browsers, and of their sessions inside Discord; a new one replaces the oldest."""


class SessionEnded(Exception):
    """A session has ended after its request was admitted, so the request changes nothing."""


@dataclass(frozen=True, slots=True)
class Session:
    """A person in a browser."""

    person: Person

    server_id: int | None
    """The server on which the link was requested, where matches begin; None for a direct message."""

    channel_id: int | None
    expires_at: datetime

    match_id: int | None = None
    """The match that a link leads to; None for the first page."""

    is_in_discord: bool = False
    """Whether the session is for the page inside Discord rather than in a browser."""

    def is_prolonged(self, now: datetime) -> bool:
        """Whether a visit makes it last longer, once a day: not a guest's, nor inside Discord, where it begins anew."""
        rolls_on = self.person.is_on_discord and not self.is_in_discord
        return rolls_on and self.expires_at < now + SESSION_LASTS - _A_DAY


MOST_SUBSCRIPTIONS: Final = 10
"""The most browsers of a person that get notices; a new one replaces the oldest."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that gets notices: its address at a push service, its public key and its secret, as it gave them."""

    address: str = field(repr=False)
    key: str = field(repr=False)
    secret: str = field(repr=False)
