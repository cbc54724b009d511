"""Translations of the commands, which Discord shows to each person in the language of their Discord."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.chat.core.dispatcher import SlashCommand
from bot.texts.language import ENGLISH, language, language_name, languages, say, speaking, supported
from rules import GAMES
from rules.core import Phrase

_KEPT: Final = (Location.command_name, Location.group_name)
"""The texts that stay as they are: the names of slash commands, which other texts mention."""


class CommandTranslator(app_commands.Translator):
    """Discord's translator of descriptions, options, choices and the names of commands in menus."""

    def __init__(self) -> None:
        """Translate into no language before `load`."""
        self._codes: Mapping[Locale, str] = {}
        self._proper_names: Final = _proper_names()

    async def load(self) -> None:
        """Find the language of each of Discord's locales."""
        codes = {locale: supported(locale.value) for locale in Locale}
        self._codes = {locale: code for locale, code in codes.items() if code != ENGLISH}

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """A text of a command in the language of a locale; None for the text as it is."""
        code = self._codes.get(locale)
        if code is None or string.message in self._proper_names:
            return None
        if context.location in _KEPT and not isinstance(context.data, app_commands.ContextMenu):
            return None
        with speaking(code):
            text = say(string.message)
        return None if text == string.message else text


def messages_of(commands: Iterable[SlashCommand | app_commands.ContextMenu]) -> Iterator[str]:
    """The messages of commands that are translated, such as the names of their options; some may come twice.

    Phrases are not among them, because they are found where they are written.
    """
    proper = _proper_names()
    for text in _texts_of(commands):
        if text not in proper and not isinstance(text, Phrase):
            yield text


def option_names(commands: Iterable[SlashCommand | app_commands.ContextMenu]) -> frozenset[str]:
    """The names of the options of commands, in English."""
    walked = chain.from_iterable(
        command.walk_commands() if isinstance(command, app_commands.Group) else (command,) for command in commands
    )
    return frozenset(
        option.display_name for node in walked if isinstance(node, app_commands.Command) for option in node.parameters
    )


def translations_of(commands: Iterable[SlashCommand | app_commands.ContextMenu]) -> Mapping[str, Mapping[str, str]]:
    """The translations of all texts of commands into each language."""
    messages = {text.message if isinstance(text, Phrase) else text for text in _texts_of(commands)}
    translate = {code: language(code).translations.gettext for code in languages()}
    return {code: {message: gettext(message) for message in messages} for code, gettext in translate.items()}


def _texts_of(commands: Iterable[SlashCommand | app_commands.ContextMenu]) -> Iterator[str]:
    for command in commands:
        if isinstance(command, app_commands.ContextMenu):
            yield command.name
            continue
        yield command.description
        if isinstance(command, app_commands.Group):
            yield from _texts_of(command.commands)
            continue
        for option in command.parameters:
            yield option.display_name
            yield option.description
            yield from (choice.name for choice in option.choices)


def _proper_names() -> frozenset[str]:
    """The names of games and languages, which are the same in all languages."""
    return frozenset((*(game.name for game in GAMES.values()), *(language_name(code) for code in languages())))


async def translated(tree: app_commands.CommandTree[Any]) -> Sequence[dict[str, Any]]:
    """The definitions of a tree's commands for Discord, with their translations."""
    translator = CommandTranslator()
    await translator.load()
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
