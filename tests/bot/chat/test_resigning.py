"""Resigning: the question before, the result after, and who may not resign."""

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.model.clock import Terms
from bot.model.match import State
from bot.model.result import Ending
from tests.bot.screen import AFTERWARDS, buttons_of, picture_of, text_of
from tests.bot.world import World, answer, reply_text

_SIX = ("a1<a2", "e1<e2", "a3<a4", "e3<e4", "b1<b2", "e5<e6")


async def _asked(world: World, who: MemberActor) -> ResponseMessage:
    """The question before a person resigns."""
    return answer(await who.slash(world.channel, "match", do="resign"))


async def test_resign_asks_before_anything_happens(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        question = await _asked(world, world.ada)
    early = "It's so early that no rating would change."
    assert text_of(question) == f"Resign match #1 (Furl)? **Ben** would win at once. {early}"
    assert buttons_of(question) == ["Resign", "Play on"]


async def test_once_both_have_moved_a_few_times_nothing_is_said_of_it_being_too_early(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben, moves=_SIX, terms=Terms(is_rated=True))
    assert text_of(await _asked(world, world.ada)) == "Resign match #1 (Furl)? **Ben** would win at once."


async def test_more_leads_to_the_same_question(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        more = answer(await world.ben.click(world.board(), label="More"))
        question = answer(await world.ben.click(more, label="Resign"))
    assert text_of(question).startswith("Resign match #1 (Furl)? **Ada** would win at once.")


async def test_a_player_who_plays_on_has_changed_nothing(world: World) -> None:
    await world.start_match()
    question = await _asked(world, world.ada)
    async with world.nothing_changes():
        reply = reply_text(await world.ada.click(question, label="Play on"))
    assert reply == "You play on in match #1." and buttons_of(question) == []


async def test_the_result_pings_only_the_other_player(world: World) -> None:
    board = await world.start_match()
    question = await _asked(world, world.ada)
    reply = reply_text(await world.ada.click(question, label="Resign"))
    assert reply == "You resigned match #1. **Ben** (Black) wins." and buttons_of(question) == [
        "Rematch",
        "Replay",
        "Review",
    ]
    match, result = await world.match(), world.board()
    assert match.state is State.FINISHED and match.to_move is None
    assert match.result is not None and match.result.ending is Ending.RESIGNED and match.result.places == (2, 1)
    assert match.result.by is not None and match.result.by.id == world.ada.id
    assert world.pinged(result) == [world.ben.id]
    assert f"{world.ben.mention}: **Ada** resigns. **Ben** (Black) wins." in text_of(result)
    outcome = world.painting(result).scene.outcome
    assert buttons_of(result) == AFTERWARDS and outcome is not None and outcome.places == (2, 1)
    old = world.messages()[1]
    assert old.id == board.id and buttons_of(old) == [] and picture_of(old) == picture_of(board)


async def test_nobody_has_matches_left_afterwards(world: World) -> None:
    await world.start_match()
    await world.ben.click(await _asked(world, world.ben), label="Resign")
    for who in (world.ada, world.ben):
        assert "You have no matches here." in reply_text(await who.slash(world.channel, "games"))
        assert "You have no running match here." in reply_text(await who.slash(world.channel, "match", do="resign"))


async def test_a_match_can_be_resigned_in_the_others_turn(world: World) -> None:
    await world.start_match()
    await world.ben.click(await _asked(world, world.ben), label="Resign")
    match = await world.match()
    assert match.result is not None and match.result.places == (1, 2)


async def test_a_match_is_resigned_once(world: World) -> None:
    await world.start_match()
    questions = [await _asked(world, who) for who in (world.ada, world.ada, world.ben)]
    again = world.press(world.ada, questions[0], "Resign")
    await world.ada.click(questions[0], label="Resign")
    async with world.nothing_changes():
        assert "Match #1 is over. **Ada** resigns." in reply_text((await world.at_once(again))[0])
        assert "Match #1 is over. **Ada** resigns." in reply_text(await world.ada.click(questions[1], label="Resign"))
        assert "Match #1 is over. **Ada** resigns." in reply_text(await world.ben.click(questions[2], label="Resign"))


async def test_nobody_plays_on_in_a_match_that_is_over(world: World) -> None:
    await world.start_match()
    question = await _asked(world, world.ada)
    await world.matches.resign(world.actor(world.ben), 1)
    assert "Match #1 is over. **Ben** resigns." in reply_text(await world.ada.click(question, label="Play on"))


async def test_an_old_question_still_counts_after_the_match_has_moved_on(world: World) -> None:
    await world.start_match()
    question = await _asked(world, world.ben)
    await world.play("a4<c4", "e5<e4")
    assert "You resigned match #1." in reply_text(await world.ben.click(question, label="Resign"))


async def test_those_who_do_not_play_cannot_resign(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        assert "You're watching this match" in reply_text(
            await world.cleo.slash(world.channel, "match", do="resign", match="1")
        )
        assert "You have no running match here." in reply_text(
            await world.cleo.slash(world.channel, "match", do="resign")
        )


async def test_a_match_that_has_not_begun_or_is_over_cannot_be_resigned(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    await world.ben.click(world.board(), label="Decline")
    async with world.nothing_changes():
        assert "Match #1 hasn't started yet" in reply_text(
            await world.ada.slash(world.channel, "match", do="resign", match="1")
        )
        reply = reply_text(await world.ada.slash(world.channel, "match", do="resign", match="2"))
    assert reply.startswith("Match #2 is over. **Ben** declined **Ada**'s challenge")


async def test_a_match_can_be_resigned_in_a_direct_message(world: World) -> None:
    await world.start_match()
    question = answer(await world.ada.user.slash("match", do="resign"))
    await world.ada.user.click(question, label="Resign")
    assert (await world.match()).state is State.FINISHED
    assert world.pinged(world.board()) == [world.ben.id]
