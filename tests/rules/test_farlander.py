"""The rules of Farlander, one by one, on the map of `farlander_tables`. R3 to R7 are rulings of the specification."""

import random

import pytest

from rules import GAMES
from rules.core import CHANCE, IllegalMove, Move, Outcome, Position, Seat
from rules.farlander import FarlanderPosition
from rules.farlander.campaign import Phase
from tests.rules.farlander_tables import FLAT, TERRITORIES, after, armies, table, without
from tests.rules.playouts import playout

GARRISONS = "farlander-garrisons"
TABLES = [(key, seats) for key in ("farlander", GARRISONS) for seats in (2, 3, 4)]
at_every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


def laid(seats: int) -> FarlanderPosition:
    """A table whose map is complete, before chance decides who goes first."""
    position = GAMES["farlander"].start(seats)
    assert isinstance(position, FarlanderPosition)
    return after(position, *FLAT.split("/"))


def start_of_three() -> FarlanderPosition:
    position = GAMES["farlander"].start(3)
    assert isinstance(position, FarlanderPosition)
    return position


def outcome_of(position: Position) -> Outcome:
    outcome = position.outcome()
    assert outcome is not None
    return outcome


def into(position: FarlanderPosition, target: str) -> list[str]:
    return [move for move in position.legal_moves() if move.startswith(f"{target}<")]


# Seats


@pytest.mark.parametrize(("seats", "units"), [(2, 36), (3, 24), (4, 18)])
def test_each_player_has_as_many_units_as_the_number_of_players_gives(seats: int, units: int) -> None:
    position = GAMES["farlander"].start(seats)
    assert isinstance(position, FarlanderPosition)
    assert position.left == (units,) * seats


def test_the_seats_are_red_blue_green_and_yellow() -> None:
    assert [GAMES["farlander"].start(4).side(Seat(seat)) for seat in range(4)] == ["Red", "Blue", "Green", "Yellow"]


# Placement


def test_r3_it_is_rolled_who_begins_the_placement() -> None:
    assert laid(4).turn is CHANCE
    assert laid(4).legal_moves() == ("red", "blue", "green", "yellow")
    assert laid(2).legal_moves() == ("red", "blue")
    for seat, colour in enumerate(laid(4).legal_moves()):
        assert after(laid(4), colour).turn == seat


def test_units_are_placed_one_a_turn_in_seat_order() -> None:
    position = after(laid(3), "green", "a1")
    assert position.turn == 0
    assert position.left == (24, 24, 23)
    position = after(position, "b2", "c1", "a1")
    assert armies(position) == {"a1": "g2", "b2": "r1", "c1": "b1"}
    assert position.turn == 0


def test_a_unit_goes_into_an_unoccupied_territory_or_one_of_your_own() -> None:
    position = after(laid(2), "red", "a1", "b2")
    assert set(position.legal_moves()) == set(TERRITORIES) - {"b2"}
    with pytest.raises(IllegalMove, match="b2 is held by Blue: a unit goes into an empty territory or one of your"):
        position.play(Move("b2"))


def test_a_territory_holds_five_units_at_most() -> None:
    position = table("a1:r5 a2:r4 b1:b1", "placement:red", left="27/35")
    assert "a1" not in position.legal_moves()
    assert "a2" in position.legal_moves()
    with pytest.raises(IllegalMove, match="a1 holds 5 units already, and no territory can hold more"):
        position.play(Move("a1"))


def test_legal_placements_are_listed_by_territory() -> None:
    assert after(laid(2), "red").legal_moves() == tuple(TERRITORIES)


def test_r4_who_has_units_left_but_nowhere_to_put_one_is_skipped() -> None:
    # Blue holds one territory, which is full; Green holds the last one with room.
    full = " ".join(f"{name}:r1" for name in TERRITORIES[2:-1])
    position = table(f"a1:b5 a2:g1 {full} g4:r1", "placement:red", left="2/19/23")
    position = after(position, "a3")
    assert position.turn == 2
    assert after(position, "a2").turn == 0


