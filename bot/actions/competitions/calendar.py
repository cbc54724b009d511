"""What time does to competitions: their first day, those who drop out, and their end."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from bot.actions import matches
from bot.actions.change import MatchChange
from bot.actions.competitions.beginning import begin
from bot.actions.competitions.change import CompetitionChange, changing
from bot.actions.competitions.closing import closes_at, go_on_or_close, last_day_of
from bot.actions.competitions.entries import withdraw
from bot.actions.competitions.ladders import look_at
from bot.actions.competitions.matches import Matchmaking
from bot.actions.context import Context
from bot.model.competitions.competition import Competition, CompetitionStage, WithdrawalCause
from bot.model.competitions.rounds import round_ends_at
from bot.model.judging import decided
from bot.model.match import Ending, Result, State
from bot.model.refusals.competitions import UnknownCompetition
from bot.model.shards import Shards
from bot.store import competitions as store
from bot.store import competitions_due
from bot.store.competitions_due import DropoutMatch
from bot.store.engine.database import Connection
from bot.store.jobs import bulletins
from bot.store.jobs.bulletins import BulletinKind

_log: Final = logging.getLogger(__name__)
_BATCH: Final = 100
_MOST_DECIDED: Final = 1_000  # matches in a row, for the clocks cannot wait for longer
_A_WEEK: Final = timedelta(days=7)
_A_DAY: Final = timedelta(days=1)

_Due = Callable[[Connection, datetime, int, Shards], Awaitable[Sequence[int]]]


class Calendar:
    """Keeps the competitions in the database of `actions`."""

    def __init__(self, context: Context) -> None:
        """Nothing happens before `tend` is called."""
        self._context = context
        self._database = context.database
        self._matchmaking = Matchmaking(context)

    async def tend(self) -> None:
        """Do all that is due: only for a bot that is connected and has credited what it has missed."""
        await self._each(competitions_due.to_begin, self.begin)
        if not await self._due(competitions_due.under_way, most=1):
            return
        await self._each(competitions_due.to_wake, partial(self._change, look_at))
        await self._matchmaking.make_all()
        await self._drop_out()
        await self._end_abandoned()
        await self._each(competitions_due.running, self._look_after)

    async def _each(self, due: _Due, act: Callable[[int], Awaitable[object]]) -> None:
        for number in await self._due(due):
            await self._try(act, number)

    async def _due(self, due: _Due, most: int = _BATCH) -> Sequence[int]:
        async with self._database.read() as connection:
            return await due(connection, self._context.now(), most, self._context.shards())

    async def _try(self, act: Callable[[int], Awaitable[object]], number: int) -> None:
        """Do something; what is damaged does not keep the rest from being looked after."""
        try:
            await act(number)
        except Exception:  # noqa: BLE001 - it is tried again with the next round, and the log says what is wrong
            _log.exception("competition or match %s could not be looked after", number)

    async def _change(self, act: Callable[[CompetitionChange], None], competition_id: int) -> None:
        with suppress(UnknownCompetition):  # what belongs to a server that was left is deleted some day
            async with changing(self._context, competition_id) as change:
                act(change)

    async def begin(self, competition_id: int) -> None:
        """Begin a competition whose first day has come."""
        await self._change(begin, competition_id)

    # --- those who drop out ---

    async def _drop_out(self) -> None:
        async with self._database.read() as connection:
            found = await competitions_due.out_of_time(connection, _BATCH, self._context.shards())
        for competition_id, person_id in found:
            await self._change(partial(drop_out, person_id=person_id), competition_id)

    async def _end_abandoned(self) -> None:
        async with self._database.read() as connection:
            found = await competitions_due.dropout_matches(connection, _BATCH, self._context.shards())
        for abandoned in found:

            async def end(number: int, abandoned: DropoutMatch = abandoned) -> None:
                async with matches.change(self._context, number) as change:
                    abandon(change, abandoned)

            await self._try(end, abandoned.match_id)

    # --- the end ---

    async def _look_after(self, competition_id: int) -> None:
        """Remind those who are behind, decide what has no more time, begin the next round, and close what is over."""
        async with self._database.read() as connection:
            competition = await store.load(connection, competition_id, self._context.games)
            if competition is None:
                return
            progress = await competitions_due.progress_of(connection, competition_id)
            of_round = round_ends_at(competition, progress.round)
            first = last_day_of(competition, of_round)
            outages = await competitions_due.outages_after(connection, competition.venue.server_id, first)
        ends_at = closes_at(competition, competition.ends_at, outages)
        if min(closes_at(competition, of_round, outages), ends_at) <= self._context.now():
            await self._decide_all(competition_id)
        else:
            await self._remind(competition, ends_at)
            if progress.goes_on:
                return
        await self._change(partial(go_on_or_close, ends_at=ends_at), competition_id)
        await self._matchmaking.make_all()

    async def _decide_all(self, competition_id: int) -> None:
        async with self._database.read() as connection:
            numbers = await competitions_due.unfinished(connection, competition_id)
        for number in numbers[:_MOST_DECIDED]:
            await self._try(self._decide, number)

    async def _decide(self, match_id: int) -> None:
        async with matches.change(self._context, match_id) as change:
            decide(change)

    async def _remind(self, competition: Competition, ends_at: datetime) -> None:
        """Have those who are behind reminded a week before the end, where that is not near the beginning, and a day."""
        now = self._context.now()
        wanted = [BulletinKind.WEEK] if competition.length >= 2 * _A_WEEK and ends_at - _A_WEEK <= now else []
        wanted += [BulletinKind.DAY] if competition.length >= 3 * _A_DAY and ends_at - _A_DAY <= now else []
        if not wanted:
            return
        async with self._database.write() as connection:
            await bulletins.add_once(connection, competition.id, wanted[-1], now)


def drop_out(change: CompetitionChange, person_id: int) -> None:
    """Let somebody be out of a competition who has lost too many matches on time."""
    entrant = change.playing(person_id)
    if change.competition.stage is CompetitionStage.RUNNING and entrant is not None:
        withdraw(change, entrant, WithdrawalCause.TIME)


def abandon(change: MatchChange, abandoned: DropoutMatch) -> None:
    """End a match of somebody who is out: lost, or called off where it counts for nobody."""
    match = change.match
    person = next((one for one in match.people if one.id == abandoned.person_id), None)
    if match.state not in (State.OPEN, State.RUNNING) or person is None:
        return
    seat = match.seat_of(person.id)
    if abandoned.is_struck or seat is None:
        change.end(State.CALLED_OFF, Result(Ending.STRUCK, by=person))
    else:
        places = tuple(match.seats if other == seat else 1 for other in range(match.seats))
        change.end(State.FINISHED, Result(Ending.WITHDRAWN, places, by=person))
    change.announce(is_new_message=True)


def decide(change: MatchChange) -> None:
    """End a match that is not over on the last day."""
    match = change.match
    if match.state is State.OPEN:
        change.end(State.CALLED_OFF, Result(Ending.STRUCK))
    elif match.state is State.RUNNING:
        change.end(State.FINISHED, decided(match))
    else:
        return
    change.announce(is_new_message=True)
