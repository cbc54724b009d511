"""Choosing a side by buttons, by the pie rule of Fursaz: what the second player sees, and what everybody sees then."""

import pytest
from discord import Message

from rules import GAMES
from rules.core import Seat
from tests.bot.screen import alt_texts_of, buttons_of, option_ids, options_of, text_of
from tests.bot.world import World, answer, reply_text

_STONE = "d4"
_BUTTONS = ["Play Black", "Play White", "Text", "More"]
_SIDES = {"black": ("White", "Black"), "white": ("Black", "White")}
"""The sides of Ada and Ben after each answer of Ben."""


async def _begin(world: World, game: str = "fursaz") -> Message:
    """A running match in which Ada places the first stone and Ben is to answer; returns its board."""
    await world.ada.slash(world.channel, "play", game=game, opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    return world.board()


async def _before_the_choice(world: World) -> Message:
    await _begin(world)
    await world.play(_STONE)
    return world.board()


def _versus(sides: tuple[str, str]) -> str:
    return f"**Ada** ({sides[0]}) against **Ben** ({sides[1]})"


@pytest.mark.parametrize("key", ["fursaz", "fursaz-7"])
async def test_both_rulesets_can_be_played_and_have_the_rule_pages_of_their_family(world: World, key: str) -> None:
    rules = text_of(answer(await world.ada.slash(world.channel, "rules", game=key)))
    assert rules.startswith(f"### {GAMES[key].name}: In short")
    board = await _begin(world, key)
    assert text_of(board).startswith(f"### {GAMES[key].name} · match #1")
    await world.play(_STONE, "white", "g5", "f3")
    assert (await world.match()).ply == 4 and "**Ada** (Black) places a stone on f3" in text_of(world.board())


async def test_before_the_first_stone_there_is_nothing_to_choose(world: World) -> None:
    board = await _begin(world)
    assert buttons_of(board) == ["Move", "Text", "More"] and _versus(("First player", "Second player")) in text_of(
        board
    )
    async with world.nothing_changes():
        reply = await world.types(world.ada, "swap")
        assert reply.startswith("Colours are chosen once the first stone is placed.")
        assert (await world.types(world.ada, "pass")).startswith("Place the first stone:")


async def test_the_second_player_sees_two_plain_buttons_and_what_each_means(world: World) -> None:
    board = await _before_the_choice(world)
    assert buttons_of(board) == _BUTTONS and world.pinged(board) == [world.ben.id]
    assert "- **Play Black**: takes Black and the stone on d4; White moves next." in text_of(board)
    assert "- **Play White**: takes White and moves next; the stone on d4 is the other player's." in text_of(board)
    private = answer(await world.ben.slash(world.channel, "board"))
    assert buttons_of(private) == _BUTTONS
    suggested = await world.ben.autocomplete(world.channel, "move", "move", "")
    assert [choice["value"] for choice in suggested] == ["black", "white"]


async def test_only_the_second_player_may_choose(world: World) -> None:
    board = await _before_the_choice(world)
    async with world.nothing_changes():
        for label in _BUTTONS[:2]:
            assert "It isn't your turn in match #1" in reply_text(await world.ada.click(board, label=label))
            assert "You're watching this match" in reply_text(await world.cleo.click(board, label=label))


@pytest.mark.parametrize("typed", ["c3", "pass", _STONE])
async def test_nothing_else_can_be_played_instead(world: World, typed: str) -> None:
    await _before_the_choice(world)
    async with world.nothing_changes():
        reply = await world.types(world.ben, typed)
    assert reply.startswith("First choose who plays Black. Type black to play Black and take the stone on d4, or white")


@pytest.mark.parametrize("token", ["black", "white"])
async def test_a_button_shows_a_last_look_before_anything_is_played(world: World, token: str) -> None:
    board, label = await _before_the_choice(world), f"Play {token.capitalize()}"
    position = (await world.match()).position
    async with world.nothing_changes():
        picker = answer(await world.ben.click(board, label=label))
        assert buttons_of(picker) == [label, "Back"] and f"**Ben** takes {token.capitalize()}" in text_of(picker)
        assert "Nothing is played yet" in text_of(picker)
        painting = world.painting(picker)
        assert painting.position == position.play(position.parse(token)) and painting.scene.names == ("Ada", "Ben")
        await world.ben.click(picker, label="Back")
        assert text_of(picker).endswith("Which colour do you play?") and set(option_ids(picker)) == {"black", "white"}
        await world.chooses(world.ben, picker, token)
    reply = reply_text(await world.ben.click(picker, label=label))
    assert reply.startswith("[Match #1]") and f"**{label}**." in reply
    assert (await world.match()).history.tokens == (_STONE, token)


async def test_taking_black_passes_the_turn_in_a_new_message(world: World) -> None:
    old = await _before_the_choice(world)
    picker = answer(await world.ben.click(old, label="Play Black"))
    reply = reply_text(await world.ben.click(picker, label="Play Black"))
    board = world.board()
    assert board.id != old.id and world.pinged(board) == [world.ada.id]
    assert f"{world.ada.mention}, it's your turn (White)." in text_of(board)
    assert "**Ben** (Black) takes Black and the stone on d4; White moves next: `black`" in text_of(board)
    assert buttons_of(board) == ["Move", "Pass", "Text", "More"] and buttons_of(world.messages()[-2]) == []
    assert reply.endswith("**Play Black**.") and buttons_of(picker) == [] and options_of(picker) == {}


async def test_taking_white_goes_on_in_the_same_message_and_in_the_same_picker(world: World) -> None:
    old = await _before_the_choice(world)
    picker = answer(await world.ben.click(old, label="Play White"))
    reply = reply_text(await world.ben.click(picker, label="Play White"))
    board = world.board()
    assert board.id == old.id and world.pinged(board) == []
    assert f"{world.ben.mention}, your turn goes on (White)." in text_of(board)
    assert buttons_of(board) == ["Move", "Pass", "Text", "More"]
    assert "Your turn goes on." in reply
    await world.chooses(world.ben, picker, "c", "c3")
    await world.ben.click(picker, label="Play c3")
    new = world.board()
    assert new.id != old.id and world.pinged(new) == [world.ada.id]
    assert "**Ben** (White) takes White and moves next" in text_of(new) and "… then places a stone on c3" in text_of(
        new
    )
    assert [step.move for step in world.painting(new).scene.steps] == ["white", "c3"]


@pytest.mark.parametrize("token", ["black", "white"])
async def test_colours_and_names_are_right_everywhere_afterwards(world: World, token: str) -> None:
    await _before_the_choice(world)
    listed = reply_text(await world.ben.slash(world.channel, "games"))
    assert "against **Ada** · **your turn** · " in listed and " · 1 move · last change" in listed
    await world.play(token)
    sides, mover = _SIDES[token], (world.ada if token == "black" else world.ben)
    board, private = world.board(), answer(await world.cleo.slash(world.channel, "board", match="1"))
    text = reply_text(await world.cleo.click(board, label="Text"))
    more = answer(await world.cleo.click(board, label="More"))
    log = reply_text(await world.cleo.click(more, label="Log"))
    assert all(_versus(sides) in shown for shown in (text_of(board), text_of(private), text, text_of(more)))
    assert f"**Ada** ({sides[0]}) places the first black stone on d4" in log and f"**Ben** ({sides[1]}) takes" in log
    assert "Black: 1 B + 0 b = 1" in text and f"It's **{mover.name}**'s turn." in text
    for message in (board, private):
        painting, [alt] = world.painting(message), alt_texts_of(message)
        assert painting.scene.names == ("Ada", "Ben")
        assert tuple(painting.position.side(Seat(seat)) for seat in (0, 1)) == sides
        assert f"{sides[0]}: Ada, {sides[1]}: Ben." in alt and f"{mover.name}'s turn." in alt
    listed = reply_text(await mover.slash(world.channel, "games"))
    assert " · **your turn** · " in listed and " · 2 moves · last change" in listed
    await world.matches.resign(world.actor(world.ben), 1)
    await world.deliver(1)
    assert f"**Ben** resigns. **Ada** ({sides[0]}) wins." in text_of(world.board())


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("swap", "black"),
        ("I'll take white", "white"),
    ],
)
async def test_the_answer_can_be_typed(world: World, typed: str, token: str) -> None:
    await _before_the_choice(world)
    reply = await world.types(world.ben, typed)
    assert (await world.match()).history.tokens == (_STONE, token) and f"**Play {token.capitalize()}**." in reply
    assert ("Your turn goes on." in reply) is (token == "white")


async def test_the_choice_can_be_made_after_restarts_and_only_once(world: World) -> None:
    board = await _before_the_choice(world)
    await world.restart()
    pickers = [answer(await world.ben.click(board, label=label)) for label in _BUTTONS[:2]]
    await world.restart()
    await world.ben.click(pickers[0], label="Play Black")
    async with world.nothing_changes():
        reply = reply_text(await world.ben.click(pickers[1], label="Play White"))
    assert reply.startswith("This board is out of date: match #1 has moved on (2 moves). It's **Ada**'s turn.")
    async with world.nothing_changes():
        assert "The colours are settled" in await world.types(world.ada, "white")
