"""The picture of Fursaz, small or large: stones on the points of a triangular grid, and the territory between them.

The board is of jade with an unbroken grid, and stones are domes: White's have a shaded rim, Black's a gleam. Letters
beside the rows and numbers at their ends name the points; every fourth free point has its number, unless it is at the
edge, and in a picker each point that can be chosen. Territory is a light or a dark field with soft corners, marked with
a light disc for White, a dark square for Black. The stone placed last has a golden ring, a triangle and threads to the
stones that it flipped. Those have a ring and the number of the stage in which they flipped last, in a ring of the other
colour if they flipped back. A legend explains the marks in the picture, and says who leads.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

from render import marks, raster, theme
from render.board import Board
from render.canvas import EMPTY_KEPT, Canvas, Piece
from render.discs import SIDES
from render.header import Player
from render.hexagons import Hexagons, hexagons
from render.raster import Sprite
from render.scene import Scene
from render.shapes import (
    Arc,
    Area,
    Circle,
    Drawing,
    Label,
    Outline,
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
from render.theme import COMMON, Palette, Role, Scheme, Tones, joined, meeting
from render.typeface import Style, width_of
from rules.core import Phrase, Seat, message
from rules.fursaz import Colour, FursazPosition
from rules.hexes import Direction, hex_board

_TOP: Final = 38  # space for the numbers above the board
_BELOW: Final = 44  # pixels below the board, for the numbers there
_LEGEND: Final = 52
_MARGIN: Final = 24
_EDGE: Final = 7  # pixels of the board's front edge
_SOFT: Final = 16  # radius of the board's corners
_LINE: Final = 3
_SLANT: Final = 0.866  # the height of an equilateral triangle whose side is 1
_COORDINATE: Final = 28
_MARKED: Final = 41  # radius of the stones beside which the marks of territory have their size
_BLACK_MARK: Final[Drawing] = (Polygon(square_corners(11), Role.BLACK),)
_WHITE_MARK: Final[Drawing] = (Circle((0, 0), 14, Role.WHITE_LINE), Circle((0, 0), 12, Role.WHITE))
_RING: Final = 7  # how far the ring around the last stone reaches beyond it
_THREAD: Final = 12
_NAMED: Final = 4  # every fourth point has its number
_LEAD: Final = Style(_COORDINATE, Role.PLATE_TEXT, right=True)
_PATCHES_KEPT: Final = 128  # 40 kilobytes each
_OVERLAP: Final = 1  # pixels by which fields of territory reach over each other, so that nothing shows between them
_ROUNDED: Final = 0.4  # the part of the side of a field that its soft corner takes


class Ground(Tones):
    """The colours of the board."""

    JADE = "board", "#94c4ac", "#6c9c84", "#98c8b0"
    JADE_EDGE = "front edge of the board", "#4c7c64", "#305444", "#5c8c74"
    LINE = "line", "#689c84", "#4c7864", "#6ca088"
    NAME = "number of a point where nothing happens", "#305c48", "#183828"
    BLACK_LAND = "ground of Black's territory", "#40745c", "#2c5440", "#44785c"
    BLACK_LAND_LINE = "line on it", "#548870", "#3c6450", "#588c70"
    WHITE_LAND = "ground of White's territory", "#e0f0e8", "#bcd4c4"
    WHITE_LAND_LINE = "line on it", "#bcd8c8", "#98b8a4"


PALETTE: Final = joined(
    joined(COMMON, Palette(tuple(Ground), ())),
    Palette(
        (
            *(Role.CHOSEN, Role.CHOSEN_SHADED, Role.TILE_TEXT, Role.SHADOW),
            *(tone for side in SIDES for tone in (side.face, side.edge, side.line, side.text)),
        ),
        (
            *meeting(Role.CANVAS, Ground.JADE, Ground.JADE_EDGE),
            *meeting(Ground.JADE, Ground.LINE, Ground.NAME, Ground.BLACK_LAND, Ground.WHITE_LAND),
            *meeting(
                Ground.JADE, Role.CHOSEN, Role.GOLD, Role.GOLD_EDGE, Role.OPTION, Role.WHITE_LINE, Role.BLACK_LINE
            ),
            *meeting(Ground.JADE, Role.SHADOW),
            *((Ground.BLACK_LAND, Role.BLACK), (Ground.WHITE_LAND, Role.WHITE_LINE), (Role.WHITE, Role.BLACK)),
            *meeting(Role.GOLD, Role.WHITE_LINE, Role.BLACK),
            *meeting(Role.CHOSEN, Role.TILE_TEXT, Role.CHOSEN_SHADED, Role.OPTION),
            *meeting(Ground.BLACK_LAND, Ground.BLACK_LAND_LINE, Role.CANVAS, Ground.JADE_EDGE),
            *meeting(Ground.WHITE_LAND, Ground.WHITE_LAND_LINE, Role.CANVAS),
            *meeting(Role.WHITE, Role.WHITE_LINE, Role.WHITE_EDGE, Role.WHITE_TEXT),
            *meeting(Role.BLACK, Role.BLACK_LINE, Role.BLACK_TEXT),
            (Role.HALO, Role.TILE_TEXT),
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


def _dome(seat: int, radius: float) -> Drawing:
    """A stone without marks: White's with a shaded rim, Black's with a gleam."""
    tones = SIDES[seat]
    ground = (Circle((0, 0), radius, tones.line), Circle((0, 0), radius - 1.5, tones.edge if seat == 0 else tones.face))
    if seat == 0:
        return (*ground, Circle((-radius * 0.05, -radius * 0.07), radius * 0.87, tones.face))
    return (*ground, Arc((0, 0), radius * 0.8, radius * 0.1, tones.line, start=195, end=285))


_CHIP: Final = 28
CHIPS: Final = {side: Sprite(_dome(seat, _CHIP)) for seat, side in enumerate(("White", "Black"))}
"""The symbols of the sides, by name."""
_UNSETTLED: Final = Sprite((*_dome(1, _CHIP), Arc((0, 0), _CHIP - 1.5, _CHIP - 1.5, Role.WHITE, start=90, end=270)))
"""A stone in both colours, for players who have none yet."""

_Look = Ground | Role
"""The look of a patch: jade, land for territory, or the role of a tile for the last turn or a choice."""

_LINES: Final[Mapping[_Look, Ground]] = {
    Ground.BLACK_LAND: Ground.BLACK_LAND_LINE,
    Ground.WHITE_LAND: Ground.WHITE_LAND_LINE,
}
"""By the look of territory, the colour of its lines."""
_SHARP: Final = (False,) * 6


class _Flips(NamedTuple):
    """The stage of a turn in which a stone flipped last, from 1, and whether it has its former colour back."""

    stage: int
    is_back: bool


def _paint(position: FursazPosition, scene: Scene) -> Canvas:
    """The picture, from the ground up to the marks."""
    canvas = _empty_board(position.size, scene.scheme).copy()
    latest, flips = _happenings(scene)
    _paint_patches(canvas, position, scene)
    for start, end in _threads(position, latest, flips):
        canvas.mark(_thread(*layout(position.size).offset(start, end)), layout(position.size).centre[start])
    for letter, place in letter_places(position.size).items():
        if letter in scene.options:
            canvas.stamp(_on_offer(letter, 18, 4), place)
    for point, centre in layout(position.size).centre.items():
        colour = position.stone(point)
        if colour is not None:
            stone = _stone(position.size, colour, point in latest, flips.get(point))
            canvas.stamp(stone, centre, Piece(point, (point, colour)))  # a stone never leaves its point
    if scene.is_small:
        return canvas
    middle = picture_size(position.size)[1] - _LEGEND // 2
    end = marks.legend(canvas, scene, _meanings(position, latest, flips), middle)
    lead = scene.say(_lead(position))
    if lead and end + width_of(lead, _LEAD) < theme.WIDTH - _MARGIN:
        canvas.write(lead, (theme.WIDTH - _MARGIN, middle), _LEAD, theme.WIDTH)
    return canvas


def _lead(position: FursazPosition) -> str:
    """Who leads by how many points; empty while nobody does."""
    (side, most), (_other, least) = sorted(
        ((colour.side, position.scores()[colour].points) for colour in Colour), key=lambda score: -score[1]
    )
    return Phrase("{side} leads by {count}", side=side, count=most - least) if most > least else ""


def _threads(
    position: FursazPosition, latest: Collection[str], flips: Mapping[str, _Flips]
) -> Iterator[tuple[str, str]]:
    """From each stone placed last, the farthest stones that it flipped at once, in every direction."""
    for point in latest:
        for ray in layout(position.size).board.rays[point]:
            flipped = [*takewhile(lambda other: other in flips and flips[other].stage == 1, ray)]
            if flipped:
                yield point, flipped[-1]


@cache
def _thread(across: int, down: int) -> Sprite:
    line = ((0, 0), (across, down))
    return Sprite((Stroke(line, _THREAD + 4, Role.GOLD_EDGE), Stroke(line, _THREAD, Role.GOLD)))


def _meanings(
    position: FursazPosition, latest: Collection[str], flips: Mapping[str, _Flips]
) -> Sequence[tuple[Sprite, str]]:
    """The marks on the board, each with its meaning."""
    backs = {flip.is_back for point, flip in flips.items() if point not in latest}
    entries = (
        (_LAST, message("last stone"), bool(latest)),
        (_FLIPPED[0], message("flipped"), False in backs),
        (_FLIPPED[1], message("flipped back"), True in backs),
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


def _happenings(scene: Scene) -> tuple[set[str], Mapping[str, _Flips]]:
    """The points where the steps of a scene placed stones, and which stones flipped when."""
    placed, counts, stages = set[str](), Counter[str](), dict[str, int]()
    for step in scene.steps:
        if isinstance(step.before, FursazPosition):
            placed |= {step.move} & step.before.points.bit.keys()
            for stage, points in enumerate(step.before.flips_by_stage(step.move), start=1):
                counts.update(points)
                stages |= dict.fromkeys(points, stage)
    return placed, {point: _Flips(stage, is_back=counts[point] % 2 == 0) for point, stage in stages.items()}


def _players(position: FursazPosition) -> list[Player]:
    colours = [colour for seat in (0, 1) if (colour := position.colour_of(Seat(seat))) is not None]
    if not colours:
        task = message("to choose a colour") if position.is_choosing else message("to place a stone")
        return [Player(_UNSETTLED, "", task, 0.0)] * 2
    scores = position.scores()
    return [
        Player(
            CHIPS[colour.side],
            Phrase("{count, plural, one {# point} other {# points}}", count=scores[colour].points),
            share=scores[colour].points / len(layout(position.size).centre),
        )
        for colour in colours
    ]


def _paint_patches(canvas: Canvas, position: FursazPosition, scene: Scene) -> None:
    """Paint the ground around the points that differ from the empty board, and the names of points on offer."""
    size, options = position.size, set(scene.options)
    looks: dict[str, _Look] = {
        point: Ground.BLACK_LAND if owner is Colour.BLACK else Ground.WHITE_LAND
        for point, owner in position.owners().items()
    }
    for point, centre in layout(size).centre.items():
        look = Role.CHOSEN if scene.chosen in (point, point[0]) else looks.get(point)
        if look is not None:
            corners = _soft_corners(size, point, looks) if look is looks.get(point) else _SHARP
            canvas.stamp(_patch(size, _ways_out(size)[point], look, corners), centre)
            if look is Role.CHOSEN and _has_name(size, point):
                canvas.name(_inner_name(size, point, look), centre)
        if point in options and position.stone(point) is None:
            canvas.stamp(_on_offer(_name(size, point), SIZES[size].place, 5), centre)


def picture_size(size: int, *, is_small: bool = False) -> tuple[int, int]:
    """Width and height in pixels of the picture of a board of a size."""
    bottom = layout(size).centre["a1"][1] + SIZES[size].rim + _EDGE + _BELOW
    return theme.WIDTH, bottom + (0 if is_small else _LEGEND)


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


@lru_cache(maxsize=EMPTY_KEPT)
def _empty_board(size: int, scheme: Scheme) -> Canvas:
    """The board with its lines, and the letters of its rows and the numbers of its points around it."""
    canvas = Canvas(picture_size(size), scheme, PALETTE)
    for lower, tone in ((_EDGE, Ground.JADE_EDGE), (0, Ground.JADE)):
        canvas.fill(raster.mask(_plate(size, lower, tone)), tone, (0, 0))
    for point, at in layout(size).centre.items():
        canvas.stamp(_patch(size, _ways_out(size)[point], Ground.JADE), at)
    for point, at in layout(size).centre.items():
        if _has_name(size, point):
            canvas.name(_inner_name(size, point, Ground.JADE), at)
    numbers = ((point[1:], at) for point, at in number_places(size).items())
    for text, at in (*letter_places(size).items(), *numbers):
        canvas.name(Sprite((Label((0, 0), text, _COORDINATE, Role.PLAIN_TEXT),)), at)
    return canvas


def _plate(size: int, lower: int, colour: Ground) -> Drawing:
    """A hexagon with rounded corners around all points, moved down by `lower` pixels."""
    corners = shifted(layout(size).hull(SIZES[size].rim - _SOFT), (0, lower))
    return (Polygon(corners, colour), Stroke((*corners, corners[0]), 2 * _SOFT, colour))


@lru_cache(maxsize=_PATCHES_KEPT)
def _patch(size: int, ends: Sequence[Point], look: _Look, soft: Sequence[bool] = _SHARP) -> Sprite:
    """The ground around a point, with the lines that leave it towards `ends`, which a stone covers.

    `soft` says of each corner whether it is rounded.
    """
    lines = tuple(Stroke(((0, 0), end), _LINE, _LINES.get(look, Ground.LINE)) for end in ends)
    corners = layout(size).corners(-_OVERLAP if look in _LINES else 0)
    return Sprite((Polygon(_softened(corners, soft), look), *lines, *_middle(size, look)))


def _softened(corners: Sequence[Point], soft: Sequence[bool]) -> Outline:
    """An outline with some of its corners rounded."""
    outline: list[Point] = []
    for number, (corner, is_soft) in enumerate(zip(corners, soft, strict=True)):
        before, after = corners[number - 1], corners[(number + 1) % len(corners)]
        outline += [_on_bend(before, corner, after, step / 4) for step in range(5)] if is_soft else [corner]
    return tuple(outline)


def _on_bend(before: Point, corner: Point, after: Point, share: float) -> Point:
    """A point on the curve that rounds a corner, at a share of the way around it."""
    (x, y), back, on = corner, _ROUNDED * (1 - share) ** 2, _ROUNDED * share**2
    return x + (before[0] - x) * back + (after[0] - x) * on, y + (before[1] - y) * back + (after[1] - y) * on


def _soft_corners(size: int, point: str, looks: Mapping[str, _Look]) -> Sequence[bool]:
    """Which corners of a field of territory are at its outside: no other field of the same owner touches them."""
    return tuple(all(looks.get(other) is not looks[point] for other in at) for at in _touching(size)[point])


@cache
def _touching(size: int) -> Mapping[str, Sequence[Sequence[str]]]:
    """By point, the points whose patches touch each corner of its own."""
    cells = layout(size)
    return {
        point: [
            [other for other in near if math.dist(cells.offset(point, other), corner) < 1.2 * cells.reach]
            for corner in cells.corners(0)
        ]
        for point, rays in cells.board.rays.items()
        for near in ([ray[0] for ray in rays if ray],)
    }


@cache
def _ways_out(size: int) -> Mapping[str, Sequence[Point]]:
    """By point, where the lines that leave it meet the edge of its patch."""
    cells = layout(size)
    return {
        point: tuple(_way_out(cells, direction) for direction, ray in zip(Direction, rays, strict=True) if ray)
        for point, rays in cells.board.rays.items()
    }


def _has_name(size: int, point: str) -> bool:
    """Whether a free point has its number on the board: every fourth one that has none beside the board."""
    return int(point[1:]) % _NAMED == 0 and point not in number_places(size)


def _name(size: int, point: str) -> str:
    return point if SIZES[size].whole_names else point[1:]


def _middle(size: int, look: _Look) -> Drawing:
    """The middle of a patch: the mark of an owner, or where the lines meet."""
    if look in _LINES:
        return placed(_BLACK_MARK if look is Ground.BLACK_LAND else _WHITE_MARK, SIZES[size].stone / _MARKED, (0, 0))
    return (Circle((0, 0), 5, Ground.LINE),)


@cache
def _inner_name(size: int, point: str, look: _Look) -> Sprite:
    """The number of a point on a patch, over the lines that meet there."""
    return Sprite((Circle((0, 0), SIZES[size].place - 4, look), Label((0, 0), point[1:], _COORDINATE, Ground.NAME)))


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
def _stone(size: int, colour: Colour, placed: bool, flips: _Flips | None) -> Sprite:
    """A stone with its marks of the last turn, in the other colour, and a golden ring."""
    radius, number = SIZES[size].stone, _number_of(colour)
    face, ink = SIDES[number].face, SIDES[1 - number].face
    shapes: Drawing = (Shadow((3, 6), (3, 6), radius, blur=1, opacity=0.35),)
    if placed or flips is not None:
        ring = radius + (_RING if placed else 5)
        shapes += (Circle((0, 0), ring, Role.GOLD_EDGE), Circle((0, 0), ring - 2, Role.GOLD))
    shapes += _dome(number, radius)
    if placed:
        if flips is not None:
            lost = (
                Arc((0, 0), radius * 0.68, radius * 0.14, ink) if flips.is_back else Circle((0, 0), radius * 0.6, ink)
            )
            shapes += (lost,)
        shapes += (_triangle((0, 0), radius * 0.46, face if flips is not None and not flips.is_back else ink),)
    elif flips is not None:
        shapes += _stage_number(flips, radius, ink)
    return Sprite(shapes)


def _stage_number(flips: _Flips, radius: float, ink: Role) -> Drawing:
    """The number of a stage, in a ring if the stone flipped back."""
    number = Label((0, 0), str(flips.stage), _COORDINATE if flips.is_back else round(max(28, radius * 0.9)), ink)
    return (Arc((0, 0), radius * 0.78, radius * 0.12, ink), number) if flips.is_back else (number,)


def _triangle(centre: Point, reach: float, colour: Role) -> Polygon:
    x, y = centre
    return Polygon(((x, y - reach), (x + reach * _SLANT, y + reach / 2), (x - reach * _SLANT, y + reach / 2)), colour)


def _number_of(colour: Colour) -> int:
    """The number of a colour in `SIDES`, where White comes first."""
    return 0 if colour is Colour.WHITE else 1


_LAST: Final = Sprite(
    (
        Circle((0, 0), 23, Role.GOLD_EDGE),
        Circle((0, 0), 21.5, Role.GOLD),
        *_dome(1, 16),
        _triangle((0, 0), 9, Role.WHITE),
    )
)
_FLIPPED: Final = tuple(
    Sprite((Circle((0, 0), 24, Role.GOLD), *_dome(1, 20), *_stage_number(_Flips(1, is_back), 22, Role.WHITE)))
    for is_back in (False, True)
)
_TERRITORY: Final = Sprite(
    (
        Polygon(rectangle(-24, -17, 0, 17), Ground.BLACK_LAND),
        Polygon(rectangle(0, -17, 24, 17), Ground.WHITE_LAND),
        *placed(_BLACK_MARK, 0.7, (-12, 0)),
        *placed(_WHITE_MARK, 0.7, (12, 0)),
    )
)


BOARD: Final = Board(
    FursazPosition,
    _paint,
    lambda position, scene: picture_size(position.size, is_small=scene.is_small),
    _players,
    CHIPS,
    {side: SIDES[seat].face for seat, side in enumerate(CHIPS)},
    _areas,
    lambda position, _scene: layout(position.size).areas,
    _won_by,
    PALETTE,
    samples={
        "fursaz": ".wbb./.w..w./w.b...b/.b....../..b.bbb.b/.bw...w./..w.w../.bw.wb/..... b0 0",
        "fursaz-7": "..w..w./.b.....b/wb....ww./bb..www.w./.w....b..w./.....bb...../b.b.b.b.www.b/..w........./.bw..b...../.b..ww..ww/....w.bbb/..www..b/wb..wbb w1 0",
    },
)
