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
from bot.model.plans.tree import NOTHING, Plan, PlanError, PlanTree
from bot.model.refusals.matches import MatchIsOver, NotPlaying
from bot.texts import plans as plan_texts
from tests.bot.matches import Deadlines
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, Hall, here


async def test_a_planned_move_is_played_as_soon_as_its_turn_comes(hall: Hall) -> None:
    match = await hall.running()
    match = await hall.matches.plan(here(BEN), match.id, "e5<e4")
    assert match.ply == 0 and match.plan_of(BEN.id).tree == PlanTree(("e5<e4",))
    match = (await hall.matches.play(here(ADA), match.id, "b4<c4")).match
    assert match.history.tokens == ("b4<c4", "e5<e4") and match.to_move == ADA
    assert match.plan_of(BEN.id).tree == NOTHING


async def test_entries_are_played_one_each_turn(hall: Hall) -> None:
    match = await hall.running()
    match = await hall.matches.plan(here(ADA), match.id, "a1<a2; a3<a4")
    assert match.history.tokens == ("a1<a2",) and match.plan_of(ADA.id).tree == PlanTree(("a3<a4",))
    match = (await hall.matches.play(here(BEN), match.id, "g1<g2")).match
    assert match.history.tokens == ("a1<a2", "g1<g2", "a3<a4")


async def test_plans_of_both_players_answer_each_other(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "g1<g2 g3<g4")
    match = await hall.matches.plan(here(ADA), match.id, "a1<a2 a3<a4")
    assert match.history.tokens == ("a1<a2", "g1<g2", "a3<a4", "g3<g4")


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
    assert len(drafted) == times + 1 and BEN.id in drafted[:2]


async def test_an_entry_that_became_illegal_stops_the_plan_and_says_why(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "d4<d5 e5<e4")
    match = (await hall.matches.play(here(ADA), match.id, "b4<c4")).match
    assert match.history.tokens == ("b4<c4",) and match.to_move == BEN
    plan = match.plan_of(BEN.id)
    assert plan.tree == PlanTree(("e5<e4",)) and plan.stopped_at == "d4<d5"
    assert "d4 is empty" in plan_texts.plan(match, plan)
    match = (await hall.matches.play(here(BEN), match.id, "g1<g2")).match
    match = (await hall.matches.play(here(ADA), match.id, "a1<a2")).match
    assert match.to_move == BEN and match.plan_of(BEN.id) == Plan(BEN.id), "what followed is not played by itself"


async def test_a_new_plan_replaces_the_old_one_and_an_empty_one_clears_it(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "e5<e4")
    assert (await hall.matches.plan(here(BEN), match.id, "e4<e5")).plan_of(BEN.id).tree == PlanTree(("e4<e5",))
    assert (await hall.matches.plan(here(BEN), match.id, "  ")).plan_of(BEN.id).tree == NOTHING


async def test_only_moves_of_the_game_can_be_planned(hall: Hall) -> None:
    match = await hall.running()
    async with hall.refusing(PlanError) as caught:
        await hall.matches.plan(here(BEN), match.id, "e5<e4 hello")
    assert "“hello” can't be planned" in str(caught.value)


async def test_a_plan_has_an_end(hall: Hall) -> None:
    match = await hall.running()
    async with hall.refusing(PlanError):
        await hall.matches.plan(here(BEN), match.id, "e5<e4 " * (LONGEST_LINE + 1))


async def test_only_players_of_a_running_match_can_plan(hall: Hall) -> None:
    match = await hall.running()
    async with hall.refusing(NotPlaying):
        await hall.matches.plan(here(CLEO), match.id, "e5<e4")
    await hall.matches.resign(here(ADA), match.id)
    async with hall.refusing(MatchIsOver):
        await hall.matches.plan(here(BEN), match.id, "e5<e4")


@pytest.mark.parametrize("moves", ["a1<a2", "a1<a2 a3<a4"])
async def test_a_plan_ends_with_the_match(hall: Hall, moves: str) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "g1<g2 g3<g4")
    await hall.matches.plan(here(ADA), match.id, moves)
    match = await hall.matches.resign(here(ADA), match.id)
    assert match.to_move is None and match.result is not None


async def test_commas_separate_moves_that_contain_spaces(hall: Hall) -> None:
    match = await hall.running()
    match = await hall.matches.plan(here(BEN), match.id, "e5 e4, g1 g2")
    assert match.plan_of(BEN.id).tree == PlanTree(("e5 e4", "g1 g2"))
    assert (await hall.matches.play(here(ADA), match.id, "a1<a2")).match.history.tokens == ("a1<a2", "e5<e4")