def test_r4_the_placement_ends_when_nobody_can_place_and_units_left_over_are_out_of_the_game() -> None:
    others = " ".join(f"{name}:r1" for name in TERRITORIES[2:])
    blocked = table(f"a1:b4 a2:r2 {others}", "placement:blue", left="0/20/x")
    position = after(blocked, "a1")
    assert position.phase is Phase.FIRST_TO_CONQUER
    assert position.left == (0, 0, 0)


def test_the_placement_is_over_when_all_units_are_placed() -> None:
    position = table("a1:r3 a2:r5 b1:r5 b2:r5 c1:r5 c2:r5 c3:r5 d1:r2 e1:b5", "placement:red", left="1/31")
    position = after(position, "a1")
    assert position.turn == 1
    position = table(
        "a1:r3 a2:r5 b1:r5 b2:r5 c1:r5 c2:r5 c3:r5 d1:r2 e1:b5 e2:b5 e3:b5 e4:b5 f1:b5 f2:b5 f3:b5 f4:b1",
        "placement:red",
        left="1/0",
    )
    position = after(position, "a1")
    assert position.turn is CHANCE
    assert position.phase is Phase.FIRST_TO_CONQUER


# Conquest

BORDER = "a1:r3 a2:r1 a3:b2 e1:b1 g4:b5"


def test_r5_it_is_rolled_again_who_begins_the_conquest() -> None:
    position = table(BORDER, "conquest")
    assert position.turn is CHANCE
    assert position.legal_moves() == ("red", "blue")
    assert [after(position, colour).turn for colour in ("red", "blue")] == [0, 1]


def test_r5_a_player_who_cannot_conquer_may_be_rolled_and_is_skipped() -> None:
    position = table("a1:r1 a2:b5", "conquest")
    assert position.legal_moves() == ("red", "blue")
    assert after(position, "red").turn == 1


def test_r5_the_roll_is_made_even_if_nobody_can_conquer_and_the_game_ends_right_after_it() -> None:
    position = table("a1:r3 a2:b3", "conquest")
    assert position.turn is CHANCE
    assert position.outcome() is None
    assert after(position, "blue").outcome() == Outcome((1, 1), "nobody can conquer any more", (1, 1))


def test_strength_is_all_units_next_to_the_target_and_must_be_greater_than_the_defence() -> None:
    assert into(table("a1:r2 a2:r2 a3:b3", "conquest:red"), "a3") == ["a3<a1x1", "a3<a1x1+a2x1", "a3<a2x1"]
    equal = table("a1:r2 a2:r1 a3:b3 b1:r2 b2:b1", "conquest:red")
    assert into(equal, "a3") == []
    with pytest.raises(
        IllegalMove, match="a3 is defended by 3 units, and you have 3 next to it: an attack must be stron"
    ):
        equal.play(Move("a3<a1x1"))


def test_units_that_do_not_border_the_target_lend_no_strength() -> None:
    assert into(table("a1:r2 b1:r5 c1:r5 a3:b2 b2:b1", "conquest:red"), "a3") == []


def test_a_garrison_adds_one_to_the_defence() -> None:
    armies_there = "a1:r2 a3:r1 a2:b2 b1:r2 b3:b1"
    assert into(table(armies_there, "conquest:red"), "a2") == ["a2<a1x1"]
    position = table(armies_there, "conquest:red", key=GARRISONS)
    assert into(position, "a2") == []
    with pytest.raises(
        IllegalMove, match="a2 is defended by 2 units and a garrison, 3 in all, and you have 3 next to it"
    ):
        position.play(Move("a2<a1x1"))


def test_a_garrison_does_not_help_to_attack() -> None:
    position = table("a2:r2 a1:b2 b1:r2 b3:b1", "conquest:red", key=GARRISONS)
    assert into(position, "a1") == []


