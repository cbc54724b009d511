"""Named moves beside moves on the board: the pass of Fursaz, and games that end by two passes."""

from discord import Message

from tests.bot.world import World, answer, reply_text

_GAME = ("d4", "white", "b3", "f5", "d7", "d5", "f6", "f3", "g6", "d2", "b2")
"""Ada plays Black and is to move; if both pass now, she has 4 stones and 5 points of territory, Ben has 6 and 4."""


async def _playing(world: World, *moves: str) -> Message:
    """A match in which Ada placed the first stone; returns its board after these moves."""
    await world.ada.slash(world.channel, "play", game="fursaz", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    for move in moves:
        player = (await world.match()).to_move
        who = world.ada if player and player.id == world.ada.id else world.ben
        await world.matches.play(world.actor(who), 1, move)
    await world.deliver(1)
    return world.board()


async def test_a_pass_button_that_the_match_has_left_behind_passes_nothing(world: World) -> None:
    board = await _playing(world, *_GAME)
    early = world.press(world.ada, board, "Pass")
    ready = answer(await world.ada.click(board, label="Pass"))
    await world.play("c1", "pass")
    async with world.nothing_changes():
        [pressed] = await world.at_once(early)
        played = reply_text(await world.ada.click(ready, label="Pass"))
    for reply in (reply_text(pressed), played):
        assert reply.startswith("This board is out of date: match #1 has moved on (13 moves). It's **Ada**'s turn.")
