"""What people are told of a match besides the board itself, and how they like to be told."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Notice(StrEnum):
    """Why a person is told something."""

    CHALLENGE = "challenge"
    """They are asked to play. This one and the next two: the message of the match did not ping them, or not only."""
    TURN = "turn"
    """It is their turn."""
    RESULT = "result"
    """The match is over."""
    REMINDER = "reminder"
    """Most of their time is gone."""
    OFFER = "offer"
    """Another player has offered them something."""


@dataclass(frozen=True, slots=True)
class DueNotice:
    """A player who is to get a notice of a kind, at `due_at`."""

    person_id: int
    kind: Notice
    due_at: datetime


SentTo = tuple[int, int]
"""The channel and the number of a message."""
