"""The game in `examples/wye`, which is installed where this runs, in chat: see `test_contract.py`."""

import render
from players.characters import CHARACTERS
from players.choice import choose
from players.levels import LEVELS
from render.boards import plugin_boards
from rules import GAMES, REFUSED
from tests.bot.screen import text_of
from tests.bot.world import World, answer

WYE = GAMES["wye"]


def test_it_is_there_with_its_board() -> None:
    assert not REFUSED and not plugin_boards().refused
    assert render.picture(render.sample(WYE)) and render.symbols(WYE.start(2)).keys() == {"White", "Black"}


def test_every_character_plays_it() -> None:
    position = WYE.start(2)
    for level in LEVELS:
        assert choose(position, level, 1) in position.legal_moves()
    assert len(LEVELS) == len(CHARACTERS)


async def test_two_people_play_it_and_read_its_rules_and_lessons(world: World) -> None:
    assert "touches all three shores" in text_of(answer(await world.ada.slash(world.channel, "rules", game="wye")))
    assert "One stone joins the three shores" in text_of(
        answer(await world.ada.slash(world.channel, "learn", game="wye"))
    )
    await world.ada.slash(world.channel, "play", game="wye", opponent=world.ben, side="first")
    await world.ben.click(world.messages()[-1], label="Accept")
    await world.ada.slash(world.channel, "move", move="D4")
    await world.ben.slash(world.channel, "move", move="d5")
    told = "\n".join(map(text_of, world.messages()))
    assert "puts a stone on d5" in told
