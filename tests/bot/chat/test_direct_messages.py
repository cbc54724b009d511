"""Matches with characters that begin in direct messages with the bot and are played there."""

from bot.actions import departures
from bot.store import departures as stored
from tests.bot.world import World, reply_text


async def test_a_match_in_direct_messages_is_seen_by_nobody_else(world: World) -> None:
    await world.ada.user.slash("play", game="furl", level="mole")
    assert "There's no match" in reply_text(await world.ben.user.slash("board", match="1"))
    assert "another server" in reply_text(await world.ben.slash(world.channel, "board", match="1"))
    assert "has no matches here" in reply_text(await world.ben.slash(world.channel, "games", player=world.ada))


async def test_a_match_in_direct_messages_survives_a_restart_and_belongs_to_no_server_that_could_be_left(
    world: World,
) -> None:
    await world.ada.user.slash("play", game="furl", level="mole", side="first")
    await world.restart()
    await departures.compare(world.matches, [world.guild.id])
    async with world.matches.database.read() as connection:
        assert await stored.left_servers(connection) == {}
    await world.ada.user.slash("move", move=(await world.match()).position.legal_moves()[0])
    assert (await world.match()).ply == 2


async def test_an_open_challenge_is_posted_where_others_see_it(world: World) -> None:
    async with world.nothing_changes():
        reply = reply_text(await world.ada.user.slash("play", game="farlander"))
        assert "Nobody else would see an open challenge here" in reply
