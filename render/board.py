"""The interface of a game's board, which paints its positions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from render.canvas import Canvas
from render.header import Player, header
from render.raster import Sprite
from render.scene import Scene
from render.shapes import Area
from render.theme import Palette, Tone
from rules.core import Position

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Board(Generic[P]):
    """The board of one game and its variants; `render.boards` registers it."""

    positions: type[P]
    """The type of the positions that this board shows."""

    below_header: Callable[[P, Scene], Canvas]
    """Paints the whole picture except its header."""

    players: Callable[[P], Sequence[Player]]
    """Returns what the header shows of each player, by seat."""

    chips: Mapping[str, Sprite]
    """The symbol of each side, by the name that `Position.side` gives it once sides are settled."""

    tones: Mapping[str, Tone]
    """The colour of each side, by the same names."""

    areas: Callable[[P, Scene], Mapping[str, Area]]
    """Returns the area of each option of a picker; see `render.areas`."""

    places: Callable[[P, Scene], Mapping[str, Area]]
    """Returns the area of each place, by what players type for it."""

    palette: Palette
    """All colours of the picture except those of faces."""

    samples: Mapping[str, str]
    """The fen of a position with many pieces for each game, by key, the main game first; see `render.sample`."""

    has_sides: bool = False
    """Whether players sit on different sides of the board, so that the viewpoint matters."""

    def paint(self, position: P, scene: Scene) -> Canvas:
        """The whole picture."""
        canvas = self.below_header(position, scene)
        header(canvas, position, scene, self.players(position))
        return canvas
