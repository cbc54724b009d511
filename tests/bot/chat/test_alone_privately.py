"""Matches of one person with characters alone, of which nothing is seen in the channels of a server unless it wants that."""

from dataclasses import replace

import pytest

from bot.actions import settings
from bot.model.match import State
from tests.bot.screen import buttons_of, choose_option, option_ids, text_of
from tests.bot.world import World, answer

pytestmark = pytest.mark.alone


async def test_nothing_is_left_in_the_channel_and_the_player_has_the_board_at_once(world: World) -> None:
    board = answer(await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first"))
    assert board.ephemeral and "it's your turn" in text_of(board) and option_ids(board)
    assert "This board is in your [direct messages](https://discord.com/channels/@me/" in text_of(board)
    assert world.messages() == [] and len(world.direct_messages(world.ada)) == 1
    await world.ada.click(board, custom_id=option_ids(board)["a4"])
    await choose_option(world.ada, board, "a4<c4")
    await world.env.settle()
    match = await world.match()
    assert match.history.tokens[0] == "a4<c4" and match.ply > 1 and world.messages() == []
    assert f"`{match.history.tokens[-1]}`" in text_of(board), "the answer is seen in both places"
    assert f"`{match.history.tokens[-1]}`" in world.direct_messages(world.ada)[-1]


@pytest.mark.parametrize("game", ["furbowl", "farlander"])
async def test_games_with_dice_and_more_seats_begin_so_too(world: World, game: str) -> None:
    board = answer(await world.ada.slash(world.channel, "play", game=game, level="mole", side="first"))
    assert option_ids(board) or "thinking" in text_of(board)
    assert world.messages() == []


async def test_the_board_comes_by_itself_when_a_character_that_begins_has_moved(world: World) -> None:
    board = answer(await world.ada.slash(world.channel, "play", game="furl", level="mole", side="second"))
    await world.env.settle()
    assert "it's your turn" in text_of(board) and option_ids(board) and world.messages() == []


async def test_after_a_restart_a_press_and_the_list_lead_to_the_board(world: World) -> None:
    thinkers = world.bot.services.thinkers
    world.bot.delivery.loops[next(lane for lane in world.bot.delivery.loops if lane.name == "thoughts")].stop()
    board = answer(await world.ada.slash(world.channel, "play", game="furl", level="mole", side="second"))
    assert "thinking" in text_of(board) and buttons_of(board) == ["Board", "Text", "More"]
    await world.restart(thinkers)
    await world.bot.delivery.deliver_due(*world.bot.delivery.loops)
    await world.env.settle()
    assert "thinking" in text_of(board), "its token went with the process"
    await world.ada.click(board, label="Board")
    assert "it's your turn" in text_of(board) and option_ids(board)
    listed = answer(await world.ada.slash(world.channel, "games"))
    assert "**your turn**" in text_of(listed)
    again = answer(await world.ada.click(listed, label="Move"))
    assert again.ephemeral and world.messages() == []


async def test_such_a_match_belongs_to_the_server_like_any_other_that_is_played_there(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")
    match = await world.match()
    assert match.place.server_id == world.guild.id
    assert "Furl · match #1" in text_of(answer(await world.ben.slash(world.channel, "games", player=world.ada)))
    moved = answer(await world.ada.slash(world.channel, "move", move="a4<c4"))
    assert moved.ephemeral and "`a4<c4`" in text_of(moved)
    await world.env.settle()
    assert world.messages() == []
    await world.ada.click(answer(await world.ada.slash(world.channel, "match", do="resign")), label="Resign")
    await world.env.settle()
    assert (await world.match()).state is State.FINISHED and world.messages() == []
    assert "Furl · match #1" in text_of(answer(await world.ada.slash(world.channel, "replay")))


async def test_a_rematch_is_private_too(world: World) -> None:
    board = answer(await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first"))
    more = answer(await world.ada.click(board, label="More"))
    await world.ada.click(answer(await world.ada.click(more, label="Resign")), label="Resign")
    await world.env.settle()
    await world.ada.slash(world.channel, "match", do="rematch", match="1")
    await world.env.settle()
    assert (await world.match(2)).state is State.RUNNING and world.messages() == []


def _close(world: World) -> None:
    """Let Discord refuse all direct messages to people."""
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=20)


async def test_whoever_cannot_be_written_to_plays_in_the_private_answer(world: World) -> None:
    _close(world)
    board = answer(await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first"))
    await world.ada.click(board, custom_id=option_ids(board)["a4"])
    await choose_option(world.ada, board, "a4<c4")
    await world.env.settle()
    match = await world.match()
    assert match.ply > 1 and f"`{match.history.tokens[-1]}`" in text_of(board) and option_ids(board)
    assert world.messages() == [] and world.direct_messages(world.ada) == []


async def test_dice_that_no_direct_message_can_begin_are_begun_in_the_channel(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    await world.ada.slash(world.channel, "play", game="furbowl", level="mole", side="first")
    await world.env.settle()
    assert (await world.match()).state is State.RUNNING and "against" in text_of(world.board())


async def test_a_server_may_show_them(world: World) -> None:
    context = world.bot.services.context
    await settings.settle(context, world.guild.id, lambda before: replace(before, shows_solitary=True))
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")
    assert "it's your turn" in text_of(world.board()) and world.direct_messages(world.ada) == []
