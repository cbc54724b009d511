"""Several matches at once, in one channel and between the same people: none is ever mistaken for another."""

import random
from re import fullmatch
from typing import Any

from discord import Message

from bot.model.match import Match, State
from tests.bot.screen import buttons_of, menus_of, option_ids, text_of
from tests.bot.world import World, answer, reply_text


async def _furl_and_play_win(world: World) -> None:
    """Two matches that wait for Ada: Furl #1 against Ben, Play Win #2 against Cleo."""
    await world.start_match()
    await _play_win(world)


async def _play_win(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="playwin", opponent=world.cleo, side="first")
    await world.cleo.click(world.board(), label="Accept")


async def test_a_move_that_is_legal_in_one_match_is_played_there(world: World) -> None:
    await _furl_and_play_win(world)
    assert "Match #2" in await world.types(world.ada, "B1-c2"), "though Furl would understand it too"
    await world.play("h1-e1", number=2)
    assert "Match #1" in await world.types(world.ada, "a4 to c4")
    assert [(await world.match(number)).history.tokens for number in (1, 2)] == [("a4<c4",), ("b1-c2", "h1-e1")]


async def test_a_move_that_is_legal_in_several_is_played_where_a_button_says_also_after_a_restart(world: World) -> None:
    for _ in range(2):
        await world.start_match()
    async with world.nothing_changes():
        question = answer(await world.ada.slash(world.channel, "move", move="furl A4 to c4"))
    assert text_of(question).startswith("This move is legal in several of your matches.")
    assert buttons_of(question) == ["Furl #2, Ben", "Furl #1, Ben"]
    await world.restart()
    await world.ada.click(question, label="Furl #2, Ben")
    assert "[Match #2]" in text_of(question) and "`a4<c4`" in text_of(question) and not buttons_of(question)
    assert [(await world.match(number)).history.tokens for number in (1, 2)] == [(), ("a4<c4",)]


async def test_a_move_that_is_legal_nowhere_is_answered_with_reasons_and_the_way_into_each_match(world: World) -> None:
    await _furl_and_play_win(world)
    async with world.nothing_changes():
        question = answer(await world.ada.slash(world.channel, "move", move="a4<c5"))
        assert "- Furl #1, Ben: c5 isn't on a straight line with a4" in text_of(question)
        assert "- Play Win #2, Cleo: " in text_of(question) and "a4<c5" in text_of(question)
        reply = reply_text(await world.ada.click(question, label="Furl #1, Ben"))
        assert "c5 isn't on a straight line with a4" in reply and "Which disc moves?" in reply, "the picker is open"
        opened = reply_text(await world.ada.slash(world.channel, "move", move="#2"))
        assert "Play Win · match #2" in opened, "a number alone opens the picker"


async def test_the_question_for_a_match_shows_a_move_in_the_words_in_which_it_was_typed(world: World) -> None:
    for _ in range(2):
        await world.start_match()
    await world.ada.slash(world.channel, "settings", language="ja")
    asked = answer(await world.ada.slash(world.channel, "move", move="a4からc5へ巻く"))
    assert "a4からc5へ巻く" in text_of(asked) and "furl" not in text_of(asked)
    question = answer(await world.ada.slash(world.channel, "move", move="a4からc4へ巻く"))
    assert "a4からc4へ巻く" in text_of(question)
    await world.ada.click(question, label=buttons_of(question)[0])
    assert "`a4<c4`" in text_of(question)


async def test_a_move_in_letters_and_arrows_that_only_look_like_it_is_played_and_what_is_odd_is_named(
    world: World,
) -> None:
    await _furl_and_play_win(world)
    async with world.nothing_changes():
        question = text_of(answer(await world.ada.slash(world.channel, "move", move="Ꭺ4<c4")))
        assert "isn't a move in any match" in question and "No move has “Ꭺ” (U+13AA) in it." in question
    offered = await world.ada.autocomplete(world.channel, "move", "move", "\u200bа4<с4")
    assert [one["value"] for one in offered] == ["a4<c4 #1"]
    assert "Match #2" in await world.types(world.ada, "В1−с2"), "in Cyrillic letters, with a minus sign"
    assert "Match #1" in await world.types(world.ada, "a4 ➡️ c4")
    assert [(await world.match(number)).history.tokens for number in (1, 2)] == [("a4<c4",), ("b1-c2",)]


