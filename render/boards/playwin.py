"""The picture of Play Win: pawns in the hollows of a plate of fired clay.

Pawns are seen from above: White's have round heads, Black's pointed ones. Each row has the names of its outermost cells
beside it; of the others every fourth has its name, as has what can be chosen in a picker. The sign near each player's
first rows has the number of cells that an approach may go at most.

Lines show the ways of pieces in the last turns, and arcs their leaps. Badges in the loser's colours show the pieces
that a series captured, numbered in the order of the leaps. Pieces that must capture have a collar with the number of
captures, which words in a corner explain; arcs lead from there over what they can take. From Black's side the board is
turned round.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import zip_longest
from typing import Final

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
    Point,
    Polygon,
    Shadow,
    Stroke,
    badge,
    dashes,
    mean,
    nearer,
    rounded,
    shifted,
    star,
)
from render.theme import COMMON, Palette, Role, Scheme, Tone, Tones, Weight, joined, meeting
from render.typeface import Style
from rules.core import Phrase, Seat
from rules.hexes import hex_board
from rules.playwin import PlayWinPosition

SIZE: Final = (theme.WIDTH, 840)
"""Width and height of the board in pixels."""

_STEP: Final = 96  # pixels between two neighbouring cells
_TOP: Final = 28
_RIM: Final = 34  # pixels of the plate around the middles of the outermost cells, before its round corners
_SOFT: Final = 18
_EDGE: Final = 8
_HOLLOW: Final = 43
_NAME_BESIDE: Final = 88  # pixels from the middle of an outermost cell to its name
_NAME_BELOW: Final = 33
_NAMED: Final = 4  # every fourth cell has its name

_PIECE: Final = 32  # pixels around the middle of a piece that lines leave free
_CLEAR: Final = _PIECE + 4
_COLLAR: Final = 40
_DOT: Final = 19  # the radius of the mark where a move can end
_NODE: Final = 11  # pixels from the end of a line to an intermediate landing cell
_LEGEND: Final = (24, 690)  # the upper left corner of the words about captures
_LEGEND_WIDTH: Final = 210
_WORDS: Final = Style(30, Role.PLATE_TEXT)
_SIGN: Final = 32
_SIGN_DOWN: Final = (756, 52)  # the middles of the signs of the players whose rows are below and above
_SIGN_ACROSS: Final = 916
_SIGN_WORDS: Final = Style(theme.SMALLEST_TEXT, Role.PLAIN_TEXT, Weight.MEDIUM)
_LANDING: Final = Sprite((Circle((0, 0), 9, Role.PATH),))


class Clay(Tones):
    """The colours of the plate and of what is painted on it."""

    PLATE = "plate", "#b06848", "#8c4830", "#b86c4c"
    PLATE_EDGE = "front edge of the plate", "#783c24", "#501c0c", "#8c4c30"
    HOLLOW = "hollow", "#ecc0a0", "#bc9070", "#ecc0a4"
    HOLLOW_EDGE = "shaded edge of a hollow", "#8c4c30", "#602814", "#945438"
    HOLLOW_SHADED = "hollow in the shadow of a piece", "#a4806c", "#7c5c48"
    NAME = "name of a cell where nothing happens", "#6c3820", "#401808", "#703c24"


class Collar(Tones):
    """The colours of collars on pieces that must capture."""

    MUST = "collar, and the ground of its number", "#98101c", "#7c0414"
    MUST_TEXT = "number on it", "#fcfcf8", "#fcf4f0"


PALETTE: Final = joined(
    joined(COMMON, Palette((*Clay, *Collar), ())),
    Palette(
        (
            *(Role.LAST, Role.LAST_EDGE, Role.LAST_SHADED, Role.CHOSEN, Role.CHOSEN_EDGE, Role.CHOSEN_SHADED),
            *(Role.TILE_TEXT, Role.SHADOW),
            *(tone for side in SIDES for tone in (side.face, side.edge, side.line, side.text)),
        ),
        (
            *meeting(Role.CANVAS, Clay.PLATE, Clay.PLATE_EDGE, Collar.MUST),
            *meeting(Clay.PLATE, Clay.HOLLOW, Clay.HOLLOW_EDGE, Role.LAST, Role.CHOSEN, Role.OPTION, Role.HALO),
            *meeting(Clay.HOLLOW, Clay.HOLLOW_EDGE, Clay.HOLLOW_SHADED, Clay.NAME, Role.TILE_TEXT, Role.OPTION),
            *meeting(Clay.HOLLOW, Collar.MUST, Role.WHITE_LINE, Role.BLACK_LINE),
            *meeting(Role.LAST, Role.TILE_TEXT, Role.LAST_SHADED, Role.LAST_EDGE, Role.PATH, Collar.MUST),
            *meeting(Role.CHOSEN, Role.TILE_TEXT, Role.CHOSEN_SHADED, Role.OPTION, Collar.MUST),
            *meeting(Role.WHITE, Role.WHITE_TEXT, Role.WHITE_LINE, Role.WHITE_EDGE),
            *meeting(Role.BLACK, Role.BLACK_TEXT, Role.BLACK_LINE, Role.BLACK_EDGE, Role.LAST),
            *meeting(Role.HALO, Role.TILE_TEXT, Collar.MUST),
            (Collar.MUST, Collar.MUST_TEXT),
        ),
    ),
)

_Look = tuple[Tone, Tone]
"""The ground of a hollow and its shaded edge."""

_PLAIN: Final[_Look] = (Clay.HOLLOW, Clay.HOLLOW_EDGE)
_LAST: Final[_Look] = (Role.LAST, Role.LAST_EDGE)
_CHOSEN: Final[_Look] = (Role.CHOSEN, Role.CHOSEN_EDGE)


@dataclass(frozen=True, slots=True)
class _Trace:
    """The trace of one move: the cells from start to end, and the seat of the piece that it captured on the second.

    `leap` is its number in a series, 1 for the first move of a piece.
    """

    way: tuple[str, ...]
    captured: Seat | None
    leap: int


def _paint(position: PlayWinPosition, scene: Scene) -> Canvas:
    """The picture, from the plate up to the marks."""
    cells, traces = layout(scene.is_turned), _traces(scene)
    canvas = _empty(scene.scheme, scene.is_turned).copy()
    _paint_marked(canvas, cells, scene, traces)
    if not scene.is_small:
        _paint_limits(canvas, position, scene)
    _paint_ways(canvas, cells, position, traces)
    _paint_leaps(canvas, cells, position, scene)
    _paint_pieces(canvas, cells, position)
    _paint_captured(canvas, cells, traces)
    if scene.outcome is None:
        _paint_obligations(canvas, cells, position, scene)
    _paint_options(canvas, cells, position, scene)
    return canvas


@cache
def layout(turned: bool = False) -> Hexagons:
    """The layout of the cells."""
    reach = hexagons(hex_board(5), 0, 0, _STEP).reach
    return hexagons(hex_board(5), theme.WIDTH // 2, _TOP + _RIM + _SOFT - reach, _STEP, turned=turned)


@lru_cache(maxsize=EMPTY_KEPT)
def _empty(scheme: Scheme, turned: bool) -> Canvas:
    """The plate with its hollows, and the names of the outermost cells beside it."""
    canvas, cells = Canvas(SIZE, scheme, PALETTE), layout(turned)
    ends = [cell for row in cells.board.rows for cell in (row[0], row[-1])]
    for lower, tone in ((_EDGE, Clay.PLATE_EDGE), (0, Clay.PLATE)):
        corners = shifted(cells.hull(_RIM), (0, lower))
        plate = (Polygon(corners, tone), Stroke((*corners, corners[0]), 2 * _SOFT, tone))
        canvas.fill(raster.mask(plate), tone, (0, 0))
    for cell, centre in cells.centre.items():
        canvas.stamp(_hollow(_PLAIN), centre)
        if int(cell[1:]) % _NAMED == 0 and cell not in ends:
            canvas.name(_name(cell, Clay.NAME), centre)
    for cell in ends:
        x, y = cells.centre[cell]
        beside = _NAME_BESIDE if x > theme.WIDTH // 2 else -_NAME_BESIDE
        canvas.name(_name(cell, Role.PLAIN_TEXT, Weight.BOLD), (x + beside, y))
    return canvas


def _paint_marked(canvas: Canvas, cells: Hexagons, scene: Scene, traces: list[_Trace]) -> None:
    """Paint the marked cells: those of the last moves, chosen, or on offer in a picker."""
    looks = {cell: _LAST for trace in traces for cell in trace.way}
    looks |= dict.fromkeys(cells.named_in(scene.chosen), _CHOSEN)
    offered = {named[-1] for named in map(cells.named_in, scene.options) if named}
    for cell in sorted(offered | looks.keys()):
        canvas.stamp(_hollow(looks.get(cell, _PLAIN), cell in offered), cells.centre[cell])


def _areas(_position: PlayWinPosition, scene: Scene) -> Mapping[str, Area]:
    """The cell that each option leads to. Two captures landing on the same cell have the halves near their victims."""
    tiles = layout(scene.is_turned)
    cells = {option: named for option in scene.options if (named := tiles.named_in(option))}
    areas: dict[str, Area] = {}
    for option, (*way, end) in cells.items():
        (outline,), middle = tiles.area(end)
        for other in cells.values():
            if len(way) > 1 and len(other) > 2 and other[-1] == end and other[1] != way[1]:
                outline = nearer(outline, tiles.centre[way[1]], tiles.centre[other[1]])
                middle = mean(outline)
        areas[option] = Area((outline,), middle)
    return areas


def _won_by(position: PlayWinPosition, seat: Seat) -> Collection[str]:
    """The winner's pieces."""
    return [cell for cell in layout().centre if position.piece(cell) == seat]


