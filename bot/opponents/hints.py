"""Hints: a move worth playing, and why."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bot.opponents.choice import values
from bot.opponents.games import game_of, seat_to_move, uses_alpha_beta
from bot.opponents.levels import LEVELS, Level
from bot.opponents.search import WON
from rules.core import Move, Position


@dataclass(frozen=True, slots=True)
class Hint:
    """A move worth playing; `reason` says what it is good for, in words that follow "it", or nothing."""

    move: Move
    reason: str


def advisor(levels: Collection[Level]) -> Level:
    """The level that gives hints where characters of these levels play: the next stronger one if there is any."""
    numbers = [LEVELS.index(level) for level in levels]
    return LEVELS[min(max(numbers) + 1, len(LEVELS) - 1)] if numbers else LEVELS[-1]


def hint(position: Position, level: Level, seed: int, past: Collection[Position] = ()) -> Hint:
    """The move that a character of this level finds best, and why. Raises ValueError if no seat is to move."""
    seat_to_move(position)
    moves = position.legal_moves()
    if len(moves) == 1:
        return Hint(moves[0], "is the only legal move")
    found = values(position, level, seed, past=past)
    best = max(found, key=found.__getitem__)
    return Hint(best, _reason(position, best, found))


def _reason(position: Position, move: Move, found: Mapping[Move, float]) -> str:
    outcome, seat = position.play(move).outcome(), seat_to_move(position)
    if outcome is not None and outcome.places[seat] == 1:
        return "wins at once" if outcome.places.count(1) == 1 else "ends the game with a shared win"
    if uses_alpha_beta(game_of(position)):
        if found[move] >= WON:
            return "wins by force"
        if found[move] <= -WON:
            return "holds out longest: everything loses against the best replies"
        if len(found) > 1 and all(value <= -WON for other, value in found.items() if other != move):
            return "is the only move that does not lose by force"
    return position.reason(move)
