"""Replays of matches and of record files, with the refusals of replays, files and films."""

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from bot.model.history import History
from bot.model.match import Match, State
from bot.model.people import Away, Person
from bot.model.result import Result
from rules.core import Outcome
from rules.record import Step


@dataclass(frozen=True, slots=True)
class RecordFile:
    """The bytes of a record file, under the name that Furlong gives it."""

    data: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A match or a record file to step through."""

    history: History

    players: tuple[Person, ...]
    """In seat order; the names in a record file have no user id, so it is 0."""

    state: State

    source: int | RecordFile
    """Where it comes from: the number of a match, or a record file."""

    result: Result | None = None

    deadline: datetime | None = None
    """When the time of the player to move runs out."""

    away: tuple[Away, ...] = ()
    """The players who are on vacation now."""

    theme: str = ""

    @classmethod
    def of(cls, match: Match) -> Self:
        """A match that has begun, as it is now."""
        return cls(
            history=match.history,
            players=match.seated,
            state=match.state,
            source=match.id,
            result=match.result,
            deadline=match.deadline,
            away=match.away,
            theme=match.theme,
        )

    @property
    def seated(self) -> tuple[Person, ...]:
        """The people who play, by seat; for a player who has left, the substitute."""
        return self.players

    @property
    def shown_turns(self) -> tuple[Step, ...]:
        """The steps that its board shows, which are those of the last turn."""
        return self.history.last_turn

    @property
    def match_id(self) -> int | None:
        """The number of the match; None for a record file."""
        return self.source if isinstance(self.source, int) else None

    @property
    def file(self) -> RecordFile | None:
        """The record file; None for a match."""
        return None if isinstance(self.source, int) else self.source

    @property
    def last(self) -> int:
        """The number of the last ply."""
        return self.history.ply

    @property
    def key(self) -> Hashable:
        """Equal for replays that look the same from the first ply to the last."""
        record = hashlib.sha256(" ".join(self.history.tokens).encode()).digest()
        return self.match_id, self.history.game.key, record, self.players, self.state, self.result, self.theme

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or otherwise; None while it runs, or if it was called off."""
        return None if self.result is None else self.result.outcome(self.history.position)

    @property
    def to_move(self) -> Person | None:
        """The player to move; None unless the match is running."""
        turn = self.history.position.turn
        return self.players[turn] if self.state is State.RUNNING and isinstance(turn, int) else None

    def at(self, ply: int) -> Self:
        """The replay when its record had `ply` entries; unchanged if it has no more."""
        if ply >= self.last and self.state is not State.CALLED_OFF:
            return self
        history = self.history.upto(ply)
        return replace(self, history=history, state=State.RUNNING, result=None, deadline=None, away=())


Playthrough = Match | Replay
"""A game with its players from the start to where it stands: a match that has begun, or a replay."""
