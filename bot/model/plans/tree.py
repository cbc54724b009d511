"""Plans: moves, and after them what to do for each answer of the others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.core import MoveError


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
    """What to do after the others have played `after`; nothing in it stands for whatever no other branch names."""

    after: tuple[str, ...]
    tree: "PlanTree"


@dataclass(frozen=True, slots=True)
class PlanTree:
    """What somebody does from some moment on: `moves` one after the other, then the branch that fits."""

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
"""The tree of somebody who has planned nothing."""


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
    """What somebody has planned for a match and what has not been played yet; an empty tree where that is nothing.

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
