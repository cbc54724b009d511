"""Plans: moves, then an answer to each move of the others; and what a plan does when its owner's turn comes.

A condition is compared with what the others have decided since the owner of the plan last decided, in order: all their
moves, of several turns where several people play, but neither rolls of chance nor retirements. It happened if each of its
moves is among them, in that order; the first line that fits is followed, `anything else` if no other does. While the
others have decided nothing, as in the middle of the owner's own turn, a plan waits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.history import only_move
from rules.core import Move, MoveError, Position, Seat
from rules.record import Step


class PlanError(MoveError):
    """A text that cannot be a plan here. `str(error)` is the sentence that its author reads."""


@dataclass(frozen=True, slots=True)
class PlanPart:
    """A piece of a line: what the others play, and the moves that answer it one after the other.

    `after` holds the others' moves in order, nothing where anything else will do; it is None at the beginning of a
    line, whose moves are played whatever happens. `is_spaced` tells that `moves` is one text as it was typed, which
    may be several moves with spaces between them.
    """

    after: tuple[str, ...] | None
    moves: tuple[str, ...]
    is_spaced: bool = False


@dataclass(frozen=True, slots=True)
class PlanBranch:
    """What to do after the others have played `after`; an empty one stands for all that no other branch names."""

    after: tuple[str, ...]
    tree: "PlanTree"


@dataclass(frozen=True, slots=True)
class PlanTree:
    """What a player does from some moment on: `moves` one after the other, then the branch that fits."""

    moves: tuple[str, ...] = ()
    branches: tuple[PlanBranch, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything to be done."""
        return bool(self.moves or self.branches)

    @property
    def is_complete(self) -> bool:
        """Whether there is a branch for anything that the others may play, wherever there are branches at all."""
        answers_all = not self.branches or any(not branch.after for branch in self.branches)
        return answers_all and all(branch.tree.is_complete for branch in self.branches)

    @property
    def rest(self) -> "PlanTree":
        """What remains once the first move is played."""
        return PlanTree(self.moves[1:], self.branches)

    def lines(self) -> Iterator[tuple[PlanPart, ...]]:
        """Every way through the branches; the first part of each holds the moves that come before any branch."""
        first = PlanPart(None, self.moves)
        if not self.branches:
            yield (first,)
        for branch in self.branches:
            for head, *others in branch.tree.lines():
                yield (first, PlanPart(branch.after, head.moves), *others)


NOTHING: Final = PlanTree()
"""The tree of a player who has planned nothing."""


def with_line(tree: PlanTree, line: Sequence[PlanPart]) -> PlanTree:
    """A tree with one more line, which begins with the moves of its first part; shared beginnings become one.

    Raises PlanError if it answers the same thing in another way than a line before.
    """
    moves, others = line[0].moves, line[1:]
    known = tree.moves
    shared = min(len(moves), len(known))
    if moves[:shared] != known[:shared]:
        raise PlanError(
            f"Another line plays {_in_words(known)} in the same place where this one plays {_in_words(moves)}."
        )
    if (len(moves) > shared and tree.branches) or (len(known) > shared and others):
        raise PlanError(
            f"It does not agree with another line on what comes after {_in_words(moves[:shared])}: one of them goes on "
            "whatever the others play, and one waits for what they play."
        )
    longest = moves if len(moves) > shared else known
    return PlanTree(longest, _with_branch(tree.branches, others) if others else tree.branches)


def _with_branch(branches: tuple[PlanBranch, ...], line: Sequence[PlanPart]) -> tuple[PlanBranch, ...]:
    after = line[0].after or ()
    if all(branch.after != after for branch in branches):
        branches = (*branches, PlanBranch(after, PlanTree(line[0].moves)))
        branches = tuple(sorted(branches, key=lambda branch: not branch.after))  # anything else comes last
    return tuple(
        PlanBranch(after, with_line(branch.tree, line)) if branch.after == after else branch for branch in branches
    )


def _in_words(moves: Sequence[str]) -> str:
    return ", ".join(moves) or "nothing"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a person has planned for a match and what has not been played yet; an empty tree where that is nothing.

    `stopped_at` is the move that could not be played; `tree` is then what was to follow.
    """

    person_id: int
    tree: PlanTree = NOTHING
    stopped_at: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether there is something to be done when the person's turn comes."""
        return bool(self.tree) and not self.stopped_at

    @property
    def whole(self) -> PlanTree:
        """All that is planned; where the plan has stopped, it begins with the move that could not be played."""
        return PlanTree((self.stopped_at, *self.tree.moves), self.tree.branches) if self.stopped_at else self.tree


@dataclass(frozen=True, slots=True)
class PlanDecision:
    """What a plan decides: the move that is to be played, if it comes to one, and the plan after that."""

    move: Move | None
    plan: Plan


def decide(plan: Plan, position: Position, steps: Sequence[Step], seat: Seat) -> PlanDecision | None:
    """What a plan decides now that its owner's turn has come; None if it has nothing to do, or waits.

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
    move = meaning(position, text)
    if move is None:
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
    return all(any(step.move in (text, meaning(step.before, text)) for step in following) for text in moves)


def meaning(position: Position, text: str) -> Move | None:
    """The legal move that a text means; None if it means none."""
    try:
        return position.parse(text)
    except MoveError:
        return None


def without_forced(tree: PlanTree, position: Position, seat: Seat) -> PlanTree:
    """A tree without moves at its beginning that the bot plays by itself because they leave no choice."""
    while tree.moves and (only := only_move(position, seat)) is not None:
        if meaning(position, tree.moves[0]) != only:
            break
        tree, position = tree.rest, position.play(only)
    return tree
