"""Keeping the playground's channel short: its page renders every message, with its picture, anew after every click."""

from typing import Any, Final

import simcord
from simcord.builders import ChannelHandle
from simcord.components import walk_components

LEFT: Final = 20
"""So many of the newest messages stay whatever they are."""


def tidy(env: simcord.Env, channel: ChannelHandle) -> None:
    """Delete older messages on which nothing can be pressed any more: boards that others have followed, and answers."""
    messages = sorted(env.backend.messages.get(channel.id, {}).values(), key=lambda message: message.id)
    for message in messages[:-LEFT]:
        if not _has_buttons(message.components):
            env.backend.delete_message(channel.id, message.id)


def _has_buttons(components: Any) -> bool:
    """Whether something in a message has a custom id."""
    return any("custom_id" in component for component in walk_components(components))
