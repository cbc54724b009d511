"""What waits to be done, and for how long: for those who watch the bot from outside.

Every function works in the caller's transaction, and looks things up by an index.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Column, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import State
from bot.store.schema import matches, notices, old_boards, outbox, servers

_DUE: Final[Mapping[str, Column[datetime]]] = {
    "boards": outbox.c.due_at,
    "notices": notices.c.due_at,
    "old boards": old_boards.c.due_at,
    "panels": servers.c.panel_due_at,
    "reminders": matches.c.remind_at,
    "deadlines": matches.c.deadline,
}
_NOT_OVER: Final = (State.OPEN, State.RUNNING)


@dataclass(frozen=True, slots=True)
class Backlog:
    """How many things of a kind are due, and for how long the first of them has been."""

    count: int = 0
    age: timedelta = timedelta()


async def backlogs(connection: AsyncConnection, now: datetime) -> Mapping[str, Backlog]:
    """By kind: what is due and not done. A few seconds of it are nothing but the next look ahead."""
    return {kind: await _backlog(connection, column, now) for kind, column in _DUE.items()}


async def _backlog(connection: AsyncConnection, column: Column[datetime], now: datetime) -> Backlog:
    count, first = (await connection.execute(select(func.count(), func.min(column)).where(column <= now))).one()
    return Backlog(count, now - first) if count else Backlog()


async def matches_by_state(connection: AsyncConnection) -> Mapping[State, int]:
    """How many matches there are that are not over, by state."""
    query = select(matches.c.state, func.count()).where(matches.c.state.in_(_NOT_OVER)).group_by(matches.c.state)
    found = {State(state): count for state, count in await connection.execute(query)}
    return {state: found.get(state, 0) for state in _NOT_OVER}
