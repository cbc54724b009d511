"""`make train GAME=furl`: learn the weights of a game's evaluation from self-play.

A round plays some games with the current weights and then fits the weights to the positions of the latest rounds. The
target of a position combines the value that the search found there with the result of the game; bounds from the
transposition tables of searches are targets too (TreeStrap by Veness and others, 2009).

Samples are kept under `build/training/`, so the program can be stopped at any time and resumes with the interrupted
round; the same seed gives the same weights. Weights are whole numbers in `rules/<game>/weights.json`, in thousandths of
the logarithm of the odds.
"""

import argparse
import importlib
import json
import math
import random
import subprocess
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from players.choice import uses_alpha_beta
from players.levels import FLAWLESS, LEVELS, Budget
from players.mcts import TreeSearch
from players.search import Search
from rules import GAMES
from rules.core import CHANCE, Game, Move, Outcome, Position
from rules.linear import Weights

_ROOT: Final = Path(__file__).parent.parent
_GAMES: Final = 30
_UNIT: Final = 1_000  # weights per unit of log odds
_LONGEST_GAME: Final = 250
_AT_RANDOM: Final = range(9)
"""The possible numbers of random moves at the beginning of a game: games have to differ."""
_STRAY: Final = 0.05
"""The share of random moves after that, so that the weights learn what is bad."""
_TEMPERATURE: Final = 0.03
_LEAST_DEPTH: Final = 2
"""The least depth of a bound that is learned from: a shallower search says little more than the evaluation itself."""
_OF_SEARCH: Final = 8
"""How many positions of a transposition table are learned from: more of them are much alike."""
_KEPT: Final = 20
"""How many of the latest rounds count: older ones were played with worse weights."""
SWEEPS: Final = 3
"""How often a fit goes through the samples; more often fits the noise."""
RATE: Final = 0.03
DECAY: Final = 1e-5
"""The decay that draws weights to zero unless positions contradict it."""
_WORD: Final = 0.6
"""The weight of the search in the target of a position; the rest is that of the result."""
_CLOSE: Final = 1.5
"""A lead of this many points lasts with odds of 2.7 to 1: the number of points says more than who won."""


class Sample(NamedTuple):
    """The differences between two seats' features, the lateness, and bounds of the first seat's chance to end ahead."""

    numbers: Sequence[int]
    differences: Sequence[int]
    late: float
    least: float
    most: float


def played(game: Game, seats: int, nodes: int, seed: str) -> Iterator[Sample]:
    """The samples of a game of self-play."""
    chance, position = random.Random(seed), game.start(seats)
    level = replace(LEVELS[-1], nodes=nodes, samples=nodes, lookahead=replace(FLAWLESS, temperature=_TEMPERATURE))
    at_random, decisions = chance.choice(_AT_RANDOM), list[tuple[Position, Sequence[float]]]()
    for _ in range(_LONGEST_GAME):
        turn, legal = position.turn, position.legal_moves()
        if turn is None:
            break
        if not isinstance(turn, int) or len(legal) == 1 or at_random > 0 or chance.random() < _STRAY:
            at_random -= turn is not CHANCE
            position = position.play(chance.choice(legal))
            continue
        budget, number = Budget(nodes, math.inf), chance.getrandbits(30)
        if uses_alpha_beta(game):
            search = Search(game, level, budget, number)
            found = search.values(position)
            best = max(found, key=found.__getitem__)
            values = [found[best] if seat == turn else -found[best] for seat in range(2)]
            yield from _of_table(game, search, position, chance)
        else:
            tree = TreeSearch(game, level, budget, number)
            found = tree.values(position)
            best, values = max(found, key=found.__getitem__), tree.mean()
        if not _is_noisy(game, position, best):
            decisions.append((position, values))
        weights = [math.exp((value - found[best]) / _TEMPERATURE) for value in found.values()]
        position = position.play(chance.choices(list(found), weights)[0])
    outcome = position.outcome() or Outcome((1,) * seats, "")
    for decided, values in decisions:
        for one, other in combinations(range(seats), 2):
            ahead = _ahead(outcome, one, other)
            if seats == 2:  # with more seats, their values do not say which of two ends ahead
                ahead = (1 - _WORD) * ahead + _WORD * _share(values[one])
            yield from _compared(game, decided, one, other, ahead, ahead)


