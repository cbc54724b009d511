"""A match of a game whose package is no longer installed waits until it is installed again."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from bot.actions import matches, startup
from bot.actions.competitions import calendar, entries
from bot.actions.competitions import standings as competition_standings
from bot.actions.competitions.change import CompetitionChange
from bot.model.clock import Pause, Terms
from bot.model.competitions.competition import (
    Competition,
    CompetitionStage,
    Format,
    Regulations,
    Side,
    Venue,
    absent,
)
from bot.model.match import State
from bot.model.permissions import CompetitionAct, may_there
from bot.model.place import DIRECT
from bot.model.refusals.competitions import CompetitionAway
from bot.model.refusals.matches import GameIsAway, OwnGameIsAway
from bot.store import outages
from bot.store.engine.schema.jobs import heartbeats
from bot.texts.errors import reason
from bot.texts.ratings import pool_name
from tests.bot.actions.competitions.club import VENUE, Club, crowd
from tests.bot.actions.test_deadlines import keeper, pass_time
from tests.bot.matches import tend_competitions
from tests.bot.tables import ADA, BEN, CLEO, FURL, SERVER, Hall, all_games, here, managing

DAY = timedelta(days=1)


@contextmanager
def _without_furl(hall: Hall) -> Generator[None]:
    hall.matches.games = {key: game for key, game in all_games().items() if key != FURL.key}
    try:
        yield
    finally:
        hall.matches.games = all_games()


async def _stay_up(hall: Hall, amount: timedelta) -> None:
    """Let time pass while the bot runs and nothing is due."""
    hall.clock.at += amount
    async with hall.database.write() as connection:
        await connection.execute(update(heartbeats).values(beat_at=hall.clock.at))


async def test_it_is_in_no_list_and_says_what_it_waits_for(hall: Hall) -> None:
    match = await hall.running()
    with _without_furl(hall):
        assert await matches.of_person(hall.matches, ADA, None, State.RUNNING) == []
        with pytest.raises(GameIsAway) as caught:
            await hall.matches.load(match.id)
        assert caught.value.number == match.id
    assert [one.id for one in await matches.of_person(hall.matches, ADA, None, State.RUNNING)] == [match.id]


async def test_its_players_can_read_its_record_and_nobody_else_can(hall: Hall) -> None:
    match = await hall.running(moves=("a4<c4", "e5<e4"))
    with _without_furl(hall):
        with pytest.raises(OwnGameIsAway) as caught:
            await matches.find(hall.matches, here(ADA), match.id)
        assert (caught.value.number, caught.value.game_key, caught.value.record) == (
            match.id,
            "furl",
            ["a4<c4", "e5<e4"],
        )
        told = reason(caught.value)
        assert "The game of match #1 isn't installed here" in told and "waits" not in told
        assert told.endswith("The game is called furl. The moves so far: `a4<c4 e5<e4`.")
        with pytest.raises(GameIsAway) as caught_of_others:
            await matches.find(hall.matches, here(CLEO), match.id)
        assert "a4<c4" not in reason(caught_of_others.value)


def test_of_a_long_record_the_end_is_told() -> None:
    moves = [f"a{number}<b{number}" for number in range(1_000)]
    told = reason(OwnGameIsAway(7, "furl", moves))
    assert len(told) < 2_000 and "so far: `… a" in told and told.endswith(" a998<b998 a999<b999`.")


async def test_its_clock_does_not_run_out(hall: Hall) -> None:
    await keeper(hall).tend()
    match = await hall.running(terms=Terms(3))
    with _without_furl(hall):
        await pass_time(hall, 10 * DAY)
    match = await hall.matches.load(match.id)
    assert match.state is State.RUNNING and match.deadline is not None and match.deadline > hall.clock.at
    await pass_time(hall, 4 * DAY)
    assert (await hall.matches.load(match.id)).state is State.CALLED_OFF, "its clock runs again"


async def test_when_it_is_back_the_player_to_move_has_at_least_a_day(hall: Hall) -> None:
    await keeper(hall).tend()
    match = await hall.running(terms=Terms(3))
    with _without_furl(hall):
        await startup.look_at_games(hall.matches)
        await pass_time(hall, 3 * DAY - timedelta(minutes=29))
        await startup.look_at_games(hall.matches)
    await startup.look_at_games(hall.matches)
    assert (await hall.matches.load(match.id)).deadline == hall.clock.at + DAY
    await pass_time(hall, DAY - timedelta(minutes=29))
    assert (await hall.matches.load(match.id)).state is State.RUNNING
    await startup.look_at_games(hall.matches)
    assert (await hall.matches.load(match.id)).deadline == hall.clock.at + timedelta(minutes=29), (
        "it was not away again"
    )


async def test_a_competition_in_it_can_be_read_and_waits_until_it_is_back(hall: Hall) -> None:
    club, people = Club(hall), crowd(5)
    league = await club.league(people, game=FURL)
    hall.clock.at = league.begins_at
    with _without_furl(hall):
        assert [one.id for one in await competition_standings.of_server(hall.matches, SERVER, people[0].id)] == [
            league.id
        ]
        assert [game.name for game in (await club.standings(league.id)).competition.regulations.games] == ["furl"]
        later = await calendar.look_after(hall.matches, league.id)
        assert later is not None and later > hall.clock.at, "it is looked at again, without an error"
        async with hall.refusing(CompetitionAway):
            await calendar.begin_now(hall.matches, managing(ADA), league.id)
        await entries.leave(hall.matches, managing(people[4]), league.id)
    assert (await club.standings(league.id)).competition.stage is CompetitionStage.OPEN
    hall.clock.go_on(hours=2)
    begun = await club.begin(league)
    assert begun.competition.stage is CompetitionStage.RUNNING and begun.competition.regulations.games == (FURL,)


async def test_a_season_whose_first_day_passed_without_it_has_all_its_time_once_it_is_back(hall: Hall) -> None:
    club = Club(hall)
    league = await club.league(crowd(4), game=FURL, days=7)
    with _without_furl(hall):
        await startup.look_at_games(hall.matches)
        await _stay_up(hall, 70 * DAY)
        await tend_competitions(hall.matches)
    await startup.look_at_games(hall.matches)
    hall.clock.go_on(minutes=61)
    begun = (await club.begin(league)).competition
    assert begun.begins_at == hall.clock.at and league.length <= begun.length < league.length + DAY
    assert begun.ends_at.hour == 0
    await _stay_up(hall, league.length)
    await tend_competitions(hall.matches)
    assert (await club.standings(league.id)).competition.stage is CompetitionStage.RUNNING


@pytest.mark.parametrize("kind", [kind for kind in Format if kind is not Format.LADDER])
@pytest.mark.parametrize(("late", "is_moved"), [(timedelta(minutes=59), False), (30 * DAY, True)])
def test_what_begins_much_later_ends_as_much_later_in_every_format(
    kind: Format, late: timedelta, is_moved: bool
) -> None:
    first = datetime(2026, 3, 1, tzinfo=UTC)
    regulations = Regulations(kind, (FURL,), 4, both_sides=False, terms=Terms(3))
    planned = Competition("Spring", VENUE, regulations, first, first + 7 * DAY, ADA, first)
    change = CompetitionChange(planned, first + late, ())
    change.run(regulations)
    moved = replace(planned, begins_at=first + late, ends_at=planned.ends_at + late) if is_moved else planned
    assert change.competition == replace(moved, stage=CompetitionStage.RUNNING)


def test_nobody_accepts_a_call_in_a_game_that_is_away() -> None:
    now, venue = datetime(2026, 3, 1, tzinfo=UTC), Venue(DIRECT, 0, 0, wants_threads=False)
    regulations = Regulations(Format.SERVERS, (absent("wye"),), 2, both_sides=False, terms=Terms(3))
    called = Competition(
        "Spring", venue, regulations, now, now + DAY, ADA, now, CompetitionStage.CALLED, sides=(Side(7, 7, "Seven"),)
    )
    change = CompetitionChange(called, now, ())
    with pytest.raises(CompetitionAway):
        change.check(CompetitionAct.ACCEPT, managing(BEN))
    assert not may_there(CompetitionAct.ACCEPT, called, managing(BEN)), "nor is it offered"


async def test_the_season_that_was_running_goes_on_once_it_is_back(hall: Hall) -> None:
    """Its last day is a day on which people could play, as after an outage."""
    await keeper(hall).tend()
    club = Club(hall)
    league = (await club.begin(await club.league(crowd(4), game=FURL, days=7))).competition
    await pass_time(hall, DAY)
    with _without_furl(hall):
        await startup.look_at_games(hall.matches)
        await _stay_up(hall, 10 * DAY)
        await startup.look_at_games(hall.matches)
        await tend_competitions(hall.matches)
        assert (await club.standings(league.id)).competition.stage is CompetitionStage.RUNNING
    await startup.look_at_games(hall.matches)
    for later, stage in ((23, CompetitionStage.RUNNING), (2, CompetitionStage.OVER)):
        await pass_time(hall, timedelta(hours=later))
        await startup.look_at_games(hall.matches)
        await tend_competitions(hall.matches)
        assert (await club.standings(league.id)).competition.stage is stage


async def test_a_season_whose_game_was_away_long_before_its_last_day_ends_on_it(hall: Hall) -> None:
    await keeper(hall).tend()
    club = Club(hall)
    league = (await club.begin(await club.league(crowd(4), game=FURL, days=7))).competition
    with _without_furl(hall):
        await startup.look_at_games(hall.matches)
        await _stay_up(hall, 2 * DAY)
    await startup.look_at_games(hall.matches)
    hall.clock.at = league.ends_at + timedelta(minutes=1)
    await tend_competitions(hall.matches)
    assert (await club.standings(league.id)).competition.stage is CompetitionStage.OVER


async def test_a_game_that_is_back_for_an_hour_counts_as_away_all_the_time(hall: Hall) -> None:
    async def away() -> Sequence[Pause]:
        async with hall.database.read() as connection:
            return await outages.of_games(connection, ["furl", "fursaz"], hall.clock.at)

    await hall.running()
    began_at, ends = hall.clock.at, list[datetime]()
    for back in (timedelta(hours=1), 2 * DAY):
        with _without_furl(hall):
            for _ in range(2):
                await startup.look_at_games(hall.matches)
                hall.clock.go_on(hours=5)
                assert await away() == [Pause(began_at, hall.clock.at)]
        await startup.look_at_games(hall.matches)
        ends.append(hall.clock.at)
        hall.clock.at += back
        assert await away() == [Pause(began_at, ends[-1])]
    with _without_furl(hall):
        await startup.look_at_games(hall.matches)
    assert await away() == [Pause(hall.clock.at, hall.clock.at)], "it was back for days"


async def test_a_challenge_in_it_can_be_answered_for_a_day_once_it_is_back(hall: Hall) -> None:
    """On a ladder, no answer would count as a no."""
    await keeper(hall).tend()
    match = await hall.challenge(BEN)
    with _without_furl(hall):
        await startup.look_at_games(hall.matches)
        await _stay_up(hall, 30 * DAY)
    await startup.look_at_games(hall.matches)
    for later, state in ((23, State.OPEN), (2, State.CALLED_OFF)):
        await pass_time(hall, timedelta(hours=later))
        assert (await hall.matches.load(match.id)).state is state


async def test_the_host_is_told_at_the_start_and_only_if_something_waits(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    with _without_furl(hall):
        await startup.look_at_games(hall.matches)
        assert not caplog.records, "nothing waits for it"
    await hall.running()
    await Club(hall).league(crowd(2), game=FURL)
    await startup.look_at_games(hall.matches)
    assert not caplog.records
    with _without_furl(hall):
        await startup.look_at_games(hall.matches)
    [told] = caplog.messages
    assert "not installed: furl;" in told


def test_ratings_of_a_game_that_is_not_installed_are_named_by_its_key() -> None:
    assert (pool_name("furl"), pool_name("wye")) == ("Furl", "wye")
