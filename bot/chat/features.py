"""The commands, handlers and kinds of jobs of all features.

A handler takes a `bot.chat.core.request.Request` and returns an answer. A module has to be named only in the list
below, from which its commands, handlers and kinds of jobs are collected.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from discord import app_commands

from bot.chat import (
    analysis,
    characters,
    deadlines,
    follows,
    guide,
    lessons,
    moderation,
    offers,
    pages,
    people,
    plans,
    privacy,
    puzzles,
    ratings,
    screens,
    servers,
    votes,
    webhooks,
)
from bot.chat.challenges import commands as challenges
from bot.chat.challenges import jobs as challenge_jobs
from bot.chat.competitions import commands as competitions
from bot.chat.competitions import jobs as competition_jobs
from bot.chat.core.dispatcher import Handler, SlashCommand, by_action
from bot.chat.delivery.loop import JobKind
from bot.chat.matches import boards as showing
from bot.chat.matches import commands as matches
from bot.chat.matches import more, moving, notices
from bot.chat.replays import commands as replays
from bot.texts.settings import settings_offered

_MODULES: Final = (
    challenges,
    moving,
    more,
    matches,
    ratings,
    competitions,
    plans,
    offers,
    votes,
    deadlines,
    characters,
    replays,
    analysis,
    servers,
    moderation,
    people,
    follows,
    privacy,
    pages,
    guide,
    lessons,
    puzzles,
    showing,
    notices,
    challenge_jobs,
    competition_jobs,
    webhooks,
)
"""The modules, in the order in which their commands are sent to Discord."""

_ON_SERVERS_ALONE: Final = ("server", "manage", "season")
"""The commands offered only on servers that have invited Furlong; all others are offered everywhere."""


@cache
def all_commands(*, has_push: bool = True, has_engines: bool = True) -> Sequence[SlashCommand]:
    """The slash commands and groups, as they are where web push is sent or not, and where engines can play or not.

    Commands in a group come with it.
    """
    commands: dict[str, SlashCommand] = {
        value.name: value
        for value in _defined()
        if isinstance(value, app_commands.Command | app_commands.Group) and value.parent is None
    }
    if not has_push:
        commands[people.own_settings.name] = people.settings_command(settings_offered(has_push=False))
    if not has_engines:
        commands[challenges.play.name] = challenges.play_command(has_engines=False)
    return tuple(_placed(command, anywhere=name not in _ON_SERVERS_ALONE) for name, command in commands.items())


_Placed = TypeVar("_Placed", SlashCommand, app_commands.ContextMenu)


def _placed(command: _Placed, *, anywhere: bool) -> _Placed:
    """The command, offered on servers that have invited Furlong and, with `anywhere`, by user installs elsewhere."""
    command.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=anywhere, private_channel=anywhere)
    command.allowed_installs = app_commands.AppInstallationType(guild=True, user=anywhere)
    return command


@cache
def context_menus() -> Sequence[app_commands.ContextMenu]:
    """The commands in the menus that Discord opens on people and messages."""
    return tuple(_placed(value, anywhere=True) for value in _defined() if isinstance(value, app_commands.ContextMenu))


@cache
def job_kinds() -> Sequence[JobKind]:
    """The kinds of jobs that features have registered."""
    return tuple(value for value in _defined() if isinstance(value, JobKind))


@cache
def press_handlers() -> Mapping[str, Handler]:
    """The handler of each action of a `bot.screens.core.Act`. Raises `ValueError` if an action has two."""
    return by_action((*(value for value in _defined() if isinstance(value, Handler)), *screens.handlers()))


def _defined() -> Iterator[Any]:
    """Everything that the modules define at their top level."""
    for module in _MODULES:
        yield from vars(module).values()
