"""The independent opponents of the arena play by the rules, take what wins at once, and keep to their time."""

from time import thread_time
from typing import Any

import pytest

from rules import GAMES
from rules.core import CHANCE, Move, Position
from tests.rules.playouts import TABLES, playout
from tools.arena import LEVELS, against_strangers, compete, players
from tools.strangers import MORE_STRANGERS, STRANGERS, stranger
from tools.strangers.expectimax import Bookkeeper

HASTY = 0.001
"""Seconds for a move: little, so that these tests are fast; the strangers look one move ahead all the same."""
PLAYED = [(key, seats) for key, seats in TABLES if GAMES[key].family in STRANGERS]
FRESH = [(key, seats) for key, seats in PLAYED if seats == GAMES[key].seats[0]]


@pytest.mark.parametrize(("key", "seats"), PLAYED)
def test_a_stranger_makes_legal_moves_in_all_stages_of_a_game(key: str, seats: int) -> None:
    to_move = [step.before for step in playout(key, seats, 1, most_plies=200) if step.before.turn is not CHANCE]
    ask = stranger(GAMES[key], HASTY)
    for position in to_move[:: max(1, len(to_move) // 12)]:
        assert ask(position, 1, ()) in position.legal_moves()


@pytest.mark.parametrize("key", ["furbowl", "farlander"])
def test_a_stranger_wins_in_one_move_if_it_can(key: str) -> None:
    ask, asked = stranger(GAMES[key], HASTY), 0
    ends = (list(playout(key, 2, seed, most_plies=1_000))[-1] for seed in range(30))
    for end in ends:
        position = end.before
        if isinstance(position.turn, int) and any(_wins(position, move) for move in position.legal_moves()):
            assert _wins(position, ask(position, 1, ()))
            asked += 1
            if asked == 2:
                break
    assert asked


def _wins(position: Position, move: Move) -> bool:
    outcome, turn = position.play(move).outcome(), position.turn
    return outcome is not None and isinstance(turn, int) and outcome.places[turn] == 1


@pytest.mark.parametrize(("key", "seats"), FRESH)
def test_a_stranger_takes_about_its_time(key: str, seats: int) -> None:
    position = next(step.before for step in playout(key, seats, 2) if isinstance(step.before.turn, int))
    taken = [_seconds(key, seconds, position) for seconds in (0.0, 0.05)]
    assert 0.02 < taken[1] < taken[0] + 0.15


def _seconds(key: str, seconds: float, position: Position) -> float:
    begun = thread_time()
    stranger(GAMES[key], seconds)(position, 1, ())
    return thread_time() - begun


@pytest.mark.parametrize(
    ("key", "seats"), [pytest.param(*table, marks=() if table in FRESH else pytest.mark.sweep) for table in PLAYED]
)
def test_a_stranger_beats_random_moves(key: str, seats: int) -> None:
    assert (
        compete(GAMES[key], seats, ("stranger", "random"), range(3), players(GAMES[key], seats, 2 * HASTY)).share > 0.5
    )


def test_seconds_limit_the_stranger_and_the_strongest_and_nobody_else() -> None:
    game = GAMES["furbowl"]
    free, limited = players(game, 2), players(game, 2, HASTY)
    assert {name for name in free if free[name] != limited[name]} >= {"lynx", "stranger"}


def test_every_stranger_of_a_game_plays_the_strongest() -> None:
    assert [*against_strangers(GAMES["furl"])] == []
    for key in ("furbowl", "farlander"):
        pairs, known = [*against_strangers(GAMES[key])], players(GAMES[key], 2, HASTY)
        assert {first for first, _ in pairs} == {LEVELS[-1].key}
        assert len(pairs) == 1 + len(MORE_STRANGERS.get(key, ()))
        assert known.keys() >= {second for _, second in pairs}


def test_the_bookkeeper_scores_if_it_can() -> None:
    position: Any = GAMES["furbowl"].from_fen("2,6/10,10/2,5/4,6/9,1 3,1/2,3/14,8/14,7/2,1 - green-cat green 0 - - -")
    won = position.play(Bookkeeper(1.0).best(position))
    assert won.winner() == position.mover
