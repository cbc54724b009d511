"""What waits to be done, and for how long: for those who watch the bot from outside.

Every function works in the caller's transaction, and looks things up by an index.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, and_, bindparam, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import State
from bot.store.engine.claims import ACCURACY, LONGEST_WAIT
from bot.store.engine.schema.competitions import bulletins
from bot.store.engine.schema.delivery import calls, notices, old_boards, outbox
from bot.store.engine.schema.learning import daily_puzzles
from bot.store.engine.schema.matches import matches
from bot.store.engine.schema.servers import interventions, servers, weekly_reviews
from bot.store.engine.statements import Conditions
from bot.store.people import is_character

_DUE: Final[Mapping[str, Column[datetime]]] = {
    "boards": outbox.c.due_at,
    "notices": notices.c.due_at,
    "old boards": old_boards.c.due_at,
    "panels": servers.c.panel_due_at,
    "reminders": matches.c.remind_at,
    "deadlines": matches.c.deadline,
}


class Work(StrEnum):
    """What is looked for again and again, to be sent or done when it is due."""

    BOARD = "boards"
    NOTICE = "notices"
    OLD_BOARD = "old boards"
    PANEL = "panels"
    BULLETIN = "bulletins"
    INTERVENTION = "interventions"
    CALL = "calls"
    DAILY_PUZZLE = "daily puzzles"
    WEEKLY_REVIEW = "weekly reviews"
    SEARCH = "searches for puzzles"
    TURN = "turns of characters"


_DUE_AT: Final[Mapping[Work, Column[Any]]] = {
    Work.BOARD: outbox.c.due_at,
    Work.NOTICE: notices.c.due_at,
    Work.OLD_BOARD: old_boards.c.due_at,
    Work.PANEL: servers.c.panel_due_at,
    Work.BULLETIN: bulletins.c.due_at,
    Work.INTERVENTION: interventions.c.due_at,
    Work.CALL: calls.c.due_at,
    Work.DAILY_PUZZLE: daily_puzzles.c.due_at,
    Work.WEEKLY_REVIEW: weekly_reviews.c.due_at,
    Work.SEARCH: matches.c.puzzles_due_at,
}


def _may_have_come(due_at: Column[Any]) -> ColumnElement[bool]:
    """As `claims.has_come`, for whatever is put off for an hour at most; of the rest it may be said too soon."""
    now, far_ahead = bindparam("now", type_=due_at.type), bindparam("far_ahead", type_=due_at.type)
    return and_(due_at.is_not(None), or_(due_at <= now, due_at > far_ahead))


_MAY_BE_DUE: Final = Conditions(
    {
        **{kind: exists().where(_may_have_come(due_at)) for kind, due_at in _DUE_AT.items()},
        Work.TURN: exists().where(is_character(matches.c.to_move_id)),
    }
)
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


async def may_be_due(connection: AsyncConnection, now: datetime) -> Sequence[Work]:
    """Of what something may be due, for whichever server; nearly always of nothing. Of others nothing is."""
    values = {"now": now, "far_ahead": now + LONGEST_WAIT + ACCURACY}
    return await _MAY_BE_DUE.that_hold(connection, values)


async def matches_by_state(connection: AsyncConnection) -> Mapping[State, int]:
    """How many matches there are that are not over, by state."""
    query = select(matches.c.state, func.count()).where(matches.c.state.in_(_NOT_OVER)).group_by(matches.c.state)
    found = {State(state): count for state, count in await connection.execute(query)}
    return {state: found.get(state, 0) for state in _NOT_OVER}
