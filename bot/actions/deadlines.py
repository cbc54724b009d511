"""The actions of clocks: due reminders, and the consequences when the time of a player, a challenge or an offer is over.

Every step depends only on stored facts, so it can run twice, late, in two processes or after a crash.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from bot.actions import challenges, jobs, matches, offers, playing
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.actions.heartbeats import Heartbeat
from bot.model.jobs import LONGEST_WAIT, Claim, Kind
from bot.model.people import Membership
from bot.model.refusals.matches import GameIsAway
from bot.model.shards import Shards
from bot.outside.telemetry import concerning
from bot.store import clocks, plans
from bot.store.engine.database import Connection

_log: Final = logging.getLogger(__name__)
_BATCH: Final = 100  # matches at a time, between which other tasks can run

_Due = Callable[[Connection, datetime, int, Shards], Awaitable[Sequence[int]]]
_Act = Callable[[MatchChange], bool]

_STEPS: Final[Sequence[tuple[_Due, _Act]]] = (
    (clocks.to_remind, playing.remind),
    (clocks.overdue, playing.flag),
    (plans.due, playing.go_on),
)
"""The steps in order, each with how to find the matches it concerns and how to act on one of them."""

_ENDS: Final[Mapping[Kind, tuple[Callable[[MatchChange], datetime | None], _Act]]] = {
    Kind.CHALLENGE: (challenges.ends_at, challenges.expire),
    Kind.OFFER: (lambda change: change.match.next_end_of_offers, offers.close_due),
}
"""What jobs close, each with when that is next, and how to close what is due."""


async def tend(context: Context, heartbeat: Heartbeat) -> None:
    """Store a sign of life, credit downtime, and do due work: remind, flag, follow plans.

    Only for the servers of connected shards, so that nobody loses time before the downtime is known. `heartbeat` knows
    when the bot was down, and whether it is sure of the time: if not, nobody loses a match by it.
    """
    shards = await heartbeat.beat()
    await heartbeat.credit(shards)
    for due, act in _STEPS:
        if act is playing.flag and not heartbeat.is_sure:
            continue
        await _each_due(context, heartbeat, shards, due, act)


async def _each_due(context: Context, heartbeat: Heartbeat, shards: Shards, due: _Due, act: _Act) -> None:
    """Act on every match that is due, in bounded batches between which other tasks can run."""
    untouched: set[int] = set()
    while True:
        async with context.database.read() as connection:
            due_numbers = await due(connection, context.now(), _BATCH + len(untouched), shards)
        numbers = [number for number in due_numbers if number not in untouched]
        for number in numbers:
            if not await _act(context, act, number):
                untouched.add(number)
        if len(numbers) < _BATCH:
            return
        await heartbeat.beat()  # a long queue is not an outage


class _NoLongerDue(Exception):
    """Something has changed since a match was found."""


async def _check_due(connection: Connection, now: datetime, number: int) -> None:
    if not await clocks.to_remind(connection, now, 1, match_id=number):
        raise _NoLongerDue


async def _act(context: Context, act: _Act, number: int) -> bool:
    """Act on one match; a damaged one does not hold up the others."""
    await asyncio.sleep(0)
    # The match that an early reminder goes with may have moved on; all else is seen in the match itself.
    checked = (
        context.checking(partial(_check_due, now=context.now(), number=number)) if act is playing.remind else context
    )
    with concerning(match=number):
        try:
            async with matches.change(checked, number) as change:
                return act(change)
        except _NoLongerDue:
            return False
        except GameIsAway:
            async with context.database.write() as connection:
                await clocks.hold(connection, context.now(), match_id=number)
            return False
        except Exception:  # noqa: BLE001 - it is tried again with the next round, and the log says what is wrong
            _log.exception("the clock of match %s could not be kept", number)
            return False


async def close(context: Context, claim: Claim) -> bool:
    """Close the challenge, or the offers, of a claimed job if their time is really over; return whether it was.

    The unit of work that closes them also removes the job, or moves it to the next offer. Until then, and while the
    game of the match is away or the match is about to begin, the job looks again. Only once downtime has been credited.
    """
    ends_at, act = _ENDS[claim.kind]
    wait, is_over, apart = LONGEST_WAIT, False, dict[int, Membership]()
    if claim.kind is Kind.CHALLENGE:  # before the transaction, because Discord may take two seconds to answer
        apart |= await matches.apart_in(context, claim.about_match)
    try:
        async with matches.change(context, claim.about_match) as change:
            change.apart = apart
            if act(change):
                return True
            over_at = ends_at(change)
            is_over = over_at is None and not change.match.is_about_to_begin
            if over_at is not None:
                wait = over_at - change.now
    except GameIsAway:
        pass
    if is_over:
        await jobs.finish(context, claim)
    else:
        await jobs.put_off(context, claim, wait)
    return False
