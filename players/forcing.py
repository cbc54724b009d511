"""Forced wins: whether one seat wins within some moves, whatever the other plays; and endings, which are solved.

Every move of both sides is searched, without evaluation, reductions or pruning. So a win that is found is certain, and
if none is found, there is none within that many moves. For each position, the search keeps the fewest moves within
which it is won, and the most within which it is not. Where the rules limit the moves that are left, the same search
finds out whether a move wins, ties or loses.
"""

from collections import defaultdict
from typing import Final, NamedTuple

from players.levels import Budget, BudgetExhausted
from players.search import WON, seat_to_move
from rules.core import Game, Move, Position, Seat

LAST_MOVES: Final = 26
"""The most moves left in an ending: twelve empty points of Fursaz, with all passes."""
TO_THE_END: Final = 1_000
"""The depth at which every line is followed to the last move, which there has to be."""
_NEVER: Final = 1_001
"""More moves than any search is deep."""
_DEEPEST: Final = 40
"""Moves that are searched deeper than this count no more when others are ordered."""
_TWO: Final = 2
_LEAN: Final = 0.01
"""How much the evaluation may add to the value of a solved move, to choose among moves that come to the same."""


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
        """Whether the seat can force a win within `depth` moves, or at all `TO_THE_END`. Raises `BudgetExhausted`."""
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
        following = depth if depth == TO_THE_END else depth - 1
        decided, best = not is_own, moves[0]
        for move in moves:
            if self.wins(position.play(move), following, budget) == is_own:
                decided, best = is_own, move
                history[move] -= min(depth, _DEEPEST) ** 2
                break
        won, still_open = (known.won, known.open) if known is not None else (_NEVER, -1)
        self._known[position] = _Known(min(won, depth), still_open, best) if decided else _Known(won, depth, best)
        return decided


def moves_left(position: Position, game: Game) -> int | None:
    """The most moves until the end; None if there is no limit, or chance may decide something yet."""
    return None if game.longest is None else game.longest(position)


class Ending:
    """The end of a game for two, in which every line is followed to the last move."""

    def __init__(self, game: Game) -> None:
        assert game.evaluation is not None, "only games with an evaluation are solved"
        self._evaluation = game.evaluation
        self._forcing = (Forcing(Seat(0)), Forcing(Seat(1)))

    @staticmethod
    def begins(position: Position, game: Game) -> bool:
        """Whether a position is so near the end that it may be worth solving."""
        left = moves_left(position, game)
        if left is None or left > LAST_MOVES or game.evaluation is None:
            return False
        return len(game.evaluation(position)) == _TWO

    def values(self, position: Position, budget: Budget) -> dict[Move, float] | None:
        """The value of each move for the player to move: at least 1 if it wins, at most -1 if it loses, else near 0.

        Moves that come to the same differ a little, by the evaluation. If the budget is spent before all moves are
        known, the others are missing beside one that wins; if none does, nothing is known: None.
        """
        seat = seat_to_move(position)
        own, other = self._forcing[seat], self._forcing[1 - seat]
        found: dict[Move, float] = {}
        try:
            for move in position.legal_moves():
                after = position.play(move)
                lean = _LEAN * self._evaluation(after)[seat]
                if own.wins(after, TO_THE_END, budget):
                    found[move] = WON + _LEAN + lean
                elif other.wins(after, TO_THE_END, budget):
                    found[move] = -WON - _LEAN + lean
                else:
                    found[move] = lean
        except BudgetExhausted:
            return found if any(value >= WON for value in found.values()) else None
        return found
