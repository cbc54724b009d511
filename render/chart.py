"""The picture of ratings over time: a line for each game, with the game's name and the latest rating at its end.

Each line has its own colour and shape of marker. After its last point it continues as a thin line, because a rating
holds until the next match. Dates are in UTC.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from render import axes, theme, typeface
from render.axes import Span, rating_ticks, time_ticks
from render.canvas import Canvas
from render.shapes import Circle, Polygon, Stroke, square_corners, star
from render.theme import Palette, Role, Scheme, Tones, Weight, meeting
from render.typeface import Style

SIZE: Final = (theme.WIDTH, 520)
"""Width and height of the picture in pixels."""

TITLE: Final = Style(38, Role.PLATE_TEXT)
NAME: Final = Style(28, Role.PLATE_TEXT)
VALUE: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM, right=True)
"""The look of titles, of names beside a chart, and of values along its axis."""

MOST_LINES: Final = 5

_LEFT, _RIGHT = 116, 676
_TOP, _BOTTOM = 112, 446
_LABELS: Final = 716  # the x of the markers of labels
_TEXTS: Final = 744
_LABEL_HEIGHT: Final = 74
_MARGIN: Final = 24
_PLAIN: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM)
_MARKER: Final = 10.0
_BETWEEN_MARKERS: Final = 56


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after a match; `at` is in seconds since 1970."""

    at: float
    rating: float


@dataclass(frozen=True, slots=True)
class Line:
    """The points of one rating, in any order; a line without points is not painted."""

    name: str
    points: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Curve:
    """Up to five lines (more are left out) under a title, in the colours of `theme`, a key as in a `Scene`.

    Title and names may be any texts; characters that no typeface can show are left out. `day` and `month` write the
    dates on the axis.
    """

    title: str
    series: Sequence[Line]
    theme: str = Scheme.DUSK.value
    day: Callable[[datetime], str] = axes.day
    month: Callable[[datetime], str] = axes.month


class Ink(Tones):
    """The colours of the lines, in their order."""

    FIRST = "first line", "#f8cc5c", "#f8cc5c", "#a05c00"
    SECOND = "second line", "#80c8f8", "#80c8f8", "#1c5ca0"
    THIRD = "third line", "#fcac98", "#fcac98", "#b03420"
    FOURTH = "fourth line", "#94e0a8", "#94e0a8", "#186c40"
    FIFTH = "fifth line", "#d4bcf8", "#d4bcf8", "#7444a4"


INKS: Final = tuple(Ink)
_SHARED: Final = (Role.CANVAS, Role.PLATE, Role.PLATE_TEXT, Role.PLAIN_TEXT)
PALETTE: Final = Palette((*_SHARED, *Ink), meeting(*_SHARED, *Ink))

_Pixel = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Track:
    """A line on the picture: its points in pixels, from left to right, and its label."""

    ink: Ink
    pixels: tuple[_Pixel, ...]
    name: str
    latest: int


def paint(curve: Curve) -> Canvas:
    """The whole picture, from the grid up to the labels."""
    lines = [line for line in curve.series if line.points][:MOST_LINES]
    points = [point for line in lines for point in line.points]
    ratings, times = Span.around([point.rating for point in points], 1500.0), Span.around([p.at for p in points], 0.0)
    ticks = rating_ticks(ratings)
    ratings = Span(ticks[0], ticks[-1])
    canvas = Canvas(SIZE, theme.scheme_of(curve.theme), PALETTE)
    canvas.write(curve.title, (_MARGIN, 48), TITLE, SIZE[0] - 2 * _MARGIN)
    for tick in ticks:
        y = ratings.place(tick, _BOTTOM, _TOP)
        canvas.draw(Stroke(((0, 0), (_RIGHT - _LEFT, 0)), 2, Role.PLATE), (_LEFT, y))
        canvas.write(str(tick), (_LEFT - 20, y), VALUE, _LEFT - 20)
    for at, text in time_ticks(times, curve.day, curve.month) if points else ():
        x = times.place(at, _LEFT + 20, _RIGHT - 20)
        canvas.draw(Stroke(((0, 0), (0, 10)), 2, Role.PLATE), (x, _BOTTOM))
        canvas.write(text, (x - typeface.width_of(text, _PLAIN) // 2, 488), _PLAIN, SIZE[0])
    _paint_lines(canvas, [_track(number, line, times, ratings) for number, line in enumerate(lines)])
    return canvas


def _track(number: int, line: Line, times: Span, ratings: Span) -> _Track:
    points = sorted(line.points, key=lambda point: point.at)
    pixels = tuple(
        (times.place(point.at, _LEFT + 20, _RIGHT - 20), ratings.place(point.rating, _BOTTOM, _TOP)) for point in points
    )
    return _Track(INKS[number], pixels, line.name, round(points[-1].rating))


def _paint_lines(canvas: Canvas, tracks: Sequence[_Track]) -> None:
    """Paint all lines, then all markers, then the labels, so that no line covers another line's marker or label."""
    for track in reversed(tracks):
        canvas.draw(Stroke((track.pixels[-1], (_RIGHT, track.pixels[-1][1])), 2, track.ink))
        if len(track.pixels) > 1:
            canvas.draw(Stroke(track.pixels, 5, track.ink))
    for track in reversed(tracks):
        for pixel in _marked(track.pixels):
            _paint_marker(canvas, track.ink, pixel)
    for track, y in _labels(tracks):
        canvas.draw(Stroke(((_RIGHT, track.pixels[-1][1]), (_LABELS - 16, y)), 2, track.ink))
        _paint_marker(canvas, track.ink, (_LABELS, y))
        canvas.write(track.name, (_TEXTS, y - 2), NAME, SIZE[0] - _MARGIN - _TEXTS)
        canvas.write(str(track.latest), (_TEXTS, y + 30 if typeface.width_of(track.name, NAME) else y), _PLAIN, 120)


def _marked(pixels: Sequence[_Pixel]) -> list[_Pixel]:
    """The points with markers: the last one, and others with enough space."""
    marked = [pixels[-1]]
    for x, y in reversed(pixels):
        if marked[-1][0] - x >= _BETWEEN_MARKERS:
            marked.append((x, y))
    return marked


def _labels(tracks: Sequence[_Track]) -> list[tuple[_Track, int]]:
    """The heights of the labels, from top to bottom, as near to the ends of their lines as possible."""
    ordered = sorted(tracks, key=lambda track: (track.pixels[-1][1], -track.latest))
    places = [track.pixels[-1][1] for track in ordered]
    for number in range(1, len(places)):
        places[number] = max(places[number], places[number - 1] + _LABEL_HEIGHT)
    below = _BOTTOM - 10
    for number in reversed(range(len(places))):
        places[number] = min(places[number], below)
        below = places[number] - _LABEL_HEIGHT
    return list(zip(ordered, places, strict=True))


def _paint_marker(canvas: Canvas, ink: Ink, at: _Pixel) -> None:
    """Paint a disc, a square, a triangle, a diamond or a star, with a margin."""
    for radius, tone in ((_MARKER + 4, Role.CANVAS), (_MARKER, ink)):
        wide, high = radius * 1.2, radius * 1.35
        shapes = (
            Circle((0, 0), radius, tone),
            Polygon(square_corners(radius), tone),
            Polygon(((0, -high), (wide, radius * 0.85), (-wide, radius * 0.85)), tone),
            Polygon(((0, -high), (high, 0), (0, high), (-high, 0)), tone),
            Polygon(star(radius * 1.45), tone),
        )
        canvas.draw(shapes[INKS.index(ink)], at)
