"""Offers that a player makes to the others in a match, and their states."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Self

from bot.model.fairness import Fairness
from bot.model.history import Cause
from bot.model.place import Place
from players.characters import Character
from rules.core import Move


class OfferKind(StrEnum):
    """The kinds of offers."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    TIME = "time"
    """One more day for the player who asks."""
    PAUSE = "pause"
    """The clocks stand still until a day, or until a player ends the pause or moves."""
    REMATCH = "rematch"
    STAND_IN = "stand-in"
    """A character plays on for a player who left a match of three or four; the bot offers it in the leaver's name."""
    HANDOVER = "handover"
    """A character finishes a match of two for the player who asks."""
    REPLACEMENT = "replacement"
    """The person who offers, who is not yet a player, plays on for one who has left a match of three or four."""


TAKEOVERS: Final = (OfferKind.STAND_IN, OfferKind.HANDOVER, OfferKind.REPLACEMENT)
"""Offers that give a player's seat to a character or to another person."""


class OfferState(StrEnum):
    """The states of an offer."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    OVERTAKEN = "overtaken"
    """A move was played, or the match ended, before it was answered."""
    LAPSED = "lapsed"
    """Its time was over before it was answered, or one of the two blocked the other."""


OFFER_LASTS: Final = timedelta(days=7)
"""How long an offer waits for an answer, unless a move overtakes it."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The match that an accepted rematch led to, and its place."""

    id: int
    """Its number; 0 until it is stored."""

    place: Place


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer in a match. It asks all others who still play; for a rematch, all others who have played."""

    id: int
    """Its number; 0 until it is stored."""

    kind: OfferKind

    by_id: int
    """The person who made it."""

    state: OfferState

    accepted_by: tuple[int, ...]
    """The people who have agreed so far."""

    ply: int
    """The length of the record when the offer was made; a takeback to before the offer lowers it."""

    fairness: Fairness | None = None
    """The sealed dice for a rematch of a game with chance."""

    rematch: Rematch | None = None
    """The match that an accepted rematch led to."""

    undone: tuple[Move, ...] = ()
    """The entries that an accepted takeback has removed from the record."""

    message_id: int | None = None
    """The message that showed the match when they were removed."""

    character: Character | None = None
    """The character that is to play on, for a stand-in or a handover."""

    cause: Cause | None = None
    """Why the player left the seat to a stand-in, None if they resigned; `TIME` for a day that nobody asked for, because
    the opponent waived the win on time."""

    for_id: int | None = None
    """The player who has left the seat that a replacement is to take."""

    due_at: datetime | None = None
    """When an open offer lapses, a vote on a character is refused, or a pause ends, whether agreed to yet or not."""

    @property
    def leaver_id(self) -> int:
        """The player whose seat a takeover is about."""
        return self.by_id if self.for_id is None else self.for_id

    @property
    def is_pause_in_force(self) -> bool:
        """Whether it is a pause that all have agreed to and that has not ended."""
        return self.kind is OfferKind.PAUSE and self.state is OfferState.ACCEPTED and self.due_at is not None

    def agreed_to_by(self, person_id: int) -> Self:
        """The offer once a person has agreed to it."""
        return replace(self, accepted_by=(*self.accepted_by, person_id))
