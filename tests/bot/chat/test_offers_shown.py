"""Offers as people see them: lines and buttons on the board, questions before, answers after; also after restarts."""

import pytest
from discord import Message
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.model.match import State
from bot.model.result import Ending
from bot.store.jobs import boards
from tests.bot.rounds import begin_rounds
from tests.bot.screen import buttons_of, text_of
from tests.bot.store.rounds import CIRCLE
from tests.bot.world import World, answer, reply_text

USUAL = ["Move", "Text", "More"]


def board(world: World) -> Message:
    """The board of the match, above any notices."""
    return next(message for message in reversed(world.messages()) if "More" in buttons_of(message))


async def offers_draw(world: World, who: MemberActor) -> str:
    """Have a person offer a draw and confirm it; returns the private answer."""
    question = answer(await who.slash(world.channel, "match", do="draw"))
    return reply_text(await who.click(question, label="Offer a draw"))


async def more(world: World, who: MemberActor) -> ResponseMessage:
    return answer(await who.click(board(world), label="More"))


async def begin_with(world: World, *, days: str) -> None:
    """A match of Ada and Ben with this time for a move."""
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first", days=days)
    await world.ben.click(world.board(), label="Accept")


# --- More ---


async def test_more_has_what_players_can_offer_and_nobody_else(world: World) -> None:
    await begin_with(world, days="2")
    offering = {"Draw", "Takeback", "More time", "Resign"}
    assert set(buttons_of(await more(world, world.ben))) >= offering
    assert not set(buttons_of(await more(world, world.cleo))) & offering


async def test_more_time_is_behind_more_only_where_there_is_a_limit(world: World) -> None:
    await begin_with(world, days="no limit")
    assert "More time" not in buttons_of(await more(world, world.ada))


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


async def test_a_draw_is_offered_only_after_a_question(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        question = answer(await world.ada.slash(world.channel, "match", do="draw"))
        assert "Offer a draw in match #1 (Furl)? **Ben** can accept until they move." in text_of(question)
        assert buttons_of(question) == ["Offer a draw", "Play on"]
        assert reply_text(await world.ada.click(question, label="Play on")) == "Nothing was offered in match #1."
    assert buttons_of(question) == []


async def test_a_draw_offer_is_shown_on_the_board_until_it_is_answered(world: World) -> None:
    first = await world.start_match()
    painting = world.painting(first)
    reply = await offers_draw(world, world.ada)
    assert reply == "You've offered a draw in match #1: it waits for **Ben**."
    shown = board(world)
    assert shown.id == first.id and "**Ada** offers a draw." in text_of(shown)
    assert buttons_of(shown) == ["Accept", "Decline", *USUAL]
    reply = reply_text(await world.ben.click(shown, label="Decline"))
    assert reply == "You declined **Ada**'s offer of a draw in match #1."
    assert buttons_of(board(world)) == USUAL and "offers a draw" not in text_of(board(world))
    assert board(world).id == first.id and world.painting(board(world)) == painting


async def test_a_player_who_is_asked_gets_one_notice_with_the_same_buttons(world: World) -> None:
    await world.start_match()
    await offers_draw(world, world.ada)
    [notice] = [message for message in world.messages() if world.ben.id in world.pinged(message)][-1:]
    assert "**Ada** offers a draw." in text_of(notice) and buttons_of(notice) == ["Accept", "Decline"]
    await world.env.advance_time(120)
    assert world.messages()[-1].id == notice.id
    await world.ben.click(notice, label="Accept")
    assert (await world.match()).state is State.FINISHED


async def test_an_agreed_draw_is_announced_in_a_new_message_to_both(world: World) -> None:
    await world.start_match()
    await offers_draw(world, world.ada)
    reply = reply_text(await world.ben.click(board(world), label="Accept"))
    assert reply == "Match #1 is over. The players agreed on a draw."
    result = world.board()
    assert "The players agreed on a draw." in text_of(result)
    assert set(world.pinged(result)) == {world.ada.id, world.ben.id}
    match = await world.match()
    assert match.result is not None and match.result.ending is Ending.AGREED


async def test_more_leads_to_the_same_question_as_the_command(world: World) -> None:
    await world.start_match()
    typed = answer(await world.ada.slash(world.channel, "match", do="draw"))
    clicked = answer(await world.ada.click(await more(world, world.ada), label="Draw"))
    assert (text_of(clicked), buttons_of(clicked)) == (text_of(typed), buttons_of(typed))


async def test_a_player_who_types_draw_while_one_is_offered_gets_its_buttons(world: World) -> None:
    await world.start_match()
    await offers_draw(world, world.ada)
    waiting = answer(await world.ben.slash(world.channel, "match", do="draw"))
    assert "**Ada** offers a draw." in text_of(waiting) and buttons_of(waiting) == ["Accept", "Decline"]
    await world.ben.click(waiting, label="Accept")
    assert (await world.match()).state is State.FINISHED


async def test_the_private_board_shows_what_is_offered(world: World) -> None:
    await world.start_match()
    await offers_draw(world, world.ada)
    shown = answer(await world.ben.slash(world.channel, "board"))
    assert "**Ada** offers a draw." in text_of(shown) and buttons_of(shown) == ["Accept", "Decline", "Text", "More"]


async def test_anybody_else_who_presses_accept_gets_a_private_refusal(world: World) -> None:
    await world.start_match()
    await offers_draw(world, world.ada)
    async with world.nothing_changes():
        for label in ("Accept", "Decline"):
            reply = reply_text(await world.cleo.click(board(world), label=label))
            assert reply == "**Ada** has asked for a draw in match #1: only **Ben** can answer it."
            reply = reply_text(await world.ada.click(board(world), label=label))
            assert reply == "You've asked for a draw in match #1: only **Ben** can answer it."


async def test_the_refusals_say_when_it_is_possible_again(world: World) -> None:
    await world.start_match()
    await offers_draw(world, world.ada)
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "match", do="draw"))
    assert reply == "You've already asked for a draw in match #1: it waits for **Ben**."
    await world.ben.click(board(world), label="Decline")
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "match", do="draw"))
    assert reply.endswith("it was declined. You can ask again after your next move.")


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


