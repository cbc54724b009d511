"""Events in rounds: nobody meets anybody twice, byes are shared out, and a bracket has one winner."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.model.clock import FRIENDLY
from bot.model.competitions.competition import (
    Entrant,
    Fixture,
    FixtureMatch,
    Format,
    Regulations,
    Withdrawal,
    WithdrawalCause,
)
from bot.model.competitions.pairing import divisions_of, first_fixtures, late_fixtures, next_fixtures, rounds_of
from bot.model.match import State
from bot.model.result import Ending
from tests.bot.model.competitions.fields import AT, entrants, person
from tests.bot.tables import FURL

PLACES = ((1, 2), (2, 1), (1, 1))


def played(
    regulations: Regulations,
    people: Sequence[Entrant],
    chance: random.Random,
    leaving: float,
    places: Sequence[tuple[int, int]] = PLACES,
    won_by: Callable[[Fixture], int] | None = None,
) -> tuple[list[Entrant], list[Fixture]]:
    """A whole event in which players sometimes leave between two rounds, with random results or those of `won_by`.

    That returns the seat that wins.
    """
    field = list(people)
    fixtures: list[Fixture] = []
    meetings: Sequence[Fixture] = first_fixtures(regulations, field)
    while meetings:
        for meeting in meetings:
            number = len(fixtures) + 1
            result_of = chance.choice(places) if won_by is None else PLACES[won_by(meeting)]
            match = FixtureMatch(number, State.FINISHED, Ending.RULES, None, result_of)
            result = None if meeting.second_id is None else match
            fixtures.append(Fixture(number, 1, meeting.round, meeting.first_id, meeting.second_id, result))
        field = [
            replace(one, withdrawal=Withdrawal(WithdrawalCause.LEFT, AT, is_struck=False))
            if chance.random() < leaving
            else one
            for one in field
        ]
        meetings = next_fixtures(regulations, field, fixtures)
    return field, fixtures


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 40), st.booleans(), st.integers(0, 1_000), st.sampled_from([0.0, 0.05]))
@example(count=5, both_sides=False, seed=0, leaving=0.0)  # among six people, two triangles are left after three rounds
def test_in_swiss_rounds_nobody_meets_anybody_twice_nor_has_two_byes(
    count: int, both_sides: bool, seed: int, leaving: float
) -> None:
    field = entrants(*(f"P{number}" for number in range(count)))
    regulations = Regulations(Format.SWISS, (FURL,), 200, both_sides, FRIENDLY)
    regulations = replace(regulations, rounds=rounds_of(regulations, count))
    field, fixtures = played(regulations, field, random.Random(seed), leaving)
    met = Counter((frozenset(one.people), one.first_id) for one in fixtures if not one.is_bye)
    assert set(met.values()) <= {1}
    pairs = Counter(frozenset(one.people) for one in fixtures if not one.is_bye)
    assert set(pairs.values()) <= {2 if both_sides else 1}
    assert set(Counter(one.first_id for one in fixtures if one.is_bye).values()) <= {1}
    if not leaving:
        assert max(one.round for one in fixtures) == regulations.rounds
    for number in {one.round for one in fixtures}:
        busy = Counter(person for one in fixtures if one.round == number for person in set(one.people))
        assert set(busy.values()) <= {1, 2 if both_sides else 1}


def _better_seed(meeting: Fixture) -> int:
    return int(meeting.second_id is not None and meeting.second_id < meeting.first_id)


def _worse_seed(meeting: Fixture) -> int:
    return 1 - _better_seed(meeting)


@pytest.mark.parametrize(("count", "won_by"), [(64, _better_seed), (64, _worse_seed), (200, _better_seed)])
def test_a_large_event_goes_through_all_its_rounds_if_equal_points_mean_equal_sides(
    count: int, won_by: Callable[[Fixture], int]
) -> None:
    field = entrants(*(f"P{number}" for number in range(count)))
    regulations = Regulations(Format.SWISS, (FURL,), 200, False, FRIENDLY)
    regulations = replace(regulations, rounds=rounds_of(regulations, count))
    _field, fixtures = played(regulations, field, random.Random(1), 0.0, won_by=won_by)
    assert max(one.round for one in fixtures) == regulations.rounds
    assert max(Counter(frozenset(one.people) for one in fixtures if not one.is_bye).values()) == 1
    first, second = (Counter(one.people[seat] for one in fixtures if not one.is_bye) for seat in (0, 1))
    assert max(abs(first[one.person.id] - second[one.person.id]) for one in field) <= 3


@pytest.mark.parametrize(
    ("wins", "advances"), [({"A": 2}, "A"), ({"D": 2}, "D"), ({"A": 1, "D": 1}, "A"), ({"D": 1}, "D"), ({}, "A")]
)
def test_more_points_in_both_matches_of_a_bracket_advance_a_player_and_equal_points_the_better_seed(
    wins: dict[str, int], advances: str
) -> None:
    field = entrants("A", "B", "C", "D")
    regulations = replace(Regulations(Format.KNOCKOUT, (FURL,), 200, True, FRIENDLY), rounds=2)
    names, left, fixtures = {one.person.id: one.person.name for one in field}, dict(wins), list[Fixture]()
    for number, meeting in enumerate(first_fixtures(regulations, field), start=1):
        seat = next((seat for seat, one in enumerate(meeting.people) if left.get(names[one], 0)), None)
        match = FixtureMatch(number, State.CALLED_OFF, Ending.UNPLAYED)
        if seat is not None:
            left[names[meeting.people[seat]]] -= 1
            match = FixtureMatch(number, State.FINISHED, Ending.RULES, None, PLACES[seat])
        fixtures.append(Fixture(number, 1, meeting.round, meeting.first_id, meeting.second_id, match))
    final = next_fixtures(regulations, field, fixtures)
    assert {names[one] for meeting in final for one in meeting.people} == {advances, "B"}


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 40), st.integers(0, 1_000), st.sampled_from([0.0, 0.1]))
def test_a_bracket_halves_the_field_until_one_is_left(count: int, seed: int, leaving: float) -> None:
    field = entrants(*(f"P{number}" for number in range(count)))
    regulations = Regulations(Format.KNOCKOUT, (FURL,), 200, True, FRIENDLY)
    regulations = replace(regulations, rounds=rounds_of(regulations, count))
    field, fixtures = played(regulations, field, random.Random(seed), leaving)
    byes = [one for one in fixtures if one.is_bye and one.round == 1]
    assert len(byes) == 2 ** (regulations.rounds or 0) - count, "all of them go to the best seeds"
    assert {one.first_id for one in byes} == {one.person.id for one in field[: len(byes)]}
    for number in range(1, (regulations.rounds or 0) + 1):
        there = {person for one in fixtures if one.round == number for person in one.people}
        if not leaving:
            assert len(there) == (count if number == 1 else 2 ** ((regulations.rounds or 0) - number + 1))
    [table] = divisions_of(Format.KNOCKOUT, field, fixtures)
    assert [row.place for row in table.rows] == list(range(1, count + 1))
    if not leaving:
        won = Counter(row.wins for row in table.rows)
        assert won[regulations.rounds or 0] == 1 and table.is_complete


def test_the_two_best_seeds_meet_only_at_the_end_and_a_drawn_pair_is_won_by_the_better_seed() -> None:
    field = entrants("Ada", "Ben", "Cleo", "Dan", "Eve")
    regulations = Regulations(Format.KNOCKOUT, (FURL,), 200, True, FRIENDLY, rounds=3)

    field, fixtures = played(regulations, field, random.Random(1), 0.0, places=[(1, 1)])
    names = {one.person.id: one.person.name for one in field}
    rounds = [
        sorted(
            {"-".join(sorted(names[one] for one in fixture.people)) for fixture in fixtures if fixture.round == number}
        )
        for number in (1, 2, 3)
    ]
    assert rounds == [["Ada", "Ben", "Cleo", "Dan-Eve"], ["Ada-Dan", "Ben-Cleo"], ["Ada-Ben"]]
    [table] = divisions_of(Format.KNOCKOUT, field, fixtures)
    assert [row.entrant.person.name for row in table.rows] == ["Ada", "Ben", "Cleo", "Dan", "Eve"]


@pytest.mark.parametrize("both_sides", [False, True])
def test_a_bye_in_swiss_rounds_is_worth_as_much_as_a_won_round(both_sides: bool) -> None:
    regulations = Regulations(Format.SWISS, (FURL,), 200, both_sides, FRIENDLY, rounds=3)
    for leaving in (0.0, 0.3):
        for seed in range(20):
            everybody = entrants("Ada", "Ben", "Cleo", "Dan", "Eve")
            field, fixtures = played(regulations, everybody, random.Random(seed), leaving)
            [table] = divisions_of(Format.SWISS, field, fixtures)
            for row in table.rows:
                person = row.entrant.person.id
                won = sum(
                    (one.points or (0.0, 0.0))[one.people.index(person)]
                    for one in fixtures
                    if person in one.people and not one.is_bye
                )
                byes = sum(one.is_bye and one.first_id == person for one in fixtures)
                assert row.points == won + byes * (2 if both_sides else 1)


@pytest.mark.parametrize("both_sides", [False, True])
def test_who_joins_late_meets_everybody_who_still_plays_with_the_seats_in_turn(*, both_sides: bool) -> None:
    field = entrants("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", out=("Cleo",))
    regulations = Regulations(Format.ALL_PLAY_ALL, (FURL,), 200, both_sides, FRIENDLY)
    late, earlier = person("Gia"), [Fixture(1, 1, 4, field[0].person.id, field[1].person.id)]
    found = late_fixtures(regulations, late.id, field, earlier)
    others = [one.person.id for one in field if not one.is_out]
    first = [(late.id, other) if number % 2 == 0 else (other, late.id) for number, other in enumerate(others)]
    expected = [(pair, swapped) if both_sides else (pair,) for pair in first for swapped in [pair[::-1]]]
    assert [one.people for one in found] == [pair for pairs in expected for pair in pairs]
    assert {one.round for one in found} == {5, 6, 7, 8, 9}, "one more round for each"
    assert late_fixtures(replace(regulations, format=Format.SWISS), late.id, field, earlier) == ()
