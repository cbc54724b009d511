"""The picture of Furl: discs and stacks on tiles with their names.

A stack shows each of its discs as a band, and its height as a number. White's discs have a thin ring, Black's a notched
rim. Row g has an edge in White's colour and row a has a dashed edge in Black's on a light line, each with a word: the
player who reaches it wins. From Black's side the board is turned round.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot
from typing import Final

from render import marks, theme
from render.board import Board
from render.canvas import EMPTY_KEPT, Canvas, Piece
from render.discs import CHIPS, SIDES, TONES, disc, emblem
from render.header import Player
from render.hexagons import Hexagons
from render.raster import Sprite
from render.scene import Scene
from render.shapes import Area, Circle, Drawing, Label, Point, Shadow, Stroke
from render.theme import Role, Scheme, Weight
from render.tiles import Tiles
from render.typeface import Style
from rules.core import Outcome, Phrase, Seat, message
from rules.furl import FurlPosition

_TILES: Final = Tiles(4, width=138, top=20, height=922, name_down=49)
layout = _TILES.layout

SIZE: Final = (theme.WIDTH, _TILES.height)
"""Width and height of the board in pixels."""

_RADIUS: Final = 43
_LAYER: Final = 7  # pixels between one disc of a stack and the next
_FOOT: Final = -12  # pixels: pieces are above the middle of their tile, to leave space for its name
_GOALS: Final = ("g", "a")
_GOAL_NAMES: Final = (message("White's goal"), message("Black's goal"))
_GOAL: Final = Style(theme.SMALLEST_TEXT, Role.PLAIN_TEXT, Weight.MEDIUM)

_Piece = tuple[Seat, int]


@dataclass(frozen=True, slots=True)
class _MoveTrace:
    """The trace of a move: the cells along it, the position before it, and the captured piece."""

    way: tuple[str, ...]
    before: FurlPosition
    captured: _Piece | None


def _paint(position: FurlPosition, scene: Scene) -> Canvas:
    """The picture, from the tiles up to the marks."""
    cells = _TILES.layout(scene.is_turned)
    traces = _traces(cells, scene)
    canvas = _empty_board(scene.scheme, scene.is_turned).copy()
    for row, goal in zip(_GOALS, _GOAL_NAMES, strict=True) if not scene.is_small else ():
        x, y = map(round, _edge(cells, row)[-1])
        canvas.write(scene.say(goal), (x + 16, y), _GOAL, SIZE[0] - x - 16)
    pieces = {cell: piece for cell in cells.from_the_back() if (piece := position.piece(cell)) is not None}
    _TILES.paint_marked(canvas, scene, (cell for trace in traces for cell in trace.way))
    for trace in traces:
        _paint_way(canvas, cells, position, trace)
    ways = {option: cells.way(*ends) for option in scene.options if len(ends := cells.named_in(option)) == 2}
    for start, *_between, end in ways.values():
        if start != end:
            canvas.stamp(_reach(*cells.offset(start, end)), _on_tile(cells, start))
    _paint_pieces(canvas, cells, pieces, position.outcome())
    for trace in traces:
        _paint_captured(canvas, cells, trace)
    _paint_options(canvas, cells, position, ways)
    return canvas


def _areas(_position: FurlPosition, scene: Scene) -> Mapping[str, Area]:
    """The tile that each option leads to."""
    cells = {option: layout().named_in(option) for option in scene.options}
    return {option: layout(scene.is_turned).area(named[-1]) for option, named in cells.items() if named}


def _won_by(position: FurlPosition, seat: Seat) -> Collection[str]:
    """The winner's pieces: those on the far row, or else all of them."""
    owners = {cell: piece[0] for cell in layout().centre if (piece := position.piece(cell)) is not None}
    arrived = [cell for cell, owner in owners.items() if owner == seat and cell[0] == _GOALS[seat]]
    return arrived or [cell for cell, owner in owners.items() if owner == seat]


def _on_tile(cells: Hexagons, cell: str, height: int = 1) -> tuple[int, int]:
    """The middle of the upper face of a piece."""
    x, y = cells.centre[cell]
    return x, y + _FOOT - height * _LAYER


def _traces(cells: Hexagons, scene: Scene) -> list[_MoveTrace]:
    traces: list[_MoveTrace] = []
    for step in scene.steps:
        ends = layout().named_in(step.move)
        if isinstance(step.before, FurlPosition) and len(ends) == 2:
            captured = step.before.piece(ends[1]) if "x" in step.move else None
            traces.append(_MoveTrace(cells.way(*ends), step.before, captured))
    return traces


def _players(position: FurlPosition) -> list[Player]:
    pieces = [piece for cell in _TILES.layout().centre if (piece := position.piece(cell)) is not None]
    return [
        Player(
            chip,
            Phrase(
                "{count, plural, one {# disc} other {# discs}}",
                count=sum(height for owner, height in pieces if owner == seat),
            ),
        )
        for seat, chip in enumerate(CHIPS.values())
    ]


def _paint_way(canvas: Canvas, cells: Hexagons, position: FurlPosition, trace: _MoveTrace) -> None:
    """Paint an arrow along the move, and ghosts of pieces on the cells that it emptied."""
    start, end = trace.way[0], trace.way[-1]
    across, down = cells.offset(start, end)
    piece = position.piece(end)
    if piece and down > 0:  # the arrow comes from behind, where a high stack would hide its head
        down -= (piece[1] - 1) * _LAYER
    canvas.mark(marks.arrow(across, down, _RADIUS + 4), _on_tile(cells, start))
    for cell in trace.way:
        piece = trace.before.piece(cell)
        if piece and position.piece(cell) is None:
            canvas.mark(marks.ghost(_RADIUS, _number(piece[1])), _on_tile(cells, cell))


