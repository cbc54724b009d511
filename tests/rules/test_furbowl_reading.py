"""Texts of Furbowl: moves typed in words, the sentences that refuse them, odds, and the log of the rolls."""

import pytest

from rules.core import Move
from rules.furbowl import FurbowlPosition
from tests.rules.furbowl_boards import lively_game, place

LOOSE = place("rabbit 5,3, fox 7,5, bear 9,6", "rabbit 9,7, fox 10,6, bear 12,5", ball="8,5")


@pytest.mark.parametrize("seed", range(3))
def test_a_move_can_be_typed_in_the_words_that_describe_it(seed: int) -> None:
    for step in tuple(lively_game(seed, 120))[5::12]:
        if step.after.turn in (0, 1):
            for move in step.after.legal_moves():
                assert step.after.parse(step.after.describe(move)) == move


# Words


def test_the_log_tells_how_the_match_begins() -> None:
    from_the_start = [step.before.describe(step.move) for step in lively_game(1, 2)]
    formation, row = (step.move for step in lively_game(1, 2))
    assert from_the_start == [f"the teams line up in the {formation} formation", f"the ball is placed on 8,{row[-1]}"]


# Choices


def effects(position: FurbowlPosition, *stages: str) -> list[str]:
    """The picker's options after these stages."""
    offered = {stage: [move for move in position.legal_moves() if stage in position.stages(move)] for stage in stages}
    return [position.option(stage, moves).effect for stage, moves in offered.items()]


def test_a_square_is_offered_with_the_opponents_beside_it_or_the_roll_or_the_score() -> None:
    position = place("fox 12,5, rabbit 2,2", "bear 10,5, cat 11,3, tortoise 9,4", ball="purple-fox")
    assert effects(position, "fox-15,5", "fox-12,4", "fox-10,4", "fox-14,9") == [
        "scores",
        "next to the cat",
        "next to the bear, tortoise and cat",
        "",
    ]
    assert effects(LOOSE, "fox-8,5") == ["pick-up: 83%"]


def test_an_animal_is_offered_with_what_is_worth_going_for() -> None:
    position = place("fox 10,5, bear 3,8", "bear 9,10", ball="purple-fox")
    assert effects(position, "fox far", "fox", "bear") == ["can score", "can score", ""]


def test_squares_that_are_too_many_to_be_offered_together_follow_two_stages() -> None:
    position = place("rabbit 8,5, bear 3,6", "bear 2,1", ball="8,4")
    assert position.stages(Move("rabbit-12,9")) == ("rabbit", "rabbit-12,9")
    assert position.stages(Move("rabbit-13,9")) == ("rabbit", "rabbit far", "rabbit-13,9")
    assert position.stages(Move("rabbit-sprint-15,5")) == ("rabbit", "rabbit far", "rabbit-sprint-15,5")
    far = [move for move in position.legal_moves() if "rabbit far" in position.stages(move)]
    assert position.option("rabbit far", far).label == "Rabbit, far away"
    assert position.question("rabbit far") == "Where does the rabbit move?"
    assert position.question("rabbit") == "What does the rabbit do?"


def test_what_is_rolled_for_follows_its_animal_and_in_a_play_comes_without_naming_it_again() -> None:
    position = place("rabbit 12,2, bear 3,6, cat 5,9", "bear 4,6", ball="purple-rabbit")
    assert position.stages(Move("bear-tackle-bear")) == ("bear", "bear-tackle-bear")
    assert position.option("bear-tackle-bear", [Move("bear-tackle-bear")]).label == "Tackle: Bear"
    assert position.question() == "Which animal acts?"
    loose = place("rabbit 12,2, bear 3,6", "bear 9,9", ball="5,6")
    assert loose.stages(Move("bear-5,6")) == ("bear", "bear-5,6")
    assert loose.option("bear-5,6", [Move("bear-5,6")]).label == "5,6"
    going_on = position.play(Move("bear-4,5"))
    assert going_on.stages(Move("bear-tackle-bear")) == ("bear-tackle-bear",)
    assert going_on.option("bear-tackle-bear", [Move("bear-tackle-bear")]).label == "Tackle: Bear"
    assert going_on.question() == "What does the bear do?"
