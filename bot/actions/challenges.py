"""Beginning a match: challenges, tables that anyone may join, and the answers to them."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.actions import ratings as rating_book
from bot.actions.matchbook import Actor, Matchbook
from bot.model.clock import FRIENDLY, Terms
from bot.model.fairness import Fairness
from bot.model.match import Ending, Match, Person, State
from bot.model.progress import begin
from bot.model.refusals import (
    AlreadyJoined,
    NoLongerOpen,
    NotHost,
    NotInvited,
    OpponentIsYou,
    TooManyOpen,
    WrongNumberOfPlayers,
)
from bot.store import changes, clocks, outbox, ratings
from bot.store.queries import summaries
from bot.store.schema import matches as match_table
from rules.core import Game, Seat

MOST_OPEN: Final = 5
"""How many challenges and tables one person may have waiting on one server."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A match that somebody would like to play.

    Without `opponents` it is a table for `seats` that anybody may join. `host_seat` None lets lots decide who sits
    where, `seats` None means as many as have been named, or as few as the game allows. With `wants_thread` the boards
    are to be shown in a thread of their own.
    """

    game: Game
    channel_id: int
    opponents: tuple[Person, ...] = ()
    host_seat: Seat | None = None
    seats: int | None = None
    terms: Terms = FRIENDLY
    wants_thread: bool = False


def columns_of(
    proposal: Proposal, host: Person, server_id: int, fairness: Fairness | None, now: datetime
) -> dict[str, Any]:
    """A new match that waits to begin, as columns; the proposal says for how many seats."""
    columns = {
        "server_id": server_id,
        "channel_id": proposal.channel_id,
        "game": proposal.game.key,
        "game_version": proposal.game.version,
        "seats": proposal.seats,
        "state": State.OPEN,
        "host_id": host.id,
        "host_seat": proposal.host_seat,
        "is_table": not proposal.opponents,
        "days": proposal.terms.days,
        "pauses_weekends": proposal.terms.pauses_weekends,
        "is_rated": proposal.terms.is_rated,
        "wants_thread": proposal.wants_thread,
        "ply": 0,
        "created_at": now,
        "changed_at": now,
    }
    if fairness is None:
        return columns
    sealed = {"secret": fairness.secret, "commitment": fairness.commitment, "joined_by": list(fairness.joined_by)}
    return {**columns, **sealed}


class Challenges(Matchbook):
    """What people can do before a match has begun."""

    async def propose(self, actor: Actor, server_id: int, proposal: Proposal) -> Match:
        """Challenge somebody or open a table.

        Raises `OpponentIsYou`, `WrongNumberOfPlayers` or `TooManyOpen`.
        """
        opponents = tuple({opponent.id: opponent for opponent in proposal.opponents}.values())
        seats = proposal.seats or (len(opponents) + 1 if opponents else proposal.game.seats.start)
        if any(opponent.id == actor.person.id for opponent in opponents):
            raise OpponentIsYou
        if seats not in proposal.game.seats or (opponents and seats != len(opponents) + 1):
            raise WrongNumberOfPlayers(proposal.game, seats, len(opponents) + 1)
        fairness = Fairness.draw() if proposal.game.has_chance else None
        async with self.database.write() as connection:
            # In one order for everybody, so that two who challenge each other do not wait for each other's rows.
            for person in sorted((actor.person, *opponents), key=lambda person: person.id):
                await changes.remember_person(connection, person)
            await self._check_open(connection, actor.person, server_id)
            now = self.now()
            sized = replace(proposal, seats=seats)
            columns = columns_of(sized, actor.person, server_id, fairness, now)
            match_id = await changes.insert_match(connection, columns)
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
            self.now(),
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
            match = await self._mix_in(connection, match, actor.interaction_id)
            joined = (*match.players, actor.person)
            if len(joined) == match.seats:
                await self._start(connection, match, joined)
            else:
                await self._wait_for_more(connection, match, joined)
            return await self._load(connection, match.id)

    async def _mix_in(self, connection: AsyncConnection, match: Match, interaction_id: int) -> Match:
        """Mix what nobody could know when the dice were sealed into them."""
        if match.fairness is None:
            return match
        fairness = match.fairness.mixed_with(interaction_id)
        await changes.update_match(connection, match.id, {"joined_by": list(fairness.joined_by)})
        return replace(match, fairness=fairness)

    async def _wait_for_more(self, connection: AsyncConnection, match: Match, joined: tuple[Person, ...]) -> None:
        now = self.now()
        invited = tuple(person for person in match.invited if person.id != joined[-1].id)
        await changes.set_participants(connection, match.id, joined, invited)
        await changes.update_match(connection, match.id, {"changed_at": now})
        await outbox.announce(connection, match.id, now, is_new_message=False)

    async def _start(self, connection: AsyncConnection, match: Match, joined: tuple[Person, ...]) -> None:
        seated = self._seated(match, joined)
        progress = begin(match.game, match.seats, match.fairness.dice if match.fairness else None)
        turn, now = progress.position.turn, self.now()
        to_move_id = seated[turn].id if isinstance(turn, int) else None
        await changes.set_participants(connection, match.id, seated, ())
        await changes.append_entries(connection, replace(match, players=seated), progress.entries, now)
        await changes.update_match(
            connection,
            match.id,
            {
                "state": State.RUNNING,
                "ply": len(progress.entries),
                "revision": len(progress.entries),
                "to_move_id": to_move_id,
                "started_at": now,
                "changed_at": now,
                **await clocks.started_columns(connection, match.terms, to_move_id, now),
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
        """Turn a challenge down, also after having accepted it, which calls the match off.

        Raises `NoLongerOpen` or `NotInvited`.
        """
        async with self.database.write() as connection:
            match = await self._open_match(connection, actor, match_id)
            if match.is_table or actor.person.id not in {person.id for person in match.opponents_of(match.host.id)}:
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

    async def _end(self, connection: AsyncConnection, match: Match, values: dict[str, Any]) -> None:
        await ratings.take_turn(connection, match.server_id)
        ended_at = await changes.next_end(connection, match.server_id, self.now())
        at_rest = {"to_move_id": None, "changed_at": self.now(), "ended_at": ended_at, **clocks.STOPPED}
        await changes.update_match(connection, match.id, {**values, **at_rest})
        await rating_book.apply(connection, match.id)
        await changes.overtake_offers(connection, match, self.now())

    async def _open_match(self, connection: AsyncConnection, actor: Actor, match_id: int) -> Match:
        match = await self._find(connection, actor, match_id, for_update=True)
        if match.state is not State.OPEN:
            raise NoLongerOpen(match)
        return match
