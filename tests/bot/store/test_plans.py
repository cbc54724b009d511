"""Plans in the database: kept as they are, and brought over from the texts of older versions."""

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import pytest
from alembic import command
from hypothesis import given
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.plans.plan import Plan
from bot.model.plans.tree import NOTHING, PlanTree
from bot.store import plans
from bot.store.engine.database import Database, _engine, driver_url  # pyright: ignore[reportPrivateUsage]
from bot.store.engine.schema.matches import plans as table
from tests.bot.matches import Matches
from tests.bot.model.trees import TREES, after
from tests.bot.store.test_opening import alembic_on, make_old
from tests.bot.tables import ADA, BEN, Hall, StandingClock, here

_TREE = PlanTree(("a1<a2",), (after("e5<e4", "c4xe3", then=(after("", "b1<b2"),)), after("", "d1<d2", "d2<d3")))


@given(tree=TREES)
def test_a_tree_written_as_json_is_read_as_the_same_tree(tree: PlanTree) -> None:
    assert plans.tree_of(json.loads(json.dumps(plans.data_of(tree)))) == tree


@pytest.mark.parametrize(
    "plan", [Plan(BEN.id, _TREE), Plan(BEN.id, _TREE, "d4<d5", "d4 is empty."), Plan(BEN.id, NOTHING, "d4<d5", "Why.")]
)
async def test_a_plan_is_kept_as_it_is_in_place_of_the_one_before(hall: Hall, plan: Plan) -> None:
    match = await hall.running()
    others = Plan(ADA.id, PlanTree(("a1<a2",)))
    async with hall.database.write() as connection:
        before = (others, Plan(BEN.id, PlanTree(("g1<g2",)), "e5<e4", "It stopped before."))
        await plans.save(connection, match.id, (), before)
        await plans.save(connection, match.id, before, (others, plan))
        assert await plans.of_match(connection, match.id) == (others, plan)
        assert await plans.of_match(connection, match.id + 1) == ()
        await plans.save(connection, match.id, (others, plan), (others,))
        assert await plans.of_match(connection, match.id) == (others,)


async def test_nothing_is_kept_of_an_empty_plan(hall: Hall) -> None:
    match = await hall.running()
    async with hall.database.write() as connection:
        stopped = Plan(BEN.id, _TREE, "d4<d5", "d4 is empty.")
        await plans.save(connection, match.id, (), (stopped,))
        await plans.save(connection, match.id, (stopped,), (Plan(BEN.id),))
        assert (await connection.execute(select(table))).all() == []


# --- what older versions have stored ---


_NUMBERS = (("matches", "id"), ("participants", "match_id"), ("moves", "match_id"))
"""Tables of version 0004, and their columns with the number of a match."""

_Stored = tuple[object, str | None, str | None]


def _as_text(texts: object, stopped_at: str | None = None, because: str | None = None) -> _Stored:
    """A plan of Ben's as version 0004 stored it."""
    return texts, stopped_at, because


async def _store_as_text(url: str, *plans_of_ben: _Stored) -> None:
    """A database of version 0004 in which Ben has such a plan in each of as many matches; Ada's is `a1<a2` everywhere."""
    await make_old(url, "0004")
    engine = _engine(driver_url(url))
    async with engine.begin() as connection:
        for number, plan_of_ben in enumerate(plans_of_ben, 1):
            if number > 1:
                await _repeat_match(connection, number)
            for person, (kept, at, because) in ((ADA, _as_text(["a1<a2"])), (BEN, plan_of_ben)):
                row = {"match": number, "person": person.id, "moves": json.dumps(kept), "at": at, "because": because}
                await connection.execute(text("INSERT INTO plans VALUES (:match, :person, :moves, :at, :because)"), row)
    await engine.dispose()


async def _repeat_match(connection: AsyncConnection, number: int) -> None:
    """Match 1 once more, under another number."""
    for table_name, key in _NUMBERS:
        found = await connection.execute(text(f"SELECT * FROM {table_name} WHERE {key} = 1"))
        columns = ", ".join(set(found.keys()) - {key})
        again = f"SELECT {number}, {columns} FROM {table_name} WHERE {key} = 1"
        await connection.execute(text(f"INSERT INTO {table_name} ({key}, {columns}) {again}"))


