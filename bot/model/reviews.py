"""Reviews of matches: how the chances changed, what each decision gave away, and what the dice were worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Self

from rules.core import Move, Seat

VERSION: Final = 8
"""The version of the review method; reviews of an older version are made again."""

MOST_DECISIONS: Final = 60
"""How many decisions of a match are judged; from a longer match, this many are sampled."""

MOST_AT_ONCE: Final = 3
"""How many reviews an asker may have in progress: each takes up to a minute, and others wait."""

_MOMENTS: Final = 3
MOST_MOMENTS: Final = 5
"""How many moments a review shows if so many decisions gave a certain result away: a row of buttons."""

_BEST: Final = 0.02
_GOOD: Final = 0.06
"""The most that a move may give away to count as the best one, or as a good one."""


class Side(StrEnum):
    """What a picture of a moment shows: the played move, the best answer to it, or the better move."""

    PLAYED = "played"
    ANSWER = "answer"
    BETTER = "better"


@dataclass(frozen=True, slots=True)
class Decision:
    """A judged move of a match.

    `ply` is the number of entries before it. `chances` are the winning chances by seat before the move if everybody
    plays well from there, and sum to 1; `played_chance` is the mover's chance after the move.
    """

    ply: int
    seat: Seat
    chances: tuple[float, ...]
    played: Move
    best: Move
    played_chance: float
    reply: Move | None = None
    """The next player's best answer to a move that gave something away."""

    could_win: bool = False
    """Whether the better move wins by force, whatever the others reply."""

    now_loses: bool = False
    """Whether the played move loses by force."""

    could_draw: bool = False
    """Whether the better move makes sure of a draw, and no move of a win."""

    now_draws: bool = False
    """Whether the played move leads to a draw if both play on without a mistake."""

    @property
    def loss(self) -> float:
        """How much of the mover's chance the move gave away."""
        return max(0.0, self.chances[self.seat] - self.played_chance)

    @property
    def certain(self) -> tuple[bool, bool, bool, bool]:
        """What is proved of the better and the played move."""
        return self.could_win, self.now_loses, self.could_draw, self.now_draws

    @property
    def kept(self) -> float:
        """The share of the mover's chance that the move kept, from 0 to 1."""
        return min(1.0, self.played_chance / self.chances[self.seat]) if self.chances[self.seat] else 1.0

    @property
    def is_fall(self) -> bool:
        """Whether a certain result became a certain worse one: a win a draw or a loss, or a draw a loss."""
        return (self.could_win and (self.now_loses or self.now_draws)) or (self.could_draw and self.now_loses)

    @property
    def is_lost(self) -> bool:
        """Whether every move lost, so that no move was better than the others."""
        return self.chances[self.seat] <= _BEST

    @property
    def matters(self) -> bool:
        """Whether the match was still undecided, so that not every move was as good as the best."""
        return not self.is_lost and self.chances[self.seat] < 1 - _BEST


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a match; `luck` is what the dice were worth to each seat over the whole match, in chances."""

    decisions: tuple[Decision, ...]
    luck: tuple[float, ...]
    count: int
    """The number of decisions in the match."""

    @property
    def is_sampled(self) -> bool:
        """Whether only some of the decisions were judged."""
        return len(self.decisions) < self.count

    @property
    def moments(self) -> Sequence[Decision]:
        """The decisions that gave away most, in order: falls first, up to five, and others up to three in all."""
        bad = [decision for decision in self.decisions if decision.loss > _GOOD and decision.best != decision.played]
        worst = sorted(bad, key=lambda decision: (not decision.is_fall, -decision.loss))
        count = min(MOST_MOMENTS, max(_MOMENTS, len(self.falls)))
        return sorted(worst[:count], key=lambda decision: decision.ply)

    @property
    def falls(self) -> Sequence[Decision]:
        """The decisions after which a certain result was a certain worse one, in order."""
        return [decision for decision in self.decisions if decision.is_fall]

    @property
    def turning_point(self) -> Decision | None:
        """The moment that gave away most; None if there are no moments."""
        return max(self.moments, key=lambda decision: decision.loss, default=None)

    def share(self, seat: Seat) -> tuple[int, int, int]:
        """How many decisions of a seat were judged, how many were the best, and how many others were good.

        Decisions in lost positions do not count.
        """
        losses = [decision.loss for decision in self.decisions if decision.seat == seat and not decision.is_lost]
        best = sum(loss <= _BEST for loss in losses)
        return len(losses), best, sum(loss <= _GOOD for loss in losses) - best

    def accuracy(self, seat: Seat) -> float | None:
        """The share of its chances that a seat kept with a move, on average; None if it had nothing to decide."""
        kept = [decision.kept for decision in self.decisions if decision.seat == seat and not decision.is_lost]
        return sum(kept) / len(kept) if kept else None

    def data(self) -> Mapping[str, Any]:
        """The review as lists and dictionaries that can be written as JSON; `of_data` inverts it."""
        rows = [
            [d.ply, d.seat, list(d.chances), d.played, d.best, d.played_chance, d.reply, *d.certain]
            for d in self.decisions
        ]
        return {"decisions": rows, "luck": list(self.luck), "count": self.count}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Self:
        """The review that `data` wrote."""
        decisions = tuple(
            Decision(ply, Seat(seat), tuple(chances), Move(played), Move(best), left, reply and Move(reply), *certain)
            for ply, seat, chances, played, best, left, reply, *certain in data["decisions"]
        )
        return cls(decisions, tuple(data["luck"]), data["count"])
