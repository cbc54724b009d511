"""`python -m tests.bench.arena`: tournaments of the characters, each against the one below it and against simple players.

In each round the first player sits on each seat once while the dice stay the same. Its score is the share of the others
that it finishes ahead of, and half for those with whom it shares a place; the interval is Wilson's.

`--against FOLDER` plays the strongest character of this checkout against that of another one, at equal processor time.
"""

import argparse
import json
import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import process_time
from types import MappingProxyType
from typing import Final

from bot.opponents.choice import choose
from bot.opponents.games import game_of
from bot.opponents.levels import LEVELS, Level
from rules import GAMES
from rules.core import CHANCE, Game, Move, Position, Seat
from tests.bench.baselines import Chooser, at_random, by_playouts, greedily

NORMAL: Final = 1.96  # standard deviations on either side of 95 %
MOST_PLIES: Final = 400
"""The length at which a game is stopped and counts as a draw."""

MOST_OCCURRENCES: Final = 3
"""The number of times that a position may occur before the game counts as a draw."""

_UNLIMITED: Final = 10**9  # positions, where time is the limit
HURRIED: Final = "hurried-lynx"


@dataclass(frozen=True, slots=True)
class PairScore:
    """The share of points a player won, with its 95 % interval, and the seconds it took for a move."""

    share: float
    games: int
    seconds: float

    @property
    def interval(self) -> tuple[float, float]:
        """The shares between which the player's true one lies with 95 % confidence."""
        spread = NORMAL**2 / self.games
        middle = (self.share + spread / 2) / (1 + spread)
        width = math.sqrt(self.share * (1 - self.share) * spread + spread**2 / 4) / (1 + spread)
        return middle - width, middle + width

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:.2f} ({low:.2f} to {high:.2f}), {self.games} games, {self.seconds:.2f} s a move"


def players() -> dict[str, Chooser]:
    """The players by name: the characters, the strongest with little time, and three simple players."""
    characters = {level.key: partial(_choose, level) for level in LEVELS}
    simple = {"random": at_random, "greedy": greedily, "montecarlo": by_playouts}
    return {**simple, **characters, HURRIED: partial(_choose, hurried(LEVELS[-1]))}


def hurried(level: Level) -> Level:
    """A character with a tenth of its budget."""
    return replace(level, nodes=level.nodes // 10, samples=level.samples // 10)


class Checkout:
    """The strongest character as another checkout of this repository has it, in a process of its own.

    Modules there have the same names as here, so they cannot be imported beside these; notation is what both share.
    """

    def __init__(self, folder: str, seconds: float) -> None:
        self._seconds = seconds
        self._process = subprocess.Popen(
            [sys.executable, "-c", _ANSWERS, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, position: Position, seed: int) -> Move:
        """The move that it makes within the seconds of processor time."""
        asked, answered = self._process.stdin, self._process.stdout
        assert asked is not None and answered is not None
        print(json.dumps([game_of(position).key, position.fen(), seed, self._seconds]), file=asked, flush=True)
        return Move(json.loads(answered.readline()))


_ANSWERS: Final = """
import json, sys
sys.path.insert(0, sys.argv[1])
from dataclasses import replace
from bot.opponents.choice import choose
from bot.opponents.levels import LEVELS
from rules import GAMES
for line in sys.stdin:
    key, fen, seed, seconds = json.loads(line)
    level = replace(LEVELS[-1], nodes=10**9, samples=10**9, seconds=seconds)
    print(json.dumps(choose(GAMES[key].from_fen(fen), level, seed)), flush=True)
"""


def compete(
    game: Game, seats: int, pair: tuple[str, str], rounds: int, others: Mapping[str, Chooser] = MappingProxyType({})
) -> PairScore:
    """The score of the first player in rounds in which it plays once in each seat against the second in all others."""
    known: Mapping[str, Chooser] = {**players(), **others}
    first, second = (known[name] for name in pair)
    won, taken = 0.0, list[float]()
    for number in range(rounds):
        for seat in map(Seat, range(seats)):
            table = [second] * seats
            table[seat] = partial(_timed, first, taken)
            won += share(play(game, table, number), seat)
    games = rounds * seats
    return PairScore(won / games, games, sum(taken) / max(1, len(taken)))


def play(game: Game, table: Sequence[Chooser], seed: int) -> tuple[int, ...]:
    """The places in a game between the players at a table; all share the first if it goes round in circles."""
    position, dice = game.start(len(table)), random.Random(seed)
    occurred = Counter[Position]()
    for _ in range(MOST_PLIES):
        turn = position.turn
        occurred[position] += 1
        if turn is None or occurred[position] == MOST_OCCURRENCES:
            break
        move = dice.choice(position.legal_moves()) if turn is CHANCE else table[turn](position, 2 * seed + turn % 2)
        position = position.play(move)
    outcome = position.outcome()
    return (1,) * len(table) if outcome is None else outcome.places


def share(places: tuple[int, ...], seat: Seat) -> float:
    """The score of a seat: the share of the others that finish behind it, and half of those that tie with it."""
    others = [place for other, place in enumerate(places) if other != seat]
    return sum((place > places[seat]) + (place == places[seat]) / 2 for place in others) / len(others)


def _choose(level: Level, position: Position, seed: int) -> Move:
    return choose(position, level, seed, math.inf if level.nodes < _UNLIMITED else level.seconds)


def _timed(chooser: Chooser, taken: list[float], position: Position, seed: int) -> Move:
    begun = process_time()
    move = chooser(position, seed)
    taken.append(process_time() - begun)
    return move


def main() -> None:
    """Play the tournaments that the command line names, and print each score as soon as it is known."""
    keys = [level.key for level in LEVELS]
    simple = [(keys[0], "random"), (keys[0], "greedy"), (HURRIED, "random"), (HURRIED, "montecarlo")]
    ladder = [*simple, *zip(keys[1:], keys, strict=False)]
    parser = argparse.ArgumentParser(prog="python -m tests.bench.arena", description="Play the characters off.")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES), help="keys of games")
    parser.add_argument("--rounds", type=int, default=50, help="how often each player sits on each seat")
    parser.add_argument("--pair", nargs=2, choices=players(), help="only these two, instead of the whole ladder")
    parser.add_argument("--against", help="the folder of another checkout, whose strongest plays that of this one")
    parser.add_argument("--seconds", type=float, default=0.15, help="that these two have for a move")
    chosen = parser.parse_args()
    others = dict[str, Chooser]()
    if chosen.against:
        unlimited = replace(LEVELS[-1], nodes=_UNLIMITED, samples=_UNLIMITED, seconds=chosen.seconds)
        others = {"here": partial(_choose, unlimited), "there": Checkout(chosen.against, chosen.seconds)}
        ladder = [("here", "there")]
    for game in map(GAMES.__getitem__, chosen.games):
        for seats in game.seats:
            for pair in [tuple(chosen.pair)] if chosen.pair else ladder:
                score = compete(game, seats, pair, chosen.rounds, others)
                print(f"{game.key} for {seats}: {pair[0]} against {pair[1]}: {score}", flush=True)


if __name__ == "__main__":
    main()
