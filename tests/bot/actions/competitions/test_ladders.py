"""Nobody can hold a place on a ladder by being busy forever."""

from contextlib import suppress
from datetime import timedelta
from typing import Final

import pytest
from sqlalchemy import update

from bot.actions import moderation, privacy
from bot.actions.competitions import entries
from bot.actions.heartbeats import Heartbeat
from bot.model.competitions.competition import MOST_ENTRANTS, NEVER, Competition, Format, Regulations
from bot.model.competitions.ladder import LONGEST_MATCH
from bot.model.match import State
from bot.model.moderation import KEPT_OUT_FOR
from bot.model.people import Membership, Person
from bot.model.refusals.competitions import (
    ApartOnLadder,
    BusyOnLadder,
    DecidedThere,
    MatchThere,
    NotOnLadder,
    PlaysThere,
)
from bot.model.refusals.matches import CompetesThere
from bot.model.refusals.people import OthersAway, TimedOut
from bot.model.result import Ending, Result
from bot.store import competitions as competition_store
from bot.store import uses
from bot.store.engine.schema.jobs import outages
from bot.store.engine.schema.matches import matches
from tests.bot.actions.competitions.club import TERMS, VENUE
from tests.bot.matches import Deadlines, tend_competitions
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, BEN, CLEO, DAN, Hall, here, managing

DAY: Final = timedelta(days=1)


@pytest.fixture
async def ladder(hall: Hall) -> Competition:
    """A ladder with Ada above Ben above Cleo."""
    regulations = Regulations(Format.LADDER, (ROUNDS,), MOST_ENTRANTS, both_sides=False, terms=TERMS)
    proposed = Competition("Rounds ladder", VENUE, regulations, hall.clock.at, NEVER, ADA, hall.clock.at)
    opened = await entries.propose(hall.matches, None, proposed)
    for person in (ADA, BEN, CLEO):
        hall.clock.go_on(hours=1)
        await entries.join(hall.matches, here(person), opened.id)
    return opened


async def begin(hall: Hall, ladder: Competition, challenger: Person, opponent: Person) -> int:
    """Begin a match on a ladder in which nobody runs out of time; returns its number."""
    made, _before = await entries.challenge(hall.matches, here(challenger), ladder.id, opponent)
    await hall.matches.join(here(opponent), made.match.id)
    async with hall.database.write() as connection:
        await connection.execute(update(matches).values(deadline=None, remind_at=None))
    return made.match.id


async def pass_day(hall: Hall) -> None:
    hall.clock.at += DAY
    await tend_competitions(hall.matches)


async def test_a_match_is_decided_once_it_has_lasted_for_too_long(hall: Hall, ladder: Competition) -> None:
    number = await begin(hall, ladder, BEN, ADA)
    began_at = hall.clock.at
    match = await hall.matches.load(number)
    assert match.to_move is not None
    await hall.matches.play(here(match.to_move), number, match.position.legal_moves()[0])
    for _ in range(LONGEST_MATCH.days - 1):
        await pass_day(hall)
    assert (await hall.matches.load(number)).state is State.RUNNING
    async with hall.database.write() as connection:
        down = {"shard_number": 0, "shard_total": 1, "began_at": began_at + DAY, "ended_at": began_at + 2 * DAY}
        await connection.execute(outages.insert().values(**down))
    await pass_day(hall)
    assert (await hall.matches.load(number)).state is State.RUNNING, "the bot was down for a day"
    await pass_day(hall)
    ended = await hall.matches.load(number)
    assert ended.state is State.FINISHED and ended.result is not None and ended.result.ending is Ending.DECIDED


async def test_two_who_play_nobody_but_each_other_cannot_hold_their_places(hall: Hall, ladder: Competition) -> None:
    began_at, is_free = hall.clock.at, False
    while not is_free:
        with suppress(BusyOnLadder, ApartOnLadder):
            await begin(hall, ladder, BEN, ADA)
        with suppress(BusyOnLadder):
            await begin(hall, ladder, CLEO, ADA)
            is_free = True
        await pass_day(hall)
        assert hall.clock.at - began_at < timedelta(days=366)
    assert hall.clock.at - began_at == LONGEST_MATCH + DAY


async def test_nobody_who_is_timed_out_is_challenged_or_loses_a_place_by_not_answering(
    hall: Hall, ladder: Competition
) -> None:
    timed_out, keeper = set[int](), Deadlines(hall.matches, Heartbeat(hall.matches, timedelta(days=30)))

    async def membership(_server_id: int, person_id: int) -> Membership:
        return Membership.TIMED_OUT if person_id in timed_out else Membership.MEMBER

    hall.matches.membership = membership
    for challenger in (BEN, CLEO):
        timed_out.clear()
        made, _ = await entries.challenge(hall.matches, here(challenger), ladder.id, ADA)
        timed_out.add(ADA.id)
        async with hall.refusing(TimedOut):
            await hall.matches.join(here(ADA), made.match.id)
        hall.clock.go_on(days=3, hours=1)
        await keeper.tend()
        await tend_competitions(hall.matches)
        closed = await hall.matches.load(made.match.id)
        assert closed.result == Result(Ending.EXPIRED)
    timed_out.add(BEN.id)
    async with hall.refusing(OthersAway):
        await entries.challenge(hall.matches, here(CLEO), ladder.id, BEN)
    async with hall.database.read() as connection:
        standing = await competition_store.ladder_of(connection, ladder.id, hall.clock.at)
    assert standing.order == [ADA.id, BEN.id, CLEO.id] and not standing.declined[ADA.id]


