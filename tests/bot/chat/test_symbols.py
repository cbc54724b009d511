"""The sides of games as emojis of the bot's application: uploaded once, shown in texts, and never required."""

import re
from pathlib import Path

import pytest

import render
from bot.chat.client import Furlong, Options
from rules import FAMILIES
from tests.bot.screen import components_of, text_of
from tests.bot.tables import all_games
from tests.bot.thinking import AtOnce
from tests.bot.world import World, answer, reply_text, url_of


@pytest.fixture
def simcord_bot(fresh_file: Path) -> Furlong:
    """A bot whose host has said `EMOJIS=on`."""
    return Furlong(Options(url_of(fresh_file), games=all_games(), thinkers=AtOnce(), emojis=True))


def _names(world: World) -> list[str]:
    return sorted(emoji.name for emoji in world.env.backend.application_emojis.values())


def _shown(world: World, stem: str) -> str:
    """An emoji as it is written in a text."""
    [found] = [emoji for emoji in world.env.backend.application_emojis.values() if emoji.name.startswith(stem)]
    return f"<:{found.name}:{found.id}>"


async def test_every_side_of_every_game_is_uploaded_once(world: World) -> None:
    await world.bot.background.idle()
    names = _names(world)
    sides = [f"{game.key}_{side.lower()}" for game in FAMILIES for side in render.symbols(game.start(max(game.seats)))]
    assert [name.rpartition("_")[0] for name in names] == sorted(sides)
    assert all(re.fullmatch(r"[a-z0-9_]{2,32}", name) for name in names)
    sent = world.sent("POST", "/applications/")
    assert all(emoji["image"].startswith("data:image/png;base64,") for emoji in sent)
    await world.restart()
    await world.bot.background.idle()
    assert _names(world) == names and len(world.sent("POST", "/applications/")) == len(sent) == len(names)


async def test_an_older_drawing_goes_and_emojis_of_others_stay(world: World) -> None:
    await world.bot.background.idle()
    names, backend = _names(world), world.env.backend
    kept = ["furl_white", "furl_white_zzzzzzzz", "mine"]
    for name in ("furl_white_00000000", *kept):
        backend.create_application_emoji(name)
    await world.restart()
    await world.bot.background.idle()
    assert _names(world) == sorted([*names, *kept])


async def test_symbols_precede_players_in_lists_and_on_the_buttons_and_menus_of_matches(world: World) -> None:
    await world.bot.background.idle()
    white, black = _shown(world, "furl_white"), _shown(world, "furl_black")
    await world.start_match()
    assert f"{white} **Ada** (White) against {black} **Ben** (Black)" in text_of(world.board())
    await world.play("a4<c4")
    assert f"{white} **Ada** (White)" in text_of(world.messages()[-2]), "it stays on what is left of a board"
    assert f"{black} [Furl · match #1](" in reply_text(await world.ben.slash(world.channel, "games"))
    assert f"{white} **Ada**" in reply_text(await world.cleo.slash(world.channel, "board", match="1"))
    for count in (1, 5):
        await world.store_matches(count, host=world.ben, guest=world.ada)
        question = answer(await world.ben.slash(world.channel, "match", do="resign"))
        emojis = [
            part["emoji"]["name"]
            for item in components_of(question)
            for part in (item, *item.get("options", ()))
            if "emoji" in part
        ]
        assert {name.rpartition("_")[0] for name in emojis} == {"furl_black", "furl_white"}


async def test_a_side_that_is_not_settled_has_no_symbol_until_it_is(world: World) -> None:
    await world.bot.background.idle()
    await world.ada.slash(world.channel, "play", game="fursaz", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    assert "<:" not in text_of(world.board())
    assert "<:" not in reply_text(await world.ada.slash(world.channel, "games"))
    await world.play("d4", "white")
    assert f"{_shown(world, 'fursaz_white')} **Ben** (White)" in text_of(world.board())


async def test_while_discord_takes_no_emojis_everything_reads_as_without_and_the_next_start_tries_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.bot.background.idle()
    names, backend = _names(world), world.env.backend
    backend.application_emojis.clear()
    world.env.inject_error("POST", "/applications/*/emojis", status=400, times=1)
    await world.restart()
    await world.bot.background.idle()
    assert "<:" not in text_of(await world.start_match())
    [line] = [record for record in caplog.records if record.name == "bot.chat.core.startup"]
    assert "the next start tries again" in line.getMessage() and "\n" not in line.getMessage()
    await world.restart()
    await world.bot.background.idle()
    assert _names(world) == names
