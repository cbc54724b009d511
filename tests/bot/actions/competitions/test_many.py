"""Thousands of competitions at once: each is checked when something in it is due, and none is skipped."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Table, insert, or_, select, update

from bot.model.competitions.competition import Competition, CompetitionStage
from bot.model.jobs import Kind
from bot.model.match import State
from bot.model.result import Ending
from bot.store.engine.schema.competitions import competitions, entrants, fixtures
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.matches import matches
from bot.store.jobs import queue
from tests.bot.actions.competitions.club import Club, crowd
from tests.bot.matches import tend_competitions
from tests.bot.queue import due_jobs
from tests.bot.tables import ELSEWHERE, FURL, SERVER, Hall, here, statements

DAY = timedelta(days=1)


@pytest.fixture
def club(hall: Hall) -> Club:
    return Club(hall)


async def fill(club: Club, count: int, *, is_due: bool = False, **values: Any) -> None:
    """Add running leagues like the first one, each with one unfinished match; they end a day earlier."""
    async with club.hall.database.write() as connection:

        async def added(table: Table, changed: Sequence[Mapping[str, Any]]) -> Sequence[int]:
            first = (await connection.execute(select(table).limit(1))).mappings().one()
            like_it = {name: value for name, value in first.items() if name != "id"}
            query = insert(table).returning(table.c.id, sort_by_parameter_order=True)
            return (await connection.scalars(query, [{**like_it, **one} for one in changed])).all()

        ends_at: datetime = (await connection.execute(select(competitions.c.ends_at).limit(1))).scalar_one()
        changed: dict[str, Any] = {"ends_at": ends_at - DAY, **values}
        leagues, made = await added(competitions, [changed] * count), await added(matches, [dict[str, Any]()] * count)
        both = zip(leagues, made, strict=True)
        await added(fixtures, [{"competition_id": league, "match_id": match} for league, match in both])
        due_at = club.hall.clock() + (timedelta() if is_due else DAY)
        job = queue.values(Kind.COMPETITION, values.get("server_id", SERVER), due_at)
        named = [{**job, "name": str(league), "data": {"wakes_at": due_at.isoformat()}} for league in leagues]
        await connection.execute(insert(jobs), named)


async def wake_all(club: Club) -> None:
    """Have all competitions looked after at once."""
    async with club.hall.database.write() as connection:
        woken = {"due_at": club.hall.clock(), "data": {"wakes_at": club.hall.clock().isoformat()}}
        await connection.execute(update(jobs).where(jobs.c.kind == Kind.COMPETITION).values(**woken))


async def play_to_the_end(club: Club, league: Competition) -> None:
    for number in await club.running(league):
        await club.win(number)


async def test_a_finished_league_is_closed_at_once_among_five_thousand_that_end_sooner(club: Club) -> None:
    league = await club.league(crowd(4))
    await club.begin(league)
    await fill(club, 5_000)
    await play_to_the_end(club, league)
    with statements() as sent:
        await tend_competitions(club.hall.matches)
    assert (await club.standings(league.id)).competition.stage is CompetitionStage.OVER
    assert len(sent) < 60


async def test_those_that_are_due_take_turns(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.actions.competitions.calendar._BATCH", 50)
    league = await club.league(crowd(4))
    await club.begin(league)
    await fill(club, 220, is_due=True)
    await wake_all(club)
    for _ in range(5):
        await tend_competitions(club.hall.matches)
    assert await due_jobs(club.hall.matches, Kind.COMPETITION) == []
    with statements() as sent:
        await tend_competitions(club.hall.matches)
    assert len(sent) < 20


async def test_damaged_ones_do_not_keep_others_waiting(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.actions.competitions.calendar._BATCH", 5)
    first = await club.league(crowd(4))
    await club.begin(first)
    await fill(club, 20, format="gone", server_id=ELSEWHERE, is_due=True)
    second = await club.league(crowd(4), game=FURL, days=70)
    await club.begin(second)
    await club.tend()
    for number in await club.running(second):
        match = await club.hall.matches.load(number)
        assert match.to_move is not None
        await club.hall.matches.resign(here(match.to_move), number)
    for _ in range(6):
        await tend_competitions(club.hall.matches)
    assert (await club.standings(second.id)).competition.stage is CompetitionStage.OVER
    assert "could not be looked after" in caplog.text
    caplog.clear()


async def test_matches_of_damaged_ones_do_not_keep_those_of_others_from_being_made(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    first = await club.league(crowd(4))
    await club.begin(first)
    await fill(club, 3, format="gone", server_id=ELSEWHERE, is_due=True)
    async with club.hall.database.write() as connection:
        await connection.execute(update(fixtures).where(fixtures.c.competition_id != first.id).values(match_id=None))
    second = await club.league(crowd(4), game=FURL)
    await club.begin(second)
    assert len(await club.running(second)) == 6
    caplog.clear()


async def have_dropped_out(club: Club, number: int) -> None:
    """Note in some leagues that everybody has lost two matches on time."""
    async with club.hall.database.write() as connection:
        first = (await connection.execute(select(entrants).limit(1))).mappings().one()
        leagues = (await connection.scalars(select(competitions.c.id).where(competitions.c.id != number))).all()
        rows = [{**first, "competition_id": league} for league in leagues]
        await connection.execute(insert(entrants), rows)
        made = select(fixtures.c.match_id).where(fixtures.c.competition_id != number)
        lost = {"ending": Ending.TIME, "ended_by_id": first["person_id"], "state": State.FINISHED}
        await connection.execute(update(matches).where(matches.c.id.in_(made)).values(**lost))


@pytest.mark.logs_errors
async def test_those_who_drop_out_of_damaged_ones_do_not_keep_others_from_dropping_out(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.actions.competitions.calendar._BATCH", 2)
    monkeypatch.setattr("bot.store.competitions_due.MOST_LOST_ON_TIME", 1)
    first = await club.league(crowd(4))
    await club.begin(first)
    await fill(club, 5, format="gone", server_id=ELSEWHERE, is_due=True)
    await have_dropped_out(club, first.id)
    second = await club.league(crowd(5)[1:], game=FURL)
    await club.begin(second)
    number, *_ = await club.running(second)
    match = await club.hall.matches.load(number)
    assert match.to_move is not None
    async with club.hall.database.write() as connection:
        lost = {"ending": Ending.TIME, "ended_by_id": match.to_move.id, "state": State.FINISHED, "places": [1, 2]}
        await connection.execute(update(matches).where(matches.c.id == number).values(**lost))
    await wake_all(club)
    await tend_competitions(club.hall.matches)
    standings = await club.standings(second.id)
    assert [one.person.id for one in standings.entrants if one.is_out] == [match.to_move.id]
    assert not [one for one in await club.running(second) if one in await of_person(club, match.to_move.id)]
    assert "could not be looked after" in caplog.text


async def of_person(club: Club, person_id: int) -> Sequence[int]:
    """The matches of a person in competitions."""
    async with club.hall.database.read() as connection:
        is_theirs = or_(fixtures.c.first_id == person_id, fixtures.c.second_id == person_id)
        return (await connection.scalars(select(fixtures.c.match_id).where(is_theirs))).all()


@pytest.mark.logs_errors
async def test_idle_damaged_competitions_do_not_keep_others_waiting(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.actions.competitions.calendar._BATCH", 5)
    first = await club.league(crowd(4))
    await club.begin(first)
    await fill(club, 20, format="gone", server_id=ELSEWHERE, is_due=True)
    async with club.hall.database.write() as connection:
        made = select(fixtures.c.match_id).where(fixtures.c.competition_id != first.id)
        await connection.execute(update(matches).where(matches.c.id.in_(made)).values(state=State.CALLED_OFF))
    await wake_all(club)
    await club.tend()
    await play_to_the_end(club, first)
    await tend_competitions(club.hall.matches)
    assert (await club.standings(first.id)).competition.stage is CompetitionStage.OVER
    assert "could not be looked after" in caplog.text