async def test_a_finished_match_has_nothing_to_offer(world: World) -> None:
    await world.start_match()
    await world.matches.resign(world.actor(world.ada), 1)
    async with world.nothing_changes():
        for do in ("draw", "takeback", "time"):
            assert "Match #1 is over." in reply_text(await world.ben.slash(world.channel, "match", do=do, match="1"))


async def test_an_offer_can_be_answered_in_a_direct_message(world: World) -> None:
    await world.start_match()
    await offers_draw(world, world.ada)
    shown = answer(await world.ben.user.slash("board", match="1"))
    await world.ben.user.click(shown, label="Accept")
    assert (await world.match()).state is State.FINISHED


async def test_a_draw_offer_survives_a_restart_at_every_step(world: World) -> None:
    await world.start_match()
    question = answer(await world.ada.slash(world.channel, "match", do="draw"))
    await world.restart()
    await world.ada.click(question, label="Offer a draw")
    await world.restart()
    assert "only **Ben** can answer it" in reply_text(await world.cleo.click(board(world), label="Accept"))
    await world.ben.click(board(world), label="Accept")
    count = len(world.messages())
    await world.restart()
    await world.env.advance_time(120)
    assert (await world.match()).state is State.FINISHED and len(world.messages()) == count


# --- the third repetition ---


async def test_draw_says_so_when_a_position_has_come_for_the_third_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin_rounds(world, *CIRCLE * 2)
    assert "This position has occurred three times" in text_of(world.board())
    question = answer(await world.ben.slash(world.channel, "match", do="draw"))
    assert "has occurred three times, so you may claim a draw at once" in text_of(question)
    assert buttons_of(question) == ["Claim the draw", "Play on"]
    reply = reply_text(await world.ben.click(question, label="Claim the draw"))
    assert reply == "You claimed the draw in match #1."
    assert "The position occurred three times, and **Ben** claimed a draw." in text_of(world.board())


