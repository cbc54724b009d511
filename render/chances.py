"""The picture of the chances over a match: a band for each seat, from the first decision to the last.

The bands are stacked in the order of the seats and fill the height of the picture, so with two seats the border between
them is the curve of the first seat's chances. Each band has the colour of its side and the name of its player beside
it.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from render import chart, theme
from render.boards import board_of
from render.canvas import Canvas
from render.chart import INKS, NAME, TITLE, VALUE
from render.raster import Sprite
from render.shapes import Label, Polygon, Stroke, rectangle
from render.theme import Palette, Role, Scheme, Tone, Weight, joined, meeting
from render.typeface import Style, boxes, wrapped
from rules.core import Position, Seat

SIZE: Final = chart.SIZE
"""Width and height of the picture in pixels."""

_LEFT, _RIGHT = 116, 700
_TOP, _BOTTOM = 112, 446
_CHIPS: Final = 748  # the x of the symbols of sides
_NAMES: Final = 790
_MARGIN: Final = 24
_BETWEEN_NAMES: Final = 68
_BETWEEN_MARKS: Final = 26
_HALF_DIGIT: Final = 8
_MOST_TICKS: Final = 6
_BETWEEN_TICKS: Final = 0.12  # of the width, at least
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MARK: Final = Style(28, Role.PLATE_TEXT, right=True)
_HALVES: Final = ((0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %"))


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances by seat at each decision, which add up to 1, under a title; `names` are by seat.

    `marks` are the indices of decisions to mark, in order, and numbered from 1 if there are several. `numbers` are the
    move numbers of the decisions, in increasing order; without them, decisions are counted. `position` gives the sides
    and their colours. `axis` is the word before the numbers of moves.
    """

    title: str
    names: Sequence[str]
    points: Sequence[Sequence[float]]
    marks: Sequence[int] = ()
    theme: str = Scheme.DUSK.value
    numbers: Sequence[int] = ()
    position: Position | None = None
    axis: str = "move:"


