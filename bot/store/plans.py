"""People's plans in the database. Every function with a connection works in the caller's transaction.

A tree is stored as JSON: its moves and its branches, each of which is a tree with `after`, the moves of the others.

    {"moves": ["a1<a2"], "branches": [{"after": ["e5<e4"], "moves": ["c4xe3"], "branches": []}]}
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Executable, Integer, and_, bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.plans.tree import Plan, PlanBranch, PlanTree
from bot.model.shards import ALL, Shards
from bot.store.engine.conditions import MOST_KEPT, is_served
from bot.store.engine.schema.matches import matches, plans
from bot.store.engine.statements import upsert

_OF_MATCH: Final = select(plans).where(plans.c.match_id == bindparam("number")).order_by(plans.c.person_id)


async def of_match(connection: AsyncConnection, match_id: int) -> tuple[Plan, ...]:
    """The plans of all people in a match."""
    rows = await connection.execute(_OF_MATCH, {"number": match_id})
    return tuple(Plan(row.person_id, tree_of(row.tree), row.stopped_at or "") for row in rows)


async def due(connection: AsyncConnection, _now: datetime, limit: int, shards: Shards = ALL) -> Sequence[int]:
    """The numbers of at most `limit` running matches of some shards whose player to move has a plan that may be due."""
    return (await connection.scalars(_due(shards), {"most": limit})).all()


@lru_cache(MOST_KEPT)
def _due(shards: Shards) -> Executable:
    """The query for plans that may be due, kept because each look asks it."""
    is_theirs = and_(matches.c.id == plans.c.match_id, matches.c.to_move_id == plans.c.person_id)
    may_be_due = (plans.c.stopped_at.is_(None), is_served(matches.c.server_id, shards))
    query = select(plans.c.match_id).join(matches, is_theirs).where(*may_be_due)
    # Ordered by plan: ordering by match would make the database look at every match.
    return query.order_by(plans.c.match_id).limit(bindparam("most", type_=Integer))


async def save(connection: AsyncConnection, match_id: int, before: Sequence[Plan], after: Sequence[Plan]) -> None:
    """Write the changes in the plans of a match; empty plans are deleted."""
    old = {plan.person_id: plan for plan in before}
    new = {plan.person_id: plan for plan in after if plan.whole}
    gone = old.keys() - new.keys()
    if gone:
        await connection.execute(delete(plans).where(plans.c.match_id == match_id, plans.c.person_id.in_(gone)))
    for person_id, plan in new.items():
        if plan != old.get(person_id):
            values = {"tree": data_of(plan.tree), "stopped_at": plan.stopped_at or None}
            await upsert(connection, plans, {"match_id": match_id, "person_id": person_id}, values)


def data_of(tree: PlanTree) -> dict[str, Any]:
    """A tree as lists and dictionaries that can be written as JSON; `tree_of` inverts it."""
    return {
        "moves": list(tree.moves),
        "branches": [{"after": list(branch.after), **data_of(branch.tree)} for branch in tree.branches],
    }


def tree_of(data: Mapping[str, Any]) -> PlanTree:
    """The tree that `data_of` wrote."""
    branches = (PlanBranch(tuple(branch["after"]), tree_of(branch)) for branch in data["branches"])
    return PlanTree(tuple(data["moves"]), tuple(branches))
