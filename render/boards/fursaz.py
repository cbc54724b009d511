"""The picture of Fursaz, small or large: stones on the points of a triangular grid, and the territory between them.

Every free point shows its name, or on the large board its number; letters beside the rows and numbers at the ends of
the slanting lines help. Territory is tinted, with a frame around each name: round and light for White, square and dark
for Black. The stone placed last has a golden ring and a triangle; a stone that flipped has a dot, and one that flipped
back again has a ring. A legend explains the marks in the picture.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from render import discs, marks, raster, theme
from render.board import Board
from render.canvas import Canvas, Piece
from render.header import HEIGHT, Player
from render.hexagons import Hexagons, hexagons
from render.raster import Sprite
from render.scene import Scene
from render.shapes import (
    Arc,
    Area,
    Circle,
    Drawing,
    Label,
    Point,
    Polygon,
    Shadow,
    Stroke,
    mean,
    placed,
    rectangle,
    shifted,
    square_corners,
)
from render.theme import Palette, Role, Scheme, Tones, Weight, joined, meeting
from rules.core import Phrase, Seat, message
from rules.fursaz import Colour, FursazPosition
from rules.hexes import Direction, hex_board

_TOP: Final = HEIGHT + 38  # space for the numbers above the board
_BELOW: Final = 44  # pixels below the board, for the numbers there
_LEGEND: Final = 48
_EDGE: Final = 7  # pixels of the board's front edge
_SOFT: Final = 16  # radius of the board's corners
_LINE: Final = 3
_SLANT: Final = 0.866  # the height of an equilateral triangle whose side is 1
_COORDINATE: Final = 28
_RING: Final = 12  # how far the ring around the last stone reaches beyond it
_PATCHES_KEPT: Final = 600  # 20 kilobytes each


class Ground(Tones):
    """The colours of territory."""

    BLACK_LAND = "ground of Black's territory", "#bca884", "#988464"
    WHITE_LAND = "ground of White's territory", "#ece4d4", "#ccbca0"


PALETTE: Final = joined(
    theme.PALETTE,
    Palette(
        tuple(Ground),
        (
            *meeting(Role.TILE, Ground.BLACK_LAND, Ground.WHITE_LAND, Role.CHOSEN, Role.LAST, Role.PATH),
            *((Ground.BLACK_LAND, Role.BLACK), (Ground.WHITE_LAND, Role.WHITE_LINE), (Role.WHITE, Role.BLACK)),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Sizes in pixels: the distance between points, stones, places of names, and the rim.

    The rim is the part of the board around the outermost points. `aside` is the distance of a row's letter and number
    from its ends. `whole_names` is true if points have space for the letter beside the number.
    """

    step: int
    stone: int
    place: int
    rim: int
    aside: int
    whole_names: bool


SIZES: Final = {
    5: _Sizes(step=96, stone=41, place=29, rim=58, aside=92, whole_names=True),
    7: _Sizes(step=66, stone=29, place=23, rim=42, aside=76, whole_names=False),
}

_UNSETTLED: Final = Sprite((*discs.disc(1, (0, 2), 28, 5), Arc((0, -3), 26.5, 26.5, Role.WHITE, start=90, end=270)))
"""A disc in both colours, for players who have none yet."""

_Look = Ground | Role
"""The look of a patch: land for territory, or the role of a tile for the last turn or a choice."""


