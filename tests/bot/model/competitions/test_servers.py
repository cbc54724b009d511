"""The laws of matches between servers: who meets whom, who takes over, and how it stands."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock import Terms
from bot.model.competitions.competition import (
    FEWEST_BOARDS,
    Competition,
    CompetitionStage,
    Entrant,
    Fixture,
    FixtureMatch,
    Format,
    Regulations,
    Side,
    Venue,
)
from bot.model.competitions.servers import Record, bench, paired, score_of, seeded, taken_over
from bot.model.match import State
from bot.model.people import Person
from bot.model.result import Ending
from rules import GAMES

_NOW = datetime(2030, 1, 1, tzinfo=UTC)
_HOME, _AWAY = Side(1, 10, "Home"), Side(2, 20, "Away")


def _match(*, both_sides: bool) -> Competition:
    regulations = Regulations(Format.SERVERS, (GAMES["furl"],), 6, both_sides, Terms(3, is_rated=True))
    venue, ends_at = Venue(0, 0, 0, wants_threads=False), _NOW + timedelta(days=56)
    host, sides = Person(5, "Host"), (_HOME, _AWAY)
    return Competition(
        "Home – Away", venue, regulations, _NOW, ends_at, host, _NOW, CompetitionStage.RUNNING, sides=sides
    )


def _entrants(home: int, away: int) -> Sequence[Entrant]:
    """So many people of each server; those of home have numbers from 100 on, the others from 200."""
    of_home = [Entrant(Person(100 + number, f"H{number}"), _NOW, side_id=1) for number in range(home)]
    return [*of_home, *(Entrant(Person(200 + number, f"A{number}"), _NOW, side_id=2) for number in range(away))]


_RATINGS = st.lists(st.integers(800, 2400), min_size=12, max_size=12)


@given(home=st.integers(0, 6), away=st.integers(0, 6), ratings=_RATINGS, both_sides=st.booleans())
def test_each_board_has_one_of_each_server_from_the_top_down_and_nobody_plays_twice(
    home: int, away: int, ratings: list[int], *, both_sides: bool
) -> None:
    entrants, match = _entrants(home, away), _match(both_sides=both_sides)
    strengths = {entrant.person.id: rating for entrant, rating in zip(entrants, ratings, strict=False)}
    ordered = seeded(entrants, strengths)
    fixtures = paired(match, ordered, strengths, is_casual=False)
    boards = min(home, away)
    if boards < FEWEST_BOARDS:
        assert fixtures == ()
        return
    assert len(fixtures) == boards * (1 + both_sides) and {fixture.round for fixture in fixtures} == set(
        range(1, boards + 1)
    )
    for fixture in fixtures:
        one, other = sorted(fixture.people)
        assert one < 200 <= other
        assert fixture.is_casual is (abs(strengths[one] - strengths[other]) > 200)
    for people in (
        [person for fixture in fixtures for person in fixture.people if (person < 200) is is_home]
        for is_home in (True, False)
    ):
        alone = list(dict.fromkeys(people))
        assert [strengths[person] for person in alone] == sorted((strengths[person] for person in alone), reverse=True)
        assert len(people) == len(alone) * (1 + both_sides)
        waiting = [
            entrant.person.id for entrant in bench(ordered, fixtures) if (entrant.person.id < 200) is (alone[0] < 200)
        ]
        assert all(strengths[out] <= strengths[alone[-1]] for out in waiting)
    first_of = {fixture.round: fixture.first_id < 200 for fixture in fixtures}
    assert both_sides or [first_of[number] for number in sorted(first_of)] == [
        number % 2 == 0 for number in range(boards)
    ]


def _started(*, both_sides: bool, home: int = 6, away: int = 4) -> tuple[Competition, Sequence[Entrant], list[Fixture]]:
    match = _match(both_sides=both_sides)
    ordered = seeded(_entrants(home, away), {})
    fixtures = [
        replace(fixture, id=number, match=FixtureMatch(number, State.RUNNING))
        for number, fixture in enumerate(paired(match, ordered, {}, is_casual=False), start=1)
    ]
    return match, ordered, fixtures


@pytest.mark.parametrize("both_sides", [False, True])
def test_the_bench_takes_over_each_board_once_in_its_order_and_the_earlier_matches_count_for_nobody(
    *, both_sides: bool
) -> None:
    match, entrants, fixtures = _started(both_sides=both_sides, home=7)
    first = taken_over(entrants, fixtures, {100, 101, 203})
    assert [(out.person.id, instead.person.id) for out, instead, _ in first] == [(100, 104), (101, 105)]
    lost = [
        replace(fixture, match=FixtureMatch(fixture.id, State.CALLED_OFF, Ending.STRUCK, 100))
        if 100 in fixture.people
        else fixture
        for fixture in fixtures
    ]
    new = [replace(fixture, id=100 + number) for _, _, made in first for number, fixture in enumerate(made)]
    score = score_of(match, entrants, [*lost, *new])
    assert score is not None and score.points == (0, 0) and [one.person.id for one in score.bench] == [106]
    assert [[entrant.person.id for entrant in board.people] for board in score.boards[:2]] == [[104, 200], [105, 201]]
    assert taken_over(entrants, [*lost, *new], {100, 101, 104, 105}) == []


def test_points_add_up_and_a_winner_is_known_as_soon_as_nobody_can_catch_up() -> None:
    match, entrants, fixtures = _started(both_sides=False)
    won = {1: (1, 2), 2: (2, 1), 3: (1, 2)}
    over = [
        replace(fixture, match=FixtureMatch(fixture.id, State.FINISHED, Ending.RULES, places=won[fixture.round]))
        if fixture.round in won
        else fixture
        for fixture in fixtures
    ]
    score = score_of(match, entrants, over)
    assert score is not None and score.points == (3, 0) and score.left == 1 and score.winner == _HOME
    drawn = [
        replace(fixture, match=FixtureMatch(fixture.id, State.FINISHED, Ending.AGREED, places=(1, 1)))
        for fixture in fixtures
    ]
    level = score_of(match, entrants, drawn)
    assert level is not None and level.points == (2, 2) and level.winner is None


@pytest.mark.parametrize(
    ("record", "may_enter"),
    [(Record(4, 0), False), (Record(5, 3), False), (Record(20, 3), False), (Record(5, 2), True), (Record(20, 2), True)],
)
def test_who_enters_has_finished_five_matches_and_lost_at_most_two_of_twenty_on_time(
    record: Record, *, may_enter: bool
) -> None:
    assert (record.is_known and record.keeps_time) is may_enter
