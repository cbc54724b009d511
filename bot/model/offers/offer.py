"""Offers: what one player puts to the others, and what has become of it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from bot.model.fairness import Fairness
from rules.core import Move


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
class Rematch:
    """The match that has come of an accepted rematch, and where it is shown: no message as long as there is none."""

    id: int
    server_id: int
    shown_in: int
    message_id: int | None


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of a match.

    `by_id` is who made it; everybody else who still plays is asked, and `accepted_by` are those of them who have
    agreed. All entries of the record from `ply` on were made after the offer: where moves are taken back it falls with
    the record. `fairness` is what was sealed for a rematch of a game with chance, mixed with the interactions that
    have agreed so far. An accepted rematch has led to `rematch`; an accepted takeback has removed the moves `undone`
    from the record, when `message_id` was the message that showed the match.
    """

    id: int
    kind: OfferKind
    by_id: int
    state: OfferState
    accepted_by: tuple[int, ...]
    ply: int
    fairness: Fairness | None = None
    rematch: Rematch | None = None
    undone: tuple[Move, ...] = ()
    message_id: int | None = None

    def agreed_to_by(self, person_id: int, interaction_id: int) -> Self:
        """The offer once somebody has agreed to it with a click, which is mixed into the dice if there are any."""
        fairness = None if self.fairness is None else self.fairness.mixed_with(interaction_id)
        return replace(self, accepted_by=(*self.accepted_by, person_id), fairness=fairness)