def _traces(scene: Scene) -> list[_Trace]:
    traces: list[_Trace] = []
    for step in scene.steps:
        places = layout().named_in(step.move)
        if isinstance(step.before, PlayWinPosition) and len(places) > 1:
            captured = step.before.piece(places[1]) if len(places) > 2 else None
            way = places if captured is not None else layout().way(*places)
            goes_on = bool(traces) and traces[-1].way[-1] == way[0]
            traces.append(_Trace(way, captured, traces[-1].leap + 1 if goes_on else 1))
    return traces


def _players(position: PlayWinPosition) -> list[Player]:
    counts = (
        Phrase("{count, plural, one {# piece} other {# pieces}}", count=pieces.bit_count())
        for pieces in position.pieces
    )
    return [Player(chip, count) for chip, count in zip(CHIPS.values(), counts, strict=True)]


def _paint_limits(canvas: Canvas, position: PlayWinPosition, scene: Scene) -> None:
    """Paint how many cells an approach of each player may go, beside their first rows."""
    for seat, pieces in enumerate(position.pieces):
        at = (_SIGN_ACROSS, _SIGN_DOWN[seat != scene.is_turned])
        longest = max(0, pieces.bit_count() - 1)
        canvas.stamp(_sign(longest), at)
        words = scene.say(Phrase("{count, plural, one {step at most} other {steps at most}}", count=longest))
        canvas.write(words, (theme.WIDTH - 16, at[1] + _SIGN + 22), replace(_SIGN_WORDS, right=True), 224)


