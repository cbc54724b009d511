"""`python -m tools.arena`: tournaments of the characters, each against the one below it and against baselines.

A baseline that owes nothing to the characters' evaluations, and sees one move and its answer, plays the gentle ones.

In each round the first player sits once in each seat, with the same dice. Its score is the share of the others that it
finishes ahead of, with ties counting half; the interval is Wilson's.

`--against COMMIT` plays the strongest character of this checkout against that of another commit, at equal processor
time. So does `--strangers --seconds 0.15` against each of the players that were written from the rules alone.
"""

import argparse
import json
import math
import random
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from types import MappingProxyType
from typing import Final

from players.characters import STEP, Character, rating, scale
from players.choice import choose
from players.levels import LEVELS, Level, level_for, mixed
from rules import GAMES
from rules.core import CHANCE, Game, Move, Position, Seat
from tools.baselines import MATERIAL, Chooser, at_random, by_material, by_playouts, greedily
from tools.strangers import MORE_STRANGERS, STRANGERS, stranger

NORMAL: Final = 1.96  # the normal quantile for 95 % confidence
MOST_PLIES: Final = 400
"""The length at which a game is stopped and counts as a draw."""

MOST_OCCURRENCES: Final = 3
"""The number of times that a position may occur before the game counts as a draw."""

ALL_BUT_FEW: Final = 0.95
"""The share of the moves that take no longer than the percentile in the report."""

_GENTLE: Final = 3
"""How many of the characters, from the gentlest, play a beginner."""
_UNLIMITED: Final = 10**9  # positions: the limit is time instead
HURRIED: Final = "hurried-lynx"
ONE_MOVE: Final = "one-move"
HALF: Final = "-half"
"""What follows the name of a character in that of a player who makes half of its moves like the next stronger one."""
STRANGER: Final = "stranger"
HERE, THERE = "lynx-here", "lynx-there"
SECONDS: Final = 0.15
"""The processor time for a move of players whom time limits, unless the command line says otherwise."""


