"""Counts and whole games of Furl that are kept as data."""

import pytest

from rules import GAMES
from rules.core import Move
from rules.furl import from_fen
from rules.record import replay
from tests.rules.recorded import perft, perft_lines, records


@pytest.mark.parametrize(("fen", "counts"), perft_lines("furl"))
def test_the_number_of_ways_to_play_is_the_known_one(fen: str, counts: dict[int, int]) -> None:
    assert {depth: perft(from_fen(fen), depth) for depth in counts} == counts


def test_the_counts_of_the_opening_are_the_published_ones() -> None:
    assert perft_lines("furl")[0] == (GAMES["furl"].start(2).fen(), {1: 114, 2: 12_996, 3: 897_630})


@pytest.mark.parametrize("record", records("furl"))
def test_a_whole_game_still_ends_as_it_did(record: dict[str, str]) -> None:
    position = replay(GAMES["furl"], 2, [Move(move) for move in record["moves"].split()])
    outcome = position.outcome()
    assert position.fen() == record["fen"]
    assert outcome is not None
    assert " ".join(map(str, outcome.places)) == record["places"]
    assert outcome.reason == record["reason"]
