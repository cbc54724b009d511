"""The interface of a game's board, which paints its positions."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from render import marks
from render.canvas import Canvas
from render.header import Player, header, height_of
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
    """Paints the board from its upper edge down, without a header and without the marks of how the game was won."""

    size: Callable[[P, Scene], tuple[int, int]]
    """Returns the width and height of the board in pixels, without painting it."""

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

    is_map: bool = False
    """Whether places lie in no rows, so that people find them by their names."""

    def bare(self, position: P, scene: Scene) -> Canvas:
        """The board without a header."""
        canvas, outcome = self.ground(position, scene), position.outcome()
        if outcome is not None and outcome.places.count(1) == 1:
            places = self.places(position, scene)
            won_by = self.won_by(position, Seat(outcome.places.index(1)))
            marks.victory(canvas, [places[place].outlines for place in won_by])
        if scene.previewed_by is not None:
            marks.preview(canvas)
        return canvas

    def small(self, position: P, scene: Scene) -> Canvas:
        """The board without a header and without what cannot be read in a small picture."""
        scene = replace(scene, is_small=True)
        return self.bare(position, scene).nameless().cut((0, 0, *self.size(position, scene)))

    def counted(self, position: P, counts: Sequence[str]) -> Sequence[Player]:
        """What the header shows of each player, with some other counts than those of the game, if there are any."""
        players = self.players(position)
        return (
            [replace(player, count=count) for player, count in zip(players, counts, strict=True)] if counts else players
        )

    def paint(self, position: P, scene: Scene, counts: Sequence[str] = ()) -> Canvas:
        """The whole picture: the board below the header, unless the scene leaves it out; for `counts` see `counted`."""
        board = self.bare(position, scene)
        if scene.is_bare:
            return board
        players = self.counted(position, counts)
        canvas = board.lowered(height_of(players))
        header(canvas, position, scene, players, self.tones)
        return canvas

    def top(self, position: P, scene: Scene) -> int:
        """The distance of the board from the upper edge of the picture in pixels."""
        return 0 if scene.is_bare else height_of(self.players(position))
