"""`python -m tools.engines.match COMMIT`: the weights of Furl here against those of a commit, in games of the C engine.

Both have the same number of positions for a move. Each opening of a few random moves is played twice, with sides
swapped. The openings depend on the seed: choose weights with some seeds and report the score with others.
"""

import argparse
import json
import subprocess
from pathlib import Path

from rules.furl.evaluation import SIZES
from rules.linear import Weights
from tools.arena import PairScore
from tools.engines.furl import Player

_OPENINGS = 1_000_000  # of a seed


def weights_of(source: str) -> Weights:
    """The weights in a file, or those of a commit; features that were unknown there weigh nothing."""
    if Path(source).is_file():
        text = Path(source).read_text(encoding="utf-8")
    else:
        shown = f"{source}:rules/furl/weights.json"
        text = subprocess.run(["git", "show", shown], check=True, capture_output=True, text=True).stdout
    known = json.loads(text)["furl"]
    return {name: known.get(name, [(0, 0)] * size) for name, size in SIZES.items()}


def score(first: Weights, second: Weights, *, rounds: int, nodes: int, plies: int, seed: int) -> PairScore:
    """The score of the first weights, from rounds of two games."""
    with Player(first) as one, Player(second) as other:
        won = [
            one.against(other, seat=seat, nodes=nodes, plies=plies, seed=seed * _OPENINGS + number)
            for number in range(rounds)
            for seat in range(2)
        ]
    return PairScore(sum(won) / len(won), len(won), ())


def main() -> None:
    """Play the games that the command line asks for, and print the score."""
    parser = argparse.ArgumentParser(prog="python -m tools.engines.match", description="Play weights of Furl off.")
    parser.add_argument("against", help="a commit, or a file of weights")
    parser.add_argument(
        "--weights", default="rules/furl/weights.json", help="a commit or a file, instead of these here"
    )
    parser.add_argument("--rounds", type=int, default=100, help="how often each side is played")
    parser.add_argument("--nodes", type=int, default=20_000, help="positions for a move")
    parser.add_argument("--plies", type=int, default=4, help="random moves at the beginning")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found = score(
        weights_of(chosen.weights),
        weights_of(chosen.against),
        rounds=chosen.rounds,
        nodes=chosen.nodes,
        plies=chosen.plies,
        seed=chosen.seed,
    )
    low, high = found.interval
    print(f"{found.share:.2f} ({low:.2f} to {high:.2f}), {found.games} games")


if __name__ == "__main__":
    main()
