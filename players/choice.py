"""The choice of a move by search, then by chance among good moves; and hints: the best move with a reason."""

import math
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import pstdev
from time import thread_time
from typing import Final

from players.forcing import Ending
from players.levels import Budget, Level
from players.mcts import TreeSearch
from players.search import WON, Search, seat_to_move
from rules import GAMES
from rules.core import Game, Move, Phrase, Position

_REPEATED: Final = 0.0
"""The most that going back to an earlier position is worth: going round in circles ends in a draw."""

_LEAST_TEMPERATURE: Final = 0.004
"""The temperature of a choice among moves of the same value, which is that of the strongest character."""

_SEED: Final = 64  # bits
_TWO: Final = 2
SUREST: Final = 0.98
"""The most that an estimate is worth: 99 % of the chances, because only what is proved is said to be certain."""


def choose(
    position: Position, level: Level, seed: int, seconds: float | None = None, past: Collection[Position] = ()
) -> Move:
    """The move that a character of this level makes for the seat to move, within the level's budget.

    The same arguments give the same move unless the time (`seconds`, or that of the level) runs out. The seed decides
    what a character overlooks, for most of them without the position, so give one seed for a whole match. A character
    that is ahead does not go back to the positions in `past`. Raises ValueError if no player is to move.
    """
    seat_to_move(position)
    moves = position.legal_moves()
    if len(moves) == 1:
        return moves[0]
    level = level.in_game(game_of(position))
    found = values(position, level, seed, seconds, past)
    return _drawn(found, temperature(position, level, found), random.Random(f"{seed} {position.fen()}"))


def values(
    position: Position, level: Level, seed: int, seconds: float | None = None, past: Collection[Position] = ()
) -> Mapping[Move, float]:
    """The values of the moves for the player to move; moves far behind the best may be missing or have only a bound."""
    seconds = level.seconds if seconds is None else min(seconds, level.seconds)
    return _valued(position, replace(level, seconds=seconds), seed, past)[0]


def _valued(
    position: Position, level: Level, seed: int, past: Collection[Position]
) -> tuple[Mapping[Move, float], bool]:
    """The values of the moves, and whether they are those of a solved ending, where nothing is left to guess."""
    game, until = game_of(position), thread_time() + level.seconds
    if level.solves_endings and Ending.begins(position, game):
        solved = Ending(game).values(position, Budget(level.nodes, level.seconds))
        if solved is not None:
            return solved, True
    return _searched(position, replace(level, seconds=until - thread_time()), seed, past), False


def _searched(position: Position, level: Level, seed: int, past: Collection[Position]) -> Mapping[Move, float]:
    game = game_of(position)
    if level.overlooks_anew:
        seed = random.Random(f"{seed} {position.fen()}").getrandbits(_SEED)
    if uses_alpha_beta(game):
        found = Search(game, level, Budget(level.nodes, level.seconds), seed).values(position)
    else:
        found = TreeSearch(game, level, Budget(level.samples, level.seconds), seed).values(position)
    if not past:
        return found
    been = frozenset(past)
    return {move: min(value, _REPEATED) if position.play(move) in been else value for move, value in found.items()}


def temperature(position: Position, level: Level, found: Mapping[Move, float]) -> float:
    """The temperature of a character's choice, higher with more opponents, because a single move then decides less."""
    game = game_of(position)
    if uses_alpha_beta(game) and level.misjudgement:
        spread = pstdev(found.values())
        return max(_LEAST_TEMPERATURE, min(level.lookahead.temperature, level.misjudgement * spread))
    if uses_alpha_beta(game):
        return max(_LEAST_TEMPERATURE, level.lookahead.temperature)
    opponents = 1 if game.evaluation is None else len(game.evaluation(position)) - 1
    return level.sampling.temperature * math.sqrt(opponents)


def _drawn(found: Mapping[Move, float], temperature: float, chance: random.Random) -> Move:
    """A random move, by softmax: a move that is worth `temperature` less than the best is e times less likely."""
    best = max(found.values())
    weights = [math.exp((value - best) / temperature) for value in found.values()]
    return chance.choices(list(found), weights)[0]


@dataclass(frozen=True, slots=True)
class Hint:
    """A move worth playing; `reason` says what it is good for, in words that follow "it", or is empty."""

    move: Move
    reason: str


def hint(position: Position, level: Level, seed: int, past: Collection[Position] = ()) -> Hint:
    """The move that a character of this level finds best, and why. Raises ValueError if no seat is to move."""
    seat_to_move(position)
    moves = position.legal_moves()
    if len(moves) == 1:
        return Hint(moves[0], Phrase("is the only legal move"))
    found, is_solved = _valued(position, level, seed, past)
    best = max(found, key=found.__getitem__)
    return Hint(best, _reason(position, best, found, is_solved=is_solved))


def _reason(position: Position, move: Move, found: Mapping[Move, float], *, is_solved: bool) -> str:
    outcome, seat = position.play(move).outcome(), seat_to_move(position)
    if outcome is not None and outcome.places[seat] == 1:
        return Phrase("wins at once") if outcome.places.count(1) == 1 else Phrase("ends the match with a shared win")
    if is_solved or uses_alpha_beta(game_of(position)):
        if found[move] >= WON:
            return Phrase("wins by force")
        if found[move] <= -WON and is_solved:
            return Phrase("loses against the best replies, as every move does")
        if found[move] <= -WON:
            return Phrase("holds out longest: every move loses against the best replies")
        if len(found) > 1 and all(value <= -WON for other, value in found.items() if other != move):
            return Phrase("is the only move that doesn't lose by force")
    if is_solved:
        return Phrase("makes sure of a draw, and no move wins against the best replies")
    return position.reason(move)


def game_of(position: Position) -> Game:
    """A game with positions of this type; all such games have the same evaluation."""
    return _game_with(type(position))


@cache
def _game_with(positions: type[Position]) -> Game:
    return next(game for game in GAMES.values() if type(game.start(game.seats.start)) is positions)


def evaluated(position: Position) -> Sequence[float]:
    """The evaluation of a position by seat; the game must have one."""
    evaluation = game_of(position).evaluation
    assert evaluation is not None, "the caller knows that the game has an evaluation"
    return evaluation(position)


def uses_alpha_beta(game: Game) -> bool:
    """Whether alpha-beta search plays a game, which can prove wins: two seats, no chance and an evaluation."""
    return game.evaluation is not None and not game.has_chance and game.seats.stop == 3
