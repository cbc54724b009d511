"""Every comparison of the store with the time: a millisecond before an instant, at it, and a millisecond after it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from sqlalchemy import insert, select, update

from bot.model.jobs import Kind, Notice
from bot.model.match import Match, State
from bot.model.moderation import Intervention, InterventionKind, MatchSubject
from bot.model.offers import OfferKind, OfferState
from bot.model.people import Person
from bot.model.puzzles import Attempt, AttemptEnding, PuzzleStanding, Trial
from bot.model.refusals.people import DeletedMeanwhile
from bot.model.result import Ending
from bot.model.sessions import Session
from bot.model.shards import ALL, Shard
from bot.model.tokens import Scope, Token
from bot.records.puzzles import shipped
from bot.store import clocks, match_lists, moderation, offers, outages, pushing, puzzles, tokens
from bot.store import people as people_store
from bot.store import sessions as session_store
from bot.store.engine.conditions import ACCURACY, CLAIM, LONGEST
from bot.store.engine.database import Connection
from bot.store.engine.processes import SILENCE, Process
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches, participants
from bot.store.engine.schema.matches import offers as offer_rows
from bot.store.engine.schema.people import page_sessions, push_subscriptions, vacations
from bot.store.engine.schema.people import tokens as token_rows
from bot.store.jobs import boards, queue
from tests.bot.tables import ADA, BEN, CHANNEL, FURL, SERVER, Hall, update_match

MOMENT, HOUR, DAY = timedelta(milliseconds=1), timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True)
class Scene:
    """A running match without jobs, in which Ada is to move; something happens `at` an instant, and it's `now`."""

    connection: Connection
    hall: Hall
    match: Match
    at: datetime
    now: datetime

    async def job(self, kind: Kind = Kind.CALL, **columns: Any) -> int:
        """Add a job about the match; returns its number."""
        row = queue.values(kind, SERVER, columns.pop("due_at", self.at), match_id=self.match.id, **columns)
        return (await self.connection.execute(insert(jobs).values(**row).returning(jobs.c.id))).scalar_one()

    async def is_due(self, kind: Kind) -> bool:
        return bool(await queue.due(self.connection, [kind], self.now, 9))

    async def vacation(self, began_at: datetime, ended_at: datetime) -> None:
        await people_store.add_vacation(self.connection, ADA.id, began_at, ended_at)

    async def change(self, **columns: Any) -> None:
        await update_match(self.connection, self.match.id, columns)

    async def session(self, *, is_link: bool = False, is_in_discord: bool = False) -> Session:
        """Add a session of Ada's that ends at the instant."""
        session = Session(ADA, None, None, self.at, is_in_discord=is_in_discord)
        await session_store.add(self.connection, "hash", session, self.at - HOUR, is_link=is_link)
        return session

    async def token(self) -> int:
        """Add a token of Ada's that ends at the instant; returns its number."""
        token = Token(0, ADA, "program", Scope.READ, self.at - HOUR, self.at)
        return await tokens.add(self.connection, token, "hash")

    async def count(self, column: Any) -> int:
        return len((await self.connection.scalars(select(column))).all())


_Probe = Callable[[Scene], Awaitable[object]]
_Answers = tuple[bool, bool, bool]
UP_TO: Final[_Answers] = True, True, False
BEFORE: Final[_Answers] = True, False, False
FROM: Final[_Answers] = False, True, True
AFTER: Final[_Answers] = False, False, True
_CASES: Final[dict[str, tuple[_Probe, _Answers, timedelta]]] = {}


def compares(answers: _Answers, ahead: timedelta = timedelta()) -> Callable[[_Probe], _Probe]:
    """Declare what a probe finds just before, at, and just after the instant, or that much later than the instant."""

    def declare(probe: _Probe) -> _Probe:
        _CASES[probe.__name__] = probe, answers, ahead
        return probe

    return declare


# --- sessions, tokens and what depends on them ---


@compares(BEFORE)
async def a_session_goes_on(scene: Scene) -> bool:
    await scene.session()
    found = (
        await session_store.find(scene.connection, "hash", scene.now) is not None,
        await session_store.hold(scene.connection, "hash", scene.now),
        bool(await session_store.begun(scene.connection, ADA.id, scene.now, is_in_discord=False)),
    )
    assert len(set(found)) == 1
    return found[0]


@compares(BEFORE)
async def a_link_is_valid(scene: Scene) -> bool:
    await scene.session(is_link=True)
    is_found = await session_store.find_link(scene.connection, "hash", scene.now) is not None
    assert (await session_store.use_link(scene.connection, "hash", scene.now) is not None) is is_found
    return is_found


