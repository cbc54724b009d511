"""The strip above every board: one plate a player, with whose turn it is or who has won."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from render import marks, paint, theme
from render.paint import Canvas, Sprite, Style
from render.scene import Scene
from render.shapes import Polygon, rounded
from render.theme import Role, Weight
from rules.core import Outcome, Position, Seat

HEIGHT: Final = 116
"""The header ends here; a board begins below."""

_MARGIN: Final = 24
_TOP: Final = 20
_PLATE: Final = 88
_UPPER: Final = _TOP + 26
_LOWER: Final = _TOP + 65
_DEEPEST: Final = 15  # pixels below the baseline of a name
_BETWEEN: Final = 12  # pixels between what a side does and its count
_NAME_SIZES: Final = (38, 30)  # a name that does not fit in the first is set in the second


@dataclass(frozen=True, slots=True)
class Player:
    """What the header shows of a seat besides its name: a chip with its colour and shape, and a count of something.

    `task` is what it has to do when it is to move, for a seat whose side is not settled yet.
    """

    chip: Sprite
    count: str
    task: str = ""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where things stand on a plate: the middle of the chip and the ends of the text, in pixels from the plate's ends.

    `says_state` tells whether there is room for what the side does.
    """

    chip: int
    text: int
    right: int
    says_state: bool


_WIDE: Final = _Frame(chip=52, text=98, right=22, says_state=True)
_NARROW: Final = _Frame(chip=40, text=78, right=14, says_state=False)
_MOST_WIDE: Final = 2


@dataclass(frozen=True, slots=True)
class _Plate:
    """The content of one plate: name, what the side does, whether it is marked as active or as the winner's."""

    title: str
    state: str
    active: bool
    won: bool


def header(canvas: Canvas, position: Position, scene: Scene, players: Sequence[Player]) -> None:
    """Draw the plates of all seats side by side.

    Those of more than two are narrow: that a seat is to move shows in the ground of its plate alone.
    """
    step = (theme.WIDTH - _MARGIN) // len(players)
    frame = _WIDE if len(players) <= _MOST_WIDE else _NARROW
    for seat, player in enumerate(players):
        name = scene.names[seat] if seat < len(scene.names) else ""
        plate = _plate(position, scene.outcome, Seat(seat), name, player.task)
        _draw(canvas, (_MARGIN + seat * step, step - _MARGIN), frame, player, plate)


def _plate(position: Position, agreed: Outcome | None, seat: Seat, name: str, task: str) -> _Plate:
    """Ada over "White to move" or "White wins"; a name that cannot be shown is the side with boxes."""
    side = position.side(seat)
    outcome = position.outcome() or agreed
    first = outcome is not None and outcome.places[seat] == 1
    shared = outcome is not None and outcome.places.count(1) > 1
    active = first if outcome else position.turn == seat
    verb = "" if not active else "to move" if outcome is None else "draws" if shared else "wins"
    state = f"{side} {verb}".rstrip()
    if task and outcome is None:
        verb = state = task if active else ""
    if not paint.can_show(name):
        return _Plate(f"{side} {paint.boxes(name)}".rstrip(), verb, active, first and not shared)
    return _Plate(name, state, active, first and not shared)


def _draw(canvas: Canvas, span: tuple[int, int], frame: _Frame, player: Player, plate: _Plate) -> None:
    left, width = span
    text, right = left + frame.text, left + width - frame.right
    room = right - text
    ink = Role.PLATE_TEXT if plate.active else Role.PLAIN_TEXT
    if plate.active:
        canvas.stamp(_background(width), (left, _TOP))
    if plate.won:
        canvas.stamp(marks.winner(18), (right - 18, _UPPER))
        room -= 50
    canvas.stamp(player.chip, (left + frame.chip, _TOP + _PLATE // 2))
    title = next((style for style in _titles(ink) if _has_room(plate.title, style, room)), _titles(ink)[-1])
    canvas.write(plate.title, (text, _UPPER), title, room)
    if frame.says_state:
        count = Style(28, ink, Weight.MEDIUM, right=True)
        canvas.write(player.count, (right, _LOWER), count, right - text)
        left_over = right - text - paint.width_of(player.count, count)
        canvas.write(plate.state, (text, _LOWER), Style(28, ink, Weight.MEDIUM), left_over - _BETWEEN)
    else:
        canvas.write(player.count, (text, _LOWER), Style(28, ink, Weight.MEDIUM), right - text)


def _has_room(title: str, style: Style, width: int) -> bool:
    """Whether a title fits, and keeps clear of what stands below it."""
    return paint.fits(title, style, width) and paint.depth_of(title, style) <= _DEEPEST


def _titles(ink: Role) -> tuple[Style, ...]:
    return tuple(Style(size, ink, Weight.BOLD) for size in _NAME_SIZES)


@cache
def _background(width: int) -> Sprite:
    return Sprite((Polygon(rounded(width, _PLATE, 18), Role.PLATE),))
