"""The puzzles that are added to those that ship."""

import pytest

from bot.records.folders import folder_of
from bot.records.puzzles import read, shipped
from rules import GAMES
from tools.puzzles import is_obvious, is_welcome

FURL = GAMES["furl"]
PUZZLES = [read(FURL, line) for line in (folder_of(FURL) / "puzzles.txt").read_text(encoding="utf-8").splitlines()[:60]]
OBVIOUS = [puzzle for puzzle in PUZZLES if is_obvious(puzzle)]
HIDDEN = [puzzle for puzzle in PUZZLES if not is_obvious(puzzle)]


def test_an_obvious_puzzle_is_added_only_while_fewer_than_a_third_are_obvious() -> None:
    (one, *others), hidden = OBVIOUS, HIDDEN
    assert is_welcome(one, hidden[:4]) and is_welcome(one, [*hidden[:4], others[0]])
    assert not is_welcome(one, [*hidden[:4], *others[:2]])
    assert is_welcome(hidden[0], others[:3])


def test_a_puzzle_that_is_there_already_is_not_added_again() -> None:
    assert not is_welcome(HIDDEN[0], HIDDEN[:4])


@pytest.mark.parametrize("key", ["furl", "playwin", "fursaz"])
def test_most_puzzles_that_ship_need_more_than_a_look_one_move_ahead(key: str) -> None:
    puzzles = shipped(key).values()
    assert len(puzzles) >= 70 and sum(map(is_obvious, puzzles)) <= len(puzzles) / 3
