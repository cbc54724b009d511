"""The picture of Play Win: discs on tiles with their names.

Lines show the paths of pieces in the last turns, with a bend at each leap. Badges in the loser's colours show the
pieces that a series captured, numbered in the order of the leaps. Pieces that must capture have a collar with the
number of captures, which words in a corner explain. From Black's side the board is turned round.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Final

from render import discs, marks, theme
from render.board import Board
from render.canvas import Canvas, Piece
from render.header import HEIGHT, Player
from render.hexagons import Hexagons
from render.raster import Sprite
from render.scene import Scene
from render.shapes import Arc, Area, Circle, Drawing, Point, Shadow, Stroke, badge, dashes, mean, nearer
from render.theme import Palette, Role, Tones, joined
from render.tiles import Tiles
from render.typeface import Style
from rules.core import Phrase, Seat
from rules.playwin import PlayWinPosition

_TILES: Final = Tiles(5, width=108, top=HEIGHT + 16, height=1018, name_down=34)
layout = _TILES.layout

SIZE: Final = (theme.WIDTH, _TILES.height)
"""Width and height of the picture in pixels."""

_RADIUS: Final = 32
_THICKNESS: Final = 6
_FOOT: Final = -13  # pixels: pieces are above the middle of their tile, to leave space for its name
_MIDDLE: Final = _FOOT - _THICKNESS
_CLEAR: Final = _RADIUS + 4  # pixels from the end of a line to the middle of a piece or a ghost
_COLLAR: Final = _RADIUS + 8
_NODE: Final = 11  # pixels from the end of a line to an intermediate landing cell
_LEGEND: Final = (24, 868)  # the upper left corner of the words about captures
_LEGEND_WIDTH: Final = 210
_WORDS: Final = Style(30, Role.PLATE_TEXT)
_LANDING: Final = Sprite((Circle((0, 0), 9, Role.PATH),))


class Collar(Tones):
    """The colours of collars on pieces that must capture."""

    MUST = "collar, and the ground of its number", "#98101c", "#7c0414"
    MUST_TEXT = "number on it", "#fcfcf8", "#fcf4f0"


PALETTE: Final = joined(
    theme.PALETTE,
    Palette(
        tuple(Collar),
        (*((tile, Collar.MUST) for tile in (Role.TILE, Role.LAST, Role.CHOSEN)), (Collar.MUST, Collar.MUST_TEXT)),
    ),
)


@dataclass(frozen=True, slots=True)
class _Trace:
    """The trace of one move: the cells from start to end, and the seat of the piece that it captured on the second.

    `leap` is its number in a series, 1 for the first move of a piece.
    """

    way: tuple[str, ...]
    captured: Seat | None
    leap: int


def _paint(position: PlayWinPosition, scene: Scene) -> Canvas:
    """The picture, from the tiles up to the marks."""
    cells, traces = _TILES.layout(scene.is_turned), _traces(scene)
    canvas = _TILES.empty(scene.scheme, PALETTE, turned=scene.is_turned)
    _TILES.paint_marked(canvas, scene, (cell for trace in traces for cell in trace.way))
    _paint_ways(canvas, cells, position, traces)
    _paint_pieces(canvas, cells, position)
    _paint_captured(canvas, cells, traces)
    if scene.outcome is None:
        _paint_obligations(canvas, cells, position, scene)
    _paint_options(canvas, cells, scene)
    return canvas


def _areas(_position: PlayWinPosition, scene: Scene) -> Mapping[str, Area]:
    """The tile that each option leads to. Two captures landing on the same tile have the halves near their victims."""
    cells = {option: named for option in scene.options if (named := _TILES.cells_in(option))}
    tiles = layout(scene.is_turned)
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
    """The loser's pieces, none of which can move, or else the winner's, which are the only ones."""
    owners = {cell: owner for cell in layout().centre if (owner := position.piece(cell)) is not None}
    return [cell for cell, owner in owners.items() if owner != seat] or [*owners]


def _on_tile(cells: Hexagons, cell: str) -> tuple[int, int]:
    """The middle of the face of a piece."""
    x, y = cells.centre[cell]
    return x, y + _MIDDLE


def _traces(scene: Scene) -> list[_Trace]:
    traces: list[_Trace] = []
    for step in scene.steps:
        places = _TILES.cells_in(step.move)
        if isinstance(step.before, PlayWinPosition) and len(places) > 1:
            captured = step.before.piece(places[1]) if len(places) > 2 else None
            way = places if captured is not None else _TILES.layout().way(*places)
            goes_on = bool(traces) and traces[-1].way[-1] == way[0]
            traces.append(_Trace(way, captured, traces[-1].leap + 1 if goes_on else 1))
    return traces


def _players(position: PlayWinPosition) -> list[Player]:
    counts = (Phrase("{count:# piece|# pieces}", count=pieces.bit_count()) for pieces in position.pieces)
    return [Player(chip, count) for chip, count in zip(discs.CHIPS.values(), counts, strict=True)]


def _paint_ways(canvas: Canvas, cells: Hexagons, position: PlayWinPosition, traces: list[_Trace]) -> None:
    """Paint a line that bends over captured pieces and points at each landing cell, and a ghost at its start."""
    for trace in traces:
        start, *_, end = trace.way
        corner = start if trace.captured is None else trace.way[1]
        if corner != start:
            canvas.stamp(
                _first_half(*cells.offset(start, corner), _CLEAR if trace.leap == 1 else _NODE), _on_tile(cells, start)
            )
        clear = _CLEAR if position.piece(end) is not None else _NODE
        worn = _COLLAR + 3 if trace is traces[-1] and position.captures().leaps else 0
        canvas.stamp(marks.arrow(*cells.offset(corner, end), clear, worn), _on_tile(cells, corner))
        if clear == _NODE:
            canvas.stamp(_LANDING, _on_tile(cells, end))
    for trace in traces:
        if trace.leap == 1 and position.piece(trace.way[0]) is None:
            canvas.stamp(marks.ghost(_RADIUS, ""), _on_tile(cells, trace.way[0]))


def _paint_pieces(canvas: Canvas, cells: Hexagons, position: PlayWinPosition) -> None:
    for cell in cells.from_the_back():
        seat = position.piece(cell)
        if seat is not None:
            canvas.stamp(_piece(seat), cells.centre[cell], Piece(cell, seat))


def _paint_captured(canvas: Canvas, cells: Hexagons, traces: list[_Trace]) -> None:
    for trace, following in zip_longest(traces, traces[1:]):
        if trace.captured is None:
            continue
        side = discs.SIDES[trace.captured]
        is_alone = trace.leap == 1 and (following is None or following.leap == 1)
        text = "×1" if is_alone else str(trace.leap)
        canvas.stamp(marks.captured(side.face, side.text, text), _on_tile(cells, trace.way[1]))


def _paint_obligations(canvas: Canvas, cells: Hexagons, position: PlayWinPosition, scene: Scene) -> None:
    """Paint collars on pieces that must capture, and explain them in a free corner."""
    captures = position.captures()
    for cell in dict.fromkeys(move[:2] for move in captures.leaps):
        canvas.stamp(_collar(captures.most), _on_tile(cells, cell))
    if captures.leaps and isinstance(position.turn, int):
        x, y = _LEGEND
        canvas.stamp(Sprite(_numbered(captures.most)), (x + 20, y))
        side = position.side(position.turn)
        words = scene.say(Phrase("{side} must\ncapture\n{count:# piece|# pieces}", side=side, count=captures.most))
        for line, text in enumerate(words.splitlines(), start=1):
            canvas.write(text, (x, y + 10 + 40 * line), _WORDS, _LEGEND_WIDTH)


def _paint_options(canvas: Canvas, cells: Hexagons, scene: Scene) -> None:
    for option in scene.options:
        places = _TILES.cells_in(option)
        if len(places) == 3 and places[1] != places[2]:
            _, over, end = places
            canvas.stamp(_link(*cells.offset(over, end)), _on_tile(cells, over))
            canvas.stamp(marks.target(_RADIUS), _on_tile(cells, over))
        if len(places) > 1:
            canvas.stamp(marks.DOT, _on_tile(cells, places[-1]))


@cache
def _piece(seat: int) -> Sprite:
    shadow: Drawing = (Shadow((3, _FOOT + 4), (3, _FOOT + 4), _RADIUS, blur=4, opacity=0.4),)
    disc = discs.disc(seat, (0, _FOOT), _RADIUS, _THICKNESS)
    return Sprite(shadow + disc + discs.emblem(seat, (0, _MIDDLE), _RADIUS))


@cache
def _collar(count: int) -> Sprite:
    """The collar of a piece that must capture: a broken ring, and a badge with the number of captures."""
    ring = dashes(Arc((0, 0), _COLLAR, 7, Collar.MUST), count=6, share=0.62)
    return Sprite((*ring, *_numbered(count, at=(33, 20))))


def _numbered(count: int, at: Point = (0, 0)) -> Drawing:
    """The badge of a collar."""
    return badge(str(count), 30, Collar.MUST_TEXT, (20, Collar.MUST_TEXT), (18, Collar.MUST), at=at)


@cache
def _first_half(across: int, down: int, clear: int) -> Sprite:
    """The line of a leap up to its bend, beginning `clear` pixels after its start."""
    share = clear / math.hypot(across, down)
    return Sprite((Stroke(((across * share, down * share), (across, down)), 8, Role.PATH),))


@cache
def _link(across: int, down: int) -> Sprite:
    """A line from the ring around a piece on offer to the cell where its capture would land."""
    share = _CLEAR / math.hypot(across, down)
    ends = ((across * share, down * share), (across, down))
    return Sprite((Stroke(ends, 14, Role.HALO), Stroke(ends, 8, Role.OPTION)))


BOARD: Final = Board(
    PlayWinPosition,
    _paint,
    _players,
    discs.CHIPS,
    discs.TONES,
    _areas,
    lambda _position, scene: layout(scene.is_turned).areas,
    _won_by,
    PALETTE,
    samples={"playwin": "bb.bb/bb..../..b.b../...w..w./...b...../.w....../......./w.w.w./w.w.w b -"},
    has_sides=True,
)
