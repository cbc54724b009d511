"""Choosing ahead: in a phase in which players hardly answer each other, one board stands and each turn waits for nobody."""

import pytest
from discord import Message
from simcord.actors import MemberActor

from bot.actions import standing_in
from bot.model.history import Cause
from tests.bot.placing import placed, three_in_order
from tests.bot.screen import button_id, buttons_of, option_ids, pictures_of, text_of
from tests.bot.world import World, reply_text

pytestmark = pytest.mark.usefixtures("known_map")


async def _planned(world: World, who: MemberActor) -> list[str]:
    return [*(await world.match()).plan_of(who.id).tree.moves]


def _boards(world: World) -> list[Message]:
    """The messages with a picture that stand in the channel."""
    return [message for message in world.messages() if pictures_of(message)]


async def test_after_a_move_the_picker_goes_on_with_moves_ahead_which_are_played_when_the_turn_comes(
    world: World,
) -> None:
    first, second, third = await three_in_order(world)
    picker = await world.opens_picker(first)
    said = await world.chooses(first, picker, "a1")
    assert "places a unit in a1" in said and "Nothing is planned." in said and "Takeback" in buttons_of(picker)
    said = await world.chooses(first, picker, "a1", "b1")
    assert "Planned for your next turns, in this order: `a1` `b1`" in said and "Only you see this." in said
    shown = world.painting(picker)
    assert [step.move for step in shown.scene.steps] == ["a1", "b1"], "the plan is on the board of the picker"
    assert shown.scene.previewed_by == shown.position.turn, "it says that nothing of it is played yet"
    assert placed(await world.match()) == ["a1"]
    await world.types(second, "c1")
    await world.types(third, "d1")
    assert placed(await world.match()) == ["a1", "c1", "d1", "a1"] and await _planned(world, first) == ["b1"]
    assert (await world.match()).history.entries[-1].cause is Cause.PLANNED
    assert world.pinged(world.board()) == [second.id], "the turn that was planned pings nobody"


async def test_all_can_choose_ahead_before_their_turn(world: World) -> None:
    _first, second, _third = await three_in_order(world)
    assert "All players can already choose their next moves here: press **Move**." in text_of(world.board())
    async with world.nothing_changes():
        picker = await world.opens_picker(second)
    said = await world.chooses(second, picker, "c1", "c1")
    assert "`c1` `c1`" in said and await _planned(world, second) == ["c1", "c1"]
    dan = world.guild.add_member(world.env.create_user("Dan"))
    async with world.nothing_changes():
        assert "You're watching this match" in reply_text(await dan.click(world.board(), label="Move"))


async def test_a_player_who_has_left_chooses_nothing_ahead_while_a_substitute_is_sought(world: World) -> None:
    _first, second, _third = await three_in_order(world)
    board, seat = world.board(), (await world.match()).seat_of(second.id)
    assert seat is not None
    async with world.matches.change(1, world.actor(second)) as change:
        standing_in.leave(change, seat)
    await world.deliver(1)
    async with world.nothing_changes():
        assert "You've left match #1" in reply_text(await second.click(board, label="Move"))


async def test_moves_are_taken_out_again_one_by_one_or_all_at_once(world: World) -> None:
    _first, second, _third = await three_in_order(world)
    picker = await world.opens_picker(second)
    assert "Take out all" not in buttons_of(picker)
    await world.chooses(second, picker, "c1", "c2", "c3")
    await second.click(picker, label="Take out the last")
    assert await _planned(world, second) == ["c1", "c2"]
    await second.click(picker, label="Take out all")
    assert await _planned(world, second) == [] and "Nothing is planned." in text_of(picker)


async def test_while_all_place_one_board_stands_in_the_channel(world: World) -> None:
    first, second, third = await three_in_order(world)
    for move in ("a1", "b1", "c1", "a1", "b1"):
        who = {"a": first, "b": second, "c": third}[move[0]]
        await world.types(who, move)
        [board] = _boards(world)
        assert board == world.board() and len(world.pinged(board)) == 1, "each is pinged when it's their turn"
    left = [text_of(message) for message in world.messages()]
    assert not any("places a unit" in text for text in left[:-1]), "nothing else is left behind"


async def test_a_board_on_a_server_that_keeps_all_stays(world: World, boss: MemberActor) -> None:
    await boss.slash(world.channel, "server", boards="keep")
    first, second, _third = await three_in_order(world)
    await world.types(first, "a1")
    await world.types(second, "b1")
    assert len(_boards(world)) == 3