@dataclass(frozen=True, slots=True)
class PairScore:
    """The share of points that a player won, with its 95 % interval, and the processor time of its moves in seconds."""

    share: float
    games: int
    seconds: Sequence[float]

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the player's true share."""
        spread = NORMAL**2 / self.games
        middle = (self.share + spread / 2) / (1 + spread)
        width = math.sqrt(self.share * (1 - self.share) * spread + spread**2 / 4) / (1 + spread)
        return middle - width, middle + width

    def __str__(self) -> str:
        low, high = self.interval
        times = sorted(self.seconds) or [0.0]
        usual, long = times[len(times) // 2], times[int(ALL_BUT_FEW * len(times))]
        return f"{self.share:.2f} ({low:.2f} to {high:.2f}), {self.games} games, {usual:.2f} s a move, 95 % in {long:.2f} s"


def players(game: Game, seats: int, seconds: float | None = None) -> dict[str, Chooser]:
    """The players by name: characters at all strengths and halves, one in a hurry, four baselines and a stranger.

    With `seconds`, that is the processor time for a move of the stranger and of the strongest character, who is then
    limited by nothing else.
    """
    faces = {level.key: partial(_choose, level) for level in LEVELS}
    stronger = {one.key: partial(_choose_as, one, game, seats) for one in scale(game, seats)}
    simple = {"random": at_random, ONE_MOVE: by_material, "greedy": greedily, "montecarlo": by_playouts}
    halves = {low.key + HALF: partial(_choose_half, low, high) for low, high in pairwise(LEVELS)}
    in_a_hurry = partial(_choose, hurried(LEVELS[-1]))
    everybody: dict[str, Chooser] = {**simple, **faces, **stronger, **halves, HURRIED: in_a_hurry}
    if game.family in STRANGERS:
        everybody[STRANGER] = stranger(game, seconds or SECONDS)
    for name, chooser in MORE_STRANGERS.get(game.family, {}).items():
        everybody[name] = partial(chooser, seconds or SECONDS)
    if seconds is not None:
        everybody[LEVELS[-1].key] = partial(_choose, unlimited(seconds))
    return everybody


def two_steps_apart(game: Game, seats: int) -> Iterator[tuple[str, str]]:
    """Each strength of the characters with the next one that is two steps or more below it."""
    known = {one.key: rating(one, game, seats) or 0 for one in scale(game, seats)}
    for key, number in known.items():
        below = [other for other, lower in known.items() if number - lower >= 2 * STEP]
        if below:
            yield key, below[-1]


def by_halves() -> Iterator[tuple[str, str]]:
    """Pairs that say how far apart the faces are: each with the one who plays half like it and half like the next."""
    for low, high in pairwise(LEVELS):
        yield low.key + HALF, low.key
        yield high.key, low.key + HALF


def against_strangers(game: Game) -> Iterator[tuple[str, str]]:
    """The strongest character and each of the strangers at a game; nothing if it has none."""
    if game.family in STRANGERS:
        for name in (STRANGER, *MORE_STRANGERS.get(game.family, ())):
            yield LEVELS[-1].key, name


def hurried(level: Level) -> Level:
    """A character with a tenth of its budget."""
    return replace(level, nodes=level.nodes // 10, samples=level.samples // 10)


def unlimited(seconds: float) -> Level:
    """The strongest character, limited by nothing but the processor time for a move."""
    return replace(LEVELS[-1], nodes=_UNLIMITED, samples=_UNLIMITED, seconds=seconds)


class OtherLynx:
    """The strongest character of another commit or folder of this repository, in a separate process.

    Its modules have the same names as those here, so one process cannot import both. The two talk in the notation of
    the games. For each move the process reads a JSON list: the game's key, the fen, the seed, the seconds of processor
    time and the fens of earlier positions. It writes the move as a JSON string. The process ends with its input.
    """

    def __init__(self, game: Game, folder: Path, seconds: float) -> None:
        self._game, self._seconds = game, seconds
        self._process = subprocess.Popen(
            [sys.executable, "-c", _ANSWERS, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def __call__(self, position: Position, seed: int, past: Sequence[Position] = ()) -> Move:
        """The move that it makes within the seconds of processor time."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None and answers is not None
        question = [self._game.key, position.fen(), seed, self._seconds, [earlier.fen() for earlier in past]]
        print(json.dumps(question), file=questions, flush=True)
        return Move(json.loads(answers.readline()))


_ANSWERS: Final = """
import json, sys
sys.path.insert(0, sys.argv[1])
from dataclasses import replace
from players.choice import choose
from players.levels import LEVELS
from rules import GAMES
for line in sys.stdin:
    key, fen, seed, seconds, past = json.loads(line)
    level = replace(LEVELS[-1], nodes=10**9, samples=10**9, seconds=seconds)
    position, *earlier = map(GAMES[key].from_fen, (fen, *past))
    print(json.dumps(choose(position, level, seed, past=earlier)), flush=True)
"""


@contextmanager
def checked_out(commit: str) -> Generator[Path]:
    """A temporary folder with the players of a commit that has them apart from the bot; an existing folder is used as it is."""
    if Path(commit).is_dir():
        yield Path(commit)
        return
    packed = subprocess.run(["git", "archive", commit, "players", "rules"], check=True, capture_output=True).stdout
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)


def compete(
    game: Game,
    seats: int,
    pair: tuple[str, str],
    rounds: Sequence[int],
    others: Mapping[str, Chooser] = MappingProxyType({}),
    tell: Callable[[PairScore], None] = lambda _: None,
) -> PairScore:
    """The score of the first player, from rounds in which it plays each seat once, and the second player all others.

    The number of a round decides its dice and what the characters overlook. `tell` is called with the score after each.
    """
    first, second = ({**players(game, seats), **others}[name] for name in pair)
    won, taken, score = 0.0, list[float](), PairScore(0.0, 0, ())
    for played, number in enumerate(rounds, start=1):
        for seat in map(Seat, range(seats)):
            table = [second] * seats
            table[seat] = partial(_timed, first, taken)
            won += share(play(game, table, number), seat)
        games = played * seats
        score = PairScore(won / games, games, taken)
        tell(score)
    return score


def play(game: Game, table: Sequence[Chooser], seed: int) -> tuple[int, ...]:
    """The places in a game between the players at a table; all share the first if the game goes round in circles.

    As in a match, players get the earlier positions, except in games with chance, where positions hardly recur.
    """
    position, dice = game.start(len(table)), random.Random(seed)
    occurred, past = Counter[Position](), list[Position]()
    for _ in range(MOST_PLIES):
        turn = position.turn
        occurred[position] += 1
        if turn is None or occurred[position] == MOST_OCCURRENCES:
            break
        if turn is CHANCE:
            move = dice.choice(position.legal_moves())
        else:
            move = table[turn](position, 2 * seed + turn % 2, past)
        if not game.has_chance:
            past.append(position)
        position = position.play(move)
    outcome = position.outcome()
    return (1,) * len(table) if outcome is None else outcome.places


def share(places: tuple[int, ...], seat: Seat) -> float:
    """The score of a seat: the share of the others that finish behind it, and half of those that tie with it."""
    others = [place for other, place in enumerate(places) if other != seat]
    return sum((place > places[seat]) + (place == places[seat]) / 2 for place in others) / len(others)


def _choose(level: Level, position: Position, seed: int, past: Sequence[Position]) -> Move:
    return choose(position, level, seed, math.inf if level.nodes < _UNLIMITED else level.seconds, past)


def _choose_as(
    character: Character, game: Game, seats: int, position: Position, seed: int, past: Sequence[Position]
) -> Move:
    return _choose(level_for(character, game, seats, position, seed), position, seed, past)


def _choose_half(low: Level, high: Level, position: Position, seed: int, past: Sequence[Position]) -> Move:
    return _choose(mixed(low, high, 1 / 2, position, seed), position, seed, past)


def _timed(chooser: Chooser, taken: list[float], position: Position, seed: int, past: Sequence[Position]) -> Move:
    begun = process_time()
    move = chooser(position, seed, past)
    taken.append(process_time() - begun)
    return move


def main() -> None:
    """Play the tournaments that the command line names, and print each score as soon as it is known."""
    keys = [level.key for level in LEVELS]
    simple = [(keys[0], "random"), (keys[0], "greedy"), (HURRIED, "random"), (HURRIED, "montecarlo")]
    ladder = [*simple, *zip(keys[1:], keys, strict=False)]
    beginner = [(ONE_MOVE, key) for key in keys[:_GENTLE]]
    parser = argparse.ArgumentParser(prog="python -m tools.arena", description="Play the characters off.")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES), help="keys of games")
    parser.add_argument("--rounds", type=int, default=50, help="how often each player sits on each seat")
    parser.add_argument("--first", type=int, default=0, help="the number of the first round: others are other games")
    parser.add_argument("--pair", nargs=2, metavar="PLAYER", help="only these two, instead of the whole ladder")
    parser.add_argument("--scale", action="store_true", help="instead, each strength and the one 200 points below it")
    parser.add_argument("--halves", action="store_true", help="instead, how far each is from the next, in two halves")
    parser.add_argument("--strangers", action="store_true", help="instead, the strongest against each of the strangers")
    parser.add_argument("--seats", nargs="+", type=int, help="numbers of players, instead of all")
    parser.add_argument("--against", help="a commit or a folder, whose strongest plays the strongest of this checkout")
    parser.add_argument(
        "--seconds", type=float, help="of processor time for a move of theirs, or of the stranger and the strongest"
    )
    chosen = parser.parse_args()
    known = {name for key in chosen.games for seats in GAMES[key].seats for name in players(GAMES[key], seats)}
    if unknown := {*(chosen.pair or ())} - known:
        parser.error(f"there is no player {min(unknown)!r}; there are {', '.join(sorted(known))}")
    rounds = range(chosen.first, chosen.first + chosen.rounds)
    seats_of = {key: chosen.seats or GAMES[key].seats for key in chosen.games}
    tables = [(GAMES[key], seats) for key in chosen.games for seats in seats_of[key]]
    if chosen.against:
        with checked_out(chosen.against) as folder:
            for game, seats in tables:
                seconds = chosen.seconds or SECONDS
                with closing(OtherLynx(game, folder, seconds)) as other:
                    others = {HERE: partial(_choose, unlimited(seconds)), THERE: other}
                    _report(game, seats, (HERE, THERE), rounds, others)
        return
    for game, seats in tables:
        whole = [*ladder, *(beginner if game.family in MATERIAL else ())]
        pairs = [*two_steps_apart(game, seats)] if chosen.scale else [*by_halves()] if chosen.halves else whole
        if chosen.strangers:
            pairs = [*against_strangers(game)]
        seconds = chosen.seconds or (SECONDS if chosen.strangers else None)
        for pair in [tuple(chosen.pair)] if chosen.pair else pairs:
            _report(game, seats, pair, rounds, players(game, seats, seconds))


def _report(
    game: Game,
    seats: int,
    pair: tuple[str, str],
    rounds: Sequence[int],
    others: Mapping[str, Chooser] = MappingProxyType({}),
) -> None:
    """Print the score of a pair, and the score so far after each round."""
    said = f"{game.key} for {seats}: {pair[0]} against {pair[1]}"
    score = compete(
        game, seats, pair, rounds, others, lambda so_far: print("…", said, so_far, file=sys.stderr, flush=True)
    )
    print(f"{said}: {score}", flush=True)


if __name__ == "__main__":
    main()
