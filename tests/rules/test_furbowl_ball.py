"""The rules of Furbowl: moving, dodging, picking up, scattering and passing the ball."""

import pytest

from rules.core import CHANCE
from tests.rules.furbowl_boards import after, ball, due, moves_of, part, place, where

# Moving


@pytest.mark.parametrize(("animal", "steps"), [("rabbit", 6), ("fox", 5), ("bear", 3), ("tortoise", 3), ("cat", 5)])
def test_an_animal_moves_up_to_its_move_in_kings_steps(animal: str, steps: int) -> None:
    position = place(f"{animal} 8,5", "cat 1,10", sprints="-")
    reached = {move.removeprefix(f"{animal}-") for move in moves_of(position, animal)}
    expected = {
        f"{column},{row}"
        for column in range(max(1, 8 - steps), min(15, 8 + steps) + 1)
        for row in range(max(1, 5 - steps), min(10, 5 + steps) + 1)
    }
    assert reached == expected - {"8,5", "1,10", "1,1"}


def test_animals_move_around_others_but_not_through_or_onto_them() -> None:
    wall = place("bear 1,2, rabbit 2,1, cat 1,1", "rabbit 2,2, fox 1,3", turn="purple 0 - -")
    assert not {move for move in moves_of(wall, "cat") if "tackle" not in move}
    around = place("bear 3,2, fox 4,1, tortoise 4,2", "rabbit 4,3, cat 15,10")
    assert "bear-5,3" in moves_of(around)
    assert not moves_of(around) & {"bear-4,1", "bear-4,2", "bear-4,3"}
    assert "bear-5,2" not in moves_of(around), "the way around has four steps"


def test_r5_the_loose_ball_can_only_end_a_way() -> None:
    corridor = place("bear 1,1, rabbit 2,1, fox 2,2, cat 2,3", "rabbit 2,4, cat 15,10", ball="1,2")
    assert {move for move in moves_of(corridor, "bear") if "tackle" not in move} == {"bear-1,2"}


def test_after_its_action_an_animal_may_not_move_onto_the_loose_ball() -> None:
    position = place("bear 4,4", "rabbit 5,4", ball="3,3")
    assert "bear-3,3" in moves_of(position)
    assert "bear-3,3" not in moves_of(after(position, "bear-tackle-rabbit", "1+1"))


def test_a_way_around_the_ball_is_open_after_the_action() -> None:
    position = after(place("bear 4,4", "rabbit 5,4", ball="3,3"), "bear-tackle-rabbit", "1+1")
    assert {"bear-2,2", "bear-2,3"} <= moves_of(position)


def test_sprint_adds_two_squares_once_a_match_and_is_offered_only_where_the_move_does_not_reach() -> None:
    position = place("rabbit 2,5", "fox 15,1")
    sprints = {move.removeprefix("rabbit-sprint-") for move in moves_of(position, "rabbit-sprint")}
    assert sprints == {f"{column},{row}" for column in (9, 10) for row in range(1, 11)}
    sprinted = after(position, "rabbit-sprint-10,5", "end", "end")
    assert part(sprinted, 2) == "g"
    assert not moves_of(sprinted, "rabbit-sprint")
    assert moves_of(after(position, "rabbit-3,5", "end", "end"), "rabbit-sprint")


def test_each_team_has_a_sprint_of_its_own() -> None:
    position = after(place("rabbit 2,5", "rabbit 15,1"), "rabbit-sprint-10,5", "end")
    assert moves_of(position, "rabbit-sprint")


def test_only_the_rabbit_sprints() -> None:
    position = place("fox 2,5, bear 3,3, tortoise 5,5", "cat 15,1")
    assert not {move for move in position.legal_moves() if "sprint" in move}


# Dodging


def test_an_animal_next_to_one_opponent_moves_without_a_roll() -> None:
    assert where(after(place("bear 4,4", "fox 5,5"), "bear-3,3"), "purple", "bear") == "3,3"


@pytest.mark.parametrize("green", ["fox 5,5, bear 3,3", "fox 5,5~1, bear 3,3~2", "fox 4,5, cat 3,5, bear 5,5"])
def test_r6_an_animal_next_to_two_opponents_stunned_or_not_dodges_first(green: str) -> None:
    position = after(place("bear 4,4", green), "bear-4,2")
    assert position.turn is CHANCE
    assert due(position) == "dodge:4,2"
    assert where(position, "purple", "bear") == "4,4"


def test_team_mates_next_to_it_force_no_dodge() -> None:
    position = after(place("bear 4,4, fox 5,5, rabbit 3,3", "fox 4,5"), "bear-4,2")
    assert due(position) == "-"


def test_an_animal_that_moves_next_to_two_opponents_does_not_dodge() -> None:
    assert due(after(place("bear 4,4", "fox 6,5, rabbit 6,3"), "bear-5,4")) == "-"


def test_a_good_dodge_goes_where_it_wanted_to() -> None:
    position = after(place("bear 4,4", "fox 5,5, rabbit 3,3"), "bear-4,2", "4+4")
    assert where(position, "purple", "bear") == "4,2"


