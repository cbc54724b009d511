"""Typed moves: what is understood, what everybody sees afterwards, and what is refused."""

import random

import pytest
from simcord.actors import MemberActor

from bot.model.adjudication import reason
from bot.model.match import State
from bot.model.result import Ending
from tests.bot.screen import AFTERWARDS, alt_texts_of, buttons_of, choose_option, picture_of, text_of
from tests.bot.world import World, reply_text


async def test_a_move_can_be_typed_in_many_ways(world: World) -> None:
    await world.start_match()
    typed = {"B4 C4": "b4<c4", " e5 - e4 ": "e5<e4", "c4 takes e3": "c4xe3", "furl g4 onto g 1": "g4<g1"}
    reply = [await world.types((world.ada, world.ben)[ply % 2], text) for ply, text in enumerate(typed)]
    assert (await world.match()).history.tokens == tuple(typed.values())
    assert "Match #1" in reply[0] and reply[0].endswith(": `b4<c4` furls 2 discs from b4 to c4.")
    assert reply[2].endswith("`c4xe3` unfurls 2 discs from c4 to e3 and captures a disc.")


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
    await world.ada.click(world.board(), label="Move")
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


async def test_a_new_board_pings_the_next_player_once_and_not_the_mover(world: World) -> None:
    await world.start_match()
    await world.types(world.ada, "a4<c4")
    board = world.board()
    assert world.pinged(board) == [world.ben.id]
    assert text_of(board).count(world.ben.mention) == 1 and world.ada.mention not in text_of(board)
    assert f"{world.ben.mention}, it's your turn (Black)." in text_of(board)
    assert "**Ada** (White) furls 3 discs from a4 to c4: `a4<c4`" in text_of(board)
    assert len(world.messages()) == 3, "the challenge, the first board, the new board"


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


async def test_the_old_board_loses_its_buttons_and_keeps_its_picture(world: World) -> None:
    first = await world.start_match()
    await world.types(world.ada, "a4<c4")
    _challenge, old, _new = world.messages()
    assert old.id == first.id and buttons_of(old) == []
    assert picture_of(old) == picture_of(first) and world.painting(old).scene.steps == ()
    assert "**Ada** (White) furls 3 discs from a4 to c4" in text_of(old)
    assert world.pinged(old) == []


async def test_the_new_board_shows_the_position_in_a_picture_and_in_words(world: World) -> None:
    await world.start_match()
    await world.types(world.ada, "a4<c4")
    match, board = await world.match(), world.board()
    assert buttons_of(board) == ["Move", "Text", "More"]
    painting = world.painting(board)
    assert painting.position == match.position and [step.move for step in painting.scene.steps] == ["a4<c4"]
    [alt] = alt_texts_of(board)
    assert str(match.position) in alt and "White: Ada, Black: Ben" in alt and "Ben's turn" in alt


async def test_the_private_answer_links_to_the_new_board(world: World) -> None:
    await world.start_match()
    reply = await world.types(world.ada, "a4<c4")
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{world.board().id}" in reply


async def test_it_is_never_the_other_players_turn(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        reply = await world.types(world.ben, "e5<e4")
    assert reply.startswith("It isn't your turn in match #1: it's **Ada**'s.")
    assert f"/{world.channel.id}/{world.board().id}" in reply


async def test_a_spectator_cannot_move(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        reply = await world.types(world.cleo, "a4<c4", match="1")
        nothing = await world.types(world.cleo, "a4<c4")
    assert reply.startswith("You're watching this match: **Ada** and **Ben** play it.")
    assert nothing.startswith("You have no running match here.")


async def test_a_finished_match_takes_no_move(world: World) -> None:
    await world.start_match()
    await world.matches.resign(world.actor(world.ben), 1)
    async with world.nothing_changes():
        reply = await world.types(world.ada, "a4<c4", match="1")
    assert reply == "Match #1 is over. **Ben** resigns. **Ada** (White) wins."


async def test_a_challenge_that_is_not_accepted_takes_no_move(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    async with world.nothing_changes():
        for who in (world.ada, world.ben, world.cleo):
            reply = await world.types(who, "a4<c4", match="1")
            assert reply == "Match #1 hasn't started yet: it waits for **Ben**."


async def test_a_match_that_does_not_exist_is_named_in_the_answer(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        for number in ("2", "#2", "0", "999999999", "#0 0"):
            reply = await world.types(world.ada, "a4<c4", match=number)
            assert reply.startswith("There's no match #") and "`/games` lists yours." in reply


async def test_a_text_that_is_not_a_match_number_is_quoted_in_the_answer(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        for text in ("nonsense", "#", "-1", "12345678901234567890", "#٣", "@everyone", "one\ntwo"):
            reply = await world.types(world.ada, "a4<c4", match=text)
            assert reply.startswith(f"There's no match “{text[:15]}") and "`/games` lists yours." in reply


async def test_a_match_can_be_named_in_several_ways(world: World) -> None:
    await world.start_match()
    moves = ("a4<c4", "e5<e4", "a1<a2", "g1<g2", "b1<b2")
    names = ("1", "#1", " # 1 ", "0001", "#1 Furl against Ben, your turn")
    for ply, (move, name) in enumerate(zip(moves, names, strict=True)):
        await world.types((world.ada, world.ben)[ply % 2], move, match=name)
    assert (await world.match()).history.tokens == moves


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


async def test_moves_can_be_typed_in_a_direct_message(world: World) -> None:
    await world.start_match()
    reply = reply_text(await world.ada.user.slash("move", move="a4<c4"))
    assert "furls 3 discs" in reply and (await world.match()).ply == 1
    assert world.pinged(world.board()) == [world.ben.id]


async def test_a_move_that_cannot_be_played_is_answered_with_the_rule(world: World) -> None:
    await world.start_match()
    rules = {
        "xyzzy": "isn't a move in Furl",
        "a9<c4": "There's no cell a9: row a goes from a1 to a4.",
        "a4<c5": "c5 isn't on a straight line with a4",
        "a4>b4": "a4 is a single disc: only a stack of two or more can unfurl.",
        "e1<e2": "e1 holds a black disc: start with a disc or a stack of your own.",
        "d1": "d1 is empty: start with a disc or a stack of your own.",
        "a4": "From a4 you can play a4<a1, a4<a2, a4<a3",
        "🦊 **@everyone** `x`": "isn't a move in Furl",
    }
    async with world.nothing_changes():
        for typed, rule in rules.items():
            reply = await world.types(world.ada, typed)
            assert rule in reply and reply.endswith("Nothing was played.")


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
    for message in world.messages()[1:]:
        picture = world.env.backend.cdn.get(picture_of(message))
        assert picture is not None and len(picture) > 1000


async def test_the_answer_to_a_move_names_the_next_match_that_waits(world: World) -> None:
    await world.start_match()
    await world.start_match(world.ada, world.cleo)
    assert "Next, [Furl · match #2](" in await world.types(world.ada, "a4<c4", match="1")
    assert "waits for you" not in await world.types(world.ben, "e5<e4")
    assert "Next, [Furl · match #1](" in await world.types(world.ada, "a4<c4", match="2")
    assert "waits for you" not in await world.types(world.ada, (await world.match()).position.legal_moves()[0])


async def test_a_picked_move_names_the_next_match_too(world: World) -> None:
    board = await world.start_match()
    await world.start_match(world.ada, world.cleo)
    picker = await world.opens_picker(world.ada, board)
    told = await world.chooses(world.ada, picker, "a4", "a4<c4")
    await world.ada.click(picker, label="Play a4<c4")
    assert "waits for you" not in told and "Next, [Furl · match #2](" in text_of(picker)
