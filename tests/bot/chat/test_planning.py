"""Queues of moves with `/plan`: private, one move each turn, with a note when a plan stops."""

import pytest
from simcord.actors import MemberActor

from bot.model.plans.parsing import LONGEST_LINE
from tests.bot.placing import placed, three_in_order
from tests.bot.rounds import begin_rounds
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, reply_text

pytestmark = pytest.mark.usefixtures("known_map")


async def _plans(world: World, who: MemberActor, moves: str) -> str:
    """Have a person plan; returns the private answer."""
    return reply_text(await who.slash(world.channel, "plan", moves=moves))


async def test_an_entry_that_became_illegal_stops_the_queue_with_a_mention(world: World) -> None:
    first, second, _third = await three_in_order(world)
    await _plans(world, second, "a1 b1")
    await world.types(first, "a1")
    board = world.board()
    assert placed(await world.match()) == ["a1"] and world.pinged(board) == [second.id]
    assert f"{second.mention}, it's your turn" in text_of(board)
    assert "Your plan couldn't go on: `/plan` says why." in text_of(board)
    stopped = answer(await second.slash(world.channel, "plan"))
    assert "Your plan stopped at `a1`. a1 is held by" in text_of(stopped)
    assert "Use `/plan` again for the rest: `b1`" in text_of(stopped)
    assert "`a1`" not in text_of(board).split("Your plan")[1], "what was planned is not told to everybody"


async def test_a_queue_that_is_too_long_or_nonsense_is_refused_whole(world: World) -> None:
    _first, second, _third = await three_in_order(world)
    await _plans(world, second, "b2")
    async with world.nothing_changes():
        too_long = await _plans(world, second, "b2 " * (LONGEST_LINE + 1))
        nonsense = await _plans(world, second, "b2 xyzzy c1")
        no_place = await _plans(world, second, "b2 h9")
    assert too_long.startswith(
        f"A line of a plan holds at most {LONGEST_LINE} moves, and this one has {LONGEST_LINE + 1}. Nothing was "
    )
    assert nonsense.startswith("“xyzzy” can't be planned. “xyzzy” isn't a move in Farlander.")
    assert no_place.startswith("“h9” can't be planned.")


async def test_plans_that_answer_each_other_for_long_are_shown_in_one_message(world: World) -> None:
    await begin_rounds(world)
    await world.ben.slash(world.channel, "plan", moves=", ".join(["back"] * 15))
    count = len(world.messages())
    reply = await world.plans(world.ada, ", ".join(["on"] * 15))
    assert (await world.match()).ply == 30 and len(world.messages()) == count + 1
    assert world.pinged(world.board()) == [world.ada.id] and "Clear" not in buttons_of(reply)


async def test_a_plan_that_would_begin_now_asks_first(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        asked = answer(await world.ada.slash(world.channel, "plan", moves="a4<c4, a1<a2"))
        assert "It's your turn in **Furl · match #1**: `a4<c4` would be played now. The rest" in text_of(asked)
        assert buttons_of(asked) == ["Play a4<c4", "No"] and "a1<a2" in text_of(asked)
        other = answer(await world.ada.slash(world.channel, "plan", moves="a4<c4"))
        assert "Nothing is planned." in text_of(answer(await world.ada.click(other, label="No")))
    played = answer(await world.ada.click(asked, label="Play a4<c4"))
    assert (await world.match()).ply == 1 and "Played at once: `a4<c4`" in text_of(played)
    assert "`a1<a2`" in text_of(played)


async def test_a_question_that_the_match_has_left_behind_plays_nothing(world: World) -> None:
    await world.start_match()
    asked = answer(await world.ada.slash(world.channel, "plan", moves="a4<c4"))
    await world.play("a1<a2", "g1<g2")
    again = answer(await world.ada.click(asked, label="Play a4<c4"))
    assert "would be played now" in text_of(again) and (await world.match()).ply == 2
    await world.ada.click(again, label="Play a4<c4")
    assert (await world.match()).ply == 3
