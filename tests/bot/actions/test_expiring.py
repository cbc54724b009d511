"""Open challenges that have waited long enough are withdrawn, once."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.actions import challenges, deadlines, jobs
from bot.actions.heartbeats import Heartbeat
from bot.model.challenges import Proposal
from bot.model.jobs import Claim, Kind
from bot.model.match import Match, State
from bot.model.offers import OfferState
from bot.model.refusals.challenges import NoLongerOpen
from bot.model.result import Ending
from bot.store.engine.schema.matches import offers
from tests.bot.matches import Deadlines
from tests.bot.queue import stored_jobs
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, FURL, SERVER, Hall, hall_at, here


def _keeper(hall: Hall) -> Deadlines:
    return Deadlines(hall.matches, Heartbeat(hall.matches, timedelta(minutes=1)))


async def _waiting(hall: Hall, days: int | None) -> Match:
    proposal = Proposal(ROUNDS, CHANNEL, seats=3, waits_days=days)
    return await hall.matches.propose(here(ADA), SERVER, proposal)


async def _announcements(hall: Hall, match: Match) -> int:
    return len(await stored_jobs(hall.database, Kind.BOARD, match.id))


async def test_it_is_withdrawn_once_after_its_days_also_by_two_processes_and_after_an_outage(hall: Hall) -> None:
    """Whether or not a person has joined: nobody is pinged, and nobody can join it any more."""
    match, lasting = await _waiting(hall, 7), await _waiting(hall, None)
    await hall.matches.join(here(BEN), match.id)
    hall.clock.go_on(days=6, hours=23)
    await _keeper(hall).tend()
    assert (await hall.matches.load(match.id)).state is State.OPEN
    before = await _announcements(hall, match)
    other = await hall_at(hall.url)
    other.clock.at = hall.clock.at = hall.clock.at + timedelta(days=20)
    await asyncio.gather(_keeper(hall).tend(), _keeper(other).tend())
    await _keeper(other).tend()
    await other.database.close()
    match = await hall.matches.load(match.id)
    assert match.state is State.CALLED_OFF and match.result is not None and match.expires_at is None
    assert (match.result.ending, match.result.by) == (Ending.EXPIRED, None)
    assert await _announcements(hall, match) == before + 1
    assert (await hall.matches.load(lasting.id)).state is State.OPEN
    async with hall.refusing(NoLongerOpen):
        await hall.matches.join(here(CLEO), match.id)


async def test_a_person_who_must_answer_loses_no_time_by_an_outage(hall: Hall) -> None:
    """So an outage on the last day costs nobody a place on a ladder; then they have declined, once."""
    asked = Proposal(FURL, CHANNEL, opponents=(BEN,), answer_days=3)
    match = await hall.matches.propose(here(ADA), SERVER, asked)
    keeper = Deadlines(hall.matches, Heartbeat(hall.matches, timedelta(days=1)))
    for hours in (0, 80, 71):  # a silence of more than three days is an outage
        hall.clock.go_on(hours=hours)
        await keeper.tend()
        assert (await hall.matches.load(match.id)).state is State.OPEN
    hall.clock.go_on(hours=1, minutes=1)
    before = await _announcements(hall, match)
    for _ in range(2):
        await keeper.tend()
    match = await hall.matches.load(match.id)
    assert match.result is not None and (match.result.ending, match.result.by) == (Ending.UNANSWERED, BEN)
    assert await _announcements(hall, match) == before + 1


async def test_neither_matches_that_have_begun_nor_challenges_to_named_people_expire(hall: Hall) -> None:
    open_one = await hall.matches.propose(here(ADA), SERVER, Proposal(FURL, CHANNEL, waits_days=1))
    named = await hall.matches.propose(here(ADA), SERVER, Proposal(FURL, CHANNEL, opponents=(BEN,), waits_days=1))
    about_to_begin = await hall.matches.propose(here(ADA), SERVER, Proposal(STICKS, CHANNEL, seats=2, waits_days=1))
    await hall.matches.join(here(BEN), open_one.id)
    async with hall.matches.joining(about_to_begin.id, here(BEN)) as change:
        challenges.join(change, BEN)
    assert change.match.is_about_to_begin, "and its message may be a while on the way"
    hall.clock.go_on(days=2)
    await _keeper(hall).tend()
    states = [(await hall.matches.load(one.id)).state for one in (open_one, named, about_to_begin)]
    assert states == [State.RUNNING, State.OPEN, State.OPEN]
    assert (await hall.matches.begun(change.match)).state is State.RUNNING


async def _claim(hall: Hall) -> Claim | None:
    [due] = await jobs.due(hall.matches, [Kind.CHALLENGE], 10)
    return await jobs.claim(hall.matches, due)


async def test_a_process_that_is_killed_while_it_withdraws_one_leaves_that_to_another(hall: Hall) -> None:
    match = await _waiting(hall, 1)
    hall.clock.go_on(days=1)
    claim = await _claim(hall)
    assert claim is not None, "and its process does nothing with it"
    assert await jobs.due(hall.matches, [Kind.CHALLENGE], 10) == []
    hall.clock.go_on(minutes=3)
    other = await _claim(hall)
    assert other is not None and await deadlines.close(hall.matches, other)
    assert (await hall.matches.load(match.id)).state is State.CALLED_OFF
    before = await _announcements(hall, match)
    assert not await deadlines.close(hall.matches, claim), "it was only slow"
    assert await _announcements(hall, match) == before and not await stored_jobs(hall.database, Kind.CHALLENGE)


@pytest.mark.parametrize("ends", ["begins", "is cancelled"])
async def test_nothing_is_left_to_do_for_one_that_is_over(hall: Hall, ends: str) -> None:
    match = await hall.matches.propose(here(ADA), SERVER, Proposal(FURL, CHANNEL, waits_days=20))
    assert len(await stored_jobs(hall.database, Kind.CHALLENGE)) == 1
    await (hall.matches.join(here(BEN), match.id) if ends == "begins" else hall.matches.cancel(here(ADA), match.id))
    assert await stored_jobs(hall.database, Kind.CHALLENGE) == []


async def test_one_that_waits_for_weeks_is_looked_at_once_a_day(hall: Hall) -> None:
    """Because a job that was due later would count as set by a wrong clock, and be done at once."""
    match, looks = await _waiting(hall, 7), 0
    for hour in range(0, 7 * 24, 3):
        assert (await hall.matches.load(match.id)).state is State.OPEN, hour
        looks += len(await jobs.due(hall.matches, [Kind.CHALLENGE], 10))
        await _keeper(hall).tend()
        hall.clock.go_on(hours=3)
    assert looks == 6
    await _keeper(hall).tend()
    assert (await hall.matches.load(match.id)).state is State.CALLED_OFF


async def test_a_job_that_has_nothing_more_to_close_is_done(hall: Hall) -> None:
    """Such as that of an offer which an earlier version closed with its end still noted."""
    match = await hall.running(game=ROUNDS)
    await hall.matches.offer_draw(here(ADA), match.id)
    closed = {"state": OfferState.OVERTAKEN}
    async with hall.database.write() as connection:
        await connection.execute(update(offers).where(offers.c.match_id == match.id).values(**closed))
    hall.clock.go_on(days=8)
    [due] = await jobs.due(hall.matches, [Kind.OFFER], 10)
    claim = await jobs.claim(hall.matches, due)
    assert claim is not None and not await deadlines.close(hall.matches, claim)
    assert not await stored_jobs(hall.database, Kind.OFFER)
