"""What people were told of their moves: a newer answer takes the place of the one before, so that boards stay in sight."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import discord
from cachetools import TTLCache

from bot.chat.core.outages import PASSING

_log: Final = logging.getLogger(__name__)
_REACHABLE: Final = timedelta(minutes=14)
"""For how long an answer can be taken away; Discord allows a quarter of an hour."""

_MOST: Final = 1000


class MoveAnswers:
    """The private messages that tell people of the last move that they made in each match; `now` tells the time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Nobody was told anything yet."""
        self._sent = TTLCache[tuple[int, int], discord.Message, datetime](_MOST, _REACHABLE, timer=now)

    async def renew(self, person_id: int, match_id: int, message: discord.Message) -> None:
        """Note that a message has told somebody of their move, and take away the one that told of the move before.

        One that is too old stays, as does one that Discord does not let go.
        """
        before = self._sent.pop((person_id, match_id), None)
        self._sent[person_id, match_id] = message
        if before is None or before.id == message.id:
            return
        try:
            await before.delete()
        except PASSING as error:
            _log.info("what %s was told of a move in match %s stays: %s", person_id, match_id, error)
