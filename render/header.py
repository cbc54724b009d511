"""The strip above every board, with a plate for each player that marks the player to move or the winner."""

# Translators: Painted beside a side or a player's name at the top of a picture, where there's little room.

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from render import marks, typeface
from render.canvas import Canvas
from render.characters import FACES, PALETTE, portrait
from render.raster import Sprite
from render.scene import Scene
from render.shapes import Polygon, rounded
from render.theme import Role, Weight
from render.typeface import Style
from rules.core import Phrase, Position, Seat, message

HEIGHT: Final = 116
"""The height of the header, below which the board begins."""

_MARGIN: Final = 24
_TOP: Final = 20
_PLATE: Final = 88
_WIDE: Final = 400  # the minimum width of a plate with space for the count beside the player's state
_DEEPEST: Final = 15  # pixels below the baseline of a name
_BETWEEN: Final = 12  # pixels between the state of a player and the count

_TO_MOVE: Final = message("to move"), message("{side} to move")
_WINS: Final = message("wins"), message("{side} wins")
_DRAWS: Final = message("draws"), message("{side} draws")
"""The states of a player, without and with the side."""

_PREVIEWED: Final = message("not played yet")


@dataclass(frozen=True, slots=True)
class Player:
    """A player in the header, besides the name: a chip with the colour and shape of the side, and a count.

    `count` and `task` are messages or phrases. `task` is the task of a player whose side is not settled, such as "to
    choose a colour".
    """

    chip: Sprite
    count: str
    task: str = ""


@dataclass(frozen=True, slots=True)
class _PlateLayout:
    """The layout of a plate: the middle of the chip, and the distances of the text from the plate's ends, in pixels.

    `lines` are the heights of name, state and count. A name too long for the first of `sizes` is set in the last.
    `face` is the middle of a face and `radius` its size, if there is one.
    """

    chip: tuple[int, int]
    text: int
    right: int
    lines: tuple[int, int, int] = (26, 65, 65)
    sizes: tuple[int, ...] = (38, 30)
    face: tuple[int, int] = (0, 0)
    radius: int = 0


_NARROW: Final = _PlateLayout((40, 44), text=78, right=6, lines=(17, 45, 71), sizes=(30, 28))
_LAYOUTS: Final = {
    (True, False): _PlateLayout((52, 44), text=98, right=22),
    (True, True): _PlateLayout((40, 44), text=134, right=20, face=(93, 44), radius=35),
    (False, False): _NARROW,
    (False, True): replace(_NARROW, chip=(32, 32), face=(46, 60), radius=25),
}
"""The layouts, keyed by whether the plate is wide and whether it has a face."""


@dataclass(frozen=True, slots=True)
class _Plate:
    """The content of a plate: texts, a face if any, whether it is active, whether it is the winner's.

    `state` is the player's state with the side, such as "White to move", and `brief` is without it, such as "to move",
    or the side of a player who waits.
    """

    title: str
    state: str
    brief: str
    count: str
    face: str
    active: bool
    won: bool


def header(canvas: Canvas, position: Position, scene: Scene, players: Sequence[Player]) -> None:
    """Paint the plates of all players, side by side above a board.

    With more than two players, plates are narrow: they have three lines, and show either the player's state or the
    side. So does a wide plate without space for both.
    """
    step = (canvas.size[0] - _MARGIN) // len(players)
    width = step - _MARGIN
    plates = [_plate(position, scene, Seat(seat), player) for seat, player in enumerate(players)]
    if any(plate.face for plate in plates):
        canvas.allow(PALETTE)
    for seat, (player, plate) in enumerate(zip(players, plates, strict=True)):
        layout = _LAYOUTS[width >= _WIDE, plate.face != ""]
        _paint(canvas, _MARGIN + seat * step, width, layout, player.chip, plate)


def _plate(position: Position, scene: Scene, seat: Seat, player: Player) -> _Plate:
    """A plate such as Ada over "White to move"; a name that cannot be shown becomes the side and boxes."""
    side, name = scene.say(position.side(seat)), scene.name(seat)
    face = scene.face(seat) if scene.face(seat) in FACES else ""
    outcome, turn = position.outcome() or scene.outcome, position.turn
    if scene.previewed_by is not None:
        outcome, turn = None, scene.previewed_by
    first = outcome is not None and outcome.places[seat] == 1
    shared = outcome is not None and outcome.places.count(1) > 1
    active = first if outcome else turn == seat
    brief, whole = _TO_MOVE if outcome is None else _DRAWS if shared else _WINS
    state, brief = (scene.say(Phrase(whole, side=side)), scene.say(brief)) if active else (side, side)
    if player.task and outcome is None:
        state = brief = scene.say(player.task) if active else ""
    if active and scene.previewed_by is not None:
        state, brief = scene.say(_PREVIEWED), scene.say(_TO_MOVE[0])
    if not typeface.can_show(name):
        name, state = f"{side} {typeface.boxes(name)}".rstrip(), brief if active else ""
        brief = state
    return _Plate(name, state, brief, scene.say(player.count), face, active, first and not shared)


def _paint(canvas: Canvas, left: int, width: int, layout: _PlateLayout, chip: Sprite, plate: _Plate) -> None:
    upper, middle, lower = (_TOP + line for line in layout.lines)
    text, right = left + layout.text, left + width - layout.right
    room = right - text
    ink = Role.PLATE_TEXT if plate.active else Role.PLAIN_TEXT
    if plate.active:
        canvas.stamp(_background(width), (left, _TOP))
    if plate.won:
        canvas.stamp(marks.winner(18), (right - 18, upper))
        room -= 50
    canvas.stamp(chip, (left + layout.chip[0], _TOP + layout.chip[1]))
    if plate.face:
        canvas.stamp(portrait(plate.face, layout.radius), (left + layout.face[0], _TOP + layout.face[1]))
    titles = [Style(size, ink, Weight.BOLD) for size in layout.sizes]
    fitting = (
        style
        for style in titles
        if typeface.fits(plate.title, style, room) and typeface.depth_of(plate.title, style) <= _DEEPEST
    )
    canvas.write(plate.title, (text, upper), next(fitting, titles[-1]), room)
    plain, room = Style(28, ink, Weight.MEDIUM), right - text
    if middle == lower:
        canvas.write(plate.count, (right, lower), replace(plain, right=True), room)
        room -= typeface.width_of(plate.count, plain) + _BETWEEN
        state = plate.state if typeface.fits(plate.state, plain, room) else plate.brief  # the chip shows the side
    else:
        canvas.write(plate.count, (text, lower), plain, room)
        state = plate.brief
    canvas.write(state, (text, middle), plain, room)


@cache
def _background(width: int) -> Sprite:
    return Sprite((Polygon(rounded(width, _PLATE, 18), Role.PLATE),))
