"""The division of each person, and the pairings there."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from bot.model.competitions.competition import LARGEST_DIVISION, MOST_ENTRANTS, SMALLEST_DIVISION, is_struck
from bot.model.competitions.pairing import all_play_all
from bot.model.competitions.standings import divided, order_of, ranked, sizes
from tests.bot.model.competitions.fields import entrants, fixtures, person


@given(st.integers(SMALLEST_DIVISION, 200), st.integers(SMALLEST_DIVISION, LARGEST_DIVISION))
def test_divisions_are_as_even_as_may_be_and_none_is_too_small(count: int, largest: int) -> None:
    found = sizes(count, largest)
    assert sum(found) == count and max(found) - min(found) <= 1 and min(found) >= SMALLEST_DIVISION
    assert max(found) <= max(largest, 2 * SMALLEST_DIVISION - 1)


def test_two_hundred_people_fit_in_five_divisions() -> None:
    assert sizes(MOST_ENTRANTS, LARGEST_DIVISION) == [40] * 5


def test_newcomers_are_in_the_order_of_their_ratings_and_those_without_come_last() -> None:
    people = entrants("Ada", "Ben", "Cleo", "Dan")
    rated = {person("Cleo").id: 30.0, person("Ben").id: 20.0}
    assert [one.person.name for one in order_of(people, rated)][:2] == ["Cleo", "Ben"]


def test_a_season_follows_from_the_one_before_with_two_up_and_two_down() -> None:
    upper, lower = ("Ada", "Ben", "Cleo", "Dan"), ("Eve", "Finn", "Gus", "Hal")

    def played(number: int, names: tuple[str, ...]) -> str:
        return "\n".join(f"{better} {worse} 1" for better, worse in combinations(names, 2))

    before = [
        ranked(1, 2, entrants(*upper), fixtures(played(1, upper))),
        ranked(2, 2, entrants(*lower), fixtures(played(2, lower))),
    ]
    # Gus does not play again, so all behind him move up by one; Ivo is new, with a rating above all others.
    again = entrants(*(name for name in (*upper, *lower, "Ivo") if name != "Gus"))
    order = [one.person.name for one in order_of(again, {person("Ivo").id: 99.0}, before)]
    assert order == ["Ada", "Ben", "Eve", "Finn", "Cleo", "Dan", "Hal", "Ivo"]
    assert [len(division) for division in divided(order_of(again, {}, before), 4)] == [4, 4]


@given(st.integers(3, LARGEST_DIVISION), st.booleans())
def test_everybody_meets_everybody_and_sides_are_shared_out(count: int, both_sides: bool) -> None:
    ids = list(range(101, 101 + count))
    meetings = all_play_all(ids, both_sides=both_sides)
    pairs = Counter(frozenset((meeting.first_id, meeting.second_id)) for meeting in meetings)
    assert set(pairs) == {frozenset(pair) for pair in combinations(ids, 2)}
    assert set(pairs.values()) == {2 if both_sides else 1}
    first = Counter(meeting.first_id for meeting in meetings)
    assert max(first[one] for one in ids) - min(first[one] for one in ids) <= (0 if both_sides else 1)
    for number in {meeting.round for meeting in meetings}:
        busy = Counter(
            one for meeting in meetings if meeting.round == number for one in (meeting.first_id, meeting.second_id)
        )
        assert set(busy.values()) == {2 if both_sides else 1}


def test_an_entrant_who_has_finished_half_of_their_matches_stays_in_the_table() -> None:
    played = fixtures("Ada Ben 1\nAda Cleo 0\nDan Ada\nAda Eve\nBen Cleo 1")
    assert not is_struck(person("Ada").id, played)
    assert is_struck(person("Ada").id, [*played[1:], *fixtures("Finn Ada")])
