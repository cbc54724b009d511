"""Looking ahead in games with chance, with three or four seats or without an evaluation: a tree that grows by samples.

Each sample goes down the tree, at each position by the move that is most promising for the seat to move or has been
tried too seldom for its prior; chance decides as the seed has it. The position where it leaves the tree is judged, or
played out at random where the game has no evaluation, and what it is worth for each seat counts on the whole way.
"""

import math
import random
from collections.abc import Sequence
from typing import Final

from bot.opponents.budget import Budget, BudgetExhausted
from bot.opponents.levels import Level
from bot.opponents.sight import Sight
from rules.core import CHANCE, Game, Move, Outcome, Position

_CURIOSITY: Final = 0.8
"""How much it counts that a move has been tried seldom."""
_DOUBT: Final = 0.3
"""How much less a move is worth that has been tried once only."""
_LONGEST_PLAYOUT: Final = 200


class _Node:
    """A position of the tree, and once it is passed: its moves, their priors, how often each was tried and its yield."""

    __slots__ = ("after", "moves", "position", "priors", "totals", "tries", "visits")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.visits = 0

    def grow(self, moves: Sequence[Move], priors: Sequence[float]) -> None:
        """From now on samples may pass."""
        self.moves, self.priors = moves, priors
        self.tries = [0] * len(moves)
        self.totals = [0.0] * len(moves)
        self.after: dict[Move, _Node] = {}

    def most_promising(self) -> int:
        """The number of the move to try next. One that was not tried yet is expected to be as good as the rest."""
        expected = sum(self.totals) / self.visits if self.visits else 0.0
        curiosity = _CURIOSITY * math.sqrt(self.visits + 1)
        best, best_at = -math.inf, 0
        for at, (prior, tries) in enumerate(zip(self.priors, self.tries, strict=True)):
            worth = self.totals[at] / tries if tries else expected
            worth += curiosity * prior / (1 + tries)
            if worth > best:
                best, best_at = worth, at
        return best_at


def worths(position: Position, game: Game, level: Level, budget: Budget, seed: int) -> dict[Move, float]:
    """What the moves of a position that were tried are worth for the seat to move, the less the less sure it is."""
    return _Sampling(game, level, budget, seed).worths(position)


def worth(position: Position, game: Game, level: Level, budget: Budget, seed: int) -> Sequence[float]:
    """What a position is worth for each seat, whoever is to move or to roll there: the mean of all samples."""
    return _Sampling(game, level, budget, seed).worth(position)


class _Sampling:
    def __init__(self, game: Game, level: Level, budget: Budget, seed: int) -> None:
        self._game, self._budget = game, budget
        self._sight = Sight(level.sampling.overlooked, seed)
        self._chance = random.Random(seed)
        self._gains: list[Sequence[float]] = []

    def worth(self, position: Position) -> Sequence[float]:
        if position.turn is None:
            return self._judged(position)
        self.worths(position)
        return [sum(gains) / len(self._gains) for gains in zip(*self._gains, strict=True)]

    def worths(self, position: Position) -> dict[Move, float]:
        root = _Node(position)
        self._grow(root)
        try:
            while True:
                self._sample(root)
        except BudgetExhausted:
            pass
        tried = {
            move: total / tries - _DOUBT / math.sqrt(tries)
            for move, total, tries in zip(root.moves, root.totals, root.tries, strict=True)
            if tries
        }
        return tried or {root.moves[0]: 0.0}

    def _sample(self, root: _Node) -> None:
        """Goes down the tree, grows it by a position and reckons with what that is worth on the whole way."""
        self._budget.spend()  # also where it comes to nothing new, as near the end of a game
        way: list[tuple[_Node, int]] = []
        node, position = root, root.position
        while True:
            turn = position.turn
            if turn is None or (node.visits == 0 and way):
                node.visits += 1
                break
            if node.visits == 1 and way:
                self._grow(node)
            at = self._chance.randrange(len(node.moves)) if turn is CHANCE else node.most_promising()
            way.append((node, at))
            move = node.moves[at]
            after = node.after.get(move)
            if after is None:
                self._budget.spend()
                after = node.after[move] = _Node(position.play(move))
            node, position = after, after.position
        gained = self._judged(position)
        self._gains.append(gained)
        for passed, at in way:
            turn = passed.position.turn
            passed.visits += 1
            passed.tries[at] += 1
            if isinstance(turn, int):
                passed.totals[at] += gained[turn]

    def _grow(self, node: _Node) -> None:
        """Only now, for most positions of the tree are never passed."""
        position, candidates = node.position, self._game.candidates
        if position.turn is CHANCE:
            moves, weights = position.legal_moves(), {}
        elif candidates is not None:
            weights = dict(candidates(position))
            moves = self._sight.of(list(weights))
        else:
            moves, weights = self._sight.of(position.legal_moves()), {}
        whole = sum(weights[move] for move in moves) if weights else len(moves)
        node.grow(moves, [weights.get(move, 1.0) / whole for move in moves])

    def _judged(self, position: Position) -> Sequence[float]:
        if self._game.evaluation is not None:
            return self._game.evaluation(position)
        for _ in range(_LONGEST_PLAYOUT):
            moves = position.legal_moves()
            if not moves:
                break
            self._budget.spend()
            position = position.play(self._chance.choice(moves))
        outcome = position.outcome()
        return (0.0,) * self._game.seats.stop if outcome is None else _shares(outcome)


def _shares(outcome: Outcome) -> tuple[float, ...]:
    """What an outcome is worth for each seat: 1 if all others are behind, -1 if all are ahead."""
    places = outcome.places
    return tuple(sum((other > place) - (other < place) for other in places) / (len(places) - 1) for place in places)
