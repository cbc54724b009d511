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
    to 1; a game without a bar has none. `has_left` is whether the player is out of the game, which `count` says.
    """

    chip: Sprite
    count: str
    task: str = ""
    share: float | None = None
    has_left: bool = False


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
_RIGHT: Final = 16  # pixels between a number and the right end of its plate
_WORDS: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM)


@dataclass(frozen=True, slots=True)
class _Plate:
    """The content of a plate: texts, a face if any, whether it is active, whether it is the winner's.

    `state` is the player's state with the side, such as "White to move", and `brief` is without it, or the side of a
    player who waits; `score` is a number and `unit` what it counts. `must_say` is whether nothing but the state says
    how things are: paper alone means to be the one to move, and the star to win. `has_left` is whether `unit` says so.
    """

    title: str
    state: str
    brief: str
    score: str
    unit: str
    face: str
    active: bool
    won: bool
    must_say: bool
    has_left: bool

    @property
    def ink(self) -> Role:
        """The colour of its texts."""
        return Role.PAPER_TEXT if self.active else Role.PLAIN_TEXT


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
    for seat, (player, plate) in enumerate(zip(players, _alike(plates, layout, width), strict=True)):
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
    plates = [_plate(position, scene, Seat(seat), player) for seat, player in enumerate(players)]
    for player, plate in zip(players, _alike(plates, layout, width), strict=True):
        _paint(canvas, (left, top), width, layout, player.chip, plate)
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
    must_say = active and (shared or scene.previewed_by is not None)
    return _Plate(name, state, brief, score, unit, face, active, first and not shared, must_say, player.has_left)


def _alike(plates: Sequence[_Plate], layout: _PlateLayout, width: int) -> Sequence[_Plate]:
    """The same plates; they say what is counted only if there is room for it on all.

    Who has left is said wherever there is room.
    """
    have_room = [_has_room_for_unit(plate, layout, width) for plate in plates]
    return [
        plate if all(have_room) or (plate.has_left and has_room) else replace(plate, unit="")
        for plate, has_room in zip(plates, have_room, strict=True)
    ]


def _has_room_for_unit(plate: _Plate, layout: _PlateLayout, width: int) -> bool:
    """Whether there is room for what is counted beside a state that must be said if it fits, and on one line the name."""
    if not layout.is_low:
        text, right = _texts(plate, layout, width)
        star = 0 if _star_is_above(plate, layout, right - text) else _STAR
        return not plate.unit or _width_of(plate.unit) + typeface.width_of(plate.brief, _WORDS) + star <= right - text
    room, state = _room(plate, layout, width), _width_of(plate.brief) if plate.must_say else 0
    return _width_of(plate.unit) + (state if state <= room else 0) <= room


def _star_is_above(plate: _Plate, layout: _PlateLayout, room: int) -> bool:
    """Whether the star has room beside the name, or there is none; otherwise it is before the state."""
    return not plate.won or room - _STAR >= typeface.width_of(plate.title, _title(plate, layout, room))


def _width_of(words: str) -> int:
    """The pixels that a state, or what is counted, takes beside a name."""
    return typeface.width_of(words, _WORDS) + _BETWEEN if words else 0


def _room(plate: _Plate, layout: _PlateLayout, width: int) -> int:
    """The pixels of a line beside the name, or as much of it as must be shown, and beside the star."""
    text, right = _texts(plate, layout, width)
    smallest = Style(layout.sizes[-1], Role.PLAIN_TEXT)
    name = min(typeface.width_of(shown, smallest) for shown in (_LETTERS, plate.title))
    return right - text - name - (_STAR if plate.won else 0)


def _texts(plate: _Plate, layout: _PlateLayout, width: int) -> tuple[int, int]:
    """Where texts begin and end on a plate, between the chip or the face and the number."""
    text = layout.face[0] + layout.radius + _BESIDE_FACE if plate.face else layout.text
    score = typeface.width_of(plate.score, _score(plate, layout)) + _BETWEEN if plate.score else 0
    return text, width - _RIGHT - score


def _score(plate: _Plate, layout: _PlateLayout) -> Style:
    return Style(layout.scores[len(plate.score) > _MANY_DIGITS], plate.ink, right=True)


def _paint(canvas: Canvas, at: tuple[int, int], width: int, layout: _PlateLayout, chip: Sprite, plate: _Plate) -> None:
    left, top = at
    canvas.stamp(_background(width, layout.height, plate.active), at)
    canvas.stamp(chip, (left + layout.chip[0], top + layout.chip[1]))
    if plate.face:
        canvas.stamp(portrait(plate.face, layout.radius), (left + layout.face[0], top + layout.face[1]))
    text, right = _texts(plate, layout, width)
    if plate.score:
        end = width - _RIGHT
        canvas.write(plate.score, (left + end, top + layout.height // 2), _score(plate, layout), end - text)
    if layout.is_low:
        _paint_line(canvas, layout, plate, (left + text, top, left + right), _room(plate, layout, width))
    else:
        _paint_lines(canvas, layout, plate, (left + text, top, left + right))


def _paint_lines(canvas: Canvas, layout: _PlateLayout, plate: _Plate, place: tuple[int, int, int]) -> None:
    """Paint the name over the state and what is counted; the star is beside the name, or else before the state."""
    (text, top, right), plain = place, replace(_WORDS, colour=plate.ink)
    upper, lower = (top + line for line in layout.lines)
    style = _title(plate, layout, right - text)
    raised = min(_RAISED, max(0, typeface.depth_of(plate.title, style) - _DEEPEST))
    canvas.write(plate.title, (text, upper - raised), style, right - text)
    if not _star_is_above(plate, layout, right - text):
        canvas.stamp(marks.WINNER, (text + 22, lower))
        text += _STAR
    elif plate.won:
        canvas.stamp(marks.WINNER, (text + typeface.width_of(plate.title, style) + 26, upper))
    if plate.unit:
        canvas.write(plate.unit, (right, lower), replace(plain, right=True), right - text)
        right -= _width_of(plate.unit)
    state = plate.state if typeface.fits(plate.state, plain, right - text) else plate.brief
    canvas.write(state, (text, lower), plain, right - text)


def _paint_line(canvas: Canvas, layout: _PlateLayout, plate: _Plate, place: tuple[int, int, int], room: int) -> None:
    """Paint the name, the star, what is counted, and the state of who is to move if there is `room` for it."""
    (text, top, right), plain = place, replace(_WORDS, colour=plate.ink)
    y, state, unit = top + layout.lines[0], _width_of(plate.brief), _width_of(plate.unit)
    has_state = plate.active and plate.brief != "" and unit + state <= room
    if plate.unit:
        canvas.write(plate.unit, (right, y), replace(plain, right=True), unit)
    right -= unit + has_state * state + (_STAR if plate.won else 0)
    style = _title(plate, layout, right - text)
    canvas.write(plate.title, (text, y), style, right - text)
    text += typeface.width_of(typeface.fitted(plate.title, style, right - text), style)
    if plate.won:
        canvas.stamp(marks.WINNER, (text + 26, y))
        text += _STAR
    if has_state:
        canvas.write(plate.brief, (text + _BETWEEN, y), plain, state)


def _title(plate: _Plate, layout: _PlateLayout, room: int) -> Style:
    """The style of a name: the largest in which it fits."""
    title, styles = plate.title, [Style(size, plate.ink, Weight.BOLD) for size in layout.sizes]
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
