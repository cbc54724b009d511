"""The rules of Furbowl: moving, dodging, picking up, scattering and passing the ball."""

import pytest

from tests.rules.furbowl_boards import after, ball, due, moves_of, place, where

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


def test_only_the_rabbit_sprints() -> None:
    position = place("fox 2,5, bear 3,3, tortoise 5,5", "cat 15,1")
    assert not {move for move in position.legal_moves() if "sprint" in move}


# Dodging


# Picking up


# Scattering


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
