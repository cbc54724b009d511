"""What the picture of Fursaz is made of: the colours and the layout of both boards, and the drawings on them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from render import discs, theme
from render.header import HEIGHT
from render.hexagons import Hexagons, hexagons
from render.paint import Canvas, Sprite
from render.shapes import Arc, Circle, Drawing, Label, Point, Polygon, Shadow, Stroke
from render.theme import Palette, Role, Scheme, Tone
from rules.fursaz import Colour
from rules.hexes import Direction, hex_board

_TOP: Final = HEIGHT + 12
_BELOW: Final = 22  # pixels between the board and the lower edge of the picture
_EDGE: Final = 7  # pixels of the board's front edge
_SOFT: Final = 16  # radius of the board's corners
_LINE: Final = 3
_SLANT: Final = 0.866  # the height of an equilateral triangle whose side is 1
_HATCH: Final = (-0.39, -0.26, -0.13, 0.0, 0.13, 0.26, 0.39)  # where strokes are, as shares of a patch's width


class Ground(Tone):
    """The colours of territory."""

    BLACK_LAND = "ground of Black's territory"
    BLACK_HATCH = "strokes on it"
    WHITE_LAND = "ground of White's territory"
    WHITE_FRAME = "frame around it"

    def code(self, scheme: Scheme) -> str:
        """The colour as `#rrggbb`."""
        return _COLOURS[scheme][self]


_DUSK: Final = {
    Ground.BLACK_LAND: "#a08c68",
    Ground.BLACK_HATCH: "#685838",
    Ground.WHITE_LAND: "#f4ecdc",
    Ground.WHITE_FRAME: "#a09474",
}
_NIGHT: Final = {
    Ground.BLACK_LAND: "#806c4c",
    Ground.BLACK_HATCH: "#443418",
    Ground.WHITE_LAND: "#dcd0b8",
    Ground.WHITE_FRAME: "#7c6c48",
}
_COLOURS: Final = {Scheme.DUSK: _DUSK, Scheme.NIGHT: _NIGHT, Scheme.PAPER: _DUSK}

PALETTE: Final = Palette(
    (*Role, *Ground),
    (
        *theme.MEETINGS,
        (Role.TILE, Ground.BLACK_LAND),
        (Role.TILE, Ground.WHITE_LAND),
        (Role.TILE, Role.CHOSEN),
        (Role.TILE, Role.LAST),
        (Ground.BLACK_LAND, Ground.BLACK_HATCH),
        (Ground.WHITE_LAND, Ground.WHITE_FRAME),
        (Role.WHITE, Role.BLACK),
    ),
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes in pixels: from one point to the next, of stones, of names and letters, and of the rim around the points.

    `whole_names` says whether there is room for the letter beside the number.
    """

    step: int
    stone: int
    place: int
    name: int
    letter: int
    rim: int
    whole_names: bool


SIZES: Final = {
    5: Sizes(step=98, stone=42, place=27, name=31, letter=36, rim=72, whole_names=True),
    7: Sizes(step=70, stone=30, place=20, name=28, letter=30, rim=56, whole_names=False),
}

Look = Ground | Role
"""What a patch shows: territory by its land, the last turn or what is chosen by the role of a tile."""


class Change(Enum):
    """What happened to a stone on the last turn, whether it was placed then or before."""

    NONE = "nothing"
    FLIPPED = "it has the other colour now"
    BACK = "it flipped and has its colour again"


def picture_size(size: int) -> tuple[int, int]:
    """Width and height of the picture of the board of this size in pixels."""
    return theme.WIDTH, layout(size).centre["a1"][1] + SIZES[size].rim + _EDGE + _BELOW


