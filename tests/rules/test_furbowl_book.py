"""The rule book of Furbowl: its worked examples, and its printed tables from the 36 rolls."""

import pytest

from rules.core import IllegalMove, Move
from rules.furbowl import FurbowlPosition, start
from tests.rules.furbowl_boards import after, ball, due, moves_of, part, place, where

ROLLS = [f"{first}+{second}" for first in range(1, 7) for second in range(1, 7)]
ANIMALS = ("rabbit", "fox", "bear", "tortoise", "cat")


def natural(roll: str) -> int:
    first, second = roll.split("+")
    return int(first) + int(second)


def needed(position: FurbowlPosition) -> int:
    """The lowest sum of the dice that succeeds; every roll of that sum or a higher one succeeds too."""
    successes = {natural(roll) for roll in ROLLS if succeeded(position, after(position, roll))}
    assert successes == set(range(min(successes), 13))
    return min(successes)


def succeeded(before: FurbowlPosition, result: FurbowlPosition) -> bool:
    """Whether the roll that was due succeeded: the ball is held or thrown well, or nobody of Purple is stunned."""
    kind = due(before).split(":")[0]
    if kind in ("pickup", "surprise", "catch"):
        return not due(result).startswith("scatter")
    if kind == "throw":
        return due(result).startswith("catch")
    if kind == "dodge":
        return "~" not in part(result, 0)
    raise AssertionError(kind)


# Worked examples


def test_example_1_a_bear_tackles_a_rabbit() -> None:
    position = after(place("bear 4,4", "rabbit 5,4"), "bear-tackle-rabbit")
    for roll in ROLLS:
        pushed = where(after(position, roll), "green", "rabbit") == "6,4"
        assert pushed == (natural(roll) >= 4)
    big = after(position, "3+4")
    assert due(big) == "ouch:rabbit"
    assert where(after(big, "4+4"), "green", "rabbit") == "ko", "8 and 1 for Maul are 9"
    assert big.describe(Move("4+4")).endswith("4+4, Maul +1 = 9 on the Ouch table: knocked out")


def test_example_2_a_rabbit_tackles_a_bear() -> None:
    position = after(place("rabbit 4,4", "bear 5,4"), "rabbit-tackle-bear")
    for roll in ROLLS:
        result = after(position, roll)
        assert (where(result, "green", "bear") == "6,4") == (roll == "6+6")
        assert (where(result, "purple", "rabbit") == "4,4~2") == (natural(roll) <= 4)


def test_example_2_a_double_1_of_a_rabbit_against_a_rabbit_stuns_nobody() -> None:
    position = after(place("rabbit 4,4", "rabbit 5,4"), "rabbit-tackle-rabbit", "1+1")
    assert where(position, "purple", "rabbit") == "4,4"
    assert where(position, "green", "rabbit") == "5,4"


def test_example_3_a_cat_picks_up_the_football() -> None:
    position = after(place("cat 4,4, fox 5,7, bear 1,2", "rabbit 5,6", ball="5,5"), "cat-5,5")
    assert needed(position) == 6
    good = after(position, "3+3")
    assert moves_of(good) == {"cat-pass-fox", "cat-pass-bear", "cat-tackle-rabbit", "finish"}
    bad = after(position, "2+3", "4,5")
    assert ball(bad) == "4,5"
    assert part(bad, 7) == "-" and not moves_of(bad, "cat")


def test_example_4_a_fox_throws_a_medium_pass_to_a_bear() -> None:
    position = after(place("fox 4,4, bear 10,5", "rabbit 15,1", ball="purple-fox"), "fox-pass-bear")
    assert needed(position) == 6
    thrown = after(position, "4+3")
    assert needed(thrown) == 9
    assert position.describe(Move("4+3")) == (
        "Purple fox throws a medium pass to the bear: 4+3, Skill +3 = 10 against 9: good"
    )
    assert thrown.describe(Move("2+5")) == "Purple bear catches: 2+5 = 7 against 9: dropped"
    caught = after(thrown, "4+5", "finish")
    assert ball(caught) == "purple-bear"
    assert "bear-13,5" in moves_of(caught), "its own play is still to come"


def test_example_5_a_cat_passes_and_then_moves() -> None:
    position = place("cat 4,4, fox 6,4", "rabbit 15,1", ball="purple-cat")
    position = after(position, "cat-pass-fox", "4+4", "4+4")
    assert ball(position) == "purple-fox"
    assert where(after(position, "cat-9,4"), "purple", "cat") == "9,4"


def test_example_6_a_green_fox_moves_onto_the_football_and_may_pass_tackle_or_finish() -> None:
    position = place("rabbit 7,6", "fox 12,5, bear 10,6", ball="8,5", turn="green 0 - -")
    position = after(position, "fox-8,5", "2+3")
    assert ball(position) == "green-fox"
    assert moves_of(position) == {"fox-pass-bear", "fox-pass-cat", "fox-tackle-rabbit", "finish"}


def test_example_7_a_bear_tackles_and_then_moves_but_not_onto_the_ball() -> None:
    position = after(place("bear 4,4", "rabbit 5,4", ball="3,3"), "bear-tackle-rabbit", "1+3")
    assert "bear-3,4" in moves_of(position)
    with pytest.raises(IllegalMove, match="an animal that has used its Action can't move onto it"):
        position.play(Move("bear-3,3"))