def test_a_failed_dodge_stuns_the_animal_where_it_is_and_ends_its_play() -> None:
    position = after(place("bear 4,4, fox 1,5", "fox 5,5, rabbit 3,3"), "bear-4,2", "3+4")
    assert where(position, "purple", "bear") == "4,4~2"
    assert part(position, 7) == "-"
    assert not moves_of(position, "bear") and moves_of(position, "fox")


def test_a_carrier_that_fails_to_dodge_drops_the_ball() -> None:
    position = after(place("bear 4,4", "fox 5,5, rabbit 3,3", ball="purple-bear"), "bear-4,2", "3+4")
    assert due(position) == "scatter:1"
    assert ball(position) == "4,4"
    assert ball(after(position, "3,4")) == "3,4"


def test_a_sprint_that_was_declared_is_spent_when_the_dodge_fails() -> None:
    position = after(place("rabbit 4,4", "fox 5,5, rabbit 3,3"), "rabbit-sprint-11,4", "1+2")
    assert where(position, "purple", "rabbit") == "4,4~2"
    assert part(position, 2) == "g"


def test_after_a_good_dodge_onto_the_ball_the_animal_picks_it_up() -> None:
    position = after(place("bear 4,4", "fox 5,5, rabbit 3,3", ball="4,2"), "bear-4,2", "4+4")
    assert due(position) == "pickup"


# Picking up


def test_a_pickup_uses_no_action_when_it_succeeds() -> None:
    position = after(place("fox 4,4, bear 6,4", "rabbit 5,6", ball="5,5"), "fox-5,5", "2+3")
    assert ball(position) == "purple-fox"
    assert part(position, 7) == "fox:m"
    assert moves_of(position) == {"fox-pass-bear", "fox-pass-cat", "fox-tackle-rabbit", "finish"}


@pytest.mark.parametrize(("roll", "scatter"), [("1+1", "scatter:2"), ("1+2", "scatter:1"), ("1+3", "scatter:1")])
def test_a_failed_pickup_scatters_the_ball_uses_the_action_and_ends_the_play(roll: str, scatter: str) -> None:
    position = after(place("fox 4,4, bear 6,4", "rabbit 5,6", ball="5,5"), "fox-5,5", roll)
    assert due(position) == scatter
    position = after(position, "4,5")
    assert part(position, 7) == "-"
    assert where(position, "purple", "fox") == "5,5"
    assert not moves_of(position, "fox")


# Scattering


def test_a_ball_that_scatters_to_an_empty_square_stays_there() -> None:
    position = after(place("fox 4,4, bear 6,4", "rabbit 9,6", ball="5,5"), "fox-5,5", "1+2", "4,6")
    assert ball(position) == "4,6"
    assert position.turn == 0


@pytest.mark.parametrize("square", ["6,4", "6,5"])
def test_a_normal_animal_of_either_team_on_whom_the_ball_falls_tries_a_surprise_pickup(square: str) -> None:
    position = after(place("fox 4,4, bear 6,4", "bear 6,5", ball="5,5"), "fox-5,5", "1+2", square)
    assert due(position) == "surprise"
    side = "purple" if square == "6,4" else "green"
    assert ball(after(position, "4+4")) == f"{side}-bear"
    assert due(after(position, "4+3")) == "scatter:1"
    assert ball(after(position, "4+3")) == square
    assert due(after(position, "1+1")) == "scatter:2"


def test_a_surprise_pickup_uses_nothing_of_the_animals_own_play() -> None:
    position = after(place("fox 4,4, bear 6,4", "rabbit 9,5", ball="5,5"), "fox-5,5", "1+2", "6,4")
    for rolls in (("4+4",), ("4+3", "7,4")):
        later = after(position, *rolls)
        assert part(later, 6) == "f"
        assert "bear-3,4" in moves_of(later)


def test_a_failed_surprise_pickup_does_not_end_the_current_play() -> None:
    position = place("bear 6,6, fox 8,8", "fox 7,6, rabbit 15,1", ball="green-fox")
    hit = after(position, "bear-tackle-fox", "2+4", "6,6")
    assert due(hit) == "surprise", "the bear itself may grab the ball"
    dropped = after(hit, "1+2", "5,6")
    assert part(dropped, 7) == "bear:a"
    assert "bear-6,7" in moves_of(dropped)


def test_r7_the_ball_bounces_on_from_a_stunned_animal_without_a_roll() -> None:
    position = after(place("fox 4,4, bear 6,4~2", "rabbit 9,5", ball="5,5"), "fox-5,5", "1+2", "6,4")
    assert due(position) == "scatter:1"
    assert "7,4" in position.legal_moves() and "6,4" not in position.legal_moves()
    assert ball(after(position, "7,4")) == "7,4"


def test_the_ball_may_come_back_to_the_animal_that_fumbled_it() -> None:
    position = after(place("fox 4,4, bear 6,4~2", "rabbit 9,5", ball="5,5"), "fox-5,5", "1+2", "6,4", "5,5")
    assert due(position) == "surprise"
    caught = after(position, "3+2")
    assert ball(caught) == "purple-fox"
    assert not moves_of(caught, "fox"), "its play ended with the failed pickup"


