"""Invariants at every ply of random games of Furbowl."""

from functools import cache
from itertools import pairwise

import pytest

from rules.core import CHANCE
from rules.furbowl import FurbowlPosition
from rules.furbowl.board import KNOCKED_OUT, NOBODY, NOWHERE, OUT
from rules.record import Step
from tests.rules.furbowl_boards import due, lively_game, part

PLIES = 300
WITH_THE_BALL_UNDER_THEM = ("pickup", "surprise", "catch", "ouch", "spill", "scatter")


@cache
def steps(seed: int) -> tuple[Step, ...]:
    return tuple(lively_game(seed, PLIES))[2:]


def positions(seed: int) -> list[FurbowlPosition]:
    found = [step.after for step in steps(seed)]
    return [position for position in found if isinstance(position, FurbowlPosition)]


@pytest.fixture(params=range(6))
def game(request: pytest.FixtureRequest) -> list[FurbowlPosition]:
    return positions(request.param)


def test_there_is_one_ball(game: list[FurbowlPosition]) -> None:
    for position in game:
        assert (position.ball == NOWHERE) != (position.carrier == NOBODY)


def test_only_a_normal_animal_carries_the_ball(game: list[FurbowlPosition]) -> None:
    for position in game:
        assert position.carrier == NOBODY or position.normal(position.carrier)


def test_the_loose_ball_shares_a_square_with_an_animal_only_while_something_happens_to_it(
    game: list[FurbowlPosition],
) -> None:
    for position in game:
        if position.ball in position.places and position.ball != NOWHERE:
            assert due(position).startswith(WITH_THE_BALL_UNDER_THEM)


def test_no_two_animals_share_a_square_and_five_of_each_side_are_somewhere(game: list[FurbowlPosition]) -> None:
    for position in game:
        assert len(position.places) == 10
        squares = [place for place in position.places if place >= 0]
        assert len(set(squares)) == len(squares)
        assert all(place in (KNOCKED_OUT, OUT) for place in position.places if place < 0)


def test_out_is_for_good_and_never_for_a_cat(game: list[FurbowlPosition]) -> None:
    out: set[int] = set()
    for position in game:
        now = {piece for piece, place in enumerate(position.places) if place == OUT}
        assert now >= out
        assert not now & {4, 9}
        out = now


def test_stuns_count_from_two_down_and_only_on_the_pitch(game: list[FurbowlPosition]) -> None:
    for before, position in pairwise(game):
        for piece, left in enumerate(position.stuns):
            assert left in (0, 1, 2)
            assert not left or position.places[piece] >= 0
            if left < before.stuns[piece] and position.places[piece] >= 0:
                assert position.plays == 0, "only the beginning of a turn makes an animal better"


def test_a_turn_has_at_most_three_plays_and_no_animal_has_two() -> None:
    for seed in range(6):
        played: list[str] = []
        for step in steps(seed):
            before = step.before
            assert isinstance(before, FurbowlPosition)
            if before.turn is CHANCE or step.move == "finish":
                continue
            if before.plays == 0:
                played = []
            if step.move != "end" and before.current is None:
                played.append(step.move.split("-")[0])
            assert len(set(played)) == len(played) <= 3


def test_a_sprint_is_never_regained(game: list[FurbowlPosition]) -> None:
    for before, position in pairwise(game):
        assert position.sprints & ~before.sprints == 0


def test_a_player_who_is_to_move_has_something_to_do_besides_ending_the_turn(game: list[FurbowlPosition]) -> None:
    for position in game:
        if position.turn in (0, 1):
            assert len(position.legal_moves()) > 1


def test_an_unfinished_play_has_used_its_move_or_its_action_but_not_both(game: list[FurbowlPosition]) -> None:
    for position in game:
        if position.turn in (0, 1):
            assert part(position, 7) == "-" or part(position, 7).endswith((":m", ":a"))
