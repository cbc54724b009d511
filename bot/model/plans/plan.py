"""What somebody has planned for a match."""

from dataclasses import dataclass

from bot.model.plans.grammar import from_stored
from bot.model.plans.tree import PlanTree


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody has planned for a match, as it is stored: `lines` as `bot.model.plans.grammar.stored` writes them.

    `stopped_at` is the move that could not be played, with the reason; `lines` are then what was to follow it.
    """

    person_id: int
    lines: tuple[str, ...] = ()
    stopped_at: str = ""
    stopped_because: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether there is something to be done when the person's turn comes."""
        return bool(self.lines) and not self.stopped_at

    @property
    def tree(self) -> PlanTree:
        """All that is planned; where the plan has stopped, it begins with the move that could not be played."""
        rest = from_stored(self.lines)
        return PlanTree((self.stopped_at, *rest.moves), rest.branches) if self.stopped_at else rest
