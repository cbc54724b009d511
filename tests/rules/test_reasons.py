"""The reasons for moves, in the words of the games."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from rules import GAMES
from rules.core import CHANCE, Move
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import SCORING_COLUMNS, TEAM_SIZE, seat_of
from rules.furbowl.pitch import pitch
from rules.furbowl.tokens import animal_moves
from rules.furl import FurlPosition
from rules.playwin import PlayWinPosition
from tests.rules.naive_playwin import opening
from tests.rules.playouts import playout

REASONS = [
    tuple(part.strip() for part in line.split("|"))
    for line in (Path(__file__).parent / "data" / "reasons.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("key", "fen", "move", "reason"), REASONS)
def test_a_move_is_good_for_something(key: str, fen: str, move: str, reason: str) -> None:
    position = GAMES[key].from_fen(fen)
    assert move in position.legal_moves()
    assert position.reason(Move(move)) == reason


@pytest.mark.parametrize("key", GAMES)
def test_every_move_of_a_player_has_a_short_reason(key: str) -> None:
    chance, position = random.Random(2), GAMES[key].start(GAMES[key].seats[-1])
    for _ in range(120):
        moves = position.legal_moves()
        if not moves:
            break
        move = chance.choice(moves)
        if position.turn is not CHANCE:
            reason = position.reason(move)
            assert reason and reason.isprintable() and len(reason) <= 150 and not reason.endswith(".")
            told = position.describe(move)
            assert told not in reason and all(part not in told for part in reason.split(", and it "))
        position = position.play(move)


def test_a_better_move_is_told_by_what_does_not_hold_for_the_other() -> None:
    for step in (step for key in GAMES for step in [*playout(key, 2, 0)][::5]):
        if step.mover is None:
            continue
        others = [move for move in step.before.legal_moves() if move != step.move][:3]
        for other in others:
            told, known = step.before.reason(step.move, other), step.before.reason(other)
            assert not set(told.split(", and it ")) & set(known.split(", and it ")) - {""}, (
                step.before.fen(),
                step.move,
            )


def test_as_many_pieces_as_a_reason_says_can_be_captured_in_the_next_turn_of_play_win() -> None:
    """By the second, slow engine: over all moves of 500 positions of random games, the longest series of each answer."""
    said, choice, slow = Counter[int](), random.Random("captures"), opening()
    for _ in range(500):
        fast = PlayWinPosition.from_fen(slow.fen())
        following = slow.legal_moves()
        for move, after in following.items():
            found = re.search(r"capture no more than (\d+)", fast.reason(Move(move)))
            if found is not None:
                said[int(found[1])] += 1
                assert after.mover != slow.mover and max(map(len, after.all_series())) == int(found[1]), (fast, move)
        slow = following[choice.choice(sorted(following))] if following else opening()
    assert said[1] > 100 and said[2] > 20 and max(said) > 2, said


def test_discs_that_a_reason_says_are_got_rid_of_are_captured_and_taken_back_only_if_it_says_so() -> None:
    said = 0
    for step in (step for seed in range(30) for step in playout("furl", 2, seed)):
        found = re.search(r"gets rid of (\d+) discs?( and can't be taken back at once)?", step.before.reason(step.move))
        if found is not None:
            said += 1
            assert isinstance(step.before, FurlPosition)
            assert step.before.piece(step.move[3:]) == (1 - (step.mover or 0), int(found[1]))
            is_taken_back = any(move[2:] == f"x{step.move[3:]}" for move in step.after.legal_moves())
            assert is_taken_back == (found[2] is None), (step.before.fen(), step.move)
    assert said > 100


def test_animals_are_ahead_of_the_ball_and_in_its_way_only_where_they_are() -> None:
    said = Counter[str]()
    steps = (step for seed in range(4) for step in playout("furbowl", 2, seed) if step.mover is not None)
    positions = {step.before for step in steps}
    assert len(positions) >= 500
    for position in positions:
        assert isinstance(position, FurbowlPosition)
        if position.carrier < 0:
            continue
        way = 1 if SCORING_COLUMNS[seat_of(position.carrier)] > 1 else -1
        column, row = (int(part) for part in pitch().names[position.places[position.carrier]].split(","))
        for move in position.legal_moves()[::5]:
            goal, reason = re.search(r"-(\d+),(\d+)$", move), position.reason(move)
            if goal is None:
                continue
            ahead, aside = way * (int(goal[1]) - column), abs(int(goal[2]) - row)
            here = position.places[TEAM_SIZE * position.mover + animal_moves()[move].animal]
            was_ahead = way * (int(pitch().names[here].split(",")[0]) - column)
            if "ahead of the ball" in reason:
                said["ahead"] += 1
                assert ahead > 0 and (was_ahead <= 0 or "gets" not in reason), (position.fen(), move)
            if "in the way" in reason:
                said["in the way"] += 1
                assert 0 < ahead <= 3 and aside <= 1, (position.fen(), move)
            if "stays behind" in reason:
                said["behind"] += 1
                assert ahead <= 0, (position.fen(), move)
    assert len(said) == 3 and min(said.values()) > 20, said
