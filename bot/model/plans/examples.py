"""Examples of plans for a match as it stands, in the moves of its own game: for people who have never written one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.model.plans.parsing import parse_plan
from bot.model.plans.tree import PlanError
from rules.core import CHANCE, Move, Position, Seat
from rules.record import Step

_FARTHEST: Final = 30  # decisions ahead; in every game each seat has decided something by then


@dataclass(frozen=True, slots=True)
class PlanExamples:
    """Texts that could be planned as they stand; each is empty where there is no such plan."""

    queue: str
    """Two moves, played one after the other as the turns come."""

    answer: str
    """A move that waits for what the others play."""


def plan_examples(position: Position, steps: Sequence[Step], seat: Seat) -> PlanExamples:
    """Examples for a seat of a match that stands at `position` after `steps`."""
    line = list(_line(position))
    own = [move for turn, move in line if turn == seat][:2]
    theirs = next(
        ((before[1], after[1]) for before, after in pairwise(line) if before[0] != seat and after[0] == seat), None
    )
    first = f"{own[0]}; " if own and position.turn == seat else ""
    queue = " ".join(own) if len(own) == 2 else ""
    answer = f"{first}after {theirs[0]}: {theirs[1]}" if theirs is not None else ""
    return PlanExamples(*(text if _is_plan(text, position, steps, seat) else "" for text in (queue, answer)))


def _line(position: Position) -> Iterator[tuple[Seat, Move]]:
    """How the game might go on: decisions with the seats that make them, neither the first nor the last that come to mind."""
    for _ in range(_FARTHEST):
        moves, turn = position.legal_moves(), position.turn
        if turn is None:
            return
        move = moves[len(moves) // 2]
        if turn is not CHANCE and len(moves) > 1:  # where there is no choice, nobody plans
            yield turn, move
        position = position.play(move)


def _is_plan(text: str, position: Position, steps: Sequence[Step], seat: Seat) -> bool:
    try:
        return bool(parse_plan(text, position, steps, seat))
    except PlanError:
        return False