@cache
def layout(size: int) -> Hexagons:
    """The cells around the points; the board is the plate below the header, `rim` pixels around the outermost points."""
    board, sizes = hex_board(size), SIZES[size]
    reach = hexagons(board, 0, 0, sizes.step).reach
    return hexagons(board, theme.WIDTH // 2, _TOP + sizes.rim - reach, sizes.step)


@cache
def open_ways(size: int, point: str) -> tuple[bool, ...]:
    """In which directions lines leave a point."""
    return tuple(map(bool, hex_board(size).rays[point]))


@cache
def row_ends(size: int) -> Mapping[str, tuple[tuple[int, int], ...]]:
    """By letter, where it stands to the left and to the right of its row: between the last point and the board's edge."""
    sizes, centre = SIZES[size], layout(size).centre
    away = round((sizes.stone + sizes.rim / _SLANT) / 2)
    rows: dict[str, list[tuple[int, int]]] = {}
    for point, at in centre.items():
        rows.setdefault(point[0], []).append(at)
    return {letter: ((row[0][0] - away, row[0][1]), (row[-1][0] + away, row[-1][1])) for letter, row in rows.items()}


@cache
def empty_board(size: int, scheme: Scheme) -> Canvas:
    """The board with its lines, the names of its points and the letters of its rows."""
    canvas, centre = Canvas(picture_size(size), scheme, PALETTE), layout(size).centre
    lines = tuple(Stroke((centre[line[0]], centre[line[-1]]), _LINE, Role.TILE_EDGE) for line in hex_board(size).lines)
    canvas.stamp(Sprite((*_plate(size, _EDGE, Role.TILE_EDGE), *_plate(size, 0, Role.TILE), *lines)), (0, 0))
    for point, at in centre.items():
        canvas.stamp(name_of_point(size, point, Role.TILE), at)
    for letter, ends in row_ends(size).items():
        for end in ends:
            canvas.stamp(letter_of_row(size, letter, offered=False), end)
    return canvas


def _plate(size: int, lower: int, colour: Role) -> Drawing:
    """A hexagon with round corners around all points, `lower` pixels lower than in its place."""
    rim, centre = SIZES[size].rim - _SOFT, layout(size).centre
    (left, bottom), (right, _) = centre["a1"], centre[f"a{size}"]
    (_, middle) = centre[f"{chr(ord('a') + size - 1)}1"]
    half, height = (right - left) / 2 + rim / (2 * _SLANT), bottom - middle + rim
    corners = tuple(
        ((left + right) / 2 + across * half, middle + down * height + lower)
        for across, down in ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
    )
    return (Polygon(corners, colour), Stroke(corners, 2 * _SOFT, colour))


@cache
def patch(size: int, look: Look, ways: tuple[bool, ...]) -> Sprite:
    """The ground around a point and, where it is not territory, the lines that leave the point in these directions."""
    cells = layout(size)
    ends = [_way_out(cells, direction) for direction in Direction if ways[direction] and isinstance(look, Role)]
    return Sprite((*_ground(cells, look), *(Stroke(((0, 0), end), _LINE, Role.TILE_EDGE) for end in ends)))


def _ground(cells: Hexagons, look: Look) -> Drawing:
    plain = Polygon(cells.corners(2), look)
    if look is Ground.BLACK_LAND:
        return (plain, *_hatch(cells))
    if look is Ground.WHITE_LAND:
        frame = cells.corners(6)
        return (plain, Stroke((*frame, frame[0]), _LINE, Ground.WHITE_FRAME))
    return (plain,)


def _hatch(cells: Hexagons) -> Drawing:
    """Strokes over a patch, parallel to two of its slanted edges."""
    strokes: list[Stroke] = []
    for offset in (cells.width * share for share in _HATCH):
        half = cells.reach * (1 - abs(offset) / cells.width) - 4
        (x, y), (across, down) = (offset / 2, offset * _SLANT), (half * _SLANT, half / 2)
        strokes.append(Stroke(((x - across, y + down), (x + across, y - down)), _LINE, Ground.BLACK_HATCH))
    return tuple(strokes)


def _way_out(cells: Hexagons, direction: Direction) -> Point:
    """Where the line that leaves a point in a direction meets the edge of its patch."""
    start, ray = next((point, rays[direction]) for point, rays in cells.board.rays.items() if rays[direction])
    across, down = cells.offset(start, ray[0])
    return across * 0.46, down * 0.46


@cache
def name_of_point(size: int, point: str, ground: Look) -> Sprite:
    """The name or number of an empty point on a round ground, ringed where it can be chosen."""
    sizes = SIZES[size]
    place: Drawing = (Circle((0, 0), sizes.place, ground),)
    if ground is Role.OPTION:
        place = _ringed(sizes.place + 5, 6)
    return Sprite((*place, Label((0, 0), point if sizes.whole_names else point[1:], sizes.name, Role.TILE_TEXT)))


@cache
def letter_of_row(size: int, letter: str, *, offered: bool) -> Sprite:
    """The letter of a row, ringed where it can be chosen."""
    height = SIZES[size].letter
    return Sprite((*(_ringed(height * 0.66, 5) if offered else ()), Label((0, 0), letter, height, Role.TILE_TEXT)))


def _ringed(radius: float, width: float) -> Drawing:
    return (Circle((0, 0), radius, Role.HALO), Arc((0, 0), radius, width, Role.OPTION))


@cache
def stone(size: int, colour: Colour, placed: bool, change: Change) -> Sprite:
    """A stone with the marks of the last turn, in the other colour."""
    radius = SIZES[size].stone
    thickness = radius * 0.16
    top = (0.0, -thickness / 2)
    face, ink = discs.SIDES[disc_number(colour)].face, discs.SIDES[disc_number(colour.other)].face
    shapes: Drawing = (Shadow((3, 6), (3, 6), radius, blur=4, opacity=0.4),)
    shapes += discs.disc(disc_number(colour), (0, thickness / 2), radius, thickness)
    shapes += discs.emblem(disc_number(colour), top, radius)
    if change is Change.FLIPPED:
        shapes += (Circle(top, radius * (0.6 if placed else 0.34), ink),)
    elif change is Change.BACK:
        shapes += (Arc(top, radius * (0.68 if placed else 0.42), radius * 0.14, ink),)
    if placed:
        shapes += (_triangle(top, radius * 0.46, face if change is Change.FLIPPED else ink),)
    return Sprite(shapes)


def _triangle(centre: Point, reach: float, colour: Role) -> Polygon:
    x, y = centre
    return Polygon(((x, y - reach), (x + reach * _SLANT, y + reach / 2), (x - reach * _SLANT, y + reach / 2)), colour)


@cache
def small_stone(colour: Colour) -> Sprite:
    """A stone for the tally."""
    return Sprite(discs.disc(disc_number(colour), (0, 2), 18, 4) + discs.emblem(disc_number(colour), (0, -2), 18))


@cache
def small_patch(colour: Colour) -> Sprite:
    """A patch of territory for the tally."""
    land = Ground.BLACK_LAND if colour is Colour.BLACK else Ground.WHITE_LAND
    return Sprite(_ground(hexagons(hex_board(2), 0, 0, 38), land))


@cache
def unsettled_chip() -> Sprite:
    """A disc in both colours, for players who have none yet."""
    return Sprite(
        (*discs.disc(disc_number(Colour.BLACK), (0, 2), 28, 5), Arc((0, -3), 26.5, 26.5, Role.WHITE, start=90, end=270))
    )


def disc_number(colour: Colour) -> int:
    """The number of a colour in `render.discs`, where White comes first."""
    return 0 if colour is Colour.WHITE else 1
