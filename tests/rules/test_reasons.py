"""The reasons for moves, in the words of the games."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from math import inf
from pathlib import Path
from typing import Any, cast

import pytest

from rules import GAMES
from rules.core import Move, Position
from rules.voice import SpokenPosition
from rules.wording import Reasons
from tests.rules.naive_reasons import Claim, claims
from tests.rules.playouts import TABLES, of_a_thousand, playout

FEWEST_SAID = 3  # kinds of reasons, of a game whose random positions are much alike
MOST_POSITIONS = max(25, of_a_thousand(200))
"""The number of positions at each table whose reasons are compared with the second ones."""
SHARE = 0.2
"""The share of the decisions of a game that is looked at."""
at_every_table = pytest.mark.parametrize(("key", "seats"), TABLES)

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


@cache
def judged_moves(key: str, seats: int) -> Sequence[tuple[Position, Mapping[Move, Reasons], Mapping[Move, list[Claim]]]]:
    """Some moves of positions from all parts of random games, with the reasons for them and all that is true of them."""
    choice, found = random.Random(f"{key} {seats}"), list[Any]()
    seed = 0
    while len(found) < MOST_POSITIONS:
        for step in playout(key, seats, seed):
            if step.mover is not None and choice.random() < SHARE and len(step.before.legal_moves()) > 1:
                legal = step.before.legal_moves()
                moves = choice.sample(legal, min(3, len(legal)))
                voice = cast(SpokenPosition, step.before).voice
                reasons = {move: voice.reasons(step.before, move) for move in moves}
                found.append((step.before, reasons, {move: claims(key, step.before, move) for move in moves}))
        seed += 1
    return found[:MOST_POSITIONS]


@at_every_table
def test_every_reason_is_true(key: str, seats: int) -> None:
    said = Counter[str]()
    for position, reasons, true in judged_moves(key, seats):
        for move in reasons:
            texts = {claim.text for claim in true[move]}
            for reason in (*reasons[move].main, *reasons[move].lesser):
                if reason.text is not None:
                    said[reason.text.message] += 1
                    assert reason.text in texts, (position.fen(), move)
    assert len(said) >= FEWEST_SAID


@at_every_table
def test_no_reason_for_a_better_move_holds_for_the_other_as_well(key: str, seats: int) -> None:
    told = 0
    for position, _reasons, true in judged_moves(key, seats):
        for move, other in permutations(true, 2):
            reason = position.reason(move, other)
            told += bool(reason)
            assert reason.isprintable() and len(reason) <= 150 and not reason.endswith(".")
            for part in parts_of(reason):
                claim = next(claim for claim in true[move] if claim.text == part)
                worth = max((other.worth for other in true[other] if other.scale == claim.scale), default=-inf)
                assert claim.worth > worth, (position.fen(), move, other, part)
    assert told > MOST_POSITIONS


@at_every_table
def test_no_reason_holds_for_nearly_all_moves(key: str, seats: int) -> None:
    for position, _reasons, _true in judged_moves(key, seats)[:: MOST_POSITIONS // 6]:
        legal = position.legal_moves()
        for move in legal[:: max(1, len(legal) // 4)]:
            for part in parts_of(position.reason(move)):
                others = random.Random(move).sample(legal, min(len(legal), 30))
                same = [other for other in others if other != move and part in all_of(position, other)]
                assert len(same) < 0.9 * max(len(others), 2), (position.fen(), move, part)


def all_of(position: Position, move: Move) -> set[str | None]:
    """All that speaks for a move, said or not."""
    return {reason.text for some in cast(SpokenPosition, position).voice.reasons(position, move) for reason in some}


def parts_of(reason: str) -> list[str]:
    return [part for part in reason.split(", and it ") if part]


@pytest.mark.parametrize("key", GAMES)
def test_a_reason_adds_to_what_a_move_is_called(key: str) -> None:
    for position, reasons, _ in judged_moves(key, GAMES[key].seats[-1])[:: MOST_POSITIONS // 6]:
        for move in reasons:
            told, reason = position.describe(move), position.reason(move)
            assert told not in reason and all(part not in told for part in parts_of(reason))
