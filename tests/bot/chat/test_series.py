"""Turns of several moves, in Play Win: one message for the whole turn, and forced moves are played at once."""

from discord import Message

from tests.bot.screen import buttons_of, options_of, text_of
from tests.bot.world import World, reply_text

# White must capture five pieces from f4 now. The first leap leaves a choice; after the next, everything is forced.
_OPENING = ("b1-f4", "h6-g6", "b5-e5", "h3-f5")
_FIRST = "f4xf5-g5"
_CHOICE = ("g5xg6-h6", "g5xh5-h6")
_SERIES = (_FIRST, "g5xg6-h6", "h6xh5-g5", "g5xh4-h3", "h3xh2-g2")


async def _begin(world: World, game: str = "playwin") -> Message:
    """A running match in which Ada moves first against Ben; returns its board."""
    await world.ada.slash(world.channel, "play", game=game, opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    return world.board()


async def _before_a_series(world: World) -> Message:
    """A match in which Ada must begin a series now; returns its board."""
    await _begin(world)
    for ply, move in enumerate(_OPENING):
        await world.matches.play(world.actor((world.ada, world.ben)[ply % 2]), 1, move)
    await world.deliver(1)
    return world.board()


async def test_a_press_from_before_the_last_step_of_the_same_turn_is_out_of_date(world: World) -> None:
    board = await _before_a_series(world)
    move = world.press(world.ada, board, "Move")
    ready = await world.opens_picker(world.ada)
    await world.types(world.ada, _FIRST)
    middle = await world.opens_picker(world.ada)
    async with world.nothing_changes():
        [pressed] = await world.at_once(move)
        assert "Where does g5 leap?" in reply_text(pressed), "the turn goes on from the board as it is"
        await world.ada.click(ready, label=f"Play {_FIRST}")
    assert text_of(ready).startswith("[Match #1]"), "it was played, if not with this button"
    await world.types(world.ada, _SERIES[1])
    async with world.nothing_changes():
        reply = await world.chooses(world.ada, middle, _CHOICE[1])
    assert reply.startswith("This board is out of date: match #1 has moved on (9 moves). It's **Ben**'s turn.")
    assert buttons_of(middle) == [] and options_of(middle) == {}