class _Frame(NamedTuple):
    """The box of the bands in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    def x(self, shown: Chances, number: int) -> int:
        """The place of a decision."""
        return round(self.left + (self.right - self.left) * number / max(1, len(shown.points) - 1))

    def y(self, share: float) -> int:
        """The place of a share."""
        return round(self.bottom - (self.bottom - self.top) * min(1.0, share))


_FRAME: Final = _Frame(_LEFT, _TOP, _RIGHT, _BOTTOM)


@dataclass(frozen=True, slots=True)
class _Side:
    """The colour of a band, and the symbol beside it if the side is settled."""

    tone: Tone
    chip: Sprite | None


def paint(shown: Chances) -> Canvas:
    """The whole picture."""
    canvas = Canvas(SIZE, theme.scheme_of(shown.theme), palette(shown.position))
    draw(canvas, shown, 0)
    return canvas


def palette(position: Position | None) -> Palette:
    """The colours of the picture: those of charts, or those of a board with the colours of its sides."""
    board = None if position is None else board_of(position)
    if board is None:
        return chart.PALETTE
    return joined(board.palette, Palette((), meeting(Role.CANVAS, Role.PLATE_TEXT, *board.tones.values())))


def draw(canvas: Canvas, shown: Chances, down: int) -> None:
    """Paint the picture on a canvas with its `palette`, moved down by `down` pixels."""
    canvas.write(shown.title, (_MARGIN, 48 + down), TITLE, SIZE[0] - 2 * _MARGIN)
    sides = [_side(shown, seat) for seat in range(len(shown.names))]
    frame = _Frame(_LEFT, _TOP + down, _RIGHT, _BOTTOM + down)
    _draw_bands(canvas, shown, frame)
    last = shown.points[-1]
    ends = [_FRAME.y((sum(last[:seat]) + sum(last[: seat + 1])) / 2) for seat in range(len(sides))]
    for side, name, y in zip(sides, shown.names, apart(ends), strict=True):
        if side.chip is not None:
            canvas.stamp(side.chip, (_CHIPS, y + down))
        room = SIZE[0] - _MARGIN // 2 - _NAMES
        lines = wrapped(boxes(name) or name, NAME, room)[:2]
        for number, line in enumerate(lines):
            canvas.write(line, (_NAMES, y + down + 32 * number - 16 * (len(lines) - 1)), NAME, room)
    for value, text in _HALVES:
        canvas.write(text, (_LEFT - 20, frame.y(value)), VALUE, _LEFT - 20)
    canvas.write(shown.axis, (_LEFT - 20, 488 + down), VALUE, _LEFT - 20)
    for index, number in ticks(shown.numbers or range(1, len(shown.points) + 1)):
        x = frame.x(shown, index)
        canvas.draw(Stroke(((0, 0), (0, 8)), 2, Role.PLAIN_TEXT), (x, _BOTTOM + 6 + down))
        canvas.draw(Label((0, 0), str(number), 28, Role.PLAIN_TEXT, Weight.MEDIUM), (x, 488 + down))


def draw_alone(canvas: Canvas, shown: Chances, left: int, top: int, size: tuple[int, int]) -> None:
    """Paint the title and the bands alone, for a place that names the players itself, in a size of at least 200 pixels."""
    width, height = size
    canvas.write(shown.title, (left, top + 20), TITLE, width)
    _draw_bands(canvas, shown, _Frame(left, top + (84 if len(shown.marks) > 1 else 50), left + width - 2, top + height))


def _draw_bands(canvas: Canvas, shown: Chances, frame: _Frame) -> None:
    """Paint the bands, with a line around them and between each two, and the numbered marks."""
    seats, height = range(len(shown.names)), frame.bottom - frame.top
    borders = [_border(shown, frame, seat) for seat in (*seats, len(seats))]
    for seat, below, above in zip(seats, borders, borders[1:], strict=False):
        canvas.draw(Polygon((*below, *reversed(above)), _side(shown, seat).tone))
    for border in borders[1:-1]:
        canvas.draw(Stroke(tuple(border), 6, Role.CANVAS))
    edge = rectangle(frame.left - 2, frame.top - 2, frame.right + 2, frame.bottom + 2)
    canvas.draw(Stroke((*edge, edge[0]), 2, Role.PLAIN_TEXT))
    marks = [frame.x(shown, number) for number in shown.marks]
    for x in marks:
        canvas.draw(Stroke(((0, 0), (0, height)), 8, Role.CANVAS), (x, frame.top))
        canvas.draw(Stroke(((0, 0), (0, height)), 4, Role.PLATE_TEXT), (x, frame.top))
    for number, x in enumerate(beside(marks) if len(marks) > 1 else (), start=1):
        canvas.write(str(number), (x, frame.top - 18), _MARK, _BETWEEN_MARKS)


def _side(shown: Chances, seat: int) -> _Side:
    """The side of a seat; with an ink of charts if the game has not settled it."""
    board = None if shown.position is None else board_of(shown.position)
    name = "" if shown.position is None else shown.position.side(Seat(seat))
    if board is None or name not in board.tones:
        return _Side(INKS[seat], None)
    return _Side(board.tones[name], board.chips[name])


def colours(position: Position, seats: int) -> Sequence[str]:
    """The colours of the bands by seat, as CSS writes them."""
    shown = Chances("", [""] * seats, (), position=position)
    return ["#{:02x}{:02x}{:02x}".format(*theme.colour(_side(shown, seat).tone)[:3]) for seat in range(seats)]


def ticks(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """The indices and numbers of the moves labelled on the axis: the first one, and those at multiples of a round number.

    Where moves without a decision are left out, several of these may fall together: the first of them is labelled.
    """
    most = numbers[-1]
    step = next((step for step in _STEPS if most // step < _MOST_TICKS), most)
    named = [numbers[0], *(number for number in range(step, most + 1, step) if number - numbers[0] > step // 2)]
    found, gap = list[tuple[int, int]](), _BETWEEN_TICKS * (len(numbers) - 1)
    for index in (bisect_left(numbers, number) for number in named):
        if not found or index - found[-1][0] >= gap:
            found.append((index, numbers[index]))
    return found


def apart(places: Sequence[int]) -> list[int]:
    """The heights of names, from the bottom up, moved where needed to keep their distance from the name below."""
    found: list[int] = []
    for number, place in enumerate(places):
        room = _TOP + _BETWEEN_NAMES * (len(places) - 1 - number)  # space for the names above
        place = max(place, room)
        found.append(min(place, found[-1] - _BETWEEN_NAMES) if found else min(place, _BOTTOM))
    return found


def beside(places: Sequence[int]) -> list[int]:
    """The right ends of the numbers over marks, moved where needed to keep their distance from the number before."""
    found: list[int] = []
    for place in places:
        end = place + _HALF_DIGIT
        found.append(max(end, found[-1] + _BETWEEN_MARKS) if found else end)
    return found


def _border(shown: Chances, frame: _Frame, seat: int) -> list[tuple[int, int]]:
    """The upper border of the bands of all seats before `seat`."""
    return [(frame.x(shown, number), frame.y(sum(point[:seat]))) for number, point in enumerate(shown.points)]
