"""Offers that a player makes to the others in a match, and what has become of them."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, Self

from bot.model.characters import Character
from bot.model.fairness import Fairness
from bot.model.history import Cause
from bot.model.place import Place
from rules.core import Move


class OfferKind(StrEnum):
    """What can be offered."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    TIME = "time"
    """A day more for the player who asks."""
    REMATCH = "rematch"
    STAND_IN = "stand-in"
    """That a character plays on for a player who has left a match of three or four. The bot makes it in the leaver's name."""
    HANDOVER = "handover"
    """That a character finishes a match of two for the player who asks."""
    REPLACEMENT = "replacement"
    """That the person who makes it, who does not play yet, plays on for a player who has left a match of three or four."""


TAKEOVERS: Final = (OfferKind.STAND_IN, OfferKind.HANDOVER, OfferKind.REPLACEMENT)
"""Offers that give a player's seat to a character or to another person."""


class OfferState(StrEnum):
    """Where an offer stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    OVERTAKEN = "overtaken"
    """A move was played, or the match ended, before it was answered."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The match that has come of an accepted rematch, and where it is shown."""

    id: int
    """Its number; 0 as long as it is not stored."""

    place: Place


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer in a match. It asks all others who still play; for a rematch, all others who have played."""

    id: int
    """Its number; 0 as long as it is not stored."""

    kind: OfferKind

    by_id: int
    """Who made it."""

    state: OfferState

    accepted_by: tuple[int, ...]
    """The people who have agreed so far."""

    ply: int
    """All entries of the record from here on were made after the offer: where moves are taken back it falls with them."""

    fairness: Fairness | None = None
    """What was sealed for a rematch of a game with chance."""

    rematch: Rematch | None = None
    """What an accepted rematch has led to."""

    undone: tuple[Move, ...] = ()
    """The entries that an accepted takeback has removed from the record."""

    message_id: int | None = None
    """The message that showed the match when they were."""

    character: Character | None = None
    """The character that is to play on, for a stand-in and a handover."""

    cause: Cause | None = None
    """Why the player has left the seat to a stand-in, unless they resigned."""

    for_id: int | None = None
    """The player who has left the seat that a replacement is to take."""

    due_at: datetime | None = None
    """When an open offer is refused by itself; None for those that wait for as long as it takes."""

    @property
    def leaver_id(self) -> int:
        """Whose seat a takeover is about."""
        return self.by_id if self.for_id is None else self.for_id

    def agreed_to_by(self, person_id: int) -> Self:
        """The offer once a person has agreed to it."""
        return replace(self, accepted_by=(*self.accepted_by, person_id))
