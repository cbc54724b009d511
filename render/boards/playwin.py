"""The picture of Play Win: discs on tiles that bear their names.

The last turn is drawn as the way of its piece, bent where it leapt. What a series captured is shown as badges in its
owner's colours, numbered in the order of the leaps. Pieces that must capture wear a collar with a badge that says how many.
"""

import math
import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from render import discs, marks, theme, tiles
from render.header import HEIGHT, Player, header
from render.hexagons import Hexagons, hexagons
from render.paint import Canvas, Sprite
from render.scene import Scene
from render.shapes import Arc, Circle, Drawing, Label, Shadow, Stroke, dashes
from render.theme import Palette, Role, Scheme, Tone
from rules.core import Seat
from rules.hexes import hex_board
from rules.playwin import PlayWinPosition

SIZE: Final = (theme.WIDTH, 1004)
"""Width and height of the picture in pixels."""

_CELL_WIDTH: Final = 106
_TOP: Final = HEIGHT + 16
_RADIUS: Final = 31
_THICKNESS: Final = 6
_FOOT: Final = -13  # pieces stand a little above the middle of their tile, to leave room for its name
_NAME: Final = (0.0, 32.0)
_MIDDLE: Final = _FOOT - _THICKNESS
_BADGE: Final = (32.0, 2.0)
_CLEAR: Final = _RADIUS + 4  # how far from the middle of a piece or a ghost a line ends
_NODE: Final = 11  # and how far from a landing on the way
_CELLS: Final = re.compile(r"[a-i][1-9]")


class Collar(Tone):
    """The colours of what marks a piece that must capture."""

    MUST = "collar, and the ground of its number"
    MUST_TEXT = "number on it"

    def code(self, scheme: Scheme) -> str:
        """The colour as `#rrggbb`."""
        return _COLOURS[scheme][self]


_DUSK: Final = {Collar.MUST: "#98101c", Collar.MUST_TEXT: "#fcfcf8"}
_NIGHT: Final = {Collar.MUST: "#7c0414", Collar.MUST_TEXT: "#fcf4f0"}
_COLOURS: Final = {Scheme.DUSK: _DUSK, Scheme.NIGHT: _NIGHT, Scheme.PAPER: _DUSK}


PALETTE: Final = Palette(
    (*Role, *Collar),
    (
        *theme.MEETINGS,
        (Role.TILE, Collar.MUST),
        (Role.LAST, Collar.MUST),
        (Role.CHOSEN, Collar.MUST),
        (Collar.MUST, Collar.MUST_TEXT),
    ),
)


@dataclass(frozen=True, slots=True)
class _Trace:
    """What the picture shows of one move: the cells from start to end, and whose piece it captured on the second."""

    way: tuple[str, ...]
    captured: Seat | None


def draw(position: PlayWinPosition, scene: Scene) -> Canvas:
    """The whole picture, from the tiles up to the marks."""
    traces = _traces(scene)
    canvas = _empty_board(scene.scheme).copy()
    header(canvas, position, scene, [_player(position, Seat(seat)) for seat in (0, 1)])
    _draw_tiles(canvas, scene, traces)
    _draw_ways(canvas, position, traces)
    _draw_pieces(canvas, position)
    _draw_captured(canvas, traces)
    if scene.outcome is None:
        _draw_obligations(canvas, position)
    _draw_options(canvas, scene)
    return canvas


