"""The reasons for moves, in the words of the games."""

import random
from pathlib import Path

import pytest

from rules import GAMES
from rules.core import CHANCE, Move

REASONS = [
    tuple(part.strip() for part in line.split("|"))
    for line in (Path(__file__).parent / "data" / "reasons.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("key", "fen", "move", "reason"), REASONS)
def test_a_move_is_good_for_something(key: str, fen: str, move: str, reason: str) -> None:
    position = GAMES[key].from_fen(fen)
    assert move in position.legal_moves()
    assert position.reason(Move(move)) == reason


@pytest.mark.parametrize("key", GAMES)
def test_every_move_of_a_player_has_a_short_reason(key: str) -> None:
    chance, position = random.Random(2), GAMES[key].start(GAMES[key].seats[-1])
    for _ in range(120):
        moves = position.legal_moves()
        if not moves:
            break
        move = chance.choice(moves)
        if position.turn is not CHANCE:
            reason = position.reason(move)
            assert reason and reason.isprintable() and len(reason) <= 150 and not reason.endswith(".")
            told = position.describe(move)
            assert told not in reason and all(part not in told for part in reason.split(", and it "))
        position = position.play(move)
