"""Counts and whole games of Fursaz that are kept as data, for both sizes."""

import pytest

from rules import GAMES
from rules.core import Move
from rules.fursaz import Colour, FursazPosition, from_fen
from rules.record import replay
from tests.rules.recorded import perft_fields, records

SIZES = {"fursaz": 5, "fursaz-7": 7}

Counts = dict[int, tuple[int, int]]


def perft_counts() -> list[tuple[int, str, Counts]]:
    found: list[tuple[int, str, Counts]] = []
    for key, size in SIZES.items():
        for fen, *counts in perft_fields(key):
            numbers = (tuple(map(int, count.split())) for count in counts)
            found.append((size, fen, {depth: (ways, stones) for depth, ways, stones in numbers}))
    return found


def games() -> list[tuple[str, dict[str, str]]]:
    return [(key, record) for key in SIZES for record in records(key)]


def perft(position: FursazPosition, depth: int) -> tuple[int, int]:
    """The number of ways to play `depth` moves, and of black stones at all their ends together."""
    if not depth:
        return 1, position.scores()[Colour.BLACK].stones
    ways, stones = 0, 0
    for move in position.legal_moves():
        more_ways, more_stones = perft(position.play(move), depth - 1)
        ways, stones = ways + more_ways, stones + more_stones
    return ways, stones


@pytest.mark.parametrize(("size", "fen", "counts"), perft_counts())
def test_the_number_of_ways_to_play_and_the_stones_at_their_ends_are_the_known_ones(
    size: int, fen: str, counts: Counts
) -> None:
    assert {depth: perft(from_fen(size, fen), depth) for depth in counts} == counts


@pytest.mark.parametrize(("key", "record"), games())
def test_a_whole_game_still_ends_as_it_did(key: str, record: dict[str, str]) -> None:
    position = replay(GAMES[key], 2, [Move(move) for move in record["moves"].split()])
    outcome = position.outcome()
    assert position.fen() == record["fen"]
    assert outcome is not None
    assert " ".join(map(str, outcome.places)) == record["places"]
    assert " ".join(map(str, outcome.points or ())) == record["points"]
    assert outcome.reason == record["reason"]


def test_the_kept_games_end_in_every_way_with_either_choice_of_colours() -> None:
    kept = [record for _, record in games()]
    assert {record["moves"].split()[1] for record in kept} == {"black", "white"}
    assert {record["places"] for record in kept} == {"1 2", "2 1", "1 1"}
    assert {record["reason"].split(",")[0] for record in kept} == {"both players passed", "the board is full"}
