"""Plans: what somebody wants to play when their turns come, known to them alone.

`grammar` says how a plan is written, `checking` what is asked of its moves, `following` when they are played.
"""

from bot.model.plans.course import Course, PlanError
from bot.model.plans.following import Deed, Plan, deed
from bot.model.plans.grammar import stored, tree
from bot.model.plans.planning import LONGEST_LINE, LONGEST_TEXT, MOST_LINES, planned

__all__ = (
    "LONGEST_LINE",
    "LONGEST_TEXT",
    "MOST_LINES",
    "Course",
    "Deed",
    "Plan",
    "PlanError",
    "deed",
    "planned",
    "stored",
    "tree",
)
