"""Boards of hexagonal tiles with names."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from render import theme
from render.canvas import EMPTY_KEPT, Canvas
from render.hexagons import Hexagons, hexagons
from render.raster import Sprite
from render.scene import Scene
from render.shapes import Drawing, Label, Polygon, Stroke
from render.theme import Palette, Role, Scheme, Weight
from rules.hexes import hex_board

_Look = tuple[Role, Role]
"""The face and the front edge of a tile."""

_PLAIN: Final[_Look] = (Role.TILE, Role.TILE_EDGE)
_LAST: Final[_Look] = (Role.LAST, Role.LAST_EDGE)
_CHOSEN: Final[_Look] = (Role.CHOSEN, Role.CHOSEN_EDGE)


@dataclass(frozen=True, slots=True)
class Tiles:
    """The tiles of a board with `side` tiles on each edge. All sizes are in pixels.

    Tiles are `width` wide, and the highest row begins `top` below the upper edge of a picture `height` high. Names are
    `name_down` below the middle of their tiles.
    """

    side: int
    width: int
    top: int
    height: int
    name_down: int

    def layout(self, turned: bool = False) -> Hexagons:
        """The layout of the tiles."""
        return _layout(self, turned)

    def empty(self, scheme: Scheme, palette: Palette, *, turned: bool) -> Canvas:
        """A new picture of all tiles with nothing on them."""
        return _empty(self, scheme, palette, turned).copy()

    def paint_marked(self, canvas: Canvas, scene: Scene, last: Iterable[str]) -> None:
        """Paint the marked tiles: those of the last move (`last`), chosen, or on offer in a picker."""
        looks = dict.fromkeys(last, _LAST) | dict.fromkeys(self.layout().named_in(scene.chosen), _CHOSEN)
        offered = {cells[-1] for cells in map(self.layout().named_in, scene.options) if cells}
        for cell in sorted(offered | looks.keys()):
            self.paint(canvas, cell, looks.get(cell, _PLAIN), turned=scene.is_turned, outlined=cell in offered)

    def paint(self, canvas: Canvas, cell: str, look: _Look, *, turned: bool, outlined: bool = False) -> None:
        """Paint one tile with its name."""
        centre = self.layout(turned).centre[cell]
        canvas.stamp(_tile(self.layout(), look, outlined), centre)
        canvas.name(_name(cell, self.name_down), centre)


@lru_cache(maxsize=EMPTY_KEPT)
def _empty(tiles: Tiles, scheme: Scheme, palette: Palette, turned: bool) -> Canvas:
    canvas = Canvas((theme.WIDTH, tiles.height), scheme, palette)
    for cell in tiles.layout().centre:
        tiles.paint(canvas, cell, _PLAIN, turned=turned)
    return canvas


@cache
def _layout(tiles: Tiles, turned: bool) -> Hexagons:
    return hexagons(hex_board(tiles.side), theme.WIDTH // 2, tiles.top, tiles.width, turned=turned)


@cache
def _tile(layout: Hexagons, look: _Look, outlined: bool) -> Sprite:
    """A tile, with an outline if it is chosen or on offer."""
    face, edge = look
    base = layout.corners(2)
    top = tuple((x, y - 4 if y > 0 else y) for x, y in base)
    frame = tuple((x, y - 1) for x, y in layout.corners(6))
    frame = (*frame, frame[0])
    shapes: Drawing = (Polygon(base, edge), Polygon(top, face))
    if look == _CHOSEN:
        shapes += (Stroke(frame, 9, Role.OPTION), Stroke(frame, 3, Role.HALO))
    elif outlined:
        shapes += (Stroke(frame, 9, Role.HALO), Stroke(frame, 5, Role.OPTION))
    return Sprite(shapes)


@cache
def _name(cell: str, down: int) -> Sprite:
    """The name of a tile, less prominent than a piece."""
    return Sprite((Label((0, down), cell, theme.SMALLEST_TEXT, Role.TILE_TEXT, Weight.MEDIUM),))
