"""The puzzles that ship with Furlong, one on each line of `puzzles.txt` in the folder of a game's rules.

`make puzzles` finds them in games of the characters. Bars divide a line into the position, the best move, `win` or
`best`, the depth of the proof, the worth of the best move and of the second best, the first rating, the line that
follows, and the reply to each wrong move as `move:reply`.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from bot.model.puzzles import Puzzle
from bot.records.folders import folder_of
from rules import GAMES
from rules.core import Game, Move

_BAR: Final = " | "
_WINS: Final = "win"


def write(puzzle: Puzzle) -> str:
    """A puzzle as a line."""
    fields = (
        puzzle.fen,
        puzzle.best,
        _WINS if puzzle.is_win else "best",
        str(puzzle.depth),
        f"{puzzle.worth:.2f}",
        f"{puzzle.second:.2f}",
        str(puzzle.rating),
        " ".join(puzzle.line),
        " ".join(f"{move}:{reply}" for move, reply in puzzle.replies.items()),
    )
    return _BAR.join(fields).strip()


def read(game: Game, line: str) -> Puzzle:
    """The puzzle that `write` wrote. Raises ValueError for any other text."""
    fen, best, kind, depth, worth, second, rating, moves, *rest = (part.strip(" |") for part in line.split(_BAR))
    pairs = (pair.rsplit(":", 1) for pair in " ".join(rest).split())
    return Puzzle(
        game,
        fen,
        Move(best),
        kind == _WINS,
        int(depth),
        float(worth),
        float(second),
        int(rating),
        tuple(map(Move, moves.split())),
        MappingProxyType({Move(move): Move(reply) for move, reply in pairs}),
    )


@cache
def shipped(key: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game that ship with Furlong, by their ids; empty if there are none."""
    game = GAMES.get(key)
    if game is None:  # its package is not installed any more
        return MappingProxyType({})
    file = folder_of(game) / "puzzles.txt"
    if game.key != game.family or not file.is_file():
        return MappingProxyType({})
    puzzles = (read(game, line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
    return MappingProxyType({puzzle.id: puzzle for puzzle in puzzles})
