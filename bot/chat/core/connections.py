"""The shards of this process that are connected to Discord, and so the servers it is responsible for now."""

from collections.abc import Callable
from typing import Final

import discord

from bot.chat.core.outages import ServerUnknown
from bot.model.shards import Shards


class ServerElsewhere(Exception):
    """The server belongs to a shard that is not connected here, so another process is responsible for it."""


class Connections:
    """The connected shards of a client. A shard counts as connected once Discord has listed its servers."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        """Nothing is connected yet."""
        self._client: Final = client
        self._connected: set[int] = set()

    @property
    def has_any(self) -> bool:
        """Whether any shard is connected; while none is, nothing is due in this process."""
        return bool(self._connected)

    def shards(self) -> Shards:
        """The shards that are connected at the moment."""
        return Shards.of(self._connected, self._client.shard_count or 1)

    def connected(self, number: int) -> Shards:
        """Note that a shard is connected; returns it."""
        self._connected.add(number)
        return Shards.of((number,), self._client.shard_count or 1)

    def cut_off(self, number: int) -> None:
        """Note that a shard is disconnected: until it is back, the bot counts as down for its servers."""
        self._connected.discard(number)

    def servers(self) -> frozenset[int]:
        """The bot's servers on connected shards, including those that are unavailable at the moment."""
        shards = self.shards()
        return frozenset(guild.id for guild in self._client.guilds if shards.hold(guild.id))


def check_here(shards: Callable[[], Shards], client: discord.Client, server_id: int) -> None:
    """Raise `ServerElsewhere` or `ServerUnknown` unless this process serves a server and knows its channels."""
    if not shards().hold(server_id):
        raise ServerElsewhere(f"server {server_id} belongs to a shard that is not connected here")
    server_of(client, server_id)


def server_of(client: discord.Client, server_id: int) -> discord.Guild:
    """A server as Discord describes it. Raises `ServerUnknown`."""
    guild = client.get_guild(server_id)
    if guild is None or guild.unavailable:
        raise ServerUnknown(f"Discord has not told of server {server_id}")
    return guild
