"""Several matches at once, in one channel and between the same people: none is ever taken for another."""

import random

from discord import Message

from bot.model.match import Match, State
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, said


async def test_a_move_that_could_be_for_several_matches_is_asked_about(world: World) -> None:
    for _ in range(2):
        await world.start_match()
    async with world.nothing_changes():
        told = await world.types(world.ada, "a4<c4")
    assert told.startswith("You have several matches here: fill in `match` to say which one")
    for number, message in ((1, world.messages()[1]), (2, world.messages()[3])):
        board = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{message.id}"
        assert f"[Furl · match #{number}]({board}): **Ada** and **Ben**" in told


async def test_match_decides_between_several(world: World) -> None:
    for _ in range(2):
        await world.start_match()
    await world.types(world.ada, "a4<c4", match="2")
    await world.types(world.ada, "b4<c4", match="#1")
    assert [(await world.match(number)).history.tokens for number in (1, 2)] == [("b4<c4",), ("a4<c4",)]


async def test_the_only_match_in_which_it_is_your_turn_is_meant(world: World) -> None:
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
    assert "#2" in said(await world.ada.slash(other, "move", move="a4<c4"))
    assert "#1" in await world.types(world.ada, "b4<c4")
    assert [(await world.match(number)).history.tokens for number in (1, 2)] == [("b4<c4",), ("a4<c4",)]
    third = world.guild.create_text_channel("quiet")
    for command in ("board", "resign"):
        assert "You have several matches here" in said(await world.ada.slash(third, command))


async def test_resign_and_board_ask_which_match_too(world: World) -> None:
    for _ in range(2):
        await world.start_match()
    async with world.nothing_changes():
        for command in ("board", "resign"):
            assert "You have several matches here" in said(await world.ada.slash(world.channel, command))
            assert "match #2" in said(await world.ada.slash(world.channel, command, match="2"))


async def test_a_question_about_many_matches_fits_into_a_message(world: World) -> None:
    await world.store_matches(40, host=world.ada, guest=world.ben)
    told = await world.types(world.ada, "a4<c4")
    assert told.count("match #") == 8 and len(told) < 2000


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
        assert match.place.message_id == message.id and world.drawing(message).position == match.position


async def test_thirty_matches_played_in_turns_stay_apart(world: World) -> None:
    await world.store_matches(30, host=world.ada, guest=world.ben)
    await world.bot.services.delivery.deliver_due()
    dice = random.Random(1)
    played: dict[int, tuple[str, ...]] = dict.fromkeys(range(1, 31), ())
    for number in dice.sample([*played] * 2, 30):
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
    """The message has the match's board and pings whose turn it is."""
    assert match.state is State.RUNNING and match.to_move is not None
    assert text_of(message).startswith(f"### Furl · match #{match.id}\n")
    assert world.pinged(message) == [match.to_move.id]
    assert world.drawing(message).position == match.position
