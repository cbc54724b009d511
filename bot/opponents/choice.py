"""Choosing a move: alpha-beta search or tree search, and then a choice among good moves."""

import math
import random
from collections.abc import Collection, Mapping
from typing import Final

from bot.opponents.budget import Budget
from bot.opponents.games import game_of, seat_to_move, uses_alpha_beta
from bot.opponents.levels import Level
from bot.opponents.mcts import TreeSearch
from bot.opponents.search import Search
from rules.core import Move, Position

_REPEATED: Final = 0.0
"""The most that going back to an earlier position is worth: going round in circles ends in a draw."""


def choose(
    position: Position, level: Level, seed: int, seconds: float | None = None, past: Collection[Position] = ()
) -> Move:
    """The move that a character of this level makes for the seat to move, with as much thinking as the level has.

    The same arguments give the same move unless the time (`seconds`, or that of the level) runs out. The seed alone decides
    what a character overlooks, so give one seed for a whole match. A character that is ahead does not go back to the
    positions in `past`. Raises ValueError if no player is to move.
    """
    seat_to_move(position)
    moves = position.legal_moves()
    if len(moves) == 1:
        return moves[0]
    found = values(position, level, seed, seconds, past)
    return _drawn(found, _temperature(position, level), random.Random(f"{seed} {position.fen()}"))


def values(
    position: Position, level: Level, seed: int, seconds: float | None = None, past: Collection[Position] = ()
) -> Mapping[Move, float]:
    """The values of the moves for the player to move; moves far behind the best may be missing or have only a bound."""
    seconds = level.seconds if seconds is None else min(seconds, level.seconds)
    game = game_of(position)
    if uses_alpha_beta(game):
        found = Search(game, level, Budget(level.nodes, seconds), seed).values(position)
    else:
        found = TreeSearch(game, level, Budget(level.samples, seconds), seed).values(position)
    if not past:
        return found
    been = frozenset(past)
    return {move: min(value, _REPEATED) if position.play(move) in been else value for move, value in found.items()}


def _temperature(position: Position, level: Level) -> float:
    """How freely a character chooses: more freely with more opponents, because a single move decides less then."""
    game = game_of(position)
    if uses_alpha_beta(game):
        return level.lookahead.temperature
    opponents = 1 if game.evaluation is None else len(game.evaluation(position)) - 1
    return level.sampling.temperature * opponents


def _drawn(found: Mapping[Move, float], temperature: float, chance: random.Random) -> Move:
    """A random move, by softmax: a move that is worth `temperature` less than the best is e times less likely."""
    best = max(found.values())
    weights = [math.exp((value - best) / temperature) for value in found.values()]
    return chance.choices(list(found), weights)[0]
