"""Engines in chat: registered under the leaderboard, chosen in the window of `/play`, and removed with `/privacy`."""

import re

from simcord.results import ResponseMessage

from bot.actions import engines
from bot.actions.engines import note_ready
from bot.model.match import State
from bot.model.people import Actor
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer


async def _screen(world: World) -> ResponseMessage:
    board = answer(await world.ada.slash(world.channel, "leaderboard"))
    return answer(await world.ada.click(board, label="Engines"))


async def _registered(world: World) -> str:
    window = await world.ada.click(await _screen(world), label="Register an engine")
    made = answer(await world.ada.submit_modal(window, {"name": "Bolt", "games": ["furl"]}))
    [secret] = re.findall(r"furlong_[A-Za-z0-9_-]{32}", text_of(made))
    return secret


async def test_an_engine_is_registered_and_removed_in_chat(world: World) -> None:
    assert "Nobody here has registered one yet" in text_of(await _screen(world))
    secret = await _registered(world)
    listed = await _screen(world)
    assert "**Bolt (engine)**, not connected: Furl" in text_of(listed) and secret not in text_of(listed)
    assert "Bolt (engine)" in text_of(answer(await world.ada.slash(world.channel, "privacy")))
    shown = answer(await world.ada.click(listed, label="Manage"))
    assert buttons_of(shown)[:2] == ["New token", "Remove"]
    await world.ada.click(shown, label="Remove")
    assert not await engines.on_server(world.matches, world.guild.id)


async def test_a_ready_engine_is_chosen_in_the_window_and_plays_in_one_message(world: World) -> None:
    await _registered(world)
    [engine] = await engines.on_server(world.matches, world.guild.id)
    await note_ready(world.matches, engine.person)
    window = await world.ben.slash(world.channel, "play")
    options = {"game": ["furl"], "who": str(engine.person.id), "days": ["usual"], "also": ["first"]}
    await world.ben.submit_modal(window, options)
    [match] = await world.matches.of_person(engine.person, None, State.OPEN)
    assert "Bolt (engine)" in text_of(world.messages()[-1])
    await world.matches.join(Actor(engine.person, None), match.id)
    await world.bot.services.deliver(match.id)
    shown = world.board()
    assert "Bolt (engine)" in text_of(shown)
    await world.matches.play(Actor(match.host, world.guild.id), match.id, "a4<c4")
    await world.bot.services.deliver(match.id)
    assert (
        world.board().id == shown.id
        and "Bolt (engine)" in text_of(world.board())
        and "is thinking" in text_of(world.board())
    )
    assert f"<@{engine.person.id}>" not in text_of(world.board())
