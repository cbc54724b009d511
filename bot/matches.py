"""What people can do to a match. The one place where a match changes; it knows nothing of Discord.

Every change is one transaction: load the match, check who asks for what at which ply, advance, append, and note in
the outbox that there is something to show. A change that may not be raises a `Refusal` or a `MoveError` and leaves
everything as it was. What comes before a match has begun is in `bot.challenges`, what only reads in `bot.matchbook`.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.advancing import Progress, advance
from bot.challenges import MOST_OPEN, Challenges, Proposal
from bot.match import Ending, Match, Person, State
from bot.matchbook import Actor, check_running
from bot.plans import LONGEST, Plan, queued
from bot.refusals import NotYourTurn, PlanTooLong, StaleBoard
from bot.store import changes, outbox
from rules.core import Move, MoveError, Seat
from rules.record import retirement

__all__ = ("MOST_OPEN", "Actor", "Matches", "Played", "Proposal", "check_running")

_MOST_PLANNED_AT_ONCE: Final = 500
"""Plans of several people can answer each other; this many moves in a row is more than any game's plans hold."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was accepted: the match after it and all that followed by itself, and the token."""

    match: Match
    move: Move


class Matches(Challenges):
    """All matches in a database and everything that people can do to them."""

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
            if actor.person not in match.players:  # under a new name
                await changes.remember_person(connection, actor.person)
            if match.plan_of(actor.person.id).stopped_at:  # what there was to say of it has been said
                await changes.set_plan(connection, match.id, actor.person, ())
            await self._enter(connection, match, seat, move)
            return Played(await self._follow_plans(connection, match.id), move)

    async def _enter(self, connection: AsyncConnection, match: Match, seat: Seat, entry: Move) -> None:
        """Add an entry of `seat` to the record, with all that follows from it."""
        dice = match.fairness.dice if match.fairness else None
        progress = advance(match.position, seat, entry, dice, match.draws)
        await self._go_on(connection, match, progress)
        # One message and one ping a turn: somebody who leaves while another is to move is told of on the present board.
        turned = progress.position.turn != match.position.turn
        await outbox.announce(connection, match.id, self.now(), is_new_message=turned)

    async def _go_on(self, connection: AsyncConnection, match: Match, progress: Progress) -> None:
        """Store what `progress` adds to a match, and its end if that is reached."""
        now = self.now()
        turn = progress.position.turn
        await changes.append_entries(connection, match, progress.entries, now)
        await changes.update_match(
            connection,
            match.id,
            {
                "ply": match.ply + len(progress.entries),
                "to_move_id": match.players[turn].id if isinstance(turn, int) else None,
                "changed_at": now,
            },
        )
        outcome = progress.outcome
        if outcome is not None:
            values = {"places": outcome.places, "points": outcome.points, "reason": outcome.reason}
            await self._end(connection, match, {"state": State.FINISHED, "ending": Ending.RULES, **values})

    async def resign(self, actor: Actor, match_id: int) -> Match:
        """Give a running match up. Raises what `check_running` raises.

        Where the game can go on without the seat, the others play on; elsewhere everybody else wins.
        """
        async with self.database.write() as connection:
            match = await self._find(connection, actor, match_id, for_update=True)
            seat = check_running(match, actor.person)
            if match.position.retire(seat) is None:
                await self._lose(connection, match, seat)
                await outbox.announce(connection, match.id, self.now(), is_new_message=True)
                return await self._load(connection, match.id)
            await self._enter(connection, match, seat, retirement(seat))
            return await self._follow_plans(connection, match.id)

    async def _lose(self, connection: AsyncConnection, match: Match, seat: Seat) -> None:
        places = tuple(match.seats if other == seat else 1 for other in range(match.seats))
        values = {"state": State.FINISHED, "ending": Ending.RESIGNED, "ended_by_id": match.players[seat].id}
        await self._end(connection, match, {**values, "places": places})

    async def plan(self, actor: Actor, match_id: int, text: str) -> Match:
        """Queue moves that are played one after the other as the person's turns come; an empty text forgets them.

        Raises `rules.core.InvalidMove` for an entry that is not a move of the game at all, `PlanTooLong`, or what
        `check_running` raises. If it is the person's turn, the queue begins at once.
        """
        async with self.database.write() as connection:
            match = await self._find(connection, actor, match_id, for_update=True)
            check_running(match, actor.person)
            queue = queued(match.position, text)
            if len(queue) > LONGEST:
                raise PlanTooLong(len(queue), LONGEST)
            await changes.set_plan(connection, match.id, actor.person, queue)
            return await self._follow_plans(connection, match.id)

    async def _follow_plans(self, connection: AsyncConnection, match_id: int) -> Match:
        """Play what was planned, for as long as somebody's turn comes who has planned for it; the match after that."""
        match = await self._load(connection, match_id)
        for _ in range(_MOST_PLANNED_AT_ONCE):
            player = match.to_move
            if player is None or not match.plan_of(player.id).is_ready:
                break
            await self._play_planned(connection, match, player)
            match = await self._load(connection, match_id)
        return match

    async def _play_planned(self, connection: AsyncConnection, match: Match, player: Person) -> None:
        """Play the first move of the plan of the player who is to move, or stop the plan if it is not legal."""
        planned, *rest = match.plan_of(player.id).moves
        seat = match.seat_of(player.id)
        assert seat is not None, "whoever is to move has a seat"
        try:
            move = match.position.parse(planned)
        except MoveError as error:
            await changes.stop_plan(connection, match.id, Plan(player.id, tuple(rest), planned, str(error)))
            return
        await changes.set_plan(connection, match.id, player, rest)
        await self._enter(connection, match, seat, move)