def test_example_8_the_formation_changes_the_opening_and_the_teams_are_mirrored() -> None:
    openings = {formation: after(start(2), formation, "ball5") for formation in start(2).legal_moves()}
    assert len({opening.fen() for opening in openings.values()}) == 5
    for opening in openings.values():
        purple, green = (part(opening, at).replace("/", ",").split(",") for at in (0, 1))
        assert [16 - int(column) for column in purple[::2]] == [int(column) for column in green[::2]]
        assert purple[1::2] == green[1::2]


# Printed tables


@pytest.mark.parametrize(("animal", "least"), [("rabbit", 5), ("fox", 5), ("bear", 8), ("tortoise", 8), ("cat", 5)])
def test_the_table_of_dodges(animal: str, least: int) -> None:
    position = place(f"{animal} 4,4", "rabbit 5,5, fox 3,3")
    assert needed(after(position, f"{animal}-4,2")) == least


@pytest.mark.parametrize(("animal", "least"), [("rabbit", 7), ("fox", 5), ("bear", 8), ("tortoise", 8), ("cat", 6)])
def test_the_table_of_pickups(animal: str, least: int) -> None:
    position = place(f"{animal} 4,4", "rabbit 9,9", ball="4,5")
    assert needed(after(position, f"{animal}-4,5")) == least


@pytest.mark.parametrize(("animal", "least"), [("rabbit", 7), ("fox", 5), ("bear", 8), ("tortoise", 8), ("cat", 6)])
def test_a_surprise_pickup_needs_as_much(animal: str, least: int) -> None:
    position = place(f"bear 2,2, {animal} 5,5" if animal != "bear" else "tortoise 2,2, bear 5,5", "fox 9,9", ball="4,4")
    fumbled = after(position, "bear-4,4" if animal != "bear" else "tortoise-4,4", "1+2", "5,5")
    assert needed(fumbled) == least


CATCHES = {
    "rabbit": (6, 7, 8, 9),
    "fox": (4, 5, 6, 7),
    "bear": (7, 8, 9, 10),
    "tortoise": (7, 8, 9, 10),
    "cat": (5, 6, 7, 8),
}


@pytest.mark.parametrize("animal", ANIMALS)
@pytest.mark.parametrize(("column", "at"), [(3, 0), (4, 1), (6, 1), (7, 2), (8, 2), (9, 3), (10, 3)])
def test_the_table_of_catches(animal: str, column: int, at: int) -> None:
    passer = "fox" if animal != "fox" else "rabbit"
    position = place(f"{passer} 2,4, {animal} {column},4", "rabbit 9,9", ball=f"purple-{passer}")
    thrown = after(position, f"{passer}-pass-{animal}", *(["6+6"] if at else []))
    assert needed(thrown) == CATCHES[animal][at]


@pytest.mark.parametrize("animal", ANIMALS)
@pytest.mark.parametrize(("column", "target"), [(4, 8), (6, 8), (7, 9), (8, 9), (9, 10), (10, 10)])
def test_the_throw_needs_its_target_less_the_skill_of_the_passer(animal: str, column: int, target: int) -> None:
    receiver = "bear" if animal != "bear" else "tortoise"
    position = place(f"{animal} 2,4, {receiver} {column},4", "rabbit 9,9", ball=f"purple-{animal}")
    skill = {"rabbit": 1, "fox": 3, "bear": 0, "tortoise": 0, "cat": 2}[animal]
    assert needed(after(position, f"{animal}-pass-{receiver}")) == target - skill


TACKLES = {
    "rabbit": (8, 9, 12, 11, 9),
    "fox": (7, 8, 11, 10, 8),
    "bear": (4, 5, 8, 7, 5),
    "tortoise": (5, 6, 9, 8, 6),
    "cat": (7, 8, 11, 10, 8),
}


@pytest.mark.parametrize("attacker", ANIMALS)
@pytest.mark.parametrize("defender", ANIMALS)
def test_the_table_of_tackles(attacker: str, defender: str) -> None:
    position = after(place(f"{attacker} 4,4", f"{defender} 5,4"), f"{attacker}-tackle-{defender}")
    least = TACKLES[attacker][ANIMALS.index(defender)]
    for roll in ROLLS:
        assert (where(after(position, roll), "green", defender) == "6,4") == (natural(roll) >= least)


@pytest.mark.parametrize(("attacker", "maul"), [("fox", 0), ("bear", 1)])
@pytest.mark.parametrize(("defender", "shell"), [("rabbit", 0), ("tortoise", 2), ("cat", 0)])
def test_the_ouch_table(attacker: str, maul: int, defender: str, shell: int) -> None:
    position = after(place(f"{attacker} 4,4", f"{defender} 5,4"), f"{attacker}-tackle-{defender}", "6+6")
    for roll in ROLLS:
        total = natural(roll) + maul - shell
        result = "6,4" if total <= 5 else "6,4~2" if total <= 8 else "ko" if total <= 11 or defender == "cat" else "out"
        assert where(after(position, roll), "green", defender) == result


def test_recovery_needs_8() -> None:
    position = after(place("fox 4,4", "rabbit ko, fox 12,4"), "end")
    back = {natural(roll) for roll in ROLLS if due(after(position, roll)) == "return:rabbit"}
    assert back == {8, 9, 10, 11, 12}
