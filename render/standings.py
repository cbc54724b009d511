"""The picture of a table of results: one line per player, the best first, with arrows for promotion or relegation.

A rule separates the players who move from those who stay.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from render import theme
from render.canvas import Canvas
from render.shapes import Polygon, Stroke, rounded
from render.theme import Palette, Role, Scheme, Weight, meeting
from render.typeface import Style

_MARGIN: Final = 24
_TITLE_HEIGHT: Final = 84
_HEADING_HEIGHT: Final = 52
_ROW_HEIGHT: Final = 68
_PLACE: Final = 76  # the right end of the place numbers
_ARROW: Final = 104
_NAME: Final = 130
_CELL: Final = 140  # the width of a column
_GAP: Final = 12
CELL_ROOM: Final = _CELL - _GAP  # for a heading in any language
_SHORTEST: Final = 100  # space for a cell beside a long name
_TITLE: Final = Style(42, Role.PLATE_TEXT)
HEADING: Final = Style(30, Role.PLAIN_TEXT, Weight.MEDIUM, right=True)
_STRONG: Final = Style(36, Role.PLATE_TEXT)
_PLAIN: Final = Style(36, Role.PLAIN_TEXT, Weight.MEDIUM)

_ROLES: Final = (Role.CANVAS, Role.PLATE, Role.PLATE_TEXT, Role.PLAIN_TEXT)
PALETTE: Final = Palette(_ROLES, (*meeting(*_ROLES), *meeting(Role.PLATE, Role.PLATE_TEXT, Role.PLAIN_TEXT)))


@dataclass(frozen=True, slots=True)
class ResultLine:
    """The line of a player: the place as text, the name, and the text of each column.

    `move` is 1 for an arrow up, -1 for an arrow down. `is_faint` means that the player has dropped out, `is_marked`
    that the player is looking at the table.
    """

    place: str
    name: str
    cells: tuple[str, ...]
    move: int = 0
    is_faint: bool = False
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Lines under a title and the headings of at most four columns, in the colours of `theme`, a key as in a `Scene`.

    Characters that no typeface can show are left out, and texts are cut to the available space.
    """

    title: str
    headings: tuple[str, ...]
    lines: Sequence[ResultLine]
    theme: str = Scheme.DUSK.value


def paint(table: ResultTable) -> Canvas:
    """The whole picture, as wide as a board; the number of lines decides its height."""
    top = _TITLE_HEIGHT + _HEADING_HEIGHT
    size = (theme.WIDTH, top + _ROW_HEIGHT * len(table.lines) + _MARGIN)
    canvas = Canvas(size, theme.scheme_of(table.theme), PALETTE)
    canvas.write(table.title, (_MARGIN, _TITLE_HEIGHT // 2 + 4), _TITLE, theme.WIDTH - 2 * _MARGIN)
    for column, heading in zip(_columns(table), table.headings, strict=True):
        canvas.write(heading, (column, _TITLE_HEIGHT + 20), HEADING, CELL_ROOM)
    for number, line in enumerate(table.lines):
        _paint_line(canvas, table, line, top + _ROW_HEIGHT * number)
    for number, (above, below) in enumerate(pairwise(table.lines), start=1):
        is_border = (above.move > 0 and below.move <= 0) or (above.move >= 0 and below.move < 0)
        width, tone = (3, Role.PLAIN_TEXT) if is_border else (1, Role.PLATE)
        line = Stroke(((0, 0), (theme.WIDTH - 2 * _MARGIN, 0)), width, tone)
        canvas.draw(line, (_MARGIN, top + _ROW_HEIGHT * number))
    return canvas


def _columns(table: ResultTable) -> Sequence[int]:
    """The right ends of the columns."""
    count = len(table.headings)
    return [theme.WIDTH - _MARGIN - _GAP - _CELL * (count - 1 - index) for index in range(count)]


def _paint_line(canvas: Canvas, table: ResultTable, line: ResultLine, top: int) -> None:
    middle = top + _ROW_HEIGHT // 2
    if line.is_marked:
        plate = Polygon(rounded(theme.WIDTH - 2 * _MARGIN, _ROW_HEIGHT - 4, 10), Role.PLATE)
        canvas.draw(plate, (_MARGIN, top + 2))
    name = _PLAIN if line.is_faint else _STRONG
    number = replace(name, right=True)
    canvas.write(line.place, (_PLACE, middle), number, _PLACE - _GAP)
    if line.move:
        tip, base = (-11, 9) if line.move > 0 else (11, -9)
        canvas.draw(Polygon(((0, tip), (13, base), (-13, base)), name.colour), (_ARROW, middle))
    columns = _columns(table)
    room = (columns[0] if columns else theme.WIDTH - _MARGIN) - _SHORTEST - _NAME
    canvas.write(line.name, (_NAME, middle), name, room)
    for column, cell in zip(columns, line.cells, strict=True):
        canvas.write(cell, (column, middle), number, CELL_ROOM)
