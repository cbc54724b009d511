"""The interface of a game's board, which paints its positions."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from render import marks
from render.canvas import Canvas
from render.header import HEIGHT, Player, header
from render.raster import Sprite
from render.scene import Scene
from render.shapes import Area
from render.theme import Palette, Tone
from rules.core import Position, Seat

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Board(Generic[P]):
    """The board of one game and its variants; `render.boards` registers it."""

    positions: type[P]
    """The type of the positions that this board shows."""

    ground: Callable[[P, Scene], Canvas]
    """Paints the whole picture except its header, and the marks of how the game was won."""

    size: Callable[[P, Scene], tuple[int, int]]
    """Returns the width and height of the picture in pixels, without painting it."""

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

    won_by: Callable[[P, Seat], Collection[str]]
    """Returns the places, as `places` calls them, that show how a seat has won: what it reached, holds or shut in."""

    palette: Palette
    """All colours of the picture except those of faces."""

    samples: Mapping[str, str]
    """The fen of a position with many pieces for each game, by key, the main game first; see `render.sample`."""

    has_sides: bool = False
    """Whether players sit on different sides of the board, so that the viewpoint matters."""

    can_lie: bool = False
    """Whether the board is so high that it lies on its side if a scene asks for it."""

    def below_header(self, position: P, scene: Scene) -> Canvas:
        """The whole picture except its header."""
        canvas, outcome = self.ground(position, scene), position.outcome()
        if outcome is not None and outcome.places.count(1) == 1:
            places = self.places(position, scene)
            won_by = self.won_by(position, Seat(outcome.places.index(1)))
            marks.victory(canvas, [places[place].outlines for place in won_by])
        if scene.previewed_by is not None:
            marks.preview(canvas, HEIGHT)
        return canvas

    def paint(self, position: P, scene: Scene) -> Canvas:
        """The whole picture."""
        canvas = self.below_header(position, scene)
        header(canvas, position, scene, self.players(position))
        return canvas
