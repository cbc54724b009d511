"""Marks that boards share: arrows, ghosts of pieces, marks of choices, the winner's star, and legends.

All drawings are centred on the origin.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from render import raster, theme
from render.canvas import Canvas
from render.raster import Mask, Sprite
from render.scene import Scene
from render.shapes import (
    Arc,
    Circle,
    Label,
    Outline,
    Point,
    Polygon,
    Stroke,
    badge,
    bow,
    dashes,
    rounded,
    shifted,
    star,
)
from render.theme import Role, Tone, Weight
from render.typeface import Style, width_of

_LINE: Final = 8
_HEAD: Final = 22
_MARGIN: Final = 24
_BESIDE: Final = 24
_GAP: Final = 8
_BETWEEN: Final = 32
_VICTORY: Final = ((16, Role.VICTORY_EDGE), (9, Role.VICTORY))
_FRAME: Final = 8  # pixels between the edge of a picture and its dashed frame
_DASH: Final = 22
_BETWEEN_DASHES: Final = 38
_ACROSS: Final = Stroke(((0, 0), (_DASH, 0)), 6, Role.PLAIN_TEXT)
_DOWN: Final = Stroke(((0, 0), (0, _DASH)), 6, Role.PLAIN_TEXT)
_ARROWS_KEPT: Final = 48  # a tenth of a megabyte each
_MEANING: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM)

EDGE: Final = 52
"""The height of the edge of a small board in pixels."""

DOT: Final = Sprite((Circle((0, 0), 19, Role.HALO), Circle((0, 0), 15, Role.OPTION)))
"""The mark of a place where a move can end."""

WINNER: Final = Sprite(
    (Circle((0, 0), 23, Role.VICTORY), Circle((0, 0), 20, Role.VICTORY_EDGE), Polygon(star(17), Role.VICTORY))
)
"""The star of the winner."""


@lru_cache(maxsize=_ARROWS_KEPT)
def arrow(across: int, down: int, clear: int, clear_of_end: int = 0) -> Sprite:
    """An arrow from the origin to (`across`, `down`) that stays `clear` pixels away from both ends.

    If `clear_of_end` is larger, the arrow stays that many pixels away from its end.
    """
    return Sprite(_arrow((across, down), clear, max(clear, clear_of_end), Role.PATH))


@cache
def attack(across: int, down: int, clear: int, tone: Role) -> Sprite:
    """An arrow with a halo, visible on pieces, that stays `clear` pixels away from both ends."""
    line, head = _arrow((across, down), clear, clear, tone)
    halo = (Stroke(line.points, _LINE + 6, Role.HALO), Stroke((*head.points, head.points[0]), 6, Role.HALO))
    return Sprite((*halo, line, head))


def legend(canvas: Canvas, scene: Scene, entries: Sequence[tuple[Sprite, str]], middle: int) -> int:
    """Paint marks with their meanings, which are messages, in a line around y = `middle`. Returns where it ends.

    Sprites reach at most `_BESIDE` pixels sideways. Entries move together if the words of a language are long.
    """
    said = [(sprite, text, width_of(text, _MEANING)) for sprite, meaning in entries if (text := scene.say(meaning))]
    free = theme.WIDTH - 2 * _MARGIN - sum(2 * _BESIDE + _GAP + width for _sprite, _text, width in said)
    between = max(_GAP, min(_BETWEEN, free // max(1, len(said) - 1)))
    left = _MARGIN
    for sprite, text, width in said:
        canvas.stamp(sprite, (left + _BESIDE, middle))
        left += 2 * _BESIDE + _GAP
        canvas.write(text, (left, middle), _MEANING, theme.WIDTH - left)
        left += width + between
    return left


def _arrow(end: tuple[int, int], clear: int, clear_of_end: int, tone: Role) -> tuple[Stroke, Polygon]:
    across, down = end
    length = math.hypot(across, down)
    x, y = across / length, down / length
    tip = length - clear_of_end
    line = ((clear * x, clear * y), ((tip - _HEAD + 2) * x, (tip - _HEAD + 2) * y))
    return Stroke(line, _LINE, tone), Polygon(_head((tip * x, tip * y), (0, 0)), tone)


def _head(tip: Point, start: Point) -> Outline:
    """The head of an arrow that comes from `start`."""
    length = math.dist(start, tip)
    x, y = ((to - at) / length for at, to in zip(start, tip, strict=True))
    (across, down), wing = tip, _HEAD * 0.55
    base = (across - _HEAD * x, down - _HEAD * y)
    return (tip, (base[0] - wing * y, base[1] + wing * x), (base[0] + wing * y, base[1] - wing * x))


@lru_cache(maxsize=_ARROWS_KEPT)
def leap(over: tuple[int, int], end: tuple[int, int], clear: int, clear_of_end: int, tone: Tone) -> Sprite:
    """An arc with a halo from the origin over a place to `end`, with an arrowhead, some pixels clear of both ends."""
    points = bow(over, end)
    line = [at for at in points if math.dist(at, (0, 0)) >= clear and math.dist(at, end) >= clear_of_end + _HEAD - 2]
    tip = next(at for at in reversed(points) if math.dist(at, end) >= clear_of_end)
    head = Polygon(_head(tip, line[-1]), tone)
    halo = (Stroke(tuple(line), _LINE + 5, Role.HALO), Stroke((*head.points, head.points[0]), 5, Role.HALO))
    return Sprite((*halo, Stroke(tuple(line), _LINE - 1, tone), head))


@cache
def ghost(radius: int, text: str) -> Sprite:
    """The dashed outline of a piece that is no longer there, with its text."""
    ring = dashes(Arc((0, 0), radius, 5, Role.PATH), count=12, share=0.55)
    return Sprite((*ring, Label((0, 0), text, radius, Role.PATH)) if text else ring)


@cache
def captured(face: Role, ink: Role, text: str) -> Sprite:
    """A small ghost of a captured piece: a badge in the colours of its owner."""
    ring = dashes(Arc((0, 0), 26, 3, ink), count=10, share=0.55)
    return Sprite((*badge(text, 30, ink, (30, Role.LAST), (27, face)), *ring))


@cache
def target(radius: int) -> Sprite:
    """A ring around a piece of `radius` that a move may capture."""
    return Sprite((Arc((0, 0), radius + 10, 16, Role.HALO), Arc((0, 0), radius + 7, 10, Role.OPTION)))


def preview(canvas: Canvas) -> None:
    """Paint the dashed frame of a board that shows what was not played yet, with gaps where the board has something."""
    (width, height), inset = canvas.size, _FRAME
    across = [(x, y) for x in range(inset, width - inset - _DASH, _BETWEEN_DASHES) for y in (inset, height - inset)]
    down = [(x, y) for y in range(inset, height - inset - _DASH, _BETWEEN_DASHES) for x in (inset, width - inset)]
    dashes = [(_ACROSS, (x, y), (_DASH, 0)) for x, y in across] + [(_DOWN, (x, y), (0, _DASH)) for x, y in down]
    clear = [
        (dash, (x, y))
        for dash, (x, y), (wide, high) in dashes
        if canvas.is_plain((x - _FRAME, y - _FRAME, x + wide + _FRAME, y + high + _FRAME))
    ]
    for dash, at in clear:
        canvas.draw(dash, at)


def edge(canvas: Canvas, tone: Tone) -> None:
    """Paint the lower edge of a small board, `EDGE` pixels high, in the colour of the player to move."""
    width, height = canvas.size
    for inset, colour in ((0, Role.PLAIN_TEXT), (6, tone)):
        outline = rounded(width - 2 * inset, EDGE - 2 * inset, EDGE / 2 - inset)
        canvas.draw(Polygon(shifted(outline, (inset, height - EDGE + inset)), colour))


def victory(canvas: Canvas, places: Sequence[Sequence[Outline]]) -> None:
    """Paint the border of the outlines of all places together, by which a game was won, if there are any.

    It covers neither pieces nor marks of the last move.
    """
    outlines = tuple(outline for place in places for outline in place)
    if not outlines:
        return
    border = raster.border(outlines, _VICTORY, canvas.scheme)
    clear = [
        Mask(layer.mask, layer.left, layer.top)
        for layer in canvas.layers
        if layer.mask is not None and (layer.is_mark or layer.piece is not None)
    ]
    rest = raster.around(Mask(border.mask, border.left, border.top), clear)
    canvas.paste(replace(border, mask=rest.area))
