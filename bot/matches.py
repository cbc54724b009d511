"""What people can do to a match. The one place where a match changes; it knows nothing of Discord.

Every change is one transaction: load the match, check who asks for what at which ply, advance, append, and note in
the outbox that there is something to show. A change that may not be raises a `Refusal` or a `MoveError` and leaves
everything as it was.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import Ending, Match, Person, State, Summary
from bot.refusals import (
    AlreadyJoined,
    MatchElsewhere,
    MatchIsOver,
    NoLongerOpen,
    NotHost,
    NotInvited,
    NotPlaying,
    NotStarted,
    NotYourTurn,
    OpponentIsYou,
    StaleBoard,
    TooManyOpen,
    UnknownMatch,
    WrongNumberOfPlayers,
)
from bot.store import changes, outbox
from bot.store.database import Database
from bot.store.positions import Positions
from bot.store.queries import load_match, load_person, matches_with, summaries
from bot.store.schema import matches as match_table
from bot.store.schema import participants
from rules.core import Game, Move, Seat

MOST_OPEN: Final = 5
"""How many challenges and tables one person may have waiting on one server."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks for something, and on which server; `server_id` is None in a direct message."""

    person: Person
    server_id: int | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A match that somebody would like to play.

    Without `opponents` it is a table that anybody may join. `host_seat` None lets lots decide who sits where.
    """

    game: Game
    channel_id: int
    opponents: tuple[Person, ...] = ()
    host_seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was accepted: the match after it, the token, and the move in words without the player's name."""

    match: Match
    move: Move
    words: str


