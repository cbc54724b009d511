"""Hints for the player to move, in matches that allow them, with a reason and counted on the board."""

import pytest

from bot.chat.core.press import id_of
from bot.chat.delivery.loop import THOUGHTS
from bot.model.match import State
from bot.screens.core import Act
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text


async def _against_mole(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")


async def test_a_hint_shows_a_move_with_its_reason_and_can_be_played(world: World) -> None:
    await _against_mole(world)
    behind = answer(await world.ada.click(world.board(), label="More"))
    hint = answer(await world.ada.click(behind, label="Hint"))
    match = await world.match()
    [advised] = [move for move in match.position.legal_moves() if f"**Lynx** would play `{move}`" in text_of(hint)]
    assert match.position.describe(advised) in text_of(hint)
    assert [step.move for step in world.painting(hint).scene.steps] == [advised]
    assert "Hints: Ada 1." in text_of(world.board())
    await world.ada.click(hint, label=f"Play {advised}")
    assert (await world.match()).history.tokens[0] == advised


async def test_the_same_board_counts_once(world: World) -> None:
    await _against_mole(world)
    first, second = [answer(await world.ada.slash(world.channel, "match", do="hint")) for _ in range(2)]
    assert text_of(first) == text_of(second)
    assert "Hints: Ada 1." in text_of(world.board())
    await world.types(world.ada, (await world.match()).position.legal_moves()[0])
    await world.ada.slash(world.channel, "match", do="hint")
    assert "Hints: Ada 2." in text_of(world.board())


async def test_people_agree_to_hints_when_they_begin_and_both_may_ask(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=["first", "hints"])
    assert "casual · with hints" in text_of(world.board())
    await world.ben.click(world.board(), label="Accept")
    assert "**Lynx** " in text_of(answer(await world.ada.slash(world.channel, "match", do="hint")))
    await world.play((await world.match()).position.legal_moves()[0])
    await world.ben.slash(world.channel, "match", do="hint")
    assert "Hints: Ada 1 and Ben 1." in text_of(world.board())


async def test_a_player_in_a_match_without_hints_gets_none(world: World) -> None:
    await world.start_match()
    behind = answer(await world.ada.click(world.board(), label="More"))
    assert "Hint" not in buttons_of(behind)
    async with world.nothing_changes():
        assert "didn't agree on them" in reply_text(await world.ada.slash(world.channel, "match", do="hint"))
        asked = await ask_to_play(world.cleo, world.channel, game="furl", also=["hints", "rated"])
        assert (
            reply_text(asked) == "Matches with hints are always casual. Leave out either **Rated** or **With hints**."
        )


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


async def test_a_character_at_the_table_gives_no_hints_against_other_people(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="farlander", opponent=world.ben, level="mole")
    await world.ben.click(world.board(), label="Accept")
    await _thinks(world)
    await _nobody_gets_a_hint(world)


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


@pytest.mark.parametrize("who", ["ben", "cleo"])
async def test_only_the_player_to_move_gets_a_hint(world: World, who: str) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=["first", "hints"])
    await world.ben.click(world.board(), label="Accept")
    forged = world.forged({"ben": world.ben, "cleo": world.cleo}[who], world.board(), id_of(Act("hint", 1)))
    async with world.nothing_changes():
        [reply] = await world.at_once(forged)
        assert ("It isn't your turn" if who == "ben" else "You're watching this match") in reply_text(reply)


async def test_a_match_that_is_over_gives_no_hints(world: World) -> None:
    await _against_mole(world)
    behind = answer(await world.ada.click(world.board(), label="More"))
    await world.matches.resign(world.actor(world.ada), 1)
    assert (await world.match()).state is State.FINISHED
    assert "Match #1 is over" in reply_text(await world.ada.click(behind, label="Hint"))