def test_the_defenders_leave_the_game_and_units_move_in() -> None:
    position = after(table("a1:r5 a2:r3 a3:b4 e1:b5", "conquest:red"), "a3<a1x3+a2x1")
    assert armies(position) == {"a1": "r2", "a2": "r2", "a3": "r4", "e1": "b5"}


def test_one_to_five_units_move_in_from_bordering_territories_in_any_mix() -> None:
    position = table("a1:r5 a2:r4 a3:b4", "conquest:red")
    expected = {(first, second) for first in range(5) for second in range(4) if 1 <= first + second <= 5}
    written = {
        (first, second): "+".join(f"{name}x{units}" for name, units in (("a1", first), ("a2", second)) if units)
        for first, second in expected
    }
    assert set(position.legal_moves()) == {f"a3<{sources}" for sources in written.values()}
    with pytest.raises(IllegalMove, match="7 units can't move in: a territory holds 5 at most"):
        position.play(Move("a3<a1x4+a2x3"))


def test_no_territory_may_be_emptied() -> None:
    position = table("a1:r3 a2:r1 a3:b2", "conquest:red")
    assert position.legal_moves() == ("a3<a1x1", "a3<a1x2")
    with pytest.raises(IllegalMove, match="a1 holds 3 units and one has to stay: 2 can move"):
        position.play(Move("a3<a1x3"))
    with pytest.raises(IllegalMove, match="a2 holds a single unit, and that one has to stay"):
        position.play(Move("a3<a2x1"))


def test_single_units_alone_cannot_conquer_for_nobody_could_move_in() -> None:
    position = table("a1:r1 a2:r1 a3:b1 b1:r2 b3:b1", "conquest:red")
    assert into(position, "a3") == []
    with pytest.raises(IllegalMove, match="Your territories next to a3 hold a single unit"):
        position.play(Move("a3<a1x1"))


def test_r6_an_unoccupied_territory_cannot_be_conquered() -> None:
    position = table("a1:r5 a3:b1", "conquest:red")
    assert into(position, "a2") == []
    with pytest.raises(IllegalMove, match="a2 is empty: you can only conquer a territory that an enemy holds"):
        position.play(Move("a2<a1x1"))


def test_your_own_territory_cannot_be_conquered() -> None:
    with pytest.raises(IllegalMove, match="a2 is yours: you can only conquer a territory that an enemy holds"):
        table("a1:r5 a2:r1 a3:b1", "conquest:red").play(Move("a2<a1x1"))


def test_units_move_in_only_from_your_own_territories_that_border_the_target() -> None:
    position = table("a1:r5 a2:b3 b1:r5 f1:r3 a3:b1", "conquest:red")
    with pytest.raises(IllegalMove, match="b1 doesn't border a3"):
        position.play(Move("a3<b1x1"))
    with pytest.raises(IllegalMove, match="a2 is held by Blue: units move in from territories of your own"):
        position.play(Move("a3<a2x1"))
    with pytest.raises(IllegalMove, match="e1 is empty: units move in from territories of your own"):
        position.play(Move("a3<e1x1"))
    with pytest.raises(IllegalMove, match="None of your territories borders c1"):
        table("a1:r5 c1:b1 a3:b1", "conquest:red").play(Move("c1<a1x1"))


def test_sources_are_in_the_order_of_territories_without_repetition() -> None:
    position = table("a1:r5 a2:r5 a3:b1", "conquest:red")
    assert "a3<a1x1+a2x1" in position.legal_moves()
    for token in ("a3<a2x1+a1x1", "a3<a1x1+a1x1", "a3<a1x0", "a3<", "a3", "a3<a1", "a3<a1x1+", "A3<a1x1", "a3<a9x1"):
        with pytest.raises(IllegalMove, match=r"You can conquer a3\.$"):
            position.play(Move(token))


