"""`python -m tests.bench.puzzles`: make the puzzles that ship with Furlong, or check them by a deeper search.

Positions come from games of the weaker characters, who leave much to be found, after some moves at random; in games for two
without chance from the last moves of these, because there wins can be proved, and only proved wins are kept. Boards that are
nearly the same as another, turned or mirrored too, are left out, what is easy makes room for what is hard, and while more
than a third of the puzzles are obvious, which a player finds who looks one move ahead, no such puzzle is added. What is
proved goes at once to the file of the game, so the work can be stopped at any time and goes on where it was. In the end
every puzzle is checked, and dropped if it is not confirmed: a win by searching all moves two moves deeper than the win, an
ending by solving it, and what is best where there is chance by a search with four times the playouts and by 2,000 games
played out from each of the best two moves. `--check` only checks, and prints how many are confirmed and how many are
obvious; `--drop` also takes out those that are not confirmed.
"""

import argparse
import math
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from statistics import fmean, stdev
from time import process_time
from typing import Final

from bot.model.puzzles import Puzzle
from bot.opponents.choice import choose, game_of, values
from bot.opponents.levels import LEVELS
from bot.opponents.proof import Demand, confirms, prove
from bot.records.puzzles import FOLDER, read, write
from rules import FAMILIES, GAMES
from rules.core import CHANCE, Game, Move, Position, Seat
from tests.bench.baselines import greedily

_WITHOUT_CHANCE: Final = Demand(depth=5)
_WITH_CHANCE: Final = Demand(depth=0, samples=4_000, chance_gap=0.12)
_LAST: Final = 16
"""So many moves before the end of a game without chance wins are looked for."""

_LONGEST_GAME: Final = 150
_AT_RANDOM: Final = range(4, 17)
_MOST_OF_GAME: Final = 3
"""Puzzles from one game."""
_APART: Final = 6
"""Moves between two of them, which would be much alike otherwise."""
_SAME: Final = 4
"""Cells in which two boards have to differ at least, also if one of them is turned or mirrored where a game allows it."""
_MOST_NODES: Final = 400_000
_OTHER: Final = 7
"""The chance of a check is none that a puzzle was made with."""
_TO_RANK: Final = 4_000
"""Playouts that tell which move is the second best."""
_BETWEEN_LOOKS: Final = 200
"""After so many games it is looked whether the best move has fallen behind."""
_LONGEST_PLAYOUT: Final = 3_000
_BAND: Final = 100
_MOST_OF_BAND: Final = 0.5
"""The share of the puzzles that may be about as easy or hard as each other."""
_FEW: Final = 20
_MOST_OBVIOUS: Final = 1 / 3
"""The share of the puzzles whose best move a player who looks one move ahead may find."""


def positions(game: Game, chance: random.Random) -> Iterable[tuple[int, Position]]:
    """The positions of a game of two weak characters where puzzles are looked for, each with its ply."""
    found = _of_game(game, chance)
    return found if game.has_chance else list(found)[-_LAST:]


def _of_game(game: Game, chance: random.Random) -> Iterator[tuple[int, Position]]:
    """All positions of such a game in which a seat is to move."""
    position = game.start(2)
    levels = [chance.choice(LEVELS[:2]) for _ in range(2)]
    at_random = chance.choice(_AT_RANDOM)
    for ply in range(_LONGEST_GAME):
        if position.turn is None:
            return
        if position.turn is CHANCE or ply < at_random:
            position = position.play(chance.choice(position.legal_moves()))
            continue
        yield ply, position
        position = position.play(choose(position, levels[position.turn], chance.getrandbits(30)))


def make(game: Game, wanted: int, seconds: float, seed: int) -> None:
    """Add puzzles of a game to its file until there are so many, or so much processor time is spent."""
    file = FOLDER / game.key / "puzzles.txt"
    known = [read(game, line) for line in file.read_text().splitlines()] if file.exists() else []
    until, number = process_time() + seconds, len(known)
    chance = random.Random(f"{seed} {number}")
    demand = _WITH_CHANCE if game.has_chance else _WITHOUT_CHANCE
    while len(known) < wanted and process_time() < until:
        of_game, last = 0, -_APART
        for ply, position in positions(game, chance):
            if of_game == _MOST_OF_GAME or len(known) >= wanted or process_time() > until:
                break
            puzzle = prove(position, demand) if ply - last >= _APART else None
            if puzzle is not None and is_welcome(puzzle, known) and confirms(puzzle, _MOST_NODES):
                known.append(puzzle)
                of_game, last = of_game + 1, ply
                with file.open("a", encoding="utf-8") as end:
                    end.write(f"{write(puzzle)}\n")
    print(f"{game.key}: {len(known)} puzzles, {sum(puzzle.is_win for puzzle in known)} of them wins", flush=True)