def _paint_ways(canvas: Canvas, cells: Hexagons, position: PlayWinPosition, traces: list[_Trace]) -> None:
    """Paint an arrow to each landing cell, an arc if it was a leap, and a ghost where a piece began."""
    for trace in traces:
        start, *_, end = trace.way
        clear_of_end = _CLEAR if position.piece(end) is not None else _NODE
        if trace is traces[-1] and position.captures().leaps:
            clear_of_end = max(clear_of_end, _COLLAR + 3)
        clear = _CLEAR if trace.leap == 1 else _NODE
        if trace.captured is None:
            way = marks.arrow(*cells.offset(start, end), clear, clear_of_end)
        else:
            way = marks.leap(
                cells.offset(start, trace.way[1]), cells.offset(start, end), clear, clear_of_end, Role.PATH
            )
        canvas.mark(way, cells.centre[start])
        if position.piece(end) is None:
            canvas.mark(_LANDING, cells.centre[end])
    for trace in traces:
        if trace.leap == 1 and position.piece(trace.way[0]) is None:
            canvas.mark(marks.ghost(_PIECE, ""), cells.centre[trace.way[0]])


def _paint_pieces(canvas: Canvas, cells: Hexagons, position: PlayWinPosition) -> None:
    for cell in cells.from_the_back():
        seat = position.piece(cell)
        if seat is not None:
            canvas.stamp(_pawn(seat), cells.centre[cell], Piece(cell, seat))


