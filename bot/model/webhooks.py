"""Webhooks: addresses to which the events of a token's owner are posted."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

LONGEST_ADDRESS: Final = 500
"""The most characters of an address."""

WAITS: Final = (timedelta(minutes=5), timedelta(hours=1), timedelta(hours=5), timedelta(hours=18))
"""How long nothing is posted after each failure; after one more, about a day after the first, a webhook is off."""

PROMPT: Final = 5.0
"""Seconds within which a receiver should answer: a later answer has taken the event, and still counts as a failure."""

MOST_AT_FIRST: Final = 200
"""The most matches that are posted when a webhook is turned on, those that wait for the person first."""


def is_taken(status: int | None) -> bool:
    """Whether a receiver that answers so has taken an event."""
    return status is not None and HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES


@dataclass(frozen=True, slots=True)
class Webhook:
    """The webhook of a token."""

    address: str
    failures: int = 0
    """How often posting has failed since it last succeeded."""

    status: int | None = None
    """The status of the last answer, if it was a failure; None if there was no answer, or no failure."""

    rests_until: datetime | None = None
    """When it is tried again after a failure."""

    stopped_at: datetime | None = None
    """When it was turned off, because it failed again and again or its receiver wants no more; None if it is on."""

    @property
    def host(self) -> str:
        """The host of the address, which tells people which webhook it is; the rest of an address is often secret."""
        return urlsplit(self.address).hostname or ""

    def after(self, status: int | None, now: datetime) -> "Webhook":
        """The webhook after an attempt, with the status of the answer, or None if none came promptly."""
        if is_taken(status):
            return Webhook(self.address)
        failures = self.failures + 1
        if status == HTTPStatus.GONE or failures > len(WAITS):
            return Webhook(self.address, failures, status, None, now)
        return Webhook(self.address, failures, status, now + WAITS[failures - 1])
