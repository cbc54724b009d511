"""Judging the decisions of a match that is over, one by one, and what its rolls were worth.

Everything here is a function of plain data, to be asked of the processes that think.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.model.reviews import Decision
from bot.opponents import mcts
from bot.opponents.budget import Budget
from bot.opponents.choice import game_of, reads_out, worths
from bot.opponents.levels import LEVELS, Level
from rules.core import Move, Position, Seat
from rules.record import Step

SECONDS: Final = 0.9
"""What one decision may take: sixty of them within a minute."""

_LEAST: Final = 0.01
_MOST_OUTCOMES: Final = 40
_DOUBTED: Final = 0.05
"""A move that gives away so much is looked at again: single searches overstate what they find."""
_OTHER_CHANCE: Final = 7_919  # of the second search, far from the number of any move
THOROUGH: Final = replace(LEVELS[-1], nodes=7_000, samples=2_000, seconds=SECONDS / 4)
"""How each of the searches for a decision is made: three for most decisions, five where the move seems bad."""


def judged(step: Step, ply: int, level: Level = THOROUGH) -> Decision:
    """What a move gave away, by a search from the position before it.

    The best move and the one that was played are each searched once more, with as much effort: a search does not come to
    all moves equally, and to some not at all. Where much seems lost both are searched again with another seed, and the
    smaller loss counts.
    """
    seat = step.mover
    assert seat is not None, "a player has decided"
    found = worths(step.before, level, ply)
    best = max(found, key=lambda move: found[move])
    worth, left, reply = found[best], found[best], None
    if best != step.move:
        worth, left, reply = _both(step, best, level, ply)
        if _share(worth) - _share(left) > _DOUBTED:
            again, left_again, _ = _both(step, best, level, ply + _OTHER_CHANCE)
            if again - left_again < worth - left:
                worth, left = again, left_again
    if step.after.turn is None:
        left, reply = _evaluation(step.after)[seat], None
    best, worth = (step.move, left) if left >= worth else (best, worth)
    chances = _chances(step.before, seat, worth)
    share = chances[seat] * _share(left) / max(_share(worth), _LEAST)
    return Decision(ply, seat, chances, step.move, best, round(share, 3), reply if best != step.move else None)


def _both(step: Step, best: Move, level: Level, seed: int) -> tuple[float, float, Move | None]:
    """What the best move and the one that was played are worth, and the answer to the latter."""
    seat = step.mover
    assert seat is not None
    worth, _ = worth_for(step.before.play(best), seat, level, seed)
    left, reply = worth_for(step.after, seat, level, seed)
    return worth, left, reply


def worth_for(position: Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move | None]:
    """What a position is worth for a seat, and the best move there of another one that is to move."""
    turn, game = position.turn, game_of(type(position))
    if turn is None:
        return _evaluation(position)[seat], None
    if not reads_out(game):
        values, best = mcts.searched(position, game, level, Budget(level.samples, level.seconds), seed)
        return values[seat], best if isinstance(turn, int) and turn != seat else None
    found = worths(position, level, seed)
    best = max(found, key=lambda move: found[move])
    return (found[best], None) if turn == seat else (-found[best], best)


def luck(rolls: Sequence[Step], seats: int) -> tuple[float, ...]:
    """By seat: what rolls were worth in chances, each compared with all that could have been rolled there."""
    totals = [0.0] * seats
    for step in rolls:
        tried = _some_outcomes(step.before)
        usual = [0.0] * seats
        for outcome in tried:
            for seat, worth in enumerate(_evaluation(step.before.play(outcome))[:seats]):
                usual[seat] += worth / len(tried)
        for seat, worth in enumerate(_evaluation(step.after)[:seats]):
            totals[seat] += (worth - usual[seat]) / 2
    return tuple(round(total, 3) for total in totals)


def _some_outcomes(position: Position) -> Sequence[Move]:
    """What can be rolled, or some of it, spread evenly, where that is very much."""
    outcomes = position.legal_moves()
    return outcomes[:: max(1, len(outcomes) // _MOST_OUTCOMES)]


def _chances(position: Position, seat: Seat, worth: float) -> tuple[float, ...]:
    evaluation = _evaluation(position)
    if len(evaluation) == 2:
        own = _share(worth)
        return tuple(round(own if other == seat else 1 - own, 3) for other in range(2))
    shares = [_share(worth if other == seat else value) for other, value in enumerate(evaluation)]
    whole = sum(shares) or 1.0
    return tuple(round(share / whole, 3) for share in shares)


def _share(worth: float) -> float:
    return (1 + max(-1.0, min(1.0, worth))) / 2


def _evaluation(position: Position) -> Sequence[float]:
    evaluation = game_of(type(position)).evaluation
    assert evaluation is not None, "only games that can be judged are reviewed"
    return evaluation(position)
