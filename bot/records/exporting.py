"""From a match to its record."""

from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from bot.model.characters import character_keys
from bot.model.history import History
from bot.model.match import Match, State
from bot.model.result import Result
from bot.records.record import Record, RecordResult

_MATCHES: Final = UUID("5e0c7f2a-3b64-4d5e-9a0f-66c1b2d7e840")
"""The name space of the ids of matches; any constant that nobody else uses."""


def record_of(match: Match) -> Record:
    """The record of a match that has begun. How chance was sealed is in it only once the match is over.

    Raises ValueError for one that has not begun: there is nothing to record.
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
    """The same for every export of a match, while it runs and after; nothing about people or servers can be told from it."""
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
        reason=result.reason,
    )
