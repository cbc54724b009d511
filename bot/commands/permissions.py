"""What Furlong itself must be allowed to do in a channel."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot.refusals import MissingPermissions

if TYPE_CHECKING:
    from bot.client import Furlong


def check_channel(interaction: "discord.Interaction[Furlong]") -> None:
    """Raise `MissingPermissions` if a match could not be shown in the channel of this interaction."""
    missing = _missing(interaction.app_permissions, in_thread=isinstance(interaction.channel, discord.Thread))
    if missing and interaction.channel_id is not None:
        raise MissingPermissions(interaction.channel_id, missing)


def _missing(permissions: discord.Permissions, *, in_thread: bool) -> Sequence[str]:
    """The names, in Discord's own words, of what is needed and not granted."""
    if permissions.administrator:
        return ()
    may_send = permissions.send_messages_in_threads if in_thread else permissions.send_messages
    needed = {
        "View Channel": permissions.view_channel,
        "Send Messages in Threads" if in_thread else "Send Messages": may_send,
        "Attach Files": permissions.attach_files,
    }
    return [name for name, granted in needed.items() if not granted]
