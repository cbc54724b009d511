"""Membership of people on servers, according to Discord.

Furlong does not use the privileged intent that would report everyone who joins or leaves. It asks about the people it
is about to show, and caches the answers for a while.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

import discord
from cachetools import TTLCache

from bot.chat.core.outages import PASSING

_log: Final = logging.getLogger(__name__)
_STAYS: Final = timedelta(minutes=30)  # that long a person who has left may still be shown
_MOST: Final = 5000  # answers in the cache
_PATIENCE: Final = 2.0  # seconds; people still unknown after that are shown


class Members:
    """A cache of Discord's answers about who is on which server; `now` returns the time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Begin with an empty cache."""
        self._is_gone = TTLCache[tuple[int, int], bool, datetime](_MOST, _STAYS, timer=now)

    def gone(self, server_id: int) -> frozenset[int]:
        """The people known to be no longer on a server, or never to have been there."""
        return frozenset(
            person for server, person in self._is_gone if server == server_id and self._is_gone.get((server, person))
        )

    def met(self, server_id: int, person_id: int) -> None:
        """Note that a person has just been active on a server."""
        self._is_gone[server_id, person_id] = False

    async def look_up(self, guild: discord.Guild, person_ids: Iterable[int]) -> bool:
        """Ask about people missing from the cache; returns whether any of them turned out to be gone.

        If Discord does not answer in time, they count as present until they are asked about again.
        """
        unknown = [person_id for person_id in person_ids if (guild.id, person_id) not in self._is_gone]
        try:
            async with asyncio.timeout(_PATIENCE):
                return any(await asyncio.gather(*(self._ask(guild, person_id) for person_id in unknown)))
        except TimeoutError:
            _log.info("who is on server %s could not be found out in time", guild.id)
            return False

    async def _ask(self, guild: discord.Guild, person_id: int) -> bool:
        """Whether a person has left."""
        try:
            await guild.fetch_member(person_id)
        except discord.NotFound:
            self._is_gone[guild.id, person_id] = True
            return True
        except PASSING as error:
            _log.info("whether %s is on server %s could not be found out: %s", person_id, guild.id, error)
            return False
        self._is_gone[guild.id, person_id] = False
        return False
