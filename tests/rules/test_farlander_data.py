"""Counts and whole games of Farlander that are kept as data."""

from pathlib import Path

import pytest

from rules import GAMES
from rules.core import Move, Position
from rules.record import replay

DATA = Path(__file__).parent / "data"


def perft_lines(key: str) -> list[tuple[str, str, dict[int, int]]]:
    lines = (DATA / f"{key}.perft").read_text().splitlines()
    fields = [[field.strip() for field in line.split("|")] for line in lines if not line.startswith("#")]
    return [(key, fen, {int(count.split()[0]): int(count.split()[1]) for count in counts}) for fen, *counts in fields]


def records() -> list[dict[str, str]]:
    blocks = (DATA / "farlander.records").read_text().replace("\n      ", " ").split("\n\n")[1:]
    return [dict(line.split(" ", 1) for line in block.strip().splitlines()) for block in blocks]


def perft(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize(("key", "fen", "counts"), [*perft_lines("farlander"), *perft_lines("farlander-garrisons")])
def test_the_number_of_ways_to_play_is_the_known_one(key: str, fen: str, counts: dict[int, int]) -> None:
    position = GAMES[key].from_fen(fen)
    assert {depth: perft(position, depth) for depth in counts} == counts


@pytest.mark.parametrize("record", records())
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
    tables = {(record["game"], int(record["seats"])) for record in records()}
    assert tables == {(key, seats) for key in ("farlander", "farlander-garrisons") for seats in GAMES[key].seats}
