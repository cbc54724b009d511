"""Planning the moves to play when one's turns come.

Understanding a long plan takes a while, in which nothing else may stand still: `draft` does that with what is known of a
match, without a unit of work, and `plan` keeps what it has found if the match is still the same.
"""

import asyncio
from dataclasses import dataclass

from bot.actions import matches
from bot.actions.change import MatchChange, check_running
from bot.actions.context import Context
from bot.actions.playing import follow_plans
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.plans.parsing import parse_plan
from bot.model.plans.tree import NOTHING, Plan, PlanTree
from bot.model.refusals.votes import NotByVote


@dataclass(frozen=True, slots=True)
class Draft:
    """What a text plans for a player in a match as it stood, and what they had planned there."""

    revision: int
    known: Plan
    tree: PlanTree


async def keep(
    context: Context, actor: Actor, match_id: int, text: str, *, adding: bool = False, is_shown_at_once: bool = False
) -> MatchChange:
    """Plan a text for the player `actor`; the unit of work that has done it.

    One text at a time is understood, off the event loop. With `is_shown_at_once` the caller shows it afterwards. Raises
    what `draft` and `plan` raise, `UnknownMatch` or `MatchElsewhere`.
    """
    while True:  # until nobody moves while the text is being understood
        match = await matches.find(context, actor, match_id)
        async with context.one_draft:
            found = await asyncio.to_thread(draft, match, actor.person, text, adding=adding)
        async with matches.change(context, match_id, actor, is_shown_at_once=is_shown_at_once) as change:
            is_kept = plan(change, actor.person, found)
        if is_kept:
            return change


def draft(match: Match, person: Person, text: str, *, adding: bool = False) -> Draft:
    """What a text plans for a player in a match, in place of what they had planned or `adding` to it.

    Raises `bot.model.plans.tree.PlanError` for a text that is no plan or holds a move that cannot be played as far as
    that is known, `NotByVote` where a channel plays, or what `check_running` raises.
    """
    seat = check_running(match, person)
    if match.is_by_vote:
        raise NotByVote(match)
    known = match.plan_of(person.id)
    tree = parse_plan(text, match.position, match.history.steps, seat, known.whole if adding else NOTHING)
    return Draft(match.revision, known, tree)


def plan(change: MatchChange, person: Person, drafted: Draft) -> bool:
    """Keep a plan that was drafted; False if that was done for a match that has moved on.

    A draft of nothing forgets the plan. If it is the person's turn, the plan begins at once. Raises what
    `check_running` raises.
    """
    match = change.match
    check_running(match, person)
    if (match.revision, match.plan_of(person.id)) != (drafted.revision, drafted.known):
        return False
    change.set_plan(Plan(person.id, drafted.tree))
    follow_plans(change)
    return True
