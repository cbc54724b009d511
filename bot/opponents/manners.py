"""When a character resigns, and which draws it agrees to: both follow from the evaluations of the match's positions."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.model.history import History
from rules.core import Position, Seat

_HOPELESS: Final = -0.9
"""A character resigns after half of its turns at this value or less: about one chance in twenty."""
_LEAST_TURNS: Final = 12
"""A character neither resigns nor agrees to a draw before so many turns of its own."""

_EVEN: Final = 0.1
_TURNS_TO_TELL: Final = 3
_TURNS_WITHOUT_GAIN: Final = 25
_GAIN: Final = 0.05


def resigns(history: History, seat: Seat) -> bool:
    """Whether a character resigns: it has stood lost for half of its turns, and it has a single opponent."""
    if history.seats != 2:
        return False
    worths = _worths(history, seat)
    return len(worths) >= _LEAST_TURNS and max(worths[len(worths) // 2 :]) <= _HOPELESS


def accepts_draw(history: History, seat: Seat) -> bool:
    """Whether a character agrees to a draw that is offered: it has not been ahead lately, or gets no further."""
    worths = _worths(history, seat)
    return len(worths) >= _LEAST_TURNS and (not _is_ahead(worths) or _is_stuck(worths))


def claims_draw(history: History, seat: Seat) -> bool:
    """Whether a character claims a draw where it may, since a position has come for the third time."""
    worths = _worths(history, seat)
    return bool(worths) and not _is_ahead(worths)


def _is_ahead(worths: Sequence[float]) -> bool:
    return max(worths[-_TURNS_TO_TELL:]) > _EVEN


def _is_stuck(worths: Sequence[float]) -> bool:
    return len(worths) > _TURNS_WITHOUT_GAIN and worths[-1] < worths[-1 - _TURNS_WITHOUT_GAIN] + _GAIN


def _worths(history: History, seat: Seat) -> Sequence[float]:
    """What the game made of the positions in which a seat was to begin a turn, and makes of the present one.

    Empty if it does not judge positions.
    """
    evaluation = history.game.evaluation
    if evaluation is None:
        return ()
    began = (evaluation(position)[seat] for position in _turns(history, seat))
    return (*began, evaluation(history.position)[seat])


def _turns(history: History, seat: Seat) -> Iterator[Position]:
    """The positions in which a seat began its turns."""
    latest: Seat | None = None
    for step in history.steps:
        if step.mover is None:
            continue
        if step.mover == seat != latest:
            yield step.before
        latest = step.mover
