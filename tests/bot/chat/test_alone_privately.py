"""Matches of one person with characters alone, of which nothing is seen in the channels of a server that wants it so."""

from dataclasses import replace

import pytest
import pytest_asyncio

from bot.actions import settings
from tests.bot.screen import choose_option, option_ids, text_of
from tests.bot.world import World, answer


@pytest_asyncio.fixture(autouse=True)
async def _private(world: World) -> None:
    await _settle(world, shows_solitary=False)


async def _settle(world: World, *, shows_solitary: bool) -> None:
    await settings.settle(
        world.bot.services.context, world.guild.id, lambda before: replace(before, shows_solitary=shows_solitary)
    )


async def test_nothing_is_left_in_the_channel_and_the_player_has_the_board_at_once(world: World) -> None:
    board = answer(await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first"))
    assert board.ephemeral and "it's your turn" in text_of(board) and option_ids(board)
    assert "This board is in your [direct messages](" in text_of(board)
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


async def test_whoever_cannot_be_written_to_has_the_board_in_the_channel(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")
    assert "it's your turn" in text_of(world.board())


async def test_a_server_may_show_them(world: World) -> None:
    await _settle(world, shows_solitary=True)
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")
    assert "it's your turn" in text_of(world.board()) and world.direct_messages(world.ada) == []
