"""The judgement of a finished match's decisions, one by one, and of how lucky its rolls were.

All functions here take and return plain data, so that thinking processes can run them.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.model.reviews import Decision
from players.choice import SUREST, evaluated, game_of, uses_alpha_beta, values
from players.forcing import Ending
from players.levels import LEVELS, Budget, Level
from players.mcts import TreeSearch
from players.search import WON, Search, seat_to_move
from rules.core import Move, Position, Seat
from rules.record import Step

SECONDS: Final = 0.9
"""The most seconds for a decision that does not seem bad: sixty of them take a minute."""

_LEAST_SHARE: Final = 0.01
"""The least chance used as a divisor, so that a small loss in a lost position does not become a large number."""
_MOST_ROLLS: Final = 40
"""How many rolls are compared at most: all 36 of two dice, and a sample of the thousands of ways to lay a map."""
_DOUBTED_LOSS: Final = 0.05
"""The loss, a share of the chances, above which moves are compared again, because one search can overstate it."""
_OTHER_SEED: Final = 7_919
"""The offset of the second search's seed: more than the plies of any match, so that no two seeds are equal."""
THOROUGH: Final = replace(LEVELS[-1], nodes=24_000, samples=2_000, seconds=SECONDS, counts_captures=False)
"""The limits of each search for a decision: one alpha-beta search compares two moves; tree searches take three."""


def judged(step: Step, ply: int, level: Level = THOROUGH) -> Decision:
    """The judgement of a move, by searches from the position before it.

    If much seems lost, the moves are compared again with another seed, and the smaller loss counts. If that is less
    than half of the other, the searches do not agree, and no move is said to be better. What the first comparison
    proved is not doubted.
    """
    seat = seat_to_move(step.before)
    solved = _solved(step, level)
    best, value, left, reply = solved or searched(step, level, ply)
    is_doubtful = False
    if not solved and _share(value) - _share(left) > _DOUBTED_LOSS and not (_is_proved(value) and _is_proved(left)):
        _, again, left_again, _ = searched(step, level, ply + _OTHER_SEED, best)
        again, left_again = (value if _is_proved(value) else again), (left if _is_proved(left) else left_again)
        is_doubtful = _share(again) - _share(left_again) < (_share(value) - _share(left)) / 2
        if again - left_again < value - left:
            value, left = again, left_again
    if step.after.turn is None:
        left, is_doubtful = evaluated(step.after)[seat], False
    if left >= value or is_doubtful:
        best, reply = step.move, None
    value = max(value, left)
    chances = _chances(step.before, seat, value)
    share = chances[seat] * _share(left) / max(_share(value), _LEAST_SHARE)
    certain = value >= WON, left <= -WON, bool(solved) and _is_drawn(value), bool(solved) and _is_drawn(left)
    return Decision(ply, seat, chances, step.move, best, round(share, 3), reply, *certain)


def _is_proved(value: float) -> bool:
    """Whether a value is that of a forced win or loss: estimates stay below."""
    return abs(value) >= WON


def _is_drawn(value: float) -> bool:
    """Whether the value of a solved move is that of a draw."""
    return not _is_proved(value)


def compared(step: Step, level: Level, seed: int, best: Move | None = None) -> tuple[Move, float, float, Move | None]:
    """The best move, its value and that of the played one, and the best answer to the latter.

    Near the end of a game all moves are solved; otherwise they are `searched`.
    """
    return _solved(step, level) or searched(step, level, seed, best)


def searched(step: Step, level: Level, seed: int, best: Move | None = None) -> tuple[Move, float, float, Move | None]:
    """The same by search.

    Alpha-beta search values both moves at the same depth. A tree search explores moves unequally and some not at all,
    so it only finds the best move, unless that is known, and each of the two gets one more search of the same size.
    """
    seat, game = seat_to_move(step.before), game_of(step.before)
    if uses_alpha_beta(game):
        search = Search(game, level, Budget(level.nodes, level.seconds), seed)
        by_move = search.values(step.before, step.move)
        best, answer = max(by_move, key=by_move.__getitem__), search.table.get(step.after)
        return best, by_move[best], by_move[step.move], answer.best if answer and step.after.turn != seat else None
    if best is None:
        by_move = values(step.before, level, seed)
        best = max(by_move, key=by_move.__getitem__)
        if best == step.move:
            return best, by_move[best], by_move[best], None
    value, _ = _explored(step.before.play(best), seat, level, seed)
    return best, value, *_explored(step.after, seat, level, seed)


def _solved(step: Step, level: Level) -> tuple[Move, float, float, Move | None] | None:
    """The same for the end of a game; None if that is not near, or takes too long."""
    game = game_of(step.before)
    if not level.solves_endings or not Ending.begins(step.before, game):
        return None
    ending, budget = Ending(game), Budget(level.nodes, level.seconds)
    by_move = ending.values(step.before, budget)
    if by_move is None or step.move not in by_move:
        return None
    best, reply = max(by_move, key=by_move.__getitem__), None
    if step.after.turn not in (None, step.before.turn):
        answers = ending.values(step.after, budget)
        reply = max(answers, key=answers.__getitem__) if answers else None
    return best, by_move[best], by_move[step.move], reply


def _explored(position: Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move | None]:
    """The value of a position for a seat, by tree search, and the best move there if another seat is to move."""
    turn = position.turn
    if turn is None:
        return evaluated(position)[seat], None
    tree = TreeSearch(game_of(position), level, Budget(level.samples, level.seconds), seed)
    by_move = tree.values(position)
    best = max(by_move, key=by_move.__getitem__)
    estimate = max(-SUREST, min(SUREST, tree.mean()[seat]))
    return estimate, best if isinstance(turn, int) and turn != seat else None


def luck(rolls: Sequence[Step], seats: int) -> tuple[float, ...]:
    """How much rolls changed the chances of each seat, each roll compared with the mean of all possible rolls."""
    totals = [0.0] * seats
    for step in rolls:
        possible = step.before.legal_moves()
        possible = possible[:: max(1, len(possible) // _MOST_ROLLS)]
        evaluations = [evaluated(step.before.play(roll)) for roll in possible]
        for seat, value in enumerate(evaluated(step.after)[:seats]):
            mean = sum(evaluation[seat] for evaluation in evaluations) / len(evaluations)
            totals[seat] += (value - mean) / 2
    return tuple(round(total, 3) for total in totals)


def _chances(position: Position, seat: Seat, value: float) -> tuple[float, ...]:
    """The chances of each seat, with sum 1: that of `seat` by the value, those of several others by the evaluation."""
    evaluation = evaluated(position)
    if len(evaluation) == 2:
        own = _share(value)
        return tuple(round(own if other == seat else 1 - own, 3) for other in range(2))
    shares = [_share(value if other == seat else apparent) for other, apparent in enumerate(evaluation)]
    total = sum(shares) or 1.0
    return tuple(round(share / total, 3) for share in shares)


def _share(value: float) -> float:
    """A value as a chance from 0 to 1, which only what is proved can reach."""
    most = 1.0 if _is_proved(value) else SUREST
    return (1 + max(-most, min(most, value))) / 2
