"""The test data of every game: perft counts, and whole games."""

import pytest

from rules import GAMES
from rules.core import Move, Position
from rules.fursaz import Colour, FursazPosition
from rules.record import replay
from tests.rules.recorded import perft_lines, records

LINES = [(key, *line) for key in GAMES for line in perft_lines(key)]
RECORDS = [record for key in GAMES for record in records(key)]


def ways(position: Position, depth: int) -> int:
    """The number of sequences of `depth` moves."""
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(ways(position.play(move), depth - 1) for move in moves)


def ways_and_stones(position: FursazPosition, depth: int) -> tuple[int, int]:
    """The number of sequences of `depth` moves, and of the black stones in all their final positions."""
    if not depth:
        return 1, position.scores()[Colour.BLACK].stones
    found, stones = 0, 0
    for move in position.legal_moves():
        more, more_stones = ways_and_stones(position.play(move), depth - 1)
        found, stones = found + more, stones + more_stones
    return found, stones


def counted(position: Position, depth: int) -> tuple[int, ...]:
    return ways_and_stones(position, depth) if isinstance(position, FursazPosition) else (ways(position, depth),)


@pytest.mark.parametrize(("key", "fen", "counts"), LINES)
def test_the_number_of_ways_to_play_is_the_known_one(key: str, fen: str, counts: dict[int, tuple[int, ...]]) -> None:
    position = GAMES[key].from_fen(fen)
    assert {depth: counted(position, depth) for depth in counts} == counts


@pytest.mark.parametrize("key", [key for key in GAMES if perft_lines(key)])
def test_the_counts_begin_with_the_start(key: str) -> None:
    assert perft_lines(key)[0][0] == GAMES[key].start(GAMES[key].seats.start).fen()


@pytest.mark.parametrize(
    ("key", "published"), [("furl", {1: 114, 2: 12_996, 3: 897_630}), ("playwin", {1: 54, 2: 2_068, 3: 71_210})]
)
def test_the_counts_of_the_opening_are_the_published_ones(key: str, published: dict[int, int]) -> None:
    assert perft_lines(key)[0][1] == {depth: (count,) for depth, count in published.items()}


@pytest.mark.parametrize("record", RECORDS)
def test_a_whole_game_still_ends_as_it_did(record: dict[str, str]) -> None:
    moves = [Move(move) for move in record["moves"].split()]
    position = replay(GAMES[record["game"]], int(record.get("seats", "2")), moves)
    outcome = position.outcome()
    assert position.fen() == record["fen"]
    assert outcome is not None
    assert " ".join(map(str, outcome.places)) == record["places"]
    assert " ".join(map(str, outcome.points or ())) == record.get("points", "")
    assert outcome.reason == record["reason"]


def test_the_kept_games_of_fursaz_end_in_every_way_with_either_choice_of_colours() -> None:
    kept = [record for key in ("fursaz", "fursaz-7") for record in records(key)]
    assert {record["moves"].split()[1] for record in kept} == {"black", "white"}
    assert {record["places"] for record in kept} == {"1 2", "2 1", "1 1"}
    assert {record["reason"].split(",")[0] for record in kept} == {"both players passed", "the board is full"}


def test_there_are_whole_games_of_farlander_for_every_number_of_players() -> None:
    tables = {(record["game"], int(record["seats"])) for record in records("farlander")}
    assert tables == {(key, seats) for key in ("farlander", "farlander-garrisons") for seats in GAMES[key].seats}
