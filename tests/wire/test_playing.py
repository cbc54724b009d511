"""Matches over real sockets."""

from tests.bot import screen
from tests.wire.world import Wire


async def test_two_people_play_a_match_in_a_channel(quiet_wire: Wire) -> None:
    wire = quiet_wire
    await wire.run()
    ada, ben, *_ = wire.people
    await ada.slash(wire.channel, "play", game="furl", opponent=ben, side="first")
    challenge = await wire.shown("Accept")
    await ben.click(challenge, label="Accept")
    board = await wire.shown("Move")
    assert screen.picture_of(board)