def _paint_captured(canvas: Canvas, cells: Hexagons, traces: list[_Trace]) -> None:
    for trace, following in zip_longest(traces, traces[1:]):
        if trace.captured is None:
            continue
        side = SIDES[trace.captured]
        is_alone = trace.leap == 1 and (following is None or following.leap == 1)
        text = "×1" if is_alone else str(trace.leap)
        canvas.mark(marks.captured(side.face, side.text, text), cells.centre[trace.way[1]])


def _paint_leaps(canvas: Canvas, cells: Hexagons, position: PlayWinPosition, scene: Scene) -> None:
    """Paint the captures that must be made, or those on offer in a picker, as arcs below the pieces."""
    leaps, is_choosing = position.captures().leaps, bool(cells.named_in(scene.chosen))
    tone, clear_of_end = (Role.OPTION, _DOT) if is_choosing else (Collar.MUST, 0)
    for leap in leaps if scene.outcome is None else ():
        hunter, hunted, end = cells.named_in(leap)
        if not is_choosing:
            canvas.stamp(_hollow(_PLAIN), cells.centre[end])  # without its name, which the arc would cross
        if not is_choosing or leap in scene.options:
            arc = marks.leap(cells.offset(hunter, hunted), cells.offset(hunter, end), _COLLAR, clear_of_end, tone)
            canvas.stamp(arc, cells.centre[hunter])


def _paint_obligations(canvas: Canvas, cells: Hexagons, position: PlayWinPosition, scene: Scene) -> None:
    """Paint collars on pieces that must capture, and explain them in a free corner."""
    captures = position.captures()
    ways = [cells.named_in(leap) for leap in captures.leaps]
    for hunter in dict.fromkeys(way[0] for way in ways):
        canvas.stamp(_collar(captures.most), cells.centre[hunter])
    if ways and isinstance(position.turn, int) and not scene.is_small:
        x, y = _LEGEND
        canvas.stamp(Sprite(_numbered(captures.most)), (x + 20, y))
        side = position.side(position.turn)
        words = scene.say(
            Phrase(
                "{side} must\ncapture\n{count, plural, one {# piece} other {# pieces}}", side=side, count=captures.most
            )
        )
        for line, text in enumerate(words.splitlines(), start=1):
            canvas.write(text, (x, y + 8 + 38 * line), _WORDS, _LEGEND_WIDTH)


def _paint_options(canvas: Canvas, cells: Hexagons, position: PlayWinPosition, scene: Scene) -> None:
    for option in scene.options:
        places = cells.named_in(option)
        if option in position.captures().leaps:
            canvas.stamp(marks.target(_PIECE), cells.centre[places[1]])
        if len(places) > 1:
            canvas.stamp(marks.DOT, cells.centre[places[-1]])
    for cell in sorted({named[-1] for named in map(cells.named_in, scene.options) if named}):
        canvas.stamp(_tag(cell), cells.centre[cell])


