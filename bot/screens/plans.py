"""Plans: private moves and conditions, played when the player's turns come."""

from bot.model.match import Match
from bot.screens.core import Act, Action, Screen
from bot.texts import plans as plan_texts
from bot.texts.language import say


def plan_of(match: Match, person_id: int, ply: int) -> Screen:
    """A person's plan, and its moves played since the match had `ply` entries."""
    plan, seat = match.plan_of(person_id), match.seat_of(person_id)
    played = [step.move for step in match.history.steps[ply:] if step.before.turn == seat]
    actions = [Action(say("Edit"), Act("plan_edit", match.id))]
    if plan.whole:
        actions.append(Action(say("Clear"), Act("plan_clear", match.id)))
    return Screen(text=plan_texts.plan(match, plan, played), here=Act("plan", match.id), actions=actions)
