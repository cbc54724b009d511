"""Takebacks as people see them: the question, the request on the board, and the board afterwards."""

from discord import Message

from tests.bot.chat.test_offers_shown import board
from tests.bot.screen import text_of
from tests.bot.world import World, answer, reply_text


async def _asked(world: World) -> Message:
    """Have Ada play a4<c4 and Ben e5<e4, and Ada ask for a takeback; returns the board with the request."""
    await world.start_match()
    await world.play("a4<c4", "e5<e4")
    question = answer(await world.ada.slash(world.channel, "match", do="takeback"))
    await world.ada.click(question, label="Ask for a takeback")
    return board(world)


async def test_buttons_of_before_do_not_play_on_a_board_that_is_as_far(world: World) -> None:
    await world.start_match()
    await world.confirms_every_move(world.ada)
    picker = await world.opens_picker(world.ada)
    await world.chooses(world.ada, picker, "a4", "a4<c4")
    old_play = world.press(world.ada, picker, "Play a4<c4")
    await world.play("b4<c4")
    question = answer(await world.ada.slash(world.channel, "match", do="takeback"))
    await world.ada.click(question, label="Ask for a takeback")
    await world.ben.click(board(world), label="Accept")
    async with world.nothing_changes():
        late = await world.at_once(old_play)
        moved_on = "This board is out of date: match #1 has moved on (no move yet). It's **Ada**'s turn."
        assert all(reply_text(one).startswith(moved_on) for one in late)
    await world.play("a4<c4", "e5<e4")


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
    assert "**Ben** resigns." in text_of(left) and "took a move back" not in text_of(left)
    assert "took a move back" not in text_of(world.board())
