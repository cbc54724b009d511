"""Finding matches: what the bot and its people can read of them."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, case, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.match import Match, Person, State, Summary
from bot.model.refusals import HasLeft, MatchElsewhere, MatchIsOver, NotPlaying, NotStarted, UnknownMatch
from bot.store import outbox, panels
from bot.store.database import Database
from bot.store.positions import Positions
from bot.store.queries import load_match, load_person, matches_with, summaries
from bot.store.schema import matches as match_table
from bot.store.schema import participants
from rules.core import Seat


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks for something, and on which server; `server_id` is None in a direct message.

    `interaction_id` is Discord's number for the request, 0 where it does not matter.
    """

    person: Person
    server_id: int | None
    interaction_id: int = 0


class Matchbook:
    """All matches in a database. `now` tells the time (aware, UTC); `lots` draws who sits where."""

    def __init__(self, database: Database, *, now: Callable[[], datetime], lots: random.Random | None = None) -> None:
        """Work on an open database."""
        self.database = database
        self.now = now
        self._lots = lots or random.SystemRandom()
        self._positions = Positions()

    async def find(self, actor: Actor, match_id: int) -> Match:
        """The match of that number. Raises `UnknownMatch`, or `MatchElsewhere` if it is on another server.

        In a direct message a person finds the matches that they play in or are asked to.
        """
        async with self.database.read() as connection:
            return await self._find(connection, actor, match_id)

    async def load(self, match_id: int) -> Match:
        """The match of that number, for the bot itself. Raises `UnknownMatch`."""
        async with self.database.read() as connection:
            return await self._load(connection, match_id)

    async def of_person(
        self, person: Person, server_id: int | None, *states: State, most: int | None = None
    ) -> Sequence[Summary]:
        """Somebody's matches in these states: those that wait for them first, by deadline, then those that changed last.

        `server_id` None means on all servers; `most` is how many are wanted, None for all.
        """
        query = matches_with(person.id, states, server_id).order_by(
            or_(
                func.coalesce(match_table.c.to_move_id, 0) == person.id,
                and_(match_table.c.state == State.OPEN, participants.c.joined.is_(False)),
            ).desc(),
            case((func.coalesce(match_table.c.to_move_id, 0) == person.id, match_table.c.deadline)).asc().nulls_last(),
            match_table.c.changed_at.desc(),
            match_table.c.id.desc(),
        )
        if most is not None:
            query = query.limit(most)
        async with self.database.read() as connection:
            return await summaries(connection, query, self.now())

    async def person(self, person_id: int) -> Person:
        """Somebody by their id, with the name last seen."""
        async with self.database.read() as connection:
            return await load_person(connection, person_id)

    async def announce_again(self) -> Sequence[int]:
        """Have every match that waits or runs shown in a new message; returns their numbers.

        For a Discord, or what stands in for it, that is a new one: nobody else may be sending announcements.
        """
        query = select(match_table.c.id).where(match_table.c.state.in_((State.OPEN, State.RUNNING)))
        async with self.database.write() as connection:
            numbers = (await connection.scalars(query.order_by(match_table.c.changed_at))).all()
            await outbox.release(connection, self.now())
            await connection.execute(update(match_table).values(thread_id=None))
            await panels.post_again(connection, self.now())
            for number in numbers:
                await outbox.announce(connection, number, self.now(), is_new_message=True)
        return numbers

    async def _find(
        self, connection: AsyncConnection, actor: Actor, match_id: int, *, for_update: bool = False
    ) -> Match:
        match = await load_match(connection, match_id, self._positions, self.now(), for_update=for_update)
        if match is None:
            raise UnknownMatch(f"#{match_id}")
        if actor.server_id is None and actor.person.id not in {person.id for person in match.people}:
            raise UnknownMatch(f"#{match_id}")
        if actor.server_id is not None and actor.server_id != match.server_id:
            raise MatchElsewhere(match_id)
        return match

    async def _load(self, connection: AsyncConnection, match_id: int, *, for_update: bool = False) -> Match:
        match = await load_match(connection, match_id, self._positions, self.now(), for_update=for_update)
        if match is None:
            raise UnknownMatch(f"#{match_id}")
        return match


def check_running(match: Match, person: Person) -> Seat:
    """The seat of `person` in a running match. Raises `NotStarted`, `MatchIsOver`, `NotPlaying` or `HasLeft`."""
    if match.state is State.OPEN:
        raise NotStarted(match)
    if match.state is not State.RUNNING:
        raise MatchIsOver(match)
    seat = match.seat_of(person.id)
    if seat is None:
        raise NotPlaying(match)
    if match.has_left(seat):
        raise HasLeft(match)
    return seat
