"""Blocking people, going on vacation, and completing lessons.

A blocked person can neither challenge nor join the blocker, nor make them offers, and is not told of the block. What
the two have offered each other before lapses. During a vacation, all clocks of the person stop.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from bot.actions import matches, offers
from bot.actions.askers import spend
from bot.actions.context import Context
from bot.model import vacations as model
from bot.model.askers import Cost
from bot.model.jobs import Claim, Kind
from bot.model.people import Person
from bot.model.place import DIRECT
from bot.model.refusals.people import AwayLonger, BlocksThemselves, NotAhead, NotAway, TooManyBlocked, VacationTooLong
from bot.model.settings import zone_of
from bot.model.vacations import Vacation, VacationStanding
from bot.store import clocks, match_lists
from bot.store import people as people_store
from bot.store import settings as setting_store
from bot.store.clocks import RunningClock
from bot.store.engine.database import Connection
from bot.store.jobs import boards, queue

MOST_BLOCKED: Final = 100

_MOST_OPPONENTS: Final = 100
"""The maximum number of people to choose from."""


async def blocked_by(context: Context, person: Person) -> Sequence[Person]:
    """The people whom a person has blocked, the latest first."""
    async with context.database.read() as connection:
        return await people_store.blocked_by(connection, person.id)


async def opponents_on(context: Context, server_id: int, person: Person, name: str = "") -> Sequence[Person]:
    """The people whom a person may want to challenge on a server: all who play there, except those they block.

    With a name, only those who have it, whatever its case.
    """
    async with context.database.read() as connection:
        players = await people_store.playing_on(connection, server_id, _MOST_OPPONENTS, name)
        blocked = await people_store.blocked_by(connection, person.id)
    without = {person.id, *(blocked_person.id for blocked_person in blocked)}
    return [player for player in players if player.id not in without]


async def named_like(context: Context, server_id: int, part: str) -> Sequence[Person]:
    """The people who play on a server and have this part in their name."""
    async with context.database.read() as connection:
        return await people_store.playing_on(connection, server_id, _MOST_OPPONENTS, part=part)


async def block(context: Context, person: Person, other: Person) -> Sequence[Person]:
    """Block `other`, safe to repeat, and close what the two have offered each other; return all blocked people.

    Raises `BlocksThemselves` or `TooManyBlocked`.
    """
    if other.id == person.id:
        raise BlocksThemselves
    async with context.database.write() as connection:
        both = sorted((person, other), key=lambda party: party.id)
        for party in both:
            await people_store.lock(connection, party.id)  # what one is offering the other right now is seen below
        for party in both:
            await people_store.remember(connection, party)
        await people_store.block(connection, person.id, other.id, context.now())
        blocked = await people_store.blocked_by(connection, person.id)
        if len(blocked) > MOST_BLOCKED:
            raise TooManyBlocked(MOST_BLOCKED)
        between = await match_lists.offered_between(connection, person.id, other.id)
    for match_id in between:  # one after the other, because a match is locked before people
        async with matches.change(context, match_id) as change:
            offers.part(change, person, other)
    return blocked


async def unblock(context: Context, person: Person, other_id: int) -> Sequence[Person]:
    """Unblock a person, safe to repeat; return all people who are still blocked."""
    async with context.database.write() as connection:
        await people_store.unblock(connection, person.id, other_id)
        return await people_store.blocked_by(connection, person.id)


_A_DAY: Final = timedelta(days=1)
_A_YEAR: Final = timedelta(days=366)
_A_MOMENT: Final = timedelta(minutes=1)
"""Two requested vacations that end this close together are the same one, requested twice."""


async def vacation_standing(context: Context, person_id: int) -> VacationStanding:
    """A person's current vacation, and the rest of their budget."""
    async with context.database.read() as connection:
        return await _standing(connection, person_id, context.now())


