"""On a server that keeps all boards, an old one loses its buttons and keeps its picture.

Discord forgets a picture that an edit does not name.
"""

from dataclasses import replace
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.actions import settings
from tests.bot.screen import alt_texts_of, buttons_of, pictures_of, text_of
from tests.bot.world import World, answer

_INVALID_FORM = 50035


@pytest_asyncio.fixture(autouse=True)
async def _keeps_boards(world: World) -> None:
    context = world.bot.services.context
    await settings.settle(context, world.guild.id, lambda server: replace(server, keeps_boards=True))


def _now(world: World, message: discord.Message) -> discord.Message:
    return next(one for one in world.messages() if one.id == message.id)


def _edits(world: World, message: discord.Message) -> list[list[dict[str, Any]]]:
    """The files that each edit of a message uploads or keeps."""
    return [edit["attachments"] for edit in world.sent("PATCH", f"/channels/{world.channel.id}/messages/{message.id}")]


def _is_upload(file: dict[str, Any]) -> bool:
    return int(file["id"]) == 0


async def test_it_keeps_its_picture_by_id_and_name_without_an_upload(world: World) -> None:
    first = await world.start_match()
    address = pictures_of(first)
    await world.play("a4<c4")
    old = _now(world, first)
    assert buttons_of(old) == [] and pictures_of(old) == address
    [[kept]] = _edits(world, first)
    assert not _is_upload(kept) and kept["filename"] == address[0].rpartition("/")[2]


async def test_it_keeps_the_picture_of_the_last_edit(world: World) -> None:
    first = await world.start_match()
    question = answer(await world.ada.slash(world.channel, "match", do="draw"))
    await world.ada.click(question, label="Offer a draw")
    await world.ben.click(_now(world, first), label="Decline")
    address = pictures_of(_now(world, first))
    await world.play("a4<c4")
    assert pictures_of(_now(world, first)) == address and not _is_upload(_edits(world, first)[-1][0])


async def test_after_a_restart_the_same_picture_is_uploaded_again(world: World) -> None:
    first = await world.start_match()
    before = world.painting(first)
    await world.restart()
    await world.play("a4<c4")
    old = _now(world, first)
    assert buttons_of(old) == [] and world.painting(old) == before and alt_texts_of(old)
    assert all(map(_is_upload, _edits(world, first)[-1]))


async def test_where_discord_keeps_no_pictures_they_are_uploaded_and_that_is_remembered(world: World) -> None:
    first = await world.start_match()
    before = world.painting(first)
    world.env.inject_error("PATCH", f"/channels/*/messages/{first.id}", status=400, code=_INVALID_FORM, times=1)
    await world.play("a4<c4")
    second = world.board()
    assert buttons_of(_now(world, first)) == [] and world.painting(_now(world, first)) == before
    await world.play("e5<e4")
    assert buttons_of(_now(world, second)) == []
    assert [[*map(_is_upload, files)] for files in _edits(world, second)] == [[True]]


@pytest.mark.parametrize("status", [403, 429, 500])
async def test_other_refusals_do_not_make_it_upload(world: World, status: int) -> None:
    first = await world.start_match()
    world.env.inject_error("PATCH", f"/channels/*/messages/{first.id}", status=status, times=1)
    await world.play("a4<c4")
    await world.env.advance_time(120)
    assert buttons_of(_now(world, first)) == []
    assert not any(_is_upload(file) for files in _edits(world, first) for file in files)


async def test_after_a_restart_a_board_whose_move_was_taken_back_is_left_behind_in_words(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4", "e5<e4")
    board = world.board()
    question = answer(await world.ada.slash(world.channel, "match", do="takeback"))
    await world.ada.click(question, label="Ask for a takeback")
    await world.restart()
    await world.ben.click(_now(world, board), label="Accept")
    left = _now(world, board)
    assert buttons_of(left) == [] and "**Ada** took a move back" in text_of(left) and pictures_of(left) == []