class Matches:
    """All matches in a database. `now` tells the time (aware, UTC); `lots` draws who sits where."""

    def __init__(self, database: Database, *, now: Callable[[], datetime], lots: random.Random | None = None) -> None:
        """Work on an open database."""
        self.database = database
        self.now = now
        self._lots = lots or random.SystemRandom()
        self._positions = Positions()

    async def propose(self, actor: Actor, server_id: int, proposal: Proposal) -> Match:
        """Challenge somebody or open a table.

        Raises `OpponentIsYou`, `WrongNumberOfPlayers` or `TooManyOpen`.
        """
        opponents = tuple({opponent.id: opponent for opponent in proposal.opponents}.values())
        seats = len(opponents) + 1 if opponents else proposal.game.seats.start
        if any(opponent.id == actor.person.id for opponent in opponents):
            raise OpponentIsYou
        if seats not in proposal.game.seats:
            raise WrongNumberOfPlayers(proposal.game, seats)
        async with self.database.write() as connection:
            # In one order for everybody, so that two who challenge each other do not wait for each other's rows.
            for person in sorted((actor.person, *opponents), key=lambda person: person.id):
                await changes.remember_person(connection, person)
            await self._check_open(connection, actor.person, server_id)
            now = self.now()
            match_id = await changes.insert_match(
                connection,
                {
                    "server_id": server_id,
                    "channel_id": proposal.channel_id,
                    "game": proposal.game.key,
                    "game_version": proposal.game.version,
                    "seats": seats,
                    "state": State.OPEN,
                    "host_id": actor.person.id,
                    "host_seat": proposal.host_seat,
                    "is_table": not opponents,
                    "ply": 0,
                    "created_at": now,
                    "changed_at": now,
                },
            )
            await changes.set_participants(connection, match_id, (actor.person,), opponents)
            await outbox.announce(connection, match_id, now, is_new_message=True)
            return await self._load(connection, match_id)

    async def _check_open(self, connection: AsyncConnection, host: Person, server_id: int) -> None:
        waiting = await summaries(
            connection,
            select(match_table).where(
                match_table.c.host_id == host.id,
                match_table.c.server_id == server_id,
                match_table.c.state == State.OPEN,
            ),
        )
        if len(waiting) >= MOST_OPEN:
            raise TooManyOpen(waiting)

    async def join(self, actor: Actor, match_id: int) -> Match:
        """Accept a challenge or take a seat at a table; the match starts when the last seat is taken.

        Raises `NoLongerOpen`, `AlreadyJoined` or `NotInvited`, or what `find` raises.
        """
        async with self.database.write() as connection:
            match = await self._open_match(connection, actor, match_id)
            if any(player.id == actor.person.id for player in match.players):
                raise AlreadyJoined(match)
            if not match.is_table and actor.person.id not in {person.id for person in match.invited}:
                raise NotInvited(match)
            await changes.remember_person(connection, actor.person)
            joined = (*match.players, actor.person)
            if len(joined) == match.seats:
                await self._start(connection, match, joined)
            else:
                await self._wait_for_more(connection, match, joined)
            return await self._load(connection, match.id)

    async def _wait_for_more(self, connection: AsyncConnection, match: Match, joined: tuple[Person, ...]) -> None:
        now = self.now()
        invited = tuple(person for person in match.invited if person.id != joined[-1].id)
        await changes.set_participants(connection, match.id, joined, invited)
        await changes.update_match(connection, match.id, {"changed_at": now})
        await outbox.announce(connection, match.id, now, is_new_message=False)

    async def _start(self, connection: AsyncConnection, match: Match, joined: tuple[Person, ...]) -> None:
        seated = self._seated(match, joined)
        turn = match.game.start(match.seats).turn
        now = self.now()
        await changes.set_participants(connection, match.id, seated, ())
        await changes.update_match(
            connection,
            match.id,
            {
                "state": State.RUNNING,
                "to_move_id": seated[turn].id if isinstance(turn, int) else None,
                "started_at": now,
                "changed_at": now,
            },
        )
        await outbox.announce(connection, match.id, now, is_new_message=True)

    def _seated(self, match: Match, joined: tuple[Person, ...]) -> tuple[Person, ...]:
        if match.host_seat is None:
            return tuple(self._lots.sample(joined, len(joined)))
        others = [person for person in joined if person.id != match.host.id]
        others.insert(match.host_seat, match.host)
        return tuple(others)

    async def decline(self, actor: Actor, match_id: int) -> Match:
        """Turn a challenge down, which calls the match off. Raises `NoLongerOpen` or `NotInvited`."""
        async with self.database.write() as connection:
            match = await self._open_match(connection, actor, match_id)
            if actor.person.id not in {person.id for person in match.invited}:
                raise NotInvited(match)
            return await self._call_off(connection, match, Ending.DECLINED, actor.person)

    async def cancel(self, actor: Actor, match_id: int) -> Match:
        """Take one's own challenge or table back. Raises `NoLongerOpen` or `NotHost`."""
        async with self.database.write() as connection:
            match = await self._open_match(connection, actor, match_id)
            if actor.person.id != match.host.id:
                raise NotHost(match)
            return await self._call_off(connection, match, Ending.CANCELLED, actor.person)

    async def _call_off(self, connection: AsyncConnection, match: Match, ending: Ending, by: Person) -> Match:
        await self._end(connection, match, {"state": State.CALLED_OFF, "ending": ending, "ended_by_id": by.id})
        await outbox.announce(connection, match.id, self.now(), is_new_message=False)
        return await self._load(connection, match.id)

    async def play(self, actor: Actor, match_id: int, text: str, *, ply: int | None = None) -> Played:
        """Play the move that `text` means; `ply` is how many moves the player had seen, None if that is not known.

        Raises a `MoveError` for a move that the rules do not allow, `StaleBoard` if the match has moved on since
        `ply`, `NotYourTurn`, or what `check_running` raises.
        """
        async with self.database.write() as connection:
            match = await self._find(connection, actor, match_id, for_update=True)
            seat = check_running(match, actor.person)
            if ply is not None and ply != match.ply:
                raise StaleBoard(match)
            if match.position.turn != seat:
                raise NotYourTurn(match)
            move = match.position.parse(text)
            words = match.position.describe(move)
            await self._advance(connection, match, move, actor.person)
            return Played(await self._load(connection, match.id), move, words)

    async def _advance(self, connection: AsyncConnection, match: Match, move: Move, mover: Person) -> None:
        now = self.now()
        after = match.position.play(move)
        await changes.append_move(connection, match.id, match.ply + 1, move, mover, now)
        if mover not in match.players:  # under a new name
            await changes.remember_person(connection, mover)
        outcome = after.outcome()
        turn = after.turn
        to_move_id = match.players[turn].id if isinstance(turn, int) else None
        await changes.update_match(
            connection, match.id, {"ply": match.ply + 1, "to_move_id": to_move_id, "changed_at": now}
        )
        if outcome is not None:
            await self._end(
                connection,
                match,
                {
                    "state": State.FINISHED,
                    "ending": Ending.RULES,
                    "places": outcome.places,
                    "points": outcome.points,
                    "reason": outcome.reason,
                },
            )
        await outbox.announce(connection, match.id, now, is_new_message=turn != match.position.turn)

    async def resign(self, actor: Actor, match_id: int) -> Match:
        """Give a running match up: everybody else wins. Raises what `check_running` raises."""
        async with self.database.write() as connection:
            match = await self._find(connection, actor, match_id, for_update=True)
            seat = check_running(match, actor.person)
            places = tuple(match.seats if other == seat else 1 for other in range(match.seats))
            values = {"state": State.FINISHED, "ending": Ending.RESIGNED, "ended_by_id": actor.person.id}
            await self._end(connection, match, {**values, "places": places})
            await outbox.announce(connection, match.id, self.now(), is_new_message=True)
            return await self._load(connection, match.id)

    async def _end(self, connection: AsyncConnection, match: Match, values: dict[str, Any]) -> None:
        now = self.now()
        await changes.update_match(
            connection, match.id, {**values, "to_move_id": None, "changed_at": now, "ended_at": now}
        )

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

    async def of_person(self, person: Person, server_id: int | None, *states: State) -> Sequence[Summary]:
        """Somebody's matches in these states: those that wait for them first, then the ones that changed last.

        `server_id` None means on all servers.
        """
        query = matches_with(person.id, states, server_id).order_by(
            or_(
                func.coalesce(match_table.c.to_move_id, 0) == person.id,
                and_(match_table.c.state == State.OPEN, participants.c.joined.is_(False)),
            ).desc(),
            match_table.c.changed_at.desc(),
            match_table.c.id.desc(),
        )
        async with self.database.read() as connection:
            return await summaries(connection, query)

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
            for number in numbers:
                await outbox.announce(connection, number, self.now(), is_new_message=True)
        return numbers

    async def _open_match(self, connection: AsyncConnection, actor: Actor, match_id: int) -> Match:
        match = await self._find(connection, actor, match_id, for_update=True)
        if match.state is not State.OPEN:
            raise NoLongerOpen(match)
        return match

    async def _find(
        self, connection: AsyncConnection, actor: Actor, match_id: int, *, for_update: bool = False
    ) -> Match:
        match = await load_match(connection, match_id, self._positions, for_update=for_update)
        if match is None:
            raise UnknownMatch(f"#{match_id}")
        if actor.server_id is None and actor.person.id not in {person.id for person in match.people}:
            raise UnknownMatch(f"#{match_id}")
        if actor.server_id is not None and actor.server_id != match.server_id:
            raise MatchElsewhere(match_id)
        return match

    async def _load(self, connection: AsyncConnection, match_id: int) -> Match:
        match = await load_match(connection, match_id, self._positions)
        if match is None:
            raise UnknownMatch(f"#{match_id}")
        return match


def check_running(match: Match, person: Person) -> Seat:
    """The seat of `person` in a running match. Raises `NotStarted`, `MatchIsOver` or `NotPlaying`."""
    if match.state is State.OPEN:
        raise NotStarted(match)
    if match.state is not State.RUNNING:
        raise MatchIsOver(match)
    seat = match.seat_of(person.id)
    if seat is None:
        raise NotPlaying(match)
    return seat