def is_welcome(puzzle: Puzzle, known: Sequence[Puzzle]) -> bool:
    """Whether a puzzle is unlike those that are known, and neither too easy beside them nor as hard as most."""
    like_it = sum(other.rating // _BAND == puzzle.rating // _BAND for other in known)
    if len(known) >= _FEW and like_it > _MOST_OF_BAND * len(known) and not puzzle.game.has_chance:
        return False
    if not puzzle.is_win and not puzzle.game.has_chance:
        return False
    if is_obvious(puzzle) and sum(map(is_obvious, known)) >= _MOST_OBVIOUS * len(known):
        return False
    return not any(are_alike(puzzle, other) for other in known)


def is_obvious(puzzle: Puzzle) -> bool:
    """Whether a player who looks one move ahead finds the best move."""
    return _found_at_once(puzzle.position) == puzzle.best


@cache
def _found_at_once(position: Position) -> Move:
    return greedily(position, _OTHER)


def are_alike(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles have nearly the same board, or one has nearly that of an image of the other."""
    pieces = _pieces(other.fen)
    return any(
        sum(here != there for here, there in zip_longest(_pieces(image.fen()), pieces)) < _SAME
        for image in one.game.images(one.position)
    )


def _pieces(fen: str) -> list[str]:
    """What stands on each cell, or where each piece stands: in all games that is in the first two fields of a fen."""
    return re.findall(r"[a-z.][0-9]*|[0-9]+", " ".join(fen.split()[:2]))


def is_confirmed(puzzle: Puzzle) -> bool:
    """Whether a deeper search finds the same, and where there is chance also games that are played out."""
    return confirms(puzzle, _MOST_NODES, seed=_OTHER) and (not puzzle.game.has_chance or plays_out_ahead(puzzle))


def plays_out_ahead(puzzle: Puzzle, games: int = 2_000) -> bool:
    """Whether games that are played out from the best move go clearly better than those from the second best.

    All seats draw their moves from the candidates of the game, by weight. The lead must be twice its standard error.
    """
    position, chance = puzzle.position, random.Random(puzzle.fen)
    found = values(position, replace(LEVELS[-1], samples=_TO_RANK), _OTHER)
    second = max((move for move in found if move != puzzle.best), key=found.__getitem__)
    leads = list[float]()
    while len(leads) < games:
        best, other = (_played_out(position.play(move), puzzle.seat, chance) for move in (puzzle.best, second))
        leads.append(best - other)
        if len(leads) % _BETWEEN_LOOKS == 0 and fmean(leads) < -_error(leads):
            return False
    return fmean(leads) > 2 * _error(leads)


def _error(leads: Sequence[float]) -> float:
    return stdev(leads) / math.sqrt(len(leads))


def _played_out(position: Position, seat: Seat, chance: random.Random) -> float:
    """What a game brings a seat in the end, from -1 to 1."""
    game = game_of(position)
    assert game.candidates is not None, "games with chance have candidates"
    for _ in range(_LONGEST_PLAYOUT):
        if position.turn is None:
            break
        if position.turn is CHANCE:
            move = chance.choice(position.legal_moves())
        else:
            moves, weights = zip(*game.candidates(position), strict=True)
            move = chance.choices(moves, weights)[0]
        position = position.play(move)
    outcome = position.outcome()
    return 0.0 if outcome is None else outcome.values[seat]


def check(game: Game, *, drop: bool) -> None:
    """Print the share of a game's puzzles that are confirmed; with `drop` take out the others."""
    file = FOLDER / game.key / "puzzles.txt"
    lines = file.read_text().splitlines()
    puzzles = [read(game, line) for line in lines]
    confirmed = [line for line, puzzle in zip(lines, puzzles, strict=True) if is_confirmed(puzzle)]
    obvious = sum(map(is_obvious, puzzles))
    print(f"{game.key}: {len(confirmed)} of {len(lines)} confirmed, {obvious} are obvious", flush=True)
    if drop:
        file.write_text("".join(f"{line}\n" for line in confirmed), encoding="utf-8")


def main() -> None:
    """Make or check the puzzles of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description="Make the puzzles that ship with Furlong, or check them.")
    parser.add_argument(
        "games", nargs="*", default=[game.key for game in FAMILIES if game.evaluation], help="keys of games"
    )
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
            check(GAMES[key], drop=True)


if __name__ == "__main__":
    main()