@compares(BEFORE)
async def a_press_is_valid(scene: Scene) -> bool:
    await scene.session(is_link=True, is_in_discord=True)
    return await session_store.use_press(scene.connection, ADA.id, scene.now) is not None


@compares(BEFORE)
async def a_session_outlasts_the_next_one(scene: Scene) -> bool:
    session = await scene.session()
    await session_store.end_oldest(scene.connection, session, 9, scene.now, is_link=False)
    return bool(await scene.count(page_sessions.c.token_hash))


@compares(BEFORE)
async def a_browser_gets_notices(scene: Scene) -> bool:
    await scene.session()
    row = {"person_id": ADA.id, "session_hash": "hash", "begun_at": scene.at, "address_hash": "a"}
    await scene.connection.execute(insert(push_subscriptions), row | {"address": "a", "key": "k", "secret": "s"})
    is_found = bool(await pushing.of_person(scene.connection, ADA.id, scene.now))
    await pushing.remove_ended(scene.connection, scene.now)
    assert bool(await scene.count(push_subscriptions.c.address)) is is_found
    return is_found


@compares(BEFORE)
async def a_token_goes_on(scene: Scene) -> bool:
    number = await scene.token()
    found = (
        await tokens.find(scene.connection, "hash", scene.now) is not None,
        await tokens.of_id(scene.connection, number, scene.now) is not None,
        await tokens.of_owner(scene.connection, ADA.id, number, scene.now) is not None,
        bool(await tokens.of_person(scene.connection, ADA.id, scene.now)),
        await tokens.hold(scene.connection, "hash", scene.now),
    )
    await tokens.end_old(scene.connection, scene.now)
    assert {*found, bool(await scene.count(token_rows.c.id))} == {found[0]}
    return found[0]


# --- clocks ---


@compares(FROM)
async def a_vacation_has_begun(scene: Scene) -> bool:
    await scene.vacation(scene.at, scene.at + DAY)
    return await _is_away(scene)


@compares(BEFORE)
async def a_vacation_lasts(scene: Scene) -> bool:
    await scene.vacation(scene.at - DAY, scene.at)
    found = await people_store.vacations_of(scene.connection, ADA.id, scene.now)
    known = await clocks.pauses(scene.connection, [ADA.id], scene.now)
    assert bool(found) is bool(known.of(ADA.id, SERVER)) is await _is_away(scene)
    return bool(found)


async def _is_away(scene: Scene) -> bool:
    """Whether Ada is on vacation, in everything that says so."""
    _known, away = await clocks.pauses_and_vacation(scene.connection, ADA.id, SERVER, scene.now)
    query = select(matches).where(matches.c.id == scene.match.id)
    [summary] = await match_lists.summaries(scene.connection, query, scene.now, scene.hall.matches.games)
    assert (away is not None) is summary.is_away
    return summary.is_away


@compares(BEFORE)
async def a_vacation_began_by_a_clock_that_was_ahead(scene: Scene) -> bool:
    await scene.vacation(scene.at, scene.at + DAY)
    await people_store.add_vacation(scene.connection, BEN.id, scene.at, scene.at + DAY, is_planned=True)
    await people_store.correct_vacations(scene.connection, scene.now)
    rows = {row.person_id: row.began_at for row in await scene.connection.execute(select(vacations))}
    assert rows[BEN.id] == scene.at
    return rows[ADA.id] != scene.at


@compares(BEFORE)
async def an_outage_ended_later(scene: Scene) -> bool:
    await outages.add(scene.connection, {Shard(0, 1): scene.at - DAY}, scene.at)
    known = await clocks.pauses(scene.connection, [], scene.now)
    was_long = await outages.was_long(scene.connection, longer_than=HOUR, ended_after=scene.now)
    assert bool(known.of(ADA.id, SERVER)) is was_long
    return was_long


@compares(AFTER)
async def an_outage_was_longer(scene: Scene) -> bool:
    await outages.add(scene.connection, {Shard(0, 1): scene.at}, scene.now + DAY)
    return await outages.was_long(scene.connection, longer_than=DAY, ended_after=scene.at)


@compares(FROM)
async def a_match_is_overdue(scene: Scene) -> bool:
    await scene.change(deadline=scene.at)
    found = await clocks.overdue(scene.connection, scene.now, 9)
    assert bool((await queue.backlogs(scene.connection, scene.now))["deadlines"].count) is bool(found)
    return bool(found)


