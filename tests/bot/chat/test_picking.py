"""Moving with the picker: step by step, for several people at once, after restarts, and when the match moves on."""

import random

import pytest

from bot.model.adjudication import reason
from bot.model.match import State
from tests.bot.screen import AFTERWARDS, buttons_of, option_ids, options_of, picture_of, text_of
from tests.bot.world import World, answer


async def test_several_people_pick_at_the_same_time(world: World) -> None:
    first = await world.start_match(world.ada, world.ben)
    second = await world.start_match(world.ben, world.cleo)
    third = await world.start_match(world.cleo, world.ada)
    people = {world.ada: first, world.ben: second, world.cleo: third}
    for who in people:
        await world.confirms_every_move(who)
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
    await world.confirms_every_move(world.ada)
    one, other = await world.opens_picker(world.ada), await world.opens_picker(world.ada)
    await world.chooses(world.ada, one, "a4")
    await world.chooses(world.ada, other, "b4", "b4<c4")
    await world.ada.click(other, label="Play b4<c4")
    async with world.nothing_changes():
        reply = await world.chooses(world.ada, one, "a4<a3")
    assert reply.startswith("This board is out of date: match #1 has moved on (1 move).") and options_of(one) == {}


async def test_a_picker_that_the_match_has_left_behind_says_so_whatever_is_pressed(world: World) -> None:
    await world.start_match()
    await world.confirms_every_move(world.ada)
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


async def test_a_whole_game_can_be_picked(world: World) -> None:
    await world.start_match()
    for who in (world.ada, world.ben):
        await world.confirms_every_move(who)
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


async def test_a_chosen_move_is_played_at_once_against_people_too_and_they_can_be_asked_for_a_takeback(
    world: World,
) -> None:
    await world.start_match()
    picker = await world.opens_picker(world.ada)
    played = await world.chooses(world.ada, picker, "a4", "a4<c4")
    assert "played: `a4<c4`" in played and (await world.match()).history.tokens == ("a4<c4",)
    question = answer(await world.ada.click(picker, label="Takeback"))
    assert buttons_of(question)[0] == "Ask for a takeback"


async def test_cells_are_offered_in_the_order_in_which_a_player_sees_them(world: World) -> None:
    await world.start_match()
    cells: list[list[str]] = []
    for who in (world.ada, world.ben):
        picker = await world.opens_picker(who)
        cells.append([*option_ids(picker)])
        await world.types(who, "a4<c4" if who is world.ada else "e5<e4")
    assert cells[0][0] == "c1" and cells[0][-1] == "a4", "row a is next to Ada"
    assert cells[1][0] == "e6" and cells[1][-1] == "g1", "and row g next to Ben"


@pytest.mark.paints
async def test_a_picker_paints_real_pictures(world: World) -> None:
    await world.start_match()
    await world.confirms_every_move(world.ada)
    picker = await world.opens_picker(world.ada)
    addresses = [picture_of(picker)]
    for value in ("a4", "a4<c4"):
        await world.chooses(world.ada, picker, value)
        addresses.append(picture_of(picker))
    pictures = [world.env.backend.cdn.get(address) for address in addresses]
    assert len({picture for picture in pictures if picture is not None and len(picture) > 1000}) == 3
