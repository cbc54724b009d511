"""Histories follow from the record alone, whatever was cached before."""

import random
import threading
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.history import History
from bot.store import histories
from bot.store.histories import Histories, replayed
from rules import GAMES
from rules.core import IllegalMove, Move
from rules.record import last_turn, replay, steps
from tests.bot.store.small_games import STICKS
from tests.bot.tables import Hall

FURL = GAMES["furl"]


def random_record(seed: int, length: int) -> tuple[Move, ...]:
    """The first moves of a random game of Furl."""
    generator, position, record = random.Random(seed), FURL.start(2), list[Move]()
    while len(record) < length and position.turn is not None:
        record.append(generator.choice(position.legal_moves()))
        position = position.play(record[-1])
    return tuple(record)


@given(st.integers(0, 2**32), st.lists(st.tuples(st.booleans(), st.integers(0, 30)), min_size=1, max_size=12))
def test_cached_histories_equal_replayed_ones(seed: int, questions: list[tuple[bool, int]]) -> None:
    histories, records = Histories(), (random_record(seed, 30), random_record(seed + 1, 30))
    for revision, (which, length) in enumerate(questions):
        record = records[which][:length]
        reached = replayed(histories.latest(1), FURL, 2, record, [None] * len(record))
        histories.keep(1, revision, reached)
        played = tuple(steps(FURL, 2, record))
        assert reached == histories.get(1, revision, FURL, 2) == History.of(FURL, 2, record)
        assert reached.position == replay(FURL, 2, record)
        assert last_turn(reached.steps) == played[-1:]  # in Furl every turn is one move


def test_matches_are_not_mixed_up() -> None:
    histories, record = Histories(), (Move("one"), Move("one"))
    tables = {1: (STICKS, 2, record), 2: (STICKS, 3, record), 3: (FURL, 2, ()), 4: (STICKS, 2, ())}
    for number, (game, seats, tokens) in tables.items():
        histories.keep(number, 7, replayed(histories.latest(number), game, seats, tokens, [None] * len(tokens)))
    for number, (game, seats, tokens) in tables.items():
        assert histories.get(number, 7, game, seats) == History.of(game, seats, tokens)


def test_another_revision_is_not_what_is_remembered() -> None:
    histories = Histories()
    histories.keep(1, 2, History.of(FURL, 2, random_record(1, 2)))
    assert all(histories.get(*other, FURL, 2) is None for other in ((1, 1), (1, 3), (2, 2)))
    assert histories.get(1, 2, STICKS, 2) is None and histories.get(1, 2, FURL, 3) is None


def test_a_record_that_cannot_be_replayed_is_reported_even_if_its_beginning_is_known() -> None:
    histories, wrong = Histories(), (Move("a4<c4"), Move("a4<c4"))
    with pytest.raises(IllegalMove):
        replayed(histories.latest(1), FURL, 2, wrong, [None] * 2)
    histories.keep(1, 1, replayed(histories.latest(1), FURL, 2, wrong[:1], [None]))
    with pytest.raises(IllegalMove):
        replayed(histories.latest(1), FURL, 2, wrong, [None] * 2)
    known = histories.get(1, 1, FURL, 2)
    assert known is not None and known.position.turn == 1


def test_a_move_further_plays_that_move_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    histories, record = Histories(), random_record(1, 20)
    histories.keep(1, 19, History.of(FURL, 2, record[:-1]))
    monkeypatch.setattr("bot.model.history.steps", None)
    assert replayed(histories.latest(1), FURL, 2, record, [None] * 20).position == replay(FURL, 2, record)


def test_memory_is_bounded_and_keeps_what_was_asked_for_last() -> None:
    histories = Histories(most_steps=15)
    for number in (1, 2, 3, 1, 4, 1, 3, 4):
        if histories.get(number, 5, FURL, 2) is None:
            histories.keep(number, 5, History.of(FURL, 2, random_record(number, 5)))
    assert [number for number in (1, 2, 3, 4) if histories.get(number, 5, FURL, 2) is not None] == [1, 3, 4]
    long = next(record for seed in count() if len(record := random_record(seed, 16)) == 16)
    histories.keep(9, 5, History.of(FURL, 2, long))
    assert [number for number in (1, 2, 3, 4, 9) if histories.get(number, 5, FURL, 2)] == [9]


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
    histories, moves = Histories(), tuple(Move(token) for token in record.split())
    if asked_before:
        for length in range(len(moves)):
            known = replayed(histories.latest(1), STICKS, 2, moves[:length], [None] * length)
            histories.keep(1, length, known)
    reached = replayed(histories.latest(1), STICKS, 2, moves, [None] * len(moves))
    assert [step.move for step in reached.last_turn] == turn.split()
    assert reached.steps == tuple(steps(STICKS, 2, moves))
    assert reached.position == replay(STICKS, 2, moves)


def test_a_match_without_moves_takes_its_place_in_the_cache() -> None:
    histories = Histories(3)
    for number in range(5):
        histories.keep(number, 1, History.beginning(FURL, 2))
    assert [number for number in range(5) if histories.get(number, 1, FURL, 2)] == [2, 3, 4]


async def test_a_long_record_is_replayed_beside_all_else_and_the_next_moves_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, replays = list[int](), histories.replayed

    def replayed_somewhere(*work: Any) -> History:
        threads.append(threading.get_ident())
        return replays(*work)

    monkeypatch.setattr(histories, "replayed", replayed_somewhere)
    monkeypatch.setattr(histories, "_MOST_AT_ONCE", 2)
    match = await hall.running(moves=random_record(1, 3))
    hall.matches.histories.forget(match.id)
    threads.clear()
    assert (await hall.matches.load(match.id)).history == match.history
    assert len(threads) == 1 and threads[0] != threading.get_ident()
    hall.matches.histories.keep(match.id, match.revision - 1, History.of(FURL, 2, match.history.tokens[:2]))
    assert (await hall.matches.load(match.id)).history == match.history
    assert threads[1:] == [threading.get_ident()]
