"""Forced wins: whether one seat wins within some moves, whatever the other plays.

Every move of both sides is searched, without evaluation, reductions or pruning. So a win that is found is certain, and
if none is found, there is none within that many moves. For each position, the search keeps the fewest moves within
which it is won, and the most within which it is not.
"""

from collections import defaultdict
from typing import Final, NamedTuple

from bot.opponents.levels import Budget
from rules.core import Move, Position, Seat

_NEVER: Final = 1_000
"""More moves than any search is deep."""


class _Known(NamedTuple):
    won: int
    open: int
    best: Move
    """The move that decided the search, to be tried first the next time."""


class Forcing:
    """The search for forced wins of one seat in a game for two without chance."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._known: dict[Position, _Known] = {}
        self._history: tuple[defaultdict[Move, int], ...] = (defaultdict(int), defaultdict(int))

    def shortest(self, position: Position, depth: int, budget: Budget) -> int | None:
        """The fewest moves within which the seat can force a win, at most `depth`. Raises `BudgetExhausted`."""
        return next((few for few in range(depth + 1) if self.wins(position, few, budget)), None)

    def wins(self, position: Position, depth: int, budget: Budget) -> bool:
        """Whether the seat can force a win within `depth` moves. Raises `BudgetExhausted`."""
        budget.spend()
        known = self._known.get(position)
        if known is not None:
            if depth >= known.won:
                return True
            if depth <= known.open:
                return False
        turn = position.turn
        if turn is None:
            outcome = position.outcome()
            return outcome is not None and outcome.places[self._seat] < outcome.places[1 - self._seat]
        if depth <= 0:
            return False
        assert isinstance(turn, int), "there is no chance in these games"
        history, is_own = self._history[turn], turn == self._seat
        moves = sorted(position.legal_moves(), key=history.__getitem__)
        if known is not None:
            moves.remove(known.best)
            moves.insert(0, known.best)
        decided, best = not is_own, moves[0]
        for move in moves:
            if self.wins(position.play(move), depth - 1, budget) == is_own:
                decided, best = is_own, move
                history[move] -= depth * depth
                break
        won, still_open = (known.won, known.open) if known is not None else (_NEVER, -1)
        self._known[position] = _Known(min(won, depth), still_open, best) if decided else _Known(won, depth, best)
        return decided
