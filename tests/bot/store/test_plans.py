"""Plans in the database: a plan is read as it was stored."""

import json

import pytest
from hypothesis import given
from sqlalchemy import select

from bot.model.plans.tree import NOTHING, Plan, PlanTree
from bot.store import plans
from bot.store.engine.schema.matches import plans as table
from tests.bot.model.trees import TREES, after
from tests.bot.tables import ADA, BEN, Hall

_TREE = PlanTree(("a1<a2",), (after("e5<e4", "c4xe3", then=(after("", "b1<b2"),)), after("", "d1<d2", "d2<d3")))


@given(tree=TREES)
def test_a_tree_written_as_json_is_read_as_the_same_tree(tree: PlanTree) -> None:
    assert plans.tree_of(json.loads(json.dumps(plans.data_of(tree)))) == tree


@pytest.mark.parametrize("plan", [Plan(BEN.id, _TREE), Plan(BEN.id, _TREE, "d4<d5"), Plan(BEN.id, NOTHING, "d4<d5")])
async def test_a_plan_is_kept_as_it_is_in_place_of_the_one_before(hall: Hall, plan: Plan) -> None:
    match = await hall.running()
    others = Plan(ADA.id, PlanTree(("a1<a2",)))
    async with hall.database.write() as connection:
        before = (others, Plan(BEN.id, PlanTree(("g1<g2",)), "e5<e4"))
        await plans.save(connection, match.id, (), before)
        await plans.save(connection, match.id, before, (others, plan))
        assert await plans.of_match(connection, match.id) == (others, plan)
        assert await plans.of_match(connection, match.id + 1) == ()
        await plans.save(connection, match.id, (others, plan), (others,))
        assert await plans.of_match(connection, match.id) == (others,)


async def test_nothing_is_kept_of_an_empty_plan(hall: Hall) -> None:
    match = await hall.running()
    async with hall.database.write() as connection:
        stopped = Plan(BEN.id, _TREE, "d4<d5")
        await plans.save(connection, match.id, (), (stopped,))
        await plans.save(connection, match.id, (stopped,), (Plan(BEN.id),))
        assert (await connection.execute(select(table))).all() == []
