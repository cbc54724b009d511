"""Commands and menus of settings, derived from their declarations in `bot.texts`."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands

from bot.chat.core.answers import Answer
from bot.chat.core.dispatcher import suggestions
from bot.chat.core.request import Request
from bot.screens.core import Act
from bot.texts import limits
from bot.texts.settings import LONGEST_VALUE, Setting

_Command = Callable[..., Coroutine[Any, Any, None]]


def options_of(settings: Sequence[Setting], **kinds: Any) -> Callable[[_Command], _Command]:
    """Give a slash command an optional option for each setting; `kinds` has the types of options that are not text."""

    def declared(run: _Command) -> _Command:
        parameters = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)]
        for setting in settings:
            kind = kinds.get(setting.name, str if setting.choices else app_commands.Range[str, 1, LONGEST_VALUE])
            parameters.append(
                Parameter(setting.name, Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=kind | None)
            )
        setattr(run, "__signature__", Signature(parameters))  # noqa: B010 - where discord.py reads the options
        choices = {
            setting.name: [app_commands.Choice(name=label, value=text) for text, label in setting.choices.items()]
            for setting in settings
            if setting.choices
        }
        run = app_commands.choices(**choices)(run)
        run = app_commands.autocomplete(
            **{setting.name: _suggestions(setting) for setting in settings if setting.suggested}
        )(run)
        return app_commands.describe(**{setting.name: setting.description for setting in settings})(run)

    return declared


def _suggestions(setting: Setting) -> Any:
    @suggestions
    async def complete(_request: Request, typed: str) -> list[app_commands.Choice[str]]:
        assert setting.suggested is not None, "it was asked before"
        pairs = [
            (setting.option(value, discord.utils.utcnow()), setting.typed(value)) for value in setting.suggested(typed)
        ]
        return [app_commands.Choice(name=label, value=text) for label, text in pairs[: limits.SUGGESTIONS]]

    return complete


async def settled(request: Request, act: Act, options: Mapping[str, Any]) -> Answer | None:
    """The answer to a command whose options are the fields of `act`, a channel by its id."""
    named = {name: given for name, given in options.items() if given is not None}
    fields = {name: (given if isinstance(given, str) else str(given.id),) for name, given in named.items()}
    return await replace(request, fields=fields).answer_to(act)
