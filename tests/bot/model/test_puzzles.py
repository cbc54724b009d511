"""The choice of a puzzle for a person."""

from bot.model.puzzles import Puzzle, PuzzleStanding, suiting
from rules import GAMES
from rules.core import Move


def test_a_puzzle_is_about_as_hard_as_a_person_is_strong_and_the_first_ones_are_easier() -> None:
    fen = GAMES["furl"].start(2).fen()
    puzzles = [
        Puzzle(GAMES["furl"], fen, Move("a1"), False, 5, 0.5, 0.1, rating, ())
        for rating in (1000, 1120, 1270, 1480, 1700)
    ]
    given = [suiting(puzzles, PuzzleStanding(tried=tried)).rating for tried in (0, 2, 5, 50)]
    assert given == [1120, 1270, 1480, 1480]
