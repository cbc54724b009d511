"""What counts as proof that a move is the only one."""

from bot.opponents.proof import Demand, prove
from rules import GAMES

_WON: str = "..b2./..b../....b2./...w3.../....../...ww/w... w"


def test_the_only_move_that_wins_by_force_is_a_puzzle_with_an_answer_to_every_other() -> None:
    position = GAMES["furl"].from_fen(_WON)
    puzzle = prove(position, Demand(depth=3, doubtful=0.95))
    assert puzzle is not None and puzzle.is_win and puzzle.best == "d4>g4" and puzzle.line[0] == puzzle.best
    assert set(puzzle.replies) == set(position.legal_moves()) - {puzzle.best}
    assert puzzle.position == position and puzzle.seat == 0


def test_a_start_is_no_puzzle_nor_is_what_would_take_too_long() -> None:
    assert prove(GAMES["furl"].start(2), Demand(depth=2)) is None
    assert prove(GAMES["furl"].from_fen(_WON), Demand(depth=3, nodes=1)) is None, "too much to look at"
