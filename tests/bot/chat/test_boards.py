"""Looking at a board: the picture, the text, and the options behind More."""

import pytest

from tests.bot.screen import picture_of
from tests.bot.world import World, answer, reply_text
from tests.rules.playouts import playout


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
