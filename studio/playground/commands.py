"""The playground's own commands: `/inbox`, `/visit` and `/later`."""

# discord.py's decorators leave the type of a command's group unknown; these commands belong to none.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import logging
from datetime import timedelta
from typing import Any, Final

import discord
import simcord
from discord import app_commands, ui
from simcord.preview import Preview

from bot.chat.client import Furlong
from bot.chat.core.answers import Answer, Say, Show
from bot.chat.core.dispatcher import slash, suggestions
from bot.chat.core.messages import Post, pictures_of
from bot.chat.core.request import Request
from bot.chat.replays.argument import fetched
from bot.model.errors import DatabaseError
from bot.texts import limits

_log: Final = logging.getLogger(__name__)
_MESSAGES_SHOWN: Final = 3
_MOST_DAYS: Final = 60
_STEP: Final = timedelta(minutes=30)
"""Short enough for the bot to keep giving signs of life: a longer silence is an outage and counts on no clock."""


def inbox() -> app_commands.Command[Any, ..., None]:
    """The command that shows people their latest direct messages, because the window shows only a channel."""

    @app_commands.command(name="inbox", description="Open your direct messages from Furlong. Only in the playground.")
    @slash
    async def inbox(request: Request) -> Answer | None:
        channel = await request.services.discord.create_dm(discord.Object(request.person.id))
        messages = [message async for message in channel.history(limit=_MESSAGES_SHOWN)]
        for message in reversed(messages):
            await request.send(Show(await _copied(request, message)) if message.components else Say(message.content))
        nothing = "Furlong has sent you no direct messages. With `/settings` you can have some sent."
        return None if messages else Say(nothing)

    return inbox


async def _copied(request: Request, message: discord.Message) -> Post:
    """A copy of a message, with its picture and working buttons."""
    view = ui.LayoutView.from_message(message, timeout=None)
    view.stop()
    if not pictures_of(message):
        return Post(view)
    [picture] = pictures_of(message)
    copied = Post(view, await fetched(request, picture.url), extension=picture.url.rpartition(".")[2])
    [upload] = copied.files()
    for gallery in view.walk_children():
        if isinstance(gallery, ui.MediaGallery):
            for shown in gallery.items:
                shown.media = upload.uri
    return copied


def _thread_names(request: Request) -> list[str]:
    guild = request.surroundings.guild
    return [] if guild is None else [thread.name for thread in guild.threads]


@suggestions
async def _complete_thread(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The threads whose names contain the typed text."""
    fitting = [name for name in _thread_names(request) if typed.strip().casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in fitting[: limits.SUGGESTIONS]]


class Visits:
    """The channel or thread that the windows show; SimCord itself shows only one channel."""

    def __init__(self) -> None:
        """Begin with the channel."""
        self._wanted: str | None = None

    def command(self) -> app_commands.Command[Any, ..., None]:
        """The command that opens a thread."""

        @app_commands.command(
            name="visit", description="Open a thread here, or go back to the channel. Only in the playground."
        )
        @app_commands.describe(thread="Which thread; leave it out to go back to the channel")
        @app_commands.autocomplete(thread=_complete_thread)
        @slash
        async def visit(request: Request, thread: str = "") -> Answer:
            if thread and thread not in _thread_names(request):
                return Say("There is no such thread. Choose one of those that are suggested.")
            self._wanted = thread
            back = " `/visit` without a thread leads back." if thread else ""
            return Say(f"In a moment every window shows {thread or 'the channel'}.{back}")

        return visit

    def lead(self, preview: Preview, channel: simcord.ChannelHandle) -> bool:
        """Switch all windows to the requested thread of `channel` or back to it; False if nothing was requested."""
        if self._wanted is None:
            return False
        name, self._wanted = self._wanted, None
        preview.channel = next((thread for thread in channel.threads if thread.name == name), channel)
        return True


class TimeTravel:
    """Time travel, because nobody wants to wait for days in the playground."""

    def __init__(self) -> None:
        """Begin without a request."""
        self._asked_for = timedelta()

    def command(self) -> app_commands.Command[Any, ..., None]:
        """The command that requests time to pass."""

        @app_commands.command(name="later", description="Let time pass. Only in the playground.")
        @app_commands.describe(days="How many days", hours="How many hours", minutes="How many minutes")
        @slash
        async def later(
            _request: Request,
            days: app_commands.Range[int, 0, _MOST_DAYS] = 0,
            hours: app_commands.Range[int, 0, 23] = 0,
            minutes: app_commands.Range[int, 0, 59] = 0,
        ) -> Answer:
            amount = timedelta(days=days, hours=hours, minutes=minutes)
            self._asked_for += amount
            at = discord.utils.format_dt(discord.utils.utcnow() + self._asked_for)
            return Say(f"In a moment it will be {at}." if amount else "Say how many `days`, `hours` or `minutes`.")

        return later

    async def pass_on(self, env: simcord.Env, bot: Furlong) -> timedelta:
        """Let the requested time pass while the bot does all that is due; returns that time."""
        amount, self._asked_for = self._asked_for, timedelta()
        passed = timedelta()
        while passed < amount:
            step = min(_STEP, amount - passed)
            passed += step
            env.backend.advance_clock(step.total_seconds())
            await tend(env, bot)
        return amount


async def tend(env: simcord.Env, bot: Furlong) -> None:
    """Have the bot do all that is due; if its database is away, that waits for the next time."""
    try:
        with env.time_context():
            await bot.tend()
            await bot.delivery.deliver_due()
    except DatabaseError as error:
        _log.warning("due work waits, because the database is unavailable: %s", error)
