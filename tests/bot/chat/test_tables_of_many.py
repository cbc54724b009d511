"""Matches of three and four: from the challenge to the first board, and players who leave on the way."""

import re

import pytest
from discord import Message
from simcord.actors import MemberActor

from bot.model.fairness import Fairness
from bot.model.match import State
from bot.model.result import Ending
from rules.dice import commitment
from tests.bot.screen import AFTERWARDS, MORE_FOR_ALL, MORE_FOR_PLAYERS, alt_texts_of, buttons_of, option_ids, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every match the same secret, and so the same map."""
    monkeypatch.setattr("bot.actions.challenges.Fairness.seal", lambda: Fairness(bytes(32), commitment(bytes(32))))


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


async def test_a_table_shows_who_has_joined_while_it_fills(world: World) -> None:
    reply = reply_text(await ask_to_play(world.ada, world.channel, game="farlander", also=["players3"]))
    table = world.board()
    assert "You posted an open challenge to Farlander (match #1)" in reply
    assert (
        "**Ada** would like to play **Farlander** and needs 2 more players. **Ada** can start with 2 or more"
        in text_of(table)
    )
    assert "Chance decides who plays which side and who goes first." in text_of(table)
    assert buttons_of(table) == ["Join", "Fill with characters", "Cancel", "Rules"]
    await world.ben.click(table, label="Join")
    assert world.board().id == table.id and "needs 1 more player. **Ben** has joined." in text_of(world.board())
    assert "**Ada** can start now or wait for more." in text_of(world.board())
    assert buttons_of(world.board()) == ["Join", "Leave", "Start now", "Fill with characters", "Cancel", "Rules"]
    assert world.pinged(world.board()) == []
    match = await world.match()
    assert match.state is State.OPEN and {player.name for player in match.players} == {"Ada", "Ben"}


async def test_everybody_at_a_table_of_four_is_named(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", also=["players4"])
    for who in (world.ben, world.cleo):
        await who.click(world.board(), label="Join")
    assert "needs 1 more player. **Ben** and **Cleo** have joined." in text_of(world.board())


async def test_without_a_number_as_many_can_join_as_the_game_allows(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="farlander")
    assert "needs 3 more players." in text_of(world.board())
    for who in (world.ben, world.cleo, _dan(world)):
        await who.click(world.board(), label="Join")
    match = await world.match()
    assert match.state is State.RUNNING and match.seats == 4, "it starts when it's full"
    await world.ada.slash(world.channel, "play", game="furl")
    assert "needs 1 more player." in text_of(world.board()) and "start" not in text_of(world.board())


async def test_the_host_starts_with_those_who_are_there_and_nobody_else_can(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="farlander", side="first")
    table = world.board()
    await world.ben.click(table, label="Join")
    async with world.nothing_changes():
        for who in (world.ben, world.cleo):
            assert "Only **Ada** can start, fill or cancel this." in reply_text(
                await who.click(table, label="Start now")
            )
    await world.restart()
    await world.ada.click(table, label="Start now")
    match = await world.match()
    assert match.state is State.RUNNING and [player.name for player in match.players] == ["Ada", "Ben"]
    assert match.seats == match.history.seats == 2 and match.fairness is not None
    assert match.fairness.start_message_id == world.messages()[-2].id
    mover = match.to_move
    await world.types(world.ada if mover and mover.id == world.ada.id else world.ben, match.position.legal_moves()[0])
    assert (await world.match()).ply == match.ply + 1


async def test_a_table_does_not_start_before_there_are_enough(world: World) -> None:
    table = await _table(world)
    await world.ben.click(table, label="Join")
    start = world.press(world.ada, world.board(), "Start now")
    await world.ben.click(world.board(), label="Leave")
    async with world.nothing_changes():
        [reply] = await world.at_once(start)
    assert reply_text(reply) == "Farlander needs at least 2 players: wait until more have joined."


async def test_a_player_who_has_joined_can_leave_until_the_match_begins(world: World) -> None:
    table = await _table(world)
    await world.ben.click(table, label="Join")
    async with world.nothing_changes():
        assert "so there's nothing to leave" in reply_text(await world.cleo.click(table, label="Leave"))
        assert "Press **Cancel** to withdraw it" in reply_text(await world.ada.click(table, label="Leave"))
    await world.ben.click(table, label="Leave")
    assert "needs 2 more players." in text_of(world.board()) and buttons_of(world.board()) == [
        "Join",
        "Fill with characters",
        "Cancel",
        "Rules",
    ]
    late = world.board()
    for who in (world.cleo, world.ben):
        await who.click(late, label="Join")
    match = await world.match()
    assert match.state is State.RUNNING and len(match.players) == 3


async def test_a_side_is_called_what_it_is_in_the_game(world: World) -> None:
    async def sides(game: str, typed: str = "") -> dict[str, str]:
        found = await world.ada.autocomplete(world.channel, "play", "side", typed, game=game)
        return {choice["value"]: choice["name"] for choice in found}

    assert await sides("furl") == {
        "first": "I move first (White)",
        "second": "I move second (Black)",
        "chance": "Let chance decide",
    }
    assert (await sides("farlander"))["first"] == "I play Red, chance decides who goes first"
    assert list(await sides("farlander", "blue")) == ["second"] and await sides("nonsense") == {}
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "play", game="farlander", side="purple"))
        assert reply.startswith("“purple” isn't a side you can choose in Farlander. Type `first` (I play Red")
        assert "isn't a side" in reply_text(await world.ada.slash(world.channel, "play", game="furl", side="I"))
    await world.ada.slash(world.channel, "play", game="farlander", side="Blue")
    assert "**Ada** plays Blue; chance decides who goes first." in text_of(world.board())


async def test_the_last_seat_begins_the_match_and_the_map_is_laid(world: World) -> None:
    table = await _table(world)
    await world.ben.click(table, label="Join")
    await world.cleo.click(table, label="Join")
    closed, _start, board = world.messages()
    assert closed.id == table.id and buttons_of(closed) == []
    assert "play **Farlander**: the board is below." in text_of(closed)
    match = await world.match()
    assert match.state is State.RUNNING and match.to_move is not None and len(match.players) == 3
    [rolls] = [line for line in text_of(board).splitlines() if line.startswith("🎲")]
    assert re.fullmatch("🎲 the map is laid; (Red|Blue|Green) begins the placement", rolls), "one line, not eight"
    assert "the map is laid." in alt_texts_of(board)[0]
    assert "no move yet" in text_of(board) and world.pinged(board) == [match.to_move.id]
    assert world.painting(board).position == match.position
    assert all(player.name in alt_texts_of(board)[0] for player in match.players)


async def test_the_host_can_cancel_a_table_that_is_half_full_and_nobody_else_can(world: World) -> None:
    table = await _table(world)
    await world.ben.click(table, label="Join")
    async with world.nothing_changes():
        assert "Only **Ada** can start, fill or cancel this." in reply_text(
            await world.ben.click(table, label="Cancel")
        )
    await world.ada.click(table, label="Cancel")
    assert (await world.match()).state is State.CALLED_OFF
    assert "**Ada** withdrew the open challenge to a match of **Farlander**." in text_of(world.board())


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


async def test_a_table_keeps_filling_after_a_restart(world: World) -> None:
    table = await _table(world)
    await world.ben.click(table, label="Join")
    await world.restart()
    await world.cleo.click(table, label="Join")
    assert (await world.match()).state is State.RUNNING and buttons_of(world.board()) == ["Move", "Text", "More"]


# --- challenges ---


async def test_everybody_who_is_challenged_has_to_accept(world: World) -> None:
    challenge = await _challenge(world)
    assert f"{world.ben.mention} and {world.cleo.mention}, **Ada** challenges you" in text_of(challenge)
    assert sorted(world.pinged(challenge)) == sorted([world.ben.id, world.cleo.id])
    await world.ben.click(challenge, label="Accept")
    text = text_of(world.board())
    assert f"{world.cleo.mention}, **Ada** challenges you" in text and "**Ben** has accepted." in text
    assert world.ben.mention not in text and (await world.match()).state is State.OPEN
    await world.cleo.click(challenge, label="Accept")
    match = await world.match()
    assert match.state is State.RUNNING and match.invited == () and match.players[0].id == world.ada.id


@pytest.mark.parametrize("decliner", ["ben", "cleo"])
async def test_one_who_declines_calls_it_off_even_after_having_accepted(world: World, decliner: str) -> None:
    challenge, who = await _challenge(world), getattr(world, decliner)
    await world.ben.click(challenge, label="Accept")
    await who.click(challenge, label="Decline")
    match = await world.match()
    assert match.state is State.CALLED_OFF and match.result is not None and match.result.ending is Ending.DECLINED
    assert f"**{who.name}** declined **Ada**'s challenge to a match of **Farlander**." in text_of(world.board())
    assert buttons_of(world.board()) == [] and len(world.messages()) == 1


async def test_the_challenger_chooses_a_side_and_what_it_is_called_is_said(world: World) -> None:
    table = await _table(world, "second")
    assert "**Ada** plays Blue; chance decides who goes first." in text_of(table)
    for who in (world.ben, world.cleo):
        await who.click(table, label="Join")
    assert [player.name for player in (await world.match()).players] == ["Ben", "Ada", "Cleo"]


@pytest.mark.parametrize("players", [3, 4])
async def test_a_game_for_two_has_no_more_seats(world: World, players: int) -> None:
    async with world.nothing_changes():
        reply = reply_text(await ask_to_play(world.ada, world.channel, game="furl", also=[f"players{players}"]))
        named = [world.ben, world.cleo, _dan(world)][: players - 1]
        told_too = reply_text(await ask_to_play(world.ada, world.channel, game="furl", people=named))
    assert reply == told_too == f"Furl is a game for 2 players, not {players}."


async def test_as_many_opponents_as_seats_have_to_be_named(world: World) -> None:
    async with world.nothing_changes():
        reply = reply_text(
            await ask_to_play(
                world.ada, world.channel, game="farlander", people=[world.ben], also=["players3", "first"]
            )
        )
    assert reply.startswith("You asked for 3 players and named 2, yourself included.")


async def test_a_number_of_players_that_fits_those_named_is_fine(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo], also=["players3"])
    assert (await world.match()).seats == 3


# --- moving ---


async def test_many_placements_are_one_sentence_for_each_player(world: World) -> None:
    await _three(world)
    for who, places in ((world.cleo, "ef"), (world.ben, "cd"), (world.ada, "ab")):
        queue = [f"{place}{number}" for place in places for number in (1, 2, 3)] * 4
        await who.slash(world.channel, "plan", moves=" ".join(queue))
    reply = [line for line in text_of(world.board()).splitlines() if "places" in line]
    assert len(reply) == 3 and not any("earlier line" in line for line in text_of(world.board()).splitlines())
    [ada] = [line for line in reply if "**Ada**" in line]
    assert "places 24 units: a1 ×4, a2 ×4, a3 ×4, b1 ×4, b2 ×4 and b3 ×4 (planned)" in ada
    assert len(text_of(answer(await world.ada.slash(world.channel, "board"))).splitlines()) < 12


async def test_a_conquest_is_picked_target_first_and_can_be_played_before_all_that_could_come_along_do(
    world: World,
) -> None:
    await _three(world)
    for who, places in ((world.cleo, "ef"), (world.ben, "cd"), (world.ada, "ab")):
        queue = [f"{place}{number}" for place in places for number in (1, 2, 3)] * 4
        await who.slash(world.channel, "plan", moves=" ".join(queue))
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


async def test_a_player_who_leaves_learns_the_consequences_and_the_others_play_on(world: World) -> None:
    await _three(world)
    before, board = await world.match(), world.board()
    assert before.to_move is not None
    who = world.ben if before.to_move.id != world.ben.id else world.cleo
    seat = before.seat_of(who.id)
    assert seat is not None
    side = before.position.side(seat)
    question = answer(await who.slash(world.channel, "match", do="resign"))
    reply = "The others play on, perhaps with a character in your seat, and you finish behind them."
    assert text_of(question) == f"Leave match #1 (Farlander)? {reply}"
    await who.click(question, label="Resign")
    assert text_of(question) == "You've left match #1; the others play on."
    await world.matches.decline_offer(world.actor(world.ada), 1, 1)
    await world.deliver(1)
    match, board = await world.match(), next(shown for shown in world.messages() if shown.id == board.id)
    assert (
        match.state is State.RUNNING and match.history.tokens[-1] == f"retires:{seat}" and match.seating.has_left(seat)
    )
    assert f"**{who.name}** ({side}) leaves; the others play on." in text_of(board)
    assert f"**{who.name}** ({side}, has left)" in text_of(board) and f"{who.name} leaves" in alt_texts_of(board)[0]
    assert match.place.message_id == board.id, "nobody's turn has come: no second ping"
    assert [step.move for step in world.painting(board).scene.steps] == [f"retires:{seat}"]
    assert world.painting(board).position == match.position


async def test_the_turn_passes_over_a_player_who_has_left(world: World) -> None:
    await _three(world)
    leaver = await _mover(world)
    await _leave(world, leaver)
    for _ in range(4):
        who = await _mover(world)
        assert who.id != leaver.id
        await world.play((await world.match()).position.legal_moves()[0])


async def test_a_player_who_has_left_is_reminded_so_by_every_button(world: World) -> None:
    await _three(world)
    await _leave(world, world.ben)
    board = world.board()
    async with world.nothing_changes():
        for reply in (
            await world.ben.click(board, label="Move"),
            await world.ben.slash(world.channel, "move", move="a1", match="1"),
            await world.ben.slash(world.channel, "plan", moves="a1", match="1"),
            await world.ben.slash(world.channel, "match", do="resign", match="1"),
        ):
            assert reply_text(reply).startswith("You've left match #1; the others play on without you.")
        more = answer(await world.ben.click(board, label="More"))
        assert buttons_of(more) == [*MORE_FOR_ALL, "Dice"]
        assert "Placement:" in reply_text(await world.ben.click(board, label="Text"))
    with_dice = [*MORE_FOR_ALL, "Dice", *MORE_FOR_PLAYERS[len(MORE_FOR_ALL) :]]
    for_more_than_two = [label for label in with_dice if label != "Hand over"]
    assert buttons_of(answer(await world.ada.click(board, label="More"))) == for_more_than_two


async def test_a_match_is_still_in_the_list_of_a_player_who_has_left_and_is_nobodys_turn_of_theirs(
    world: World,
) -> None:
    await _three(world)
    await _leave(world, world.ben)
    listed = reply_text(await world.ben.slash(world.channel, "games"))
    assert "against **Ada** and **Cleo**" in listed and "your turn" not in listed


async def test_with_one_player_left_the_match_ends_and_the_winner_is_notified(world: World) -> None:
    await _three(world)
    await _leave(world, world.cleo)
    question = answer(await world.ben.slash(world.channel, "match", do="resign"))
    assert text_of(question).startswith("Resign match #1 (Farlander)? **Ada** would win at once.")
    await world.ben.click(question, label="Resign")
    match, board = await world.match(), world.board()
    assert match.state is State.FINISHED and match.result is not None and match.result.places[0] == 1
    assert text_of(question) == "You resigned match #1. **Ada** (Red) wins."
    assert "**Ben** (Blue) leaves." in text_of(board)
    assert "**Ada** (Red) wins: all the others have left. Points: **Ada** (Red) 0, " in text_of(board)
    assert sorted(world.pinged(board)) == sorted([world.ada.id, world.cleo.id])
    assert buttons_of(board) == [*AFTERWARDS, "Verify"]


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


async def test_a_match_that_a_player_has_left_survives_a_restart(world: World) -> None:
    await _three(world)
    await _leave(world, world.ben)
    await world.restart()
    await world.play((await world.match()).position.legal_moves()[0])
    assert "**Ben** (Blue, has left)" in text_of(world.board())
