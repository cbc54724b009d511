"""Counts and whole games of Furbowl that are kept as data."""

import pytest

from rules.core import Move
from rules.furbowl import GAME, from_fen, start
from rules.record import replay
from tests.rules.recorded import perft, perft_lines, records


@pytest.mark.parametrize(("fen", "counts"), perft_lines("furbowl"))
def test_the_number_of_ways_to_play_is_the_known_one(fen: str, counts: dict[int, int]) -> None:
    assert {depth: perft(from_fen(fen), depth) for depth in counts} == counts


def test_the_first_line_is_the_opening() -> None:
    assert perft_lines("furbowl")[0][0] == start(2).fen()


@pytest.mark.parametrize("record", records("furbowl"))
def test_a_whole_game_still_ends_as_it_did(record: dict[str, str]) -> None:
    position = replay(GAME, 2, [Move(move) for move in record["moves"].split()])
    outcome = position.outcome()
    assert position.fen() == record["fen"]
    assert outcome is not None
    assert " ".join(map(str, outcome.places)) == record["places"]
    assert outcome.reason == record["reason"]
