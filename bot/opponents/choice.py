"""The move that a character makes: which search it gets follows from what is known of the game."""

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

_TWO: Final = 2
_EVEN: Final = 0.0
"""What it is worth to come back to where one was before."""


def choose(
    position: Position, level: Level, seed: int, seconds: float | None = None, past: Collection[Position] = ()
) -> Move:
    """The move that a character of this level makes for the seat to move, with as much thinking as the level has.

    The same three give the same move, unless `seconds` pass before: the level's own without a number of them. What a
    character overlooks hangs on `seed` alone, so give one seed for a whole match. `past` are positions that have occurred
    already: a character that is ahead does not go back to them. Raises ValueError where no seat is to move.
    """
    if not isinstance(position.turn, int):
        raise ValueError("no seat is to move in this position")
    moves = position.legal_moves()
    if len(moves) == 1:
        return moves[0]
    found = worths(position, level, seed, seconds, past)
    return _preferred(found, _softness(position, level), random.Random(f"{seed} {position.fen()}"))


def _softness(position: Position, level: Level) -> float:
    """How freely a character chooses here: the more so the more opponents it has, for one move decides the less."""
    game = game_of(type(position))
    if reads_out(game):
        return level.lookahead.softness
    opponents = 1 if game.evaluation is None else len(game.evaluation(position)) - 1
    return level.sampling.softness * opponents


def worths(
    position: Position, level: Level, seed: int, seconds: float | None = None, past: Collection[Position] = ()
) -> Mapping[Move, float]:
    """What a character of this level makes of the moves of the seat to move, of those at least that are worth a look."""
    seconds = level.seconds if seconds is None else min(seconds, level.seconds)
    game = game_of(type(position))
    if reads_out(game):
        found = Search(game, level, Budget(level.nodes, seconds), seed).worths(position)
    else:
        found = mcts.worths(position, game, level, Budget(level.samples, seconds), seed)
    been = frozenset(past)
    return {move: min(worth, _EVEN) if been and position.play(move) in been else worth for move, worth in found.items()}


def reads_out(game: Game) -> bool:
    """Whether characters look ahead move by move in a game, so that they know what can be forced."""
    return game.evaluation is not None and not game.has_chance and game.seats.stop - 1 == _TWO


@cache
def game_of(positions: type[Position]) -> Game:
    """A game with positions of this type; what it knows of them is the same for all such games."""
    return next(game for game in GAMES.values() if type(game.start(game.seats.start)) is positions)


def _preferred(worths: Mapping[Move, float], softness: float, chance: random.Random) -> Move:
    """A move, the more likely the more it is worth: one worth `softness` less than the best is e times less likely."""
    best = max(worths.values())
    weights = [math.exp((worth - best) / softness) for worth in worths.values()]
    return chance.choices(list(worths), weights)[0]
