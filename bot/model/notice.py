"""What people are told of a match besides the board itself, and how they like to be told."""

from enum import StrEnum


class Notice(StrEnum):
    """Why somebody is told something."""

    CHALLENGE = "challenge"
    """They are asked to play. This one and the next two: the message of the match did not ping them, or not only."""
    TURN = "turn"
    """It is their turn."""
    RESULT = "result"
    """The match is over."""
    REMINDER = "reminder"
    """Most of their time is gone."""
    OFFER = "offer"
    """Somebody has offered them something."""
