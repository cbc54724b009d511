"""The program that paints the pictures of the rule books: `python -m render.diagrams rules`.

A rule book is the file `rulebook.md` in the folder of a game. The title of an image in it says what to paint:
`![words](pictures/far-row.webp "fen: … w; moves: e3>g3; options: e5xg3 e5>e3; chosen: e5")`. The picture shows the
position after `moves` from `fen`, with the traces of the moves. `options` and `chosen` are those of a `render.Scene`.
`game` is the key of the variant that the picture shows, if it shows one. Only `fen` is required.
"""

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from render import Scene, webp
from rules import GAMES
from rules.core import Game, Move, Position
from rules.record import Step, steps_from

_IMAGE: Final = re.compile(r'!\[[^\]]*\]\((?P<file>[^)\s]+)\s+"(?P<title>[^"]*)"\)')
_SUFFIX: Final = ".webp"
_KEYS: Final = ("game", "fen", "moves", "options", "chosen")


class DiagramError(ValueError):
    """The error if a diagram cannot be painted; `str(error)` names it and says why."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """One picture of a rule book: its file, the position that it starts from, and what it shows."""

    file: Path
    start: Position
    steps: tuple[Step, ...]
    options: tuple[str, ...]
    chosen: str

    @property
    def position(self) -> Position:
        """The position that the picture shows."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def scene(self) -> Scene:
        """The scene of the picture."""
        return Scene(steps=self.steps, options=self.options, chosen=self.chosen)


def diagrams(book: Path) -> tuple[Diagram, ...]:
    """The diagrams of a rule book, in order.

    Raises `DiagramError` if its folder is not a game's, or if a title is malformed or names an impossible move.
    """
    folder = book.parent.name
    game = GAMES.get(folder)
    if game is None:
        raise DiagramError(f"{folder}/{book.name} is not in the folder of a game: there are {', '.join(GAMES)}")
    found: list[Diagram] = []
    for image in _IMAGE.finditer(book.read_text(encoding="utf-8")):
        try:
            found.append(diagram(game, book.parent / image["file"], image["title"]))
        except ValueError as error:
            raise DiagramError(f"{image['file']} in {folder}/{book.name} cannot be painted: {error}") from error
    return tuple(found)


def diagram(game: Game, file: Path, title: str) -> Diagram:
    """The diagram that the title of a picture in a game's rule book describes. Raises ValueError."""
    fields = _fields(title)
    return _diagram(_variant(game, fields), file, fields)


def paint(diagram: Diagram) -> bytes:
    """The picture as a WebP file, because the size of files shipped with the program matters more than the time."""
    return webp(diagram.position, diagram.scene)


def _fields(title: str) -> Mapping[str, str]:
    fields: dict[str, str] = {}
    for part in title.split(";"):
        key, colon, value = part.strip().partition(": ")
        if not colon or key not in _KEYS or key in fields:
            raise ValueError(
                f"its title has “{part.strip()}” where game, fen, moves, options or chosen is expected, each once"
            )
        fields[key] = value.strip()
    return fields


def _variant(game: Game, fields: Mapping[str, str]) -> Game:
    """The variant that a title names, which must be of the book's family; without a name, the game of the book."""
    variant = GAMES.get(fields.get("game", game.key))
    if variant is None or variant.family != game.family:
        raise ValueError(f"{fields['game']} is not a variant of {game.name}")
    return variant


def _diagram(game: Game, file: Path, fields: Mapping[str, str]) -> Diagram:
    if file.suffix != _SUFFIX:
        raise ValueError(f"its name must end with {_SUFFIX}")
    if "fen" not in fields:
        raise ValueError("its title does not name a position")
    start = game.from_fen(fields["fen"])
    steps = tuple(steps_from(start, map(Move, fields.get("moves", "").split())))
    options, chosen = tuple(fields.get("options", "").split()), fields.get("chosen", "")
    diagram = Diagram(file, start, steps, options, chosen)
    _check_parts(diagram.position, (*options, *filter(None, (chosen,))))
    return diagram


def _check_parts(position: Position, parts: Sequence[str]) -> None:
    possible = {part for move in position.legal_moves() for part in position.stages(move)}
    for part in parts:
        if part not in possible:
            raise ValueError(f"no legal move begins with {part}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Paint all diagrams of the rule books in a folder. Returns the exit code: 1 if any of them cannot be painted."""
    parser = argparse.ArgumentParser(prog="python -m render.diagrams", description="Paint the pictures of rule books.")
    parser.add_argument("folder", type=Path, help="the folder that has a folder for each game: rules")
    folder: Path = parser.parse_args(arguments).folder
    try:
        wanted = [diagram for book in sorted(folder.glob("*/rulebook.md")) for diagram in diagrams(book)]
    except DiagramError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for diagram in wanted:
        diagram.file.parent.mkdir(exist_ok=True)
        diagram.file.write_bytes(paint(diagram))
        sys.stdout.write(f"{diagram.file}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
