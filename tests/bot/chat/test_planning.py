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

_ONLY_YOU = "Only you see this. If a planned move isn't legal any more, the plan stops and you're told."


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


async def test_a_queue_is_shown_to_its_owner_alone_and_nothing_is_played_out_of_turn(world: World) -> None:
    _first, second, third = await _three(world)
    shown = [text_of(message) for message in world.messages()]
    answered = answer(await second.slash(world.channel, "plan", moves="b2 b2 c1 d3"))
    assert text_of(answered) == (
        f"**Farlander · match #1**\nPlanned for your next turns, in this order: `b2` `b2` `c1` `d3`\n-# {_ONLY_YOU}"
    )
    assert buttons_of(answered) == ["Edit", "Clear"]
    assert [text_of(message) for message in world.messages()] == shown and _placed(await world.match()) == []
    assert "Nothing is planned." in reply_text(await third.slash(world.channel, "plan"))
    assert "`b2` `b2` `c1` `d3`" in reply_text(await second.slash(world.channel, "plan"))


async def test_one_of_the_queue_is_played_each_turn(world: World) -> None:
    first, second, third = await _three(world)
    await _plans(world, second, "b2 c1 b2")
    await world.types(first, "a1")
    match = await world.match()
    assert _placed(match) == ["a1", "b2"] and match.to_move is not None and match.to_move.id == third.id
    assert world.pinged(world.board()) == [third.id] and len(world.messages()) == 4, "one message for both"
    assert f"**{second.name}** (" in text_of(world.board()) and "places a unit in b2" in text_of(world.board())
    await world.types(third, "d1")
    await world.types(first, "a1")
    assert _placed(await world.match()) == ["a1", "b2", "d1", "a1", "c1"]
    assert "in this order: `b2`\n" in reply_text(await second.slash(world.channel, "plan"))


async def test_in_ones_own_turn_the_first_is_played_at_once_and_that_is_said(world: World) -> None:
    first, second, third = await _three(world)
    reply = await _plans(world, first, "a1, a2 ; a1")
    assert "Played at once: `a1`\nPlanned for your next turns, in this order: `a2` `a1`" in reply
    assert world.pinged(world.board()) == [second.id] and _placed(await world.match()) == ["a1"]
    await world.types(second, "b1")
    third_told = await _plans(world, third, "c1")
    assert "Played at once: `c1`\nNothing is planned." in third_told


async def test_with_everybodys_queues_the_whole_placement_is_played_in_one_message(world: World) -> None:
    people = await _three(world)
    before = len(world.messages())
    queues = [[f"{place}{number}" for place in places for number in (1, 2, 3)] * 4 for places in ("ab", "cd", "ef")]
    for who, queue in zip(reversed(people), reversed(queues), strict=True):
        await _plans(world, who, " ".join(queue))
    match = await world.match()
    assert len(_placed(match)) == 3 * 24 + 1 and "begins the conquest" in text_of(world.board())
    assert len(world.messages()) == before + 1
    assert "places 24 units: a1 ×4, a2 ×4, a3 ×4, b1 ×4, b2 ×4 and b3 ×4 (planned)" in text_of(world.board())
    assert match.to_move is not None and world.pinged(world.board()) == [match.to_move.id]
    assert all(not match.plan_of(who.id).tree for who in people)


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


async def test_an_entry_that_cannot_be_played_at_once_is_refused_with_the_reason(world: World) -> None:
    first, second, _third = await _three(world)
    await world.types(first, "a1")
    async with world.nothing_changes():
        reply = await _plans(world, second, "a1 b1")
    assert reply.startswith("“a1” can't be planned. a1 is held by")


async def test_a_stopped_plan_is_not_reported_again_once_its_owner_has_moved(world: World) -> None:
    first, second, third = await _three(world)
    await _plans(world, second, "a1")
    await world.types(first, "a1")
    for who, move in ((second, "b1"), (third, "c1"), (first, "a1")):
        await world.types(who, move)
    assert world.pinged(world.board()) == [second.id]
    assert "Your plan couldn't go on" not in text_of(world.board())


async def test_clear_forgets_the_queue(world: World) -> None:
    first, second, third = await _three(world)
    planned = answer(await second.slash(world.channel, "plan", moves="b2"))
    await second.click(planned, label="Clear")
    assert "Nothing is planned." in text_of(planned) and buttons_of(planned) == ["Edit"]
    await world.types(first, "a1")
    match = await world.match()
    assert _placed(match) == ["a1"] and match.to_move is not None and match.to_move.id == second.id != third.id


async def test_a_new_queue_takes_the_place_of_the_old_one(world: World) -> None:
    _first, second, _third = await _three(world)
    await _plans(world, second, "b2 b2")
    assert "in this order: `c1`\n" in await _plans(world, second, "c1")


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


async def test_the_plan_is_behind_more_too(world: World) -> None:
    _first, second, _third = await _three(world)
    await _plans(world, second, "b2")
    more = answer(await second.click(world.board(), label="More"))
    shown = answer(await second.click(more, label="Plan"))
    assert "in this order: `b2`\n" in text_of(shown) and buttons_of(shown) == ["Edit", "Clear"]


async def test_a_queue_survives_a_restart_and_so_does_its_button(world: World) -> None:
    first, second, third = await _three(world)
    planned = answer(await second.slash(world.channel, "plan", moves="b2 b3"))
    await _plans(world, third, "c1")
    await world.restart()
    await world.types(first, "a1")
    assert _placed(await world.match()) == ["a1", "b2", "c1"]
    await world.restart()
    await second.click(planned, label="Clear")
    assert "Nothing is planned." in text_of(planned) and not (await world.match()).plan_of(second.id).tree


async def test_a_queue_goes_on_when_a_player_leaves(world: World) -> None:
    first, second, third = await _three(world)
    await _plans(world, second, "b2")
    await _plans(world, third, "c1")
    question = answer(await first.slash(world.channel, "match", do="resign"))
    await first.click(question, label="Resign")
    assert _placed(await world.match()) == [], "the others are asked first whether a character plays on"
    await third.click(world.board(), label="Leave it empty")
    match = await world.match()
    assert [move for move in _placed(match) if not move.startswith("retires")] == ["b2", "c1"]
    assert match.to_move is not None and match.to_move.id == second.id


async def test_squares_with_a_comma_in_their_name_can_be_queued(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    move = next(move for move in (await world.match()).position.legal_moves() if move.startswith("bear-"))
    for moves in (f"{move}, end", f"{move} end", f"{move},end", f"{move};end"):
        reply = await _plans(world, world.ben, moves)
        assert f"in this order: `{move}` `end`\n" in reply
    await _plans(world, world.ada, f"{move}, end")
    assert (await world.match()).history.tokens[2:4] == (move, "end")


async def test_plans_that_answer_each_other_for_long_are_shown_in_one_message(world: World) -> None:
    await begin_rounds(world)
    await world.ben.slash(world.channel, "plan", moves=", ".join(["back"] * 15))
    count = len(world.messages())
    reply = answer(await world.ada.slash(world.channel, "plan", moves=", ".join(["on"] * 15)))
    assert (await world.match()).ply == 30 and len(world.messages()) == count + 1
    assert world.pinged(world.board()) == [world.ada.id] and "Clear" not in buttons_of(reply)
