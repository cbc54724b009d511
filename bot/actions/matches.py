"""What people can do to a match. The one place where a match changes; it knows nothing of Discord.

Every change is one transaction: load the match, check who asks for what at which ply, advance, append, and note in
the outbox that there is something to show. A change that may not be raises a `Refusal` or a `MoveError` and leaves
everything as it was. What comes before a match has begun is in `bot.actions.challenges`, what only reads in `bot.actions.matchbook`.
"""

from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.actions.challenges import MOST_OPEN, Proposal
from bot.actions.matchbook import Actor, check_running
from bot.actions.offering import Offering
from bot.model.match import Ending, Match, Person, State
from bot.model.notice import Notice
from bot.model.plans import Course, deed, planned, stored
from bot.model.progress import Cause, Progress, advance
from bot.model.refusals import NotYourTurn, StaleBoard
from bot.store import changes, clocks, notices, outbox
from rules.core import Move, Seat
from rules.record import retired_seat, retirement

__all__ = ("MOST_OPEN", "Actor", "Matches", "Played", "Proposal", "check_running")

_MOST_PLANNED_AT_ONCE: Final = 500
"""Plans of several people can answer each other; this many moves in a row is more than any game's plans hold."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was accepted: the match after it and all that followed by itself, and the token."""

    match: Match
    move: Move


