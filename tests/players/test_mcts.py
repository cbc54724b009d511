"""The search for games with chance, with several opponents or without an evaluation."""

import math
from dataclasses import replace

import pytest

from players.choice import choose
from players.levels import LEVELS, Budget, Weakness
from players.mcts import TreeSearch
from rules import GAMES
from rules.core import Position
from tests.rules.playouts import playout

STRONGEST = LEVELS[-1]


def before_a_win(key: str, seats: int) -> list[Position]:
    """Positions of random games in which one of several moves wins at once for the seat to move."""
    found: list[Position] = []
    for seed in range(30):
        *_, last = playout(key, seats, seed, most_plies=1_000)
        outcome, seat = last.after.outcome(), last.before.turn
        if outcome is not None and isinstance(seat, int) and outcome.places[seat] == 1:
            found.append(last.before)
    return found[:3]


@pytest.mark.parametrize("key", ["furl", "playwin"])
def test_a_game_without_a_judgement_is_played_out_and_a_move_that_wins_at_once_found(key: str) -> None:
    game = replace(GAMES[key], evaluation=None, noisy_moves=None)
    for position in before_a_win(key, 2):
        seat = position.turn
        assert isinstance(seat, int)
        found = TreeSearch(game, STRONGEST, Budget(1_500, math.inf), 1).values(position)
        outcome = position.play(max(found, key=found.__getitem__)).outcome()
        assert outcome is not None and outcome.places[seat] == 1


@pytest.mark.parametrize(
    "fen",
    [
        "2,6/10,10/2,5/4,6/9,1 3,1/2,3/14,8/14,7/2,1 - green-cat green 0 - - -",
        "5,4/8,8/12,6/15,7/14,6 6,10/13,3/13,8/3,6/7,9 - purple-bear purple 1 c - -",
    ],
)
def test_a_carrier_that_can_score_does(fen: str) -> None:
    position = GAMES["furbowl"].from_fen(fen)
    after = position.play(choose(position, replace(STRONGEST, samples=100), 1, math.inf))
    assert after.outcome() is not None


def test_nothing_is_tried_where_there_is_no_time() -> None:
    position = before_a_win("furl", 2)[0]
    assert len(TreeSearch(GAMES["furl"], STRONGEST, Budget(0, math.inf), 1).values(position)) == 1


def best_share(position: Position, seat: int, left: list[int]) -> float | None:
    """The value of a position for one of two seats by exhaustive search; None if that takes more than `left`."""
    outcome = position.outcome()
    if outcome is not None:
        return (1 + outcome.places[1 - seat] - outcome.places[seat]) / 2
    shares = list[float]()
    for move in position.legal_moves():
        left[0] -= 1
        share = best_share(position.play(move), seat, left) if left[0] > 0 else None
        if share is None:
            return None
        shares.append(share)
    return max(shares) if position.turn == seat else min(shares)


@pytest.mark.parametrize("key", ["farlander", "farlander-garrisons"])
def test_the_last_conquests_are_as_good_as_looking_at_everything_finds(key: str) -> None:
    looked_at = 0
    for seed in range(12):
        position = list(playout(key, 2, seed, most_plies=1_000))[-2].before
        seat = position.turn
        best = best_share(position, seat, [300]) if isinstance(seat, int) else None
        if best is not None and isinstance(seat, int) and len(position.legal_moves()) > 1:
            move = choose(position, replace(STRONGEST, samples=400), 1, math.inf)
            assert best_share(position.play(move), seat, [300]) == best
            looked_at += 1
    assert looked_at > 3


def test_who_overlooks_answers_sees_every_own_move() -> None:
    game = replace(GAMES["farlander"], candidates=None)
    several = (step.before for step in playout("farlander", 2, 1) if isinstance(step.before.turn, int))
    position = next(position for position in several if 5 <= len(position.legal_moves()) < 20)
    level = replace(STRONGEST, sampling=Weakness(overlooked=0.0, unforeseen=0.9, temperature=1.0))
    found = TreeSearch(game, level, Budget(1_000, math.inf), 1).values(position)
    assert set(found) == set(position.legal_moves())
