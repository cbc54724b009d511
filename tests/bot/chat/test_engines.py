"""Engines in chat: registered under the leaderboard, chosen by `/play` or in its window, and removed with `/privacy`."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.actions import engines
from bot.actions.engines import note_ready
from bot.chat import client, features
from bot.model.engines import MOST_ENGINES, MOST_ON_SERVER
from bot.model.match import State
from bot.model.people import Actor, Person
from bot.texts import limits
from tests.bot.screen import buttons_of, text_of
from tests.bot.tables import all_games
from tests.bot.thinking import AtOnce
from tests.bot.world import World, answer, reply_text, url_of


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot whose page serves the interface for programs."""
    options = client.Options(url_of(fresh_file), games=all_games(), thinkers=AtOnce(), has_programs=True)
    return client.Furlong(replace(options, page="https://furlong.example"))


def _stop_serving(world: World) -> None:
    """From now on, no page serves the interface for programs."""
    object.__setattr__(world.bot.services, "has_programs", False)


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
    assert buttons_of(shown)[:3] == ["New token", "Webhook", "Remove"]
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


async def _ready(world: World, count: int, *games: str) -> list[Person]:
    """So many engines of as many owners as are needed, all of them connected."""
    found: list[Person] = []
    for number in range(count):
        owner = Person((number // MOST_ENGINES + 900) << 22, "Owner")
        made, _secret = await engines.register(
            world.matches, owner, world.guild.id, f"Bolt {number}", games or ("furl",)
        )
        await note_ready(world.matches, made.person)
        found.append(made.person)
    return found


async def test_an_engine_is_challenged_by_the_command(world: World) -> None:
    [bolt] = await _ready(world, 1)
    result = await world.ben.slash(world.channel, "play", game="furl", engine=str(bolt.id))
    assert "Bolt 0 (engine)" in text_of(world.messages()[-1]), reply_text(result)
    [match] = await world.matches.of_person(bolt, None, State.OPEN)
    assert match.host.id == world.ben.id and not match.is_rated
    await world.ben.slash(world.channel, "play", game="furl", engine="bolt 0 (Engine)")
    assert len(await world.matches.of_person(bolt, None, State.OPEN)) == 2


async def test_connected_engines_are_suggested_that_play_the_game(world: World) -> None:
    furl = await _ready(world, 2)
    other, _secret = await engines.register(world.matches, Person(950 << 22, "Zoe"), world.guild.id, "Nut", ["playwin"])

    async def suggested(typed: str, **filled: str) -> list[str]:
        found = await world.ben.autocomplete(world.channel, "play", "engine", typed, **filled)
        return [one["name"] for one in found]

    assert await suggested("") == ["Bolt 0 (engine)", "Bolt 1 (engine)"], "the third is not connected"
    await note_ready(world.matches, other.person)
    assert await suggested("", game="playwin") == ["Nut (engine)"]
    assert await suggested("1") == ["Bolt 1 (engine)"] and len(furl) == 2


async def test_an_engine_that_is_not_there_or_cannot_answer_is_refused(world: World) -> None:
    away, _secret = await engines.register(world.matches, Person(950 << 22, "Zoe"), world.guild.id, "Nut", ["furl"])
    async with world.nothing_changes():
        refused = await world.ben.slash(world.channel, "play", game="furl", engine="Bolt")
        assert "no engine called “Bolt”" in reply_text(refused)
        refused = await world.ben.slash(world.channel, "play", game="furl", engine=str(away.person.id))
        assert "isn't connected" in reply_text(refused)


@pytest.mark.parametrize("count", [4, 5, MOST_ON_SERVER])
async def test_the_window_offers_as_many_engines_as_fit_and_all_can_be_chosen(world: World, count: int) -> None:
    ready = await _ready(world, count)
    last = min(count, limits.MENU - 6) - 1
    window = await world.ben.slash(world.channel, "play")
    who = f"{ready[last].id}"
    chosen: dict[str, Any] = {"game": ["furl"], "who": who if count + 6 <= limits.RADIO else [who]}
    await world.ben.submit_modal(window, {**chosen, "days": ["usual"], "also": []})
    assert f"Bolt {last} (engine)" in text_of(world.messages()[-1])


async def test_all_engines_of_a_server_are_listed_for_a_manager_page_by_page(world: World, boss: MemberActor) -> None:
    await _ready(world, MOST_ON_SERVER)
    shown, listed = answer(await boss.slash(world.channel, "leaderboard")), ""
    shown = answer(await boss.click(shown, label="Engines"))
    for _ in range(3):
        listed += text_of(shown)
        if "Next" in buttons_of(shown):
            shown = answer(await boss.click(shown, label="Next"))
    assert all(f"**Bolt {number} (engine)**" in listed for number in range(MOST_ON_SERVER))


async def test_where_no_programs_are_served_engines_are_offered_nowhere(world: World) -> None:
    screen = await _screen(world)
    [bolt] = await _ready(world, 1)
    _stop_serving(world)
    assert "Engines" not in buttons_of(answer(await world.ada.slash(world.channel, "leaderboard")))
    async with world.nothing_changes():
        for refused in (
            await world.ada.click(screen, label="Register an engine"),
            await world.ada.slash(world.channel, "play", game="furl", engine=str(bolt.id)),
        ):
            assert "`WEB_URL`" in reply_text(refused) and "`programs`" in reply_text(refused)
    assert await world.ada.autocomplete(world.channel, "play", "engine", "") == []
    [command] = [one for one in features.all_commands(has_engines=False) if one.name == "play"]
    [whole] = [one for one in features.all_commands() if one.name == "play"]
    options = {one["name"] for one in whole.to_dict(world.bot.tree)["options"]}
    assert {one["name"] for one in command.to_dict(world.bot.tree)["options"]} == options - {"engine"}


async def test_an_engine_can_be_removed_where_no_programs_are_served_any_more(world: World) -> None:
    await _registered(world)
    _stop_serving(world)
    listed = answer(await world.ada.click(answer(await world.ada.slash(world.channel, "privacy")), label="Engines"))
    assert "`WEB_URL`" in text_of(listed) and "Register an engine" not in buttons_of(listed)
    await world.ada.click(answer(await world.ada.click(listed, label="Manage")), label="Remove")
    assert not await engines.on_server(world.matches, world.guild.id)


async def test_a_person_who_offers_an_engine_a_draw_reads_beforehand_and_afterwards_that_it_agrees_to_none(
    world: World,
) -> None:
    [bolt] = await _ready(world, 1)
    await world.ben.slash(world.channel, "play", game="furl", engine=str(bolt.id))
    [match] = await world.matches.of_person(bolt, None, State.OPEN)
    await world.matches.join(Actor(bolt, None), match.id)
    await world.bot.services.deliver(match.id)
    question = answer(await world.ben.slash(world.channel, "match", match=str(match.id), do="draw"))
    assert "**Bolt 0 (engine)** will decline: an engine agrees to no draw" in text_of(question)
    assert "If it's declined" not in text_of(question)
    told = reply_text(await world.ben.click(question, label="Offer a draw"))
    assert told.startswith(f"**Bolt 0 (engine)** declines the draw in match #{match.id}: an engine agrees to no draw")
