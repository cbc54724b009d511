"""The people and places of the playground."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord
import simcord

SERVER: Final = "Rainy Day Games"
PEOPLE: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hugo")
_MANAGERS: Final = "Managers"
_CHANNEL: Final = "games"
_TOPIC: Final = "/help says what to do, “Viewing as” who you are. /later lets days pass, /visit opens threads."


@dataclass(frozen=True, slots=True)
class SimulatedServer:
    """A server with one channel and some people in a simulated Discord; the first of them manages the server."""

    server: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: Sequence[simcord.MemberActor]


def build(env: simcord.Env) -> SimulatedServer:
    """Build it in an empty simulated Discord. Ids follow its clock, so they are the same every time."""
    env.backend.bot_user.name = "Furlong"
    server = env.create_guild(SERVER)
    channel = server.create_text_channel(_CHANNEL, topic=_TOPIC)
    people = [server.add_member(env.create_user(name)) for name in PEOPLE]
    managers = server.create_role(_MANAGERS, permissions=discord.Permissions(manage_guild=True))
    env.backend.add_member_role(server.id, people[0].id, managers.id)
    return SimulatedServer(server, channel, people)
