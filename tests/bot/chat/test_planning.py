"""Queues of moves with `/plan`: private, one move each turn, with a note when a plan stops."""

import pytest
from simcord.actors import MemberActor

from bot.model.fairness import Fairness
from bot.model.match import Match
from bot.model.plans.parsing import LONGEST_LINE
from rules.dice import commitment
from tests.bot.rounds import begin_rounds
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every match the same secret, and so the same map."""
    monkeypatch.setattr("bot.actions.challenges.Fairness.seal", lambda: Fairness(bytes(32), commitment(bytes(32))))


async def _three(world: World) -> list[MemberActor]:
    """A match of Farlander for three; returns its players in the order in which they move."""
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo], also=["first"])
    challenge = world.board()
    await world.ben.click(challenge, label="Accept")
    await world.cleo.click(challenge, label="Accept")
    first = (await world.match()).position.turn
    assert isinstance(first, int)
    people = [world.ada, world.ben, world.cleo]
    return people[first:] + people[:first]


async def _plans(world: World, who: MemberActor, moves: str) -> str:
    """Have a person plan; returns the private answer."""
    return reply_text(await who.slash(world.channel, "plan", moves=moves))


def _placed(match: Match) -> list[str]:
    """The moves since the map was laid and chance decided who begins."""
    return [*match.history.tokens[8:]]


async def test_an_entry_that_became_illegal_stops_the_queue_with_a_mention(world: World) -> None:
    first, second, _third = await _three(world)
    await _plans(world, second, "a1 b1")
    await world.types(first, "a1")
    board = world.board()
    assert _placed(await world.match()) == ["a1"] and world.pinged(board) == [second.id]
    assert f"{second.mention}, it's your turn" in text_of(board)
    assert "Your plan couldn't go on: `/plan` says why." in text_of(board)
    stopped = answer(await second.slash(world.channel, "plan"))
    assert "Your plan stopped at `a1`. a1 is held by" in text_of(stopped)
    assert "Use `/plan` again for the rest: `b1`" in text_of(stopped)
    assert "`a1`" not in text_of(board).split("Your plan")[1], "what was planned is not told to everybody"


async def test_a_queue_that_is_too_long_or_nonsense_is_refused_whole(world: World) -> None:
    _first, second, _third = await _three(world)
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
    reply = answer(await world.ada.slash(world.channel, "plan", moves=", ".join(["on"] * 15)))
    assert (await world.match()).ply == 30 and len(world.messages()) == count + 1
    assert world.pinged(world.board()) == [world.ada.id] and "Clear" not in buttons_of(reply)
