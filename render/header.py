"""The strip above every board: a plate for each player, and a bar of the score where the game has one.

The plate of the player to move, or of the winner, is of paper with a golden edge; the others lie back.
"""

# Translators: Painted beside a side or a player's name at the top of a picture, where there's little room.

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from typing import Final

from render import marks, typeface
from render.canvas import Canvas
from render.characters import FACES, PALETTE, portrait
from render.raster import Sprite
from render.scene import Scene
from render.shapes import Polygon, rectangle, rounded, shifted
from render.theme import Role, Tone, Weight
from render.typeface import Style
from rules.core import Phrase, Position, Seat, message

_MARGIN: Final = 16
_GAP: Final = 12  # between two plates beside each other
_TOP: Final = 12
_SOFT: Final = 14
_EDGE: Final = 10  # pixels of the golden edge
_DEEPEST: Final = 15  # pixels below the baseline of a name: deeper letters are set smaller, and higher
_RAISED: Final = 8  # at most
_BETWEEN: Final = 14  # pixels between a name, a state and a count
_BAR: Final = 12
_RIM: Final = 2  # pixels around a part of the bar
_NUMBER: Final = re.compile(r"\d+")
_LETTERS: Final = "nnnnnnnnnnnn…"  # what a name keeps where other words are beside it
_STAR: Final = 48  # pixels for the star of the winner
_MANY_DIGITS: Final = 3

_TO_MOVE: Final = message("to move"), message("{side} to move")
_WINS: Final = message("wins"), message("{side} wins")
_DRAWS: Final = message("draws"), message("{side} draws")
"""The states of a player, without and with the side."""

_PREVIEWED: Final = message("not played yet")


@dataclass(frozen=True, slots=True)
class Player:
    """A player in the header, besides the name: a chip with the colour and shape of the side, and a count.

    `count` and `task` are messages or phrases; the number in `count` is painted large. `task` is the task of a player
    whose side is not settled, such as "to choose a colour". `share` is the part of the bar that is the player's, from 0
    to 1; a game without a bar has none.
    """

    chip: Sprite
    count: str
    task: str = ""
    share: float | None = None


@dataclass(frozen=True, slots=True)
class _PlateLayout:
    """The layout of a plate in pixels from its upper left corner: its height, the chip, a face, and the texts.

    `lines` are the middles of name and state. `scores` are the sizes of a number, and of one of many digits. A name is
    set in the first of `sizes` in which it fits.
    """

    height: int
    chip: tuple[int, int]
    face: tuple[int, int]
    radius: int
    text: int
    lines: tuple[int, int]
    sizes: tuple[int, ...]
    scores: tuple[int, int]

    @property
    def is_low(self) -> bool:
        """Whether name and state are on one line."""
        return self.lines[0] == self.lines[1]


_FOR_TWO: Final = _PlateLayout(
    88, (50, 44), (118, 44), 33, text=94, lines=(28, 65), sizes=(38, 32, 28), scores=(54, 44)
)
_FOR_MANY: Final = _PlateLayout(
    62, (44, 31), (98, 31), 24, text=82, lines=(31, 31), sizes=(34, 30, 28), scores=(46, 36)
)
_BESIDE_FACE: Final = 6  # pixels between a face and the texts


@dataclass(frozen=True, slots=True)
class _Plate:
    """The content of a plate: texts, a face if any, whether it is active, whether it is the winner's.

    `state` is the player's state with the side, such as "White to move", and `brief` is without it, or the side of a
    player who waits; `score` is a number and `unit` what it counts.
    """

    title: str
    state: str
    brief: str
    score: str
    unit: str
    face: str
    active: bool
    won: bool


def height_of(players: Sequence[Player]) -> int:
    """The height in pixels of the header of some players, below which the board begins."""
    layout, rows = _layout(players)
    return _TOP + rows * (layout.height + 8) + (_BAR + 8 if _has_bar(players) else 4)


def _layout(players: Sequence[Player]) -> tuple[_PlateLayout, int]:
    """The layout of plates, and how many rows of two there are."""
    return (_FOR_TWO if len(players) == 2 else _FOR_MANY), (len(players) + 1) // 2


