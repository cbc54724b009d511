"""The picture of the chances over a match: a band for each seat, from the first decision to the last.

The bands are stacked in the order of the seats and fill the height of the picture, so with two seats their border is
the curve of the first one's chances. Each band has a colour of its own and the name of its player beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render import chart, theme
from render.canvas import Canvas
from render.chart import INKS
from render.shapes import Polygon, Stroke
from render.theme import Role, Scheme, Weight
from render.typeface import Style

_LEFT, _RIGHT = 116, 720
_TOP, _BOTTOM = 112, 446
_NAMES: Final = 744
_MARGIN: Final = 24
_BETWEEN_NAMES: Final = 36
_BETWEEN_MARKS: Final = 26
_HALF_DIGIT: Final = 8
_TITLE: Final = Style(38, Role.PLATE_TEXT)
_NAME: Final = Style(28, Role.PLATE_TEXT)
_SHARE: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM, right=True)
_MARK: Final = Style(28, Role.PLATE_TEXT, right=True)
_HALVES: Final = ((0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %"))


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances by seat at each decision, which add up to 1, under a title; `names` are by seat.

    `marks` are the indices of decisions to be marked, in order, and numbered from 1.
    """

    title: str
    names: Sequence[str]
    points: Sequence[Sequence[float]]
    marks: Sequence[int] = ()
    theme: str = Scheme.DUSK.value


def paint(shown: Chances) -> Canvas:
    """The whole picture."""
    canvas = Canvas(chart.SIZE, theme.scheme_of(shown.theme), chart.PALETTE)
    canvas.write(shown.title, (_MARGIN, 48), _TITLE, chart.SIZE[0] - 2 * _MARGIN)
    borders = [_border(shown, seat) for seat in range(len(shown.names) + 1)]
    for seat in range(len(shown.names)):
        below, above = borders[seat], borders[seat + 1]
        canvas.draw(Polygon((*below, *reversed(above)), INKS[seat]))
    ends = [(borders[seat][-1][1] + borders[seat + 1][-1][1]) // 2 for seat in range(len(shown.names))]
    for name, y in zip(shown.names, apart(ends), strict=True):
        canvas.write(name, (_NAMES, y), _NAME, chart.SIZE[0] - _MARGIN - _NAMES)
    for border in borders[1:-1]:
        canvas.draw(Stroke(tuple(border), 6, Role.CANVAS))
    marks = [_x(shown, number) for number in shown.marks]
    for x in marks:
        canvas.draw(Stroke(((x, _TOP), (x, _BOTTOM)), 4, Role.PLAIN_TEXT))
    for number, x in enumerate(beside(marks), start=1):
        canvas.write(str(number), (x, _TOP - 18), _MARK, _BETWEEN_MARKS)
    for value, text in _HALVES:
        canvas.write(text, (_LEFT - 20, _y(value)), _SHARE, _LEFT - 20)
    return canvas


def apart(places: Sequence[int]) -> list[int]:
    """The heights of names, from the bottom up: at their places, or far enough from the one below."""
    found: list[int] = []
    for number, place in enumerate(places):
        room = _TOP + _BETWEEN_NAMES * (len(places) - 1 - number)  # for the names above
        place = max(place, room)
        found.append(min(place, found[-1] - _BETWEEN_NAMES) if found else min(place, _BOTTOM))
    return found


def beside(places: Sequence[int]) -> list[int]:
    """The right ends of the numbers of marks: over their marks, or far enough from the one before."""
    found: list[int] = []
    for place in places:
        end = place + _HALF_DIGIT
        found.append(max(end, found[-1] + _BETWEEN_MARKS) if found else end)
    return found


def _border(shown: Chances, seat: int) -> list[tuple[int, int]]:
    """The upper border of the bands of all seats before `seat`."""
    return [(_x(shown, number), _y(sum(point[:seat]))) for number, point in enumerate(shown.points)]


def _x(shown: Chances, number: int) -> int:
    return round(_LEFT + (_RIGHT - _LEFT) * number / max(1, len(shown.points) - 1))


def _y(share: float) -> int:
    return round(_BOTTOM - (_BOTTOM - _TOP) * min(1.0, share))