async def test_a_text_that_no_match_understands_is_refused_once_with_an_example(world: World) -> None:
    for _ in range(3):
        await world.start_match()
    await _play_win(world)
    async with world.nothing_changes():
        question = answer(await world.ada.slash(world.channel, "move", move="xyzzy"))
        found = await world.ada.autocomplete(world.channel, "move", "move", "xyzzy")
    asked = "“xyzzy” isn't a move in any match that waits for you. Which match do you mean?"
    [text, kept] = text_of(question).split("\n", 1)
    assert text == f"{asked} A move of Play Win looks like `b1-c2`." and kept.strip("`\n") == "xyzzy"
    assert buttons_of(question) == ["Play Win #4, Cleo", "Furl #3, Ben", "Furl #2, Ben", "Furl #1, Ben"]
    assert [suggestion["name"] for suggestion in found] == ["“xyzzy” isn't a move in Play Win"]


async def test_a_bare_cell_that_could_be_meant_for_several_matches_is_asked_about(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="fursaz", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    cell = next(move for move in (await world.match()).position.legal_moves() if fullmatch(r"[a-z][0-9]", move))
    await _play_win(world)
    async with world.nothing_changes():
        question = answer(await world.ada.slash(world.channel, "move", move=cell.upper()))
    assert text_of(question).startswith(f"`{cell}` could be meant for several of your matches. Which one?")
    await world.ada.click(question, label="Fursaz #1, Ben")
    assert (await world.match(1)).history.tokens == (cell,) and (await world.match(2)).history.tokens == ()


async def test_a_bare_cell_is_played_in_the_only_match_that_waits(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="fursaz", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    cell = next(move for move in (await world.match()).position.legal_moves() if fullmatch(r"[a-z][0-9]", move))
    assert "Match #1" in await world.types(world.ada, cell)


async def test_where_it_is_nobodys_turn_to_answer_whom_the_matches_wait_for_is_said(world: World) -> None:
    for guest in (world.ben, world.cleo):
        await world.start_match(guest, world.ada)
    async with world.nothing_changes():
        reply = await world.types(world.ada, "a4<c4")
    assert reply.startswith("It isn't your turn in any of your matches here")
    assert "Ben to move" in reply and "Cleo to move" in reply


async def test_match_decides_between_several(world: World) -> None:
    for _ in range(2):
        await world.start_match()
    await world.types(world.ada, "a4<c4", match="2")
    await world.types(world.ada, "b4<c4", match="#1")
    assert [(await world.match(number)).history.tokens for number in (1, 2)] == [("b4<c4",), ("a4<c4",)]


async def test_the_only_match_with_you_to_move_is_meant(world: World) -> None:
    for _ in range(2):
        await world.start_match()
    await world.play("a4<c4", number=1)
    await world.types(world.ada, "b4<c4")
    assert (await world.match(2)).history.tokens == ("b4<c4",)


async def test_the_match_in_this_channel_is_meant_before_those_in_others(world: World) -> None:
    other = world.guild.create_text_channel("more games")
    await world.start_match()
    await world.ada.slash(other, "play", game="furl", opponent=world.ben, side="first")
    await world.ben.click(world.messages(other)[-1], label="Accept")
    assert "#2" in reply_text(await world.ada.slash(other, "move", move="a4<c4"))
    assert "#1" in await world.types(world.ada, "b4<c4")
    assert [(await world.match(number)).history.tokens for number in (1, 2)] == [("b4<c4",), ("a4<c4",)]
    third = world.guild.create_text_channel("quiet")
    for command, options in (("board", {}), ("match", {"do": "resign"}), ("match", {})):
        assert "Which match do you mean?" in reply_text(await world.ada.slash(third, command, **options))


_COMMANDS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("board", {}, "### Furl · match #2"),
    ("board", {"as_text": True}, "```"),
    ("match", {"do": "resign"}, "Resign match #2"),
    ("match", {"do": "Draw"}, "match #2"),
    ("match", {"do": "takeback"}, "match #2"),
    ("match", {"do": "hand over"}, "Who should finish match #2"),
    ("match", {}, "match #2"),
    ("plan", {}, "Nothing is planned."),
    ("replay", {"step": 0}, "match #2"),
)


async def test_every_command_for_a_match_asks_which_and_goes_on_there(world: World) -> None:
    await world.store_matches(2, host=world.ada, guest=world.ben, moves=("a4<c4", "e5<e4"))
    for command, options, then in _COMMANDS:
        question = answer(await world.ada.slash(world.channel, command, **options))
        assert "Which match do you mean?" in text_of(question), command
        assert then in reply_text(await world.ada.click(question, label="Furl #2, Ben")), command
        assert "#2" in reply_text(await world.ada.slash(world.channel, command, match="2", **options)), (
            "which asks nothing"
        )


async def test_a_plan_is_typed_once_whichever_match_it_is_for(world: World) -> None:
    await world.store_matches(2, host=world.ben, guest=world.ada)
    for typed in ({"moves": "after a4<c4: e5<e4"}, {"add": "after anything else: e5<e4"}):
        question = answer(await world.ada.slash(world.channel, "plan", **typed))
        assert "Which match do you mean?" in text_of(question)
        await world.restart()
        await world.ada.click(question, label="Furl #2, Ben")
        assert "Planned:" in text_of(question) and "e5<e4" in text_of(question)
    assert len((await world.match(2)).plan_of(world.ada.id).tree.branches) == 2
    assert not (await world.match(1)).plans


async def test_many_matches_are_asked_about_with_menus(world: World) -> None:
    await world.store_matches(40, host=world.ada, guest=world.ben)
    question = answer(await world.ada.slash(world.channel, "move", move="a4<c4"))
    assert buttons_of(question) == [] and [len(options) for options in menus_of(question).values()] == [25, 15]
    value = next(value for value in option_ids(question) if ":7:" in value)
    await world.ada.select(question, [value], custom_id=option_ids(question)[value])
    assert "[Match #7]" in text_of(question) and (await world.match(7)).history.tokens == ("a4<c4",)


async def test_each_match_keeps_its_own_message(world: World) -> None:
    for _ in range(3):
        await world.start_match()
    await world.play("a4<c4", number=2)
    with_buttons = [message for message in world.messages() if buttons_of(message)]
    assert [text_of(message).split("\n")[0] for message in with_buttons] == [
        f"### Furl · match #{number}" for number in (1, 3, 2)
    ]
    for number, message in zip((1, 3, 2), with_buttons, strict=True):
        match = await world.match(number)
        assert match.place.message_id == message.id and world.painting(message).position == match.position


async def test_many_matches_played_in_turns_stay_apart(world: World) -> None:
    await world.store_matches(15, host=world.ada, guest=world.ben)
    await world.bot.delivery.deliver_due()
    dice = random.Random(1)
    played: dict[int, tuple[str, ...]] = dict.fromkeys(range(1, 16), ())
    for number in dice.sample([*played] * 2, 15):
        match = await world.match(number)
        move = dice.choice(match.position.legal_moves())
        await world.play(move, number=number)
        played[number] += (move,)
    shown = {message.id: message for message in world.messages()}
    for number, moves in played.items():
        match = await world.match(number)
        assert match.history.tokens == moves and match.place.message_id is not None
        _shows(world, shown[match.place.message_id], match)
    current = {(await world.match(number)).place.message_id for number in played}
    assert {message.id for message in shown.values() if buttons_of(message)} == current


def _shows(world: World, message: Message, match: Match) -> None:
    """Check that the message has the match's board and pings the player to move."""
    assert match.state is State.RUNNING and match.to_move is not None
    assert text_of(message).startswith(f"### Furl · match #{match.id}\n")
    assert world.pinged(message) == [match.to_move.id]
    assert world.painting(message).position == match.position
