"""Plans as trees: moves, then an answer to each move of the others; and what a plan does when its owner's turn comes.

A condition is compared with the moves of the others since the owner of the plan last moved, in order: all their moves,
of several turns if several people play, but neither rolls of chance nor retirements. It is met if each of its moves is
among them, in that order; the first matching line is followed, `anything else` if no other matches. While the others
have not moved, as in the middle of the owner's own turn, a plan waits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.history import only_move
from rules.core import Move, MoveError, Phrase, Position, Seat, Typed
from rules.record import Step


class PlanError(MoveError):
    """A text that cannot be a plan here. `str(error)` is the sentence that its author reads."""

    def __init__(self, message: str, /, **facts: object) -> None:
        """Say a message, as a `Phrase` does."""
        super().__init__(Phrase(message, **facts))


@dataclass(frozen=True, slots=True)
class PlanExamples:
    """Texts that are plans as they stand; each is empty if there is no such plan."""

    queue: str
    """Two moves, played one after the other as the turns come."""

    answer: str
    """A move that waits for what the others play."""


class UnreadPlan(PlanError):
    """A text that is not understood as a plan, with `examples` of what would be in its match."""

    examples = PlanExamples("", "")


@dataclass(frozen=True, slots=True)
class PlanPart:
    """A part of a line: what the others play, and the moves that answer it one after the other.

    `after` holds the others' moves in order and is empty for anything else; it is None at the beginning of a line,
    whose moves are played whatever happens. `is_spaced` says that `moves` is one text as typed, which may be several
    moves with spaces between them.
    """

    after: tuple[str, ...] | None
    moves: tuple[str, ...]
    is_spaced: bool = False


@dataclass(frozen=True, slots=True)
class PlanBranch:
    """What to do after the others have played `after`; if that is empty, after anything that no other branch names."""

    after: tuple[str, ...]
    tree: "PlanTree"


@dataclass(frozen=True, slots=True)
class PlanTree:
    """What a player does from some moment on: `moves` one after the other, then the branch that matches."""

    moves: tuple[str, ...] = ()
    branches: tuple[PlanBranch, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.moves or self.branches)

    @property
    def is_complete(self) -> bool:
        """Whether every point with branches has one for anything that the others may play."""
        answers_all = not self.branches or any(not branch.after for branch in self.branches)
        return answers_all and all(branch.tree.is_complete for branch in self.branches)

    @property
    def rest(self) -> "PlanTree":
        """What remains once the first move is played."""
        return PlanTree(self.moves[1:], self.branches)

    def lines(self) -> Iterator[tuple[PlanPart, ...]]:
        """Every path through the branches; the first part of each holds the moves before any branch."""
        first = PlanPart(None, self.moves)
        if not self.branches:
            yield (first,)
        for branch in self.branches:
            for head, *others in branch.tree.lines():
                yield (first, PlanPart(branch.after, head.moves), *others)


NOTHING: Final = PlanTree()
"""The tree of a player who has planned nothing."""


def with_line(tree: PlanTree, line: Sequence[PlanPart]) -> PlanTree:
    """A tree with one more line, merged with lines that begin alike; its first part holds its first moves.

    Raises PlanError if it contradicts an earlier line.
    """
    moves, others = line[0].moves, line[1:]
    planned = tree.moves
    shared = min(len(moves), len(planned))
    if moves[:shared] != planned[:shared]:
        raise PlanError(
            "Another line plays {others} where this one plays {moves}.",
            others=_in_words(planned),
            moves=_in_words(moves),
        )
    if (len(moves) > shared and tree.branches) or (len(planned) > shared and others):
        raise PlanError(
            "Two lines say different things after {moves}: one goes on whatever the others play, and one waits for what they play.",
            moves=_in_words(moves[:shared]),
        )
    longest = moves if len(moves) > shared else planned
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
    # Translators: What another line of a plan plays, as in “Another line plays nothing where this one plays a4<c4.”
    return Typed(", ".join(moves)) if moves else Phrase("nothing")


@dataclass(frozen=True, slots=True)
class Plan:
    """The part of a person's plan for a match that has not been played yet; an empty tree if there is none.

    `stopped_at` is the move that could not be played; then `tree` is what was to follow it.
    """

    person_id: int
    tree: PlanTree = NOTHING
    stopped_at: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether there is something to do when the person's turn comes."""
        return bool(self.tree) and not self.stopped_at

    @property
    def whole(self) -> PlanTree:
        """The whole plan; if it has stopped, it begins with the move that could not be played."""
        return PlanTree((self.stopped_at, *self.tree.moves), self.tree.branches) if self.stopped_at else self.tree


@dataclass(frozen=True, slots=True)
class PlanDecision:
    """What a plan decides: the move to play, if any, and the plan after that."""

    move: Move | None
    plan: Plan


def decide(plan: Plan, position: Position, steps: Sequence[Step], seat: Seat) -> PlanDecision | None:
    """What a plan decides now that its owner's turn has come; None if it has nothing to do, or waits.

    If none of its conditions is met, it plays nothing and is dropped; if its move is not legal, it stops.
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
    """The moves of the others since a seat last moved, in order."""
    replies: list[Step] = []
    for step in reversed(steps):
        if step.mover is None:
            continue
        if step.mover == seat:
            break
        replies.append(step)
    return replies[::-1]


def matching_branch(branches: Sequence[PlanBranch], replies: Sequence[Step]) -> PlanBranch | None:
    """The first branch whose condition is met, else the one for anything else, if there is one."""
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
    """The tree without the forced moves at its beginning, which the bot plays by itself."""
    while tree.moves and (only := only_move(position, seat)) is not None:
        if meaning(position, tree.moves[0]) != only:
            break
        tree, position = tree.rest, position.play(only)
    return tree
