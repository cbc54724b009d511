"""Engines in chat: registered under the leaderboard, chosen by `/play` or in its window, and removed with `/privacy`."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import pytest
from simcord.actors import MemberActor
from yarl import URL

from bot.actions import engines as engine_actions
from bot.actions import tokens
from bot.actions.askers import asking
from bot.actions.engines import note_ready
from bot.chat import client
from bot.chat.core.press import id_of
from bot.model.askers import MOST_REFUSED, Cost
from bot.model.engines import MOST_ENGINES, MOST_ON_SERVER
from bot.model.people import Person
from bot.model.tokens import Scope
from bot.screens.core import Act
from bot.texts import limits
from tests.bot.allowing import allow
from tests.bot.screen import buttons_of, components_of, text_of
from tests.bot.tables import all_games
from tests.bot.thinking import AtOnce
from tests.bot.world import World, answer, ask_to_play, reply_text, url_of


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot whose page serves the interface for programs."""
    options = client.Options(url_of(fresh_file), games=all_games(), thinkers=AtOnce(), has_programs=True)
    return client.Furlong(replace(options, page="https://furlong.example"))


def _member(world: World, number: int, name: str) -> Person:
    """A person who is known to be on the server."""
    person = Person(number << 22, name)
    world.bot.services.members.met(world.guild.id, person.id)
    return person


async def _ready(world: World, count: int, *games: str) -> list[Person]:
    """So many engines of as many owners as are needed, all of them connected."""
    found: list[Person] = []
    for number in range(count):
        owner = _member(world, number // MOST_ENGINES + 900, "Owner")
        made, _secret = await engine_actions.register(
            world.matches, owner, world.guild.id, f"Bolt {number}", games or ("furl",)
        )
        await note_ready(world.matches, made.person)
        found.append(made.person)
    return found


@pytest.mark.parametrize("count", [3, MOST_ON_SERVER])
async def test_the_window_offers_as_many_engines_as_fit_and_all_can_be_chosen(world: World, count: int) -> None:
    ready = await _ready(world, count)
    last = min(count, limits.MENU - 7) - 1
    window = await world.ben.slash(world.channel, "play")
    who = f"{ready[last].id}"
    await world.ben.submit_modal(window, {"game": ["furl"], "who": [who], "days": ["usual"]})
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


async def test_nobody_is_looked_up_for_people_once_discord_has_refused_much(world: World) -> None:
    world.bot.services.context.budget.refused = lambda: MOST_REFUSED
    async with world.nothing_changes():
        refused = await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben])
    assert "Try again in a moment" in reply_text(refused)


async def test_whoever_causes_many_requests_that_discord_refuses_causes_no_more_and_others_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 2, Cost.REFUSAL)
    [end] = world.bot.trace.on_request_end

    async def asks(person: MemberActor, other: MemberActor) -> str:
        return reply_text(await ask_to_play(person, world.channel, game="furl", people=[other]))

    async def refused(person: MemberActor) -> None:
        refusal = Mock(
            method="GET", response=AsyncMock(status=403, ok=False, headers={}, url=URL("https://discord.com/"))
        )
        with asking(person.id):
            await end(Mock(), SimpleNamespace(begun=0.0), refusal)

    await refused(world.ada)
    assert "Try again in a moment" not in await asks(world.ada, world.ben)
    await refused(world.ada)
    async with world.nothing_changes():
        assert "Try again in a moment" in await asks(world.ada, world.ben)
    assert "Try again in a moment" not in await asks(world.ben, world.ada)


async def test_a_forged_act_with_the_number_of_an_engine_is_no_proof_that_a_backup_was_restored(world: World) -> None:
    context, ada = world.bot.services.context, world.actor(world.ada).person
    _, secret = await tokens.make(context, ada, "Mine", Scope.PLAY, timedelta(days=30))
    engine, _ = await engine_actions.register(context, ada, world.guild.id, "Bolt", ["furl"])
    shown = answer(await world.ada.slash(world.channel, "leaderboard"))
    for label in ("Engines", "Manage"):
        shown = answer(await world.ada.click(shown, label=label))
    assert any(one.get("custom_id", "").endswith(f":{engine.person.id}") for one in components_of(shown))
    for act in Act("league_tables", detail=f"{engine.person.id}"), Act("draw", engine.person.id):
        [result] = await world.at_once(world.forged(world.ada, shown, id_of(act), is_in_message=False))
        assert "before Furlong was restored" not in reply_text(result)
    assert await tokens.find(context, secret) is not None