def _paint(position: FursazPosition, scene: Scene) -> Canvas:
    """The picture, from the ground up to the marks."""
    canvas = _empty_board(position.size, scene.scheme).copy()
    latest, flips = _happenings(scene)
    _paint_patches(canvas, position, scene, {*flips, *latest})
    for letter, place in letter_places(position.size).items():
        if letter in scene.options:
            canvas.stamp(_on_offer(letter, 18, 4), place)
    for point, centre in layout(position.size).centre.items():
        colour = position.stone(point)
        if colour is not None:
            count = flips.get(point, 0)
            stone = _stone(position.size, colour, point in latest, count and 2 - count % 2)
            canvas.stamp(stone, centre, Piece(point, (point, colour)))  # a stone never leaves its point
    marks.legend(canvas, scene, _meanings(position, latest, flips), picture_size(position.size)[1] - _LEGEND // 2)
    return canvas


def _meanings(
    position: FursazPosition, latest: Collection[str], flips: Mapping[str, int]
) -> Sequence[tuple[Sprite, str]]:
    """The marks on the board, each with its meaning."""
    turns = {count and 2 - count % 2 for point, count in flips.items() if point not in latest}
    entries = (
        (_LAST, message("last stone"), bool(latest)),
        (_FLIPPED[0], message("flipped"), 1 in turns),
        (_FLIPPED[1], message("flipped back"), 2 in turns),
        (_TERRITORY, message("territory"), bool(position.owners())),
    )
    return [(sprite, text) for sprite, text, is_shown in entries if is_shown]


def _areas(position: FursazPosition, scene: Scene) -> Mapping[str, Area]:
    """The strip of each row on offer, with its letter, and the ground around each point on offer."""
    cells = layout(position.size)
    areas = {point: cells.area(point) for point in cells.centre}
    for row in cells.board.rows:
        (first, y), (last, _) = letter_places(position.size)[row[0][0]], cells.centre[row[-1]]
        high = cells.row_step / 2
        strip = rectangle(max(0, first - cells.width / 4), y - high, last + cells.width / 2, y + high)
        areas[row[0][0]] = Area((strip,), mean(strip))
    return {option: areas[option] for option in scene.options if option in areas}


def _won_by(position: FursazPosition, seat: Seat) -> Collection[str]:
    """The points of a player: their stones and their territory."""
    owners, colour = position.owners(), position.colour_of(seat)
    return [point for point in layout(position.size).centre if colour in (position.stone(point), owners.get(point))]


def _happenings(scene: Scene) -> tuple[set[str], Mapping[str, int]]:
    """The points where the steps of a scene placed stones, and how often each stone flipped."""
    placed, flips = set[str](), Counter[str]()
    for step in scene.steps:
        if isinstance(step.before, FursazPosition):
            placed |= {step.move} & step.before.points.bit.keys()
            flips.update(step.before.flips(step.move))
    return placed, flips


def _players(position: FursazPosition) -> list[Player]:
    colours = [colour for seat in (0, 1) if (colour := position.colour_of(Seat(seat))) is not None]
    if not colours:
        task = message("to choose a colour") if position.is_choosing else message("to place a stone")
        return [Player(_UNSETTLED, "", task)] * 2
    scores = position.scores()
    return [
        Player(discs.CHIPS[colour.side], Phrase("{count:# point|# points}", count=scores[colour].points))
        for colour in colours
    ]


def _paint_patches(canvas: Canvas, position: FursazPosition, scene: Scene, touched: Iterable[str]) -> None:
    """Paint the ground around the points that differ from the empty board, and the names of points on offer."""
    size, options = position.size, set(scene.options)
    looks: dict[str, _Look] = {
        point: Ground.BLACK_LAND if owner is Colour.BLACK else Ground.WHITE_LAND
        for point, owner in position.owners().items()
    }
    looks |= dict.fromkeys(touched, Role.LAST)
    for point, centre in layout(size).centre.items():
        look = Role.CHOSEN if scene.chosen in (point, point[0]) else looks.get(point)
        if look is not None:
            canvas.stamp(_patch(size, point, look), centre)
        if point in options and position.stone(point) is None:
            canvas.stamp(_on_offer(_name(size, point), SIZES[size].place, 5), centre)


def picture_size(size: int) -> tuple[int, int]:
    """Width and height in pixels of the picture of a board of a size."""
    return theme.WIDTH, layout(size).centre["a1"][1] + SIZES[size].rim + _EDGE + _BELOW + _LEGEND


@cache
def layout(size: int) -> Hexagons:
    """The layout of the points, each the middle of a cell; the board reaches `rim` pixels beyond the outermost."""
    board, sizes = hex_board(size), SIZES[size]
    reach = hexagons(board, 0, 0, sizes.step).reach
    return hexagons(board, theme.WIDTH // 2, _TOP + sizes.rim - reach, sizes.step)


@cache
def letter_places(size: int) -> Mapping[str, tuple[int, int]]:
    """By letter, its place to the left of its row."""
    aside = SIZES[size].aside
    return {row[0][0]: _beside(layout(size).centre[row[0]], (-aside, 0)) for row in layout(size).board.rows}


@cache
def number_places(size: int) -> Mapping[str, tuple[int, int]]:
    """By point on the edge, the place of its number: above or below the outer rows, to the right of the others."""
    (lowest, *others, highest), sizes = layout(size).board.rows, SIZES[size]
    offsets = {row[-1]: (sizes.aside, 0) for row in others}
    offsets |= dict.fromkeys(lowest, (0, sizes.rim + 28)) | dict.fromkeys(highest, (0, -sizes.rim - 22))
    return {point: _beside(layout(size).centre[point], offset) for point, offset in offsets.items()}


def _beside(at: tuple[int, int], offset: tuple[int, int]) -> tuple[int, int]:
    return at[0] + offset[0], at[1] + offset[1]


@cache
def _empty_board(size: int, scheme: Scheme) -> Canvas:
    """The board with its lines, and the letters of its rows and the numbers of its points around it."""
    canvas = Canvas(picture_size(size), scheme, PALETTE)
    for lower, tone in ((_EDGE, Role.TILE_EDGE), (0, Role.TILE)):
        canvas.fill(raster.mask(_plate(size, lower, tone)), tone, (0, 0))
    for point, at in layout(size).centre.items():
        canvas.stamp(_patch(size, point, Role.TILE), at)
    numbers = ((point[1:], at) for point, at in number_places(size).items())
    for text, at in (*letter_places(size).items(), *numbers):
        canvas.stamp(Sprite((Label((0, 0), text, _COORDINATE, Role.PLAIN_TEXT),)), at)
    return canvas


def _plate(size: int, lower: int, colour: Role) -> Drawing:
    """A hexagon with rounded corners around all points, moved down by `lower` pixels."""
    corners = shifted(layout(size).hull(SIZES[size].rim - _SOFT), (0, lower))
    return (Polygon(corners, colour), Stroke((*corners, corners[0]), 2 * _SOFT, colour))


@lru_cache(maxsize=_PATCHES_KEPT)
def _patch(size: int, point: str, look: _Look) -> Sprite:
    """The ground around a point, with the lines that leave it and its name, which a stone covers."""
    cells = layout(size)
    ends = [
        _way_out(cells, direction)
        for direction, is_open in zip(Direction, cells.board.rays[point], strict=True)
        if is_open
    ]
    lines = tuple(Stroke(((0, 0), end), _LINE, Role.TILE_EDGE) for end in ends)
    ink = Role.BLACK_TEXT if look is Ground.BLACK_LAND else Role.TILE_TEXT
    name = Label((0, 0), _name(size, point), _COORDINATE, ink, Weight.MEDIUM)
    return Sprite((Polygon(cells.corners(0), look), *lines, *_framed(look, SIZES[size].place - 4), name))


def _name(size: int, point: str) -> str:
    return point if SIZES[size].whole_names else point[1:]


def _framed(look: _Look, reach: float) -> Drawing:
    """The ground of a name: a dark square in Black's territory, a light disc in White's, and none elsewhere."""
    if look is Ground.BLACK_LAND:
        return (Polygon(square_corners(reach * 0.9), Role.BLACK),)
    if look is Ground.WHITE_LAND:
        return (Circle((0, 0), reach, Role.WHITE_LINE), Circle((0, 0), reach - 2, Role.WHITE))
    return (Circle((0, 0), reach, look),)


def _way_out(cells: Hexagons, direction: Direction) -> Point:
    """The point at which a line in a direction meets the edge of its patch."""
    start, ray = next((point, rays[direction]) for point, rays in cells.board.rays.items() if rays[direction])
    across, down = cells.offset(start, ray[0])
    return across * 0.5, down * 0.5


@cache
def _on_offer(text: str, radius: int, width: int) -> Sprite:
    """The name of a point or row that can be chosen, in a ring."""
    ring = Arc((0, 0), radius, width, Role.OPTION)
    return Sprite((Circle((0, 0), radius, Role.HALO), ring, Label((0, 0), text, _COORDINATE, Role.TILE_TEXT)))


@cache
def _stone(size: int, colour: Colour, placed: bool, flips: int) -> Sprite:
    """A stone with its marks of the last turn, in the other colour; the stone placed last has a golden ring.

    `flips` is 0, 1 for a stone that now has the other colour, or 2 for one that flipped back.
    """
    radius = SIZES[size].stone
    thickness = radius * 0.16
    top = (0.0, -thickness / 2)
    face, ink = discs.SIDES[_disc_number(colour)].face, discs.SIDES[_disc_number(colour.other)].face
    shapes: Drawing = (Shadow((3, 6), (3, 6), radius, blur=1, opacity=0.35),)
    if placed:
        shapes += (Circle((0, 0), radius + _RING, Role.PATH), Circle((0, 0), radius + _RING - 3, Role.LAST))
    shapes += discs.disc(_disc_number(colour), (0, thickness / 2), radius, thickness)
    shapes += discs.emblem(_disc_number(colour), top, radius)
    if flips == 1:
        shapes += (Circle(top, radius * (0.6 if placed else 0.34), ink),)
    elif flips == 2:
        shapes += (Arc(top, radius * (0.68 if placed else 0.42), radius * 0.14, ink),)
    if placed:
        shapes += (_triangle(top, radius * 0.46, face if flips == 1 else ink),)
    return Sprite(shapes)


def _triangle(centre: Point, reach: float, colour: Role) -> Polygon:
    x, y = centre
    return Polygon(((x, y - reach), (x + reach * _SLANT, y + reach / 2), (x - reach * _SLANT, y + reach / 2)), colour)


def _disc_number(colour: Colour) -> int:
    """The number of a colour in `render.discs`, where White comes first."""
    return 0 if colour is Colour.WHITE else 1


_LAST: Final = Sprite(
    (Circle((0, 0), 20, Role.PATH), Circle((0, 0), 17.5, Role.LAST), _triangle((0, 0), 10, Role.BLACK))
)
_FLIPPED: Final = tuple(
    Sprite((*discs.disc(1, (0, 3), 20, 3), shape))
    for shape in (Circle((0, 0), 8, Role.WHITE), Arc((0, 0), 10, 4, Role.WHITE))
)
_TERRITORY: Final = Sprite(
    (
        Polygon(rectangle(-24, -17, 0, 17), Ground.BLACK_LAND),
        Polygon(rectangle(0, -17, 24, 17), Ground.WHITE_LAND),
        *placed(_framed(Ground.BLACK_LAND, 9), 1, (-12, 0)),
        *placed(_framed(Ground.WHITE_LAND, 10), 1, (12, 0)),
    )
)


BOARD: Final = Board(
    FursazPosition,
    _paint,
    _players,
    discs.CHIPS,
    discs.TONES,
    _areas,
    lambda position, _scene: layout(position.size).areas,
    _won_by,
    PALETTE,
    samples={
        "fursaz": ".wbb./.w..w./w.b...b/.b....../..b.bbb.b/.bw...w./..w.w../.bw.wb/..... b0 0",
        "fursaz-7": "..w..w./.b.....b/wb....ww./bb..www.w./.w....b..w./.....bb...../b.b.b.b.www.b/..w........./.bw..b...../.b..ww..ww/....w.bbb/..www..b/wb..wbb w1 0",
    },
)
