"""The picture of Fursaz, small or large: stones on the points of a triangular grid, and the territory between them.

Letters to the left of the rows and numbers at the ends of the slanting lines name the points; only in a picker a point
on offer bears its name (on the large board its number). Territory is tinted, with a small mark on its point: a light
disc for White, a dark square for Black. A stone that was placed just now has a golden ring and a triangle, one that has
flipped since a dot, one that flipped and flipped back a ring.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from render import discs
from render.boards import fursaz_drawings as drawings
from render.boards.fursaz_drawings import Ground, Look, StoneChange, layout
from render.canvas import Canvas
from render.header import Player, header
from render.raster import Sprite
from render.scene import Scene
from render.theme import Role
from rules.core import Seat
from rules.fursaz import Colour, FursazPosition


def paint(position: FursazPosition, scene: Scene) -> Canvas:
    """The whole picture, from the ground up to the marks."""
    canvas = drawings.empty_board(position.size, scene.scheme).copy()
    header(canvas, position, scene, [_player(position, Seat(seat)) for seat in (0, 1)])
    placed, flips = _happenings(scene)
    _paint_patches(canvas, position, scene, {*flips, *placed})
    _paint_rows_on_offer(canvas, position.size, scene)
    for point, centre in layout(position.size).centre.items():
        colour = position.stone(point)
        if colour is not None:
            canvas.stamp(drawings.stone(position.size, colour, point in placed, _change(flips.get(point, 0))), centre)
    return canvas


def _happenings(scene: Scene) -> tuple[set[str], Mapping[str, int]]:
    """The points where stones were placed in the steps of a scene, and how often which stones flipped."""
    placed, flips = set[str](), Counter[str]()
    for step in scene.steps:
        if isinstance(step.before, FursazPosition):
            placed |= {step.move} & step.before.points.bit.keys()
            flips.update(step.before.flips(step.move))
    return placed, flips


def _change(flips: int) -> StoneChange:
    if not flips:
        return StoneChange.NONE
    return StoneChange.FLIPPED if flips % 2 else StoneChange.BACK


def chips(_position: FursazPosition) -> Mapping[str, Sprite]:
    """What stands for each side in the header, by its name, once it is settled who plays which."""
    return {colour.side: discs.chip(drawings.disc_number(colour)) for colour in Colour}


def _player(position: FursazPosition, seat: Seat) -> Player:
    colour = position.colour_of(seat)
    if colour is None:
        return Player(
            drawings.unsettled_chip(), "", "to choose a colour" if position.is_choosing else "to place a stone"
        )
    points = position.scores()[colour].points
    return Player(discs.chip(drawings.disc_number(colour)), f"{points} point{'' if points == 1 else 's'}")


def _paint_patches(canvas: Canvas, position: FursazPosition, scene: Scene, touched: Iterable[str]) -> None:
    """The ground around the points that differ from the empty board, and the names of points on offer."""
    size, options = position.size, set(scene.options)
    looks: dict[str, Look] = {
        point: Ground.BLACK_LAND if owner is Colour.BLACK else Ground.WHITE_LAND
        for point, owner in position.owners().items()
    }
    looks |= dict.fromkeys(touched, Role.LAST)
    for point, centre in layout(size).centre.items():
        look = Role.CHOSEN if scene.chosen in (point, point[0]) else looks.get(point)
        if look is not None:
            canvas.stamp(drawings.patch(size, look, drawings.open_ways(size, point)), centre)
        if point in options and position.stone(point) is None:
            canvas.stamp(drawings.point_on_offer(size, point), centre)


def _paint_rows_on_offer(canvas: Canvas, size: int, scene: Scene) -> None:
    for letter, place in drawings.letter_places(size).items():
        if letter in scene.options:
            canvas.stamp(drawings.row_on_offer(letter), place)
