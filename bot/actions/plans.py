"""Plans of the moves that players want to play when their turns come.

Parsing a long plan takes a while, which must not hold up anything else: `draft` does it on a loaded match, without a
unit of work, and `plan` stores its result if the match is still the same.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.actions import matches
from bot.actions.askers import asker_of
from bot.actions.change import MatchChange, check_running
from bot.actions.context import Context
from bot.actions.playing import follow_plans
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct
from bot.model.picking import ahead
from bot.model.plans.parsing import parse_plan
from bot.model.plans.tree import NOTHING, Plan, PlanTree
from bot.model.refusals.matches import NotByVote
from rules.core import Position


@dataclass(frozen=True, slots=True)
class Draft:
    """A player's plan parsed from a text, for a match as it stood, with the plan they had there."""

    revision: int
    plan: Plan
    tree: PlanTree


def _as_typed(text: str, _position: Position) -> str:
    return text


async def keep(
    context: Context,
    actor: Actor,
    match_id: int,
    text: str,
    *,
    in_english: Callable[[str, Position], str] = _as_typed,
    adding: bool = False,
    is_shown_at_once: bool = False,
    check: Callable[[Match, Draft], None] | None = None,
) -> MatchChange:
    """Store the plan in a text for the player `actor`; return the unit of work that did it.

    `in_english` translates a text that is typed for a match at a position. Texts are translated and parsed one at a
    time, off the event loop, in fair shares of those who are behind the players. With `is_shown_at_once` the caller
    shows it afterwards. `check` may raise something before a draft is stored. Raises what `draft` and `plan` raise,
    `UnknownMatch` or `MatchElsewhere`.
    """

    def drafted(match: Match) -> Draft:
        return draft(match, actor.person, in_english(text, match.position), adding=adding)

    asker = await asker_of(context, actor.person.id)
    while True:  # until nobody moves while the text is being parsed
        match = await matches.find(context, actor, match_id)
        async with context.drafting.turn(asker):
            drafted_plan = await asyncio.to_thread(drafted, match)
        if check is not None:
            check(match, drafted_plan)
        async with matches.change(context, match_id, actor, is_shown_at_once=is_shown_at_once) as change:
            is_kept = plan(change, actor.person, drafted_plan)
        if is_kept:
            return change


def choose_ahead(change: MatchChange, person: Person, number: int, moves: Sequence[str]) -> None:
    """Let a person's plan begin with other `moves`, unless they have chosen more or fewer than `number` meanwhile.

    Without any the plan is forgotten. Raises what `check_running` raises.
    """
    check_running(change.match, person, MatchAct.PLAN)
    next_turn, plan = ahead(change.match, person.id), change.match.plan_of(person.id)
    if next_turn is not None and next_turn.number == number:
        change.set_plan(replace(plan, tree=replace(plan.tree, moves=tuple(moves))) if moves else Plan(person.id))
        follow_plans(change)


def draft(match: Match, person: Person, text: str, *, adding: bool = False) -> Draft:
    """The plan in a text for a player in a match, replacing their earlier plan or `adding` to it.

    Raises `bot.model.plans.tree.PlanError` for a text that is not a plan or has a move known to be impossible,
    `NotByVote` if a channel plays, or what `check_running` raises.
    """
    seat = check_running(match, person, MatchAct.PLAN)
    if match.is_by_vote:
        raise NotByVote(match)
    current_plan = match.plan_of(person.id)
    tree = parse_plan(text, match.position, match.history.steps, seat, current_plan.whole if adding else NOTHING)
    return Draft(match.revision, current_plan, tree)


def plan(change: MatchChange, person: Person, drafted: Draft) -> bool:
    """Store a drafted plan; return False if the match has moved on since.

    A draft of nothing forgets the plan. If it is the person's turn, the plan begins at once. Raises what
    `check_running` raises.
    """
    match = change.match
    check_running(match, person, MatchAct.PLAN)
    if (match.revision, match.plan_of(person.id)) != (drafted.revision, drafted.plan):
        return False
    change.set_plan(Plan(person.id, drafted.tree))
    follow_plans(change)
    return True
