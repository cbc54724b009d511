"""Alpha-beta search for games for two without chance.

Iterative deepening: a search one move deep, then two, and so on until the budget is spent, each ordered by what the one
before found. The transposition table keeps bounds of the values of positions, so that a position reached in two orders
of moves is searched once. Principal variation search expects the first move of each node to be the best: the others are
searched with a null window, which only tells whether they are better, and once more if they are. The history heuristic
puts moves first that have refuted others, and late move reductions search the last ones less deep. At a level that does
not count compulsory captures they cost no depth, so that sacrifices are seen through. Where the depth ends, quiescence
search goes on with the noisy moves (`Game.noisy_moves`), because an evaluation in the middle of captures means little.
Values are for the player to move at a node, who in some games moves several times in a row.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from players.levels import Budget, BudgetExhausted, Level, Sight
from rules.core import Game, Move, NoisyMoves, Position, Seat

WON: Final = 1.0
"""The least value of a forced win."""
_HASTE: Final = 0.001
"""How much more a win is worth for each move that it comes earlier: so little that it matters only between wins."""
_LONGEST_PATH: Final = 500
"""More moves than any path of a search has."""
_INFINITE: Final = 10.0
"""More than any value: a win in no moves is worth 1.5."""
_NULL_WINDOW: Final = 1e-6
"""The width of a null window: less than any difference between values that matters."""
_TEMPERATURES: Final = 4
"""Moves this many temperatures below the best are hardly ever chosen, so their values are not told apart."""
_REDUCED: Final = 4
"""Moves from this number on are searched less deep: with good ordering, the best move nearly always comes earlier."""
_REDUCED_MORE: Final = 12
"""Moves from this number on are reduced by one more move."""
_QUIET: Final = NoisyMoves((), compulsory=False)
"""No noisy moves."""


class Entry(NamedTuple):
    """What the transposition table knows of a position: the depth searched, bounds of its value, and its best move."""

    depth: int
    least: float
    most: float
    best: Move


class Standout(NamedTuple):
    """The best move at some depth, its value, and whether all other moves are far behind."""

    depth: int
    best: Move
    value: float
    is_alone: bool


class Search:
    """A search from one position, with its transposition table.

    A search for proofs `reduces` nothing, because a late move may be the refutation.
    """

    def __init__(self, game: Game, level: Level, budget: Budget, seed: int, *, reduces: bool = True) -> None:
        assert game.evaluation is not None, "only games with an evaluation are searched"
        self._evaluation, self._noisy_moves = game.evaluation, game.noisy_moves or _quiet
        self._level, self._budget, self._reduces = level, budget, reduces
        self._own_sight, self._foresight = level.lookahead.sight(seed), level.lookahead.foresight(seed)
        self._seat: Seat | None = None
        self._chance = random.Random(seed)
        self.table: dict[Position, Entry] = {}
        self._history: tuple[defaultdict[Move, int], ...] = (defaultdict(int), defaultdict(int))
        self._path: set[Position] = set()

    def values(self, position: Position, played: Move | None = None) -> dict[Move, float]:
        """The values of the moves near the best one and of the `played` one, and upper bounds of the others.

        Deepens until the budget is spent; what an unfinished depth found counts for the moves that it came to, if these
        include the best one of the depth before.
        """
        moves = list(self._own_sight.of(position.legal_moves()))
        self._chance.shuffle(moves)
        result = dict.fromkeys(moves, 0.0)
        for depth in range(1, self._level.depth + 1):
            moves.sort(key=lambda move: (move != played, -result[move]))
            deeper: dict[Move, float] = {}
            try:
                self._search_root(position, moves, depth, deeper)
            except BudgetExhausted:
                return deeper if len(deeper) > 1 else result
            result = deeper
            best = max(result, key=result.__getitem__)
            if len(moves) == 1 or all(abs(result[move]) >= WON for move in (best, played or best)):
                break
        return result

    def standouts(self, position: Position, bar: Callable[[float, int], float]) -> Iterator[Standout]:
        """The best move at depth 1, at depth 2, and so on until the budget is spent or the end is seen.

        It is alone if no other is worth more than the `bar` for its value at this depth. That is much cheaper to know
        than the values of all.
        """
        moves = list(position.legal_moves())
        for depth in range(1, self._level.depth + 1):
            deeper: dict[Move, float] = {}
            try:
                self._search_root(position, moves, depth, deeper)
                moves.sort(key=lambda move: -deeper[move])
                best, value = moves[0], deeper[moves[0]]
                rival = self._rival(position, moves[1:], depth, bar(value, depth))
            except BudgetExhausted:
                return
            yield Standout(depth, best, value, rival is None)
            if abs(value) >= WON:
                return
            if rival is not None:
                moves.remove(rival)
                moves.insert(1, rival)

    def _rival(self, position: Position, moves: Sequence[Move], depth: int, bar: float) -> Move | None:
        """The first of some moves that is worth more than the bar."""
        seat = seat_to_move(position)
        self._path = {position}
        for move in moves:
            if self._value(position.play(move), seat, depth - 1, bar, bar + _NULL_WINDOW) > bar:
                return move
        return None

    def _search_root(self, position: Position, moves: list[Move], depth: int, deeper: dict[Move, float]) -> None:
        """Fill `deeper` with the value of each move, or only with a bound for moves far behind the best."""
        seat = self._seat = seat_to_move(position)
        margin = _TEMPERATURES * self._level.lookahead.temperature
        best = -_INFINITE
        self._path = {position}
        for move in moves:
            after, bar = position.play(move), best - margin
            if best > -_INFINITE:
                value = self._value(after, seat, depth - 1, bar, bar + _NULL_WINDOW)
                if value > bar:
                    value = self._value(after, seat, depth - 1, bar, _INFINITE)
            else:
                value = self._value(after, seat, depth - 1, bar, _INFINITE)
            deeper[move] = value
            best = max(best, value)

    def _value(self, position: Position, seat: int, depth: int, alpha: float, beta: float) -> float:
        """The value for `seat`, whichever is to move: exact between `alpha` and `beta`, outside of them a bound."""
        self._budget.spend()
        if position in self._path:
            return 0.0
        if depth <= 0:
            return self._quiescence(position, seat, self._level.reading, alpha, beta)
        turn = position.turn
        if turn is None:
            return self._static(position, seat)
        if turn == seat:
            return self._searched(position, seat, depth, alpha, beta)
        return -self._searched(position, 1 - seat, depth, -beta, -alpha)

    def _searched(self, position: Position, mover: int, depth: int, alpha: float, beta: float) -> float:
        """The value for the player to move, from the table or by searching the moves."""
        entry = self.table.get(position)
        if entry is not None and entry.depth >= depth:
            if entry.least >= beta or entry.least == entry.most:
                return entry.least
            if entry.most <= alpha:
                return entry.most
        self._path.add(position)
        value, best = self._best(position, mover, depth, alpha, beta, entry)
        self._path.discard(position)
        least, most = (value if value > alpha else -_INFINITE), (value if value < beta else _INFINITE)
        self.table[position] = Entry(depth, least, most, best)
        return value

    def _best(
        self, position: Position, mover: int, depth: int, alpha: float, beta: float, entry: Entry | None
    ) -> tuple[float, Move]:
        noisy = self._noisy_moves(position)
        moves, urgent = self._ordered(position, mover, entry, noisy)
        depth_left = depth - (self._level.counts_captures or not noisy.compulsory)
        best, best_move = -_INFINITE, moves[0]
        for at, move in enumerate(moves):
            after = position.play(move)
            if at == 0:
                value = self._value(after, mover, depth_left, alpha, beta)
            else:
                reduction = _reduction(at - urgent, depth) if self._reduces else 0
                value = self._value(after, mover, depth_left - reduction, alpha, alpha + _NULL_WINDOW)
                if value > alpha and (reduction or value < beta):
                    value = self._value(after, mover, depth_left, alpha, beta)
            if value > best:
                best, best_move = value, move
                alpha = max(alpha, value)
                if alpha >= beta:
                    self._history[mover][move] -= depth * depth
                    break
        return best, best_move

    def _ordered(
        self, position: Position, mover: int, entry: Entry | None, noisy: NoisyMoves
    ) -> tuple[list[Move], int]:
        """The moves, the most promising first, and how many of them must not be reduced."""
        sight = self._sight_of(mover)
        moves = sorted(sight.of(position.legal_moves()), key=self._history[mover].__getitem__)
        first = [*([] if entry is None else [entry.best]), *self._seen(noisy, mover)]
        return list(dict.fromkeys((*first, *moves))), len(first)

    def _quiescence(self, position: Position, seat: int, longest: int, alpha: float, beta: float) -> float:
        """The value for `seat` once no noisy move is left, or after `longest` of them."""
        noisy = self._noisy_moves(position) if longest else _QUIET
        if not noisy.moves:
            return self._static(position, seat)
        mover = position.turn
        if not isinstance(mover, int):
            return self._static(position, seat)
        sign = 1 if mover == seat else -1
        if sign < 0:
            alpha, beta = -beta, -alpha
        best = -_INFINITE if noisy.compulsory else self._static(position, mover)
        for move in self._seen(noisy, mover):
            alpha = max(alpha, best)
            if alpha >= beta:
                break
            self._budget.spend()
            best = max(best, self._quiescence(position.play(move), mover, longest - 1, alpha, beta))
        return sign * best

    def _seen(self, noisy: NoisyMoves, mover: int) -> Sequence[Move]:
        """What the player who searches sees of this one's noisy moves."""
        sight = self._sight_of(mover)
        can_miss_all = self._level.overlooks_anew and not noisy.compulsory
        return sight.only(noisy.moves) if can_miss_all else sight.of(noisy.moves)

    def _sight_of(self, mover: int) -> Sight:
        """What the player who searches sees of the moves of this one."""
        return self._own_sight if mover == self._seat else self._foresight

    def _static(self, position: Position, seat: int) -> float:
        """The game's evaluation of a position; the earlier a win, the better."""
        value = self._evaluation(position)[seat]
        if abs(value) < WON:
            return value
        return value * (1.0 + _HASTE * max(0, _LONGEST_PATH - len(self._path)))


def _quiet(_position: Position) -> NoisyMoves:
    """No noisy moves, for games that name none."""
    return _QUIET


def _reduction(number: int, depth: int) -> int:
    """How much less deep a late move is searched: by its number among the moves that are not urgent."""
    if depth < 2 or number < _REDUCED:
        return 0
    return (depth > 2) + (number >= _REDUCED_MORE)


def seat_to_move(position: Position) -> Seat:
    """The seat to move. Raises ValueError if the game is over or chance is to move."""
    if not isinstance(position.turn, int):
        raise ValueError("no seat is to move in this position")
    return position.turn
