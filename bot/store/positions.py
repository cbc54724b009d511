"""From records to positions, with a bounded memory of those met last.

A position is always derived from the record. What is remembered is keyed by the whole record, so it can never be
out of date.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from rules.core import CHANCE, Game, Move, Position
from rules.record import Step, steps

_REMEMBERED: Final = 512


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a record leads: the position, and the steps of the turn that was played last, oldest first."""

    position: Position
    last_turn: tuple[Step, ...]


class Positions:
    """Replays records; used from one event loop."""

    def __init__(self) -> None:
        """Start with nothing remembered."""
        self._known: OrderedDict[tuple[str, int, tuple[Move, ...]], Reached] = OrderedDict()

    def reached(self, game: Game, seats: int, record: tuple[Move, ...]) -> Reached:
        """Where `record` leads. Raises `rules.core.IllegalMove` if it cannot be replayed."""
        key = (game.key, seats, record)
        found = self._known.pop(key, None) or self._one_further(game, seats, record) or _replayed(game, seats, record)
        self._known[key] = found
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found

    def _one_further(self, game: Game, seats: int, record: tuple[Move, ...]) -> Reached | None:
        """The common case, a move more than what is remembered, without replaying the rest."""
        known = self._known.get((game.key, seats, record[:-1])) if record else None
        if known is None:
            return None
        step = Step(known.position, record[-1], known.position.play(record[-1]))
        return Reached(step.after, _last_turn((*known.last_turn, step)))


def _replayed(game: Game, seats: int, record: tuple[Move, ...]) -> Reached:
    played = tuple(steps(game, seats, record))
    position = played[-1].after if played else game.start(seats)
    return Reached(position, _last_turn(played))


def _last_turn(played: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps since another seat moved; what chance decides belongs to the turn of the move that led to it."""
    mover, first = None, 0
    for index in range(len(played) - 1, -1, -1):
        turn = played[index].before.turn
        if turn is CHANCE:
            continue
        if mover is not None and turn != mover:
            break
        mover, first = turn, index
    return played[first:]
