"""Looking at a board: the picture, the text, and the options behind More."""

import pytest

from tests.bot.screen import MORE_FOR_ALL, MORE_FOR_PLAYERS, alt_texts_of, buttons_of, picture_of, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text
from tests.rules.playouts import playout


async def test_a_board_is_shown_privately_with_its_picture_and_the_text_board_as_alt_text(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4")
    match = await world.match()
    async with world.nothing_changes():
        board = answer(await world.ada.slash(world.channel, "board"))
    assert world.painting(board).position == match.position and [step.move for step in match.history.last_turn] == [
        "a4<c4"
    ]
    assert world.painting(board).scene.names == ("Ada", "Ben")
    [alt] = alt_texts_of(board)
    assert str(match.position) in alt and "Ada furls 3 discs from a4 to c4." in alt and len(alt) <= 1024
    assert "**Ada** (White) furls 3 discs from a4 to c4: `a4<c4`" in text_of(board)
    assert "It's **Ben**'s turn." in text_of(board) and world.ben.mention not in text_of(board)
    assert buttons_of(board) == ["Text", "More"], "it isn't her turn"
    assert buttons_of(answer(await world.ben.slash(world.channel, "board"))) == ["Move", "Text", "More"]
    assert buttons_of(answer(await world.cleo.slash(world.channel, "board", match="1"))) == ["Text", "More"]


async def test_a_board_of_three_shows_what_both_others_did_since_the_player_to_move_last_moved(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo])
    for who in (world.ben, world.cleo):
        await who.click(world.board(), label="Accept")
    for played in range(9):
        match = await world.match()
        steps = world.painting(world.board()).scene.steps
        movers = [step.mover for step in steps if step.mover is not None]
        turn = match.position.turn
        assert turn not in movers and steps == match.history.steps[match.ply - len(steps) :]
        assert len({*movers}) == len(movers) == min(played, 2), "each of the others has moved once"
        await world.play(match.position.legal_moves()[0])


async def test_the_terms_of_a_match_are_shown_under_more_and_on_the_private_board_until_its_end(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], days="5 days", also=["weekends"])
    await world.ben.click(world.board(), label="Accept")
    terms = "-# Terms: 5 days a move, weekends off · rated."
    assert terms in reply_text(await world.ben.slash(world.channel, "board"))
    assert terms in reply_text(await world.cleo.click(world.board(), label="More"))
    assert terms in reply_text(await world.ada.slash(world.channel, "match"))
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, days="7 days + 12 hours")
    await world.ben.click(world.board(), label="Accept")
    bank = "-# Terms: 7 days a player + 12 hours a turn · "
    assert bank in reply_text(await world.ben.slash(world.channel, "board", match="2"))


async def test_a_board_can_be_read_as_text(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4")
    position = (await world.match()).position
    async with world.nothing_changes():
        asked = reply_text(await world.ada.slash(world.channel, "board", as_text=True))
        pressed = reply_text(await world.cleo.click(world.board(), label="Text"))
    assert asked == pressed and f"```\n{position}\n```" in asked
    assert "Furl · match #1" in asked and "1 move" in asked
    assert "**Ada** (White) furls 3 discs from a4 to c4: `a4<c4`" in asked and "It's **Ben**'s turn." in asked


async def test_the_text_of_a_board_is_that_of_the_match_as_it_is_now(world: World) -> None:
    first = await world.start_match()
    world.env.inject_error("PATCH", f"/channels/*/messages/{first.id}")  # the old board keeps its buttons
    await world.play("a4<c4", "e5<e4")
    assert f"```\n{(await world.match()).position}\n```" in reply_text(await world.cleo.click(first, label="Text"))


async def test_everybody_on_the_server_may_look(world: World) -> None:
    await world.start_match()
    board = answer(await world.cleo.slash(world.channel, "board", match="1"))
    assert world.painting(board).position == (await world.match()).position
    assert "You have no running match here." in reply_text(await world.cleo.slash(world.channel, "board"))


async def test_only_players_find_resign_behind_more_and_only_while_the_match_runs(world: World) -> None:
    first = await world.start_match()
    for who, buttons in (
        (world.ada, MORE_FOR_PLAYERS),
        (world.ben, MORE_FOR_PLAYERS),
        (world.cleo, MORE_FOR_ALL),
    ):
        more = answer(await who.click(world.board(), label="More"))
        assert buttons_of(more) == buttons and "**Ada** (White) against **Ben** (Black)" in text_of(more)
    world.env.inject_error("PATCH", f"/channels/*/messages/{first.id}")  # the old board keeps its buttons
    await world.matches.resign(world.actor(world.ben), 1)
    assert buttons_of(answer(await world.ada.click(first, label="More"))) == [
        *MORE_FOR_ALL,
        "Note",
        "Rematch",
        "Review",
    ]


async def test_boards_can_be_looked_at_in_a_direct_message(world: World) -> None:
    await world.start_match()
    board = answer(await world.ben.user.slash("board"))
    assert world.painting(board).position == (await world.match()).position
    assert "It's **Ada**'s turn." in reply_text(await world.ben.user.slash("board", match="1", as_text=True))
    assert "```" in reply_text(await world.ben.user.click(board, label="Text"))
    assert buttons_of(answer(await world.ben.user.click(board, label="More"))) == MORE_FOR_PLAYERS
    assert "There's no match #1 that you can see here." in reply_text(await world.cleo.user.slash("board", match="1"))


async def test_a_challenge_has_no_board_yet_and_says_for_whom_it_waits(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    await world.ada.slash(world.channel, "play", game="furl")
    for number, waits in (("1", "**Ben**"), ("2", "someone to join")):
        for as_text in (True, False):
            reply = reply_text(await world.cleo.slash(world.channel, "board", match=number, as_text=as_text))
            assert f"**Ada** waits for {waits}" in reply


async def test_a_match_that_was_called_off_says_how(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    await world.ben.click(world.board(), label="Decline")
    for as_text in (True, False):
        reply = reply_text(await world.ada.slash(world.channel, "board", match="1", as_text=as_text))
        assert "**Ben** declined **Ada**'s challenge" in reply


async def test_a_finished_match_can_still_be_looked_at(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4")
    await world.matches.resign(world.actor(world.ben), 1)
    board = answer(await world.cleo.slash(world.channel, "board", match="1"))
    painting = world.painting(board)
    assert painting.scene.outcome is not None and painting.scene.outcome.places == (1, 2)
    assert "**Ben** resigns. **Ada** (White) wins." in text_of(board) and buttons_of(board) == []
    assert "**Ben** resigns." in reply_text(await world.cleo.slash(world.channel, "board", match="1", as_text=True))
    [alt] = alt_texts_of(board)
    assert "Ada wins" in alt


async def test_a_text_board_may_be_long(world: World) -> None:
    host, guest = (world.guild.add_member(world.env.create_user(sign * 32)) for sign in "*_")
    moves = [step.move for step in playout("furl", 2, 3)][:37]
    await world.store_matches(1, host=host, guest=guest, moves=moves)
    reply = reply_text(await world.cleo.slash(world.channel, "board", match="1", as_text=True))
    assert str((await world.match()).position) in reply


@pytest.mark.paints
async def test_a_private_board_comes_with_a_real_picture(world: World) -> None:
    await world.start_match()
    picture = world.env.backend.cdn.get(picture_of(answer(await world.ada.slash(world.channel, "board"))))
    assert picture is not None and len(picture) > 1000
