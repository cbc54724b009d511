"""The people and places of the playground."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import simcord

SERVER: Final = "Rainy Day Games"
PEOPLE: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
_CHANNEL: Final = "games"
_TOPIC: Final = "Type /help to see what to do. “Viewing as”, at the top, says who you are. /later lets days pass."


@dataclass(frozen=True, slots=True)
class Town:
    """A server with one channel and some people in a simulated Discord."""

    server: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: Sequence[simcord.MemberActor]


def build(env: simcord.Env) -> Town:
    """Build it in an empty simulated Discord. Ids follow its clock, so they are the same every time."""
    env.backend.bot_user.name = "Furlong"
    server = env.create_guild(SERVER)
    channel = server.create_text_channel(_CHANNEL, topic=_TOPIC)
    return Town(server, channel, [server.add_member(env.create_user(name)) for name in PEOPLE])