def _has_bar(players: Sequence[Player]) -> bool:
    return any(player.share is not None for player in players)


def header(
    canvas: Canvas, position: Position, scene: Scene, players: Sequence[Player], tones: Mapping[str, Tone]
) -> None:
    """Paint the plates of all players, two beside each other, and the bar below them in `tones`, by side."""
    layout, rows = _layout(players)
    width = (canvas.size[0] - 2 * _MARGIN - _GAP) // 2
    plates = [_plate(position, scene, Seat(seat), player) for seat, player in enumerate(players)]
    if any(plate.face for plate in plates):
        canvas.allow(PALETTE)
    for seat, (player, plate) in enumerate(zip(players, plates, strict=True)):
        left, top = _MARGIN + seat % 2 * (width + _GAP), _TOP + seat // 2 * (layout.height + 8)
        _paint(canvas, (left, top), width, layout, player.chip, plate)
    if _has_bar(players):
        sides = [tones.get(position.side(Seat(seat)), Role.PLAIN_TEXT) for seat in range(len(players))]
        _paint_bar(
            canvas,
            [*zip((player.share or 0.0 for player in players), sides, strict=True)],
            _TOP + rows * (layout.height + 8) + 2,
        )


def column(
    canvas: Canvas, position: Position, scene: Scene, players: Sequence[Player], place: tuple[int, int, int]
) -> int:
    """Paint the plates of all players below each other; `place` is left, top and width. Returns where they end."""
    (left, top, width), (layout, _rows) = place, _layout(players)
    for seat, player in enumerate(players):
        _paint(canvas, (left, top), width, layout, player.chip, _plate(position, scene, Seat(seat), player))
        top += layout.height + 8
    return top


def _plate(position: Position, scene: Scene, seat: Seat, player: Player) -> _Plate:
    """A plate such as Ada over "to move"; a name that cannot be shown becomes the side and boxes."""
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
        state = brief = scene.say(_PREVIEWED)
    if not typeface.can_show(name):
        name = f"{side} {typeface.boxes(name)}".rstrip()
        state = brief = brief if active else ""
    count = scene.say(player.count)
    number = _NUMBER.search(count)
    score = number[0] if number else ""
    unit = " ".join(count.replace(score, " ", 1).split()) if score else count
    return _Plate(name, state, brief, score, unit, face, active, first and not shared)


