"""Proving that exactly one move of a position wins, or that it is clearly better than all others.

In games for two without chance every other move is looked at by a search of its own, as deep as that of the best; so the
proof also knows what the other side does after it. In games with chance it is an estimate, made twice from different
numbers. Games without an evaluation have no puzzles.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import thread_time
from typing import Final

from bot.model.puzzles import Puzzle
from bot.opponents import mcts
from bot.opponents.budget import Budget, BudgetExhausted
from bot.opponents.choice import game_of
from bot.opponents.levels import FLAWLESS, LEVELS
from bot.opponents.search import Search
from bot.records.puzzles import write
from rules.core import Game, Move, Position, Seat

_WON: Final = 1.0
_COMPARED: Final = 4
_LEAST_LEAD: Final = 0.05
_FEWEST_MOVES: Final = 5
_HOPELESS: Final = -0.4
"""The least value of the best move: in a lost position there is little to learn."""
_LONGEST_LINE: Final = 7
_REFUTED: Final = 2
"""How many moves deeper than a win is proved each other move is searched, which must not win then."""
_FURTHER: Final = 10_000
"""Positions that are then looked at for each of them, however deep that goes: wins can be much longer than the shortest."""
_LATE: Final = 2
"""So many moves before the whole depth the best has to be somewhat ahead already."""
_EASIEST: Final = 1000
_SHARPEST: Final = LEVELS[-1]
_KEENEST: Final = replace(_SHARPEST, lookahead=FLAWLESS)
"""Tells nothing apart but the best moves."""


@dataclass(frozen=True, slots=True)
class Demand:
    """How much is asked of a proof.

    All moves are looked at `depth` moves ahead, each search within `nodes` positions; the best has to be worth `gap`
    more than any other. A move that wins has to be found within `depth`, and all others have to be worth at most
    `doubtful` then. Where there is chance, `samples` are taken twice and the best has to be ahead by
    `chance_gap`. A proof that would take more than `seconds` of one core is none.
    """

    depth: int
    nodes: int = 100_000
    gap: float = 0.3
    doubtful: float = 0.8
    samples: int = 4_000
    chance_gap: float = 0.1
    seconds: float = math.inf


SECONDS: Final = 4.0
"""What a position of a match may take: one that takes longer is no puzzle."""

_DEMAND: Final = Demand(depth=3, nodes=15_000, gap=0.3, samples=2_000, chance_gap=0.15)
_MOST_NODES: Final = 100_000


def found(position: Position, seconds: float = SECONDS) -> str | None:
    """The line of the puzzle that a position is, as `bot.records.puzzles` reads it; None if it is none.

    The proof may take half of the `seconds` of one core, and its confirmation the other half.
    """
    puzzle = prove(position, replace(_DEMAND, seconds=seconds / 2))
    if puzzle is None or not confirms(puzzle, _MOST_NODES, seconds / 2):
        return None
    return write(puzzle)


def prove(position: Position, demand: Demand) -> Puzzle | None:
    """The puzzle of this position; None if there is none, or if nothing can be proved."""
    game = game_of(type(position))
    if game.evaluation is None or not isinstance(position.turn, int):
        return None
    if len(position.legal_moves()) < _FEWEST_MOVES:
        return None
    if _is_estimated(game):
        return _estimated(position, demand)
    return _ProofSearch(position, demand).puzzle()


def confirms(puzzle: Puzzle, nodes: int, seconds: float = math.inf, seed: int = 1) -> bool:
    """Whether a search two moves deeper comes to the same best move; with four times the samples where there is chance.

    It does not if that takes more than `nodes` positions or so many seconds of one core. `seed` starts the chance.
    """
    game, position = puzzle.game, puzzle.position
    assert game.evaluation is not None, "no other game has puzzles"
    if _is_estimated(game):
        return _confirms_estimate(puzzle, seconds, 2 * seed)
    if puzzle.is_win:
        return wins_alone(position, puzzle.best, puzzle.depth, nodes, seconds)
    budget = Budget(nodes, seconds)
    level = replace(_KEENEST, depth=puzzle.depth + 2)
    worths = Search(game, level, budget, seed).worths(position)
    return budget.spent <= nodes and max(worths, key=lambda move: worths[move]) == puzzle.best


def wins_alone(position: Position, best: Move, depth: int, nodes: int, seconds: float = math.inf) -> bool:
    """Whether a move forces a win within a depth, and no other does so within two moves more or by a longer search.

    It counts as not so if that takes more than `nodes` positions for any move, or so many seconds of one core.
    """
    game, seat, until = game_of(type(position)), _seat(position), thread_time() + seconds
    try:
        for move in (best, *(move for move in position.legal_moves() if move != best)):
            search = Search(game, _KEENEST, Budget(nodes, until - thread_time()), 0, reduces=False)
            deep = depth - 1 if move == best else depth - 1 + _REFUTED
            after = position.play(move)
            if search.wins(after, seat, deep) != (move == best):
                return False
            if move != best and _wins_later(game, after, seat, until):
                return False
    except BudgetExhausted:
        return False
    return thread_time() < until


def _wins_later(game: Game, position: Position, seat: Seat, until: float) -> bool:
    search = Search(game, _KEENEST, Budget(_FURTHER, until - thread_time()), 0)
    try:
        return search.wins(position, seat, _KEENEST.depth)
    except BudgetExhausted:
        return False


def _confirms_estimate(puzzle: Puzzle, seconds: float, seed: int) -> bool:
    """With four times the samples, and once more where the best moves are looked at one by one with as many each.

    A search does not come to all moves equally, and those that it has tried seldom count for less.
    """
    game, position, until = puzzle.game, puzzle.position, thread_time() + seconds
    budget = Budget(4_000 * puzzle.depth, seconds)
    worths = mcts.worths(position, game, _SHARPEST, budget, seed + 1)
    best, *others = sorted(worths, key=lambda move: -worths[move])[:_COMPARED]
    if best != puzzle.best or budget.spent <= budget.nodes:
        return False

    def apart(move: Move) -> float:
        samples = Budget(1_000 * puzzle.depth, max(0.0, until - thread_time()))
        return mcts.worth(position.play(move), game, _SHARPEST, samples, seed + 2)[puzzle.seat]

    lead = apart(best) - max(map(apart, others))
    return thread_time() < until and lead >= _LEAST_LEAD


def _is_estimated(game: Game) -> bool:
    return game.has_chance or game.seats.stop > 3


class _ProofSearch:
    """The proof for a position of a game for two without chance."""

    def __init__(self, position: Position, demand: Demand) -> None:
        self._position, self._demand = position, demand
        self._until = thread_time() + demand.seconds
        self._game = game_of(type(position))

    def puzzle(self) -> Puzzle | None:
        """The puzzle, if the best move is far enough ahead of all others."""
        found = self._best()
        if found is None:
            return None
        best, worth, seen_at, depth = found
        others = self._others(best, max(depth, self._demand.depth) - 1)
        if others is None:
            return None
        second = max(other for other, _reply in others.values())
        is_win = worth >= _WON
        if second > self._bar(worth, depth):
            return None
        if is_win and not wins_alone(self._position, best, depth, self._demand.nodes, self._until - thread_time()):
            return None
        return Puzzle(
            self._game,
            self._position.fen(),
            best,
            is_win,
            max(depth, self._demand.depth),
            round(min(worth, _WON), 2),
            round(max(second, -_WON), 2),
            self._rating(best, seen_at),
            self._line(best, depth),
            {move: reply for move, (_worth, reply) in others.items() if reply is not None},
        )

    def _rating(self, best: Move, seen_at: int) -> int:
        """How hard it is: how far ahead one has to look, and how many moves look better at first sight."""
        seat, moves = _seat(self._position), self._position.legal_moves()
        assert self._game.evaluation is not None
        looks = {move: self._game.evaluation(self._position.play(move))[seat] for move in moves}
        better = sum(look > looks[best] for look in looks.values())
        return _EASIEST + 120 * (seen_at - 1) + 50 * min(6, better) + min(150, 3 * len(moves))

    def _best(self) -> tuple[Move, float, int, int] | None:
        """The best move, its worth, at which depth it was first seen to be so, and how deep that had to be looked."""
        demand, seen_at, last = self._demand, 1, ""
        budget = Budget(demand.nodes, demand.seconds)
        for depth, best, worth, is_alone in Search(self._game, _KEENEST, budget, 0).standouts(
            self._position, self._bar
        ):
            seen_at, last = (seen_at if best == last else depth), best
            if worth >= _WON or depth == demand.depth:
                is_puzzle = is_alone and depth > 1 and worth > _HOPELESS
                return (best, worth, seen_at, depth) if is_puzzle else None
            if not is_alone and depth >= demand.depth - _LATE:
                return None
        return None

    def _bar(self, worth: float, depth: int) -> float:
        """How much other moves may be worth beside a best one that is worth so much: more as long as little is seen."""
        if worth >= _WON:
            return self._demand.doubtful
        return worth - (self._demand.gap if depth >= self._demand.depth else self._demand.gap / 4)

    def _others(self, best: Move, depth: int) -> Mapping[Move, tuple[float, Move | None]] | None:
        """The value of each other move, and the best reply if the other side is to move."""
        found: dict[Move, tuple[float, Move | None]] = {}
        for move in self._position.legal_moves():
            if move == best:
                continue
            after = self._position.play(move)
            if after.turn is None:
                assert self._game.evaluation is not None
                judged = self._game.evaluation(after)[_seat(self._position)]
                found[move] = judged, None
                continue
            worths = self._worths(after, depth)
            if worths is None:
                return None
            reply, worth = max(worths.items(), key=lambda found: found[1])
            same = after.turn == self._position.turn
            found[move] = (worth, None) if same else (-worth, reply)
        return found

    def _line(self, best: Move, depth: int) -> tuple[Move, ...]:
        line, position = [best], self._position.play(best)
        while position.turn is not None and len(line) < min(max(depth, 3), _LONGEST_LINE):
            worths = self._worths(position, max(depth - len(line), 1))
            if worths is None:
                break
            line.append(max(worths.items(), key=lambda found: found[1])[0])
            position = position.play(line[-1])
        return tuple(line)

    def _worths(self, position: Position, depth: int) -> Mapping[Move, float] | None:
        """What the best moves are worth; the others are only known to be worth less. None if it takes too long."""
        left = self._until - thread_time()
        budget = Budget(self._demand.nodes + 1, left)
        worths = Search(self._game, replace(_KEENEST, depth=depth), budget, 0).worths(position)
        return None if budget.spent > self._demand.nodes or thread_time() > self._until else worths


def _seat(position: Position) -> Seat:
    turn = position.turn
    assert isinstance(turn, int)
    return turn


def _estimated(position: Position, demand: Demand) -> Puzzle | None:
    """The puzzle of a position of a game with chance, or for more than two."""
    game = game_of(type(position))
    best, worth, second = "", 0.0, 0.0
    for seed in (1, 2):
        budget = Budget(demand.samples, demand.seconds)
        worths = mcts.worths(position, game, _SHARPEST, budget, seed)
        if len(worths) < _FEWEST_MOVES:
            return None
        ranked = sorted(worths.items(), key=lambda found: -found[1])
        (first, worth), (_other, second) = ranked[:2]
        if worth <= _HOPELESS or worth - second < demand.chance_gap or best not in ("", first):
            return None
        best = first
    rating = round(1500 - 1000 * min(0.4, worth - second) + min(200, len(position.legal_moves())))
    thousands = max(1, demand.samples // 1_000)
    return Puzzle(
        game, position.fen(), Move(best), False, thousands, round(worth, 2), round(second, 2), rating, (Move(best),)
    )
