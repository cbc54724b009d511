"""Commands and menus of settings, derived from their declarations in `bot.texts`."""

from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from inspect import Parameter, Signature
from typing import Any, Final

import discord
from discord import app_commands

from bot.chat.core.dispatcher import suggestions
from bot.chat.core.press import PressMenu, menu
from bot.chat.core.request import Request
from bot.model.refusals import UnknownButton
from bot.screens.core import Act
from bot.texts import limits
from bot.texts.language import say
from bot.texts.settings import Setting

_LONGEST: Final = 60  # characters; every possible value is shorter
_Command = Callable[..., Coroutine[Any, Any, None]]


def options_of(settings: Sequence[Setting], **kinds: Any) -> Callable[[_Command], _Command]:
    """Give a slash command an optional option for each setting; `kinds` has the types of options that are not text."""

    def declared(run: _Command) -> _Command:
        parameters = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)]
        for one in settings:
            kind = kinds.get(one.name, str if one.choices else app_commands.Range[str, 1, _LONGEST])
            parameters.append(
                Parameter(one.name, Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=kind | None)
            )
        setattr(run, "__signature__", Signature(parameters))  # noqa: B010 - where discord.py reads the options
        choices = {
            one.name: [app_commands.Choice(name=label, value=text) for text, label in one.choices.items()]
            for one in settings
            if one.choices
        }
        run = app_commands.choices(**choices)(run)
        run = app_commands.autocomplete(**{one.name: _suggestions(one) for one in settings if one.suggested})(run)
        return app_commands.describe(**{one.name: one.description for one in settings})(run)

    return declared


def _suggestions(setting: Setting) -> Any:
    @suggestions
    async def complete(_request: Request, typed: str) -> list[app_commands.Choice[str]]:
        assert setting.suggested is not None, "it was asked before"
        found = [(setting.option(one, discord.utils.utcnow()), setting.typed(one)) for one in setting.suggested(typed)]
        return [app_commands.Choice(name=label, value=text) for label, text in found[: limits.SUGGESTIONS]]

    return complete


def values_of(settings: Sequence[Setting], options: dict[str, Any]) -> dict[str, Any]:
    """The values of the settings named in a command, by field. Raises the errors of reading them."""
    named = [(one, options[one.name]) for one in settings if options[one.name] is not None]
    return {one.stored_as: one.read(given if isinstance(given, str) else str(given.id)) for one, given in named}


def value_of(settings: Sequence[Setting], request: Request) -> dict[str, Any]:
    """The value of a menu or button on the card, by field. Raises the errors of reading it."""
    name, _, text = request.act.detail.partition("/")
    setting = next((one for one in settings if one.name == name), None)
    if setting is None:
        raise UnknownButton
    return {setting.stored_as: setting.read(request.value if request.values else text)}


def menu_of(setting: Setting, act: Act, present: Any, now: datetime) -> PressMenu:
    """The menu of a setting, which shows its current value."""
    options = [
        discord.SelectOption(label=setting.option(one, now), value=setting.typed(one), default=one == present)
        for one in setting.values(present)
    ]
    return menu(say(setting.hint or setting.title), act, options)