@cache
def _layout() -> Hexagons:
    return hexagons(hex_board(5), theme.WIDTH // 2, _TOP, _CELL_WIDTH)


def cell_centre(cell: str) -> tuple[int, int]:
    """Where the middle of a cell is on the picture, in pixels from the upper left corner."""
    return _layout().centre[cell]


def _on_tile(cell: str) -> tuple[int, int]:
    """The middle of the face of a piece."""
    x, y = cell_centre(cell)
    return x, y + _MIDDLE


def _cells(token: str) -> tuple[str, ...]:
    """The cells that a token, whole or in part, names."""
    return tuple(cell for cell in _CELLS.findall(token) if cell in _layout().centre)


def _traces(scene: Scene) -> list[_Trace]:
    traces: list[_Trace] = []
    for step in scene.steps:
        cells = _cells(step.move)
        if isinstance(step.before, PlayWinPosition) and len(cells) > 1:
            captured = step.before.piece(cells[1]) if len(cells) > 2 else None
            traces.append(_Trace(_layout().way(*cells) if captured is None else cells, captured))
    return traces


def _player(position: PlayWinPosition, seat: Seat) -> Player:
    count = position.pieces[seat].bit_count()
    return Player(discs.chip(seat), f"{count} piece{'' if count == 1 else 's'}")


def _draw_tiles(canvas: Canvas, scene: Scene, traces: list[_Trace]) -> None:
    """Tiles that differ from those of the empty board."""
    looks = dict.fromkeys((cell for trace in traces for cell in trace.way), tiles.LAST)
    looks |= dict.fromkeys(_cells(scene.chosen), tiles.CHOSEN)
    offered = {cells[-1] for cells in map(_cells, scene.options) if cells}
    for cell in sorted(offered | looks.keys()):
        _draw_tile(canvas, cell, looks.get(cell, tiles.PLAIN), cell in offered)


def _draw_tile(canvas: Canvas, cell: str, look: tiles.Look, offered: bool) -> None:
    canvas.stamp(tiles.tile(_layout(), look, offered), cell_centre(cell))
    canvas.stamp(_name(cell), cell_centre(cell))


def _draw_ways(canvas: Canvas, position: PlayWinPosition, traces: list[_Trace]) -> None:
    """A line that bends over what was captured and points at every landing, and a ghost where it began."""
    for number, trace in enumerate(traces):
        start, *_, end = trace.way
        corner = start if trace.captured is None else trace.way[1]
        if corner != start:
            canvas.stamp(_first_half(*_layout().offset(start, corner), _NODE if number else _CLEAR), _on_tile(start))
        clear = _CLEAR if position.piece(end) is not None else _NODE
        canvas.stamp(marks.arrow(*_layout().offset(corner, end), clear), _on_tile(corner))
        if clear == _NODE:
            canvas.stamp(_node(), _on_tile(end))
    for trace in traces[:1]:
        if position.piece(trace.way[0]) is None:
            canvas.stamp(marks.ghost(_RADIUS, ""), _on_tile(trace.way[0]))


def _draw_pieces(canvas: Canvas, position: PlayWinPosition) -> None:
    for cell in reversed(_layout().board.cells):
        seat = position.piece(cell)
        if seat is not None:
            canvas.stamp(_piece(seat), cell_centre(cell))


def _draw_captured(canvas: Canvas, traces: list[_Trace]) -> None:
    captures = [(trace.way[1], discs.SIDES[trace.captured]) for trace in traces if trace.captured is not None]
    for number, (cell, side) in enumerate(captures, start=1):
        text = str(number) if len(captures) > 1 else "×1"
        canvas.stamp(marks.captured(side.face, side.text, text), _on_tile(cell))


def _draw_obligations(canvas: Canvas, position: PlayWinPosition) -> None:
    captures = position.captures()
    for cell in dict.fromkeys(move[:2] for move in captures.leaps):
        canvas.stamp(_collar(captures.most), _on_tile(cell))


def _draw_options(canvas: Canvas, scene: Scene) -> None:
    for option in scene.options:
        cells = _cells(option)
        if len(cells) == 3:
            _, over, end = cells
            canvas.stamp(_link(*_layout().offset(over, end)), _on_tile(over))
            canvas.stamp(marks.target(_RADIUS), _on_tile(over))
        if len(cells) > 1:
            canvas.stamp(marks.dot(), _on_tile(cells[-1]))


@cache
def _empty_board(scheme: Scheme) -> Canvas:
    canvas = Canvas(SIZE, scheme, PALETTE)
    for cell in _layout().centre:
        _draw_tile(canvas, cell, tiles.PLAIN, offered=False)
    return canvas


@cache
def _name(cell: str) -> Sprite:
    return Sprite((Label(_NAME, cell, 28, Role.TILE_TEXT),))


@cache
def _piece(seat: int) -> Sprite:
    shadow: Drawing = (Shadow((3, _FOOT + 4), (3, _FOOT + 4), _RADIUS, blur=4, opacity=0.4),)
    disc = discs.disc(seat, (0, _FOOT), _RADIUS, _THICKNESS)
    return Sprite(shadow + disc + discs.emblem(seat, (0, _MIDDLE), _RADIUS))


@cache
def _collar(count: int) -> Sprite:
    """What a piece that must capture wears: a broken ring, and a badge with the number of captures."""
    ring = dashes(Arc((0, 0), _RADIUS + 8, 7, Collar.MUST), count=6, share=0.62)
    badge = (Circle(_BADGE, 20, Collar.MUST_TEXT), Circle(_BADGE, 18, Collar.MUST))
    return Sprite((*ring, *badge, Label(_BADGE, str(count), 30, Collar.MUST_TEXT)))


@cache
def _first_half(across: int, down: int, clear: int) -> Sprite:
    """A leap up to its bend; `clear` pixels are left out where it starts."""
    share = clear / math.hypot(across, down)
    return Sprite((Stroke(((across * share, down * share), (across, down)), 8, Role.PATH),))


@cache
def _node() -> Sprite:
    """A landing on the way."""
    return Sprite((Circle((0, 0), 9, Role.PATH),))


@cache
def _link(across: int, down: int) -> Sprite:
    """A line from the ring around a piece on offer to the cell where its capture would land."""
    share = _CLEAR / math.hypot(across, down)
    ends = ((across * share, down * share), (across, down))
    return Sprite((Stroke(ends, 14, Role.HALO), Stroke(ends, 8, Role.OPTION)))
