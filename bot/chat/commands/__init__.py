"""What people can type and press, a module for each thing that they do: slash commands, and handlers of presses.

A handler gets a `bot.chat.request.Request` and returns what is to be seen. A module that stands in the list below needs
to be named nowhere else: its commands and its handlers are found in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from discord import app_commands

from bot.chat.command_tree import SlashCommand
from bot.chat.commands import (
    blocking,
    boards,
    challenging,
    competing,
    event,
    filling,
    films,
    games,
    guide,
    handing_over,
    hinting,
    ladder,
    league,
    learning,
    manage,
    message_menus,
    moving,
    noting,
    offer_answers,
    offering,
    planning,
    playing,
    privacy,
    profile,
    puzzling,
    rematches,
    replacing,
    replaying,
    resigning,
    reviewing,
    rulebook,
    server,
    settings,
    standings,
    trying,
    vacation,
    verifying,
)
from bot.chat.handlers import Handler, by_action

_MODULES: Final = (
    playing,
    challenging,
    filling,
    moving,
    boards,
    message_menus,
    games,
    standings,
    profile,
    league,
    event,
    ladder,
    competing,
    planning,
    noting,
    offering,
    rematches,
    offer_answers,
    resigning,
    handing_over,
    replacing,
    hinting,
    replaying,
    films,
    trying,
    reviewing,
    verifying,
    server,
    manage,
    settings,
    blocking,
    vacation,
    privacy,
    rulebook,
    learning,
    puzzling,
    guide,
)
"""In the order in which Discord is told of their commands."""

_ON_SERVERS_ALONE: Final = ("server", "manage", "league", "event", "ladder")
"""Commands that direct messages do not offer; others that need a server say there where they work."""


@cache
def all_commands() -> Sequence[SlashCommand]:
    """Every slash command and group, without those that stand in a group."""
    found: dict[str, SlashCommand] = {}
    for value in _defined():
        if isinstance(value, app_commands.Command | app_commands.Group) and value.parent is None:
            found[value.name] = value
    return tuple(_placed(command) for command in found.values())


def _placed(command: SlashCommand) -> SlashCommand:
    """The command, which says where it is offered: on servers that have invited Furlong, and in its direct messages."""
    command.allowed_contexts = app_commands.AppCommandContext(
        guild=True, dm_channel=command.name not in _ON_SERVERS_ALONE, private_channel=False
    )
    command.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
    return command


@cache
def context_menus() -> Sequence[app_commands.ContextMenu]:
    """What can be done with a person or a message, in the menus that Discord opens on them; on servers alone."""
    menus = tuple(value for value in _defined() if isinstance(value, app_commands.ContextMenu))
    for menu in menus:
        menu.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
        menu.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
    return menus


@cache
def press_handlers() -> Mapping[str, Handler]:
    """What each action of a `bot.chat.ui.press.Press` does. Raises `ValueError` if two handlers are for the same."""
    return by_action(value for value in _defined() if isinstance(value, Handler))


def _defined() -> Iterator[Any]:
    """All that the modules define at their top."""
    for module in _MODULES:
        yield from vars(module).values()