@asynccontextmanager
async def _opened(url: str) -> AsyncGenerator[Database]:
    database = await Database.open(url)
    try:
        yield database
    finally:
        await database.close()


_OLD: dict[str, tuple[list[str], PlanTree]] = {
    "nothing": ([], NOTHING),
    "queue": (["b2", "e5 e4", "c4 -> e3", "furl a1, a2"], PlanTree(("b2", "e5 e4", "c4 -> e3", "furl a1, a2"))),
    "conditions": (
        ["after e5<e4: c4xe3", "after anything else: a1<b2"],
        PlanTree((), (after("e5<e4", "c4xe3"), after("", "a1<b2"))),
    ),
    "nested": (
        [
            "g1<g2",
            "after e5<e4: c4xe3, after d2<d3: a1<b2, b1<b2",
            "after e5<e4: c4xe3, after anything else: b1<b2",
            "after anything else: g3<g4",
        ],
        PlanTree(
            ("g1<g2",),
            (
                after("e5<e4", "c4xe3", then=(after("d2<d3", "a1<b2", "b1<b2"), after("", "b1<b2"))),
                after("", "g3<g4"),
            ),
        ),
    ),
    "several moves, some with commas inside": (
        ["after fox-8,5, end: bear-9,5, end, after c4 to e3: 8,5"],
        PlanTree((), (after("fox-8,5 + end", "bear-9,5", "end", then=(after("c4 to e3", "8,5"),)),)),
    ),
}


async def test_plans_of_an_older_version_are_as_they_were_and_can_be_taken_back_to_its_texts(empty_url: str) -> None:
    await _store_as_text(empty_url, *(_as_text(texts) for texts, _ in _OLD.values()))
    async with _opened(empty_url) as database:
        for number, (kind, (_, tree)) in enumerate(_OLD.items(), 1):
            match = await Matches(database, now=StandingClock()).load(number)
            assert match.plan_of(ADA.id) == Plan(ADA.id, PlanTree(("a1<a2",))), kind
            assert match.plan_of(BEN.id) == Plan(BEN.id, tree), kind
    async with _opened(empty_url) as database, database.write() as connection:
        await connection.run_sync(lambda inner: command.downgrade(alembic_on(inner), "0004"))
        found = await connection.scalars(text(f"SELECT moves FROM plans WHERE person_id = {BEN.id} ORDER BY match_id"))
    for moves, (kind, (texts, _)) in zip(found, _OLD.items(), strict=True):
        assert (json.loads(moves) if isinstance(moves, str) else moves) == texts, kind


async def test_a_plan_of_an_older_version_that_has_stopped_says_where_and_why(empty_url: str) -> None:
    await _store_as_text(empty_url, _as_text(["e5<e4"], "d4<d5", "d4 is empty."))
    async with _opened(empty_url) as database:
        match = await Matches(database, now=StandingClock()).load(1)
        assert match.plan_of(BEN.id) == Plan(BEN.id, PlanTree(("e5<e4",)), "d4<d5", "d4 is empty.")


async def test_a_queue_that_was_stored_before_there_were_conditions_is_played_as_before(empty_url: str) -> None:
    await _store_as_text(empty_url, _as_text(["e5 e4", "g1<g2"]))
    async with _opened(empty_url) as database:
        matches = Matches(database, now=StandingClock())
        assert (await matches.play(here(BEN), 1, "g4<g3")).match.history.tokens == ("a4<c4", "g4<g3", "a1<a2", "e5<e4")


_UNREADABLE: Sequence[object] = (
    ["after e5<e4"],
    ["a1<a2", "after : c4xe3"],
    ["after e5<e4: "],
    ["after e5<e4: c4xe3", "after e5<e4: a1<b2, after d2<d3: b1<b2"],
    [["after e5<e4: c4xe3"]],
    5,
)


async def test_a_plan_of_an_older_version_that_cannot_be_read_is_dropped_and_no_other(empty_url: str) -> None:
    await _store_as_text(empty_url, *map(_as_text, _UNREADABLE))
    async with _opened(empty_url) as database:
        for number, texts in enumerate(_UNREADABLE, 1):
            match = await Matches(database, now=StandingClock()).load(number)
            assert match.plans == (Plan(ADA.id, PlanTree(("a1<a2",))),), texts
