"""`python -m tools.puzzles`: make the puzzles that ship with Furlong, or check them by a deeper search.

Positions come from games of the weaker characters, who leave much to be found, after some random moves. In games for
two without chance, only the last positions are searched, because wins can be proved there, and only proved wins are
kept. A board nearly equal to a known one, even turned or mirrored, is left out. No puzzle is added to a crowded band of
difficulty, nor an obvious one (which looking one move ahead solves) while more than a third are obvious.

A proved puzzle is at once written to the file of its game, so the program can be stopped at any time and resumes there.
In the end every puzzle is checked, and dropped unless it is confirmed: a win by searching all moves two moves deeper
than the win, and in Furl by another search that finds no other move nearly won; an ending by solving it; and the best
move in a game with chance by a search with four times the playouts and by 2,000 playouts from each of the two best
moves.

`--check` only checks, and prints how many puzzles are confirmed and how many are obvious; `--drop` also removes those
that are not confirmed.
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
from bot.opponents.proof import Demand, confirms, is_certain, prove, within_reach
from bot.records.folders import folder_of
from bot.records.puzzles import read, write
from players.choice import choose, game_of, values
from players.levels import LEVELS
from rules import FAMILIES, GAMES
from rules.core import CHANCE, Game, Move, Position, Seat
from tools.baselines import by_material, greedily

_WITHOUT_CHANCE: Final = Demand(depth=5)
_WITH_CHANCE: Final = Demand(depth=0, samples=4_000, chance_gap=0.12)
_CERTAIN: Final = Demand(depth=0, nodes=20_000)
_LAST: Final = 16
"""How many of the last positions are searched for wins where chance decides nothing by then."""

_LONGEST_GAME: Final = 150
_AT_RANDOM: Final = range(4, 17)
_MOST_OF_GAME: Final = 3
"""The most puzzles from one game."""
_APART: Final = 6
"""The least number of moves between two of them, which would otherwise be much alike."""
_SAME: Final = 4
"""The least number of cells in which two boards must differ, even after turning or mirroring one of them."""
_MOST_NODES: Final = 400_000
_UNSOLVED: Final = frozenset(("furl",))
"""The games whose other moves nothing has solved to the end, so that a win by them could be out of sight."""
_FARSIGHTED: Final = frozenset(("furl",))
"""The games whose evaluation sees wins that begin with a quiet move, so that a look by it is more than one move long."""
_TO_REFUTE: Final = 30_000
"""The positions in which the evaluation must see each other move of these games fall short of a win."""
_OTHER: Final = 7
"""The seed of a check, which no puzzle was made with."""
_TO_RANK: Final = 4_000
"""The number of playouts that find the second-best move."""
_BETWEEN_LOOKS: Final = 200
"""The number of playouts after which the check stops early if the best move has fallen behind."""
_LONGEST_PLAYOUT: Final = 3_000
_BAND: Final = 100
_MOST_OF_BAND: Final = 0.5
"""The largest share of the puzzles that may be in one band of difficulty."""
_FEW: Final = 20
_MOST_OBVIOUS: Final = 1 / 3
"""The largest share of obvious puzzles, which looking one move ahead solves."""


def positions(game: Game, chance: random.Random) -> Iterable[tuple[int, Position]]:
    """The positions to search for puzzles, from a game of two weak characters, each with its ply."""
    found = _of_game(game, chance)
    return list(found)[-_LAST:] if game.longest or not game.has_chance else found


def _of_game(game: Game, chance: random.Random) -> Iterator[tuple[int, Position]]:
    """All positions of such a game with a seat to move."""
    position = game.start(2)
    levels = [chance.choice(LEVELS[:3]) for _ in range(2)]
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
    """Add puzzles of a game to its file until there are `wanted` ones or `seconds` of processor time are spent."""
    file = folder_of(game) / "puzzles.txt"
    known = [read(game, line) for line in file.read_text().splitlines()] if file.exists() else []
    until, number = process_time() + seconds, len(known)
    chance = random.Random(f"{seed} {number}")
    demand = _WITHOUT_CHANCE
    if game.has_chance:
        demand = _WITH_CHANCE if game.longest is None else _CERTAIN
    while len(known) < wanted and process_time() < until:
        of_game, last = 0, -_APART
        for ply, position in positions(game, chance):
            if of_game == _MOST_OF_GAME or len(known) >= wanted or process_time() > until:
                break
            puzzle = prove(position, demand) if ply - last >= _APART else None
            if puzzle is not None and is_welcome(puzzle, known) and is_confirmed(puzzle):
                known.append(puzzle)
                of_game, last = of_game + 1, ply
                with file.open("a", encoding="utf-8") as end:
                    end.write(f"{write(puzzle)}\n")
    print(f"{game.key}: {len(known)} puzzles, {sum(puzzle.is_win for puzzle in known)} of them wins", flush=True)


def is_welcome(puzzle: Puzzle, known: Sequence[Puzzle]) -> bool:
    """Whether a puzzle differs enough from the `known` ones in its board and in its difficulty."""
    like_it = sum(other.rating // _BAND == puzzle.rating // _BAND for other in known)
    if len(known) >= _FEW and like_it > _MOST_OF_BAND * len(known) and not puzzle.game.has_chance:
        return False
    if not puzzle.is_win and not puzzle.game.has_chance:
        return False
    if is_obvious(puzzle) and sum(map(is_obvious, known)) >= _MOST_OBVIOUS * len(known):
        return False
    return not any(are_alike(puzzle, other) for other in known)


def is_obvious(puzzle: Puzzle) -> bool:
    """Whether looking one move ahead finds the best move: by the evaluation, or by counting pieces where that sees wins."""
    return _found_at_once(puzzle.position) == puzzle.best


@cache
def _found_at_once(position: Position) -> Move:
    look = by_material if game_of(position).key in _FARSIGHTED else greedily
    return look(position, _OTHER)


def are_alike(one: Puzzle, other: Puzzle) -> bool:
    """Whether the board of one puzzle is nearly that of the other, or of one of its images."""
    pieces = _pieces(other.fen)
    return any(
        sum(here != there for here, there in zip_longest(_pieces(image.fen()), pieces)) < _SAME
        for image in one.game.images(one.position)
    )


def _pieces(fen: str) -> list[str]:
    """The content of each cell, or the place of each piece: the first two fields of a fen have that in all games."""
    return re.findall(r"[a-z.][0-9]*|[0-9]+", " ".join(fen.split()[:2]))


def is_confirmed(puzzle: Puzzle) -> bool:
    """Whether a deeper search finds the same move, and in a game with chance playouts agree."""
    is_estimate = puzzle.game.has_chance and not is_certain(puzzle.position)
    return confirms(puzzle, _MOST_NODES, seed=_OTHER) and (
        plays_out_ahead(puzzle) if is_estimate else wins_by_far(puzzle, _TO_REFUTE)
    )


def wins_by_far(puzzle: Puzzle, nodes: int) -> bool:
    """Whether no other move is nearly won too, by a search of so many positions each, where none was solved."""
    if puzzle.game.key not in _UNSOLVED:
        return True
    return within_reach(puzzle.position, puzzle.best, nodes, seed=_OTHER) is None


def plays_out_ahead(puzzle: Puzzle, games: int = 2_000) -> bool:
    """Whether playouts from the best move do clearly better than those from the second best.

    All seats draw their moves from the candidates of the game, by prior. The lead must be twice its standard error.
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
    """The result of a playout for a seat, from -1 to 1."""
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
    """Print the share of a game's puzzles that are confirmed; with `drop`, remove the others."""
    file = folder_of(game) / "puzzles.txt"
    lines = file.read_text().splitlines()
    puzzles = [read(game, line) for line in lines]
    confirmed = [line for line, puzzle in zip(lines, puzzles, strict=True) if is_confirmed(puzzle)]
    obvious = sum(map(is_obvious, puzzles))
    print(f"{game.key}: {len(confirmed)} of {len(lines)} confirmed, {obvious} are obvious", flush=True)
    if drop:
        file.write_text("".join(f"{line}\n" for line in confirmed), encoding="utf-8")


def main() -> None:
    """Make or check the puzzles of the games that the command line names, or of all."""
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
