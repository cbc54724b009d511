"""Counts and whole games of Furbowl that are kept as data."""

from pathlib import Path

import pytest

from rules.core import Move, Position
from rules.furbowl import GAME, from_fen, start
from rules.record import replay

DATA = Path(__file__).parent / "data"


def perft_lines() -> list[tuple[str, dict[int, int]]]:
    lines = (DATA / "furbowl.perft").read_text().splitlines()
    fields = [[field.strip() for field in line.split("|")] for line in lines if not line.startswith("#")]
    return [(fen, {int(count.split()[0]): int(count.split()[1]) for count in counts}) for fen, *counts in fields]


def records() -> list[dict[str, str]]:
    blocks = (DATA / "furbowl.records").read_text().replace("\n      ", " ").split("\n\n")[1:]
    return [dict(line.split(" ", 1) for line in block.strip().splitlines()) for block in blocks]


def perft(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize(("fen", "counts"), perft_lines())
def test_the_number_of_ways_to_play_is_the_known_one(fen: str, counts: dict[int, int]) -> None:
    assert {depth: perft(from_fen(fen), depth) for depth in counts} == counts


def test_the_first_line_is_the_opening() -> None:
    assert perft_lines()[0][0] == start(2).fen()


@pytest.mark.parametrize("record", records())
def test_a_whole_game_still_ends_as_it_did(record: dict[str, str]) -> None:
    position = replay(GAME, 2, [Move(move) for move in record["moves"].split()])
    outcome = position.outcome()
    assert position.fen() == record["fen"]
    assert outcome is not None
    assert " ".join(map(str, outcome.places)) == record["places"]
    assert outcome.reason == record["reason"]