@cache
def _hollow(look: _Look, outlined: bool = False) -> Sprite:
    """A hollow, with an outline if it is chosen or on offer."""
    ground, edge = look
    shapes: Drawing = (Circle((0, 0), _HOLLOW, edge), Circle((0, 1.5), _HOLLOW - 2.5, ground))
    if look == _CHOSEN:
        shapes += (Arc((0, 0), _HOLLOW, 8, Role.OPTION), Arc((0, 0), _HOLLOW - 3, 2.5, Role.HALO))
    elif outlined:
        shapes += (Arc((0, 0), _HOLLOW, 6, Role.OPTION),)
    return Sprite(shapes)


@cache
def _name(cell: str, ink: Tone, weight: Weight = Weight.MEDIUM) -> Sprite:
    return Sprite((Label((0, 0), cell, theme.SMALLEST_TEXT, ink, weight),))


@cache
def _tag(cell: str) -> Sprite:
    """The name of a piece on offer, on a plate over its lower edge."""
    plate = shifted(rounded(48, 32, 8), (-24, _NAME_BELOW - 16))
    name = Label((0, _NAME_BELOW), cell, theme.SMALLEST_TEXT, Role.TILE_TEXT)
    return Sprite((Polygon(plate, Role.HALO), name))


@cache
def _sign(steps: int) -> Sprite:
    """The sign of a limit, as beside a road."""
    discs = ((_SIGN, Clay.PLATE), (_SIGN - 8, Role.HALO))
    return Sprite(badge(str(steps), 34, Role.TILE_TEXT, *discs))


@cache
def _pawn(seat: Seat) -> Sprite:
    return Sprite((Shadow((3, 7), (3, 7), _PIECE - 1, blur=4, opacity=0.45), *_figure(seat)))


def _figure(seat: int) -> Drawing:
    """A pawn seen from above: a foot, a body, and a head that is round or has points."""
    tones = SIDES[seat]
    head: Drawing = (Circle((0, 0), 14, tones.line), Circle((0, 0), 12, tones.face))
    if seat == 1:
        head = (Polygon(star(20, 6, 0.55), tones.line), Polygon(star(16, 6, 0.55), tones.face))
    return (
        Circle((0, 0), _PIECE, tones.line),
        Circle((0, 0), _PIECE - 2, tones.edge),
        Circle((-0.5, -1), _PIECE - 6, tones.face),
        *head,
        Arc((0, 0), _PIECE - 7, 2.5, tones.edge if seat == 0 else tones.line, start=200, end=280),
    )


@cache
def _collar(count: int) -> Sprite:
    """The collar of a piece that must capture: a broken ring, and a badge with the number of captures."""
    ring = dashes(Arc((0, 0), _COLLAR, 7, Collar.MUST), count=6, share=0.62)
    return Sprite((*ring, *_numbered(count, at=(30, -26))))


def _numbered(count: int, at: Point = (0, 0)) -> Drawing:
    """The badge of a collar."""
    return badge(str(count), 30, Collar.MUST_TEXT, (20, Collar.MUST_TEXT), (18, Collar.MUST), at=at)


CHIPS: Final = {side: Sprite(_figure(seat)) for seat, side in enumerate(("White", "Black"))}
"""The symbols of the sides, by name."""


BOARD: Final = Board(
    PlayWinPosition,
    _paint,
    lambda _position, _scene: SIZE,
    _players,
    CHIPS,
    {side: SIDES[seat].face for seat, side in enumerate(CHIPS)},
    _areas,
    lambda _position, scene: layout(scene.is_turned).areas,
    _won_by,
    PALETTE,
    samples={"playwin": "bb.bb/bb..../..b.b../...w..w./...b...../.w....../......./w.w.w./w.w.w b -"},
    has_sides=True,
)
