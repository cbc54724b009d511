"""Guests: people who play on the page for a while, under a name of their choice, and without Discord."""

from datetime import timedelta
from typing import Final

from bot.model.people import is_visible
from bot.model.refusals.people import NoGuestName

STAYS: Final = timedelta(days=30)
"""How long a guest stays: then their session ends, and what is stored about them is deleted."""

MOST_GUESTS: Final = 5_000
"""The most guests at a time."""

MOST_FROM_HOUSEHOLD: Final = 50
"""The most guests who come in from one household, such as a school, within a day."""

MOST_FROM_NETWORK: Final = 100
"""The most guests from one network at a time."""

IDLES: Final = timedelta(days=1)
"""How long a guest stays, after coming in and after each move, who neither plays nor waits for a friend."""

PLAYS_LATELY: Final = timedelta(days=7)
FEWEST_MOVES: Final = 5
"""Whoever has made so many moves `PLAYS_LATELY` plays, so that a few moves don't keep a place for the whole stay."""

WAITS_FOR_FRIEND: Final = timedelta(days=3)
"""How long a guest stays who only waits for a friend, or for a first move of a match with one."""

LONGEST_NAME: Final = 24
"""The most characters of a guest's name."""


def chosen_name(text: str) -> str:
    """The name that a guest has typed, on one line. Raises `NoGuestName`."""
    name = " ".join(text.split())
    if not is_visible(name) or len(name) > LONGEST_NAME or not name.isprintable():
        raise NoGuestName(LONGEST_NAME)
    return name
