"""What people can type and press, and what the bot does by itself, a module for each: commands, handlers, kinds of jobs.

A handler gets a `bot.chat.core.request.Request` and returns what is to be seen. A module that stands in the list below needs
to be named nowhere else: its commands and its handlers are found in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from discord import app_commands

from bot.chat import guide, privacy, ratings
from bot.chat.analysis import commands as analysis
from bot.chat.challenges import calls
from bot.chat.challenges import commands as challenges
from bot.chat.characters import hints, thinking
from bot.chat.competitions import bulletins, entering
from bot.chat.competitions import commands as competitions
from bot.chat.core.dispatcher import Handler, SlashCommand, by_action
from bot.chat.delivery.loop import JobKind
from bot.chat.lessons import commands as lessons
from bot.chat.matches import boards as showing
from bot.chat.matches import commands as matches
from bot.chat.matches import moving, notices
from bot.chat.moderation import commands as moderation
from bot.chat.offers import commands as offers
from bot.chat.people import commands as people
from bot.chat.people import settings
from bot.chat.plans import commands as plans
from bot.chat.puzzles import commands as puzzles
from bot.chat.puzzles import jobs as puzzle_jobs
from bot.chat.replays import commands as replays
from bot.chat.reviews import commands as reviews
from bot.chat.servers import commands as servers
from bot.chat.servers import posts

_MODULES: Final = (
    challenges,
    moving,
    matches,
    ratings,
    competitions,
    entering,
    plans,
    offers,
    hints,
    replays,
    analysis,
    reviews,
    servers,
    moderation,
    settings,
    people,
    privacy,
    guide,
    lessons,
    puzzles,
    showing,
    notices,
    calls,
    posts,
    bulletins,
    puzzle_jobs,
    thinking,
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
def job_kinds() -> Sequence[JobKind]:
    """What is done of each kind of job."""
    return tuple(value for value in _defined() if isinstance(value, JobKind))


@cache
def press_handlers() -> Mapping[str, Handler]:
    """What each action of a `bot.chat.core.press.Press` does. Raises `ValueError` if two handlers are for the same."""
    return by_action(value for value in _defined() if isinstance(value, Handler))


def _defined() -> Iterator[Any]:
    """All that the modules define at their top."""
    for module in _MODULES:
        yield from vars(module).values()
