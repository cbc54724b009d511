"""The proofs that a move is the only good one."""

import random

from bot.opponents.proof import Demand, is_certain, prove, wins_alone, within_reach
from bot.records.puzzles import shipped
from rules import GAMES
from rules.core import Move, Position, Turn
from tests.rules.playouts import playout

_QUICKLY = 3_000
"""The positions for each other move: a tenth of what a puzzle has to withstand when it is made."""
_WON: str = "..../b.bb./..wb../b.w.b2../bwb.../.w2w2../.... w"


def test_the_only_move_that_wins_by_force_is_a_puzzle_with_an_answer_to_every_other() -> None:
    position = GAMES["furl"].from_fen(_WON)
    puzzle = prove(position, Demand(depth=4, doubtful=0.95))
    assert puzzle is not None and puzzle.is_win and puzzle.best == "d3<e3" and puzzle.line[0] == puzzle.best
    assert set(puzzle.replies) == set(position.legal_moves()) - {puzzle.best}
    assert puzzle.position == position and puzzle.seat == 0


def test_a_start_or_a_position_that_would_take_too_long_is_not_a_puzzle() -> None:
    assert prove(GAMES["furl"].start(2), Demand(depth=2)) is None
    assert prove(GAMES["furl"].from_fen(_WON), Demand(depth=3, nodes=1)) is None, "too much to look at"


def test_a_win_is_not_a_puzzle_if_another_move_wins_later() -> None:
    position = GAMES["furl"].from_fen("..b2./..b../....b2./...w3.../....../...ww/w... w")
    assert not wins_alone(position, Move("d4>g4"), 3, 50_000), "d4>d7 wins too"


def test_an_ending_is_solved_as_looking_at_everything_does() -> None:
    longest, solved = GAMES["fursaz"].longest, 0
    assert longest is not None
    for seed in range(24):
        position = next((step.before for step in playout("fursaz", 2, seed) if (longest(step.before) or 9) <= 8), None)
        if position is None:
            continue
        winning = [move for move in position.legal_moves() if outcome_for(position.play(move), position.turn) > 0]
        for move in position.legal_moves():
            assert wins_alone(position, move, 1, 10**6) == (winning == [move])
        solved += len(winning) == 1
    assert solved, "some of them have a single winning move"


def test_what_cannot_be_solved_in_time_is_no_puzzle_of_a_conquest() -> None:
    position = next(step.before for step in playout("farlander", 2, 1) if is_certain(step.before))
    assert prove(position, Demand(depth=0, nodes=50)) is None


def outcome_for(position: Position, seat: Turn) -> int:
    """1 if a seat wins with best play, -1 if it loses, 0 for a draw."""
    outcome = position.outcome()
    if outcome is not None:
        assert isinstance(seat, int)
        return outcome.places[1 - seat] - outcome.places[seat]
    best = max if position.turn == seat else min
    return best(outcome_for(position.play(move), seat) for move in position.legal_moves())


def test_some_shipped_puzzles_that_only_one_move_is_said_to_win() -> None:
    for key in ("furl", "playwin", "fursaz"):
        wins = [puzzle for puzzle in shipped(key).values() if puzzle.is_win]
        quickest = min(wins, key=lambda puzzle: (puzzle.depth, len(puzzle.position.legal_moves())))
        assert wins_alone(quickest.position, quickest.best, quickest.depth, 300_000)


def test_no_other_move_of_a_shipped_puzzle_of_furl_is_nearly_won() -> None:
    """By another search than the one that found them; `python -m tools.puzzles furl --check` tries all of them."""
    puzzles = sorted(shipped("furl").values(), key=lambda puzzle: puzzle.id)
    assert all(puzzle.second <= 0.8 for puzzle in puzzles)
    for puzzle in random.Random(46).sample(puzzles, 3):
        assert within_reach(puzzle.position, puzzle.best, _QUICKLY, seed=7) is None, puzzle.fen


def test_a_win_that_takes_longer_than_a_proof_looks_is_within_reach() -> None:
    position = GAMES["furl"].from_fen("bb.b/.wbbb2/b2...b2./...b3.../.w2w.w5./..ww./w..w3 b")
    assert within_reach(position, Move("e1xc2"), _QUICKLY, seed=7) is not None