def _paint_pieces(canvas: Canvas, cells: Hexagons, pieces: Mapping[str, _Piece], outcome: Outcome | None) -> None:
    """Paint the pieces, from the back to the front."""
    for cell, (seat, height) in pieces.items():
        canvas.stamp(_stack(seat, height), cells.centre[cell], Piece(cell, seat, height))
        if outcome and outcome.places[seat] == 1 and cell[0] == _GOALS[seat]:
            x, y = _on_tile(cells, cell, height)
            canvas.stamp(marks.WINNER, (x + 30, y - 28) if height > 1 else (x, y))


def _paint_captured(canvas: Canvas, cells: Hexagons, trace: _MoveTrace) -> None:
    """Paint a badge on the capturing disc, on the side away from the arrow."""
    if trace.captured is None:
        return
    seat, height = trace.captured
    across, _ = cells.offset(trace.way[0], trace.way[-1])
    x, y = cells.centre[trace.way[-1]]
    badge = marks.captured(SIDES[seat].face, SIDES[seat].text, f"×{height}")
    canvas.mark(badge, (x + (42 if across > 0 else -42), y + 6))


def _paint_options(
    canvas: Canvas, cells: Hexagons, position: FurlPosition, ways: Mapping[str, tuple[str, ...]]
) -> None:
    """Paint the discs that a stack would leave on the way of each option, and where it ends."""
    for option, (start, *between, end) in ways.items():
        stack, piece = position.piece(start), position.piece(end)
        if stack is not None and "<" not in option:
            for cell in between:
                canvas.stamp(_left_behind(stack[0]), _on_tile(cells, cell))
        mark = marks.target(_RADIUS) if "x" in option else marks.DOT
        canvas.stamp(mark, _on_tile(cells, end, piece[1] if piece else 1))


@cache
def _reach(across: int, down: int) -> Sprite:
    """A line from the edge of a piece on offer to the end of its move, below the pieces and their numbers."""
    share = (_RADIUS + 4) / hypot(across, down)
    ends = ((across * share, down * share), (across, down))
    return Sprite((Stroke(ends, 13, Role.HALO), Stroke(ends, 7, Role.OPTION)))


@cache
def _left_behind(seat: Seat) -> Sprite:
    """A disc that an unfurling stack would leave on its way."""
    rims = (Circle((0, 0), 27, Role.HALO), Circle((0, 0), 23, Role.OPTION))
    return Sprite((*rims, *disc(seat, (0, 1), 18, 3), *emblem(seat, (0, -2), 18)))


@lru_cache(maxsize=EMPTY_KEPT)
def _empty_board(scheme: Scheme, turned: bool) -> Canvas:
    canvas, cells = _TILES.empty(scheme, theme.PALETTE, turned=turned), _TILES.layout(turned)
    white, black = (_edge(cells, row) for row in _GOALS)
    canvas.stamp(Sprite((Stroke(white, 11, Role.WHITE_LINE), Stroke(white, 8, Role.GOAL_WHITE))), (0, 0))
    ground = Stroke(black, 11, Role.BLACK_LINE)
    canvas.stamp(Sprite((ground, *_dashed(black, 8, Role.GOAL_BLACK))), (0, 0))
    return canvas


def _edge(cells: Hexagons, row: str) -> tuple[Point, ...]:
    """The zigzag just outside the highest or the lowest row."""
    half, reach = cells.width / 2, cells.reach
    middles = sorted(centre for cell, centre in cells.centre.items() if cell[0] == row)
    way = -1 if middles[0][1] < SIZE[1] // 2 else 1
    tips = [(x, y + way * (reach + 12)) for x, y in middles]
    hollows = [
        (x - half, y + way * (reach / 2 + 12)) for x, y in (*middles, (middles[-1][0] + 2 * half, middles[0][1]))
    ]
    return (*(point for pair in zip(hollows, tips, strict=False) for point in pair), hollows[-1])


def _dashed(points: tuple[Point, ...], width: float, colour: Role) -> Drawing:
    """A broken line: three dashes a segment."""
    return tuple(
        Stroke(tuple((x + (to_x - x) * share, y + (to_y - y) * share) for share in (first, first + 0.2)), width, colour)
        for (x, y), (to_x, to_y) in pairwise(points)
        for first in (0.07, 0.4, 0.73)
    )


@cache
def _stack(seat: int, height: int) -> Sprite:
    lean = (height - 1) * _LAYER
    shapes: Drawing = (Shadow((3, _FOOT + 5), (3, _FOOT + 5 - lean), _RADIUS, blur=4, opacity=0.4),)
    for number in range(height):
        shapes += disc(seat, (0, _FOOT - number * _LAYER), _RADIUS, _LAYER)
    top = (0.0, float(_FOOT - height * _LAYER))
    shapes += emblem(seat, top, _RADIUS)
    if height > 1:
        shapes += (Label(top, _number(height), 46, SIDES[seat].text),)
    return Sprite(shapes)


def _number(height: int) -> str:
    """The number on a piece; empty for a single disc."""
    return str(height) if height > 1 else ""


BOARD: Final = Board(
    FurlPosition,
    _paint,
    lambda _position, _scene: SIZE,
    _players,
    CHIPS,
    TONES,
    _areas,
    lambda _position, scene: layout(scene.is_turned).areas,
    _won_by,
    theme.PALETTE,
    samples={"furl": "bb2.b/bbb../bbbb2bb2/......./ww..ww2/.w2w2w2./w2ww. w"},
    has_sides=True,
)
