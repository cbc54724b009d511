"""Monte-Carlo tree search for games with chance, with three or four seats or without an evaluation.

Each playout goes down the tree, at each position by the move that looks best to the player to move or has been tried too
seldom for its prior (PUCT); chance decides at random. Where it leaves the tree the position is evaluated, or played out at
random where the game has no evaluation, and its value for each seat counts on the whole way. Results of chance that come
to the same position, such as all rolls that succeed, share a node.
"""

import math
import random
from collections.abc import Sequence
from typing import Final

from bot.opponents.budget import Budget, BudgetExhausted
from bot.opponents.levels import Level
from rules.core import CHANCE, Game, Move, Outcome, Position

_EXPLORATION: Final = 0.8
"""How much it counts that a move has been tried seldom, beside values from -1 to 1."""
_DOUBT: Final = 0.3
"""How much less a move is worth that has been tried only once: about the spread of single values."""
_LONGEST_PLAYOUT: Final = 200


class _Node:
    """A position of the tree, and once it is passed: its moves, their priors, visits and total values."""

    __slots__ = ("after", "moves", "position", "priors", "same", "totals", "tries", "visits")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.visits = 0

    def grow(self, moves: Sequence[Move], priors: Sequence[float]) -> None:
        """From now on playouts may pass."""
        self.moves, self.priors = moves, priors
        self.tries = [0] * len(moves)
        self.totals = [0.0] * len(moves)
        self.after: dict[Move, _Node] = {}
        self.same: dict[Position, _Node] = {}

    def child(self, move: Move) -> "_Node":
        """The node after a move; chance comes to the same one by each roll that has the same result."""
        found = self.after.get(move)
        if found is None:
            found = _Node(self.position.play(move))
            if self.position.turn is CHANCE:
                found = self.same.setdefault(found.position, found)
            self.after[move] = found
        return found

    def most_promising(self) -> int:
        """The number of the move to try next. One that was not tried yet is expected to be as good as the rest."""
        expected = sum(self.totals) / self.visits if self.visits else 0.0
        exploration = _EXPLORATION * math.sqrt(self.visits + 1)
        best, best_at = -math.inf, 0
        for at, (prior, tries) in enumerate(zip(self.priors, self.tries, strict=True)):
            value = self.totals[at] / tries if tries else expected
            value += exploration * prior / (1 + tries)
            if value > best:
                best, best_at = value, at
        return best_at


def worths(position: Position, game: Game, level: Level, budget: Budget, seed: int) -> dict[Move, float]:
    """The values of the moves that were tried for the player to move, the less the less sure they are."""
    tree = _Tree(game, level, budget, seed)
    tree.search(position)
    return tree.worths()


def worth(position: Position, game: Game, level: Level, budget: Budget, seed: int) -> Sequence[float]:
    """The value of a position for each seat, whether a player or chance is to move: the mean of all playouts."""
    return searched(position, game, level, budget, seed)[0]


def searched(
    position: Position, game: Game, level: Level, budget: Budget, seed: int
) -> tuple[Sequence[float], Move | None]:
    """The value of a position for each seat, and the best move where a player is to move."""
    tree = _Tree(game, level, budget, seed)
    if position.turn is None:
        return tree.value(position), None
    tree.search(position)
    found = tree.worths()
    return tree.mean(position), max(found, key=lambda move: found[move]) if isinstance(position.turn, int) else None


class _Tree:
    def __init__(self, game: Game, level: Level, budget: Budget, seed: int) -> None:
        self._game, self._budget = game, budget
        self._sight = level.sampling.sight(seed)
        self._chance = random.Random(seed)
        self._values: list[Sequence[float]] = []

    def search(self, position: Position) -> None:
        """Plays out until the budget is spent."""
        self._root = _Node(position)
        self._grow(self._root)
        try:
            while True:
                self._budget.spend()
                self._play_out()
        except BudgetExhausted:
            pass

    def worths(self) -> dict[Move, float]:
        root = self._root
        tried = {
            move: total / tries - _DOUBT / math.sqrt(tries)
            for move, total, tries in zip(root.moves, root.totals, root.tries, strict=True)
            if tries
        }
        return tried or {root.moves[0]: 0.0}

    def mean(self, position: Position) -> Sequence[float]:
        if not self._values:
            return self.value(position)
        return [sum(values) / len(self._values) for values in zip(*self._values, strict=True)]

    def value(self, position: Position) -> Sequence[float]:
        """The value of a position for each seat."""
        if self._game.evaluation is not None:
            return self._game.evaluation(position)
        for _ in range(_LONGEST_PLAYOUT):
            moves = position.legal_moves()
            if not moves:
                break
            self._budget.spend()
            position = position.play(self._chance.choice(moves))
        outcome = position.outcome()
        return (0.0,) * self._game.seats.stop if outcome is None else _values_of(outcome)

    def _play_out(self) -> None:
        """Goes down the tree, grows it by a position and adds the value of that on the whole way."""
        way: list[tuple[_Node, int]] = []
        node, position = self._root, self._root.position
        while True:
            turn = position.turn
            if turn is None or (node.visits == 0 and way):
                node.visits += 1
                break
            if node.visits == 1 and way:
                self._grow(node)
            at = self._chance.randrange(len(node.moves)) if turn is CHANCE else node.most_promising()
            way.append((node, at))
            node = node.child(node.moves[at])
            position = node.position
        values = self.value(position)
        self._values.append(values)
        for passed, at in way:
            turn = passed.position.turn
            passed.visits += 1
            passed.tries[at] += 1
            if isinstance(turn, int):
                passed.totals[at] += values[turn]

    def _grow(self, node: _Node) -> None:
        """Only now, because most positions of the tree are never passed."""
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


def _values_of(outcome: Outcome) -> tuple[float, ...]:
    """The value of an outcome for each seat: 1 if all others are behind, -1 if all are ahead."""
    places = outcome.places
    return tuple(sum((other > place) - (other < place) for other in places) / (len(places) - 1) for place in places)
