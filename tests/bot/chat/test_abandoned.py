"""A match without a time limit whose player to move is gone or silent for long can be called off by those who wait."""

from bot.model.match import State
from bot.model.result import Ending
from tests.bot.chat.test_ladder import passes
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text

UNLIMITED = "no limit"


async def _waiting(world: World, **options: str) -> None:
    """A match in which Ada has moved and waits for Ben without a time limit."""
    options = {"days": UNLIMITED, "side": "first", **options}
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, **options)
    await world.ben.click(world.board(), label="Accept")
    await world.play("a4<c4")


async def test_the_old_board_of_a_channel_that_refuses_new_messages_shows_every_move(world: World) -> None:
    await _waiting(world)
    board = world.board()
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions", times=None)
    await world.play("e5<e4")
    assert world.board().id == board.id and "it's your turn (White)" in text_of(world.board())
    question = answer(await world.ada.slash(world.channel, "match", do="resign"))
    await world.ada.click(question, label="Resign")
    assert "**Ada** resigns" in text_of(world.board()) and "Move" not in buttons_of(world.board())


async def test_a_match_by_vote_ends_by_its_clock_though_nobody_votes_any_more(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=["votes60", "first"])
    await world.ben.click(world.board(), label="Accept")
    async with world.nothing_changes():
        for who in (world.ada, world.ben):
            reply = reply_text(await who.slash(world.channel, "match", match="1", do="call off"))
            assert "its clock runs" in reply
    await passes(world, 4)
    match = await world.match()
    assert match.state is State.CALLED_OFF and match.result is not None and match.result.ending is Ending.UNPLAYED
