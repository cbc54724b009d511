"""The ends of games are solved: compared with the second engines, which share no code with the rules and the search."""

import math
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.opponents.proof import Demand, confirms, prove
from bot.opponents.reviews import judged
from players.choice import choose, hint
from players.forcing import Ending
from players.levels import LEVELS, Budget
from rules import GAMES
from rules.core import Move, Position
from rules.record import Step
from tests.rules import naive_farlander, naive_fursaz
from tests.rules.naive_farlander import COLOURS, NaiveFarlander
from tests.rules.naive_fursaz import NaiveFursaz
from tests.rules.playouts import of_a_thousand

LYNX = LEVELS[-1]
MOST_POSITIONS = 400
"""The most positions that the plain solver follows from one: about a second."""

Slow = NaiveFarlander | NaiveFursaz


class TooManyError(Exception):
    """The plain solver would take too long."""


class PlainSolver:
    """Follows every line with a second engine and keeps who comes out ahead, by position."""

    def __init__(self) -> None:
        self.known = dict[str, int]()

    def results(self, slow: Slow) -> dict[str, int]:
        """1 for each move that wins for the player to move, 0 for each that draws, -1 for each that loses."""
        sign = 1 if mover(slow) == 0 else -1
        return {move: sign * self.lead(slow.play(move)) for move in moves(slow)}

    def lead(self, slow: Slow) -> int:
        """1 if seat 0 comes out ahead with the best play of both, 0 for a draw, -1 if it falls behind."""
        name = slow.fen()
        if name not in self.known:
            if len(self.known) > MOST_POSITIONS:
                raise TooManyError
            if moves(slow):
                best = max if mover(slow) == 0 else min
                found = best(self.lead(slow.play(move)) for move in moves(slow))
            else:
                own, other = slow.points() if isinstance(slow, NaiveFarlander) else slow.result() or (0, 0)
                found = (own > other) - (own < other)
            self.known[name] = found
        return self.known[name]


def mover(slow: Slow) -> int | None:
    if isinstance(slow, NaiveFarlander):
        return None if slow.mover is None else COLOURS.index(slow.mover)
    return slow.black_seat if slow.mover == "b" or slow.black_seat is None else 1 - slow.black_seat


def moves(slow: Slow) -> list[str]:
    return slow.legal_moves() if isinstance(slow, NaiveFarlander) else slow.moves()


def opening(key: str) -> Slow:
    if key == "fursaz":
        return naive_fursaz.opening(5)
    return naive_farlander.opening(2, with_garrisons=key == "farlander-garrisons")


def solved_endings(key: str, games: int) -> Iterator[tuple[Position, dict[str, int]]]:
    """The last positions of random games, each with the result of every move by the plain solver."""
    for seed in range(games):
        choice = random.Random(f"ending {key} {seed}")
        fast, slow, passed = GAMES[key].start(2), opening(key), list[tuple[Position, Slow]]()
        while fast.turn is not None:
            passed.append((fast, slow))
            move = choice.choice(fast.legal_moves())
            fast, slow = fast.play(move), slow.play(move)
        solver = PlainSolver()
        for fast, slow in reversed(passed):
            if not Ending.begins(fast, GAMES[key]):
                break
            try:
                yield fast, solver.results(slow)
            except TooManyError:
                break


def result(value: float) -> int:
    return (value >= 1) - (value <= -1)


@pytest.mark.parametrize(("key", "games"), [("farlander", 120), ("farlander-garrisons", 120), ("fursaz", 40)])
def test_every_move_of_an_ending_has_the_result_that_looking_at_everything_finds(key: str, games: int) -> None:
    found = list(solved_endings(key, of_a_thousand(games)))
    assert len(found) > 5
    results = set[int]()
    for position, expected in found:
        known = Ending(GAMES[key]).values(position, Budget(10**6, math.inf))
        assert known is not None
        assert {move: result(value) for move, value in known.items()} == expected, position.fen()
        results |= set(expected.values())
    assert results >= {1, -1}


@pytest.mark.parametrize("key", ["farlander", "farlander-garrisons"])
def test_lynx_hints_and_reviews_know_the_result_of_every_move_of_an_ending(key: str) -> None:
    told = set[int]()
    for position, expected in solved_endings(key, 12):
        if len(expected) == 1:
            continue
        best = max(expected.values())
        assert expected[choose(position, LYNX, 1)] == best
        found = hint(position, LYNX, 1)
        assert expected[found.move] == best
        if position.play(found.move).outcome() is None:
            told.add(best)
            assert found.reason.startswith(_REASONS[best])
        for played, result_of_played in expected.items():
            decision = judged(Step(position, Move(played), position.play(Move(played))), 0)
            assert (decision.could_win, decision.now_loses) == (best == 1, result_of_played == -1)
            assert (decision.could_draw, decision.now_draws) == (best == 0, result_of_played == 0)
            assert decision.is_fall == (result_of_played < best)
            assert expected[decision.best] == best
            assert (decision.loss > _SMALL) == (result_of_played < best)
    assert told >= {1, -1}


_SMALL = 0.02
_REASONS = {
    1: "wins by force",
    0: ("makes sure of a draw", "is the only move that doesn't lose by force"),
    -1: "loses against the best replies",
}


def test_a_conquest_is_a_puzzle_where_one_move_alone_wins_or_alone_does_not_lose() -> None:
    puzzles, games = 0, of_a_thousand(600)
    for position, expected in (*solved_endings("farlander", games), *solved_endings("farlander-garrisons", games)):
        puzzle, best = prove(position, Demand(depth=0)), max(expected.values())
        alone = [move for move, value in expected.items() if value == best]
        if len(expected) < _FEWEST or len(alone) > 1 or best < 0:
            assert puzzle is None
        else:
            assert puzzle is not None and [puzzle.best] == alone and puzzle.is_win == (best > 0)
            assert confirms(puzzle, 10**6)
            puzzles += 1
    assert puzzles


_FEWEST = 5  # moves of a puzzle


def test_an_ending_that_would_take_too_long_is_searched_as_before() -> None:
    position = next(position for position, expected in solved_endings("farlander", 12) if len(expected) > 5)
    assert Ending(GAMES["farlander"]).values(position, Budget(3, math.inf)) is None
    assert choose(position, replace(LYNX, nodes=3), 1) in position.legal_moves()


def test_the_gentler_characters_solve_no_endings() -> None:
    assert [level.name for level in LEVELS if level.solves_endings] == ["Lynx"]
