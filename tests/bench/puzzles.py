"""`python -m tests.bench.puzzles`: make the puzzles that ship with Furlong, or check them by a deeper search.

Positions come from games of the characters after a few moves at random. What is proved goes at once to the file of the
game, so the work can be stopped at any time and goes on where it was when it is started again. With `--check` each
puzzle of the files is searched anew, two moves deeper (with four times the samples where there is chance); it is confirmed
where the same move is still the best, and the share of those is printed. `--drop` also takes out the others.
"""

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import process_time
from typing import Final

from bot.model.puzzle import Puzzle
from bot.opponents import LEVELS, choose, lookahead, sampling
from bot.opponents.budget import Budget
from bot.opponents.choice import game_of
from bot.opponents.proof import Demand, prove
from bot.records.puzzles import FOLDER, read, write
from rules import GAMES
from rules.core import CHANCE, Game, Move, Position

DEMANDS: Final = {
    "furl": Demand(depth=5),
    "playwin": Demand(depth=3, gap=0.25),
    "fursaz": Demand(depth=3, gap=0.3),
    "farlander": Demand(depth=0, samples=4_000, chance_gap=0.12),
    "furbowl": Demand(depth=0, samples=4_000, chance_gap=0.2),
}
"""The games that have puzzles, and how much is asked of a proof there."""

_LONGEST_GAME: Final = 150
_AT_RANDOM: Final = 4
_MOST_OF_GAME: Final = 5
"""Puzzles from one game, which would be much alike."""
_TWO: Final = 2
_MOST_NODES: Final = 3_000_000
_OBVIOUS: Final = 1150
_MOST_OBVIOUS: Final = 0.7
"""The share of the puzzles that may be so easy."""


def best_by_deeper_search(position: Position, demand: Demand) -> Move:
    """The best move of a position two moves deeper than a puzzle was proved, or with four times the samples."""
    game = game_of(type(position))
    assert game.judgement is not None, "no other game has puzzles"
    if game.has_chance or game.seats.stop - 1 > _TWO:
        worths = sampling.worths(position, game, LEVELS[-1], Budget(4 * demand.samples, math.inf), 3)
    else:
        level = replace(LEVELS[-1], depth=demand.depth + 2)
        known = lookahead.Known(game.judgement, game.unrest)
        worths = lookahead.worths(position, known, level, Budget(_MOST_NODES, math.inf), 1)
    return max(worths, key=lambda move: worths[move])


def positions(game: Game, chance: random.Random) -> Iterator[Position]:
    """The positions of a game of two characters in which a seat is to move."""
    position = game.start(2)
    levels = [chance.choice(LEVELS[:2]) for _ in range(2)]
    for ply in range(_LONGEST_GAME):
        if position.turn is None:
            return
        if position.turn is CHANCE or ply < _AT_RANDOM:
            position = position.play(chance.choice(position.legal_moves()))
            continue
        yield position
        position = position.play(choose(position, levels[position.turn], chance.getrandbits(30), 0.2))


def make(game: Game, wanted: int, seconds: float, seed: int) -> None:
    """Add puzzles of a game to its file until there are so many, or so much processor time is spent."""
    file = FOLDER / f"{game.key}.txt"
    known = [read(game, line) for line in file.read_text().splitlines()] if file.exists() else []
    until, number = process_time() + seconds, len(known)
    chance = random.Random(f"{seed} {number}")
    while len(known) < wanted and process_time() < until:
        of_game = 0
        for position in positions(game, chance):
            if of_game == _MOST_OF_GAME or len(known) >= wanted or process_time() > until:
                break
            puzzle = prove(position, DEMANDS[game.key])
            if puzzle is not None and _is_welcome(puzzle, known):
                known.append(puzzle)
                of_game += 1
                with file.open("a", encoding="utf-8") as end:
                    end.write(f"{write(puzzle)}\n")
    print(f"{game.key}: {len(known)} puzzles, {sum(puzzle.is_win for puzzle in known)} of them wins", flush=True)


def _is_welcome(puzzle: Puzzle, known: Sequence[Puzzle]) -> bool:
    if any(other.fen == puzzle.fen for other in known):
        return False
    obvious = sum(other.rating < _OBVIOUS for other in known)
    return puzzle.rating >= _OBVIOUS or obvious <= _MOST_OBVIOUS * len(known)


def check(game: Game, *, drop: bool) -> None:
    """Print the share of a game's puzzles that a deeper search confirms."""
    file = FOLDER / f"{game.key}.txt"
    lines = file.read_text().splitlines()
    puzzles = [read(game, line) for line in lines]
    confirmed: list[str] = []
    for line, puzzle in zip(lines, puzzles, strict=True):
        if best_by_deeper_search(puzzle.position, DEMANDS[game.key]) == puzzle.best:
            confirmed.append(line)
    print(f"{game.key}: {len(confirmed)} of {len(lines)} confirmed by a deeper search", flush=True)
    if drop:
        file.write_text("".join(f"{line}\n" for line in confirmed), encoding="utf-8")


def main() -> None:
    """Make or check the puzzles of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description="Make the puzzles that ship with Furlong, or check them.")
    parser.add_argument("games", nargs="*", default=list(DEMANDS), help="keys of games")
    parser.add_argument("--wanted", type=int, default=300, help="puzzles of each game")
    parser.add_argument("--seconds", type=float, default=600, help="of processor time for each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--drop", action="store_true")
    options = parser.parse_args()
    for key in options.games:
        if options.check:
            check(GAMES[key], drop=options.drop)
        else:
            make(GAMES[key], options.wanted, options.seconds, options.seed)


if __name__ == "__main__":
    main()
