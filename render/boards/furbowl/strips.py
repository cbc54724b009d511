"""The strips below the Furbowl pitch: the legend of badges, a panel of rolls for each play, and the benches.

Only strips with content are shown. A play has the number that its way on the pitch has.
"""

# Translators: Painted in the picture below the pitch, where there's little room.

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from render import marks, typeface
from render.boards.furbowl import pieces, signs
from render.boards.furbowl.story import Roll
from render.canvas import Canvas
from render.raster import Sprite
from render.scene import Scene
from render.shapes import Polygon, rounded
from render.theme import Role, Weight
from render.typeface import Style
from rules.core import Seat, message
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import team
from rules.furbowl.board import KNOCKED_OUT, OUT, PLAYS

_MARGIN: Final = 16
_GAP: Final = 10
_MOST_ROLLS: Final = 5  # of a play
_ROLL_HEIGHT: Final = 50
_PANEL: Final = 12  # pixels of a panel above and below its rolls together
_BENCH_HEIGHT: Final = 84
_LEGEND_HEIGHT: Final = 52
_SEAT_WIDTH: Final = 64
_DIE: Final = 39  # from one die to the next
_SUM: Final = Style(30, Role.PLATE_TEXT)
_CHECK: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM)
_OUT: Final = message("out")
_KNOCKED_OUT: Final = message("KO")


@dataclass(frozen=True, slots=True)
class Strips:
    """The content of the strips: the badges in the legend, by play its rolls, and by seat the animals off the pitch.

    `rows` of rolls are below each other. `height` is the total height in pixels.
    """

    legend: tuple[tuple[Sprite, str], ...]
    rolls: tuple[tuple[Roll, ...], ...]
    benches: tuple[tuple[int, ...], ...]
    rows: int
    height: int


def layout(position: FurbowlPosition, rolls: tuple[Roll, ...], scene: Scene) -> Strips:
    """The strips of a picture; a frame of a film has the last roll of each play, and always the benches."""
    if scene.is_small:
        return Strips((), (), ((), ()), 0, 0)
    benches = tuple(
        tuple(piece for place in (KNOCKED_OUT, OUT) for piece in team(Seat(seat)) if position.places[piece] == place)
        for seat in (0, 1)
    )
    most = 1 if scene.is_frame else _MOST_ROLLS
    shown = tuple(tuple(roll for roll in rolls if roll.play == play)[-most:] for play in range(1, PLAYS + 1))
    legend = () if scene.is_frame else _legend(position)
    rows = 1 if scene.is_frame else max(map(len, shown))
    height = (_LEGEND_HEIGHT if legend else 0) + (rows * _ROLL_HEIGHT + _PANEL + 8 if rows else 0)
    height += _BENCH_HEIGHT + 8 if scene.is_frame or any(benches) else 0
    return Strips(legend, shown, benches, rows, height)


def _legend(position: FurbowlPosition) -> tuple[tuple[Sprite, str], ...]:
    """The badges of animals on the pitch, with their meanings."""
    states = [pieces.state_of(position, piece) for piece, place in enumerate(position.places) if place >= 0]
    most_stuns = max((state.stuns for state in states), default=0)
    badges = (
        (pieces.IN_PLAY, message("in play"), any(state.in_play for state in states)),
        (pieces.ACTED[position.mover], message("has played"), any(state.acted for state in states)),
        (pieces.SPRINT, message("can sprint"), any(state.sprint for state in states)),
        (pieces.STARS, message("stunned"), most_stuns > 1),
        (pieces.STAR, message("up next turn"), most_stuns == 1),  # there is no room for both
    )
    return tuple((badge, text) for badge, text, is_shown in badges if is_shown)


def paint(canvas: Canvas, position: FurbowlPosition, scene: Scene, strips: Strips, top: int) -> None:
    """Paint all strips below `top`."""
    if strips.legend:
        marks.legend(canvas, scene, strips.legend, top + 24)
        top += _LEGEND_HEIGHT
    width = (canvas.size[0] - 2 * _MARGIN - 2 * _GAP) // PLAYS
    for number, rolls in enumerate(strips.rolls if strips.rows else ()):
        left, height = _MARGIN + number * (width + _GAP), strips.rows * _ROLL_HEIGHT + _PANEL
        if rolls or scene.is_frame:
            canvas.stamp(_panel(width, height), (left, top))
            canvas.stamp(signs.play(number + 1), (left + 26, top + _PANEL // 2 + _ROLL_HEIGHT // 2))
        for row, roll in enumerate(rolls):
            middle = top + _PANEL // 2 + row * _ROLL_HEIGHT + _ROLL_HEIGHT // 2
            _paint_roll(canvas, scene, roll, (left + 68, middle), left + width - 4)
    top += strips.rows * _ROLL_HEIGHT + _PANEL + 8 if strips.rows else 0
    for seat, off in enumerate(strips.benches):
        if off or scene.is_frame:
            _paint_bench(canvas, position, scene, Seat(seat), off, top)


def _paint_roll(canvas: Canvas, scene: Scene, roll: Roll, at: tuple[int, int], right: int) -> None:
    """Paint two dice, the total, whether it was enough, and the purpose of the roll."""
    left, middle = at
    for number, eyes in enumerate(roll.eyes):
        canvas.stamp(pieces.die(eyes), (left + _DIE * number, middle))
    text, total = left + _DIE + 24, str(roll.total).replace("-", "−")
    canvas.write(total, (text, middle), _SUM, 60)
    text += typeface.width_of(total, _SUM) + 17
    if roll.target is not None:
        canvas.stamp(signs.TICK if roll.total >= roll.target else signs.CROSS, (text, middle))
        text += 17
    canvas.write(scene.say(roll.name), (text, middle), _CHECK, right - text)


def _paint_bench(
    canvas: Canvas, position: FurbowlPosition, scene: Scene, seat: Seat, off: tuple[int, ...], top: int
) -> None:
    """Paint the bench of a team below its home column: first knocked-out animals, then those out for the match."""
    width = (canvas.size[0] - 2 * _MARGIN - _GAP) // 2
    left = _MARGIN if (seat == 1) == scene.is_turned else _MARGIN + width + _GAP
    canvas.stamp(_panel(width, _BENCH_HEIGHT), (left, top))
    for at, piece in enumerate(off):
        out = position.places[piece] == OUT
        canvas.stamp(pieces.benched(piece, out), (left + 44 + at * _SEAT_WIDTH, top + _BENCH_HEIGHT // 2))
    knocked_out = any(position.places[piece] == KNOCKED_OUT for piece in off)
    words = [scene.say(word) for word, said in ((_KNOCKED_OUT, knocked_out), (_OUT, len(off) > knocked_out)) if said]
    text = left + 22 + len(off) * _SEAT_WIDTH
    canvas.write(
        " · ".join(words),
        (left + width - 20, top + _BENCH_HEIGHT // 2),
        replace(_CHECK, right=True),
        left + width - 20 - text,
    )


@cache
def _panel(width: int, height: int) -> Sprite:
    return Sprite((Polygon(rounded(width, height, 14), Role.PLATE),))