def _ahead(outcome: Outcome, one: int, other: int) -> float:
    """How far one seat ended ahead of another, from 0 to 1: half by place, half by points in a game that has points."""
    places, points = outcome.places, outcome.points
    by_place = (1 + (places[other] > places[one]) - (places[one] > places[other])) / 2
    if points is None:
        return by_place
    return (by_place + 1 / (1 + math.exp((points[other] - points[one]) / _CLOSE))) / 2


def _of_table(game: Game, search: Search, root: Position, chance: random.Random) -> Iterator[Sample]:
    deep = [at for at, entry in search.table.items() if entry.depth >= _LEAST_DEPTH and at != root]
    for at in chance.sample(deep, min(len(deep), _OF_SEARCH)):
        entry, turn = search.table[at], at.turn
        if isinstance(turn, int) and not _is_noisy(game, at, entry.best):
            yield from _compared(game, at, turn, 1 - turn, _share(entry.least), _share(entry.most))


def _share(value: float) -> float:
    return (1 + min(1.0, max(-1.0, value))) / 2


def _is_noisy(game: Game, position: Position, best: Move) -> bool:
    """Whether the best move is noisy: quiescence search would play it before the position is evaluated."""
    return game.noisy_moves is not None and best in game.noisy_moves(position).moves


def _compared(game: Game, position: Position, one: int, other: int, least: float, most: float) -> Iterator[Sample]:
    evaluation = _module(game, "evaluation")
    has: list[Counter[int]] = [Counter(numbers) for numbers in evaluation.features(position)]
    if has:
        more = {number: has[one][number] - has[other][number] for number in sorted(has[one] | has[other])}
        more = {number: difference for number, difference in more.items() if difference}
        late = round(evaluation.lateness(position), 3)
        yield Sample(list(more), list(more.values()), late, round(least, 3), round(most, 3))


def fit(known: list[Sample], early: list[float], late: list[float], chance: random.Random) -> float:
    """Fit the weights to samples; returns the mean squared error of the last sweep.

    This is logistic regression by AdaGrad: each weight has its own learning rate, which falls as the weight moves. A
    sample whose bounds hold teaches nothing.
    """
    moved = [1.0] * len(early), [1.0] * len(late)
    off = 0.0
    for sweep in range(SWEEPS):
        chance.shuffle(known)
        off, rate = 0.0, RATE * (1 - sweep / SWEEPS)
        for numbers, differences, share, least, most in known:
            first, lead = 1 - share, 0.0
            for number, difference in zip(numbers, differences, strict=True):
                lead += difference * (first * early[number] + share * late[number])
            expected = 1 / (1 + math.exp(-max(-30.0, min(30.0, lead))))
            error = max(0.0, least - expected) + min(0.0, most - expected)
            if not error:
                continue
            off += error * error
            for weights, seen, part in ((early, moved[0], error * first), (late, moved[1], error * share)):
                for number, difference in zip(numbers, differences, strict=True):
                    step = part * difference - DECAY * weights[number]
                    seen[number] += step * step
                    weights[number] += rate * step / math.sqrt(seen[number])
    return off / max(1, len(known))


def tables_by_key() -> Mapping[str, Sequence[tuple[Game, int]]]:
    """The games evaluated with the weights of a key, each with a number of players, by key."""
    tables = defaultdict[str, list[tuple[Game, int]]](list)
    for game in GAMES.values():
        for seats in game.seats if game.evaluation is not None else ():
            key_of = getattr(_module(game, "evaluation"), "weights_key", None)
            if key_of is not None:
                tables[key_of(game.start(seats))].append((game, seats))
    return tables