async def go_on_vacation(context: Context, person: Person, days: int) -> VacationStanding:
    """Send a person on vacation for `days` from now, or prolong their current vacation to that.

    Two requests at the same moment are one vacation. Raises `AwayLonger` if they are already on a longer vacation, and
    `VacationTooLong` if it exceeds the rest of their year's budget, or `DoneTooOften`.
    """
    await spend(context, Cost.ENTRY, person)
    async with context.database.write() as connection:
        running = await _lock(connection, person)
        now = context.now()
        taken = await _taken(connection, person.id, now)
        wanted = model.prolonged(taken, now, days)
        present = model.running(taken, now)
        if present is not None and abs(wanted.ended_at - present.ended_at) < _A_MOMENT:
            return await _standing(connection, person.id, now)
        if present is not None and wanted.ended_at < present.ended_at:
            raise AwayLonger(present.ended_at)
        if not model.is_affordable(taken, wanted):
            standing = await _standing(connection, person.id, now)
            raise VacationTooLong(standing.most_days, standing.left)
        if present is None:
            number = await people_store.add_vacation(connection, person.id, now, wanted.ended_at)
        else:
            number = present.id
            await people_store.end_vacation(connection, number, wanted.ended_at)
        await _ends_at(connection, person.id, replace(wanted, id=number), now)
        await clocks.reckon(connection, running, now)
        await boards.renew_of(connection, person.id, now, now)
        return await _standing(connection, person.id, now)


async def plan_vacation(context: Context, person: Person, begins_on: date, days: int) -> VacationStanding:
    """Plan a person's vacation of `days` from the beginning of a day in their time zone, in place of an earlier plan.

    Raises `NotAhead` unless that day is after today and within a year, and `VacationTooLong` if it exceeds the rest of
    a year's budget, or `DoneTooOften`.
    """
    await spend(context, Cost.ENTRY, person)
    async with context.database.write() as connection:
        running = await _lock(connection, person)
        now, zone = context.now(), zone_of((await setting_store.preferences_of(connection, person.id)).time_zone)
        began_at = datetime.combine(begins_on, time(), zone).astimezone(UTC)
        if not now < began_at <= now + _A_YEAR:
            raise NotAhead
        taken = await _taken(connection, person.id, now)
        former = model.planned(taken, now)
        wanted = Vacation(0 if former is None else former.id, began_at, began_at + days * _A_DAY)
        if not model.is_affordable(taken, wanted):
            standing = await _standing(connection, person.id, now)
            raise VacationTooLong(standing.most_days, standing.left)
        if former is not None:
            await _forget_plan(connection, former)
        number = await people_store.add_vacation(connection, person.id, began_at, wanted.ended_at, is_planned=True)
        await _ends_at(connection, person.id, replace(wanted, id=number), now)
        await clocks.reckon(connection, running, now)
        await boards.renew_of(connection, person.id, now, now)
        return await _standing(connection, person.id, now)


async def _forget_plan(connection: Connection, planned: Vacation) -> None:
    await people_store.remove_vacation(connection, planned.id)
    await queue.remove(connection, Kind.VACATION, DIRECT, f"{planned.id}")


async def come_back(context: Context, person: Person, vacation_id: int) -> VacationStanding:
    """End a vacation now, or give up a planned one; what is left of it returns to the budget.

    Raises `NotAway` if the person is not on it and has not planned it.
    """
    async with context.database.write() as connection:
        running = await _lock(connection, person)
        now = context.now()
        taken = await _taken(connection, person.id, now)
        present, planned = model.running(taken, now), model.planned(taken, now)
        if planned is not None and planned.id == vacation_id:
            await _forget_plan(connection, planned)
        elif present is not None and present.id == vacation_id:
            await people_store.end_vacation(connection, present.id, now)
            await queue.remove(connection, Kind.VACATION, DIRECT, f"{present.id}")
        else:
            raise NotAway
        await clocks.reckon(connection, running, now)
        await boards.renew_of(connection, person.id, now if present is None else present.began_at, now)
        return await _standing(connection, person.id, now)


