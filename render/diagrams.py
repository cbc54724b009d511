"""The pictures of the rule books. The title of an image in a rule book says what it shows:

`![words](pictures/far-row.webp "fen: … w; moves: e3>g3; options: e5xg3 e5>e3; chosen: e5")`. The picture shows the
position after `moves` from `fen`, with the traces of the moves. `options` and `chosen` are those of a `render.Scene`.
`game` is the key of the variant that the picture shows, if it shows one. Only `fen` is required.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from render import Scene
from rules import GAMES
from rules.core import Game, Move, Position
from rules.record import Step, steps_from

_SUFFIX: Final = ".webp"
_KEYS: Final = ("game", "fen", "moves", "options", "chosen")


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


def diagram(game: Game, file: Path, title: str) -> Diagram:
    """The diagram that the title of a picture in a game's rule book describes. Raises ValueError."""
    fields = _fields(title)
    return _diagram(_variant(game, fields), file, fields)


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
