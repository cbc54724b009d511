"""Matches with characters that begin in direct messages with the bot and are played there."""

from bot.actions import departures
from bot.model.match import State
from bot.model.place import DIRECT
from bot.store import departures as stored
from tests.bot.screen import text_of
from tests.bot.world import World, answer, reply_text


async def test_a_match_with_a_character_begins_and_is_played_in_direct_messages(world: World) -> None:
    ada = world.ada.user
    await ada.slash("play", game="furl", level="mole", side="first")
    match = await world.match()
    assert (match.place.server_id, match.place.channel_id) == (DIRECT, ada.dm_channel.id)
    [board] = world.messages(ada.dm_channel)
    assert "it's your turn" in text_of(board) and not world.messages()
    await ada.slash("move", move=match.position.legal_moves()[0])
    later = await world.match()
    assert later.ply == 2 and later.to_move is not None and later.to_move.id == world.ada.id
    assert [message.id for message in world.messages(ada.dm_channel)] == [board.id]


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


async def test_resigning_in_direct_messages_ends_the_match_there(world: World) -> None:
    ada = world.ada.user
    await ada.slash("play", game="furl", level="mole", side="first")
    question = answer(await ada.slash("match", do="resign"))
    await ada.click(question, label="Resign")
    assert (await world.match()).state is State.FINISHED
    [board] = world.messages(ada.dm_channel)
    assert "resigns" in text_of(board)


async def test_an_open_challenge_is_posted_where_others_see_it(world: World) -> None:
    async with world.nothing_changes():
        reply = reply_text(await world.ada.user.slash("play", game="farlander"))
        assert "Nobody else would see an open challenge here" in reply