class Matches(Offering):
    """All matches in a database and everything that people can do to them."""

    async def play(self, actor: Actor, match_id: int, text: str, *, revision: int | None = None) -> Played:
        """Play the move that `text` means; `revision` is that of the board that the player saw, None if not known.

        Raises a `MoveError` for a move that the rules do not allow, `StaleBoard` if the match has moved on since
        `revision`, `NotYourTurn`, or what `check_running` raises.
        """
        async with self.database.write() as connection:
            match = await self._find(connection, actor, match_id, for_update=True)
            seat = check_running(match, actor.person)
            if revision is not None and revision != match.revision:
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

    async def _enter(
        self, connection: AsyncConnection, match: Match, seat: Seat, entry: Move, cause: Cause | None = None
    ) -> None:
        """Add an entry of `seat` to the record, with all that follows from it."""
        dice = match.fairness.dice if match.fairness else None
        progress = advance(match.position, seat, entry, dice, match.draws).because(cause)
        await self._go_on(connection, match, progress)
        # One message and one ping a turn: somebody who leaves while another is to move is told of on the present board.
        turned = progress.position.turn != match.position.turn
        await outbox.announce(connection, match.id, self.now(), is_new_message=turned)

    async def _go_on(self, connection: AsyncConnection, match: Match, progress: Progress) -> None:
        """Store what `progress` adds to a match, and its end if that is reached."""
        now = self.now()
        turn = progress.position.turn
        to_move_id = match.players[turn].id if isinstance(turn, int) else None
        await changes.append_entries(connection, match, progress.entries, now)
        values = {
            "ply": match.ply + len(progress.entries),
            "revision": match.revision + len(progress.entries),
            "to_move_id": to_move_id,
            "changed_at": now,
        }
        # Whoever is to move does not gain time by somebody else's leaving.
        if retired_seat(progress.entries[0].move) is None or turn != match.position.turn:
            values |= await clocks.started_columns(connection, match.terms, to_move_id, now)
        await changes.update_match(connection, match.id, values)
        await changes.overtake_offers(connection, match, now)
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
                await self._lose(connection, match, seat, Ending.RESIGNED)
                await outbox.announce(connection, match.id, self.now(), is_new_message=True)
                return await self._load(connection, match.id)
            await self._enter(connection, match, seat, retirement(seat))
            return await self._follow_plans(connection, match.id)

    async def _lose(self, connection: AsyncConnection, match: Match, seat: Seat, ending: Ending) -> None:
        places = tuple(match.seats if other == seat else 1 for other in range(match.seats))
        values = {"state": State.FINISHED, "ending": ending, "ended_by_id": match.players[seat].id}
        await self._end(connection, match, {**values, "places": places})

    async def time_out(self, match_id: int) -> bool:
        """Act on the clock of a match if the time of whoever is to move is really over; tells whether it was.

        At a table of two they lose, or the match is called off if they never made a move. Elsewhere they leave and the
        others play on, or the match is called off if nobody has made a move. Doing so twice does nothing twice.
        """
        async with self.database.write() as connection:
            match = await self._with_clock(connection, match_id)
            if match is None or match.clock is None or match.clock.deadline > self.now():
                return False
            seat = match.position.turn
            assert isinstance(seat, int), "a clock runs for a player"
            leaves = match.position.retire(seat) is not None
            if not any(match.has_moved(other) for other in ([seat] if not leaves else map(Seat, range(match.seats)))):
                unplayed = {"ending": Ending.UNPLAYED, "ended_by_id": match.players[seat].id}
                await self._end(connection, match, {"state": State.CALLED_OFF, **unplayed})
            elif leaves:
                await self._enter(connection, match, seat, retirement(seat), Cause.TIME)
                await self._follow_plans(connection, match.id)
                return True
            else:
                await self._lose(connection, match, seat, Ending.TIME)
            await outbox.announce(connection, match.id, self.now(), is_new_message=True)
            return True

    async def remind(self, match_id: int) -> bool:
        """Have whoever is to move reminded if most of their time is really gone, once a move; tells whether it was."""
        async with self.database.write() as connection:
            match = await self._with_clock(connection, match_id)
            now = self.now()
            if match is None or match.clock is None or match.to_move is None:
                return False
            if match.clock.remind_at is None or match.clock.remind_at > now:
                return False
            await changes.update_match(connection, match.id, {"remind_at": None})
            if match.clock.deadline > now:  # else there is nothing left to remind of
                await notices.add(connection, match, match.to_move.id, Notice.REMINDER, now)
            return True

    async def _with_clock(self, connection: AsyncConnection, match_id: int) -> Match | None:
        """A running match with its clock as it is now, whatever has kept it still since it was stored; else None."""
        match = await self._load(connection, match_id, for_update=True)
        if match.clock is None or match.to_move is None:
            return None
        clock = await clocks.up_to_date(connection, match.terms, match.to_move.id, match.clock)
        if clock != match.clock:
            await changes.update_match(connection, match.id, clocks.columns_of(clock))
        return replace(match, clock=clock)

    async def plan(self, actor: Actor, match_id: int, text: str, *, adding: bool = False) -> Match:
        """Keep what somebody wants to play when their turns come, in place of what they had planned or `adding` to it.

        An empty text forgets the plan. If it is the person's turn, the plan begins at once. Raises
        `bot.model.plans.PlanError` for a text that is no plan or holds a move that cannot be played as far as that is known,
        or what `check_running` raises.
        """
        async with self.database.write() as connection:
            match = await self._find(connection, actor, match_id, for_update=True)
            seat = check_running(match, actor.person)
            known = match.plan_of(actor.person.id).course if adding else Course()
            course = planned(text, match.position, match.steps, seat, known)
            await changes.set_plan(connection, match.id, actor.person, stored(course))
            return await self._follow_plans(connection, match.id)

    async def _follow_plans(self, connection: AsyncConnection, match_id: int) -> Match:
        """Play what was planned, for as long as somebody's turn comes who has planned for it; the match after that."""
        match = await self._load(connection, match_id)
        for _ in range(_MOST_PLANNED_AT_ONCE):
            player = match.to_move
            if player is None or not await self._do_as_planned(connection, match, player):
                break
            match = await self._load(connection, match_id)
        return match

    async def _do_as_planned(self, connection: AsyncConnection, match: Match, player: Person) -> bool:
        """Do what the player who is to move has planned: play, stop or forget it; False if there is nothing to do."""
        seat = match.seat_of(player.id)
        assert seat is not None, "whoever is to move has a seat"
        done = deed(match.plan_of(player.id), match.position, match.steps, seat)
        if done is None:
            return False
        if done.rest.stopped_at:
            await changes.stop_plan(connection, match.id, done.rest)
        else:
            await changes.set_plan(connection, match.id, player, done.rest.lines)
        if done.move is not None:
            await self._enter(connection, match, seat, done.move, Cause.PLANNED)
        return True
