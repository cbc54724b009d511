"""Planning: what somebody wants to play when their turns come."""

from bot.actions.change import MatchChange
from bot.actions.checks import check_running
from bot.actions.playing import follow_plans
from bot.model.person import Person
from bot.model.plans.parsing import parse_plan
from bot.model.plans.plan import Plan
from bot.model.plans.tree import NOTHING


def plan(change: MatchChange, person: Person, text: str, *, adding: bool = False) -> None:
    """Keep what somebody wants to play when their turns come, in place of what they had planned or `adding` to it.

    An empty text forgets the plan. If it is the person's turn, the plan begins at once. Raises
    `bot.model.plans.tree.PlanError` for a text that is no plan or holds a move that cannot be played as far as that is
    known, or what `check_running` raises.
    """
    match = change.match
    seat = check_running(match, person)
    known = match.plan_of(person.id).whole if adding else NOTHING
    tree = parse_plan(text, match.position, match.history.steps, seat, known)
    change.set_plan(Plan(person.id, tree))
    follow_plans(change)
