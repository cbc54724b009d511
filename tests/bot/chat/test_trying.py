"""Trying moves on a private board with `/try`: for all seats, stored until the match is over, turned into a plan."""

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.model.analysis import MOST_MOVES
from tests.bot.rounds import begin_rounds
from tests.bot.screen import menus_of, text_of
from tests.bot.world import World, answer, reply_text


async def _board(world: World, who: MemberActor, **options: str | int) -> ResponseMessage:
    """A person's analysis board."""
    return answer(await who.slash(world.channel, "try", **options))


async def test_a_board_outlives_the_bot_and_its_other_messages_show_what_it_is_now(world: World) -> None:
    await world.start_match()
    old = await _board(world, world.ada, moves="b4<a3")
    new = await _board(world, world.ada)
    await world.restart()
    await world.ada.click(new, label="Back")
    async with world.nothing_changes():
        await world.ada.click(old, label="Back")
        assert "You've changed this board since, in another message or on the page." in text_of(old)
    await world.ada.click(old, label="Forward")
    assert "`b4<a3`" in text_of(old)
    assert "You haven't tried a move yet" in text_of(await _board(world, world.ben)), "everybody has their own"


async def test_the_only_match_that_runs_is_meant_whatever_is_over(world: World) -> None:
    await world.start_match()
    await world.ada.click(answer(await world.ada.slash(world.channel, "match", do="resign")), label="Resign")
    await world.start_match()
    assert "match #2" in text_of(await _board(world, world.ada))
    assert "Which match do you mean?" in text_of(await _board(world, world.ada, step=0))


async def test_a_board_with_too_many_moves_says_what_to_do_and_a_finished_game_says_so(world: World) -> None:
    await begin_rounds(world)
    half = " ".join(["on"] * (MOST_MOVES // 2))
    await _board(world, world.ada, moves=half)
    await _board(world, world.ada, moves=half)
    async with world.nothing_changes():
        assert "press **Take out**" in reply_text(await world.ada.slash(world.channel, "try", moves="on"))
    shown = await _board(world, world.ben, moves="on end")
    assert "wins: ended the round." in text_of(shown) and menus_of(shown) == {}