def test_legal_conquests_are_in_alphabetical_order() -> None:
    moves = table("a1:r5 a2:r5 a3:b1 e1:b3 g4:b1 c2:b1", "conquest:red").legal_moves()
    assert len(moves) > 20
    assert list(moves) == sorted(moves)


def test_one_territory_is_conquered_a_turn_and_then_the_next_in_seat_order_moves() -> None:
    position = table("a1:r5 a3:b5 a2:g5 e1:b2 f1:r3", "conquest:green", left="0/0/0")
    assert after(position, "e1<a2x2").turn == 0


def test_a_player_without_a_conquest_is_skipped() -> None:
    position = after(table("a1:r5 a2:r5 a3:b1 e1:b1 c1:g5", "conquest:red", left="0/0/0"), "e1<a2x4")
    assert position.turn == 0


def test_a_skipped_player_may_have_a_conquest_later() -> None:
    position = after(table("a1:r3 a2:b2 e1:g2", "conquest", left="0/0/0"), "green")
    assert position.turn == 0
    position = after(position, "a2<a1x1")
    assert position.turn == 2
    assert position.legal_moves() == ("a2<e1x1",)


def test_a_conquest_that_is_possible_is_compulsory() -> None:
    for seed in range(3):
        for step in playout("farlander", 3, seed):
            position = step.after
            assert isinstance(position, FarlanderPosition)
            if position.phase is Phase.CONQUEST:
                assert all(move[2] == "<" for move in position.legal_moves())
                assert position.legal_moves()


def test_the_game_is_over_when_nobody_can_conquer() -> None:
    position = after(table("a1:r3 a2:b1 b1:b2", "conquest:red"), "a2<a1x1")
    assert position.turn is None
    assert position.legal_moves() == ()
    assert position.outcome() == Outcome((1, 2), "nobody can conquer any more", (2, 1))
    with pytest.raises(IllegalMove, match="The game is over: nobody can conquer any more"):
        position.play(Move("a2<a1x1"))


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


# Leaving


def test_r7_a_seat_that_leaves_makes_no_more_moves_and_its_units_stay_and_defend() -> None:
    position = table("a1:r5 a2:b5 a3:g2 e1:g2", "conquest:red", left="0/0/0")
    position = without(position, 1)
    assert armies(position)["a2"] == "b5"
    assert position.turn == 0
    with pytest.raises(IllegalMove, match="a2 is defended by 5 units"):
        position.play(Move("a2<a1x1"))
    assert after(position, "a3<a1x4").turn == 0, "Blue could conquer a1 but has left"


def test_r7_territories_of_a_seat_that_has_left_can_be_conquered() -> None:
    position = without(table("a1:r5 a2:b1 a3:g2", "conquest:red", left="0/0/0"), 1)
    assert armies(after(position, "a2<a1x2"))["a2"] == "r2"


def test_r7_when_the_seat_to_move_leaves_the_next_one_moves() -> None:
    assert without(after(laid(3), "red"), 0).turn == 1
    assert without(table("a1:r5 a2:b5 a3:g1 e1:g1", "conquest:red", left="0/0/0"), 0).turn == 1


def test_r7_a_seat_can_leave_before_its_turn_and_is_passed_over() -> None:
    position = without(after(laid(4), "red"), 1, 2)
    assert position.turn == 0
    assert position.left == (18, 0, 0, 18)
    assert after(position, "a1").turn == 3


def test_r7_a_seat_can_leave_while_chance_is_to_move_and_is_not_rolled() -> None:
    position = without(start_of_three(), 1)
    assert position.turn is CHANCE
    position = after(position, *FLAT.split("/"))
    assert position.legal_moves() == ("red", "green")
    position = table("a1:r3 b1:b1 c1:g1", "conquest", left="0/0/0")
    assert without(position, 2).legal_moves() == ("red", "blue")


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


def test_at_a_table_of_two_the_match_ends_when_one_leaves() -> None:
    assert laid(2).retire(Seat(0)) is None


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
