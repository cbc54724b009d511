"""Leagues: joining, the first day, dropping out, and the end."""

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from bot.actions import moderation
from bot.actions.change import MatchChange
from bot.actions.competitions import calendar, entries
from bot.actions.competitions import standings as competition_standings
from bot.actions.context import Context
from bot.actions.people import go_on_vacation
from bot.model.clock import Terms
from bot.model.competitions.competition import (
    LARGEST_DIVISION,
    MOST_ENTRANTS,
    MOST_VACATION,
    Competition,
    CompetitionStage,
    Entrant,
    WithdrawalCause,
)
from bot.model.jobs import Claim, Kind
from bot.model.match import State
from bot.model.people import Person
from bot.model.ratings import FEWEST_MOVES, MOST_ALIKE
from bot.model.refusals.competitions import (
    AlreadyEntered,
    CompetitionFull,
    DivisionTooLarge,
    NotEntered,
    SameGame,
    TooManyMatches,
    UnknownCompetition,
)
from bot.model.refusals.matches import CompetesThere
from bot.model.result import Ending
from bot.store import competitions as competition_store
from bot.store import people as people_store
from bot.store.engine.schema.competitions import fixtures
from bot.store.engine.schema.matches import matches
from rules import GAMES
from rules.core import Position
from tests.bot.actions.competitions.club import Club, crowd
from tests.bot.matches import tend_competitions
from tests.bot.queue import claim_job, due_jobs, stored_jobs
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, ELSEWHERE, FURL, Hall, dump, here, managing, statements

DAY = timedelta(days=1)


@pytest.fixture
def club(hall: Hall) -> Club:
    return Club(hall)


async def bulletins_told(club: Club) -> list[tuple[str, int]]:
    """The pending bulletins, by kind and division."""
    told = await stored_jobs(club.hall.database, Kind.BULLETIN)
    return [(job.data["bulletin"], job.data["division"]) for job in told]


@pytest.mark.parametrize("begins_first", [True, False])
async def test_the_matches_of_a_league_use_up_no_rated_match_of_a_week(club: Club, begins_first: bool) -> None:
    people = crowd(4)
    pair, hall, terms = people[:2], club.hall, Terms(3, is_rated=True)
    league = await club.league(people)
    if begins_first:
        await club.begin(league)
    begun = [await hall.running(*pair, game=ROUNDS, terms=terms) for _ in range(MOST_ALIKE + 1)]
    assert [match.counts for match in begun] == [True] * MOST_ALIKE + [False]
    if not begins_first:
        await club.begin(league)
    assert all([(await hall.matches.load(number)).counts for number in await club.running(league)])


async def test_a_league_that_is_begun_early_is_as_long_and_the_next_season_has_whole_days(club: Club) -> None:
    people = crowd(4)
    league = await club.league(people, days=56, goes_on=True)
    club.hall.clock.go_on(hours=5)
    begun = await calendar.begin_now(club.hall.matches, managing(people[0]), league.id)
    assert (begun.begins_at, begun.ends_at) == (club.hall.clock.at, league.ends_at)
    assert len(await club.running(league)) == 6
    club.hall.clock.at = begun.ends_at
    await club.tend()
    following = (await club.standings(league.id + 1)).competition
    assert {following.begins_at.hour, following.ends_at.hour} == {0} and following.length == timedelta(days=56)