async def test_if_all_others_have_chosen_ahead_the_board_is_edited_and_pings_nobody_anew(world: World) -> None:
    first, second, third = await three_in_order(world)
    for who, moves in ((second, "b1 b1"), (third, "c1 c1")):
        await who.slash(world.channel, "plan", moves=moves)
    board, picker = world.board(), await world.opens_picker(first)
    said = await world.chooses(first, picker, "a1")
    assert placed(await world.match()) == ["a1", "b1", "c1"]
    assert world.board() == board and "Where does your unit go?" in said and "Planned" not in said
    assert "It's your turn again." in await world.types(first, "a1")
    assert world.board() == board and placed(await world.match())[3:] == ["a1", "b1", "c1"]
    await world.types(first, "a1")
    assert world.board() != board and world.pinged(world.board()) == [second.id]


async def test_a_planned_move_that_became_illegal_falls_away_and_its_player_is_pinged(world: World) -> None:
    first, second, third = await three_in_order(world)
    picker = await world.opens_picker(second)
    await world.chooses(second, picker, "a1", "b1", "b1")
    await world.types(first, "a1")
    assert world.pinged(world.board()) == [second.id] and "Your plan couldn't go on" in text_of(world.board())
    await world.types(second, "b2")
    assert await _planned(world, second) == ["b1", "b1"], "the rest doesn't build on what was lost"
    await world.types(third, "c1")
    await world.types(first, "a1")
    assert placed(await world.match())[-1] == "b1" and world.pinged(world.board()) == [third.id]


async def test_if_the_actors_own_plan_stops_their_picker_says_so(world: World) -> None:
    first, second, third = await three_in_order(world)
    await second.slash(world.channel, "plan", moves="b1 b1")
    await third.slash(world.channel, "plan", moves="c1")
    picker = await world.opens_picker(third)
    await world.plans(first, "a1")  # is played at once, as it's their turn
    assert placed(await world.match()) == ["a1", "b1", "c1"]
    picker = await world.opens_picker(first)
    await world.chooses(first, picker, "a1", "c2")
    assert placed(await world.match())[3:] == ["a1", "b1"]
    board = world.board()
    await world.chooses(third, await world.opens_picker(third), "c2")
    assert placed(await world.match())[-1] == "c2" and world.board() != board
    assert world.pinged(world.board()) == [first.id] and "Your plan couldn't go on" in text_of(world.board())


async def test_a_picker_that_shows_an_earlier_plan_is_only_renewed(world: World) -> None:
    first, second, _third = await three_in_order(world)
    old, new = await world.opens_picker(second), await world.opens_picker(second)
    await world.chooses(second, new, "c1")
    assert "`c1`" in await world.chooses(second, old, "d1") and await _planned(world, second) == ["c1"]
    press = world.press(second, old, "Take out the last")
    await second.click(old, label="Take out the last")
    await world.at_once(press)
    assert await _planned(world, second) == []
    await world.types(first, "a1")
    assert "Where does your unit go?" in await world.chooses(second, old, "b1"), "it's their turn now"


async def test_a_choice_made_ahead_that_comes_with_the_turn_is_played_unless_the_person_confirms_every_move(
    world: World,
) -> None:
    first, second, third = await three_in_order(world)
    pickers = [await world.opens_picker(who) for who in (second, third)]
    await world.confirms_every_move(third)
    await world.types(first, "a1")
    await world.chooses(second, pickers[0], "b1")
    assert placed(await world.match()) == ["a1", "b1"]
    assert "Nothing is played yet." in await world.chooses(third, pickers[1], "c1")
    assert placed(await world.match()) == ["a1", "b1"]


async def test_when_all_units_are_planned_there_is_nothing_more_to_choose(world: World) -> None:
    _first, second, _third = await three_in_order(world)
    await second.slash(
        world.channel, "plan", moves=" ".join(["a1"] * 5 + ["b1"] * 5 + ["c1"] * 5 + ["d1"] * 5 + ["e1"] * 3)
    )
    picker = await world.opens_picker(second)
    said = await world.chooses(second, picker, "e1")
    assert "There's nothing more to choose ahead." in said and not option_ids(picker)
    forged = button_id(picker, "Take out all").replace("/all", "f1")
    async with world.nothing_changes():
        await world.at_once(world.forged(second, picker, forged))


async def test_when_all_have_placed_ahead_the_phase_runs_through_and_the_next_board_is_new(world: World) -> None:
    people, match = await three_in_order(world), await world.match()
    names = [f"{place}{number}" for place in "abcdefg" for number in (1, 2, 3)]
    for at, who in enumerate(people):
        moves = [name for name in names[at * 7 : at * 7 + 5] for _ in range(5)][:24]
        await world.plans(who, " ".join(moves))
    match = await world.match()
    assert match.history.moves == 72 and not match.lets_choose_ahead() and match.plans == ()
    [board] = _boards(world)
    assert match.to_move is not None and world.pinged(board) == [match.to_move.id] and board == world.board()
    async with world.nothing_changes():
        waiting = next(who for who in people if who.id != match.to_move.id)
        assert "It isn't your turn" in reply_text(await waiting.click(board, label="Move"))
