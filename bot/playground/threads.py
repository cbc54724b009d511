"""Opening threads in the playground, whose page shows one channel at a time."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; this one belongs to none.
# SimCord offers no way to have an open page show another channel, so this reaches into it.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportPrivateUsage=false

from typing import Any, Final

import simcord
from discord import app_commands
from simcord.preview import Preview

from bot.chat.core.answers import Answer, Say
from bot.chat.core.dispatcher import slash, suggestions
from bot.chat.core.request import Request

_MOST_CHOICES: Final = 25


def _names(request: Request) -> list[str]:
    """The threads on the server."""
    guild = request.surroundings.guild
    return [] if guild is None else [thread.name for thread in guild.threads]


@suggestions
async def _complete_thread(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The threads whose names hold what was typed."""
    fitting = [name for name in _names(request) if typed.strip().casefold() in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in fitting[:_MOST_CHOICES]]


class Visits:
    """Where people at the page want to be: in the channel, or in a thread of it."""

    def __init__(self) -> None:
        """Everybody is in the channel, and nobody wants to leave it."""
        self._wanted: str | None = None

    def command(self) -> app_commands.Command[Any, ..., None]:
        """The command with which people say so; only the playground has it."""

        @app_commands.command(
            name="visit", description="Open a thread here, or go back to the channel. Only in the playground."
        )
        @app_commands.describe(thread="Which thread; leave it out to go back to the channel")
        @app_commands.autocomplete(thread=_complete_thread)
        @slash
        async def visit(request: Request, thread: str = "") -> Answer:
            if thread and thread not in _names(request):
                return Say("There is no such thread. Choose one of those that are suggested.")
            self._wanted = thread
            back = " `/visit` without a thread leads back." if thread else ""
            return Say(f"In a moment every window shows {thread or 'the channel'}.{back}")

        return visit

    def lead(self, preview: Preview, channel: simcord.ChannelHandle) -> None:
        """Have all windows show what people want to see: one of the threads of `channel`, or the channel."""
        if self._wanted is None or preview._action_page is not None:  # first what somebody does in a window
            return
        name, self._wanted = self._wanted, None
        preview.channel = next((thread for thread in channel.threads if thread.name == name), channel)
        for page in preview._pages.values():
            page.channel_id = preview.channel.id
            page.target_id = page.window_end_id = preview._initial_target(page.viewer, page.channel_id)
            page.generation += 1
        redraw(preview)


def redraw(preview: Preview) -> None:
    """Have all windows show what there is now; one in which somebody is doing something does so by itself."""
    for page in preview._pages.values():
        if page is not preview._action_page:
            preview._publish(page, reason="refresh")
