"""Counts and whole games of Play Win that are kept as data."""

import pytest

from rules import GAMES
from rules.core import Move
from rules.record import replay
from tests.rules.recorded import perft, perft_lines, records


@pytest.mark.parametrize(("fen", "counts"), perft_lines("playwin"))
def test_the_number_of_ways_to_play_is_the_known_one(fen: str, counts: dict[int, int]) -> None:
    position = GAMES["playwin-loose" if fen.endswith("loose") else "playwin"].from_fen(fen)
    assert {depth: perft(position, depth) for depth in counts} == counts


def test_the_counts_begin_with_the_54_moves_of_the_opening() -> None:
    assert perft_lines("playwin")[0] == (GAMES["playwin"].start(2).fen(), {1: 54, 2: 2_068, 3: 71_210})


@pytest.mark.parametrize("record", records("playwin"))
def test_a_whole_game_still_ends_as_it_did(record: dict[str, str]) -> None:
    position = replay(GAMES[record["game"]], 2, [Move(move) for move in record["moves"].split()])
    outcome = position.outcome()
    assert position.fen() == record["fen"]
    assert outcome is not None
    assert " ".join(map(str, outcome.places)) == record["places"]
    assert outcome.reason == record["reason"]
