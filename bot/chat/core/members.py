"""Who is still on a server, as far as Discord tells.

Furlong does without the privileged intent that would tell it of everybody who comes and goes. It asks about those whom
it is about to show, and remembers the answers for a while.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.chat.core.outages import PASSING

_log: Final = logging.getLogger(__name__)
_STAYS: Final = timedelta(minutes=30)
_MOST: Final = 5000
_PATIENCE: Final = 2.0  # seconds; whoever is not known by then is shown


@dataclass(frozen=True, slots=True)
class _Answer:
    is_gone: bool
    until: datetime


class Members:
    """What Discord has told of who is on which server; `now` tells the time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Nobody was asked about yet."""
        self._now = now
        self._answers: dict[tuple[int, int], _Answer] = {}

    def gone(self, server_id: int) -> frozenset[int]:
        """Those who are known to have left a server, or never to have been there."""
        now = self._now()
        return frozenset(
            person_id
            for (server, person_id), answer in self._answers.items()
            if server == server_id and answer.is_gone and answer.until > now
        )

    def met(self, server_id: int, person_id: int) -> None:
        """Note that somebody has just done something on a server."""
        self._note(server_id, person_id, is_gone=False)

    async def look_up(self, guild: discord.Guild, person_ids: Iterable[int]) -> bool:
        """Ask about those of whom nothing is known; tells whether one of them turned out to be gone.

        Where Discord does not answer, or not in time, they count as there, and are asked about again.
        """
        now = self._now()
        self._answers = {key: answer for key, answer in self._answers.items() if answer.until > now}
        unknown = [person_id for person_id in person_ids if (guild.id, person_id) not in self._answers]
        try:
            async with asyncio.timeout(_PATIENCE):
                return any(await asyncio.gather(*(self._ask(guild, person_id) for person_id in unknown)))
        except TimeoutError:
            _log.info("who is on server %s could not be found out in time", guild.id)
            return False

    async def _ask(self, guild: discord.Guild, person_id: int) -> bool:
        """Whether somebody has left."""
        try:
            await guild.fetch_member(person_id)
        except discord.NotFound:
            self._note(guild.id, person_id, is_gone=True)
            return True
        except PASSING as error:
            _log.info("whether %s is on server %s could not be found out: %s", person_id, guild.id, error)
            return False
        self._note(guild.id, person_id, is_gone=False)
        return False

    def _note(self, server_id: int, person_id: int, *, is_gone: bool) -> None:
        if len(self._answers) >= _MOST:
            del self._answers[next(iter(self._answers))]
        self._answers[server_id, person_id] = _Answer(is_gone, self._now() + _STAYS)
