"""Offers: what one player puts to the others, and what has become of it."""

from dataclasses import dataclass
from enum import StrEnum


class OfferKind(StrEnum):
    """What can be offered."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    TIME = "time"
    """A day more for the player who asks."""
    REMATCH = "rematch"


class OfferState(StrEnum):
    """Where an offer stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    OVERTAKEN = "overtaken"
    """A move was played, or the match ended, before it was answered."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of a match.

    `by_id` is who made it when the match had `ply` entries; everybody else who still plays is asked, and `accepted_by`
    are those of them who have agreed.
    """

    id: int
    kind: OfferKind
    by_id: int
    state: OfferState
    accepted_by: tuple[int, ...]
    ply: int