def write(game: Game, key: str, weights: Weights) -> None:
    """Write the weights of this key into the file that the evaluation reads, leaving the other weights unchanged."""
    keys = [f"  {json.dumps(each)}: {_written(known)}" for each, known in (_learned(game) | {key: weights}).items()]
    text = ",\n".join(keys)
    _file(game).write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def _grouped(sizes: Mapping[str, int], early: Sequence[float], late: Sequence[float]) -> Weights:
    """The weights by group, as whole numbers."""
    found = zip(early, late, strict=True)
    return {
        name: [(round(_UNIT * first), round(_UNIT * last)) for first, last in islice(found, size)]
        for name, size in sizes.items()
    }


def _written(weights: Weights) -> str:
    """The weights of a key as JSON, with a line for each group."""
    groups = (f"    {json.dumps(name)}: {json.dumps(pairs, separators=(',', ':'))}" for name, pairs in weights.items())
    return "{\n" + ",\n".join(groups) + "\n  }"


def _learned(game: Game) -> dict[str, Weights]:
    """The weights as they stand in the file now; the evaluation keeps those that it has read first."""
    return json.loads(_file(game).read_text(encoding="utf-8"))


def _at_first(game: Game, key: str, *, anew: bool) -> Weights:
    """The weights that a training begins with: 0 where there are none yet."""
    known: Weights = {} if anew else _learned(game).get(key, {})
    none: Weights = {name: [(0, 0)] * size for name, size in _module(game, "evaluation").SIZES.items()}
    return {**none, **known}


def _file(game: Game) -> Path:
    return _ROOT / "rules" / game.family / "weights.json"


def _module(game: Game, name: str) -> ModuleType:
    return importlib.import_module(f"rules.{game.family}.{name}")


def play_round(file: Path, options: argparse.Namespace) -> None:
    """Play the games of a round and write their samples to a file."""
    found, tables = list[str](), tables_by_key()[options.key]
    for number in range(options.games):
        game, seats = tables[number % len(tables)]
        seed = f"{options.seed} {options.play} {number}"
        found += [json.dumps(sample) for sample in played(game, seats, options.nodes, seed)]
    part = file.with_suffix(".part")
    part.write_text("\n".join(found), encoding="utf-8")
    part.rename(file)


def learn(folder: Path, options: argparse.Namespace) -> None:
    """Play and fit round after round; rounds already played are not repeated."""
    (game, _), *_ = tables_by_key()[options.key]
    sizes = _module(game, "evaluation").SIZES
    weights = _at_first(game, options.key, anew=options.anew and not (folder / "0.jsonl").exists())
    known = [pair for name in sizes for pair in weights[name]]
    early, late = ([pair[at] / _UNIT for pair in known] for at in range(2))
    write(game, options.key, _grouped(sizes, early, late))
    recent = deque[list[Sample]](maxlen=_KEPT)
    for number in range(options.rounds):
        file = folder / f"{number}.jsonl"
        is_new = not file.exists()
        if is_new:  # in a separate process, which reads the weights written last
            subprocess.run([sys.executable, "-m", "tools.training", *sys.argv[1:], "--play", str(number)], check=True)
        recent.append([Sample(*json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()])
        if is_new:
            samples = [sample for one in recent for sample in one]
            off = fit(samples, early, late, random.Random(number))
            write(game, options.key, _grouped(sizes, early, late))
            print(f"{options.key}: round {number}, off by {off:.4f}, {len(samples)} samples", flush=True)


def main() -> None:
    """Learn weights, or play one round of games for it."""
    parser = argparse.ArgumentParser(description="Learn the weights of an evaluation.")
    parser.add_argument("key", choices=tables_by_key(), help="of the weights")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--games", type=int, default=_GAMES, help="of a round")
    parser.add_argument("--nodes", type=int, default=400, help="positions searched for a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--anew", action="store_true", help="begin without weights, instead of with those that ship")
    parser.add_argument("--play", type=int, help="only play this round")
    options = parser.parse_args()
    folder = _ROOT / "build" / "training" / options.key
    folder.mkdir(parents=True, exist_ok=True)
    if options.play is None:
        learn(folder, options)
    else:
        play_round(folder / f"{options.play}.jsonl", options)


if __name__ == "__main__":
    main()
