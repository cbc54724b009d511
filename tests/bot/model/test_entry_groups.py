"""The entries of a record that are described together."""

import random
from itertools import chain

import pytest

from bot.model.history import History, entry_groups
from rules import GAMES
from rules.core import Move


def _farlander(*moves: str) -> History:
    """A match for three in which the map is laid and Red has begun, after these placements."""
    history = History.beginning(GAMES["farlander"], 3)
    tokens: list[Move] = []
    while not isinstance(history.position.turn, int):
        tokens.append(history.position.legal_moves()[0])
        history = History.of(history.game, 3, tokens)
    return History.of(history.game, 3, [*tokens, *map(Move, moves)])


def test_alternating_moves_are_described_seat_by_seat() -> None:
    history = _farlander("a1", "b1", "c1", "a1", "b2", "c2")
    *_map, who, red, blue, green = entry_groups(history, range(1, history.ply + 1))
    assert len(_map) == 1 and len(_map[0]) == 7 and len(who) == 1
    first = history.ply - 5
    assert (red, blue, green) == ((first, first + 3), (first + 1, first + 4), (first + 2, first + 5))
    before = history.steps[first - 1].before
    assert before.describe_all([Move("a1"), Move("a2"), Move("a1")]) == "places 3 units: a1 ×2 and a2"


def test_a_retirement_is_shown_between_the_moves() -> None:
    history = _farlander("a1", "b1", "c1", "retires:0", "b2", "c2")
    first = history.ply - 5
    reply = entry_groups(history, range(first, history.ply + 1))
    assert reply == [(first,), (first + 1,), (first + 2,), (first + 3,), (first + 4,), (first + 5,)]


@pytest.mark.parametrize("key", GAMES)
def test_every_entry_has_words_exactly_once(key: str) -> None:
    game, dice, tokens = GAMES[key], random.Random(1), list[Move]()
    position = game.start(game.seats[-1])
    for _ in range(120):
        if position.turn is None:
            break
        tokens.append(dice.choice(position.legal_moves()))
        position = position.play(tokens[-1])
    history = History.of(game, game.seats[-1], tokens)
    groups = entry_groups(history, range(1, history.ply + 1))
    assert sorted(chain.from_iterable(groups)) == [*range(1, history.ply + 1)]
    for group in groups:
        steps = [history.steps[ply - 1] for ply in group]
        assert len({step.mover for step in steps}) == 1
        if len(steps) > 1:
            assert steps[0].before.describe_all([step.move for step in steps]).strip()
