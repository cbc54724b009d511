"""Typed moves: what is understood, what everybody sees afterwards, and what is refused."""

import random

import pytest
from simcord.actors import MemberActor

from bot.model.adjudication import reason
from bot.model.match import State
from bot.model.result import Ending
from tests.bot.screen import AFTERWARDS, buttons_of, choose_option, picture_of, text_of
from tests.bot.world import World, reply_text


def _told(world: World) -> list[str]:
    """The answers about her moves that Ada still sees in the channel."""
    seen = [text_of(message) for message in world.channel.history(viewer=world.ada) if message.flags.ephemeral]
    return [text for text in seen if ", played: " in text]


async def test_the_answer_to_a_move_replaces_the_answer_to_the_one_before(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")
    for _turn in range(2):
        move = (await world.match()).position.legal_moves()[0]
        await world.types(world.ada, move)
        [reply] = _told(world)
        assert f"`{move}`" in reply
    move = (await world.match()).position.legal_moves()[0]
    for stage in (move[:2], move):
        await choose_option(world.ada, world.board(), stage)
    assert move in (await world.match()).history.tokens and not _told(world), "the board says it"
    await world.types(world.ada, (await world.match()).position.legal_moves()[0])
    [reply] = _told(world)
    assert f"`{move}`" not in reply


async def test_the_answer_to_a_move_stays_once_discord_no_longer_lets_it_be_deleted(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")
    for _turn in range(2):
        await world.types(world.ada, (await world.match()).position.legal_moves()[0])
        world.env.backend.advance_clock(15 * 60)
    assert len(_told(world)) == 2 and not world.sent("DELETE", "/webhooks")


async def test_among_people_each_move_keeps_its_answer_for_boards_come_in_new_messages(world: World) -> None:
    await world.start_match()
    for who, move in ((world.ada, "a4<c4"), (world.ben, "e5<e4"), (world.ada, "b1<b2")):
        await world.types(who, move)
    assert len(_told(world)) == 2 and not world.sent("DELETE", "/webhooks")


async def _trickster(world: World) -> MemberActor:
    """A person whose name looks like a mention of Ada."""
    return world.guild.add_member(world.env.create_user("trickster", global_name=world.ada.mention))


async def test_a_name_that_looks_like_a_mention_pings_nobody(world: World) -> None:
    trickster = await _trickster(world)
    await world.start_match(world.ada, trickster)
    await world.types(world.ada, "a4<c4")
    assert world.pinged(world.board()) == [trickster.id]
    await world.matches.resign(world.actor(world.ada), 1)
    await world.deliver(1)
    assert world.pinged(world.board()) == [trickster.id]


async def test_nobody_goes_by_a_mention_of_another_player(world: World) -> None:
    await world.start_match(await _trickster(world), world.ben)
    assert world.ada.mention not in text_of(world.board())


async def test_a_match_of_another_server_cannot_be_played_from_here(world: World) -> None:
    await world.start_match()
    elsewhere = world.env.create_guild("Elsewhere")
    ada = elsewhere.add_member(world.ada.user)
    channel = elsewhere.create_text_channel("other games")
    async with world.nothing_changes():
        reply = reply_text(await ada.slash(channel, "move", move="a4<c4", match="1"))
        nothing = reply_text(await ada.slash(channel, "move", move="a4<c4"))
    assert reply.startswith("Match #1 is played on another server: use the command there.")
    assert nothing.startswith("You have no running match here.") and world.messages(channel) == []


async def test_a_match_ends_by_the_rules_and_both_players_are_notified(world: World) -> None:
    await world.start_match()
    dice = random.Random(54)  # a short game
    while (match := await world.match()).state is State.RUNNING:
        await world.play(dice.choice(match.position.legal_moves()))
    outcome = match.position.outcome()
    assert match.result is not None and match.result.ending is Ending.RULES and match.to_move is None
    assert outcome is not None and match.result.places == outcome.places
    winner = match.players[match.result.places.index(1)]
    board = world.board()
    assert f"**{winner.name}** (" in text_of(board) and f"wins: {reason(match)}." in text_of(board)
    assert buttons_of(board) == AFTERWARDS
    mover = world.ada if match.ply % 2 else world.ben
    other = world.ben if mover is world.ada else world.ada
    assert world.pinged(board) == [other.id], "the one who moved last knows"
    assert all(buttons_of(message) == [] for message in world.messages()[:-1])
    assert len(world.messages()) == match.ply + 2, "the challenge, and a board for each position"
    for who in (world.ada, world.ben):
        assert "You have no matches here." in reply_text(await who.slash(world.channel, "games"))
        assert "Match #1 is over." in await world.types(who, "a4<c4", match="1")
    assert f"wins: {reason(match)}." in reply_text(await world.cleo.click(board, label="Text"))


@pytest.mark.paints
async def test_real_pictures_go_along_with_boards(world: World) -> None:
    await world.start_match()
    await world.play("a4<c4", "e5<e4")
    for message in world.messages()[2:]:
        picture = world.env.backend.cdn.get(picture_of(message))
        assert picture is not None and len(picture) > 1000
