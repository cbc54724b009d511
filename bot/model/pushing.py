"""Browsers that get notices by web push."""

from dataclasses import dataclass, field
from typing import Final

MOST_SUBSCRIPTIONS: Final = 10
"""The most browsers of a person that get notices; a new one replaces the oldest."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that gets notices: its address at a push service, its public key and its secret, as it gave them."""

    address: str = field(repr=False)
    key: str = field(repr=False)
    secret: str = field(repr=False)
