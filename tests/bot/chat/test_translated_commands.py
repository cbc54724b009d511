"""Commands in the languages of Discord: what is translated, and that Discord accepts it in every language."""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any, Final

import discord
import pytest

from bot.chat.core.dispatcher import CommandTree
from bot.chat.core.startup import sync_if_changed
from bot.chat.core.translator import messages_of, translated
from bot.chat.features import all_commands, context_menus
from bot.texts.language import ENGLISH, Language
from rules.core import Phrase
from tests.bot.world import World
from tests.reworded import reworded

_NAME: Final = re.compile(r"[-_'\w]{1,32}")
_LONGEST_DESCRIPTION, _LONGEST_CHOICE, _LONGEST_MENU, _LONGEST_COMMAND = 100, 100, 32, 8000
_COMMAND_IN_MENU: Final = (2, 3)
_ACCENTS: Final = str.maketrans("aeiou", "àéîöü")
_GROUPED: Final = (1, 2)
"""The types of subcommands and their groups, among options."""


class _Accented(NullTranslations):
    """Translations as long as their messages."""

    def gettext(self, message: str) -> str:
        return reworded(message, lambda text: text.translate(_ACCENTS))


@pytest.fixture
def _accented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Brazilian Portuguese with accents, as the only language besides English."""
    codes = (ENGLISH, "pt_BR")
    made = {code: Language(code, _Accented() if code != ENGLISH else NullTranslations()) for code in codes}
    for module in ("bot.texts.language", "bot.chat.core.translator"):
        monkeypatch.setattr(f"{module}.languages", lambda: codes)
        monkeypatch.setattr(f"{module}.language", made.__getitem__)


async def _definitions() -> list[dict[str, Any]]:
    tree = CommandTree(discord.Client(intents=discord.Intents.none()))
    for command in (*all_commands(), *context_menus()):
        tree.add_command(command)
    return list(await translated(tree))


def _within(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command and everything in it: its subcommands, options and choices."""
    yield command
    for part in (*command.get("options", ()), *command.get("choices", ())):
        yield from _within(part)


def _option(commands: list[dict[str, Any]], command: str, name: str) -> dict[str, Any]:
    (found,) = (one for one in commands if one["name"] == command)
    return next(one for one in found["options"] if one["name"] == name)


@pytest.mark.usefixtures("_accented")
async def test_options_descriptions_choices_and_menus_are_translated() -> None:
    commands = await _definitions()
    side = _option(commands, "play", "opponent")
    assert side["name_localizations"] == {"pt-BR": "öppönént"}
    assert side["description_localizations"]["pt-BR"].startswith("Whö tö chàlléngé; ")
    channel, direct, *_others = _option(commands, "settings", "notice")["choices"]
    assert channel["name_localizations"]["pt-BR"].endswith(" thé chànnél") and direct["value"] == "direct"
    assert [one["name_localizations"]["pt-BR"] for one in commands if one["name"] == "Profile"] == ["Pröfîlé"]


@pytest.mark.usefixtures("_accented")
async def test_the_names_of_commands_and_games_stay_as_they_are() -> None:
    commands = await _definitions()
    slash = [one for one in commands if one["type"] not in _COMMAND_IN_MENU]
    named = [one for one in slash if one["name_localizations"]]
    named += [
        part for one in slash for part in one["options"] if part["type"] in _GROUPED and part["name_localizations"]
    ]
    assert named == []
    assert "name_localizations" not in _option(commands, "rules", "game")["choices"][0]


@pytest.mark.usefixtures("_accented")
async def test_every_message_of_the_commands_is_found_for_translators() -> None:
    messages = {text for text in messages_of([*all_commands(), *context_menus()]) if text.translate(_ACCENTS) != text}
    assert {"opponent", "What to play", "In the channel", "Profile", "Who"} <= messages and "Furl" not in messages
    single = [one for command in all_commands() for one in getattr(command, "commands", [command])]
    options = [option for command in single for option in command.parameters]
    phrases = [choice.name for option in options for choice in option.choices if isinstance(choice.name, Phrase)]
    parts = [part for command in await _definitions() for part in _within(command)]
    shown = {part["name"] for part in parts if part.get("name_localizations")}
    shown |= {part["description"] for part in parts if part.get("description_localizations")}
    assert messages <= shown
    assert shown - messages == {*phrases}, "which are found where they are written"


@pytest.mark.first_start
async def test_commands_are_sent_again_in_a_new_language(world: World, request: pytest.FixtureRequest) -> None:
    assert await sync_if_changed(world.bot.tree, world.matches) is False
    request.getfixturevalue("_accented")
    assert await sync_if_changed(world.bot.tree, world.matches) is True
    assert await sync_if_changed(world.bot.tree, world.matches) is False
    sent: Any = world.sent("PUT", "/applications/")[-1]
    assert _option(sent, "play", "opponent")["name_localizations"] == {"pt-BR": "öppönént"}


@pytest.mark.first_start
@pytest.mark.usefixtures("_accented")
async def test_commands_are_sent_again_when_one_translation_has_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await sync_if_changed(world.bot.tree, world.matches) is False
    before = _Accented.gettext

    def gettext(accented: _Accented, message: str) -> str:
        return "Rétràtö" if message == "Profile" else before(accented, message)

    monkeypatch.setattr(_Accented, "gettext", gettext)
    assert await sync_if_changed(world.bot.tree, world.matches) is True
    assert await sync_if_changed(world.bot.tree, world.matches) is False
    sent: Any = world.sent("PUT", "/applications/")[-1]
    assert [one["name_localizations"] for one in sent if one["name"] == "Profile"] == [{"pt-BR": "Rétràtö"}]


def _problems(command: dict[str, Any]) -> Iterator[str]:
    """The faults for which Discord would refuse a command, and the greatest total length of its texts."""
    length = 0
    for part in _within(command):
        names = {"": part["name"], **part.get("name_localizations", {})}
        descriptions = {"": part.get("description", ""), **part.get("description_localizations", {})}
        is_choice, is_menu = "value" in part, part.get("type") in _COMMAND_IN_MENU and part is command
        for locale, name in names.items():
            if is_choice or is_menu:
                is_fine = 0 < len(name) <= (_LONGEST_CHOICE if is_choice else _LONGEST_MENU)
            else:
                is_fine = _NAME.fullmatch(name) is not None and name == name.lower()
            if not is_fine:
                yield f"{locale}: the name {name!r} of {part['name']}"
        for locale, text in descriptions.items():
            if len(text) > _LONGEST_DESCRIPTION:
                yield f"{locale}: the description {text!r} of {part['name']} in {command['name']}"
        for locale in {locale for one in part.get("options", ()) for locale in one.get("name_localizations", ())}:
            shown = [one.get("name_localizations", {}).get(locale, one["name"]) for one in part["options"]]
            for name in {name for name in shown if shown.count(name) > 1}:
                yield f"{locale}: several options of {part['name']} are called {name!r}"
        length += max(map(len, names.values())) + max(map(len, descriptions.values()))
        length += len(str(part.get("value", "")))
    if length > _LONGEST_COMMAND:
        yield f"{command['name']} has {length} characters"


async def test_discord_accepts_the_commands_in_all_our_languages() -> None:
    commands = await _definitions()
    assert [problem for command in commands for problem in _problems(command)] == []


@pytest.mark.usefixtures("_accented")
async def test_discord_accepts_the_commands_in_another_language() -> None:
    assert [problem for command in await _definitions() for problem in _problems(command)] == []
