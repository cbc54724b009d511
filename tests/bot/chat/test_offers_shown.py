"""Offers as people see them: lines and buttons on the board, questions before, answers after; also after restarts."""

import pytest
from discord import Message
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.store.jobs import boards
from tests.bot.rounds import begin_rounds
from tests.bot.screen import buttons_of, text_of
from tests.bot.store.rounds import CIRCLE
from tests.bot.world import World, answer, reply_text


def board(world: World) -> Message:
    """The board of the match, above any notices."""
    return next(message for message in reversed(world.messages()) if "More" in buttons_of(message))


async def offers_draw(world: World, who: MemberActor) -> str:
    """Have a person offer a draw and confirm it; returns the private answer."""
    question = answer(await who.slash(world.channel, "match", do="draw"))
    return reply_text(await who.click(question, label="Offer a draw"))


async def more(world: World, who: MemberActor) -> ResponseMessage:
    return answer(await who.click(board(world), label="More"))


# --- More ---


# --- a draw ---


async def test_a_message_about_an_offer_that_still_waits_keeps_it_when_it_is_edited(world: World) -> None:
    await world.start_match()
    await offers_draw(world, world.ada)
    match, asked = await world.match(), world.messages()[-1]
    assert "offers a draw" in text_of(asked)
    sent, numbers = (world.channel.id, asked.id), [offer.id for offer in match.open_offers]
    async with world.bot.services.context.database.write() as connection:
        await boards.renew_notice(connection, match, world.ben.id, sent, numbers, world.env.now())
    await world.bot.delivery.deliver_due()
    assert "offers a draw" in text_of(world.messages()[-1]) and buttons_of(world.messages()[-1]) == buttons_of(asked)
    assert (await world.stored())["old notices"] == []


async def test_an_old_button_says_what_has_become_of_the_offer(world: World) -> None:
    await world.start_match()
    await offers_draw(world, world.ada)
    presses = [world.press(world.ben, board(world), label) for label in ("Accept", "Decline")]
    await world.play("a4<c4", "e5<e4")
    async with world.nothing_changes():
        for result in await world.at_once(*presses):
            assert "is no longer open: the match has moved on since" in reply_text(result)


async def test_fifty_clicks_on_accept_end_the_match_once_and_are_all_answered(world: World) -> None:
    await world.start_match()
    await offers_draw(world, world.ada)
    count = len(world.messages())
    press = world.press(world.ben, board(world), "Accept")
    answers = [reply_text(result) for result in await world.at_once(*[press] * 50)]
    assert set(answers) == {
        "Match #1 is over. The players agreed on a draw.",
        "**Ada**'s request for a draw in match #1 has been accepted already.",
    }
    assert answers.count("Match #1 is over. The players agreed on a draw.") == 1
    assert len(world.messages()) == count + 1 and (await world.stored())["boards"] == []


# --- the third repetition ---


async def test_a_claim_of_before_a_move_does_not_count_after_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin_rounds(world, *CIRCLE * 2)
    question = answer(await world.ben.slash(world.channel, "match", do="draw"))
    await world.play("back")
    async with world.nothing_changes():
        refused = reply_text(await world.ben.click(question, label="Claim the draw"))
        assert "This board is out of date: match #1 has moved on (5 moves). It's **Ben**'s turn." in refused


# --- more time ---


# --- a pause ---
