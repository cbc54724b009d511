"""Plans: queued moves that are played as their turns come."""

import asyncio
import threading
from datetime import timedelta

import pytest

from bot.actions import matches
from bot.actions import plans as planning
from bot.actions.context import Context
from bot.actions.heartbeats import Heartbeat
from bot.model.history import Cause
from bot.model.match import Match, State
from bot.model.people import Actor, Person
from bot.model.plans.grammar import outline
from bot.model.plans.parsing import LONGEST_LINE
from bot.model.plans.tree import PlanError, UnreadPlan
from tests.bot.matches import Deadlines
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, Hall, here


async def test_plans_that_answer_each_other_for_long_are_played_a_few_moves_at_a_time(hall: Hall) -> None:
    match = await hall.running(game=ROUNDS)
    await hall.matches.plan(here(BEN), match.id, ", ".join(["back"] * 15))
    draft = planning.draft(match, ADA, ", ".join(["on"] * 15))
    async with hall.matches.change(match.id, here(ADA)) as change:
        assert planning.plan(change, ADA, draft)
    assert change.has_more_planned and change.match.ply == 10
    heartbeat = Heartbeat(hall.matches, timedelta(minutes=1))
    for _ in range(2):  # as after a crash: the due planned moves follow from the store
        await Deadlines(hall.matches, heartbeat).tend()
    match = await hall.matches.load(match.id)
    assert match.ply == 30 and match.plans == () and match.state is State.RUNNING


async def test_a_plan_that_was_understood_before_a_player_moved_is_not_kept(hall: Hall) -> None:
    match = await hall.running()
    draft = planning.draft(match, BEN, "e5<e4")
    await hall.matches.play(here(ADA), match.id, "b4<c4")
    async with hall.matches.change(match.id, here(BEN)) as change:
        assert not planning.plan(change, BEN, draft)
    assert (await hall.matches.load(match.id)).plans == ()


async def test_a_person_who_plans_very_often_waits_for_themselves_alone(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, all_wait, found, drafted = await hall.running(), threading.Event(), list[int](), list[int]()
    find, draft, times = matches.find, planning.draft, 10

    async def find_and_count(context: Context, actor: Actor, match_id: int) -> Match:
        match = await find(context, actor, match_id)
        found.append(actor.person.id)
        if len(found) > times:
            all_wait.set()
        return match

    def draft_once_all_wait(match: Match, person: Person, text: str, *, adding: bool = False) -> planning.Draft:
        assert all_wait.wait(20)
        drafted.append(person.id)
        return draft(match, person, text, adding=adding)

    monkeypatch.setattr("bot.actions.matches.find", find_and_count)
    monkeypatch.setattr(planning, "draft", draft_once_all_wait)
    async with asyncio.TaskGroup() as asking:
        for _ in range(times):
            asking.create_task(planning.keep(hall.matches, here(ADA), match.id, ""))
        asking.create_task(planning.keep(hall.matches, here(BEN), match.id, ""))
    assert len(drafted) == times + 1 and BEN.id in drafted[:3]


async def test_a_plan_has_an_end(hall: Hall) -> None:
    match = await hall.running()
    async with hall.refusing(PlanError):
        await hall.matches.plan(here(BEN), match.id, "e5<e4 " * (LONGEST_LINE + 1))


@pytest.mark.parametrize("moves", ["a1<a2", "a1<a2 a3<a4"])
async def test_a_plan_ends_with_the_match(hall: Hall, moves: str) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "g1<g2 g3<g4")
    await hall.matches.plan(here(ADA), match.id, moves)
    match = await hall.matches.resign(here(ADA), match.id)
    assert match.to_move is None and match.result is not None


async def test_planned_moves_and_only_these_are_marked_as_planned_in_the_record(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "after b4<c4: e5<e4")
    match = (await hall.matches.play(here(ADA), match.id, "b4<c4")).match
    assert [entry.cause for entry in match.history.entries] == [None, Cause.PLANNED]


async def test_an_answer_that_became_illegal_stops_the_plan_with_all_that_was_to_follow(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(
        here(BEN), match.id, "after anything else: d4<d5, g1<g2, after a1<a2: g3<g4; after b4<c4: e5<e4"
    )
    match = (await hall.matches.play(here(ADA), match.id, "a1<a3")).match
    plan = match.plan_of(BEN.id)
    assert match.history.tokens == ("a1<a3",) and plan.stopped_at == "d4<d5"
    assert outline(plan.tree) == ["g1<g2", "after a1<a2: g3<g4"]


async def test_a_plan_that_cannot_be_played_as_far_as_is_known_is_refused_whole(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "after b4<c4: e5<e4")
    for text, refusal in (
        ("after b4<c4: d4<d5", PlanError),
        ("after b4<c9: e5<e4", UnreadPlan),
        ("anything else: g1<g2; after b4<c4: hello", UnreadPlan),
        ("after b4<c4", UnreadPlan),
    ):
        async with hall.refusing(refusal):
            await hall.matches.plan(here(BEN), match.id, text)
    async with hall.refusing(PlanError):
        await hall.matches.plan(here(ADA), match.id, "d4<d5")


async def test_a_plan_waits_while_its_owner_moves_by_hand(hall: Hall) -> None:
    match = await hall.running(game=STICKS)
    await hall.matches.plan(here(ADA), match.id, "after one: one")
    match = (await hall.matches.play(here(ADA), match.id, "more")).match
    match = (await hall.matches.play(here(ADA), match.id, "one")).match
    assert match.history.tokens == ("more", "one") and outline(match.plan_of(ADA.id).tree) == ["after one: one"]
    match = (await hall.matches.play(here(BEN), match.id, "more")).match
    match = (await hall.matches.play(here(BEN), match.id, "one")).match
    assert match.history.tokens[2:] == ("more", "one", "one")
