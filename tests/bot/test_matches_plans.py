"""Plans: queued moves that are played as their turns come."""

import pytest

from bot.plans import LONGEST_LINE, Plan, PlanError
from bot.refusals import MatchIsOver, NotPlaying
from tests.bot.tables import ADA, BEN, CLEO, Hall, here


async def test_a_planned_move_is_played_as_soon_as_its_turn_comes(hall: Hall) -> None:
    match = await hall.running()
    match = await hall.matches.plan(here(BEN), match.id, "e5<e4")
    assert match.ply == 0 and match.plan_of(BEN.id).lines == ("e5<e4",)
    match = (await hall.matches.play(here(ADA), match.id, "b4<c4")).match
    assert match.moves == ("b4<c4", "e5<e4") and match.to_move == ADA
    assert match.plan_of(BEN.id).lines == ()


async def test_entries_are_played_one_each_turn(hall: Hall) -> None:
    match = await hall.running()
    match = await hall.matches.plan(here(ADA), match.id, "a1<a2; a3<a4")
    assert match.moves == ("a1<a2",) and match.plan_of(ADA.id).lines == ("a3<a4",)
    match = (await hall.matches.play(here(BEN), match.id, "g1<g2")).match
    assert match.moves == ("a1<a2", "g1<g2", "a3<a4")


async def test_plans_of_both_players_answer_each_other(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "g1<g2 g3<g4")
    match = await hall.matches.plan(here(ADA), match.id, "a1<a2 a3<a4")
    assert match.moves == ("a1<a2", "g1<g2", "a3<a4", "g3<g4")


async def test_an_entry_that_is_not_legal_any_more_stops_the_plan_and_says_why(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "d4<d5 e5<e4")
    match = (await hall.matches.play(here(ADA), match.id, "b4<c4")).match
    assert match.moves == ("b4<c4",) and match.to_move == BEN
    plan = match.plan_of(BEN.id)
    assert plan.lines == ("e5<e4",) and plan.stopped_at == "d4<d5" and "d4" in plan.stopped_because
    match = (await hall.matches.play(here(BEN), match.id, "g1<g2")).match
    match = (await hall.matches.play(here(ADA), match.id, "a1<a2")).match
    assert match.to_move == BEN and match.plan_of(BEN.id) == Plan(BEN.id), "what followed is not played by itself"


async def test_a_new_plan_replaces_the_old_one_and_an_empty_one_clears_it(hall: Hall) -> None:
    match = await hall.running()
    await hall.matches.plan(here(BEN), match.id, "e5<e4")
    assert (await hall.matches.plan(here(BEN), match.id, "e4<e5")).plan_of(BEN.id).lines == ("e4<e5",)
    assert (await hall.matches.plan(here(BEN), match.id, "  ")).plan_of(BEN.id).lines == ()


async def test_what_is_no_move_of_the_game_cannot_be_planned(hall: Hall) -> None:
    match = await hall.running()
    async with hall.refusing(PlanError) as caught:
        await hall.matches.plan(here(BEN), match.id, "e5<e4 hello")
    assert "“hello” cannot be planned" in str(caught.value)


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


async def test_moves_with_spaces_inside_are_told_apart_by_commas(hall: Hall) -> None:
    match = await hall.running()
    match = await hall.matches.plan(here(BEN), match.id, "e5 e4, g1 g2")
    assert match.plan_of(BEN.id).lines == ("e5 e4", "g1 g2")
    assert (await hall.matches.play(here(ADA), match.id, "a1<a2")).match.moves == ("a1<a2", "e5<e4")
