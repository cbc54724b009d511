"""Counts and whole games of Play Win that are kept as data."""

from pathlib import Path

import pytest

from rules import GAMES
from rules.core import Move, Position
from rules.record import replay

DATA = Path(__file__).parent / "data"


def perft_lines() -> list[tuple[str, dict[int, int]]]:
    lines = (DATA / "playwin.perft").read_text().splitlines()
    fields = [[field.strip() for field in line.split("|")] for line in lines if not line.startswith("#")]
    return [(fen, {int(count.split()[0]): int(count.split()[1]) for count in counts}) for fen, *counts in fields]


def records() -> list[dict[str, str]]:
    blocks = (DATA / "playwin.records").read_text().replace("\n      ", " ").split("\n\n")[1:]
    return [dict(line.split(" ", 1) for line in block.strip().splitlines()) for block in blocks]


def perft(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize(("fen", "counts"), perft_lines())
def test_the_number_of_ways_to_play_is_the_known_one(fen: str, counts: dict[int, int]) -> None:
    position = GAMES["playwin-loose" if fen.endswith("loose") else "playwin"].from_fen(fen)
    assert {depth: perft(position, depth) for depth in counts} == counts


def test_the_counts_begin_with_the_54_moves_of_the_opening() -> None:
    assert perft_lines()[0] == (GAMES["playwin"].start(2).fen(), {1: 54, 2: 2_068, 3: 71_210})


@pytest.mark.parametrize("record", records())
def test_a_whole_game_still_ends_as_it_did(record: dict[str, str]) -> None:
    position = replay(GAMES[record["game"]], 2, [Move(move) for move in record["moves"].split()])
    outcome = position.outcome()
    assert position.fen() == record["fen"]
    assert outcome is not None
    assert " ".join(map(str, outcome.places)) == record["places"]
    assert outcome.reason == record["reason"]
