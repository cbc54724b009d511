"""Following a plan: what it does when its owner's turn comes.

A condition is compared with what the others have decided since its owner last decided, in order: all their moves, of
several turns where several people play, but neither what chance rolled nor that somebody left. It happened if each of
its moves is among them, in that order; the first line that fits is followed, `anything else` if no other does. While
the others have decided nothing, as in the middle of the owner's own turn, a plan waits.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.history import only_move
from bot.model.plans.tree import Plan, PlanBranch, PlanTree
from rules.core import Move, MoveError, Position, Seat
from rules.record import Step


@dataclass(frozen=True, slots=True)
class PlanDecision:
    """What a plan decides: the move that is to be played, if it comes to one, and the plan after that."""

    move: Move | None
    plan: Plan


def decide(plan: Plan, position: Position, steps: Sequence[Step], seat: Seat) -> PlanDecision | None:
    """What somebody's plan decides now that their turn has come; None if it has nothing to do, or waits.

    Where no condition happened, it does not play but is forgotten; where its move is not legal, it stops.
    """
    if not plan.is_ready or position.turn != seat:
        return None
    tree = plan.tree
    if not tree.moves:
        replies = decided_by_others(steps, seat)
        if not replies:
            return None
        branch = matching_branch(tree.branches, replies)
        if branch is None:
            return PlanDecision(None, Plan(plan.person_id))
        tree = branch.tree
    text, rest = tree.moves[0], tree.rest
    try:
        move = position.parse(text)
    except MoveError:
        return PlanDecision(None, Plan(plan.person_id, rest, text))
    return PlanDecision(move, Plan(plan.person_id, without_forced(rest, position.play(move), seat)))


def decided_by_others(steps: Sequence[Step], seat: Seat) -> Sequence[Step]:
    """What the others have decided since a seat last decided, the first first."""
    replies: list[Step] = []
    for step in reversed(steps):
        if step.mover is None:
            continue
        if step.mover == seat:
            break
        replies.append(step)
    return replies[::-1]


def matching_branch(branches: Sequence[PlanBranch], replies: Sequence[Step]) -> PlanBranch | None:
    """The first branch whose condition happened, else the one for anything else, if there is one."""
    for branch in branches:
        if branch.after and _is_among(branch.after, replies):
            return branch
    return next((branch for branch in branches if not branch.after), None)


def _is_among(moves: Sequence[str], replies: Sequence[Step]) -> bool:
    following = iter(replies)
    return all(any(_means(move, step) for step in following) for move in moves)


def _means(text: str, step: Step) -> bool:
    if text == step.move:
        return True
    try:
        return step.before.parse(text) == step.move
    except MoveError:
        return False


def without_forced(tree: PlanTree, position: Position, seat: Seat) -> PlanTree:
    """A tree without moves at its beginning that the bot plays by itself because they leave no choice."""
    while tree.moves and (only := only_move(position, seat)) is not None:
        if not _is(tree.moves[0], only, position):
            break
        tree, position = tree.rest, position.play(only)
    return tree


def _is(text: str, move: Move, position: Position) -> bool:
    try:
        return position.parse(text) == move
    except MoveError:
        return False
