"""Exact results of endings for two: whether a seat can make sure of a win, or of a tie, whatever the other plays.

An ending is a position after which chance decides nothing more and of which every line comes to an end. Every line that
matters is played to its end, without an estimate, so that a result is certain.
"""

from typing import Final

from bot.opponents.choice import evaluated
from bot.opponents.levels import Budget
from rules.core import Position, Seat

WIN, TIE = 1, 0
"""What a seat can make sure of, at least."""


class Ending:
    """The search for whether one seat can make sure of a result."""

    def __init__(self, seat: Seat, result: int) -> None:
        self._seat, self._result = seat, result
        self._known: Final = dict[Position, bool]()

    def is_sure(self, position: Position, budget: Budget) -> bool:
        """Whether the seat gets at least the result, however the other plays. Raises `BudgetExhausted`."""
        turn = position.turn
        if turn is None:
            outcome = position.outcome()
            assert outcome is not None, "nobody is to move"
            own, other = outcome.places[self._seat], outcome.places[1 - self._seat]
            return own < other or (own == other and self._result == TIE)
        known = self._known.get(position)
        if known is not None:
            return known
        assert isinstance(turn, int), "chance decides nothing in an ending"
        budget.spend()
        is_own = turn == self._seat
        following = [position.play(move) for move in position.legal_moves()]
        following.sort(key=lambda after: evaluated(after)[turn], reverse=True)
        found = any if is_own else all
        self._known[position] = sure = found(self.is_sure(after, budget) for after in following)
        return sure
