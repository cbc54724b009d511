"""From records to positions, with a bounded memory of those met last.

A position is always derived from the record. What is remembered is keyed by the whole record, so it can never be
out of date.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from rules.core import Game, Move, Position
from rules.record import Step, follow, steps

_REMEMBERED: Final = 512
_LOOK_BACK: Final = 30  # entries that one move may add: draws, and steps that left no choice


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a record leads: the position, and the steps that led there, oldest first."""

    position: Position
    steps: tuple[Step, ...]


class Positions:
    """Replays records; used from one event loop."""

    def __init__(self) -> None:
        """Start with nothing remembered."""
        self._known: OrderedDict[tuple[str, int, tuple[Move, ...]], Reached] = OrderedDict()

    def reached(self, game: Game, seats: int, record: tuple[Move, ...]) -> Reached:
        """Where `record` leads. Raises `rules.core.IllegalMove` if it cannot be replayed."""
        key = (game.key, seats, record)
        found = self._known.pop(key, None) or self._further(game, seats, record) or _replayed(game, seats, record)
        self._known[key] = found
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found

    def _further(self, game: Game, seats: int, record: tuple[Move, ...]) -> Reached | None:
        """The common case, a few entries more than what is remembered, without replaying the rest."""
        for length in range(len(record) - 1, max(len(record) - _LOOK_BACK, 0) - 1, -1):
            known = self._known.get((game.key, seats, record[:length]))
            if known is not None:
                return _continued(known, record[length:])
        return None


def _continued(known: Reached, entries: tuple[Move, ...]) -> Reached:
    position, played = known.position, list(known.steps)
    for entry in entries:
        played.append(Step(position, entry, follow(position, entry)))
        position = played[-1].after
    return Reached(position, tuple(played))


def _replayed(game: Game, seats: int, record: tuple[Move, ...]) -> Reached:
    played = tuple(steps(game, seats, record))
    position = played[-1].after if played else game.start(seats)
    return Reached(position, played)
