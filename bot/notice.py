"""What people are told of a match besides the board itself, and how they like to be told."""

from enum import StrEnum


class Notice(StrEnum):
    """Why somebody is told something."""

    TURN = "turn"
    """It is their turn, and the board itself did not ping them."""
    REMINDER = "reminder"
    """Most of their time is gone."""
    OFFER = "offer"
    """Somebody has offered them something."""
