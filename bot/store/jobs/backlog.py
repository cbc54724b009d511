"""What waits to be done, and for how long: for those who watch the bot from outside."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import Column, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.jobs import Backlog
from bot.model.match import State
from bot.store.engine.schema.matches import matches
from bot.store.jobs import queue

_CLOCKS: Final[Mapping[str, Column[datetime]]] = {"reminders": matches.c.remind_at, "deadlines": matches.c.deadline}
_NOT_OVER: Final = (State.OPEN, State.RUNNING)


async def backlogs(connection: AsyncConnection, now: datetime) -> Mapping[str, Backlog]:
    """By kind: the jobs that are due, and what the clocks of matches ask for."""
    clocks = {kind: await _backlog(connection, column, now) for kind, column in _CLOCKS.items()}
    return {**await queue.backlogs(connection, now), **clocks}


async def _backlog(connection: AsyncConnection, column: Column[datetime], now: datetime) -> Backlog:
    count, first = (await connection.execute(select(func.count(), func.min(column)).where(column <= now))).one()
    return Backlog(count, now - first) if count else Backlog()


async def matches_by_state(connection: AsyncConnection) -> Mapping[State, int]:
    """How many matches there are that are not over, by state."""
    query = select(matches.c.state, func.count()).where(matches.c.state.in_(_NOT_OVER)).group_by(matches.c.state)
    found = {State(state): count for state, count in await connection.execute(query)}
    return {state: found.get(state, 0) for state in _NOT_OVER}
