"""Texts with characters that no text can have: refused wherever people enter them, and replaced in names."""

import pytest

from bot.store.people import name_of
from tests.bot.world import World, answer, reply_text

ODD = ("a\0b", "\ud800x")
REFUSAL = "invisible symbol in your text"


@pytest.mark.parametrize("text", ODD, ids=ascii)
async def test_a_text_that_cannot_be_stored_is_refused_in_commands_and_windows_alike(world: World, text: str) -> None:
    board = await world.start_match()
    note = answer(await world.ada.click(answer(await world.ada.click(board, label="More")), label="Note"))
    window = await world.ada.click(note, label="Write")
    async with world.nothing_changes():
        assert REFUSAL in reply_text(await world.ada.submit_modal(window, {"text": text}))
        assert REFUSAL in await world.types(world.ada, text)
        assert not await world.ada.autocomplete(world.channel, "move", "move", text)


@pytest.mark.parametrize("name", ODD, ids=ascii)
async def test_a_person_whose_name_cannot_be_stored_plays_like_everybody(world: World, name: str) -> None:
    odd = world.guild.add_member(world.env.create_user(name))
    await world.start_match(host=odd, guest=world.ben)
    async with world.bot.services.context.database.read() as connection:
        found = await name_of(connection, odd.id)
    assert found is not None and "\N{REPLACEMENT CHARACTER}" in found