async def test_a_claim_of_before_a_move_does_not_count_after_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin_rounds(world, *CIRCLE * 2)
    question = answer(await world.ben.slash(world.channel, "match", do="draw"))
    await world.play("back")
    async with world.nothing_changes():
        refused = reply_text(await world.ben.click(question, label="Claim the draw"))
        assert "This board is out of date: match #1 has moved on (5 moves). It's **Ben**'s turn." in refused


# --- more time ---


async def test_a_day_that_is_asked_for_is_given_with_a_button(world: World) -> None:
    await begin_with(world, days="3")
    before = (await world.match()).clock
    reply = reply_text(await world.ada.slash(world.channel, "match", do="time"))
    assert reply == "You've asked for more time in match #1: it waits for **Ben**."
    assert buttons_of(board(world)) == ["Give 1 day", "No", *USUAL]
    reply = reply_text(await world.ben.click(board(world), label="Give 1 day"))
    after = (await world.match()).clock
    assert before is not None and after is not None and (after.deadline - before.deadline).days == 1
    stamp = f"<t:{int(after.deadline.timestamp())}:f>"
    assert reply.startswith("You gave **Ada** another day in match #1.") and stamp in reply
    assert stamp in text_of(board(world)) and buttons_of(board(world)) == USUAL


async def test_a_day_is_given_to_the_player_to_move_without_being_asked(world: World) -> None:
    await begin_with(world, days="3")
    pressed = reply_text(await world.ben.click(await more(world, world.ben), label="More time"))
    assert pressed.startswith("You gave **Ada** another day in match #1. Due <t:")
    clock = (await world.match()).clock
    assert clock is not None and clock.given_days == 1


async def test_an_offer_of_more_time_survives_a_restart(world: World) -> None:
    await begin_with(world, days="3")
    await world.ada.slash(world.channel, "match", do="time")
    await world.restart()
    await world.ben.click(board(world), label="No")
    await world.restart()
    reply = reply_text(await world.ada.slash(world.channel, "match", do="time"))
    assert "it was declined. You can ask again after your next move." in reply


async def test_time_says_so_where_there_is_no_limit(world: World) -> None:
    await begin_with(world, days="no limit")
    async with world.nothing_changes():
        reply = reply_text(await world.ben.slash(world.channel, "match", do="time"))
    assert reply == "Match #1 has no time limit: take as long as you like."


async def test_the_commands_suggest_running_matches(world: World) -> None:
    await world.start_match()
    for do in ("draw", "takeback", "time"):
        [choice] = await world.ada.autocomplete(world.channel, "match", "match", "fur", do=do)
        assert choice["name"].startswith("#1 Furl against Ben, your turn")


# --- a pause ---


async def test_a_pause_is_agreed_on_shown_on_the_board_and_ended(world: World) -> None:
    await begin_with(world, days="2")
    question = answer(await world.ada.slash(world.channel, "match", do="pause"))
    assert buttons_of(question)[:4] == ["3 days", "7 days", "14 days", "30 days"]
    told = reply_text(await world.ada.click(question, label="7 days"))
    assert told == "You've asked for a pause in match #1: it waits for **Ben**."
    assert "**Ada** asks to pause the match until <t:" in text_of(board(world))
    assert "Match #1 is paused until <t:" in reply_text(await world.ben.click(board(world), label="Accept"))
    shown = board(world)
    assert "⏸️ The match is paused until <t:" in text_of(shown) and "Due" not in text_of(shown)
    assert buttons_of(shown) == ["End the pause", *USUAL]
    assert "paused until <t:" in text_of(answer(await world.ben.slash(world.channel, "games")))
    assert "watching" in reply_text(await world.cleo.click(shown, label="End the pause"))
    assert (await world.match()).pause is not None
    told = reply_text(await world.ben.slash(world.channel, "match", do="End the pause"))
    assert told.startswith("Match #1 goes on. Due <t:")
    assert buttons_of(board(world)) == USUAL and "paused" not in text_of(board(world))


async def test_a_pause_is_behind_more_where_a_clock_runs_and_all_may_agree(world: World) -> None:
    await begin_with(world, days="no limit")
    assert "Pause" not in buttons_of(await more(world, world.ada))
