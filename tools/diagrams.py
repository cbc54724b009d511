"""The program that paints the pictures of the rule books: `python -m tools.diagrams rules`.

A rule book is the file `rulebook.md` in the folder of a game; `render.diagrams` says what the titles of its images
mean.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from render import webp
from render.diagrams import Diagram, diagram
from rules import GAMES

_IMAGE: Final = re.compile(r'!\[[^\]]*\]\((?P<file>[^)\s]+)\s+"(?P<title>[^"]*)"\)')


class DiagramError(ValueError):
    """The error if a diagram cannot be painted; `str(error)` names it and says why."""


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


def paint(diagram: Diagram) -> bytes:
    """The picture as a WebP file, because the size of files shipped with the program matters more than the time."""
    return webp(diagram.position, diagram.scene)


def main(arguments: Sequence[str] | None = None) -> int:
    """Paint all diagrams of the rule books in a folder. Returns the exit code: 1 if any of them cannot be painted."""
    parser = argparse.ArgumentParser(prog="python -m tools.diagrams", description="Paint the pictures of rule books.")
    parser.add_argument("folder", type=Path, help="the folder that has a folder for each game: rules")
    folder: Path = parser.parse_args(arguments).folder
    try:
        wanted = [diagram for book in sorted(folder.glob("*/rulebook.md")) for diagram in diagrams(book)]
    except DiagramError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for one in wanted:
        one.file.parent.mkdir(exist_ok=True)
        one.file.write_bytes(paint(one))
        sys.stdout.write(f"{one.file}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
