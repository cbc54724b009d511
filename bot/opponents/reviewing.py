"""Judging the decisions of a match that is over, one by one, and what its rolls were worth.

Everything here is a function of plain data, to be asked of the processes that think.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.model.reviews import Decision
from bot.opponents.choice import game_of, worths
from bot.opponents.levels import LEVELS, Level
from rules.core import Move, Position, Seat
from rules.record import Step

SECONDS: Final = 0.9
"""What one decision may take: sixty of them within a minute."""

_TWO: Final = 2
_LEAST: Final = 0.01
_MOST_OUTCOMES: Final = 40
THOROUGH: Final = replace(LEVELS[-1], nodes=20_000, samples=2_000, seconds=SECONDS / 3)
"""How each of the three searches for a decision is made."""


def judged(step: Step, ply: int, level: Level = THOROUGH) -> Decision:
    """What a move gave away, by a search from the position before it.

    The best and the one that was played are each looked at once more, with as much effort: a search does not come to
    all moves equally, and to some not at all.
    """
    seat = step.mover
    assert seat is not None, "somebody has decided"
    found = worths(step.before, level, ply)
    best = max(found, key=lambda move: found[move])
    worth = left = found[best]
    if best != step.move:
        worth, left = (worth_for(step.before.play(move), seat, level, ply) for move in (best, step.move))
    if step.after.turn is None:
        left = _evaluation(step.after)[seat]
    best, worth = (step.move, left) if left >= worth else (best, worth)
    chances = _chances(step.before, seat, worth)
    share = chances[seat] * _share(left) / max(_share(worth), _LEAST)
    return Decision(ply, seat, chances, step.move, best, round(share, 3))


def worth_for(position: Position, seat: Seat, level: Level, seed: int) -> float:
    """What a position is worth for a seat, whoever is to move or to roll there."""
    turn = position.turn
    if isinstance(turn, int) and (turn == seat or len(_evaluation(position)) == _TWO):
        best = max(worths(position, level, seed).values())
        return best if turn == seat else -best
    if turn is None or isinstance(turn, int):
        return _evaluation(position)[seat]
    outcomes = _some_outcomes(position)
    return sum(_evaluation(position.play(outcome))[seat] for outcome in outcomes) / len(outcomes)


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
            totals[seat] += (worth - usual[seat]) / _TWO
    return tuple(round(total, 3) for total in totals)


def _some_outcomes(position: Position) -> Sequence[Move]:
    """What can be rolled, or some of it, spread evenly, where that is very much."""
    outcomes = position.legal_moves()
    return outcomes[:: max(1, len(outcomes) // _MOST_OUTCOMES)]


def _chances(position: Position, seat: Seat, worth: float) -> tuple[float, ...]:
    evaluation = _evaluation(position)
    if len(evaluation) == _TWO:
        own = _share(worth)
        return tuple(round(own if other == seat else 1 - own, 3) for other in range(_TWO))
    shares = [_share(worth if other == seat else value) for other, value in enumerate(evaluation)]
    whole = sum(shares) or 1.0
    return tuple(round(share / whole, 3) for share in shares)


def _share(worth: float) -> float:
    return (1 + max(-1.0, min(1.0, worth))) / _TWO


def _evaluation(position: Position) -> Sequence[float]:
    evaluation = game_of(type(position)).evaluation
    assert evaluation is not None, "only games that can be judged are reviewed"
    return evaluation(position)
