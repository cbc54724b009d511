"""Requests that reach the bot at the same time: exactly one action counts, and everybody is answered."""

from simcord.results import ResponseMessage

from bot.model.match import State
from bot.model.result import Ending
from tests.bot.screen import AFTERWARDS, buttons_of, option_ids, text_of
from tests.bot.world import World, answer, reply_text


async def _picked(world: World, move: str) -> ResponseMessage:
    """A picker of Ada's that offers to play this move."""
    await world.confirms_every_move(world.ada)
    picker = await world.opens_picker(world.ada)
    await world.chooses(world.ada, picker, move[:2], move)
    return picker


async def _one_move_was_played(world: World) -> None:
    match = await world.match()
    assert match.ply == 1 and [row[1] for row in (await world.stored())["moves"]] == [1]
    assert len(world.messages()) == 3 and world.pinged(world.board()) == [world.ben.id]
    assert world.painting(world.board()).position == match.position
    assert (await world.stored())["boards"] == []


async def test_play_pressed_a_second_time_changes_nothing(world: World) -> None:
    await world.start_match()
    picker = await _picked(world, "a4<c4")
    again = world.press(world.ada, picker, "Play a4<c4")
    await world.ada.click(picker, label="Play a4<c4")
    async with world.nothing_changes():
        await world.at_once(again)
    await _one_move_was_played(world)


async def test_play_pressed_twice_at_once_plays_once(world: World) -> None:
    await world.start_match()
    picker = await _picked(world, "a4<c4")
    press = world.press(world.ada, picker, "Play a4<c4")
    await world.at_once(press, press)
    await _one_move_was_played(world)


async def test_a_double_click_on_play_leaves_the_answer_in_place(world: World) -> None:
    await world.start_match()
    picker = await _picked(world, "a4<c4")
    again = world.press(world.ada, picker, "Play a4<c4")
    reply = reply_text(await world.ada.click(picker, label="Play a4<c4"))
    await world.at_once(again)
    assert text_of(picker) == reply


async def test_a_double_click_on_a_choice_that_plays_leaves_the_answer_in_place(world: World) -> None:
    await world.start_match()
    picker = await world.opens_picker(world.ada)
    await world.chooses(world.ada, picker, "a4")
    press = world.forged(world.ada, picker, option_ids(picker)["a4<c4"])
    await world.at_once(press, press)
    await _one_move_was_played(world)
    assert text_of(picker).startswith("[Match #1]") and buttons_of(picker) == ["Takeback"]


async def test_two_different_moves_at_once_play_exactly_one(world: World) -> None:
    await world.start_match()
    pickers = {move: await _picked(world, move) for move in ("a4<c4", "b4<c4")}
    await world.at_once(*(world.press(world.ada, picker, f"Play {move}") for move, picker in pickers.items()))
    await _one_move_was_played(world)
    [played] = (await world.match()).history.tokens
    for move, picker in pickers.items():
        assert ("out of date" in text_of(picker)) is (move != played) and buttons_of(picker) == []


async def test_typing_and_picking_at_once_play_exactly_one(world: World) -> None:
    await world.start_match()
    picker = await _picked(world, "a4<c4")
    await world.at_once(world.press(world.ada, picker, "Play a4<c4"), world.typing(world.ada, move="b4<c4"))
    await _one_move_was_played(world)


async def test_the_same_move_typed_twice_at_once_is_played_once(world: World) -> None:
    await world.start_match()
    typed = world.typing(world.ada, move="a4<c4", match="1")
    answers = [reply_text(result) for result in await world.at_once(typed, typed)]
    await _one_move_was_played(world)
    assert sorted("It isn't your turn" in reply for reply in answers) == [False, True]


async def test_two_who_join_a_table_at_once_do_not_both_get_the_seat(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl")
    table = world.board()
    answers = await world.at_once(*(world.press(who, table, "Join") for who in (world.ben, world.cleo)))
    match = await world.match()
    assert match.state is State.RUNNING and len(match.players) == 2 and len(world.messages()) == 2
    reply = [reply_text(result) for result in answers]
    assert sorted("match #1 has started" in text for text in reply) == [False, True]
    assert sum("New to Furl?" in text for text in reply) == 1, "to the one who has joined"


async def test_accept_and_cancel_at_once_have_one_winner(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    challenge = world.board()
    await world.at_once(world.press(world.ada, challenge, "Withdraw"), world.press(world.ben, challenge, "Accept"))
    match = await world.match()
    assert match.state in (State.RUNNING, State.CALLED_OFF)
    assert len(world.messages()) == (2 if match.state is State.RUNNING else 0)
    assert (await world.stored())["boards"] == []


async def test_both_resigning_at_once_has_one_loser(world: World) -> None:
    await world.start_match()
    questions = {who: answer(await who.slash(world.channel, "match", do="resign")) for who in (world.ada, world.ben)}
    answers = await world.at_once(*(world.press(who, question, "Resign") for who, question in questions.items()))
    match = await world.match()
    assert match.result is not None and match.result.ending is Ending.RESIGNED and len(world.messages()) == 3
    assert sum("Match #1 is over." in reply_text(result) for result in answers) == 1


async def test_a_move_and_a_resignation_at_once_leave_a_whole_match(world: World) -> None:
    await world.start_match()
    question = answer(await world.ben.slash(world.channel, "match", do="resign"))
    await world.at_once(world.typing(world.ada, move="a4<c4"), world.press(world.ben, question, "Resign"))
    match = await world.match()
    assert match.state is State.FINISHED and match.ply in (0, 1)
    assert world.painting(world.board()).position == match.position and buttons_of(world.board()) == AFTERWARDS


async def test_many_people_at_once_are_all_answered(world: World) -> None:
    for host, guest in ((world.ada, world.ben), (world.ben, world.cleo), (world.cleo, world.ada)):
        await world.start_match(host, guest)
    deeds = [
        world.typing(who, move=move, match=str(number))
        for number, (who, move) in enumerate(
            ((world.ada, "a4<c4"), (world.ben, "b4<c4"), (world.cleo, "a1<a2")), start=1
        )
        for _ in range(4)
    ]
    answers = await world.at_once(*deeds)
    assert sum("It isn't your turn" in reply_text(result) for result in answers) == 9
    assert [(await world.match(number)).history.tokens for number in (1, 2, 3)] == [("a4<c4",), ("b4<c4",), ("a1<a2",)]
    assert len(world.messages()) == 9, "three challenges, three first boards, three boards after a move"
