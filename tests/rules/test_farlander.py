"""The rules of Farlander, one by one, on the map of `farlander_tables`. R3 to R7 are rulings of the specification."""

import random

import pytest

from rules import GAMES
from rules.core import Move, Outcome, Position, Seat
from rules.farlander import FarlanderPosition
from rules.farlander.campaign import Phase
from tests.rules.farlander_tables import table, without
from tests.rules.playouts import playout

GARRISONS = "farlander-garrisons"
TABLES = [(key, seats) for key in ("farlander", GARRISONS) for seats in (2, 3, 4)]
at_every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


def start_of_three() -> FarlanderPosition:
    position = GAMES["farlander"].start(3)
    assert isinstance(position, FarlanderPosition)
    return position


def outcome_of(position: Position) -> Outcome:
    outcome = position.outcome()
    assert outcome is not None
    return outcome


# Seats


@pytest.mark.parametrize(("seats", "units"), [(2, 36), (3, 24), (4, 18)])
def test_each_player_has_as_many_units_as_the_number_of_players_gives(seats: int, units: int) -> None:
    position = GAMES["farlander"].start(seats)
    assert isinstance(position, FarlanderPosition)
    assert position.left == (units,) * seats


def test_the_seats_are_red_blue_green_and_yellow() -> None:
    assert [GAMES["farlander"].start(4).side(Seat(seat)) for seat in range(4)] == ["Red", "Blue", "Green", "Yellow"]


# Placement


def test_each_player_can_place_ahead_in_their_own_and_unoccupied_territories_until_the_placement_ends() -> None:
    position = table("a1:r1 b1:b5 c1:b1", "placement:red", left="23/18/x")
    ahead = position.ahead(Seat(1))
    assert ahead is not None and ahead.turn == 1 and position.ahead(Seat(0)) == position
    assert "c1" in ahead.legal_moves() and not {"a1", "b1"} & set(ahead.legal_moves())
    assert position.ahead(Seat(2)) is None, "they have left"
    assert start_of_three().ahead(Seat(0)) is None


# Conquest


def test_a_conquest_that_is_possible_is_compulsory() -> None:
    for seed in range(3):
        for step in playout("farlander", 3, seed):
            position = step.after
            assert isinstance(position, FarlanderPosition)
            if position.phase is Phase.CONQUEST:
                assert all(move[2] == "<" for move in position.legal_moves())
                assert position.legal_moves()


# Score


def test_every_territory_is_a_point_and_one_with_a_garrison_counts_double_if_garrisons_are_played() -> None:
    there = "a2:r1 b1:r1 c1:b1 d1:b1 e1:b1"
    assert outcome_of(table(there, "over")).points == (2, 3)
    assert outcome_of(table(there, "over")).places == (2, 1)
    assert outcome_of(table(there, "over", key=GARRISONS)).points == (3, 3)
    assert outcome_of(table(there, "over", key=GARRISONS)).places == (1, 1)


def test_equal_points_share_the_place() -> None:
    position = table("a1:r1 b1:b1 c1:b1 d1:g1 e1:g1 f1:y1", "over", left="0/0/0/0")
    assert outcome_of(position).places == (3, 1, 1, 3)
    assert outcome_of(position).points == (1, 2, 2, 1)


def test_what_the_placement_came_to_is_said_as_the_conquest_begins_and_at_no_other_roll() -> None:
    for key, said in (("farlander", "Blue 3 points"), (GARRISONS, "Blue 4 points")):
        placed = table("a1:r1 b1:b1 b2:b1 c1:b1 c2:r3", "conquest", key=key)
        assert placed.tally(Move("blue")) == (
            f"Before the conquest: Red 2 points (2 territories to conquer) and {said} (0 territories to conquer). Red began the conquest."
        )
    for step in playout("farlander", 3, 1):
        is_last = isinstance(step.before, FarlanderPosition) and step.before.phase is Phase.FIRST_TO_CONQUER
        assert bool(step.is_roll and step.before.tally(step.move)) is is_last


# Leaving


def test_r7_units_that_a_leaver_had_left_to_place_are_out_of_the_game() -> None:
    all_but_one = "a1:r5 a2:r5 a3:r5 b1:r5 b2:r4 c1:g5 c2:g5 c3:g5 d1:g5 d2:g4"
    position = table(all_but_one, "placement:blue", left="0/24/0")
    assert without(position, 1).phase is Phase.FIRST_TO_CONQUER


def test_r7_if_one_seat_is_left_the_game_ends_and_it_wins_whatever_the_points() -> None:
    position = without(table("a1:r5 a2:b1 a3:g1 b1:b1 b2:b1 c1:g1 c2:g1", "conquest:red", left="0/0/0"), 2, 1)
    assert position.turn is None
    assert position.outcome() == Outcome((1, 2, 2), "all the others have left", (1, 3, 3))


def test_r7_who_leaves_finishes_behind_all_that_stay_and_leavers_are_ranked_by_points() -> None:
    there = "a1:r1 b1:b1 b2:b1 b3:b1 c1:g1 c2:g1 d1:y1"
    assert outcome_of(table(there, "over", left="0/x/x/0")).places == (1, 3, 4, 1)
    assert outcome_of(table(there, "over", left="x/x/0/x")).places == (3, 2, 1, 3)


def test_r7_a_seat_may_leave_at_the_very_start() -> None:
    position = without(start_of_three(), 0, 1)
    assert position.outcome() == Outcome((2, 2, 1), "all the others have left", (0, 0, 0))


def test_leaving_twice_or_after_the_end_changes_nothing() -> None:
    position = without(start_of_three(), 1)
    assert without(position, 1) == position
    over = table("a1:r1 b1:b1 c1:g1", "over", left="0/0/0")
    assert without(over, 0) == over


# Laws of every game


@at_every_table
def test_units_are_only_placed_or_removed_as_defenders_and_no_conquest_empties_a_territory(
    key: str, seats: int
) -> None:
    for seed in range(8):
        for step in playout(key, seats, seed):
            check_step(step.before, step.move, step.after)


def check_step(before: Position, move: Move, later: Position) -> None:
    assert isinstance(before, FarlanderPosition)
    assert isinstance(later, FarlanderPosition)
    assert max(later.units, default=0) <= 5
    assert not any(one & other for at, one in enumerate(later.held) for other in later.held[:at])
    assert sum(later.held) == sum(1 << at for at, units in enumerate(later.units) if units)
    total = sum(before.units) + sum(before.left)
    if before.phase is Phase.CONQUEST:
        defenders = before.units[before.atlas.index[move[:2]]]
        assert sum(later.units) == sum(before.units) - defenders
        assert all(units for at, units in enumerate(later.units) if before.units[at])
        assert sum(held.bit_count() for held in later.held) == sum(held.bit_count() for held in before.held)
    elif later.phase is not Phase.FIRST_TO_CONQUER:
        assert sum(later.units) + sum(later.left) == total


@at_every_table
def test_a_game_of_chance_and_choice_always_ends(key: str, seats: int) -> None:
    choice = random.Random(f"ends {key} {seats}")
    for _ in range(5):
        position = GAMES[key].start(seats)
        plies = 0
        while position.turn is not None:
            position = position.play(choice.choice(position.legal_moves()))
            plies += 1
        assert plies < 600
        assert sum(outcome_of(position).points or ()) > 0
