"""Reading direct messages in the playground, whose page shows a channel of the server."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; this one belongs to none.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from typing import Any, Final

import discord
from discord import app_commands

from bot.chat.core.answers import Answer, Say
from bot.chat.core.dispatcher import slash
from bot.chat.core.request import Request

_MOST: Final = 5


def command() -> app_commands.Command[Any, ..., None]:
    """The command that shows somebody their latest direct messages; only the playground has it."""

    @app_commands.command(name="inbox", description="Read your direct messages from Furlong. Only in the playground.")
    @slash
    async def inbox(request: Request) -> Answer:
        channel = await request.services.discord.create_dm(discord.Object(request.person.id))
        letters = [_in_words(letter) async for letter in channel.history(limit=_MOST)]
        nothing = "Furlong has sent you no direct messages. With `/settings me` you can have some sent."
        return Say("\n\n".join(reversed(letters)) or nothing)

    return inbox


def _in_words(letter: discord.Message) -> str:
    """When a message was sent, and its texts."""
    texts = [item.content for item in letter.components if isinstance(item, discord.TextDisplay)]
    return "\n".join((f"-# {discord.utils.format_dt(letter.created_at)}", *texts, letter.content)).rstrip()