async def test_the_answer_to_what_was_played_is_played_and_the_rest_waits(hall: Hall) -> None:
    match = await hall.running()
    plan = "after b4<c4: e5<e4, after a1<a2: g1<g2; after b4<c4: e5<e4, after anything else: g3<g4; after anything else: g4<g3"
    match = await hall.matches.plan(here(BEN), match.id, plan)
    assert match.ply == 0
    match = (await hall.matches.play(here(ADA), match.id, "b4<c4")).match
    assert match.history.tokens == ("b4<c4", "e5<e4")
    assert outline(match.plan_of(BEN.id).tree) == ["after a1<a2: g1<g2", "after anything else: g3<g4"]
    match = (await hall.matches.play(here(ADA), match.id, "a2<a1")).match
    assert match.history.tokens[2:] == ("a2<a1", "g3<g4") and match.plan_of(BEN.id) == Plan(BEN.id)


async def test_planned_moves_and_only_these_are_marked_as_planned_in_the_record(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "after b4<c4: e5<e4")
    match = (await hall.matches.play(here(ADA), match.id, "b4<c4")).match
    assert [entry.cause for entry in match.history.entries] == [None, Cause.PLANNED]


async def test_a_plan_whose_condition_did_not_happen_is_forgotten(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "after b4<c4: e5<e4")
    match = (await hall.matches.play(here(ADA), match.id, "a1<a2")).match
    assert match.history.tokens == ("a1<a2",) and match.to_move == BEN and match.plan_of(BEN.id) == Plan(BEN.id)


async def test_an_answer_that_became_illegal_stops_the_plan_with_all_that_was_to_follow(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(
        here(BEN), match.id, "after anything else: d4<d5, g1<g2, after a1<a2: g3<g4; after b4<c4: e5<e4"
    )
    match = (await hall.matches.play(here(ADA), match.id, "a1<a3")).match
    plan = match.plan_of(BEN.id)
    assert match.history.tokens == ("a1<a3",) and plan.stopped_at == "d4<d5"
    assert outline(plan.tree) == ["g1<g2", "after a1<a2: g3<g4"]


async def test_plans_with_conditions_of_both_players_answer_each_other(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "after a1<a2: g1<g2, after a3<a4: g3<g4; after anything else: g4<g3")
    plan = "a1<a2; after g1<g2: a3<a4, after g3<g4: b1<b2; after g4<g3: c1<c2"
    match = await hall.matches.plan(here(ADA), match.id, plan)
    assert match.history.tokens == ("a1<a2", "g1<g2", "a3<a4", "g3<g4", "b1<b2")
    assert [entry.cause for entry in match.history.entries] == [Cause.PLANNED] * 5
    assert match.plan_of(ADA.id) == Plan(ADA.id) and match.plan_of(BEN.id) == Plan(BEN.id)


async def test_lines_are_added_to_a_plan(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "after b4<c4: e5<e4")
    match = await hall.matches.plan(here(BEN), match.id, "after b4<c4: e5<e4, after a1<a2: g1<g2", adding=True)
    match = await hall.matches.plan(here(BEN), match.id, "anything else: g4<g3", adding=True)
    assert outline(match.plan_of(BEN.id).tree) == [
        "after b4<c4: e5<e4",
        "  after a1<a2: g1<g2",
        "after anything else: g4<g3",
    ]
    async with hall.refusing(PlanError):
        await hall.matches.plan(here(BEN), match.id, "after b4<c4: g1<g2", adding=True)


async def test_a_plan_that_cannot_be_played_as_far_as_is_known_is_refused_whole(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "after b4<c4: e5<e4")
    for text in ("after b4<c4: d4<d5", "after b4<c9: e5<e4", "anything else: g1<g2; after b4<c4: hello", "after b4<c4"):
        async with hall.refusing(PlanError):
            await hall.matches.plan(here(BEN), match.id, text)
    async with hall.refusing(PlanError):
        await hall.matches.plan(here(ADA), match.id, "d4<d5")


async def test_in_ones_own_turn_a_plan_begins_with_the_move_that_is_played(hall: Hall) -> None:
    match = await hall.running(moves=["a1<a2", "g1<g2"])
    async with hall.refusing(PlanError) as caught:
        await hall.matches.plan(here(ADA), match.id, "after g3<g4: b1<b2")
    assert "It's your turn" in str(caught.value)
    match = await hall.matches.plan(here(ADA), match.id, "a3<a4; after g3<g4: b1<b2")
    assert match.history.tokens[2:] == ("a3<a4",) and outline(match.plan_of(ADA.id).tree) == ["after g3<g4: b1<b2"]
    match = (await hall.matches.play(here(BEN), match.id, "g3<g4")).match
    assert match.history.tokens[3:] == ("g3<g4", "b1<b2")


async def test_a_plan_waits_while_its_owner_moves_by_hand(hall: Hall) -> None:
    match = await hall.running(game=STICKS)
    await hall.matches.plan(here(ADA), match.id, "after one: one")
    match = (await hall.matches.play(here(ADA), match.id, "more")).match
    match = (await hall.matches.play(here(ADA), match.id, "one")).match
    assert match.history.tokens == ("more", "one") and outline(match.plan_of(ADA.id).tree) == ["after one: one"]
    match = (await hall.matches.play(here(BEN), match.id, "more")).match
    match = (await hall.matches.play(here(BEN), match.id, "one")).match
    assert match.history.tokens[2:] == ("more", "one", "one")
