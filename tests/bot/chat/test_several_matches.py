"""Several matches at once, in one channel and between the same people: none is ever mistaken for another."""

import random

from discord import Message

from bot.model.match import Match, State
from tests.bot.screen import buttons_of, live, menus_of, option_ids, text_of
from tests.bot.world import World, answer, reply_text


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
    with_buttons = live(world.messages())
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
    assert {message.id for message in live(shown.values())} == current


def _shows(world: World, message: Message, match: Match) -> None:
    """Check that the message has the match's board and pings the player to move."""
    assert match.state is State.RUNNING and match.to_move is not None
    assert text_of(message).startswith(f"### Furl · match #{match.id}\n")
    assert world.pinged(message) == [match.to_move.id]
    assert world.painting(message).position == match.position
