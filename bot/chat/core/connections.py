"""Which shards of this process are connected to Discord, and so which servers it looks after at the moment."""

from collections.abc import Callable
from typing import Final

import discord

from bot.chat.core.outages import ServerUnknown
from bot.model.shards import Shards


class ServerElsewhere(Exception):
    """The server belongs to a shard that this process does not hold, or that is cut off: whoever is connected sees to it."""


class Connections:
    """The connections of a client to Discord. A shard counts as connected once Discord has told of its servers."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        """Nothing is connected yet."""
        self._client: Final = client
        self._connected: set[int] = set()

    @property
    def has_any(self) -> bool:
        """Whether any shard is connected; while none is, this process looks after no server, and nothing is due here."""
        return bool(self._connected)

    def shards(self) -> Shards:
        """The shards that are connected at the moment."""
        return Shards.of(self._connected, self._client.shard_count or 1)

    def connected(self, number: int) -> Shards:
        """Note that a shard is connected; returns it."""
        self._connected.add(number)
        return Shards.of((number,), self._client.shard_count or 1)

    def cut_off(self, number: int) -> None:
        """Note that a shard is not connected any more: until it is, the bot counts as down for its servers."""
        self._connected.discard(number)

    def servers(self) -> frozenset[int]:
        """The servers of connected shards that the bot is on, those that are unavailable at the moment among them."""
        shards = self.shards()
        return frozenset(guild.id for guild in self._client.guilds if shards.hold(guild.id))


def check_here(shards: Callable[[], Shards], client: discord.Client, server_id: int) -> None:
    """Raise `ServerElsewhere` or `ServerUnknown` unless this process looks after a server and knows what is there."""
    if not shards().hold(server_id):
        raise ServerElsewhere(f"server {server_id} belongs to a shard that is not connected here")
    server_of(client, server_id)


def server_of(client: discord.Client, server_id: int) -> discord.Guild:
    """A server as Discord has told of it. Raises `ServerUnknown`."""
    guild = client.get_guild(server_id)
    if guild is None or guild.unavailable:
        raise ServerUnknown(f"Discord has not told of server {server_id}")
    return guild
