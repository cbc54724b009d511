"""Hints: a move worth playing, and why."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from bot.opponents.choice import game_of, reads_out, worths
from bot.opponents.levels import LEVELS, Level
from rules.core import Move, Position

_WON: Final = 1.0


@dataclass(frozen=True, slots=True)
class Hint:
    """A move worth playing; `reason` says what it is good for, in words that follow "it", or nothing."""

    move: Move
    reason: str


def advisor(levels: Collection[Level]) -> Level:
    """Who gives hints where these play: the one above the strongest of them, else the strongest there is."""
    numbers = [LEVELS.index(level) for level in levels]
    return LEVELS[min(max(numbers) + 1, len(LEVELS) - 1)] if numbers else LEVELS[-1]


def hint(position: Position, level: Level, seed: int, past: Collection[Position] = ()) -> Hint:
    """The move of which a character makes most, and why it does. Raises ValueError where no seat is to move."""
    if not isinstance(position.turn, int):
        raise ValueError("no seat is to move in this position")
    moves = position.legal_moves()
    if len(moves) == 1:
        return Hint(moves[0], "is the only legal move")
    found = worths(position, level, seed, past=past)
    best = max(found, key=found.__getitem__)
    return Hint(best, _reason(position, best, found))


def _reason(position: Position, move: Move, found: Mapping[Move, float]) -> str:
    outcome, seat = position.play(move).outcome(), position.turn
    assert isinstance(seat, int), "a seat is to move"
    if outcome is not None and outcome.places[seat] == 1:
        return "wins at once" if outcome.places.count(1) == 1 else "ends the game with a shared win"
    if reads_out(game_of(type(position))):
        if found[move] >= _WON:
            return "wins by force"
        if found[move] <= -_WON:
            return "holds out longest: everything loses against the best replies"
        if len(found) > 1 and all(worth <= -_WON for other, worth in found.items() if other != move):
            return "is the only move that does not lose by force"
    return position.reason(move)