@compares(BEFORE)
async def a_match_is_overdue_although_a_reminder_waits_to_be_sent(scene: Scene) -> bool:
    await scene.change(deadline=scene.at - HOUR)
    await scene.job(Kind.NOTICE, person_id=ADA.id, data={"notice": Notice.REMINDER})
    return bool(await clocks.overdue(scene.connection, scene.now, 9))


@compares(FROM)
async def a_reminder_is_due(scene: Scene) -> bool:
    await scene.change(remind_at=scene.at)
    found = await clocks.to_remind(scene.connection, scene.now, 9)
    assert bool((await queue.backlogs(scene.connection, scene.now))["reminders"].count) is bool(found)
    return bool(found)


@compares(AFTER, -DAY)
async def a_deadline_is_put_off_for_less_than_a_day(scene: Scene) -> bool:
    await scene.change(clock_began_at=scene.at - 2 * DAY, deadline=scene.at, remind_at=scene.at - HOUR)
    await clocks.hold(scene.connection, scene.now, match_id=scene.match.id)
    row = (await scene.connection.execute(select(matches).where(matches.c.id == scene.match.id))).one()
    is_put_off = row.remind_at is None
    late = scene.now + DAY - scene.at if is_put_off else timedelta()
    assert (row.clock_began_at, row.deadline) == (scene.at - 2 * DAY + late, scene.at + late)
    return is_put_off


@compares(BEFORE)
async def a_deadline_lies_ahead(scene: Scene) -> bool:
    await scene.change(deadline=scene.at)
    return await clocks.has_deadline_after(scene.connection, scene.now)


# --- jobs ---


@compares(FROM)
async def a_job_is_due(scene: Scene) -> bool:
    number = await scene.job()
    await scene.job(Kind.NOTICE)
    is_due = await scene.is_due(Kind.CALL)
    assert bool((await queue.backlogs(scene.connection, scene.now))[Kind.NOTICE].count) is is_due
    claims = (
        await queue.claim(scene.connection, Kind.CALL, scene.match.id, scene.now),
        await queue.claim(scene.connection, Kind.NOTICE, number + 1, scene.now),
    )
    assert {claim is not None for claim in claims} == {is_due}
    return is_due


@compares(BEFORE, -(LONGEST + ACCURACY))
async def a_job_is_so_late_that_only_a_wrong_clock_can_have_set_it(scene: Scene) -> bool:
    await scene.job()
    is_due = await scene.is_due(Kind.CALL)
    assert (await queue.claim(scene.connection, Kind.CALL, scene.match.id, scene.now) is not None) is is_due
    return is_due


@compares(FROM)
async def a_claim_has_run_out(scene: Scene) -> bool:
    return await _is_claimed_again(scene)


@compares(BEFORE, -(CLAIM + ACCURACY))
async def a_claim_is_so_long_that_only_a_wrong_clock_can_have_set_it(scene: Scene) -> bool:
    return await _is_claimed_again(scene)


async def _is_claimed_again(scene: Scene) -> bool:
    """Whether a job whose claim ends at the instant, like a board whose claim does, can be claimed."""
    due = scene.at - DAY
    number = await scene.job(Kind.NOTICE, due_at=due, claimed_until=scene.at)
    await scene.job(Kind.BOARD, due_at=due, claimed_until=scene.at, data={"is_new_message": False})
    are_due = {await scene.is_due(kind) for kind in (Kind.NOTICE, Kind.BOARD)}
    claims = (
        await queue.claim(scene.connection, Kind.NOTICE, number, scene.now),
        await queue.claim(scene.connection, Kind.BOARD, scene.match.id, scene.now),
    )
    assert len(are_due | {claim is not None for claim in claims}) == 1
    return are_due == {True}


@compares(BEFORE, -queue.EVERY)
async def a_message_is_up_to_date_once_it_is_edited(scene: Scene) -> bool:
    """A change just before the end of the claim moves nothing, so the message is due again."""
    number = await scene.job(Kind.PANEL, due_at=scene.at - HOUR)
    claim = await queue.claim(scene.connection, Kind.PANEL, number, scene.at - CLAIM)
    assert claim is not None and claim.until == scene.at
    await queue.keep(scene.connection, claim, scene.now)
    return await scene.connection.scalar(select(jobs.c.due_at).where(jobs.c.id == number)) is None


@compares(BEFORE)
async def a_board_can_be_hastened(scene: Scene) -> bool:
    number = await scene.job(Kind.BOARD, data={"is_new_message": False})
    is_hastened = await boards.hasten(scene.connection, scene.match.id, scene.now)
    due_at = await scene.connection.scalar(select(jobs.c.due_at).where(jobs.c.id == number))
    assert due_at == min(scene.at, scene.now)
    return is_hastened


