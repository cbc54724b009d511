"""Proving that exactly one move of a position wins, or that it is clearly better than all others.

In games for two without chance every other move is looked at by a search of its own, as deep as that of the best; so the
proof also knows what the other side does after it. In games with chance it is an estimate, made twice from different
numbers. Games that nobody can judge have no puzzles.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.model.puzzle import Puzzle
from bot.opponents import lookahead, sampling
from bot.opponents.budget import Budget
from bot.opponents.choice import game_of
from bot.opponents.levels import LEVELS, Level
from rules.core import Move, Position

_WON: Final = 1.0
_FEWEST_MOVES: Final = 6
_HOPELESS: Final = -0.4
"""Whoever is worth less with the best move learns little from finding it."""
_LONGEST_LINE: Final = 7
_SLACK: Final = 10
_EASIEST: Final = 1000
_SHARPEST: Final = LEVELS[-1]


@dataclass(frozen=True, slots=True)
class Demand:
    """How much is asked of a proof.

    All moves are looked at `depth` moves ahead, each search within `nodes` positions; the best has to be worth `gap`
    more than any other. A move that wins has to be found within `depth`, and all others have to be worth at most
    `doubtful` then. Where there is chance, `samples` are drawn and the best has to be ahead by `chance_gap`.
    """

    depth: int
    nodes: int = 150_000
    gap: float = 0.3
    doubtful: float = 0.8
    samples: int = 4_000
    chance_gap: float = 0.1


def prove(position: Position, demand: Demand) -> Puzzle | None:
    """The puzzle of this position; None if there is none, or if nothing can be proved."""
    game = game_of(type(position))
    if game.judgement is None or not isinstance(position.turn, int):
        return None
    if len(position.legal_moves()) < _FEWEST_MOVES:
        return None
    if game.has_chance or game.seats.stop - 1 > 2:
        return _estimated(position, demand)
    return _Search(position, demand).puzzle()


class _Search:
    """The proof for a position of a game for two without chance."""

    def __init__(self, position: Position, demand: Demand) -> None:
        self._position, self._demand = position, demand
        self._game = game_of(type(position))
        judgement = self._game.judgement
        assert judgement is not None, "only games that can be judged are looked at"
        self._known = lookahead.Known(judgement, self._game.unrest)

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
        if second > (self._demand.doubtful if is_win else worth - self._demand.gap):
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
        looks = {move: self._known.judgement(self._position.play(move))[seat] for move in moves}
        better = sum(look > looks[best] for look in looks.values())
        return _EASIEST + 120 * (seen_at - 1) + 50 * min(6, better) + min(150, 3 * len(moves))

    def _best(self) -> tuple[Move, float, int, int] | None:
        """The best move, its worth, at which depth it was first seen to be so, and how deep that had to be looked."""
        seen_at, last, ahead = 1, "", 0.0
        for depth in range(1, self._demand.depth + 1):
            worths = self._worths(self._position, depth)
            if worths is None:
                return None
            (move, worth), (_other, second) = sorted(worths.items(), key=lambda found: -found[1])[:2]
            seen_at, last, ahead = (seen_at if move == last else depth), move, worth - second
            if worth >= _WON:
                return (move, worth, seen_at, depth) if second < _WON else None
            if worth <= _HOPELESS or (depth > 1 and ahead < self._demand.gap / 4):
                return None
            if depth == self._demand.depth and ahead >= self._demand.gap:
                return move, worth, seen_at, depth
        return None

    def _others(self, best: Move, depth: int) -> Mapping[Move, tuple[float, Move | None]] | None:
        """What each other move is worth, and what is played after it if the other side is to move."""
        found: dict[Move, tuple[float, Move | None]] = {}
        for move in self._position.legal_moves():
            if move == best:
                continue
            after = self._position.play(move)
            if after.turn is None:
                judged = self._known.judgement(after)[_seat(self._position)]
                found[move] = judged, None
                continue
            worths = self._worths(after, depth, gap=0.0)
            if worths is None:
                return None
            reply, worth = max(worths.items(), key=lambda found: found[1])
            same = after.turn == self._position.turn
            found[move] = (worth, None) if same else (-worth, reply)
        return found

    def _line(self, best: Move, depth: int) -> tuple[Move, ...]:
        line, position = [best], self._position.play(best)
        while position.turn is not None and len(line) < min(max(depth, 3), _LONGEST_LINE):
            worths = self._worths(position, max(depth - len(line), 1), gap=0.0)
            if worths is None:
                break
            line.append(max(worths.items(), key=lambda found: found[1])[0])
            position = position.play(line[-1])
        return tuple(line)

    def _worths(self, position: Position, depth: int, gap: float | None = None) -> Mapping[Move, float] | None:
        """What the moves are worth; those that are `gap` behind only at most so much. None if it takes too long."""
        gap = self._demand.gap if gap is None else gap
        level: Level = replace(_SHARPEST, depth=depth, softness=gap / 3, overlooked=0.0)
        budget = Budget(_SLACK * self._demand.nodes, math.inf)  # a search stops early where its budget runs short
        worths = lookahead.worths(position, self._known, level, budget, 0)
        return None if budget.spent > self._demand.nodes else worths


def _seat(position: Position) -> int:
    turn = position.turn
    assert isinstance(turn, int)
    return turn


def _estimated(position: Position, demand: Demand) -> Puzzle | None:
    """The puzzle of a position of a game with chance, or for more than two."""
    game = game_of(type(position))
    best, worth, second = "", 0.0, 0.0
    for seed in (1, 2):
        budget = Budget(demand.samples, math.inf)
        worths = sampling.worths(position, game, _SHARPEST, budget, seed)
        if len(worths) < _FEWEST_MOVES:
            return None
        ranked = sorted(worths.items(), key=lambda found: -found[1])
        (first, worth), (_other, second) = ranked[:2]
        if worth <= _HOPELESS or worth - second < demand.chance_gap or best not in ("", first):
            return None
        best = first
    rating = round(1500 - 1000 * min(0.4, worth - second) + min(200, len(position.legal_moves())))
    thousands = max(1, demand.samples // 1000)
    return Puzzle(
        game, position.fen(), Move(best), False, thousands, round(worth, 2), round(second, 2), rating, (Move(best),)
    )
