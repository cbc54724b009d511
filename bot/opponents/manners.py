"""When a character gives up, and which draws it agrees to. All of it follows from what the game makes of positions."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.model.history import History
from rules.core import Position, Seat

_HOPELESS: Final = -0.75
"""Whoever is judged so low for half of their turns loses: in 420 matches between characters one came back."""
_LEAST_TURNS: Final = 12
"""In so few turns of its own nobody gives up or agrees to a draw."""
_TWO: Final = 2

_EVEN: Final = 0.1
_TURNS_TO_TELL: Final = 3
_TURNS_WITHOUT_GAIN: Final = 25
_GAIN: Final = 0.05


def resigns(history: History, seat: Seat) -> bool:
    """Whether a character gives up: it has been lost for half of its turns, and there is nobody else at the table."""
    if history.seats != _TWO:
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