async def end_on_time(context: Context, claim: Claim) -> bool:
    """Update the boards when a person's vacation begins as planned or is over; return whether to tell the person.

    A vacation that was prolonged, or that begins anew, is not over.
    """
    async with context.database.write() as connection:
        now, person_id = context.now(), claim.about_person
        over = await people_store.vacation_with(connection, int(claim.first.data["vacation"]))
        if over is not None and over.ended_at > now:
            if over.began_at <= now < over.began_at + _A_DAY:
                await boards.renew_of(connection, person_id, over.began_at, now)
            await _ends_at(connection, person_id, over, now)
            return False
        if over is None or not await queue.finish(connection, claim):
            return False
        await boards.renew_of(connection, person_id, over.began_at, now)
        if model.running(await _taken(connection, person_id, now), now) is not None:
            return False
        facts = {"person_id": person_id, "data": {"is_over": True}}
        await queue.put(connection, Kind.VACATION, DIRECT, f"{over.id} is over", now, **facts)
        return True


async def _ends_at(connection: Connection, person_id: int, vacation: Vacation, now: datetime) -> None:
    """Add the job for the end of a vacation, or move it; it looks once a day, because no job is put off for longer.

    A vacation that is only planned has it for its beginning first.
    """
    about = {"person_id": person_id, "data": {"vacation": vacation.id}}
    changes_at = vacation.began_at if vacation.began_at > now else vacation.ended_at
    await queue.put(connection, Kind.VACATION, DIRECT, f"{vacation.id}", queue.looked_at(changes_at, now), **about)


async def _lock(connection: Connection, person: Person) -> Sequence[RunningClock]:
    """Lock the vacations and the running clocks of a person until the transaction ends; return the clocks.

    Matches come first and people after them, as in a move, so that two transactions never wait for each other. On
    PostgreSQL a turn may come to the person at this very moment, with a clock that does not reckon with the vacation;
    clocks are reckoned again before they have consequences.
    """
    running = await clocks.lock_running_of(connection, person.id)
    await people_store.remember(connection, person)
    return running


async def _standing(connection: Connection, person_id: int, now: datetime) -> VacationStanding:
    taken = await _taken(connection, person_id, now)
    present = model.running(taken, now)
    planned = model.planned(taken, now)
    years = {now.year, *(vacation.ended_at.year for vacation in (present, planned) if vacation is not None)}
    left = tuple((year, model.left_in(year, taken)) for year in sorted(years))
    return VacationStanding(present, left, model.most_days(taken, now), planned)


async def _taken(connection: Connection, person_id: int, now: datetime) -> Sequence[Vacation]:
    return await people_store.vacations_of(connection, person_id, datetime(now.year, 1, 1, tzinfo=UTC))


async def lessons_done(context: Context, person: Person, game: str) -> Collection[int]:
    """The numbers of the lessons of a game that a person has done, counted from 0."""
    async with context.database.read() as connection:
        return await people_store.lessons_done(connection, person.id, game)


async def finish_lesson(context: Context, person: Person, game: str, number: int) -> None:
    """Note that a person has done a lesson; doing it again changes nothing."""
    async with context.database.write() as connection:
        await people_store.remember(connection, person)
        done = await people_store.lessons_done(connection, person.id, game)
        if number not in done:
            await people_store.keep_lessons(connection, person.id, game, {*done, number}, context.now())


async def is_beginner(context: Context, person: Person) -> bool:
    """Whether a person has done no lesson and plays their first match, or none yet."""
    async with context.database.ask() as connection:
        return await people_store.is_beginner(connection, person.id)


async def never_counted(context: Context, person: Person) -> bool:
    """Whether no match of a person has counted for ratings so far, and none that they are in will."""
    async with context.database.ask() as connection:
        return await people_store.never_counted(connection, person.id)