async def test_many_people_join_at_once_and_each_is_in_it_once(club: Club) -> None:
    host, *guests = crowd(24)
    league = await club.league([host])
    asked = [entries.join(club.hall.matches, here(guest), league.id) for guest in (*guests, *guests)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    assert len(refused) == len(guests) and all(isinstance(error, AlreadyEntered) for error in refused)
    entered = [entrant.person for entrant in (await club.standings(league.id)).entrants]
    assert Counter(entered) == Counter([host, *guests])


async def test_a_first_day_makes_every_match_once_whatever_interrupts_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await club.league(crowd(12), size=6)
    club.hall.clock.at = league.begins_at
    monkeypatch.setattr("bot.actions.competitions.calendar._MADE_AT_ONCE", 7)
    monkeypatch.setattr("bot.actions.competitions.calendar._MOST_MADE", 14)
    for _ in range(3):  # a process that stops after two transactions, and another one that begins at the same time
        await asyncio.gather(*(calendar.look_after(club.hall.matches, league.id) for _ in range(2)))
    standings = await club.standings(league.id)
    assert standings.competition.stage is CompetitionStage.RUNNING
    assert [len(table.rows) for table in standings.divisions] == [6, 6]
    assert [row.to_play for table in standings.divisions for row in table.rows] == [5] * 12
    assert len(await club.running(league)) == 30
    await tend_competitions(club.hall.matches)
    before = await dump(club.hall.database)
    await tend_competitions(club.hall.matches)
    assert await dump(club.hall.database) == before
    assert await bulletins_told(club) == [("card", 0), ("table", 1), ("table", 2)]


def _count(sent: list[str]) -> int:
    return sum(not statement.startswith("BEGIN") for statement in sent)


async def test_joining_and_a_first_day_cost_as_few_statements_with_many_people_as_with_few(club: Club) -> None:
    costs = set[tuple[int, int]]()
    for count, game in ((5, ROUNDS), (13, FURL)):
        *early, last = crowd(count)
        league = await club.league(early, game=game)
        with statements() as to_join:
            await entries.join(club.hall.matches, here(last), league.id)
        club.hall.clock.at = league.begins_at
        with statements() as to_begin:
            await calendar.begin(club.hall.matches, league.id)
        costs.add((_count(to_join), _count(to_begin)))
    assert costs == {(9, 8)}  # one more for a person who is new


async def test_matches_with_dice_begin_with_the_message_that_says_so(club: Club) -> None:
    league = await club.league(crowd(4), game=STICKS)
    await club.begin(league)
    async with club.hall.database.read() as connection:
        numbers = (await connection.scalars(select(fixtures.c.match_id))).all()
    for number in numbers:
        waiting = await club.hall.matches.load(number)
        assert waiting.is_about_to_begin and waiting.fairness is not None
        assert (await club.hall.matches.begun(waiting)).state is State.RUNNING


async def test_a_manager_who_plays_in_a_competition_decides_about_none_of_its_matches(club: Club) -> None:
    own, other, *_ = people = crowd(4)
    await club.begin(await club.league(people))
    hall = club.hall
    match = next(one for one in await hall.matches.of_person(other, None, State.RUNNING) if own not in one.people)

    def cancel(change: MatchChange, by: Person) -> None:
        moderation.cancel(change, by, "")

    def remove(change: MatchChange, by: Person) -> None:
        moderation.remove(change, by, other.id, "")

    for decide in (cancel, remove):
        async with hall.refusing(CompetesThere), hall.matches.change(match.id, managing(own)) as change:
            decide(change, own)
    async with hall.matches.change(match.id, managing(ADA)) as change:
        remove(change, ADA)
    assert (await hall.matches.load(match.id)).state is State.FINISHED


async def test_a_manager_who_plays_in_a_competition_decides_about_all_matches_outside_it(club: Club) -> None:
    own, other = await club.league(crowd(4)), await club.league(crowd(8)[4:], game=FURL)
    await club.begin(own)
    await club.begin(other)
    [first] = crowd(1)
    outside = await club.hall.challenge(BEN)

    async def plays(match_id: int) -> bool:
        async with club.hall.database.read() as connection:
            return await competition_store.plays_in_that_of(connection, match_id, first.id, club.hall.clock())

    assert {await plays(number) for number in await club.running(own)} == {True}
    assert {await plays(number) for number in await club.running(other)} == {False}
    assert not await plays(outside.id)
    await entries.leave(club.hall.matches, here(first), own.id)
    assert {await plays(number) for number in await club.running(own)} == {False}


async def test_two_hundred_people_are_the_most_and_share_divisions_evenly(club: Club) -> None:
    players = crowd(MOST_ENTRANTS + 1)
    league = await club.league([], size=8)
    async with club.hall.database.write() as connection:
        for person in players[:-2]:
            await people_store.remember(connection, person)
            await competition_store.save_entrants(connection, league.id, (), [Entrant(person, club.hall.clock())])
    asked = [entries.join(club.hall.matches, here(person), league.id) for person in players[-2:]]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(isinstance(answer, CompetitionFull) for answer in answers) == [False, True]
    club.hall.clock.at = league.begins_at
    await calendar.begin(club.hall.matches, league.id)
    tables = (await club.standings(league.id)).divisions
    assert [len(table.rows) for table in tables] == [8] * 25
    assert len({row.entrant.person for table in tables for row in table.rows}) == MOST_ENTRANTS


async def test_two_who_open_the_same_league_at_once_open_one_and_who_joins_two_at_once_is_not_in_too_many(
    club: Club,
) -> None:
    opened = await asyncio.gather(*(club.league([ADA], both_sides=True) for _ in range(2)), return_exceptions=True)
    assert sorted(isinstance(one, SameGame) for one in opened) == [False, True]
    [first] = [one for one in opened if isinstance(one, Competition)]
    second = await club.league([], game=FURL, both_sides=True)
    asked = [entries.join(club.hall.matches, here(BEN), number) for number in (first.id, second.id)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(isinstance(answer, TooManyMatches) for answer in answers) == [False, True]


async def test_who_may_join_and_leave(club: Club) -> None:
    people = crowd(5)
    league = await club.league(people[:4], both_sides=True)
    async with club.hall.refusing(SameGame):
        await club.league(people)
    async with club.hall.refusing(UnknownCompetition):
        await entries.join(club.hall.matches, replace(here(ADA), server_id=ELSEWHERE), league.id)
    other = await club.league([ADA], game=FURL)
    async with club.hall.refusing(TooManyMatches):
        await entries.join(club.hall.matches, here(people[0]), other.id)
    async with club.hall.refusing(NotEntered):
        await entries.leave(club.hall.matches, here(people[4]), league.id)
    await entries.leave(club.hall.matches, here(people[3]), league.id)
    await entries.join(club.hall.matches, here(people[4]), league.id)
    standings = await club.begin(league)
    assert {one.person for one in standings.entrants} == {*people[:3], people[4]}


async def test_nobody_escapes_a_rated_defeat_by_leaving_a_season(club: Club) -> None:
    people = crowd(5)
    league = await club.league(people, size=5)
    await club.begin(league)
    early, begun = people[0], None
    for number in await club.running(league):
        match = await club.hall.matches.load(number)
        if early in match.players and begun is None:
            begun = number
            for _ in range(2 * FEWEST_MOVES):
                match = await club.hall.matches.load(number)
                assert match.to_move is not None
                await club.hall.matches.play(here(match.to_move), number, match.position.legal_moves()[0])
    assert begun is not None
    await entries.leave(club.hall.matches, here(early), league.id)
    await club.tend()
    match = await club.hall.matches.load(begun)
    assert match.result is not None and match.result.ending is Ending.WITHDRAWN
    assert match.result.places[match.players.index(early)] == 2 and match.ratings
    assert [one.person for one in (await club.standings(league.id)).divisions[0].struck] == [early]
    ratings = [(await club.hall.matches.load(number)).ratings for number in range(1, 11) if number != begun]
    assert not any(ratings)


async def test_an_entrant_who_leaves_early_is_removed_and_one_who_leaves_late_loses_the_rest(club: Club) -> None:
    people = crowd(5)
    league = await club.league(people, size=5)
    await club.begin(league)
    early, late = people[0], people[1]
    for number in await club.running(league):
        match = await club.hall.matches.load(number)
        if late in match.players and early not in match.players and len(await club.running(league)) > 8:
            await club.win(number, winner=late)
    for person in (early, late):
        await entries.leave(club.hall.matches, here(person), league.id)
        await club.tend()
    async with club.hall.refusing(NotEntered):
        await entries.leave(club.hall.matches, here(late), league.id)
    standings = await club.standings(league.id)
    [table] = standings.divisions
    assert [entrant.person for entrant in table.struck] == [early]
    rows = {row.entrant.person: row for row in table.rows}
    assert rows[late].points == 2 and rows[late].to_play == 0 and rows[late].entrant.is_out
    async with club.hall.database.read() as connection:
        endings = Counter((await connection.scalars(select(matches.c.ending))).all())
    assert endings == {None: 3, Ending.RULES: 2, Ending.STRUCK: 4, Ending.WITHDRAWN: 1}
    remaining = await club.running(league)
    assert len(remaining) == 3
    for number in remaining:
        await club.win(number)
    await club.tend()
    over = await club.standings(league.id)
    assert over.competition.stage is CompetitionStage.OVER
    places = {entrant.person: entrant.place for entrant in over.entrants}
    assert places[early] is None and sorted(place for place in places.values() if place) == [1, 2, 3, 4]


async def test_two_matches_lost_on_time_are_the_end_of_a_season(club: Club) -> None:
    people = crowd(4)
    league = await club.league(people)
    await club.begin(league)
    for _ in range(5):
        club.hall.clock.go_on(days=1)
        await club.tend()
    standings = await club.standings(league.id)
    out = [entrant for entrant in standings.entrants if entrant.withdrawal is not None]
    assert out and all(entrant.withdrawal.cause is WithdrawalCause.TIME for entrant in out if entrant.withdrawal)
    assert not await club.running(league) or len(out) < 3
    async with club.hall.database.read() as connection:
        played = [fixture.match for fixture in await competition_store.fixtures_of(connection, league.id)]
    lost = Counter(match.ended_by_id for match in played if match and match.ending in (Ending.TIME, Ending.UNPLAYED))
    assert {entrant.person.id for entrant in out} == {person_id for person_id, count in lost.items() if count >= 2}


async def test_the_last_day_ends_what_is_not_over_and_a_bot_that_was_down_adds_its_hours(club: Club) -> None:
    league = await club.league(crowd(4), days=7)
    await club.begin(league)
    while club.hall.clock.at < league.ends_at - DAY / 2:
        for number in await club.running(league):
            match = await club.hall.matches.load(number)
            assert match.to_move is not None
            await club.hall.matches.play(here(match.to_move), number, "on" if match.ply % 2 else "back")
        club.hall.clock.go_on(hours=12)
        await club.tend()
    club.hall.clock.go_on(days=4)  # half a day is left of the last day
    await club.tend()
    assert len(await club.running(league)) == 6
    club.hall.clock.go_on(hours=12)
    await club.tend()
    standings = await club.standings(league.id)
    assert standings.competition.stage is CompetitionStage.OVER
    assert {row.points for table in standings.divisions for row in table.rows} == {1.5}
    async with club.hall.database.read() as connection:
        rows = (await connection.execute(select(matches.c.ending, matches.c.places))).all()
    assert {row.ending for row in rows} == {Ending.DECIDED}
    assert [kind for kind, _division in await bulletins_told(club)] == ["card", "table", "day", "result"]


def _better_for_the_first(_position: Position) -> tuple[float, ...]:
    return 0.9, -0.9


async def test_a_position_beyond_doubt_wins_on_the_last_day(club: Club) -> None:
    furl = replace(GAMES["furl"], evaluation=_better_for_the_first, noisy_moves=None)
    club.hall.matches.games = {**club.hall.matches.games, "furl": furl}
    league = await club.league(crowd(4), game=furl, days=7)
    await club.begin(league)
    for number in await club.running(league):  # one in which nobody has moved has no result
        match = await club.hall.matches.load(number)
        assert match.to_move is not None
        await club.hall.matches.play(here(match.to_move), number, match.position.legal_moves()[0])
    club.hall.clock.at = league.ends_at
    await tend_competitions(club.hall.matches)
    async with club.hall.database.read() as connection:
        assert {tuple(places) for places in await connection.scalars(select(matches.c.places))} == {(1, 2)}


async def test_the_next_season_opens_by_itself_and_goes_by_the_last_one(club: Club) -> None:
    people = crowd(8)
    league = await club.league(people, goes_on=True)
    await club.begin(league)
    for number in await club.running(league):
        match = await club.hall.matches.load(number)
        await club.win(number, winner=min(match.players, key=lambda player: player.id))
    await club.tend()
    await club.tend()
    following = await club.standings(league.id + 1)
    assert following.competition.number == 2 and following.competition.previous_id == league.id
    assert following.competition.length == league.length and not following.entrants
    assert following.competition.begins_at >= club.hall.clock.at + 7 * DAY
    for person in people:
        await entries.join(club.hall.matches, here(person), league.id + 1)
    tables = (await club.begin(following.competition)).divisions
    first = {row.entrant.person for row in (await club.standings(league.id)).divisions[0].rows if row.move >= 0}
    assert first <= {row.entrant.person for row in tables[0].rows} and len(tables[0].rows) == 4
    with pytest.raises(UnknownCompetition):
        await competition_standings.standings(club.hall.matches, here(ADA), league.id + 2)


async def test_a_vacation_stops_the_clock_of_a_season_for_a_week_at_most(club: Club) -> None:
    people = crowd(4)
    league = await club.league(people)
    await club.begin(league)
    [number, *_] = await club.running(league)
    match = await club.hall.matches.load(number)
    assert match.to_move is not None and match.clock is not None
    await go_on_vacation(club.hall.matches, match.to_move, 20)
    after = (await club.hall.matches.load(number)).clock
    assert after is not None and after.deadline == match.clock.deadline + MOST_VACATION * DAY


async def test_a_league_of_large_divisions_is_entered_alone(club: Club) -> None:
    large = await club.league([ADA], size=LARGEST_DIVISION)
    other = await club.league([], game=FURL)
    async with club.hall.refusing(TooManyMatches):
        await entries.join(club.hall.matches, here(ADA), other.id)
    await entries.join(club.hall.matches, here(BEN), other.id)
    async with club.hall.refusing(TooManyMatches):
        await entries.join(club.hall.matches, here(BEN), large.id)
    async with club.hall.refusing(DivisionTooLarge):
        await club.league([], size=21, both_sides=True, game=GAMES["fursaz"])
    assert (await club.league([], size=20, both_sides=True, game=GAMES["fursaz"])).regulations.matches_each == 38


@pytest.mark.parametrize(
    ("days", "reminders"), [(2, set[str]()), (3, {"day"}), (13, {"day"}), (14, {"week", "day"}), (28, {"week", "day"})]
)
async def test_those_who_are_behind_are_reminded_a_day_before_the_end_and_in_a_long_season_a_week_before(
    hall: Hall, days: int, reminders: set[str]
) -> None:
    club = Club(hall)
    league = await club.league(crowd(4), days=days)
    await club.begin(league)
    for kind, before in (("week", 7), ("day", 1)):
        at = league.ends_at - timedelta(days=before)
        if at > league.begins_at:
            for moment, is_due in ((at - timedelta(seconds=1), False), (at, kind in reminders)):
                hall.clock.at = moment
                await tend_competitions(hall.matches)
                assert (kind in dict(await bulletins_told(club))) is is_due


async def _claim(club: Club) -> Claim:
    [due] = await due_jobs(club.hall.matches, Kind.COMPETITION)
    claim = await claim_job(club.hall.matches, Kind.COMPETITION, due.number)
    assert claim is not None
    return claim


async def test_a_first_day_that_a_process_was_killed_in_is_finished_by_another(club: Club) -> None:
    league = await club.league(crowd(4))
    club.hall.clock.at = league.begins_at
    claim = await _claim(club)
    await calendar.begin(club.hall.matches, league.id)
    assert await club.running(league) == [] and await due_jobs(club.hall.matches, Kind.COMPETITION) == []
    club.hall.clock.go_on(minutes=3)
    await calendar.tend(club.hall.matches, await _claim(club))
    assert len(await club.running(league)) == 6
    await calendar.tend(club.hall.matches, claim)
    assert len(await club.running(league)) == 6, "the first was only slow"


async def test_a_match_that_ends_while_its_league_is_looked_after_is_seen_too(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last match, after all the others were found to be over."""
    league = await club.league(crowd(4))
    await club.begin(league)
    *others, last = await club.running(league)
    for number in others:
        await club.win(number)
    look_after = calendar.look_after

    async def and_then_it_ends(context: Context, competition_id: int) -> datetime | None:
        later = await look_after(context, competition_id)
        monkeypatch.undo()
        await club.win(last)
        return later

    claim = await _claim(club)
    monkeypatch.setattr(calendar, "look_after", and_then_it_ends)
    await calendar.tend(club.hall.matches, claim)
    await tend_competitions(club.hall.matches)
    assert (await club.standings(league.id)).competition.stage is CompetitionStage.OVER