@compares(UP_TO)
async def a_board_may_show_a_vacation_that_has_begun(scene: Scene) -> bool:
    """It has changed since, though the one who is away is not to move."""
    await scene.change(changed_at=scene.at)
    await boards.renew_of(scene.connection, BEN.id, scene.now, scene.at)
    return bool(await scene.count(jobs.c.id))


@compares(AFTER)
async def a_board_has_not_been_shown_by_an_earlier_message(scene: Scene) -> bool:
    await scene.change(changed_at=scene.at)
    shown = replace(scene.match, changed_at=scene.at)
    claim = await boards.announce(scene.connection, scene.match.id, scene.at, is_new_message=False, claims=True)
    assert claim is not None
    await scene.job(Kind.BOARD, due_at=scene.now, data={"is_new_message": False})
    is_more = await boards.finish(scene.connection, claim, scene.now, shown)
    assert bool(await scene.count(jobs.c.id)) is is_more
    return is_more


# --- what has happened since ---


@compares(BEFORE)
async def a_challenge_was_withdrawn_since(scene: Scene) -> bool:
    withdrawn = {"state": State.CALLED_OFF, "ending": Ending.CANCELLED, "is_open_challenge": True}
    await scene.change(**withdrawn, created_at=scene.at)
    return bool(await match_lists.withdrawn_since(scene.connection, ADA.id, scene.now))


@compares(BEFORE)
async def a_challenge_was_made_since(scene: Scene) -> bool:
    its = participants.c.match_id == scene.match.id, participants.c.person_id == BEN.id
    await scene.connection.execute(update(participants).where(*its).values(joined=False))
    await scene.change(created_at=scene.at)
    return bool(await offers.not_accepted(scene.connection, ADA.id, [BEN.id], scene.now))


@compares(BEFORE)
async def a_rematch_was_offered_since(scene: Scene) -> bool:
    row = {"match_id": scene.match.id, "kind": OfferKind.REMATCH, "by_id": ADA.id, "state": OfferState.REFUSED}
    await scene.connection.execute(insert(offer_rows), row | {"accepted_by": [], "ply": 0, "made_at": scene.at})
    return bool(await offers.not_accepted(scene.connection, ADA.id, [BEN.id], scene.now))


@compares(UP_TO)
async def a_manager_has_removed_somebody_since(scene: Scene) -> bool:
    subject = MatchSubject(scene.match.id, "furl")
    done = Intervention(SERVER, CHANNEL, BEN, InterventionKind.REMOVE, scene.at, subject, person=ADA)
    await moderation.add(scene.connection, done)
    return await moderation.last_removal(scene.connection, SERVER, ADA.id, subject, scene.now) is not None


@compares(UP_TO)
async def somebody_has_solved_a_puzzle_since(scene: Scene) -> bool:
    puzzle = next(iter(shipped(FURL.key).values()))
    attempt = Attempt(puzzle.id, FURL.key, ending=AttemptEnding.SOLVED)
    solved = Trial(puzzle, attempt, after=PuzzleStanding(), skill=puzzle.first_skill)
    await puzzles.keep_trial(scene.connection, ADA, SERVER, solved, None, scene.at)
    found, count = await puzzles.solvers(scene.connection, SERVER, FURL.key, puzzle.id, scene.now, 9)
    assert len(found) == count
    return bool(count)


@compares(BEFORE)
async def a_request_arrived_before_data_was_deleted(scene: Scene) -> bool:
    await people_store.note_deletion(scene.connection, scene.at)
    await people_store.expect(scene.connection, scene.now)
    try:
        await people_store.remember(scene.connection, Person(ADA.id + 100, "Somebody new"))
    except DeletedMeanwhile:
        return True
    return False


# --- processes ---


@compares(AFTER, SILENCE + ACCURACY)
async def a_process_on_another_machine_has_ended(scene: Scene) -> bool:
    return Process(1, "elsewhere", 1, ALL, scene.at, None).is_gone(scene.now)


@pytest.mark.parametrize("name", _CASES)
async def test_an_instant_counts_to_the_millisecond(hall: Hall, name: str) -> None:
    probe, answers, ahead = _CASES[name]
    match = await hall.running()
    at = hall.clock.at
    found: list[object] = []
    async with hall.database.write() as connection:
        await connection.execute(jobs.delete())
        for moment in (-MOMENT, timedelta(), MOMENT):
            before = await connection.begin_nested()
            found.append(await probe(Scene(connection, hall, match, at, at + ahead + moment)))
            await before.rollback()
    assert tuple(found) == answers