def test_r10_squares_with_animals_are_as_likely_as_others_and_the_ball_never_stays() -> None:
    position = after(place("fox 4,4, bear 6,4", "rabbit 5,6", ball="5,5"), "fox-5,5", "1+2")
    assert list(position.legal_moves()) == ["4,4", "4,5", "4,6", "5,4", "5,6", "6,4", "6,5", "6,6"]


def test_at_the_edge_the_ball_scatters_among_the_squares_on_the_pitch() -> None:
    position = after(place("fox 2,2, cat 3,9", "rabbit 9,9", ball="1,1"), "fox-1,1", "1+2")
    assert list(position.legal_moves()) == ["1,2", "2,1", "2,2"]
    far = after(place("fox 2,2, cat 3,9", "rabbit 9,9", ball="1,1"), "fox-1,1", "1+1")
    assert list(far.legal_moves()) == ["1,2", "1,3", "2,1", "2,2", "2,3", "3,1", "3,2", "3,3"]


# Passing


def test_only_the_carrier_passes_and_only_to_normal_team_mates_up_to_eight_squares_away() -> None:
    position = place("rabbit 3,9, fox 4,4, bear 12,4, tortoise 13,4", "rabbit 9,9", ball="purple-fox")
    passes = {move for move in moves_of(position) if "pass" in move}
    assert passes == {"fox-pass-rabbit", "fox-pass-bear", "fox-pass-cat"}
    stunned = place("rabbit 3,9~1, fox 4,4, bear ko, tortoise 12,5", "rabbit 9,9", ball="purple-fox")
    assert {move for move in moves_of(stunned) if "pass" in move} == {"fox-pass-tortoise", "fox-pass-cat"}


@pytest.mark.parametrize(
    ("distance", "throw", "catch", "scatter"),
    [
        (1, None, 7, 1),
        (2, 8, 8, 1),
        (3, 8, 8, 1),
        (4, 8, 8, 1),
        (5, 9, 9, 2),
        (6, 9, 9, 2),
        (7, 10, 10, 3),
        (8, 10, 10, 3),
    ],
)
def test_the_table_of_passes(distance: int, throw: int | None, catch: int, scatter: int) -> None:
    position = place(f"bear 2,4, tortoise {2 + distance},6", "rabbit 15,1", ball="purple-bear")
    if distance == 1:
        position = place("bear 2,4, tortoise 3,5", "rabbit 15,1", ball="purple-bear")
    passed = after(position, "bear-pass-tortoise")
    if throw is not None:
        assert due(passed) == "throw:tortoise"
        below, enough = rolls_around(throw)
        wide = after(passed, below)
        assert due(wide) == f"scatter:{scatter}"
        assert ball(wide) == where(position, "purple", "tortoise"), "R8: from the receiver's square"
        passed = after(passed, enough)
    assert due(passed) == "catch:tortoise"
    below, enough = rolls_around(catch)
    assert due(after(passed, below)) == f"scatter:{scatter}"
    assert ball(after(passed, enough)) == "purple-tortoise"


def rolls_around(needed: int) -> tuple[str, str]:
    """A roll one short of `needed`, and one that just does."""
    first = needed // 2
    return f"{first}+{needed - first - 1}", f"{first}+{needed - first}"


def test_a_double_1_stuns_the_catcher_before_the_ball_scatters() -> None:
    position = after(
        place("bear 2,4, tortoise 8,4", "rabbit 15,1", ball="purple-bear"), "bear-pass-tortoise", "6+6", "1+1"
    )
    assert where(position, "purple", "tortoise") == "8,4~2"
    assert due(position) == "scatter:2"


def test_any_other_failed_catch_does_not_knock_down_the_catcher() -> None:
    position = after(
        place("bear 2,4, tortoise 8,4", "rabbit 15,1", ball="purple-bear"), "bear-pass-tortoise", "6+6", "1+2"
    )
    assert where(position, "purple", "tortoise") == "8,4"


def test_a_pass_uses_the_action_of_the_passer_and_nothing_of_the_receiver() -> None:
    position = after(place("fox 2,4, bear 3,4", "rabbit 15,1", ball="purple-fox"), "fox-pass-bear", "4+4")
    assert part(position, 7) == "fox:a"
    assert "fox-7,4" in moves_of(position)
    position = after(position, "finish")
    assert {"bear-6,4", "bear-pass-fox"} <= moves_of(position)


def test_a_passer_that_has_moved_has_nothing_left_to_do() -> None:
    position = after(
        place("fox 2,4, bear 6,4", "rabbit 15,1", ball="purple-fox"), "fox-3,4", "fox-pass-bear", "6+6", "6+6"
    )
    assert part(position, 7) == "-"


def test_the_passer_may_still_move_after_a_pass_that_failed() -> None:
    position = after(place("fox 2,4, bear 6,4", "rabbit 15,1", ball="purple-fox"), "fox-pass-bear", "1+2", "6,5")
    assert part(position, 7) == "fox:a"
    assert "fox-7,5" in moves_of(position)
    assert "fox-6,5" not in moves_of(position), "the Action is used, so not onto the ball"
