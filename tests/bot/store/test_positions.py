"""Positions follow from the record alone, whatever was remembered before."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.positions import Positions
from rules import GAMES
from rules.core import Game, IllegalMove, Move
from rules.record import Step, last_turn, replay, steps
from tests.bot.store.small_games import STICKS

FURL = GAMES["furl"]


def random_record(seed: int, length: int) -> tuple[Move, ...]:
    """The first moves of a random game of Furl."""
    generator, position, record = random.Random(seed), FURL.start(2), list[Move]()
    while len(record) < length and position.turn is not None:
        record.append(generator.choice(position.legal_moves()))
        position = position.play(record[-1])
    return tuple(record)


@given(st.integers(0, 2**32), st.lists(st.tuples(st.booleans(), st.integers(0, 30)), min_size=1, max_size=12))
def test_what_is_remembered_is_what_a_replay_gives(seed: int, questions: list[tuple[bool, int]]) -> None:
    positions, records = Positions(), (random_record(seed, 30), random_record(seed + 1, 30))
    for which, length in questions:
        record = records[which][:length]
        reached = positions.reached(FURL, 2, record)
        played = tuple(steps(FURL, 2, record))
        assert reached.position == replay(FURL, 2, record)
        assert last_turn(reached.steps) == played[-1:]  # in Furl every turn is one move


def test_games_and_numbers_of_seats_are_not_mixed_up() -> None:
    positions = Positions()
    record = (Move("one"), Move("one"))
    assert positions.reached(STICKS, 2, record).position.turn == 0
    assert positions.reached(STICKS, 3, record).position.turn == 2
    assert positions.reached(FURL, 2, ()).position == FURL.start(2)
    assert positions.reached(STICKS, 2, ()).position == STICKS.start(2)


def test_a_record_that_cannot_be_replayed_is_told_whether_or_not_its_beginning_is_known() -> None:
    positions, wrong = Positions(), (Move("a4<c4"), Move("a4<c4"))
    with pytest.raises(IllegalMove):
        positions.reached(FURL, 2, wrong)
    positions.reached(FURL, 2, wrong[:1])
    with pytest.raises(IllegalMove):
        positions.reached(FURL, 2, wrong)
    assert positions.reached(FURL, 2, wrong[:1]).position.turn == 1


def test_a_move_further_plays_that_move_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    positions, record = Positions(), random_record(1, 20)
    positions.reached(FURL, 2, record[:-1])
    monkeypatch.setattr("bot.store.positions.steps", None)
    assert positions.reached(FURL, 2, record).position == replay(FURL, 2, record)


def test_memory_is_bounded_and_keeps_what_was_asked_for_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.positions._REMEMBERED", 3)
    positions, replayed = Positions(), list[tuple[Move, ...]]()

    def noted(game: Game, seats: int, moves: tuple[Move, ...]) -> Iterator[Step]:
        replayed.append(moves)
        return steps(game, seats, moves)

    monkeypatch.setattr("bot.store.positions.steps", noted)
    first, second, third, fourth = (random_record(seed, 5) for seed in range(4))
    for record in (first, second, third, first, fourth, first, third, fourth):
        positions.reached(FURL, 2, record)
    assert replayed == [first, second, third, fourth]
    positions.reached(FURL, 2, second)
    positions.reached(FURL, 2, first)
    assert replayed == [first, second, third, fourth, second, first]


@pytest.mark.parametrize(
    ("record", "turn"),
    [
        ("", ""),
        ("one", "one"),
        ("one one", "one"),
        ("more more one", "more more one"),
        ("one more more", "more more"),
        ("one more one one", "one"),
        ("roll", "roll"),
        ("roll rolled1", "roll rolled1"),
        ("one more roll rolled2", "more roll rolled2"),
        ("roll rolled1 one", "one"),
        ("roll rolled1 roll rolled2", "roll rolled2"),
    ],
)
@pytest.mark.parametrize("asked_before", [False, True])
def test_the_last_turn_is_all_that_one_seat_did_with_what_chance_made_of_it(
    record: str, turn: str, asked_before: bool
) -> None:
    positions, moves = Positions(), tuple(Move(token) for token in record.split())
    if asked_before:
        for length in range(len(moves)):
            positions.reached(STICKS, 2, moves[:length])
    reached = positions.reached(STICKS, 2, moves)
    assert [step.move for step in last_turn(reached.steps)] == turn.split()
    assert reached.steps == tuple(steps(STICKS, 2, moves))
    assert reached.position == replay(STICKS, 2, moves)
