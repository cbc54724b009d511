"""Draws between players: positions that come again and again, and the places of those who share the first."""

from typing import Final

from bot.model.history import History
from bot.model.match import Match, State
from rules.core import Seat
from rules.record import retired_seat

ENOUGH: Final = 3


def occurrences(history: History) -> int:
    """How often the last position of a history has come, the start counted too."""
    present, steps = history.position, history.steps
    start = steps[0].before if steps else present
    return sum(position == present for position in (start, *(step.after for step in steps)))


def has_come_thrice(match: Match) -> bool:
    """Whether any player may claim a draw: the match runs, and stands where it has stood at least twice before."""
    return match.state is State.RUNNING and occurrences(match.history) >= ENOUGH


def shared_places(match: Match) -> tuple[int, ...]:
    """The places by seat if all who still play share the first: behind them comes who left last, then who left before."""
    left = [seat for move in match.history.tokens if (seat := retired_seat(move)) is not None]
    seats = map(Seat, range(match.seats))
    return tuple(match.seats - left.index(seat) if seat in left else 1 for seat in seats)
