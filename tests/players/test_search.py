"""Alpha-beta search: as good as exhaustive search, unless it reduces late moves."""

import math
from dataclasses import replace

import pytest

from players.levels import LEVELS, Budget, Weakness
from players.search import Search
from rules import GAMES
from rules.core import Game, Position
from tests.rules.playouts import playout

STRONGEST = LEVELS[-1]
DEPTH = 3
LEAST_MOVES, MOST_MOVES = 2, 14


def brute_worth(game: Game, position: Position, seat: int, depth: int) -> float:
    """The value of a position by exhaustive search to a depth."""
    assert game.evaluation is not None
    if depth == 0 or position.turn is None:
        return game.evaluation(position)[seat]
    best = max if position.turn == seat else min
    return best(brute_worth(game, position.play(move), seat, depth - 1) for move in position.legal_moves())


def small_positions(key: str) -> list[Position]:
    """Positions with few moves from random games, none of which has occurred before, as in Furl and Play Win it may."""
    found = [
        step.before
        for seed in range(40)
        for step in list(playout(key, 2, seed))[-12:]
        if LEAST_MOVES <= len(step.before.legal_moves()) <= MOST_MOVES
    ]
    return found[:: max(1, len(found) // 8)]


@pytest.mark.parametrize("key", ["furl", "playwin", "playwin-loose", "fursaz"])
def test_the_best_move_is_worth_what_looking_at_everything_says(key: str) -> None:
    game, level = GAMES[key], replace(STRONGEST, depth=DEPTH, reading=0)
    assert game.evaluation is not None
    for position in small_positions(key):
        seat = position.turn
        assert isinstance(seat, int)
        search = Search(replace(game, noisy_moves=None), level, Budget(10**6, math.inf), 1, reduces=False)
        found = max(search.values(position).values())
        least = max(brute_worth(game, position.play(move), seat, 0) for move in position.legal_moves())
        shallower = least >= 1  # an immediate win ends the search
        assert min(1.0, max(-1.0, found)) == pytest.approx(
            least if shallower else brute_worth(game, position, seat, DEPTH)
        )


@pytest.mark.parametrize("counts_captures", [True, False])
def test_a_sacrifice_is_seen_through_where_compulsory_captures_cost_no_depth(counts_captures: bool) -> None:
    game = GAMES["playwin"]
    position = game.from_fen("..w../....../.w...../......../........./..b...../wb...../.b..../..... w -")
    level = replace(STRONGEST, depth=3, reading=0, counts_captures=counts_captures)
    found = Search(game, level, Budget(10**5, math.inf), 1).values(
        position
    )  # the win takes five moves, three of them captures
    assert (max(found.values()) >= 1) != counts_captures


@pytest.mark.parametrize("key", ["furl", "playwin", "fursaz"])
def test_who_overlooks_answers_sees_every_own_move_and_finds_none_worse_than_it_is(key: str) -> None:
    blind = Weakness(overlooked=0.0, unforeseen=0.6, temperature=9.0)
    game, gained = replace(GAMES[key], noisy_moves=None), 0
    for position in small_positions(key):
        hopes, truths = (
            Search(
                game, replace(STRONGEST, depth=2, reading=0, lookahead=lookahead), Budget(10**6, math.inf), 1
            ).values(position)
            for lookahead in (blind, replace(blind, unforeseen=0.0))
        )
        assert set(hopes) == set(truths) == set(position.legal_moves())
        if max(truths.values()) < 1:  # a win at once ends the search before it comes to answers
            assert all(hopes[move] >= truths[move] - 1e-9 for move in truths)
            gained += sum(hopes[move] > truths[move] for move in truths)
    assert gained


@pytest.mark.parametrize("misses_all", [True, False])
def test_only_who_overlooks_other_moves_at_each_turn_can_miss_every_capture_that_nothing_compels(
    misses_all: bool,
) -> None:
    game, lower = GAMES["furl"], 0
    assert game.evaluation is not None
    level = replace(
        STRONGEST,
        depth=1,
        lookahead=Weakness(overlooked=0.0, unforeseen=1.0, temperature=9.0),
        overlooks_anew=misses_all,
    )
    for position in small_positions("furl"):
        assert isinstance(position.turn, int)
        found = Search(game, level, Budget(10**6, math.inf), 1).values(position)
        for move, value in found.items():
            looks = game.evaluation(position.play(move))[position.turn]
            lower += abs(looks) < 1 and value < looks - 1e-9
    assert (lower == 0) == misses_all
