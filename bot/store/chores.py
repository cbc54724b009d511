"""What the clock may ask for in matches, in the caller's transaction."""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum, auto
from typing import Any, Final

from sqlalchemy import Column, Exists, bindparam, exists
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.engine.schema.columns import Instant
from bot.store.engine.schema.matches import matches, offers, plans
from bot.store.engine.statements import Conditions


class Chore(StrEnum):
    """Something that has to be done by itself when its time has come."""

    REMINDER = auto()
    DEADLINE = auto()
    VOTE = auto()
    PLAN = auto()
    EXPIRY = auto()


_NOW: Final = bindparam("now", type_=Instant)


def _has_come(instant: Column[Any]) -> Exists:
    return exists().where(instant <= _NOW)


# Asked so that it begins with the plans, which are few.
_SOME_PLAN: Final = exists().where(
    plans.c.stopped_at.is_(None),
    exists().where(matches.c.id == plans.c.match_id, matches.c.to_move_id == plans.c.person_id),
)
_MAY_BE_DUE: Final = Conditions(
    {
        Chore.REMINDER: _has_come(matches.c.remind_at),
        Chore.DEADLINE: _has_come(matches.c.deadline),
        Chore.VOTE: _has_come(offers.c.due_at),
        Chore.PLAN: _SOME_PLAN,
        Chore.EXPIRY: _has_come(matches.c.expires_at),
    }
)


async def may_be_due(connection: AsyncConnection, now: datetime) -> Collection[Chore]:
    """Of what something may be due, for whichever server; of others nothing is."""
    return await _MAY_BE_DUE.that_hold(connection, {"now": now})
