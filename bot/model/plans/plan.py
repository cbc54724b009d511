"""What somebody has planned for a match."""

from dataclasses import dataclass

from bot.model.plans.tree import NOTHING, PlanTree


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
