"""When a character resigns, and which draws it agrees to, both decided by evaluations of the match's positions."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.model.history import History
from bot.model.match import Match
from rules.core import Position, Seat

_HOPELESS: Final = -0.9
"""A character resigns after half of its turns at this value or less: about one chance in twenty."""
_LEAST_TURNS: Final = 12
"""A character neither resigns nor agrees to a draw before this many turns of its own."""

_EVEN: Final = 0.1
"""A character with a higher value is ahead: 55 % of the chances."""
_TURNS_TO_TELL: Final = 3
"""How many of its last turns count as recent: evaluations jump while pieces are exchanged."""
_TURNS_WITHOUT_GAIN: Final = 25
"""It makes no progress if this many turns of its own gained less than `_GAIN`: a quarter of a long match."""
_GAIN: Final = 0.05
"""The least gain that counts as progress: more than an evaluation varies by itself."""


def resigns(history: History, seat: Seat) -> bool:
    """Whether a character resigns: its position was lost for half of its turns, and it has a single opponent."""
    if history.seats != 2:
        return False
    values = _values(history, seat)
    return len(values) >= _LEAST_TURNS and max(values[len(values) // 2 :]) <= _HOPELESS


def accepts_draw(history: History, seat: Seat) -> bool:
    """Whether a character agrees to an offered draw: it has not been ahead lately, or makes no progress."""
    values = _values(history, seat)
    return len(values) >= _LEAST_TURNS and (not _is_ahead(values) or _is_stuck(values))


def willing_to_draw(match: Match) -> frozenset[int]:
    """The characters in a running match who would agree to a draw. It takes a while: call it off the event loop."""
    seats = [Seat(seat) for seat, player in enumerate(match.seated) if player.is_character]
    return frozenset(match.seated[seat].id for seat in seats if accepts_draw(match.history, seat))


def claims_draw(history: History, seat: Seat) -> bool:
    """Whether a character claims the draw that it may claim because a position has occurred for the third time."""
    values = _values(history, seat)
    return bool(values) and not _is_ahead(values)


def _is_ahead(values: Sequence[float]) -> bool:
    return max(values[-_TURNS_TO_TELL:]) > _EVEN


def _is_stuck(values: Sequence[float]) -> bool:
    return len(values) > _TURNS_WITHOUT_GAIN and values[-1] < values[-1 - _TURNS_WITHOUT_GAIN] + _GAIN


def _values(history: History, seat: Seat) -> Sequence[float]:
    """A seat's values of the positions in which it began a turn and of the current one; empty without an evaluation."""
    evaluation = history.game.evaluation
    if evaluation is None:
        return ()
    return [evaluation(position)[seat] for position in (*_turns(history, seat), history.position)]


def _turns(history: History, seat: Seat) -> Iterator[Position]:
    """The positions in which a seat began its turns."""
    latest: Seat | None = None
    for step in history.steps:
        if step.mover is None:
            continue
        if step.mover == seat != latest:
            yield step.before
        latest = step.mover
