"""Moving with the picker: step by step, for several people at once, after restarts, and when the match moves on."""

import random

import pytest

from bot.model.adjudication import reason
from bot.model.match import State
from tests.bot.screen import AFTERWARDS, buttons_of, choose_option, option_ids, options_of, picture_of, text_of
from tests.bot.world import World, answer, reply_text


async def test_a_move_is_picked_step_by_step_and_then_played(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        picker = await world.opens_picker(world.ada)
        assert set(option_ids(picker)) == {move[:2] for move in (await world.match()).position.legal_moves()}
        assert buttons_of(picker) == []
        assert "Where does a4 go?" in await world.chooses(world.ada, picker, "a4")
        assert "a4<c4" in option_ids(picker) and buttons_of(picker) == ["Back"]
        chosen = await world.chooses(world.ada, picker, "a4<c4")
        assert "`a4<c4` furls 3 discs from a4 to c4" in chosen and "Nothing is played yet." in chosen
        assert buttons_of(picker) == ["Play a4<c4", "Back"] and options_of(picker) == {}
    reply = reply_text(await world.ada.click(picker, label="Play a4<c4"))
    assert reply.endswith("`a4<c4` furls 3 discs from a4 to c4.") and buttons_of(picker) == []
    assert (await world.match()).history.tokens == ("a4<c4",)
    assert world.pinged(world.board()) == [world.ben.id]


async def test_the_pickers_picture_marks_the_choices_and_then_shows_the_board_after_the_move(world: World) -> None:
    await world.start_match()
    position = (await world.match()).position
    picker = await world.opens_picker(world.ada)
    for chosen in ("", "a4"):
        if chosen:
            await world.chooses(world.ada, picker, chosen)
        painting = world.painting(picker)
        assert painting.position == position and painting.scene.chosen == chosen
        assert set(painting.scene.options) == set(option_ids(picker))
    await world.chooses(world.ada, picker, "a4<c4")
    assert world.painting(picker).position == position.play(position.parse("a4<c4"))


async def test_each_option_says_what_follows_where_there_is_room_for_it(world: World) -> None:
    await world.start_match()
    picker = await world.opens_picker(world.ada)
    assert "Which disc moves?" in text_of(picker)
    assert len(options_of(picker)) == 15 and options_of(picker)["a4"] == "a4"
    assert "**c1, c6**: can make a stack of 6 · the others: can make a stack of 4" in text_of(picker)
    await world.chooses(world.ada, picker, "a4")
    ends = options_of(picker)
    assert len(ends) == 7 and ends["a4<c4"] == "c4 · stack of 3"


async def test_a_move_takes_four_presses(world: World) -> None:
    board = await world.start_match()
    picker = answer(await world.ada.click(board, label="Move"))
    await world.ada.click(picker, label="a4")
    await world.ada.click(picker, label="c4 · stack of 3")
    await world.ada.click(picker, label="Play a4<c4")
    assert (await world.match()).history.tokens == ("a4<c4",)


async def test_back_leads_to_the_choice_before(world: World) -> None:
    await world.start_match()
    picker = await world.opens_picker(world.ada)
    first = text_of(picker), options_of(picker)
    await world.chooses(world.ada, picker, "a4")
    second = text_of(picker), options_of(picker)
    await world.chooses(world.ada, picker, "a4<c4")
    await world.ada.click(picker, label="Back")
    assert (text_of(picker), options_of(picker)) == second
    await world.ada.click(picker, label="Back")
    assert (text_of(picker), options_of(picker)) == first


async def test_a_picker_survives_a_restart_at_each_step(world: World) -> None:
    await world.start_match()
    picker = await world.opens_picker(world.ada)
    await world.restart()
    await world.chooses(world.ada, picker, "a4")
    await world.restart()
    await world.ada.click(picker, label="Back")
    await world.restart()
    await world.chooses(world.ada, picker, "b4", "b4<c4")
    await world.restart()
    await world.ada.click(picker, label="Play b4<c4")
    assert (await world.match()).history.tokens == ("b4<c4",) and len(world.messages()) == 3


async def test_several_people_pick_at_the_same_time(world: World) -> None:
    first = await world.start_match(world.ada, world.ben)
    second = await world.start_match(world.ben, world.cleo)
    third = await world.start_match(world.cleo, world.ada)
    people = {world.ada: first, world.ben: second, world.cleo: third}
    pickers = {who: await world.opens_picker(who, board) for who, board in people.items()}
    moves = {world.ada: "a4<c4", world.ben: "b4<c4", world.cleo: "a1<a2"}
    for length in (2, 5):
        for who, move in moves.items():
            await world.chooses(who, pickers[who], move[:length])
    for who, move in moves.items():
        await who.click(pickers[who], label=f"Play {move}")
    assert [(await world.match(number)).history.tokens for number in (1, 2, 3)] == [("a4<c4",), ("b4<c4",), ("a1<a2",)]


async def test_one_person_may_have_several_pickers_open(world: World) -> None:
    await world.start_match()
    one, other = await world.opens_picker(world.ada), await world.opens_picker(world.ada)
    await world.chooses(world.ada, one, "a4")
    await world.chooses(world.ada, other, "b4", "b4<c4")
    await world.ada.click(other, label="Play b4<c4")
    async with world.nothing_changes():
        reply = await world.chooses(world.ada, one, "a4<a3")
    assert reply.startswith("This board is out of date: match #1 has moved on (1 move).") and options_of(one) == {}


async def test_a_picker_that_the_match_has_left_behind_says_so_whatever_is_pressed(world: World) -> None:
    await world.start_match()
    starting, middle, ready = [await world.opens_picker(world.ada) for _ in range(3)]
    await world.chooses(world.ada, middle, "a4")
    await world.chooses(world.ada, ready, "a4", "a4<c4")
    await world.play("a4<c4", "e5<e4")
    async with world.nothing_changes():
        await world.chooses(world.ada, starting, "a1")
        await world.ada.click(middle, label="Back")
        await world.ada.click(ready, label="Play a4<c4")
    assert text_of(ready).startswith("[Match #1]"), "the move was played, if not with this button"
    for picker in (starting, middle):
        assert text_of(picker).startswith(
            "This board is out of date: match #1 has moved on (2 moves). It's **Ada**'s turn."
        )
        assert f"/{world.channel.id}/{world.board().id}" in text_of(picker), "the way to the board"
        assert buttons_of(picker) == [] and options_of(picker) == {}


async def test_a_picker_of_a_finished_match_says_so(world: World) -> None:
    await world.start_match()
    picker = await world.opens_picker(world.ada)
    await world.chooses(world.ada, picker, "a4", "a4<c4")
    await world.matches.resign(world.actor(world.ben), 1)
    async with world.nothing_changes():
        reply = reply_text(await world.ada.click(picker, label="Play a4<c4"))
    assert reply.startswith("Match #1 is over. **Ben** resigns.") and buttons_of(picker) == []


async def test_the_move_button_of_an_old_board_says_so(world: World) -> None:
    first = await world.start_match()
    world.env.inject_error("PATCH", f"/channels/*/messages/{first.id}")  # the old board keeps its buttons
    await world.play("a4<c4")
    async with world.nothing_changes():
        for who in (world.ada, world.ben):
            reply = reply_text(await who.click(first, label="Move"))
            assert reply.startswith("This board is out of date: match #1 has moved on (1 move). It's **Ben**'s turn.")


async def test_only_the_player_whose_turn_it_is_gets_a_picker(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        assert "It isn't your turn in match #1" in reply_text(await world.ben.click(world.board(), label="Move"))
        assert "You're watching this match" in reply_text(await world.cleo.click(world.board(), label="Move"))


async def test_a_private_board_has_a_picker_too_in_a_direct_message(world: World) -> None:
    await world.start_match()
    board = answer(await world.ada.user.slash("board"))
    picker = answer(await world.ada.user.click(board, label="Move"))
    for value in ("a4", "a4<c4"):
        await choose_option(world.ada.user, picker, value)
    await world.ada.user.click(picker, label="Play a4<c4")
    assert (await world.match()).history.tokens == ("a4<c4",) and len(world.messages()) == 3


async def test_a_whole_game_can_be_picked(world: World) -> None:
    await world.start_match()
    dice = random.Random(47)  # a short game
    while (match := await world.match()).state is State.RUNNING:
        who = world.ada if match.ply % 2 == 0 else world.ben
        picker = await world.opens_picker(who)
        while options := option_ids(picker):
            await world.chooses(who, picker, dice.choice(sorted(options)))
        [play] = [label for label in buttons_of(picker) if label.startswith("Play ")]
        await who.click(picker, label=play)
        assert (await world.match()).history.tokens == (*match.history.tokens, play.removeprefix("Play "))
    assert match.result is not None and f"wins: {reason(match)}." in text_of(world.board())
    assert len(world.messages()) == match.ply + 2 and buttons_of(world.board()) == AFTERWARDS


@pytest.mark.paints
async def test_a_picker_paints_real_pictures(world: World) -> None:
    await world.start_match()
    picker = await world.opens_picker(world.ada)
    addresses = [picture_of(picker)]
    for value in ("a4", "a4<c4"):
        await world.chooses(world.ada, picker, value)
        addresses.append(picture_of(picker))
    pictures = [world.env.backend.cdn.get(address) for address in addresses]
    assert len({picture for picture in pictures if picture is not None and len(picture) > 1000}) == 3
