"""A character takes over a seat, as people see it."""

from discord import Message

from bot.chat.core.press import id_of
from bot.screens.core import Act
from players.characters import LYNX
from tests.bot.screen import text_of
from tests.bot.world import World, answer


async def _board(world: World) -> Message:
    """The message that shows the match, above any notices."""
    shown = (await world.match()).place.message_id
    return next(message for message in world.messages() if message.id == shown)


async def test_a_character_stands_in_under_the_user_name_of_a_player_of_whose_name_nothing_is_seen(
    world: World,
) -> None:
    world.env.backend.edit_member(world.guild.id, world.ada.id, {"nick": "\u3164"})
    board = await world.start_match()
    question = answer(await world.ada.click(answer(await world.ada.click(board, label="More")), label="Hand over"))
    await world.ada.click(question, label="Otter")
    await world.ben.click(await _board(world), label="Accept")
    assert "**Otter for Ada**" in text_of(await _board(world))


async def test_a_forged_button_hands_over_to_nobody_stronger_than_the_game_has(world: World) -> None:
    board = await world.start_match()
    await world.at_once(world.forged(world.ada, board, id_of(Act("handover_to", 1, 0, "lynx+900"))))
    [offer] = (await world.match()).open_offers
    assert offer.character == LYNX