def _paint(canvas: Canvas, at: tuple[int, int], width: int, layout: _PlateLayout, chip: Sprite, plate: _Plate) -> None:
    left, top = at
    ink = Role.PAPER_TEXT if plate.active else Role.PLAIN_TEXT
    canvas.stamp(_background(width, layout.height, plate.active), at)
    canvas.stamp(chip, (left + layout.chip[0], top + layout.chip[1]))
    text, right = left + layout.text, left + width - 16
    if plate.face:
        canvas.stamp(portrait(plate.face, layout.radius), (left + layout.face[0], top + layout.face[1]))
        text = left + layout.face[0] + layout.radius + _BESIDE_FACE
    score = Style(layout.scores[len(plate.score) > _MANY_DIGITS], ink, right=True)
    if plate.score:
        canvas.write(plate.score, (right, top + layout.height // 2), score, right - text)
        right -= typeface.width_of(plate.score, score) + _BETWEEN
    paint = _paint_line if layout.is_low else _paint_lines
    paint(canvas, layout, plate, (text, top, right), ink)


def _paint_lines(canvas: Canvas, layout: _PlateLayout, plate: _Plate, place: tuple[int, int, int], ink: Role) -> None:
    """Paint the name over the state and what is counted; the star is beside the name, or else before the state."""
    (text, top, right), plain = place, Style(28, ink, Weight.MEDIUM)
    upper, lower = (top + line for line in layout.lines)
    style = _title(plate.title, layout, ink, right - text)
    is_beside = plate.won and right - text - _STAR >= typeface.width_of(plate.title, style)
    raised = min(_RAISED, max(0, typeface.depth_of(plate.title, style) - _DEEPEST))
    canvas.write(plate.title, (text, upper - raised), style, right - text)
    if is_beside:
        canvas.stamp(marks.WINNER, (text + typeface.width_of(plate.title, style) + 26, upper))
    elif plate.won:
        canvas.stamp(marks.WINNER, (text + 22, lower))
        text += _STAR
    unit = typeface.width_of(plate.unit, plain) + _BETWEEN
    if plate.unit and right - text - unit >= typeface.width_of(plate.brief, plain):
        canvas.write(plate.unit, (right, lower), replace(plain, right=True), right - text)
        right -= unit
    state = plate.state if typeface.fits(plate.state, plain, right - text) else plate.brief
    canvas.write(state, (text, lower), plain, right - text)


def _paint_line(canvas: Canvas, layout: _PlateLayout, plate: _Plate, place: tuple[int, int, int], ink: Role) -> None:
    """Paint the name, the star, the state of who is to move, and what is counted: all for which there is room."""
    (text, top, right), plain = place, Style(28, ink, Weight.MEDIUM)
    y, smallest = top + layout.lines[0], Style(layout.sizes[-1], ink)
    right -= _STAR if plate.won else 0
    room = right - text - min(typeface.width_of(shown, smallest) for shown in (_LETTERS, plate.title))
    state, unit = (typeface.width_of(words, plain) + _BETWEEN for words in (plate.brief, plate.unit))
    has_state = plate.active and plate.brief != "" and state <= room
    has_unit = plate.unit != "" and unit + has_state * state <= room
    if has_unit:
        canvas.write(plate.unit, (right + (_STAR if plate.won else 0), y), replace(plain, right=True), unit)
    right -= has_unit * unit + has_state * state
    style = _title(plate.title, layout, ink, right - text)
    canvas.write(plate.title, (text, y), style, right - text)
    text += typeface.width_of(typeface.fitted(plate.title, style, right - text), style)
    if plate.won:
        canvas.stamp(marks.WINNER, (text + 26, y))
        text += _STAR
    if has_state:
        canvas.write(plate.brief, (text + _BETWEEN, y), plain, state)


def _title(title: str, layout: _PlateLayout, ink: Role, room: int) -> Style:
    """The style of a name: the largest in which it fits."""
    styles = [Style(size, ink, Weight.BOLD) for size in layout.sizes]
    fitting = (
        style for style in styles if typeface.fits(title, style, room) and typeface.depth_of(title, style) <= _DEEPEST
    )
    return next(fitting, styles[-1])


@cache
def _background(width: int, height: int, active: bool) -> Sprite:
    if not active:
        return Sprite((Polygon(rounded(width, height, _SOFT), Role.PLATE),))
    paper = (shifted(rounded(width - 40, height, _SOFT), (40, 0)), rectangle(_EDGE, 0, 80, height))
    return Sprite((Polygon(rounded(width, height, _SOFT), Role.GOLD), *(Polygon(part, Role.PAPER) for part in paper)))


def _paint_bar(canvas: Canvas, shares: Sequence[tuple[float, Tone]], top: int) -> None:
    """Paint what each player has of the score: of two from both ends with a mark in the middle, of more in a row."""
    length = canvas.size[0] - 2 * _MARGIN
    canvas.block(_MARGIN, top, (length, _BAR), Role.PLATE)
    widths = [round(share * length) for share, _tone in shares]
    lefts = [0, length - widths[1]] if len(shares) == 2 else [0, *accumulate(widths)]
    for left, width, (_share, tone) in zip(lefts, widths, shares, strict=False):
        if width > 2 * _RIM:
            canvas.block(_MARGIN + left, top, (width, _BAR), Role.PLAIN_TEXT)
            canvas.block(_MARGIN + left + _RIM, top + _RIM, (width - 2 * _RIM, _BAR - 2 * _RIM), tone)
    if len(shares) == 2:
        canvas.block(canvas.size[0] // 2 - 2, top - 4, (4, _BAR + 8), Role.PLAIN_TEXT)
