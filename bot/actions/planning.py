"""Planning: what somebody wants to play when their turns come."""

from bot.actions.change import MatchChange
from bot.actions.checks import check_running
from bot.actions.playing import follow_plans
from bot.model.person import Person
from bot.model.plans import Course, Plan, planned, stored


def plan(change: MatchChange, person: Person, text: str, *, adding: bool = False) -> None:
    """Keep what somebody wants to play when their turns come, in place of what they had planned or `adding` to it.

    An empty text forgets the plan. If it is the person's turn, the plan begins at once. Raises
    `bot.model.plans.PlanError` for a text that is no plan or holds a move that cannot be played as far as that is
    known, or what `check_running` raises.
    """
    match = change.match
    seat = check_running(match, person)
    known = match.plan_of(person.id).course if adding else Course()
    course = planned(text, match.position, match.history.steps, seat, known)
    change.set_plan(Plan(person.id, tuple(stored(course))))
    follow_plans(change)
