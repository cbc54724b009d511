"""Looking ahead in games for two without chance: alpha-beta with iterative deepening.

Worths are those of seat 0, so that one seat looks for the greatest and the other for the smallest, whoever moves how
often in a row. A search remembers what it found for a position (a transposition table), looks first at moves that were
good elsewhere, at late quiet ones less deeply and at the others of a node only for whether they are better than the
first; where its depth ends it goes on with the moves without which a position cannot be judged (`Game.noisy_moves`).
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.opponents.budget import Budget, BudgetExhausted
from bot.opponents.levels import Level
from bot.opponents.sight import Sight
from rules.core import Move, NoisyMoves, Position

_WON: Final = 1.0
_CALM: Final = NoisyMoves((), compulsory=False)
_HASTE: Final = 0.001
"""How much a won position is worth more for each move that it comes earlier."""
_LONGEST_PATH: Final = 500
_FARTHEST: Final = 10.0
_LEAST_WINDOW: Final = 1e-6
_SOFTNESSES: Final = 4
"""Moves that are worth so many times the softness less than the best are not told apart."""
_EARLY: Final = 4
"""Moves of a node that are looked at as deeply as it goes."""
_LEAST_DEPTH_TO_REDUCE: Final = 3
_ENOUGH: Final = 0.5
"""The share of the budget after which no deeper search is begun: it would hardly come to an end."""


class Found(NamedTuple):
    """What is known of a position: how deep it was searched, between which worths its own lies, and its best move."""

    depth: int
    least: float
    most: float
    best: Move


@dataclass(frozen=True, slots=True)
class Known:
    """What the game says of its positions."""

    evaluation: Callable[[Position], Sequence[float]]
    noisy_moves: Callable[[Position], NoisyMoves] | None


def worths(position: Position, known: Known, level: Level, budget: Budget, seed: int) -> dict[Move, float]:
    """What the moves of a position are worth for the seat to move: all that come near to the best, the best exactly."""
    return _Search(known, level, budget, seed).worths(position)


class Standout(NamedTuple):
    """The best move of a position as far as a search has looked, its worth, and whether all others are far behind."""

    depth: int
    best: Move
    worth: float
    is_alone: bool


def standouts(
    position: Position, known: Known, level: Level, budget: Budget, bar: Callable[[float, int], float]
) -> Iterator[Standout]:
    """What is seen one move ahead, then two, and so on until the budget is spent or the end is seen.

    The best move is alone if no other is worth more than the `bar` for its worth at this depth. That is much cheaper to
    know than what all of them are worth.
    """
    return _Search(known, level, budget, 0).standouts(position, bar)


class _Search:
    def __init__(self, known: Known, level: Level, budget: Budget, seed: int) -> None:
        self._known, self._level, self._budget = known, level, budget
        self._sight = Sight(level.lookahead.overlooked, seed)
        self._chance = random.Random(seed)
        self._found: dict[Position, Found] = {}
        self._history: tuple[defaultdict[Move, int], ...] = (defaultdict(int), defaultdict(int))
        self._path: set[Position] = set()

    def worths(self, position: Position) -> dict[Move, float]:
        """Deepens until the budget is spent; what an unfinished depth found counts for the moves that it came to."""
        moves = list(self._sight.of(position.legal_moves()))
        self._chance.shuffle(moves)
        result = dict.fromkeys(moves, 0.0)
        for depth in range(1, self._level.depth + 1):
            deeper: dict[Move, float] = {}
            try:
                self._look_at_all(position, moves, depth, deeper)
            except BudgetExhausted:
                return deeper or result
            result = deeper
            moves.sort(key=lambda move: -result[move])
            if len(moves) == 1 or abs(result[moves[0]]) >= _WON or self._budget.spent > _ENOUGH * self._budget.nodes:
                break
        return result

    def standouts(self, position: Position, bar: Callable[[float, int], float]) -> Iterator[Standout]:
        """Each depth begins with the best move of the one before, and with whatever came too near to that."""
        moves = list(position.legal_moves())
        for depth in range(1, self._level.depth + 1):
            deeper: dict[Move, float] = {}
            try:
                self._look_at_all(position, moves, depth, deeper)
                moves.sort(key=lambda move: -deeper[move])
                best, worth = moves[0], deeper[moves[0]]
                rival = self._rival(position, moves[1:], depth, bar(worth, depth))
            except BudgetExhausted:
                return
            yield Standout(depth, best, worth, rival is None)
            if abs(worth) >= _WON:
                return
            if rival is not None:
                moves.remove(rival)
                moves.insert(1, rival)

    def _rival(self, position: Position, moves: Sequence[Move], depth: int, bar: float) -> Move | None:
        """The first of some moves that is worth more than the bar."""
        seat = position.turn
        assert isinstance(seat, int)
        self._path = {position}
        for move in moves:
            if self._worth(position.play(move), seat, depth - 1, bar, bar + _LEAST_WINDOW) > bar:
                return move
        return None

    def _look_at_all(self, position: Position, moves: list[Move], depth: int, deeper: dict[Move, float]) -> None:
        """Fill `deeper` with the worth of each move; of those far behind the best it is only known that they are."""
        seat = position.turn
        assert isinstance(seat, int)
        margin = _SOFTNESSES * self._level.lookahead.softness
        best = -_FARTHEST
        self._path = {position}
        for move in moves:
            deeper[move] = self._worth(position.play(move), seat, depth - 1, best - margin, _FARTHEST)
            best = max(best, deeper[move])

    def _worth(self, position: Position, seat: int, depth: int, alpha: float, beta: float) -> float:
        """The worth for `seat`, whoever is to move: exact between `alpha` and `beta`, outside of them a limit."""
        self._budget.spend()
        if position in self._path:
            return 0.0
        if depth <= 0:
            return self._calm_worth(position, seat, self._level.reading, alpha, beta)
        turn = position.turn
        if turn is None:
            return self._judged(position, seat)
        if turn == seat:
            return self._searched(position, seat, depth, alpha, beta)
        return -self._searched(position, 1 - seat, depth, -beta, -alpha)

    def _searched(self, position: Position, mover: int, depth: int, alpha: float, beta: float) -> float:
        """The worth for the seat to move, remembered or found by looking at its moves."""
        found = self._found.get(position)
        if found is not None and found.depth >= depth:
            if found.least >= beta or found.least == found.most:
                return found.least
            if found.most <= alpha:
                return found.most
        self._path.add(position)
        worth, best = self._best(position, mover, depth, alpha, beta)
        self._path.discard(position)
        least, most = (worth if worth > alpha else -_FARTHEST), (worth if worth < beta else _FARTHEST)
        self._found[position] = Found(depth, least, most, best)
        return worth

    def _best(self, position: Position, mover: int, depth: int, alpha: float, beta: float) -> tuple[float, Move]:
        moves, urgent = self._ordered(position, mover)
        best, best_move = -_FARTHEST, moves[0]
        for at, move in enumerate(moves):
            after = position.play(move)
            if at == 0:
                worth = self._worth(after, mover, depth - 1, alpha, beta)
            else:
                late = at >= urgent + _EARLY and depth >= _LEAST_DEPTH_TO_REDUCE
                worth = self._worth(after, mover, depth - 1 - late, alpha, alpha + _LEAST_WINDOW)
                if worth > alpha and (late or worth < beta):
                    worth = self._worth(after, mover, depth - 1, alpha, beta)
            if worth > best:
                best, best_move = worth, move
                alpha = max(alpha, worth)
                if alpha >= beta:
                    self._history[mover][move] -= depth * depth
                    break
        return best, best_move

    def _ordered(self, position: Position, mover: int) -> tuple[list[Move], int]:
        """The moves, the most promising first, and how many of them must not be looked at less deeply."""
        moves = sorted(self._sight.of(position.legal_moves()), key=self._history[mover].__getitem__)
        found = self._found.get(position)
        first = [] if found is None else [found.best]
        noisy_moves = self._known.noisy_moves
        if noisy_moves is not None:
            first += self._sight.of(noisy_moves(position).moves)
        return list(dict.fromkeys((*first, *moves))), len(first)

    def _calm_worth(self, position: Position, seat: int, longest: int, alpha: float, beta: float) -> float:
        """The worth for `seat` once nothing is left to be read out, or after so many moves."""
        noisy_moves = self._known.noisy_moves
        moves, compulsory = _CALM if noisy_moves is None or not longest else noisy_moves(position)
        if not moves:
            return self._judged(position, seat)
        mover = position.turn
        assert isinstance(mover, int)
        sign = 1 if mover == seat else -1
        if sign < 0:
            alpha, beta = -beta, -alpha
        best = -_FARTHEST if compulsory else self._judged(position, mover)
        for move in self._sight.of(moves):
            alpha = max(alpha, best)
            if alpha >= beta:
                break
            self._budget.spend()
            best = max(best, self._calm_worth(position.play(move), mover, longest - 1, alpha, beta))
        return sign * best

    def _judged(self, position: Position, seat: int) -> float:
        """What the game says of a position; the earlier it is won, the better."""
        worth = self._known.evaluation(position)[seat]
        if abs(worth) < _WON:
            return worth
        return worth * (1.0 + _HASTE * max(0, _LONGEST_PATH - len(self._path)))
