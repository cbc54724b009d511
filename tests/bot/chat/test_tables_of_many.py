"""Matches of three and four: from the challenge to the first board, and players who leave on the way."""

import pytest
from discord import Message
from simcord.actors import MemberActor

from bot.model.match import State
from tests.bot.screen import buttons_of, option_ids, text_of
from tests.bot.world import World, ask_to_play, reply_text

pytestmark = pytest.mark.usefixtures("known_map")


async def _table(world: World, *also: str) -> Message:
    """An open challenge of Ada's for three players of Farlander."""
    await ask_to_play(world.ada, world.channel, game="farlander", also=["players3", *also])
    return world.board()


async def _challenge(world: World) -> Message:
    """A challenge of Ada's to Ben and Cleo."""
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo], also=["first"])
    return world.board()


async def _three(world: World) -> Message:
    """A match of Ada (Red), Ben (Blue) and Cleo (Green); returns its board."""
    challenge = await _challenge(world)
    await world.ben.click(challenge, label="Accept")
    await world.cleo.click(challenge, label="Accept")
    return world.board()


def _dan(world: World) -> MemberActor:
    return world.guild.add_member(world.env.create_user("Dan"))


async def _mover(world: World) -> MemberActor:
    """The player to move."""
    player = (await world.match()).to_move
    return next(who for who in (world.ada, world.ben, world.cleo) if player is not None and who.id == player.id)


async def _leave(world: World, who: MemberActor) -> None:
    """Have a person leave, without a substitute."""
    await world.matches.resign(world.actor(who), 1)
    await world.deliver(1)


# --- open challenges ---


async def test_a_table_does_not_start_before_there_are_enough(world: World) -> None:
    table = await _table(world)
    await world.ben.click(table, label="Join")
    start = world.press(world.ada, world.board(), "Start now")
    await world.ben.click(world.board(), label="Leave")
    async with world.nothing_changes():
        [reply] = await world.at_once(start)
    assert reply_text(reply) == "Farlander needs at least 2 players: wait until more have joined."


async def test_a_player_who_comes_after_the_last_seat_was_taken_learns_so(world: World) -> None:
    table, dan = await _table(world), _dan(world)
    late = world.press(dan, table, "Join")
    await world.ben.click(table, label="Join")
    await world.cleo.click(table, label="Join")
    async with world.nothing_changes():
        [reply] = await world.at_once(late)
    assert "All seats are taken: match #1 has started." in reply_text(reply)


async def test_two_who_join_at_once_for_the_last_seat_do_not_both_get_it(world: World) -> None:
    table, dan = await _table(world), _dan(world)
    await world.ben.click(table, label="Join")
    await world.at_once(world.press(world.cleo, table, "Join"), world.press(dan, table, "Join"))
    match = await world.match()
    assert match.state is State.RUNNING and len(match.players) == 3
    assert {world.ada.id, world.ben.id} < {player.id for player in match.players}


# --- challenges ---


# --- moving ---


async def test_a_conquest_is_picked_target_first_and_can_be_played_before_all_that_could_come_along_do(
    world: World,
) -> None:
    await _three(world)
    for who, places in ((world.cleo, "ef"), (world.ben, "cd"), (world.ada, "ab")):
        queue = [f"{place}{number}" for place in places for number in (1, 2, 3)] * 4
        await world.plans(who, " ".join(queue))
    position, who = (await world.match()).position, await _mover(world)
    longer = next(move for move in position.legal_moves() if "+" in move)
    target, first, *_others = position.stages(longer)
    picker = await world.opens_picker(who)
    if target in option_ids(picker):  # otherwise it is the only one and already chosen
        await world.chooses(who, picker, target)
    assert f"Which units move into {target}?" in text_of(picker)
    asked = await world.chooses(who, picker, first)
    assert f"Which units join them in {target}? Or play what you've chosen." in asked
    assert longer.startswith(first) and buttons_of(picker) == [f"Play {first}", "Back"]
    await who.click(picker, label=f"Play {first}")
    assert (await world.match()).history.tokens[-1] == first and world.painting(world.board()).scene.steps[
        -1
    ].move == first


# --- leaving ---


async def test_a_player_who_has_left_comes_behind_those_who_stayed(world: World) -> None:
    await _three(world)
    await world.play(*(f"{place}1" for place in "abc"))
    leaver = await _mover(world)
    await world.play("d1")  # the leaver has the most points
    await _leave(world, leaver)
    leaver_seat = (await world.match()).seat_of(leaver.id)
    while (match := await world.match()).to_move is not None:
        await world.matches.play(world.actor(await _mover(world)), 1, match.position.legal_moves()[0])
    assert match.result is not None and leaver_seat is not None and match.result.places[leaver_seat] == 3
    await world.deliver(1)
    text = text_of(world.board())
    assert f"and **{leaver.name}** (" in text.split("Points: ")[1] and ", has left) " in text.split("Points: ")[1]
