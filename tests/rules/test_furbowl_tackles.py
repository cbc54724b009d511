"""The rules of Furbowl: tackles, pushes, big hits and injuries."""

import pytest

from tests.rules.furbowl_boards import after, ball, due, moves_of, part, place, where

# Who can be tackled


def test_only_opponents_next_to_the_attacker_can_be_tackled_diagonals_and_stunned_ones_included() -> None:
    position = place("bear 4,4, fox 5,3", "rabbit 5,5, fox 4,5~1, bear 6,4, tortoise ko")
    assert {move for move in moves_of(position, "bear") if "tackle" in move} == {
        "bear-tackle-rabbit",
        "bear-tackle-fox",
    }


# Pushing


@pytest.mark.parametrize(
    ("attacker", "defender", "pushed"),
    [
        ("4,4", "5,4", "6,4"),
        ("4,4", "3,4", "2,4"),
        ("4,4", "4,5", "4,6"),
        ("4,4", "4,3", "4,2"),
        ("4,4", "5,5", "6,6"),
        ("4,4", "3,5", "2,6"),
        ("4,4", "5,3", "6,2"),
        ("4,4", "3,3", "2,2"),
    ],
)
def test_the_defender_is_pushed_straight_away_from_the_attacker(attacker: str, defender: str, pushed: str) -> None:
    position = after(place(f"bear {attacker}", f"fox {defender}"), "bear-tackle-fox", "2+3")
    assert where(position, "green", "fox") == pushed
    assert due(position) == "-"


@pytest.mark.parametrize(
    ("purple", "green"),
    [
        ("bear 4,9", "fox 4,10"),
        ("bear 14,4", "fox 15,5"),
        ("bear 4,4, rabbit 6,4", "fox 5,4"),
        ("bear 4,4", "fox 5,4, rabbit 6,4"),
        ("bear 4,4", "fox 5,4, rabbit 6,4~1"),
    ],
    ids=["the edge", "the edge aslant", "a team-mate of the attacker", "one of the defender", "a stunned one"],
)
def test_a_defender_that_has_no_room_is_slammed_and_stays(purple: str, green: str) -> None:
    position = place(purple, green)
    assert where(after(position, "bear-tackle-fox", "2+3"), "green", "fox") == where(position, "green", "fox")


def test_a_stunned_defender_is_pushed_as_well() -> None:
    assert where(after(place("bear 4,4", "fox 5,4~1"), "bear-tackle-fox", "2+3"), "green", "fox") == "6,4~1"


# Failures


@pytest.mark.parametrize(("attacker", "defender", "roll"), [("bear", "rabbit", "1+2"), ("fox", "cat", "1+1")])
def test_a_failed_tackle_uses_the_action_and_nothing_else_happens(attacker: str, defender: str, roll: str) -> None:
    before = place(f"{attacker} 4,4", f"{defender} 5,4")
    position = after(before, f"{attacker}-tackle-{defender}", roll)
    assert position.fen().split(" ")[:4] == before.fen().split(" ")[:4]
    assert part(position, 7) == f"{attacker}:a"
    assert moves_of(position, attacker)


@pytest.mark.parametrize(
    ("roll", "stunned"), [("1+1", True), ("1+3", True), ("2+2", True), ("2+3", False), ("1+4", False)]
)
def test_a_weaker_attacker_that_fails_with_natural_4_or_less_is_stunned(roll: str, stunned: bool) -> None:
    position = after(place("cat 4,4, fox 1,5", "bear 5,4"), "cat-tackle-bear", roll)
    assert where(position, "purple", "cat") == ("4,4~2" if stunned else "4,4")
    assert part(position, 7) == ("-" if stunned else "cat:a")


def test_a_weaker_attacker_that_is_stunned_drops_the_ball() -> None:
    position = after(place("cat 4,4, fox 1,5", "bear 5,4", ball="purple-cat"), "cat-tackle-bear", "1+2")
    assert (due(position), ball(position)) == ("scatter:1", "4,4")


def test_a_carrier_that_fails_otherwise_keeps_the_ball() -> None:
    position = after(place("cat 4,4, fox 1,5", "bear 5,4", ball="purple-cat"), "cat-tackle-bear", "3+2")
    assert ball(position) == "purple-cat"


# Big hits and the Ouch table


@pytest.mark.parametrize(("roll", "ouch"), [("3+3", False), ("3+4", True), ("6+6", True)])
def test_a_total_of_11_or_more_is_a_big_hit(roll: str, ouch: bool) -> None:
    position = after(place("bear 4,4", "rabbit 5,4"), "bear-tackle-rabbit", roll)
    assert (due(position) == "ouch:rabbit") == ouch


def test_a_double_6_that_succeeds_is_a_big_hit_whatever_the_total() -> None:
    position = after(place("rabbit 4,4", "bear 5,4"), "rabbit-tackle-bear", "6+6")
    assert due(position) == "ouch:bear"
    assert where(position, "green", "bear") == "6,4", "the push comes first"


