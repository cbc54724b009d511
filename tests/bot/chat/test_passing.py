"""Named moves beside moves on the board: the pass of Fursaz, and games that end by two passes."""

from discord import Message

from bot.model.match import State
from tests.bot.screen import AFTERWARDS, alt_texts_of, buttons_of, option_ids, options_of, text_of
from tests.bot.world import World, answer, reply_text

_GAME = ("d4", "white", "b3", "f5", "d7", "d5", "f6", "f3", "g6", "d2", "b2")
"""Ada plays Black and is to move; if both pass now, she has 4 stones and 5 points of territory, Ben has 6 and 4."""


async def _playing(world: World, *moves: str) -> Message:
    """A match in which Ada placed the first stone; returns its board after these moves."""
    await world.ada.slash(world.channel, "play", game="fursaz", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    for move in moves:
        player = (await world.match()).to_move
        who = world.ada if player and player.id == world.ada.id else world.ben
        await world.matches.play(world.actor(who), 1, move)
    await world.deliver(1)
    return world.board()


async def test_a_pass_has_a_button_that_shows_a_last_look(world: World) -> None:
    board = await _playing(world, *_GAME)
    assert buttons_of(board) == ["Move", "Pass", "Text", "More"]
    async with world.nothing_changes():
        picker = answer(await world.ada.click(board, label="Pass"))
    assert buttons_of(picker) == ["Pass", "Back"] and "**Ada** passes. This is how the board would look" in text_of(
        picker
    )
    reply = reply_text(await world.ada.click(picker, label="Pass"))
    assert reply.startswith("[Match #1]") and reply.endswith("**Pass**.")
    assert (await world.match()).history.tokens == (*_GAME, "pass")
    new = world.board()
    assert new.id != board.id and world.pinged(new) == [world.ben.id]
    assert "**Ada** (Black) passes: `pass`" in text_of(new) and buttons_of(new) == ["Move", "Pass", "Text", "More"]


async def test_back_from_a_pass_leads_to_all_moves(world: World) -> None:
    board = await _playing(world, *_GAME)
    picker = answer(await world.ada.click(board, label="Pass"))
    await world.ada.click(picker, label="Back")
    assert list(option_ids(picker)) == [*"abcdefghi", "pass"]
    assert "Where does your stone go?" in text_of(picker)
    assert options_of(picker)["a"].startswith("Row a") and options_of(picker)["pass"].startswith("Pass")
    await world.chooses(world.ada, picker, "c", "c1")
    await world.ada.click(picker, label="Play c1")
    assert (await world.match()).history.tokens == (*_GAME, "c1")


async def test_a_pass_can_be_typed(world: World) -> None:
    await _playing(world, *_GAME)
    assert (await world.types(world.ada, "skip my turn")).endswith("**Pass**.")
    assert (await world.match()).history.tokens[-1] == "pass"


async def test_two_passes_end_the_game_and_the_final_count_is_shown(world: World) -> None:
    await _playing(world, *_GAME, "pass")
    picker = answer(await world.ben.click(world.board(), label="Pass"))
    assert "**Ben** passes and ends the game." in text_of(picker)
    assert world.painting(picker).position.outcome() is not None
    reply = reply_text(await world.ben.click(picker, label="Pass"))
    match, board = await world.match(), world.board()
    assert reply.endswith("**Pass**.") and match.state is State.FINISHED and match.result is not None
    assert match.result.places == (2, 1) and match.result.points == (9, 10)
    result = "**Ben** (White) wins: both players passed, and Black has 9 points, White 10."
    assert f"{world.ada.mention}: {result}" in text_of(board) and world.pinged(board) == [world.ada.id]
    assert world.painting(board).position == match.position and buttons_of(board) == AFTERWARDS
    text = reply_text(await world.cleo.click(board, label="Text"))
    assert "Black: 4 B + 5 b = 9" in text and "White: 6 W + 4 w = 10" in text and result in text
    [alt] = alt_texts_of(board)
    assert "Ben passes and ends the game. Ben wins." in alt
    for who in (world.ada, world.ben):
        assert "You have no matches here." in reply_text(await who.slash(world.channel, "games"))
        assert "Match #1 is over." in await world.types(who, "pass", match="1")


async def test_equal_counts_are_a_draw(world: World) -> None:
    await _playing(world, "d4", "black", "e9", "pass", "pass")
    match = await world.match()
    assert match.result is not None and match.result.places == (1, 1) and match.result.points == (1, 1)
    assert "The match is a draw: both players passed, and Black has 1 point, White 1." in text_of(world.board())


async def test_a_stone_between_two_passes_continues_the_game(world: World) -> None:
    await _playing(world, *_GAME, "pass", "c1", "pass")
    assert (await world.match()).state is State.RUNNING
    await world.play("e1")
    assert "**Ben** (White) places a stone on e1" in text_of(world.board())


async def test_a_double_click_passes_once(world: World) -> None:
    board = await _playing(world, *_GAME)
    picker = answer(await world.ada.click(board, label="Pass"))
    press = world.press(world.ada, picker, "Pass")
    await world.at_once(press, press)
    assert (await world.match()).history.tokens == (*_GAME, "pass")


async def test_a_pass_button_that_the_match_has_left_behind_passes_nothing(world: World) -> None:
    board = await _playing(world, *_GAME)
    early = world.press(world.ada, board, "Pass")
    ready = answer(await world.ada.click(board, label="Pass"))
    await world.play("c1", "pass")
    async with world.nothing_changes():
        [pressed] = await world.at_once(early)
        played = reply_text(await world.ada.click(ready, label="Pass"))
    for reply in (reply_text(pressed), played):
        assert reply.startswith("This board is out of date: match #1 has moved on (13 moves). It's **Ada**'s turn.")


async def test_only_the_player_to_move_may_pass(world: World) -> None:
    board = await _playing(world, *_GAME)
    async with world.nothing_changes():
        assert "It isn't your turn" in reply_text(await world.ben.click(board, label="Pass"))
        assert "You're watching this match" in reply_text(await world.cleo.click(board, label="Pass"))
        assert "It isn't your turn" in await world.types(world.ben, "pass")


async def test_a_pass_survives_restarts(world: World) -> None:
    board = await _playing(world, *_GAME)
    picker = answer(await world.ada.click(board, label="Pass"))
    await world.restart()
    await world.ada.click(picker, label="Pass")
    await world.restart()
    picker = answer(await world.ben.click(world.board(), label="Pass"))
    await world.restart()
    await world.ben.click(picker, label="Pass")
    assert (await world.match()).state is State.FINISHED and "both players passed" in text_of(world.board())
