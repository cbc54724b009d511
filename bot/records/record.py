"""Records, the content of a record file, made from a match and turned into a replay."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import repeat
from typing import Final
from uuid import UUID, uuid5

from bot.model.adjudication import reason
from bot.model.characters import character_keys, in_record
from bot.model.clock import Terms
from bot.model.fairness import Fairness
from bot.model.history import History
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.replays import RecordFile, Replay
from bot.model.result import Ending, Result
from rules.core import Game, Outcome, Phrase, Seat


class RecordError(ValueError):
    """A text is not a record; `reason` is a sentence or two that name the line, what is wrong and what is right."""

    def __init__(self, message: str, /, **facts: object) -> None:
        """Say a message, as a `Phrase` does."""
        super().__init__(Phrase(message, **facts))

    @property
    def reason(self) -> Phrase:
        """Those sentences, to be said in other languages too."""
        return self.args[0]


@dataclass(frozen=True, slots=True)
class RecordResult:
    """How a match ended."""

    ending: Ending
    ended_at: datetime | None = None

    by: Seat | None = None
    """The seat that resigned, ran out of time or cancelled, if one did."""

    places: tuple[int, ...] = ()
    """By seat, as in `rules.core.Outcome`; empty if the match was called off."""

    points: tuple[int, ...] | None = None
    """By seat, in games that count points."""

    reason: str = ""
    """The reason that the rules give."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as in its record file. Instants are whole seconds in UTC, or None if unknown."""

    players: tuple[str, ...]
    """Names by seat, any text of at most 100 characters."""

    history: History
    """The history, with a seat for each player and without causes of entries."""

    id: UUID | None = None
    """Identifies the match on every server; None for a record that was written by hand."""

    proposed_at: datetime | None = None
    began_at: datetime | None = None
    terms: Terms = field(default_factory=Terms)

    result: RecordResult | None = None
    """None while the match is running."""

    fairness: Fairness | None = None
    """The sealed dice; None before the end."""

    characters: tuple[str, ...] = ()
    """By seat: the key of the character that played, empty for a person; no keys at all if only people played."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.history.game

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.history.seats

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or otherwise; None while it goes on, or if it was called off."""
        if self.result is None or not self.result.places:
            return None
        return Outcome(self.result.places, self.result.reason, self.result.points)


_MATCHES: Final = UUID("5e0c7f2a-3b64-4d5e-9a0f-66c1b2d7e840")
"""The name space of the ids of matches: any constant that is used for nothing else."""


def record_of(match: Match) -> Record:
    """The record of a match that has begun; it reveals the sealed dice only once the match is over.

    Raises ValueError for a match that has not begun.
    """
    if not match.players_are_seated:
        raise ValueError(f"match {match.id} has not begun")
    is_over = match.state in (State.FINISHED, State.CALLED_OFF)
    return Record(
        players=tuple(player.name for player in match.players),
        history=_without_causes(match.history),
        id=_id_of(match),
        proposed_at=_whole_seconds(match.created_at),
        began_at=_whole_seconds(match.started_at),
        terms=match.terms,
        result=_result_of(match, match.result) if is_over and match.result else None,
        fairness=match.fairness if is_over and match.result else None,
        characters=character_keys(match.players) if match.has_characters else (),
    )


def _id_of(match: Match) -> UUID:
    """The same id for every export of a match; it reveals nothing about people or servers."""
    return uuid5(_MATCHES, f"{match.id} {match.created_at.timestamp():.3f} {match.game.key} {match.seats}")


def _without_causes(history: History) -> History:
    return replace(history, entries=tuple(replace(entry, cause=None) for entry in history.entries))


def _whole_seconds(instant: datetime | None) -> datetime | None:
    return None if instant is None else instant.replace(microsecond=0)


def _result_of(match: Match, result: Result) -> RecordResult:
    return RecordResult(
        ending=result.ending,
        ended_at=_whole_seconds(match.ended_at),
        by=None if result.by is None else match.seat_of(result.by.id),
        places=result.places,
        points=result.points,
        reason=reason(match) or result.reason,
    )


def replay_of(record: Record, data: bytes, name: str) -> Replay:
    """The replay of a record read from the bytes of a file, under this file name."""
    people = tuple(map(in_record, record.players, record.characters or repeat("")))
    return Replay(
        history=record.history,
        players=people,
        state=_state_of(record),
        source=RecordFile(data, name),
        result=_result_in(record, people, record.history.position.outcome()),
    )


def _state_of(record: Record) -> State:
    if record.result is None:
        return State.RUNNING
    return State.FINISHED if record.result.places else State.CALLED_OFF


def _result_in(record: Record, people: tuple[Person, ...], outcome: Outcome | None) -> Result | None:
    recorded = record.result
    if recorded is None:
        return None
    by = None if recorded.by is None else people[recorded.by]
    return Result(recorded.ending, recorded.places, recorded.points, by)
