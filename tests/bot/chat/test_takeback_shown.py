"""Takebacks as people see them: the question, the request on the board, and the board afterwards."""

from discord import Message

from bot.model.offers import OfferState
from tests.bot.chat.test_offers_shown import USUAL, board, more
from tests.bot.screen import alt_texts_of, button_id, buttons_of, text_of
from tests.bot.world import World, answer, reply_text


async def _asked(world: World) -> Message:
    """Have Ada play a4<c4 and Ben e5<e4, and Ada ask for a takeback; returns the board with the request."""
    await world.start_match()
    await world.play("a4<c4", "e5<e4")
    question = answer(await world.ada.slash(world.channel, "match", do="takeback"))
    await world.ada.click(question, label="Ask for a takeback")
    return board(world)


async def test_the_question_says_what_would_be_undone(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4", "e5<e4")
    async with world.nothing_changes():
        question = answer(await world.ada.slash(world.channel, "match", do="takeback"))
        assert "That would undo `a4<c4` `e5<e4` and any plans for this match." in text_of(question)
        assert buttons_of(question) == ["Ask for a takeback", "Play on"]
        clicked = answer(await world.ada.click(await more(world, world.ada), label="Takeback"))
        assert text_of(clicked) == text_of(question)
        assert reply_text(await world.ada.click(question, label="Play on")) == "Nothing was offered in match #1."


async def test_the_board_shows_the_request(world: World) -> None:
    shown = await _asked(world)
    assert "**Ada** asks to take a move back: `a4<c4` `e5<e4` would be undone." in text_of(shown)
    assert buttons_of(shown) == ["Accept", "Decline", *USUAL]


async def test_the_new_board_says_who_took_a_move_back_and_pings_the_player_to_move(world: World) -> None:
    old = await _asked(world)
    reply = reply_text(await world.ben.click(old, label="Accept"))
    assert reply == "**Ada** has taken the move back in match #1 and moves again."
    shown, match = world.board(), await world.match()
    assert match.history.tokens == () and world.painting(shown).position == match.position
    assert "**Ada** took a move back. Undone: `a4<c4` `e5<e4`." in text_of(shown)
    assert "no move yet" in text_of(shown) and buttons_of(shown) == USUAL
    assert world.pinged(shown) == [world.ada.id]


async def test_the_old_board_is_left_behind_with_what_has_happened(world: World) -> None:
    old = await _asked(world)
    await world.ben.click(old, label="Accept")
    left = next(message for message in world.messages() if message.id == old.id)
    assert buttons_of(left) == [] and "**Ada** took a move back" in text_of(left)
    assert alt_texts_of(left) == ["Furl board, as it was before a move was taken back."]


async def test_the_match_continues_from_there_without_another_message_about_it(world: World) -> None:
    await world.ben.click(await _asked(world), label="Accept")
    await world.play("b4<c4")
    assert "took a move back" not in text_of(world.board())
    assert world.pinged(world.board()) == [world.ben.id]


async def test_buttons_of_before_do_not_play_on_a_board_that_is_as_far(world: World) -> None:
    first = await world.start_match()
    picker = await world.opens_picker(world.ada)
    await world.chooses(world.ada, picker, "a4", "a4<c4")
    old_play, old_move = world.press(world.ada, picker, "Play a4<c4"), button_id(first, "Move")
    await world.play("b4<c4")
    question = answer(await world.ada.slash(world.channel, "match", do="takeback"))
    await world.ada.click(question, label="Ask for a takeback")
    await world.ben.click(board(world), label="Accept")
    async with world.nothing_changes():
        late = await world.at_once(old_play)
        pressed = await world.at_once(world.forged(world.ada, world.board(), old_move))
        moved_on = "This board is out of date: match #1 has moved on (no move yet). It's **Ada**'s turn."
        assert all(reply_text(one).startswith(moved_on) for one in (*late, *pressed))
    await world.play("a4<c4", "e5<e4")


async def test_a_takeback_survives_a_restart_at_every_step(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4")
    question = answer(await world.ada.slash(world.channel, "match", do="takeback"))
    await world.restart()
    await world.ada.click(question, label="Ask for a takeback")
    await world.restart()
    await world.ben.click(board(world), label="Accept")
    await world.restart()
    await world.env.advance_time(60)
    assert (await world.match()).history.tokens == () and world.pinged(world.board()) == [world.ada.id]
    await world.play("b4<c4")


async def test_a_takeback_that_could_not_be_shown_is_shown_later(world: World) -> None:
    old = await _asked(world)
    world.env.inject_error("POST", "/channels/*/messages", status=503)
    await world.ben.click(old, label="Accept")
    assert (await world.match()).history.tokens == ()
    await world.env.advance_time(60)
    assert "**Ada** took a move back" in text_of(world.board()) and buttons_of(world.board()) == USUAL


async def test_a_takeback_not_shown_before_the_next_move_is_announced_with_that_move(world: World) -> None:
    old = await _asked(world)
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=3)
    await world.ben.click(old, label="Accept")
    await world.play("b4<c4", "e5<e4")
    assert not any("Undone" in text_of(message) for message in world.messages())
    await world.env.advance_time(120)
    assert "**Ada** took a move back. Undone: `a4<c4` `e5<e4`." in text_of(world.board())
    assert "`b4<c4`" in text_of(world.board()) and (await world.match()).history.tokens == ("b4<c4", "e5<e4")
    left = next(message for message in world.messages() if message.id == old.id)
    assert "**Ada** took a move back." in text_of(left) and "`b4<c4`" in text_of(left)
    await world.play("c4>e5")
    assert "Undone" not in text_of(world.board())


async def test_a_match_that_ends_right_after_a_takeback_leaves_its_board_as_it_is(world: World) -> None:
    await world.ben.click(await _asked(world), label="Accept")
    last = world.board()
    await world.ben.click(answer(await world.ben.slash(world.channel, "match", do="resign")), label="Resign")
    left = next(message for message in world.messages() if message.id == last.id)
    assert alt_texts_of(left) == ["Furl board, no move played yet."] and "took a move back" not in text_of(left)
    assert "took a move back" not in text_of(world.board())


async def test_a_player_with_nothing_to_take_back_learns_so(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4")
    async with world.nothing_changes():
        reply = reply_text(await world.ben.slash(world.channel, "match", do="takeback"))
    assert reply == "You haven't chosen a move in match #1 yet, so there's nothing to take back."


async def test_a_player_who_is_asked_and_types_takeback_gets_the_buttons(world: World) -> None:
    await _asked(world)
    waiting = answer(await world.ben.slash(world.channel, "match", do="takeback"))
    assert buttons_of(waiting) == ["Accept", "Decline"]
    await world.ben.click(waiting, label="Decline")
    assert [offer.state for offer in (await world.match()).offers] == [OfferState.REFUSED]
    assert (await world.match()).ply == 2 and buttons_of(board(world)) == USUAL