async def test_a_refused_challenge_says_whether_it_is_because_of_the_challenger_or_of_the_other(
    hall: Hall, ladder: Competition
) -> None:
    await begin(hall, ladder, BEN, ADA)
    await entries.leave(hall.matches, here(CLEO), ladder.id)
    for challenger, opponent, refusal, about in (
        (BEN, ADA, BusyOnLadder, BEN),
        (CLEO, ADA, NotOnLadder, CLEO),
        (ADA, CLEO, NotOnLadder, CLEO),
    ):
        async with hall.refusing(refusal) as caught:
            await entries.challenge(hall.matches, here(challenger), ladder.id, opponent)
        assert (caught.value.person, caught.value.is_asker) == (about, about is challenger)
    await entries.join(hall.matches, here(CLEO), ladder.id)
    async with hall.refusing(BusyOnLadder) as caught:
        await entries.challenge(hall.matches, here(CLEO), ladder.id, BEN)
    assert (caught.value.person, caught.value.is_asker) == (BEN, False)


async def test_a_manager_who_leaves_a_ladder_clears_no_way_for_coming_back(hall: Hall, ladder: Competition) -> None:
    number = await begin(hall, ladder, BEN, ADA)
    await entries.leave(hall.matches, managing(CLEO), ladder.id)
    for left in (timedelta(), KEPT_OUT_FOR - timedelta(hours=1)):
        hall.clock.at += left
        async with hall.refusing(PlaysThere):
            await entries.remove(hall.matches, managing(CLEO), ladder.id, ADA)
        async with hall.refusing(CompetesThere), hall.matches.change(number, managing(CLEO)) as change:
            moderation.remove(change, CLEO, ADA.id, "")
    hall.clock.go_on(hours=2)
    await entries.remove(hall.matches, managing(CLEO), ladder.id, ADA)


async def _decides(hall: Hall, ladder: Competition, *, about_match: bool) -> None:
    """Dan, a manager, takes Ada out of a ladder, or out of a match on it."""
    number = await begin(hall, ladder, BEN, ADA)
    if about_match:
        async with hall.matches.change(number, managing(DAN)) as change:
            moderation.remove(change, DAN, ADA.id, "")
    else:
        await entries.remove(hall.matches, managing(DAN), ladder.id, ADA)


async def _joins_a_month_later(hall: Hall, ladder: Competition) -> None:
    """Dan, who has just decided something on a ladder, is kept from it for as long as the rule says."""
    hall.clock.at += KEPT_OUT_FOR - timedelta(hours=1)
    async with hall.refusing(DecidedThere):
        await entries.join(hall.matches, here(DAN), ladder.id)
    hall.clock.go_on(hours=2)
    await entries.join(hall.matches, here(DAN), ladder.id)


@pytest.mark.parametrize("decides_about_match", [False, True])
async def test_a_manager_who_decides_on_a_ladder_joins_it_only_a_month_later(
    hall: Hall, ladder: Competition, *, decides_about_match: bool
) -> None:
    await _decides(hall, ladder, about_match=decides_about_match)
    await _joins_a_month_later(hall, ladder)


async def test_a_manager_who_deletes_their_data_has_played_on_a_ladder_all_the_same(
    hall: Hall, ladder: Competition
) -> None:
    number = await begin(hall, ladder, BEN, ADA)
    await entries.leave(hall.matches, managing(CLEO), ladder.id)
    for _ in range(2):
        await privacy.forget(hall.matches, CLEO)
        hall.clock.at += KEPT_OUT_FOR / 2 - timedelta(hours=1)
        async with hall.database.write() as connection:
            await uses.forget(connection, hall.clock.at)
        async with hall.refusing(PlaysThere):
            await entries.remove(hall.matches, managing(CLEO), ladder.id, ADA)
        async with hall.refusing(CompetesThere), hall.matches.change(number, managing(CLEO)) as change:
            moderation.remove(change, CLEO, ADA.id, "")
    hall.clock.go_on(hours=3)
    await entries.remove(hall.matches, managing(CLEO), ladder.id, ADA)


@pytest.mark.parametrize("decides_about_match", [False, True])
async def test_a_manager_who_deletes_their_data_has_decided_on_a_ladder_all_the_same(
    hall: Hall, ladder: Competition, *, decides_about_match: bool
) -> None:
    await _decides(hall, ladder, about_match=decides_about_match)
    await privacy.forget(hall.matches, DAN)
    await _joins_a_month_later(hall, ladder)


async def test_a_manager_who_decides_elsewhere_joins_a_ladder_at_once(hall: Hall, ladder: Competition) -> None:
    other = await hall.running(ADA, BEN)
    async with hall.matches.change(other.id, managing(DAN)) as change:
        moderation.cancel(change, DAN, "")
    await entries.join(hall.matches, managing(DAN), ladder.id)


async def test_nobody_closes_a_ladder_to_keep_the_place_that_they_are_about_to_lose(
    hall: Hall, ladder: Competition
) -> None:
    number = await begin(hall, ladder, BEN, ADA)
    for playing in (ADA, BEN):
        async with hall.refusing(MatchThere):
            await entries.call_off(hall.matches, managing(playing), ladder.id)
    await hall.matches.resign(here(BEN), number)
    await entries.call_off(hall.matches, managing(ADA), ladder.id)
