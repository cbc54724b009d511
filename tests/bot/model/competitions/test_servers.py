"""The laws of matches between servers: who meets whom, who takes over, and how it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

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
    Withdrawal,
    WithdrawalCause,
)
from bot.model.competitions.servers import (
    Record,
    ServerScore,
    bench,
    by_meeting,
    paired,
    scores_of,
    seeded,
    table_of,
    taken_over,
)
from bot.model.match import State
from bot.model.people import Person
from bot.model.result import Ending
from rules import GAMES

_NOW = datetime(2030, 1, 1, tzinfo=UTC)
_HOME, _AWAY = Side(1, 10, "Home"), Side(2, 20, "Away")


def _match(*, both_sides: bool) -> Competition:
    regulations = Regulations(Format.SERVERS, (GAMES["furl"],), 2, both_sides, Terms(3, is_rated=True))
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
    fixtures = paired(match, ordered, strengths)
    boards = min(home, away)
    if boards < FEWEST_BOARDS:
        assert not fixtures
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
        for number, fixture in enumerate(paired(match, ordered, {}), start=1)
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
    [score] = scores_of(match, entrants, [*lost, *new])
    assert score.points == (0, 0) and [one.person.id for one in score.bench] == [106]
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
    [score] = scores_of(match, entrants, over)
    assert score.points == (3, 0) and score.left == 1 and score.winner == _HOME
    drawn = [
        replace(fixture, match=FixtureMatch(fixture.id, State.FINISHED, Ending.AGREED, places=(1, 1)))
        for fixture in fixtures
    ]
    [level] = scores_of(match, entrants, drawn)
    assert level.points == (2, 2) and level.winner is None


def test_a_board_whose_match_was_never_made_because_somebody_is_out_is_won_by_who_is_not() -> None:
    match, entrants, fixtures = _started(both_sides=False, home=4)
    unmade = [replace(fixture, match=None) for fixture in fixtures]
    out = Withdrawal(WithdrawalCause.LEFT, _NOW, is_struck=False)
    gone = [
        replace(entrant, withdrawal=out) if entrant.person.id in (100, 101, 201) else entrant for entrant in entrants
    ]
    [score] = scores_of(match, gone, unmade)
    assert [board.points for board in score.boards] == [(0, 1), (0, 0), (0, 0), (0, 0)]
    assert [board.left for board in score.boards] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("record", "may_enter"),
    [(Record(4, 0), False), (Record(5, 3), False), (Record(20, 3), False), (Record(5, 2), True), (Record(20, 2), True)],
)
def test_who_enters_has_finished_five_matches_and_lost_at_most_two_of_twenty_on_time(
    record: Record, *, may_enter: bool
) -> None:
    assert (record.is_known and record.keeps_time) is may_enter


# --- a season of several servers ---

_SIDES = tuple(Side(number, 10 * number, f"Server {number}") for number in range(1, 7))


def _season(count: int) -> Competition:
    regulations = Regulations(Format.SERVERS, (GAMES["furl"],), count, both_sides=False, terms=Terms(3, is_rated=True))
    return replace(_match(both_sides=False), regulations=regulations, sides=_SIDES[:count])


def _of_each(counts: Sequence[int]) -> Sequence[Entrant]:
    """So many people of each server; those of the first have numbers from 100 on, of the second from 200, and so on."""
    return [
        Entrant(Person(100 * server + number, f"P{server}-{number}"), _NOW, side_id=server)
        for server, count in enumerate(counts, start=1)
        for number in range(count)
    ]


@given(counts=st.lists(st.integers(0, 7), min_size=3, max_size=6))
def test_every_two_servers_with_enough_people_meet_once_and_people_have_both_seats_about_as_often(
    counts: list[int],
) -> None:
    fixtures = paired(_season(len(counts)), seeded(_of_each(counts), {}), {}, casual={(1, 2)})
    enough = [server for server, count in enumerate(counts, start=1) if count >= FEWEST_BOARDS]
    met = {(fixture.division, *sorted(person // 100 for person in fixture.people)) for fixture in fixtures}
    assert [pair for _division, *pair in sorted(met)] == [list(pair) for pair in combinations(enough, 2)]
    assert [division for division, *_pair in sorted(met)] == list(range(1, len(met) + 1))
    assert all(fixture.is_casual is ({p // 100 for p in fixture.people} == {1, 2}) for fixture in fixtures)
    if set(counts) == {4}:
        for person in {person for fixture in fixtures for person in fixture.people}:
            seats = [fixture.first_id == person for fixture in fixtures if person in fixture.people]
            assert len(seats) == len(counts) - 1 and abs(2 * sum(seats) - len(seats)) <= 1


_RESULTS = st.sampled_from([None, (1, 2), (2, 1), (1, 1)])


def _scores(
    competition: Competition, results: Mapping[frozenset[int], tuple[int, int] | None]
) -> Sequence[ServerScore]:
    """The meetings of four people each, with the places of the person of the server that comes first by number."""
    entrants = seeded(_of_each([4] * len(competition.sides)), {})
    fixtures = paired(competition, entrants, {})
    played = [
        replace(fixture, id=number, match=_result(number, fixture, results[frozenset(fixture.people)]))
        for number, fixture in enumerate(fixtures, start=1)
    ]
    return scores_of(competition, entrants, played)


def _result(number: int, fixture: Fixture, places: tuple[int, int] | None) -> FixtureMatch:
    if places is None:
        return FixtureMatch(number, State.RUNNING)
    in_order = places if fixture.people[0] == min(fixture.people) else places[::-1]
    return FixtureMatch(number, State.FINISHED, Ending.RULES, places=in_order)


_BOARDS = [
    frozenset({100 * one + number, 100 * other + number})
    for one, other in combinations(range(1, 5), 2)
    for number in range(4)
]


@given(results=st.lists(_RESULTS, min_size=len(_BOARDS), max_size=len(_BOARDS)), order=st.permutations(range(4)))
def test_a_season_gives_two_points_a_decided_meeting_and_one_a_board_in_whatever_order_servers_came(
    results: list[tuple[int, int] | None], order: list[int]
) -> None:
    known, season = dict(zip(_BOARDS, results, strict=True)), _season(4)
    scores = _scores(season, known)
    table = table_of(scores)
    assert sum(row.points for row in table) == 2 * sum(score.winner is not None or not score.left for score in scores)
    assert sum(row.board_points for row in table) == sum(result is not None for result in results)
    assert [row.place for row in table] == sorted(row.place for row in table) and table[0].place == 1
    turned = _scores(replace(season, sides=tuple(season.sides[number] for number in order)), known)
    assert {row.side: row for row in table_of(turned)} == {row.side: row for row in table}


def _table(*won: str) -> list[tuple[str, int]]:
    """The servers and places of a season of three, of whom `won` says who wins each board: A–B, A–C, B–C; = is a draw."""
    pairs = list(combinations("ABC", 2))
    places = {"=": (1, 1)}
    results = {
        frozenset({100 * ("ABC".index(one) + 1) + number, 100 * ("ABC".index(other) + 1) + number}): places.get(
            board, (1, 2) if board == one else (2, 1)
        )
        for (one, other), boards in zip(pairs, won, strict=True)
        for number, board in enumerate(boards)
    }
    table = table_of(_scores(_season(3), results))
    return [("ABC"[row.side.server_id - 1], row.place) for row in table]


@pytest.mark.parametrize(
    ("won", "table"),
    [
        (("AAAA", "AAAA", "BBBB"), [("A", 1), ("B", 2), ("C", 3)]),
        (("AAAB", "CCCC", "BBBC"), [("C", 1), ("B", 2), ("A", 3)]),  # by points on the boards
        (("====", "AAAC", "BBBC"), [("A", 1), ("B", 1), ("C", 3)]),  # nothing tells two apart
        (("AABB", "AAAC", "CBBB"), [("A", 1), ("B", 2), ("C", 3)]),  # by the upper boards
        (("AAAA", "CCC=", "==BB"), [("C", 1), ("A", 2), ("B", 3)]),  # by the meeting of those level
    ],
)
def test_servers_with_equal_points_are_placed_by_boards_then_their_meetings_then_the_upper_boards(
    won: tuple[str, ...], table: list[tuple[str, int]]
) -> None:
    assert _table(*won) == table


def test_each_meeting_has_its_own_bench_and_who_is_absent_is_so_in_all() -> None:
    entrants = seeded(_of_each([6, 4, 5]), {})
    fixtures = [
        replace(fixture, id=number, match=FixtureMatch(number, State.RUNNING))
        for number, fixture in enumerate(paired(_season(3), entrants, {}), start=1)
    ]
    benches = [[one.person.id for one in bench(entrants, own)] for _number, own in by_meeting(fixtures)]
    assert benches == [[104, 105], [105], [304]]
    taken = taken_over(entrants, fixtures, {100, 104})
    assert [(out.person.id, instead.person.id, new[0].division) for out, instead, new in taken] == [
        (100, 105, 1),
        (100, 105, 2),
    ]
