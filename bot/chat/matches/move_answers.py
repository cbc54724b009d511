"""What people were told of their moves: a newer answer takes the place of the one before, so that boards stay in sight."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.chat.core.outages import PASSING

_log: Final = logging.getLogger(__name__)
_REACHABLE: Final = timedelta(minutes=14)
"""For how long an answer can be taken away; Discord allows a quarter of an hour."""

_MOST: Final = 1000


@dataclass(frozen=True, slots=True)
class _SentAnswer:
    message: discord.Message
    until: datetime


class MoveAnswers:
    """The private messages that tell people of the last move that they made in each match; `now` tells the time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Nobody was told anything yet."""
        self._now = now
        self._sent: dict[tuple[int, int], _SentAnswer] = {}

    async def renew(self, person_id: int, match_id: int, message: discord.Message) -> None:
        """Note that a message has told somebody of their move, and take away the one that told of the move before.

        One that is too old stays, as does one that Discord does not let go.
        """
        before = self._sent.pop((person_id, match_id), None)
        if len(self._sent) >= _MOST:
            del self._sent[next(iter(self._sent))]
        self._sent[person_id, match_id] = _SentAnswer(message, self._now() + _REACHABLE)
        if before is None or before.message.id == message.id or before.until <= self._now():
            return
        try:
            await before.message.delete()
        except PASSING as error:
            _log.info("what %s was told of a move in match %s stays: %s", person_id, match_id, error)
