"""Hints for the player to move, in matches that allow them, with a reason and counted on the board."""

from bot.chat.delivery.loop import THOUGHTS
from bot.model.match import State
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text


async def _against_mole(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")


async def test_the_same_board_counts_once(world: World) -> None:
    await _against_mole(world)
    first, second = [answer(await world.ada.slash(world.channel, "match", do="hint")) for _ in range(2)]
    assert text_of(first) == text_of(second)
    assert "Hints: Ada 1." in text_of(world.board())
    await world.types(world.ada, (await world.match()).position.legal_moves()[0])
    await world.ada.slash(world.channel, "match", do="hint")
    assert "Hints: Ada 2." in text_of(world.board())


async def _thinks(world: World) -> None:
    """Let characters play until a person is to move."""
    await world.bot.delivery.deliver_due(THOUGHTS)
    await world.env.settle()


async def _nobody_gets_a_hint(world: World) -> None:
    match = await world.match()
    assert match.state is State.RUNNING and match.has_characters and match.to_move is not None
    player = {person.id: person for person in (world.ada, world.ben)}[match.to_move.id]
    behind = answer(await player.click(world.board(), label="More"))
    assert "Hint" not in buttons_of(behind)
    async with world.nothing_changes():
        assert "didn't agree on them" in reply_text(await player.slash(world.channel, "match", do="hint"))


async def test_filling_a_table_with_a_character_gives_no_hints_that_the_players_did_not_agree_on(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", also=["players3"])
    await world.ben.click(world.board(), label="Join")
    menu = answer(await world.ada.click(world.board(), label="Fill with characters"))
    await world.ada.select(menu, ["furlong:fill_with:1:0:mole"])
    await world.ben.click(world.board(), label="Accept")
    await _thinks(world)
    await _nobody_gets_a_hint(world)


async def test_a_person_alone_with_several_characters_gets_hints(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", level="mole", also=["players3"])
    await _thinks(world)
    assert "would play" in text_of(answer(await world.ada.slash(world.channel, "match", do="hint")))
