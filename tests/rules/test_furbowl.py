"""The rules of Furbowl: setting up, turns, plays and scores. R1 to R10 are the rulings of the rules specification."""

import pytest

from rules import GAMES
from rules.furbowl import start
from tests.rules.furbowl_boards import after, place

FORMATIONS = {
    "balanced": "5,3/4,5/6,6/6,5/5,8 11,3/12,5/10,6/10,5/11,8",
    "wide": "5,2/4,5/6,7/6,4/5,9 11,2/12,5/10,7/10,4/11,9",
    "central": "5,4/4,5/6,6/6,5/5,7 11,4/12,5/10,6/10,5/11,7",
    "defensive": "3,4/2,6/4,6/4,5/3,7 13,4/14,6/12,6/12,5/13,7",
    "aggressive": "6,3/5,5/7,6/7,5/6,8 10,3/11,5/9,6/9,5/10,8",
}


# Setting up


def test_only_two_can_play() -> None:
    assert list(GAMES["furbowl"].seats) == [2]
    with pytest.raises(ValueError, match="Furbowl is a game for 2 players, not 3"):
        start(3)


def test_in_the_even_game_the_first_turn_has_one_play_and_every_later_one_three() -> None:
    assert GAMES["furbowl-even"].start(2) == start(2, first_plays=1)
    position = after(start(2, first_plays=1), "balanced", "ball5", "bear-7,6")
    assert position.turn == 1
    position = after(position, "bear-9,6", "tortoise-9,5", "cat-10,7")
    assert position.turn == 0
    position = after(position, "rabbit-5,4", "fox-4,6")
    assert position.turn == 0 and after(position, "cat-6,8").turn == 1


def test_the_even_game_is_set_up_and_written_like_the_other_except_for_a_removed_play() -> None:
    assert list(GAMES["furbowl-even"].start(2).legal_moves()) == list(FORMATIONS)
    position = after(start(2, first_plays=1), "wide", "ball6")
    assert position.fen() == f"{FORMATIONS['wide']} pg 8,6 purple 2 - - -"
    assert GAMES["furbowl-even"].from_fen(position.fen()) == position
    for fen in (GAMES["furbowl-even"].start(2).fen(), position.fen()):
        with pytest.raises(ValueError, match=r"before the match|more plays than animals"):
            GAMES["furbowl"].from_fen(fen)
        with pytest.raises(ValueError, match=r"before the match|more plays than animals"):
            GAMES["furbowl-even"].from_fen(fen.replace(" purple 2 ", " purple 3 "))
    with pytest.raises(ValueError, match="more plays than animals"):
        GAMES["furbowl-even"].from_fen(position.fen().replace(" purple 2 ", " green 2 "))


# Turns and plays


def test_legal_moves_go_by_animal_and_then_moves_sprints_passes_and_tackles_and_end_with_end() -> None:
    position = place("bear 14,9, cat 14,10", "fox 15,9, cat 15,8", ball="purple-bear")
    kinds = ["bear-11,6", "bear-pass-cat", "bear-tackle-fox", "bear-tackle-cat", "cat-9,5", "cat-tackle-fox", "end"]
    assert [move for move in position.legal_moves() if move in kinds] == kinds
    assert position.legal_moves()[-1] == "end"


def test_moves_go_by_column_and_then_by_row_and_those_with_sprint_follow() -> None:
    moves = [move for move in place("rabbit 1,5", "cat 4,4").legal_moves() if move.startswith("rabbit-")]

    def order(move: str) -> tuple[bool, int, int]:
        column, row = move.rpartition("-")[2].split(",")
        return "sprint" in move, int(column), int(row)

    assert moves == sorted(moves, key=order)
    assert moves[0] == "rabbit-1,2"
    assert moves[-1] == "rabbit-sprint-9,10"


# The beginning of a turn


# Scores
