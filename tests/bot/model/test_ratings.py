"""The arithmetic of ratings: how a result changes them, and which results count."""

import math
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from bot.model.ratings import (
    ALL_ROUND,
    PROVISIONAL,
    START,
    Ledger,
    RatedMatch,
    Rating,
    Skill,
    Verdict,
    rated,
    verdict,
)
from rules import GAMES

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
_SKILLS = st.builds(Skill, st.floats(-20, 70), st.floats(0.5, 25 / 3))
_TABLES = st.integers(2, 4).flatmap(
    lambda seats: st.tuples(
        st.lists(_SKILLS, min_size=seats, max_size=seats),
        st.lists(st.integers(1, 4), min_size=seats, max_size=seats).map(
            lambda places: [1 + sum(other < place for other in places) for place in places]
        ),
    )
)


def by_openskill(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The results of the library, used as its documentation shows."""
    model = BradleyTerryFull()
    teams = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    return [Skill(one.mu, one.sigma) for [one] in model.rate(teams, ranks=[float(place) for place in places])]


def match(*people: int, places: tuple[int, ...], ended_at: datetime = NOON, game: str = "furl") -> RatedMatch:
    return RatedMatch(1, 1, game, ended_at, people, places)


@given(_TABLES)
def test_a_result_is_worth_what_openskill_says(table: tuple[list[Skill], list[int]]) -> None:
    skills, places = table
    assert list(rated(skills, places)) == by_openskill(skills, places)


@pytest.mark.parametrize(
    ("places", "mus", "sigmas"),
    [
        ((1, 2), (27.635389493140497, 22.364610506859503), (8.06590141354368,) * 2),
        ((2, 1), (22.364610506859503, 27.635389493140497), (8.06590141354368,) * 2),
        ((1, 1), (25.0, 25.0), (8.06590141354368,) * 2),
        (
            (1, 2, 3, 4),
            (32.906168479421495, 27.635389493140497, 22.364610506859503, 17.093831520578505),
            (7.501567773555074,) * 4,
        ),
        (
            (1, 1, 3, 4),
            (30.270778986280995, 30.270778986280995, 22.364610506859503, 17.093831520578505),
            (7.501567773555074,) * 4,
        ),
        ((1, 1, 1, 1), (25.0,) * 4, (7.501567773555074,) * 4),
    ],
)
def test_the_first_matches_of_beginners_are_worth_what_they_always_were(
    places: tuple[int, ...], mus: tuple[float, ...], sigmas: tuple[float, ...]
) -> None:
    after = rated([Skill()] * len(places), places)
    assert [skill.mu for skill in after] == pytest.approx(mus, rel=1e-12)
    assert [skill.sigma for skill in after] == pytest.approx(sigmas, rel=1e-12)


def test_the_scale_begins_at_1500_and_has_25_points_for_a_unit() -> None:
    assert [Skill(mu).rating for mu in (25, 26, 24, 0, 27.635389493140497)] == [1500, 1525, 1475, 875, 1566]
    assert Skill().rating == START


def test_a_gap_of_400_points_means_about_ten_to_one_after_some_dozens_of_matches() -> None:
    strong, weak = Skill(25 + 16, 3.0), Skill(25, 3.0)  # about the uncertainty that some dozens of matches leave
    assert strong.rating - weak.rating == 400
    gain = rated([strong, weak], (1, 2))[0].mu - strong.mu
    loss = strong.mu - rated([strong, weak], (2, 1))[0].mu
    assert 8 < loss / gain < 12  # the number of wins that make up for a loss


_PLACES = _TABLES.map(lambda table: table[1])
_EQUALS = st.tuples(_SKILLS, _PLACES)


@given(_EQUALS)
def test_among_equals_a_better_place_never_gains_less_and_equal_places_gain_the_same(
    table: tuple[Skill, list[int]],
) -> None:
    skill, places = table
    gains = sorted(
        (place, after.mu - skill.mu) for place, after in zip(places, rated([skill] * len(places), places), strict=True)
    )
    for (place, gain), (other, less) in pairwise(gains):
        assert math.isclose(gain, less, abs_tol=1e-9) if place == other else gain > less - 1e-9


@given(_EQUALS)
def test_among_equals_a_player_gains_who_left_more_behind_than_stayed_ahead(table: tuple[Skill, list[int]]) -> None:
    skill, places = table
    for place, after in zip(places, rated([skill] * len(places), places), strict=True):
        lead = sum(other > place for other in places) - sum(other < place for other in places)
        gain = after.mu - skill.mu
        assert gain == pytest.approx(0, abs=1e-9) if lead == 0 else gain * lead > 0


@given(_TABLES, st.randoms(use_true_random=False))
def test_it_does_not_matter_who_sits_where(table: tuple[list[Skill], list[int]], lots: random.Random) -> None:
    skills, places = table
    order = list(range(len(skills)))
    lots.shuffle(order)
    there = rated([skills[seat] for seat in order], [places[seat] for seat in order])
    for seat, skill in zip(order, there, strict=True):
        expected = rated(skills, places)[seat]
        assert math.isclose(skill.mu, expected.mu, rel_tol=1e-9, abs_tol=1e-9)
        assert math.isclose(skill.sigma, expected.sigma, rel_tol=1e-9)


@given(_TABLES, st.permutations(range(100, 104)))
def test_it_does_not_matter_who_the_players_are(table: tuple[list[Skill], list[int]], ids: list[int]) -> None:
    skills, places = table
    usual, other = range(len(skills)), ids[: len(skills)]

    def after(people: Sequence[int]) -> list[Rating]:
        known = {("furl", person): Rating(skill) for person, skill in zip(people, skills, strict=True)}
        ledger = Ledger(known)
        return [change.rating for change in ledger.enter(match(*people, places=tuple(places)))]

    assert after(usual) == after(other)


@given(_SKILLS, _SKILLS)
def test_the_winner_gains_and_the_loser_gives(winner: Skill, loser: Skill) -> None:
    won, lost = rated([winner, loser], (1, 2))
    assert won.mu >= winner.mu and lost.mu <= loser.mu
    assert math.isfinite(won.mu) and math.isfinite(lost.mu) and won.sigma > 0 and lost.sigma > 0


@pytest.mark.parametrize(
    ("places", "verdicts"),
    [
        ((1, 2), "won lost"),
        ((1, 1), "drawn drawn"),
        ((1, 1, 3), "won won lost"),
        ((2, 1, 2, 4), "lost won lost lost"),
        ((1, 1, 1), "drawn drawn drawn"),
    ],
)
def test_a_match_is_won_from_the_first_place_and_drawn_where_all_share_it(
    places: tuple[int, ...], verdicts: str
) -> None:
    assert [verdict(places, seat) for seat in range(len(places))] == [Verdict(word) for word in verdicts.split()]


def test_a_match_counts_in_its_game_and_in_all_games_together() -> None:
    ledger = Ledger()
    ledger.enter(match(1, 2, places=(1, 2)))
    ledger.enter(match(1, 3, places=(1, 2), game="fursaz"))
    pools = {pool: ledger.ratings[pool, 1].matches for pool, person in ledger.ratings if person == 1}
    assert pools == {"furl": 1, "fursaz": 1, ALL_ROUND: 2}
    assert ledger.ratings["furl", 1].skill.mu < ledger.ratings[ALL_ROUND, 1].skill.mu


def test_no_game_has_the_name_of_all_games_together() -> None:
    assert ALL_ROUND not in GAMES


def test_a_standing_shows_how_it_came_about() -> None:
    ledger = Ledger()
    for places, hours in (((1, 2), 0), ((1, 1), 1), ((2, 1), 2)):
        ledger.enter(match(1, 2, places=places, ended_at=NOON + timedelta(hours=hours)))
    rating = ledger.ratings["furl", 1]
    assert (rating.wins, rating.draws, rating.losses, rating.matches) == (1, 1, 1, 3)
    assert rating.change < 0 and rating.changed_at == NOON + timedelta(hours=2)


def test_a_rating_is_provisional_until_the_fifth_match() -> None:
    ledger = Ledger()
    for opponent in range(2, 2 + PROVISIONAL):
        assert ledger.ratings.get(("furl", 1), Rating()).is_provisional
        ledger.enter(match(1, opponent, places=(1, 2)))
    assert PROVISIONAL == 5 and not ledger.ratings["furl", 1].is_provisional


def test_uncertainty_falls_with_matches_among_equals() -> None:
    ledger, sigmas = Ledger(), list[float]()
    for day in range(0, 120, 3):
        ledger.enter(match(1, 2, places=((1, 2), (2, 1))[day % 2], ended_at=NOON + timedelta(days=day)))
        sigmas.append(ledger.ratings["furl", 1].skill.sigma)
    assert all(later < earlier for earlier, later in pairwise(sigmas))
