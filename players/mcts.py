"""Monte-Carlo tree search for games with chance, with three or four seats or without an evaluation.

Alpha-beta search needs two players of whom one wins what the other loses, and a known next position. Without these, the
value of a move is estimated as the mean of many playouts.

Each playout descends the tree. At each position it follows the move with the best mean so far plus a bonus, which is
large for moves with a large prior and few visits (PUCT), so that good moves get most of the playouts and no other move
is forgotten. Where chance is to move, it rolls. The first new position where no roll is due is added to the tree and
evaluated, or played out at random if the game has no evaluation. Its value for each seat then counts for every move on
the path.

Each seat follows its own value, so any number of seats can play. Results of chance that lead to the same position, such
as all rolls that succeed, share a node.
"""

import math
import random
from collections.abc import Sequence
from typing import Final

from players.levels import Budget, BudgetExhausted, Level
from rules.core import CHANCE, Game, Move, Position

_EXPLORATION: Final = 0.8
"""The weight of the bonus for moves with few visits, beside values from -1 to 1: about the usual 1 of PUCT."""
_DOUBT: Final = 0.3
"""How much less a move is worth that was tried only once: about the spread of single values."""
_LONGEST_PLAYOUT: Final = 200
"""Moves after which a random playout counts as a draw: longer ones have usually gone round in circles."""


class _Node:
    """A position of the tree; once a playout passes it, also its moves with their priors, visits and total values."""

    __slots__ = ("after", "moves", "position", "priors", "same", "totals", "tries", "turn", "visits")

    def __init__(self, position: Position) -> None:
        self.position, self.turn = position, position.turn
        self.visits = 0
        self.moves: Sequence[Move] = ()

    def expand(self, moves: Sequence[Move], priors: Sequence[float]) -> None:
        """Give the node its moves, so that playouts can pass it."""
        self.moves, self.priors = moves, priors
        self.tries = [0] * len(moves)
        self.totals = [0.0] * len(moves)
        self.after: dict[Move, _Node] = {}
        self.same: dict[Position, _Node] = {}

    def child(self, move: Move) -> "_Node":
        """The node after a move; rolls with the same result lead to the same node."""
        found = self.after.get(move)
        if found is None:
            position = self.position.play(move)
            found = self.same.get(position) if self.turn is CHANCE else None
            if found is None:
                found = _Node(position)
                if self.turn is CHANCE:
                    self.same[position] = found
            self.after[move] = found
        return found

    def most_promising(self) -> int:
        """The number of the move to try next. A move without visits counts as worth the mean of the node."""
        expected = sum(self.totals) / self.visits if self.visits else 0.0
        exploration = _EXPLORATION * math.sqrt(self.visits + 1)
        best, best_at = -math.inf, 0
        for at, (prior, tries) in enumerate(zip(self.priors, self.tries, strict=True)):
            value = self.totals[at] / tries if tries else expected
            value += exploration * prior / (1 + tries)
            if value > best:
                best, best_at = value, at
        return best_at


class TreeSearch:
    """A search from one position, where a player or chance is to move."""

    def __init__(self, game: Game, level: Level, budget: Budget, seed: int) -> None:
        self._game, self._budget = game, budget
        self._own_sight, self._foresight = level.sampling.sight(seed), level.sampling.foresight(seed)
        self._chance = random.Random(seed)
        self._evaluations: list[Sequence[float]] = []

    def values(self, position: Position) -> dict[Move, float]:
        """The values of the tried moves for the player to move, less a doubt that shrinks with more playouts."""
        self._root = _Node(position)
        self._expand(self._root)
        try:
            while True:
                self._budget.spend()
                self._play_out()
        except BudgetExhausted:
            pass
        root = self._root
        tried = {
            move: total / tries - _DOUBT / math.sqrt(tries)
            for move, total, tries in zip(root.moves, root.totals, root.tries, strict=True)
            if tries
        }
        return tried or {root.moves[0]: 0.0}

    def mean(self) -> Sequence[float]:
        """The value of the position for each seat after `values`: the mean of all playouts."""
        if not self._evaluations:
            return self._evaluated(self._root.position)
        return [sum(values) / len(self._evaluations) for values in zip(*self._evaluations, strict=True)]

    def _evaluated(self, position: Position) -> Sequence[float]:
        """The value of a position for each seat, by evaluation or by a random playout."""
        if self._game.evaluation is not None:
            return self._game.evaluation(position)
        for _ in range(_LONGEST_PLAYOUT):
            moves = position.legal_moves()
            if not moves:
                break
            self._budget.spend()
            position = position.play(self._chance.choice(moves))
        outcome = position.outcome()
        return (0.0,) * self._game.seats.stop if outcome is None else outcome.values

    def _play_out(self) -> None:
        """Descend the tree, add a position to it, and count that position's value on the whole path."""
        path: list[tuple[_Node, int]] = []
        node = self._root
        while True:
            turn = node.turn
            if turn is None or (turn is not CHANCE and node.visits == 0 and path):
                node.visits += 1
                break
            if not node.moves:
                self._expand(node)
            at = self._chance.randrange(len(node.moves)) if turn is CHANCE else node.most_promising()
            path.append((node, at))
            node = node.child(node.moves[at])
        values = self._evaluated(node.position)
        self._evaluations.append(values)
        for passed, at in path:
            passed.visits += 1
            passed.tries[at] += 1
            if isinstance(passed.turn, int):
                passed.totals[at] += values[passed.turn]

    def _expand(self, node: _Node) -> None:
        """Find the moves of a node: at the second visit, because most positions of the tree get only one."""
        position, candidates = node.position, self._game.candidates
        sight = self._own_sight if node.turn == self._root.turn else self._foresight
        if node.turn is CHANCE:
            moves, weights = position.legal_moves(), {}
        elif candidates is not None:
            weights = dict(candidates(position))
            moves = sight.of(list(weights))
        else:
            moves, weights = sight.of(position.legal_moves()), {}
        total = sum(weights[move] for move in moves) if weights else len(moves)
        node.expand(moves, [weights.get(move, 1.0) / total for move in moves])
