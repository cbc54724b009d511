"""Turns of several moves, in Play Win: one message for the whole turn, and forced moves are played at once."""

import pytest
from discord import Message

from bot.model.match import State
from rules import GAMES
from tests.bot.screen import alt_texts_of, buttons_of, option_ids, options_of, text_of
from tests.bot.world import World, answer, reply_text

# White must capture five pieces from f4 now. The first leap leaves a choice; after the next, everything is forced.
_OPENING = ("b1-f4", "h6-g6", "b5-e5", "h3-f5")
_FIRST = "f4xf5-g5"
_CHOICE = ("g5xg6-h6", "g5xh5-h6")
_SERIES = (_FIRST, "g5xg6-h6", "h6xh5-g5", "g5xh4-h3", "h3xh2-g2")
_TURNS_TO_THE_END = (
    _SERIES[:2],
    ("h1xg2-f2",),
    ("b3-c3",),
    ("i1-f4",),
    ("e5xf4-f3", "f3xf2-g1"),
    ("i2-h2",),
    ("b6-i2",),
)


async def _begin(world: World, game: str = "playwin") -> Message:
    """A running match in which Ada moves first against Ben; returns its board."""
    await world.ada.slash(world.channel, "play", game=game, opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    return world.board()


async def _before_a_series(world: World) -> Message:
    """A match in which Ada must begin a series now; returns its board."""
    await _begin(world)
    for ply, move in enumerate(_OPENING):
        await world.matches.play(world.actor((world.ada, world.ben)[ply % 2]), 1, move)
    await world.deliver(1)
    return world.board()


async def _in_a_series(world: World) -> Message:
    """That match after Ada's first leap."""
    board = await _before_a_series(world)
    await world.types(world.ada, _FIRST)
    return board


async def _was_completed_in_one_message(world: World, board: Message) -> None:
    """Check that the series is over: `board` is the message that showed its beginning, and one new message followed."""
    match, (*_, old, new) = await world.match(), world.messages()
    assert (
        match.history.tokens == (*_OPENING, *_SERIES) and match.to_move is not None and match.to_move.id == world.ben.id
    )
    assert old.id == board.id and buttons_of(old) == [] and world.pinged(old) == []
    assert world.pinged(new) == [world.ben.id] and text_of(new).count(world.ben.mention) == 1
    painting = world.painting(new)
    assert painting.position == match.position and tuple(step.move for step in painting.scene.steps) == _SERIES


@pytest.mark.parametrize("key", ["playwin", "playwin-loose"])
async def test_both_rulesets_can_be_played_and_have_the_rule_pages_of_their_family(world: World, key: str) -> None:
    rules = text_of(answer(await world.ada.slash(world.channel, "rules", game=key)))
    assert rules.startswith(f"### {GAMES[key].name}: In short")
    board = await _begin(world, key)
    assert text_of(board).startswith(f"### {GAMES[key].name} · match #1")
    assert "**Ada** (White) against **Ben** (Black)" in text_of(board) and buttons_of(board) == ["Move", "Text", "More"]


async def test_a_step_within_a_turn_changes_the_board_in_place_and_pings_nobody(world: World) -> None:
    board = await _before_a_series(world)
    sent = len(world.sent("POST", f"/channels/{world.channel.id}/messages"))
    reply = await world.types(world.ada, _FIRST)
    match, now = await world.match(), world.board()
    assert now.id == board.id and world.pinged(now) == []
    assert len(world.sent("POST", f"/channels/{world.channel.id}/messages")) == sent
    assert (
        match.history.tokens == (*_OPENING, _FIRST) and match.to_move is not None and match.to_move.id == world.ada.id
    )
    assert world.painting(now).position == match.position
    assert [step.move for step in world.painting(now).scene.steps] == [_FIRST]
    assert "**Ada** (White) leaps from f4 over f5 to g5 and captures it" in text_of(now)
    assert f"{world.ada.mention}, your turn goes on (White)." in text_of(now)
    assert buttons_of(now) == ["Move", "Text", "More"] and reply.endswith("Your turn goes on.")


async def test_steps_that_leave_no_choice_are_played_at_once_and_shown_with_the_rest_of_the_turn(world: World) -> None:
    board = await _in_a_series(world)
    reply = await world.types(world.ada, "g5 g6 h6")
    await _was_completed_in_one_message(world, board)
    shown = text_of(world.board())
    lines = shown.split("\n")
    assert [line.split("leaps from ")[1][:14] for line in lines if "leaps from" in line] == [
        "f4 over f5 to ",
        "g5 over g6 to ",
        "h6 over h5 to ",
        "g5 over h4 to ",
        "h3 over h2 to ",
    ]
    assert shown.count("**Ada** (White) leaps") == 1 and shown.count("… then leaps") == 4
    assert f"{world.ben.mention}, it's your turn (Black)." in shown
    assert reply.endswith(
        "There was only one way to go on, so this was played too: `h6xh5-g5`, `g5xh4-h3` and `h3xh2-g2`."
    )
    [alt] = alt_texts_of(world.board())
    assert alt.count("Ada leaps from") == 5 and "Ben's turn." in alt and str((await world.match()).position) in alt


async def test_the_only_move_at_the_beginning_of_a_turn_is_left_to_its_player(world: World) -> None:
    board = await _before_a_series(world)
    match = await world.match()
    assert match.position.legal_moves() == (_FIRST,) and match.history.tokens == _OPENING
    assert f"{world.ada.mention}, it's your turn (White)." in text_of(board)


async def test_a_turn_that_goes_on_is_listed_as_its_players(world: World) -> None:
    await _in_a_series(world)
    for who, status in (
        (world.ada, "against **Ben** · **your turn** · "),
        (world.ben, "against **Ada** · Ada to move · "),
    ):
        listed = reply_text(await who.slash(world.channel, "games"))
        assert status in listed and " · 5 moves · last change" in listed
    async with world.nothing_changes():
        assert "It isn't your turn in match #1: it's **Ada**'s." in await world.types(world.ben, "h5-g4")


async def test_only_captures_that_reach_the_greatest_number_are_suggested_and_marked(world: World) -> None:
    await _before_a_series(world)
    suggested = await world.ada.autocomplete(world.channel, "move", "move", "x")
    assert [choice["value"] for choice in suggested] == [_FIRST]
    await world.types(world.ada, _FIRST)
    suggested = await world.ada.autocomplete(world.channel, "move", "move", "g5")
    assert [choice["value"] for choice in suggested] == list(_CHOICE)
    assert "W!" in reply_text(await world.cleo.click(world.board(), label="Text"))


async def test_another_capture_is_refused_with_how_many_are_due_and_by_which_pieces(world: World) -> None:
    await _before_a_series(world)
    refusals = {
        "e5xf5-f6": "captures at most 2 pieces, and only the longest may be played. Capturing is compulsory: "
        "5 pieces must be captured, with the piece on f4.",
        "b2-b1": "Capturing is compulsory: 5 pieces must be captured, with the piece on f4.",
    }
    async with world.nothing_changes():
        for typed, rule in refusals.items():
            reply = await world.types(world.ada, typed)
            assert rule in reply and reply.endswith("Nothing was played.")
    await world.types(world.ada, _FIRST)
    async with world.nothing_changes():
        reply = await world.types(world.ada, "g5xh4-h3")
        other = await world.types(world.ada, "e5-e6")
    assert "A series that goes on like that captures at most 2 pieces" in reply
    assert all("the piece on g5 must capture 4 more pieces." in refusal for refusal in (reply, other))


async def test_the_picker_goes_on_with_the_turn_and_looks_ahead_to_its_end(world: World) -> None:
    board = await _before_a_series(world)
    picker = await world.opens_picker(world.ada)
    assert buttons_of(picker) == [f"Play {_FIRST}"] and options_of(picker) == {}, "there is nothing to choose yet"
    reply = reply_text(await world.ada.click(picker, label=f"Play {_FIRST}"))
    assert reply.startswith("[Match #1]") and "Where does g5 leap?" in reply
    assert set(option_ids(picker)) == set(_CHOICE) and buttons_of(picker) == []
    async with world.nothing_changes():
        last_look = await world.chooses(world.ada, picker, _SERIES[1])
        painting = world.painting(picker)
    assert "There's only one way to go on, so this is played too: `h6xh5-g5`, `g5xh4-h3` and `h3xh2-g2`." in last_look
    assert tuple(step.move for step in painting.scene.steps) == _SERIES
    await world.ada.click(picker, label="Back")
    assert set(option_ids(picker)) == set(_CHOICE)
    await world.chooses(world.ada, picker, _SERIES[1])
    reply = reply_text(await world.ada.click(picker, label=f"Play {_SERIES[1]}"))
    await _was_completed_in_one_message(world, board)
    assert painting.position == (await world.match()).position
    assert "There was only one way to go on, so this was played too" in reply and "Your turn goes on." not in reply
    assert buttons_of(picker) == [] and options_of(picker) == {}


async def test_a_press_from_before_the_last_step_of_the_same_turn_is_out_of_date(world: World) -> None:
    board = await _before_a_series(world)
    move = world.press(world.ada, board, "Move")
    ready = await world.opens_picker(world.ada)
    await world.types(world.ada, _FIRST)
    middle = await world.opens_picker(world.ada)
    async with world.nothing_changes():
        [pressed] = await world.at_once(move)
        assert reply_text(pressed).startswith(
            "This board is out of date: match #1 has moved on (5 moves). It's **Ada**'s turn."
        )
        await world.ada.click(ready, label=f"Play {_FIRST}")
    assert text_of(ready).startswith("[Match #1]"), "it was played, if not with this button"
    await world.types(world.ada, _SERIES[1])
    async with world.nothing_changes():
        reply = await world.chooses(world.ada, middle, _CHOICE[1])
    assert reply.startswith("This board is out of date: match #1 has moved on (9 moves). It's **Ben**'s turn.")
    assert buttons_of(middle) == [] and options_of(middle) == {}


async def test_a_double_click_plays_one_step(world: World) -> None:
    board = await _before_a_series(world)
    picker = await world.opens_picker(world.ada)
    press = world.press(world.ada, picker, f"Play {_FIRST}")
    await world.at_once(press, press)
    assert (await world.match()).history.tokens == (*_OPENING, _FIRST) and world.board().id == board.id


async def test_a_series_of_captures_survives_restarts(world: World) -> None:
    board = await _before_a_series(world)
    picker = await world.opens_picker(world.ada)
    await world.restart()
    await world.ada.click(picker, label=f"Play {_FIRST}")
    async with world.nothing_changes():
        await world.restart()
        await world.env.advance_time(45)
        assert set(option_ids(await world.opens_picker(world.ada))) == set(_CHOICE)
    await world.chooses(world.ada, picker, _SERIES[1])
    await world.restart()
    await world.ada.click(picker, label=f"Play {_SERIES[1]}")
    await _was_completed_in_one_message(world, board)


async def test_a_step_that_could_not_be_shown_is_shown_with_the_next_ones(world: World) -> None:
    board = await _before_a_series(world)
    world.env.inject_error("PATCH", f"/channels/*/messages/{board.id}", status=503)
    await world.types(world.ada, _FIRST)
    assert (await world.match()).ply == 5 and "your turn goes on" not in text_of(world.board())
    reply = await world.types(world.ada, _SERIES[1])
    assert "There was only one way to go on, so this was played too" in reply
    await world.restart()
    await world.env.advance_time(30)
    await _was_completed_in_one_message(world, board)
    assert "leaps from f4 over f5 to g5" in text_of(world.board())


async def test_the_log_tells_every_step_with_its_player_and_token(world: World) -> None:
    await _in_a_series(world)
    await world.types(world.ada, _SERIES[1])
    more = answer(await world.cleo.click(world.board(), label="More"))
    log = reply_text(await world.cleo.click(more, label="Log"))
    for ply, move in enumerate((*_OPENING, *_SERIES), start=1):
        [line] = [line for line in log.split("\n") if line.startswith(f"{ply}. ")]
        assert line.endswith(f"`{move}`") and ("**Ada** (White)" in line or "**Ben** (Black)" in line)


async def test_a_whole_match_can_be_picked_with_one_message_a_turn(world: World) -> None:
    await _before_a_series(world)
    messages = len(world.messages())
    for turn in _TURNS_TO_THE_END:
        match = await world.match()
        who = world.ada if match.position.turn == 0 else world.ben
        assert world.pinged(world.board()) == [who.id]
        picker = await world.opens_picker(who)
        for move in turn:
            while options := option_ids(picker):
                await world.chooses(who, picker, next(option for option in options if move.startswith(option)))
            await who.click(picker, label=f"Play {move}")
        messages += 1
        assert len(world.messages()) == messages, "one for each turn, however many steps it had"
    match = await world.match()
    assert match.state is State.FINISHED and "**Ada** (White) wins: Black has no legal move." in text_of(world.board())
    assert world.pinged(world.board()) == [world.ben.id] and world.painting(world.board()).position == match.position


async def test_a_player_who_planned_the_beginning_of_a_turn_learns_that_it_is_their_turn(world: World) -> None:
    await _begin(world)
    for ply, move in enumerate(_OPENING[:3]):
        await world.matches.play(world.actor((world.ada, world.ben)[ply % 2]), 1, move)
    await world.ada.slash(world.channel, "plan", moves=_FIRST)
    await world.types(world.ben, _OPENING[3])
    match = await world.match()
    assert match.history.tokens[-1] == _FIRST and match.to_move == world.actor(world.ada).person
    assert world.pinged(world.board()) == [world.ada.id]
    assert f"{world.ada.mention}, it's your turn (White)." in text_of(world.board())
