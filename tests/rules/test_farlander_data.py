"""Counts and whole games of Farlander that are kept as data."""

import pytest

from rules import GAMES
from rules.core import Move
from rules.record import replay
from tests.rules.recorded import perft, perft_lines, records


@pytest.mark.parametrize(
    ("key", "fen", "counts"),
    [(key, *line) for key in ("farlander", "farlander-garrisons") for line in perft_lines(key)],
)
def test_the_number_of_ways_to_play_is_the_known_one(key: str, fen: str, counts: dict[int, int]) -> None:
    position = GAMES[key].from_fen(fen)
    assert {depth: perft(position, depth) for depth in counts} == counts


@pytest.mark.parametrize("record", records("farlander"))
def test_a_whole_game_still_ends_as_it_did(record: dict[str, str]) -> None:
    position = replay(GAMES[record["game"]], int(record["seats"]), [Move(move) for move in record["moves"].split()])
    outcome = position.outcome()
    assert position.fen() == record["fen"]
    assert outcome is not None
    assert outcome.points is not None
    assert " ".join(map(str, outcome.places)) == record["places"]
    assert " ".join(map(str, outcome.points)) == record["points"]
    assert outcome.reason == record["reason"]


def test_there_are_whole_games_for_every_number_of_players() -> None:
    tables = {(record["game"], int(record["seats"])) for record in records("farlander")}
    assert tables == {(key, seats) for key in ("farlander", "farlander-garrisons") for seats in GAMES[key].seats}
