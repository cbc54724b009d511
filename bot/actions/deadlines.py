"""The actions of clocks: due reminders, and the consequences when a player's time is over.

Every step depends only on stored facts, so it can run twice, late, in two processes or after a crash.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.actions import challenges, matches, playing
from bot.actions import offers as offering
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.actions.heartbeats import Heartbeat
from bot.model.refusals.matches import GameIsAway
from bot.model.shards import Shards
from bot.store import clocks, offers, plans
from bot.store.clocks import Chore
from bot.store.engine.database import Connection
from bot.telemetry import concerning

_log: Final = logging.getLogger(__name__)
_BATCH: Final = 100  # matches at a time, between which other tasks can run

_Due = Callable[[Connection, datetime, int, Shards], Awaitable[Sequence[int]]]
_Act = Callable[[MatchChange], bool]

_STEPS: Final[Mapping[Chore, tuple[_Due, _Act]]] = {
    Chore.REMINDER: (clocks.to_remind, playing.remind),
    Chore.DEADLINE: (clocks.overdue, playing.flag),
    Chore.OFFER: (offers.due, offering.close_due),
    Chore.PLAN: (plans.due, playing.go_on),
    Chore.EXPIRY: (clocks.due, challenges.expire),
}
"""The steps in order, each with how to find the matches it concerns and how to act on one of them."""


async def tend(context: Context, heartbeat: Heartbeat) -> None:
    """Store a sign of life, credit downtime, and do due work: remind, flag, follow plans, withdraw challenges.

    Only for the servers of connected shards, so that nobody loses time before the downtime is known. `heartbeat` knows
    when the bot was down.
    """
    shards = await heartbeat.beat()
    await heartbeat.credit(shards)
    async with context.database.read() as connection:
        may_be_due = await clocks.may_be_due(connection, context.now())
    for chore, (due, act) in _STEPS.items():
        if chore in may_be_due:
            await _each_due(context, heartbeat, shards, due, act)
            may_be_due = Chore  # this work may have made more due


async def _each_due(context: Context, heartbeat: Heartbeat, shards: Shards, due: _Due, act: _Act) -> None:
    """Act on every match that is due, in bounded batches between which other tasks can run."""
    untouched: set[int] = set()
    while True:
        async with context.database.read() as connection:
            found = await due(connection, context.now(), _BATCH + len(untouched), shards)
        numbers = [number for number in found if number not in untouched]
        for number in numbers:
            if not await _act(context, act, number):
                untouched.add(number)
        if len(numbers) < _BATCH:
            return
        await heartbeat.beat()  # a long queue is not an outage


async def _act(context: Context, act: _Act, number: int) -> bool:
    """Act on one match; a damaged one does not hold up the others."""
    await asyncio.sleep(0)
    with concerning(match=number):
        try:
            async with matches.change(context, number) as change:
                return act(change)
        except GameIsAway:
            async with context.database.write() as connection:
                await clocks.hold(connection, number, context.now())
            return False
        except Exception:  # noqa: BLE001 - it is tried again with the next round, and the log says what is wrong
            _log.exception("the clock of match %s could not be kept", number)
            return False
