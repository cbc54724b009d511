"""Proofs that exactly one move of a position wins, or that it is clearly better than all others.

In games for two without chance, each other move gets a search of its own, as deep as that of the best move, so the
proof also knows how the other side answers it. In games with chance, a proof is an estimate on which two independent
searches agree; once chance decides nothing more, every move is played to the end instead. Games without an evaluation
have no puzzles.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import thread_time
from typing import Final

from bot.model.puzzles import Puzzle
from bot.records.puzzles import write
from players.choice import evaluated, game_of, uses_alpha_beta
from players.forcing import LAST_MOVES, TO_THE_END, Ending, Forcing, moves_left
from players.levels import FLAWLESS, LEVELS, Budget, BudgetExhausted
from players.mcts import TreeSearch
from players.search import WON, Search, seat_to_move
from rules.core import Move, Position, Seat

_COMPARED: Final = 4
"""How many of the best moves of an estimate are searched one by one: others hardly ever turn out to be the best."""
_LEAST_LEAD: Final = 0.05
"""The lead that the best of these must have: more than the noise of as many playouts."""
_FEWEST_MOVES: Final = 5
"""The fewest legal moves of a puzzle; with fewer, guessing would solve it."""
_HOPELESS: Final = -0.4
"""The least value of the best move: in a lost position there is little to learn."""
_LONGEST_LINE: Final = 7
"""How many moves of the solution are shown: more than people follow on a board."""
_REFUTED: Final = 2
"""How many moves deeper than the win every other move is searched without finding one."""
_FURTHER: Final = 3_000
"""How many more positions after each other move are searched for an even longer win."""
_NEARLY_WON: Final = 0.8
"""The most that other moves may be worth beside a win: more than 90 % of the points are within reach of one."""
_DEEPEST: Final = 40
"""More moves than such a search is ever deep."""
_LATE: Final = 2
"""How many moves before the full depth the best move must already be ahead, or the search stops early."""
_EASIEST: Final = 1000
"""The rating of a puzzle that one move of search solves; the scale is that of ratings of matches."""
_TWO: Final = 2
_STRONGEST: Final = LEVELS[-1]
_EXACT: Final = replace(_STRONGEST, lookahead=FLAWLESS)
"""The strongest level, looking for the best move only, without the values of other moves near it."""


@dataclass(frozen=True, slots=True)
class Demand:
    """The requirements of a proof.

    All moves are searched `depth` moves ahead, each within `nodes` positions; the best must be worth `gap` more than
    any other. A winning move must win within `depth`, and all others must be worth at most `doubtful` there. With
    chance, two searches of `samples` playouts must agree, and the best move must lead by `chance_gap`. A proof that
    would take more than `seconds` of one core is given up.
    """

    depth: int
    nodes: int = 100_000
    gap: float = 0.3
    doubtful: float = 0.8
    samples: int = 4_000
    chance_gap: float = 0.1
    seconds: float = math.inf


SECONDS: Final = 4.0
"""The most time for a position of a match: one that takes longer is no puzzle."""

_DEMAND: Final = Demand(depth=3, nodes=15_000, gap=0.3, samples=2_000, chance_gap=0.15)
"""The requirements for a position from a match."""
_MOST_NODES: Final = 100_000  # for each move of a confirmation


def puzzle_line(position: Position, seconds: float = SECONDS) -> str | None:
    """The line of the puzzle in a position, as `bot.records.puzzles` reads it; None if there is no puzzle.

    The proof may take half of the `seconds` of one core, and its confirmation the other half.
    """
    puzzle = prove(position, replace(_DEMAND, seconds=seconds / 2))
    if puzzle is None or not confirms(puzzle, _MOST_NODES, seconds / 2):
        return None
    return write(puzzle)


def timed(position: Position) -> tuple[str | None, float]:
    """The result of `puzzle_line`, and the seconds of processor time it took."""
    begun = thread_time()
    return puzzle_line(position), thread_time() - begun


def prove(position: Position, demand: Demand) -> Puzzle | None:
    """The puzzle of this position; None if there is none, or if nothing can be proved."""
    game = game_of(position)
    if game.evaluation is None or not isinstance(position.turn, int):
        return None
    if len(position.legal_moves()) < _FEWEST_MOVES:
        return None
    if uses_alpha_beta(game):
        return _Proof(position, demand).puzzle()
    return _solved(position, demand) if is_certain(position) else _estimated(position, demand)


def confirms(puzzle: Puzzle, nodes: int, seconds: float = math.inf, seed: int = 1) -> bool:
    """Whether a search two moves deeper finds the same best move, or with chance one with four times the playouts.

    False if that takes more than `nodes` positions or `seconds` of one core.
    """
    game, position = puzzle.game, puzzle.position
    if not uses_alpha_beta(game) and is_certain(position):
        solved = _solved(position, Demand(depth=0, nodes=nodes, seconds=seconds))
        return solved is not None and (solved.best, solved.is_win) == (puzzle.best, puzzle.is_win)
    if not uses_alpha_beta(game):
        return _confirms_estimate(puzzle, seconds, 2 * seed)
    if puzzle.is_win or is_ending(position):
        return wins_alone(position, puzzle.best, puzzle.depth, nodes, seconds, further=0)
    budget = Budget(nodes, seconds)
    values = Search(game, replace(_EXACT, depth=puzzle.depth + 2), budget, seed).values(position)
    return budget.spent <= nodes and max(values, key=values.__getitem__) == puzzle.best


def wins_alone(
    position: Position, best: Move, depth: int, nodes: int, seconds: float = math.inf, further: int = _FURTHER
) -> bool:
    """Whether a move forces a win within a depth, and no other does so within two moves more or in `further` positions.

    An ending is solved: every move is searched to the last one of the game. What takes more than `nodes` positions for
    any move, or `seconds` of one core, does not count.
    """
    forcing, until = Forcing(seat_to_move(position)), thread_time() + seconds
    least = _moves_left(position) if is_ending(position) else 0
    try:
        for move in (best, *(move for move in position.legal_moves() if move != best)):
            deep, after = max(least, depth - 1 if move == best else depth - 1 + _REFUTED), position.play(move)
            if forcing.wins(after, deep, Budget(nodes, until - thread_time())) != (move == best):
                return False
            if move != best and not least and _wins_later(forcing, after, deep, Budget(further, until - thread_time())):
                return False
    except BudgetExhausted:
        return False
    return thread_time() < until


def within_reach(position: Position, best: Move, nodes: int, seed: int = 1) -> Move | None:
    """A move other than the best that is nearly won as well; None if there is none.

    Tells by the evaluation what `Forcing` cannot: a win that takes longer than that search is deep. Each move gets a
    search of `nodes` positions that reduces nothing.
    """
    game, seat = game_of(position), seat_to_move(position)
    for move in position.legal_moves():
        after = position.play(move)
        if move == best or after.turn is None:
            continue
        worth = max(Search(game, _EXACT, Budget(nodes, math.inf), seed, reduces=False).values(after).values())
        if (worth if after.turn == seat else -worth) > _NEARLY_WON:
            return move
    return None


def _wins_later(forcing: Forcing, position: Position, depth: int, budget: Budget) -> bool:
    """Whether a search finds a win that takes longer than a depth."""
    try:
        return any(forcing.wins(position, deeper, budget) for deeper in range(depth + 1, _DEEPEST))
    except BudgetExhausted:
        return False


def is_ending(position: Position) -> bool:
    """Whether a position is so near the end of the game that it can be solved."""
    return Ending.begins(position, game_of(position))


def _moves_left(position: Position) -> int:
    """The most moves until the end of the game, or a number that no search can reach."""
    left = moves_left(position, game_of(position))
    return LAST_MOVES + 1 if left is None else left


class _Proof:
    """The proof for a position of a game for two without chance."""

    def __init__(self, position: Position, demand: Demand) -> None:
        self._position, self._game, self._seat = position, game_of(position), seat_to_move(position)
        self._until = thread_time() + demand.seconds
        self._is_ending = is_ending(position)
        self._demand = replace(demand, depth=_moves_left(position)) if self._is_ending else demand

    def puzzle(self) -> Puzzle | None:
        """The puzzle, if the best move is far enough ahead of all others."""
        best_line = self._best()
        if best_line is None:
            return None
        best, value, seen_at, depth = best_line
        others = self._others(best, max(depth, self._demand.depth) - 1)
        if others is None:
            return None
        second = max(other for other, _ in others.values())
        is_win = value >= WON
        if second > self._bar(value, depth) or (self._is_ending and not is_win):
            return None
        if is_win:
            depth = self._moves_to_win(best, depth)
            if not wins_alone(self._position, best, depth, self._demand.nodes, self._until - thread_time()):
                return None
        return Puzzle(
            self._game,
            self._position.fen(),
            best,
            is_win,
            depth if is_win and not self._is_ending else max(depth, self._demand.depth),
            round(min(value, WON), 2),
            round(max(second, -WON), 2),
            self._rating(best, seen_at),
            self._line(best, depth),
            {move: reply for move, (_, reply) in others.items() if reply is not None},
        )

    def _moves_to_win(self, best: Move, depth: int) -> int:
        """The number of moves in which the best one wins, given a search depth without the final noisy moves."""
        budget = Budget(self._demand.nodes, self._until - thread_time())
        try:
            few = Forcing(self._seat).shortest(self._position.play(best), depth + _EXACT.reading, budget)
        except BudgetExhausted:
            return depth
        return depth if few is None else few + 1

    def _rating(self, best: Move, seen_at: int) -> int:
        """The difficulty: how deep a search must go to see the best move, and how many moves seem better at first."""
        moves, better = self._position.legal_moves(), _better_at_first(self._position, best)
        return _EASIEST + 120 * (seen_at - 1) + 50 * better + min(150, 3 * len(moves))

    def _best(self) -> tuple[Move, float, int, int] | None:
        """The best move, its value, the depth from which the search preferred it, and the depth that proved it."""
        demand, seen_at, last = self._demand, 1, ""
        search = Search(self._game, _EXACT, Budget(demand.nodes, demand.seconds), 0)
        for depth, best, value, is_alone in search.standouts(self._position, self._bar):
            seen_at, last = (seen_at if best == last else depth), best
            if value >= WON or depth == demand.depth:
                is_puzzle = is_alone and depth > 1 and value > _HOPELESS
                return (best, value, seen_at, depth) if is_puzzle else None
            if not is_alone and depth >= demand.depth - _LATE:
                return None
        return None

    def _bar(self, value: float, depth: int) -> float:
        """The most that other moves may be worth beside a best move of this value: more at first, as little is seen."""
        if value >= WON:
            return self._demand.doubtful
        return value - (self._demand.gap if depth >= self._demand.depth else self._demand.gap / 4)

    def _others(self, best: Move, depth: int) -> Mapping[Move, tuple[float, Move | None]] | None:
        """The value of each other move, and the best reply if the other side is to move; None if it takes too long."""
        values_by_move: dict[Move, tuple[float, Move | None]] = {}
        for move in self._position.legal_moves():
            if move == best:
                continue
            after = self._position.play(move)
            if after.turn is None:
                values_by_move[move] = evaluated(after)[self._seat], None
                continue
            values = self._values(after, depth)
            if values is None:
                return None
            reply = max(values, key=values.__getitem__)
            values_by_move[move] = (values[reply], None) if after.turn == self._seat else (-values[reply], reply)
        return values_by_move

    def _line(self, best: Move, depth: int) -> tuple[Move, ...]:
        """The solution with best play of both sides, as far as it is shown."""
        line, position = [best], self._position.play(best)
        while position.turn is not None and len(line) < min(max(depth, 3), _LONGEST_LINE):
            values = self._values(position, max(depth - len(line), 1))
            if values is None:
                break
            line.append(max(values, key=values.__getitem__))
            position = position.play(line[-1])
        return tuple(line)

    def _values(self, position: Position, depth: int) -> Mapping[Move, float] | None:
        """The value of the best move, and upper bounds for the others; None if it takes too long."""
        budget = Budget(self._demand.nodes + 1, self._until - thread_time())
        values = Search(self._game, replace(_EXACT, depth=depth), budget, 0).values(position)
        return None if budget.spent > self._demand.nodes or thread_time() > self._until else values


def is_certain(position: Position) -> bool:
    """Whether a position of a game with chance, played by two, can be solved because chance decides nothing more."""
    game = game_of(position)
    return game.has_chance and moves_left(position, game) is not None and len(evaluated(position)) == _TWO


def _solved(position: Position, demand: Demand) -> Puzzle | None:
    """The puzzle of a position in which a single move makes sure of a win or, where nothing does, of a tie.

    None as well if that cannot be found out within `demand.nodes` positions and `demand.seconds` of one core.
    """
    seat, budget = seat_to_move(position), Budget(demand.nodes, demand.seconds)
    following = {move: position.play(move) for move in position.legal_moves()}
    try:
        for winner in (seat, Seat(1 - seat)):  # to tie is to keep the other from winning
            forcing, is_win = Forcing(winner), winner == seat
            sure = [move for move, after in following.items() if forcing.wins(after, TO_THE_END, budget) == is_win]
            if sure:
                break
        if len(sure) != 1:
            return None
        [best] = sure
        replies = {
            move: next(
                reply for reply in after.legal_moves() if forcing.wins(after.play(reply), TO_THE_END, budget) != is_win
            )
            for move, after in following.items()
            if move != best and after.turn not in (None, seat)
        }
    except BudgetExhausted:
        return None
    rating = _EASIEST + 100 * _better_at_first(position, best) + min(200, 4 * len(following))
    game, value = game_of(position), float(is_win)
    return Puzzle(game, position.fen(), best, is_win, 1, value, value - 1, rating, (best,), replies)


def _better_at_first(position: Position, best: Move) -> int:
    """How many moves look better than the best one without a search, counting no more than six."""
    seat = seat_to_move(position)
    looks = {move: evaluated(position.play(move))[seat] for move in position.legal_moves()}
    return min(6, sum(look > looks[best] for look in looks.values()))


def _estimated(position: Position, demand: Demand) -> Puzzle | None:
    """The puzzle of a position of a game with chance or for more than two players."""
    game = game_of(position)
    best, value, second = Move(""), 0.0, 0.0
    for seed in (1, 2):
        values = TreeSearch(game, _STRONGEST, Budget(demand.samples, demand.seconds), seed).values(position)
        if len(values) < _FEWEST_MOVES:
            return None
        first, other = sorted(values, key=values.__getitem__, reverse=True)[:2]
        value, second = values[first], values[other]
        if value <= _HOPELESS or value - second < demand.chance_gap or best not in ("", first):
            return None
        best = first
    rating = round(1500 - 1000 * min(0.4, value - second) + min(200, len(position.legal_moves())))
    thousands = max(1, demand.samples // 1_000)
    return Puzzle(game, position.fen(), best, False, thousands, round(value, 2), round(second, 2), rating, (best,))


def _confirms_estimate(puzzle: Puzzle, seconds: float, seed: int) -> bool:
    """Whether four times the playouts agree, and as many playouts for each of the best moves alone.

    A search explores moves unequally, and those with few playouts count for less.
    """
    game, position, until = puzzle.game, puzzle.position, thread_time() + seconds
    budget = Budget(4_000 * puzzle.depth, seconds)
    values = TreeSearch(game, _STRONGEST, budget, seed + 1).values(position)
    best, *others = sorted(values, key=values.__getitem__, reverse=True)[:_COMPARED]
    if best != puzzle.best or budget.spent <= budget.nodes:
        return False

    def alone(move: Move) -> float:
        after = position.play(move)
        if after.turn is None:
            return evaluated(after)[puzzle.seat]
        tree = TreeSearch(game, _STRONGEST, Budget(1_000 * puzzle.depth, max(0.0, until - thread_time())), seed + 2)
        tree.values(after)
        return tree.mean()[puzzle.seat]

    lead = alone(best) - max(map(alone, others))
    return thread_time() < until and lead >= _LEAST_LEAD