@pytest.mark.parametrize(
    ("attacker", "defender", "tackle", "rolls"),
    [
        (
            "fox",
            "rabbit",
            "5+5",
            {"1+1": "", "2+3": "", "3+3": "~2", "4+4": "~2", "4+5": "ko", "5+6": "ko", "6+6": "out"},
        ),
        ("bear", "rabbit", "5+5", {"2+2": "", "2+3": "~2", "3+4": "~2", "4+4": "ko", "5+5": "ko", "5+6": "out"}),
        ("fox", "tortoise", "6+6", {"3+4": "", "4+4": "~2", "5+5": "~2", "5+6": "ko", "6+6": "ko"}),
        ("bear", "tortoise", "5+5", {"3+3": "", "3+4": "~2", "4+5": "~2", "5+5": "ko", "6+6": "ko"}),
        ("fox", "cat", "5+6", {"2+3": "", "3+3": "~2", "4+5": "ko", "5+6": "ko", "6+6": "ko"}),
        ("bear", "cat", "5+6", {"4+4": "ko", "5+6": "ko", "6+6": "ko"}),
    ],
)
def test_the_ouch_table_with_maul_shell_and_nine_lives(
    attacker: str, defender: str, tackle: str, rolls: dict[str, str]
) -> None:
    position = after(place(f"{attacker} 4,4", f"{defender} 5,4"), f"{attacker}-tackle-{defender}", tackle)
    assert due(position) == f"ouch:{defender}"
    for roll, result in rolls.items():
        hurt = where(after(position, roll), "green", defender)
        assert hurt == (result if result in ("ko", "out") else f"6,4{result}"), roll


def test_an_animal_that_leaves_the_pitch_is_no_longer_stunned() -> None:
    position = after(place("bear 4,4", "fox 5,4~2"), "bear-tackle-fox", "6+5", "5+5")
    assert where(position, "green", "fox") == "ko"


# The ball and a tackle


def test_a_carrier_that_is_hit_loses_the_ball_which_scatters_from_where_it_was_hit() -> None:
    position = after(place("bear 4,4", "fox 5,4", ball="green-fox"), "bear-tackle-fox", "2+3")
    assert (due(position), ball(position)) == ("scatter:1", "5,4")
    assert where(position, "green", "fox") == "6,4"
    assert {"4,4", "6,4"} <= set(position.legal_moves()), "both animals may be hit by the ball"
    assert due(after(position, "6,4")) == "surprise"


def test_a_carrier_that_is_slammed_loses_the_ball_too() -> None:
    position = after(place("bear 4,9", "fox 4,10", ball="green-fox"), "bear-tackle-fox", "2+3")
    assert (due(position), ball(position)) == ("scatter:1", "4,10")
    assert "4,10" not in position.legal_moves()


def test_the_ouch_roll_comes_before_the_ball_scatters() -> None:
    position = after(place("bear 4,4", "fox 5,4", ball="green-fox"), "bear-tackle-fox", "4+4")
    assert due(position) == "spill:fox"
    for roll in ("1+1", "3+3", "4+4", "6+6"):
        assert (due(after(position, roll)), ball(after(position, roll))) == ("scatter:1", "5,4")


def test_a_failed_tackle_leaves_the_carrier_the_ball() -> None:
    assert ball(after(place("bear 4,4", "fox 5,4", ball="green-fox"), "bear-tackle-fox", "1+2")) == "green-fox"


def test_a_defender_pushed_onto_the_loose_ball_tries_a_surprise_pickup() -> None:
    position = after(place("bear 4,4", "fox 5,4", ball="6,4"), "bear-tackle-fox", "2+3")
    assert due(position) == "surprise"
    assert ball(after(position, "2+3")) == "green-fox"
    assert due(after(position, "2+2")) == "scatter:1"


def test_pushed_onto_the_ball_by_a_big_hit_it_may_still_grab_it_if_it_stays_normal() -> None:
    position = after(place("bear 4,4", "fox 5,4", ball="6,4"), "bear-tackle-fox", "4+4")
    assert due(position) == "ouch:fox"
    assert due(after(position, "1+1")) == "surprise"


def test_the_ball_scatters_from_under_a_defender_that_is_stunned_on_it() -> None:
    position = after(place("bear 4,4", "fox 5,4", ball="6,4"), "bear-tackle-fox", "4+4", "3+3")
    assert (due(position), ball(position)) == ("scatter:1", "6,4")
    before = after(place("bear 4,4", "fox 5,4~1", ball="6,4"), "bear-tackle-fox", "2+3")
    assert due(before) == "scatter:1", "it was stunned before"


@pytest.mark.parametrize("roll", ["4+4", "6+6"])
def test_the_ball_stays_where_a_defender_left_the_pitch(roll: str) -> None:
    position = after(place("bear 4,4", "fox 5,4", ball="6,4"), "bear-tackle-fox", "4+4", roll)
    assert (due(position), ball(position)) == ("-", "6,4")


def test_a_ball_elsewhere_does_not_mind() -> None:
    position = after(place("bear 4,4", "fox 5,4", ball="7,4"), "bear-tackle-fox", "4+4", "3+3")
    assert (due(position), ball(position)) == ("-", "7,4")


def test_the_attacker_may_move_after_a_tackle_if_it_has_not_moved() -> None:
    position = after(place("bear 4,4, fox 1,3", "fox 5,4"), "bear-tackle-fox", "2+3")
    assert "bear-5,4" in moves_of(position), "into the square that was left"
    moved = after(place("bear 3,4, fox 1,3", "fox 5,4"), "bear-4,4", "bear-tackle-fox", "2+3")
    assert part(moved, 7) == "-"


def test_the_attacker_may_grab_the_ball_that_it_knocked_loose_and_run() -> None:
    position = after(place("fox 4,4", "cat 5,4", ball="green-cat"), "fox-tackle-cat", "5+3", "4,4", "4+4")
    assert ball(position) == "purple-fox"
    assert "fox-4,9" in moves_of(position)
    assert not {move for move in moves_of(position) if "pass" in move}
