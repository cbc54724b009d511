"""The strips below the Furbowl pitch: the legend of badges, the rolls of the turn, and the animals on the benches.

Only strips with content are shown.
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
from render.shapes import Label, Polygon, rounded
from render.theme import Role, Weight
from render.typeface import Style
from rules.core import Seat, message
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import team
from rules.furbowl.board import KNOCKED_OUT, OUT

_MARGIN: Final = 24
_ABREAST: Final = {False: 3, True: 4}  # rolls side by side, by whether the pitch lies
_MOST_ROLLS: Final = 12
_ROLL_HEIGHT: Final = 78
_BENCH_HEIGHT: Final = 116
_LEGEND_HEIGHT: Final = 56
_SEAT_WIDTH: Final = 74
_DIE: Final = 64  # from one die to the next
_SUM: Final = Style(36, Role.PLATE_TEXT)
_CHECK: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM)
_OUT: Final = message("out")
_KNOCKED_OUT: Final = message("KO")


@dataclass(frozen=True, slots=True)
class Strips:
    """The content of the strips: the badges in the legend, the rolls, and by seat the animals off the pitch.

    `abreast` rolls are side by side. `height` is the total height in pixels.
    """

    legend: tuple[tuple[Sprite, str], ...]
    rolls: tuple[Roll, ...]
    benches: tuple[tuple[int, ...], ...]
    abreast: int
    height: int

    @property
    def rows(self) -> int:
        """The number of rows of rolls."""
        return -(-len(self.rolls) // self.abreast)


def layout(position: FurbowlPosition, rolls: tuple[Roll, ...], scene: Scene) -> Strips:
    """The strips of a picture; a frame of a film has space for a legend, the last row of rolls, and the benches."""
    benches = tuple(
        tuple(piece for place in (KNOCKED_OUT, OUT) for piece in team(Seat(seat)) if position.places[piece] == place)
        for seat in (0, 1)
    )
    abreast = _ABREAST[scene.is_lying]
    shown = rolls[-abreast if scene.is_frame else -_MOST_ROLLS :]
    strips = Strips(_legend(position), shown, benches, abreast, 0)
    explained, rows, bench = (1, 1, 1) if scene.is_frame else (bool(strips.legend), strips.rows, any(benches))
    height = explained * _LEGEND_HEIGHT + rows * _ROLL_HEIGHT + bench * _BENCH_HEIGHT + 8 * (rows > 0 or bench)
    return replace(strips, height=height)


def _legend(position: FurbowlPosition) -> tuple[tuple[Sprite, str], ...]:
    """The badges of animals on the pitch, with their meanings."""
    states = [pieces.state_of(position, piece) for piece, place in enumerate(position.places) if place >= 0]
    badges = (
        (pieces.IN_PLAY, message("in play"), any(state.in_play for state in states)),
        (pieces.ACTED[position.mover], message("has played"), any(state.acted for state in states)),
        (pieces.SPRINT, message("can sprint"), any(state.sprint for state in states)),
        (pieces.STARS, message("stunned"), any(state.stunned for state in states)),
    )
    return tuple((badge, text) for badge, text, is_shown in badges if is_shown)


def paint(canvas: Canvas, position: FurbowlPosition, scene: Scene, strips: Strips, top: int) -> None:
    """Paint all strips below `top`."""
    marks.legend(canvas, scene, strips.legend, top + 24)
    top += _LEGEND_HEIGHT if strips.legend else 0
    for number, roll in enumerate(strips.rolls):
        row, column = divmod(number, strips.abreast)
        width = (canvas.size[0] - 2 * _MARGIN) // strips.abreast
        _paint_roll(canvas, scene, roll, (_MARGIN + column * width, top + row * _ROLL_HEIGHT + 38), width)
    for seat, off in enumerate(strips.benches):
        if off:
            _paint_bench(canvas, position, scene, Seat(seat), off, top + strips.rows * _ROLL_HEIGHT)


def _paint_roll(canvas: Canvas, scene: Scene, roll: Roll, at: tuple[int, int], width: int) -> None:
    """Paint two dice, the bonus, the total, and the purpose of the roll."""
    left, middle = at
    for number, eyes in enumerate(roll.eyes):
        canvas.stamp(pieces.die(eyes), (left + 29 + _DIE * number, middle))
    text = left + 29 + _DIE + 42
    room = width - (text - left) - 8
    added = f"{roll.bonus:+d} ".replace("-", "−") if roll.bonus else ""
    words = f"{added}= {roll.total}"
    canvas.write(words, (text, middle - 17), _SUM, room)
    if roll.target is not None:
        mark = signs.TICK if roll.total >= roll.target else signs.CROSS
        canvas.stamp(mark, (text + typeface.width_of(words, _SUM) + 26, middle - 17))
    name = scene.say(roll.name)
    canvas.write(name if roll.target is None else f"{name} {roll.target}+", (text, middle + 20), _CHECK, room)


def _paint_bench(
    canvas: Canvas, position: FurbowlPosition, scene: Scene, seat: Seat, off: tuple[int, ...], top: int
) -> None:
    """Paint the bench of a team below its home column: first knocked-out animals, then those out for the match."""
    width = _SEAT_WIDTH * len(off) + 16
    on_right = (seat == 1) != scene.is_turned
    left = canvas.size[0] - _MARGIN - width if on_right else _MARGIN
    canvas.stamp(_bench(width), (left, top))
    for at, piece in enumerate(off):
        out = position.places[piece] == OUT
        x = left + 8 + _SEAT_WIDTH // 2 + at * _SEAT_WIDTH
        canvas.stamp(pieces.benched(piece, out), (x, top + 42))
        canvas.stamp(_bench_label(scene.say(_OUT if out else _KNOCKED_OUT)), (x, top + 92))


@cache
def _bench_label(text: str) -> Sprite:
    return Sprite((Label((0, 0), text, 28, Role.PLATE_TEXT),))


@cache
def _bench(width: int) -> Sprite:
    return Sprite((Polygon(rounded(width, _BENCH_HEIGHT - 4, 18), Role.PLATE),))
