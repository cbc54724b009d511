"""The rule pages and the help, which people read before their first match."""

import re
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.chat import features
from bot.records import rulebooks
from rules import GAMES
from rules.core import Game, Phrase
from tests.bot.screen import (
    buttons_of,
    components_of,
    picture_of,
    text_of,
)
from tests.bot.world import World, answer, reply_text

FURL = GAMES["furl"]
_BOOK = """# Furl

Before the first page.

## Furling

Choose a line
of discs.

- one
- two

## A picture

![Two discs.](line.webp "fen: x")

Look at it.

## The end

```
a b
 c
```
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """Replace the rule books by an empty folder."""

    def folder_of(game: Game) -> Path:
        return tmp_path / game.family

    monkeypatch.setattr("bot.records.rulebooks.folder_of", folder_of)
    rulebooks.pages_of.cache_clear()
    (tmp_path / "furl").mkdir()
    yield tmp_path
    rulebooks.pages_of.cache_clear()


async def test_a_missing_rule_book_is_admitted(world: World, folder: Path) -> None:
    assert list(folder.glob("*/*.md")) == []
    reply = reply_text(await world.ada.slash(world.channel, "rules", game="furl"))
    assert reply == "This installation has no rule pages for Furl: their file is missing."
    await world.ada.slash(world.channel, "play", game="furl")
    assert reply_text(await world.ben.click(world.board(), label="Rules")) == reply


async def test_a_rule_book_that_has_become_shorter_shows_its_last_page(world: World, folder: Path) -> None:
    (folder / "furl" / "rulebook.md").write_text("# Furl\n\n## One\n\n1\n\n## Two\n\n2\n", encoding="utf-8")
    message = answer(await world.ada.slash(world.channel, "rules", game="furl"))
    (folder / "furl" / "rulebook.md").write_text("# Furl\n\n## Only\n\n1\n", encoding="utf-8")
    rulebooks.pages_of.cache_clear()
    await world.ada.click(message, label="Next")
    assert "### Furl: Only" in text_of(message) and "Page 1 of 1" in text_of(message) and buttons_of(message) == []


async def test_a_picture_of_the_rules_has_a_name_of_its_own_type(world: World, folder: Path) -> None:
    (folder / "furl" / "rulebook.md").write_text(_BOOK, encoding="utf-8")
    (folder / "furl" / "line.webp").write_bytes(b"two discs")
    message = answer(await world.ada.slash(world.channel, "rules", game="furl"))
    await world.ada.click(message, label="Next")
    assert picture_of(message).partition("?")[0].endswith(".webp")


async def test_a_missing_illustration_does_not_keep_the_text_back(world: World, folder: Path) -> None:
    (folder / "furl" / "rulebook.md").write_text(_BOOK.replace("## Furling", "## Nothing", 1), encoding="utf-8")
    message = answer(await world.ada.slash(world.channel, "rules", game="furl"))
    await world.ada.click(message, label="Next")
    assert "Look at it." in text_of(message)


def test_a_rule_book_is_read_into_pages(folder: Path) -> None:
    (folder / "furl" / "rulebook.md").write_text(_BOOK, encoding="utf-8")
    furling, picture, end = rulebooks.pages_of(FURL)
    assert (furling.heading, furling.text) == ("Furling", "Choose a line of discs.\n\n- one\n- two")
    assert furling.illustration is None and picture.text == "Look at it."
    assert picture.illustration == rulebooks.Illustration(folder / "furl" / "line.webp", Phrase("Two discs."), "fen: x")
    assert end.text == "```\na b\n c\n```"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_game_has_rule_pages_that_fit_into_a_message(game: Game) -> None:
    pages = rulebooks.pages_of(game)
    assert pages
    for page in pages:
        assert page.heading and page.text and len(page.heading + page.text) < 3900
        if page.illustration is not None:
            assert page.illustration.file.is_file() and 0 < len(page.illustration.alt) <= 1024


async def _all_commands(world: World, who: MemberActor) -> ResponseMessage:
    return answer(await who.click(answer(await who.slash(world.channel, "help")), label="All commands"))


async def test_help_names_every_command_and_every_game(world: World) -> None:
    guide = await _all_commands(world, world.ada)
    names = {command.name for command in features.all_commands()} - {"help"}
    assert {name for name, _id in re.findall(r"</([a-z]+)(?: [a-z]+)?:([0-9]+)>", text_of(guide))} == names
    move = world.env.backend.find_command("move", world.guild.id, type=1)
    assert move is not None and f"</move:{move['id']}>" in text_of(guide), "it can be clicked"
    for game in GAMES.values():
        assert f"**{game.name}**" in text_of(guide) and game.summary in text_of(guide)
    for part in filter(lambda part: "accessory" in part, components_of(guide)):
        names_beside = re.findall(r"\*\*(.+?)\*\*", part["components"][0]["content"])
        opened = answer(await world.ada.click(guide, custom_id=part["accessory"]["custom_id"]))
        assert text_of(opened).startswith(f"### {names_beside[0]}: In short\n")
    assert len(buttons_of(guide)) == len({game.family for game in GAMES.values()})


def _typed(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> Sequence[str]:
    """A command as it is typed; a group only precedes the names of its commands."""
    below = command.commands if isinstance(command, app_commands.Group) else [command]
    return [one.qualified_name for one in below]


_OF_SERVERS = {"server", "manage", "season"}


@pytest.mark.first_start
async def test_every_command_says_where_it_is_offered_and_that_of_managers_only_to_them(world: World) -> None:
    names = {name for command in features.all_commands() for name in _typed(command)}
    assert set(world.ada.available_commands(world.channel)) == {
        name for name in names if name.partition(" ")[0] not in ("server", "manage")
    }
    assert set(world.ada.user.available_commands()) == {
        name for name in names if name.partition(" ")[0] not in _OF_SERVERS
    }
    sent: list[Any] = world.sent("PUT", "/applications/")
    for command in sent[0]:
        is_of_servers = command["name"] in _OF_SERVERS
        assert command["contexts"] == ([0] if is_of_servers else [0, 1, 2])
        assert command["integration_types"] == ([0] if is_of_servers else [0, 1]), (
            "installed for a server, or for oneself"
        )
