"""Choosing a move: alpha-beta search or tree search, and then a choice among good moves."""

import math
import random
from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

from bot.opponents import mcts
from bot.opponents.budget import Budget
from bot.opponents.levels import Level
from bot.opponents.search import Search
from rules import GAMES
from rules.core import Game, Move, Position

_EVEN: Final = 0.0
"""The value of going back to a position that has occurred before."""


def choose(
    position: Position, level: Level, seed: int, seconds: float | None = None, past: Collection[Position] = ()
) -> Move:
    """The move that a character of this level makes for the seat to move, with as much thinking as the level has.

    The same arguments give the same move unless the time (`seconds`, or that of the level) runs out. The seed alone decides
    what a character overlooks, so give one seed for a whole match. A character that is ahead does not go back to the
    positions in `past`. Raises ValueError if no player is to move.
    """
    if not isinstance(position.turn, int):
        raise ValueError("no seat is to move in this position")
    moves = position.legal_moves()
    if len(moves) == 1:
        return moves[0]
    found = worths(position, level, seed, seconds, past)
    return _preferred(found, _softness(position, level), random.Random(f"{seed} {position.fen()}"))


def _softness(position: Position, level: Level) -> float:
    """How freely a character chooses: more freely with more opponents, because a single move decides less then."""
    game = game_of(type(position))
    if reads_out(game):
        return level.lookahead.softness
    opponents = 1 if game.evaluation is None else len(game.evaluation(position)) - 1
    return level.sampling.softness * opponents


def worths(
    position: Position, level: Level, seed: int, seconds: float | None = None, past: Collection[Position] = ()
) -> Mapping[Move, float]:
    """The values of the moves for the player to move; moves far behind the best may be missing or have only a bound."""
    seconds = level.seconds if seconds is None else min(seconds, level.seconds)
    game = game_of(type(position))
    if reads_out(game):
        found = Search(game, level, Budget(level.nodes, seconds), seed).worths(position)
    else:
        found = mcts.worths(position, game, level, Budget(level.samples, seconds), seed)
    been = frozenset(past)
    return {move: min(worth, _EVEN) if been and position.play(move) in been else worth for move, worth in found.items()}


def reads_out(game: Game) -> bool:
    """Whether a game is searched by alpha-beta, which can prove what is forced: two seats, no chance, an evaluation."""
    return game.evaluation is not None and not game.has_chance and game.seats.stop == 3


@cache
def game_of(positions: type[Position]) -> Game:
    """A game with positions of this type; all such games have the same evaluation."""
    return next(game for game in GAMES.values() if type(game.start(game.seats.start)) is positions)


def _preferred(worths: Mapping[Move, float], softness: float, chance: random.Random) -> Move:
    """A random move, by softmax: one worth `softness` less than the best is e times less likely."""
    best = max(worths.values())
    weights = [math.exp((worth - best) / softness) for worth in worths.values()]
    return chance.choices(list(worths), weights)[0]
