"""The picture of Furbowl: the pitch with its animals, and below it the rolls of the turn and the benches.

The pitch is upright, to be large on a phone, or lies on its side, to be large in a channel. Columns and rows are
numbered at its edges, so that players can type every square. Scoring columns have their team's colour and the shape of
its bases. Footprints, different for each animal, show where animals went; dots show the flight of the ball, an arrow a
tackle, and a burst its success. The animal in play has a golden ring, and animals that have acted in this turn are pale,
as a legend explains. In a picker the squares within reach are tinted, areas have letters, and dots mark single squares.
From Green's side the pitch is turned round.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import dist
from typing import Final

from render import marks, theme
from render.board import Board
from render.boards.furbowl import pieces, signs, strips
from render.boards.furbowl.choices import Choices, choices_of
from render.boards.furbowl.pieces import CELL
from render.boards.furbowl.story import Story, story_of
from render.boards.furbowl.tones import PALETTE, SIDES, Fur
from render.canvas import Canvas, Piece
from render.header import HEIGHT, Player
from render.raster import Sprite
from render.scene import Scene
from render.shapes import (
    Area,
    Drawing,
    Label,
    Outline,
    Polygon,
    Stroke,
    mean,
    rectangle,
    rounded,
    shifted,
    square_corners,
)
from render.theme import Role, Scheme, Tone, Weight
from render.typeface import Style
from rules.core import Phrase, Seat, message
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import SCORING_COLUMNS
from rules.furbowl.board import NOWHERE, PLAYS
from rules.furbowl.pitch import COLUMNS, ROWS, column_of, members, pitch, row_of
from rules.furbowl.stages import areas as blocks

_BELOW: Final = 52  # pixels for the numbers below the pitch
_NUMBER: Final = 32
_BALL: Final = "ball"  # which animals, as pieces, are not
_AXIS: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM)
_COLUMN: Final = message("column")
_ROW: Final = message("row")

Pixel = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Ground:
    """Where the pitch is on a picture of a width, in pixels, and how many squares it has across and down.

    `word` is where the word above the numbers on the left begins.
    """

    left: int
    top: int
    across: int
    down: int
    width: int
    word: int

    @property
    def right(self) -> int:
        return self.left + CELL * self.across

    @property
    def bottom(self) -> int:
        return self.top + CELL * self.down

    def at(self, across: int, down: int) -> Pixel:
        """The middle of a square, counted from 1 to the right and down."""
        return self.left + CELL * across - CELL // 2, self.top + CELL * down - CELL // 2


_TOP: Final = HEIGHT + 42  # space for the word above the numbers on the left
_UPRIGHT: Final = _Ground(54, _TOP, ROWS, COLUMNS, theme.WIDTH, word=6)
_LYING: Final = _Ground(108, _TOP - 8, COLUMNS, ROWS, 1504, word=58)


def _paint(position: FurbowlPosition, scene: Scene) -> Canvas:
    """The picture, from the grass up to the marks."""
    story, at = story_of(scene.steps), centres(scene.is_turned, scene.is_lying)
    below = strips.layout(position, story.rolls, scene)
    canvas = _empty_pitch(scene.scheme, scene.is_turned, scene.is_lying).taller(below.height)
    ground = _ground(scene.is_lying)
    beside, under = (_ROW, _COLUMN) if scene.is_lying else (_COLUMN, _ROW)
    canvas.write(scene.say(beside), (ground.word, ground.top - 26), _AXIS, ground.right)
    canvas.write(scene.say(under), (2, ground.bottom + 26), _AXIS, ground.left + CELL // 2 - _NUMBER // 2)
    choices = choices_of(position, scene)
    _paint_tiles(canvas, at, story, choices)
    _paint_ways(canvas, at, story)
    if choices.areas:
        _paint_area_borders(canvas, scene)
    _paint_animals(canvas, position, at)
    for _attacker, victim in story.hits:
        canvas.stamp(signs.IMPACT, at[victim])
    for attacker, victim in (*story.hits, *story.misses):
        _paint_attack(canvas, at[attacker], at[victim], Role.PATH)
    _paint_choices(canvas, position, at, choices)
    strips.paint(canvas, position, scene, below, ground.bottom + _BELOW)
    return canvas


def _size(position: FurbowlPosition, scene: Scene) -> tuple[int, int]:
    ground, below = _ground(scene.is_lying), strips.layout(position, story_of(scene.steps).rolls, scene)
    return ground.width, ground.bottom + _BELOW + below.height


def _areas(position: FurbowlPosition, scene: Scene) -> Mapping[str, Area]:
    """The area of each option: the square of an animal or move, all squares of an action, or a block of squares."""
    at = centres(scene.is_turned, scene.is_lying)
    areas: dict[str, Area] = {}
    for option in scene.options:
        choices = choices_of(position, replace(scene, options=(option,), chosen=""))
        if choices.areas:
            block = [at[square] for square in members(blocks()[choices.areas[0]])]
            (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*block, strict=True))
            outline = rectangle(left - CELL / 2, top - CELL / 2, right + CELL / 2, bottom + CELL / 2)
            areas[option] = Area((outline,), mean(outline))
        else:
            victims = [victim for _attacker, victim in choices.tackles]
            squares = (*members(choices.reach | choices.squares), *choices.animals, *choices.receivers, *victims)
            if squares:
                outlines = tuple(shifted(square_corners(CELL / 2), at[square]) for square in squares)
                areas[option] = Area(outlines, _most_central([at[square] for square in squares]))
    return areas


def _won_by(position: FurbowlPosition, _seat: Seat) -> Collection[str]:
    """The square of the ball's carrier, in the scoring column."""
    return [pitch().names[position.places[position.carrier]]]


@cache
def _squares(_position: FurbowlPosition, scene: Scene) -> Mapping[str, Area]:
    """All squares of the pitch."""
    at, names = centres(scene.is_turned, scene.is_lying), pitch().names
    corners = square_corners(CELL / 2)
    return {names[square]: Area((shifted(corners, at[square]),), at[square]) for square in members(pitch().full)}


def _ground(is_lying: bool) -> _Ground:
    return _LYING if is_lying else _UPRIGHT


@cache
def centres(turned: bool = False, lying: bool = False) -> Mapping[int, Pixel]:
    """The middle of each square on the picture, in pixels from the upper left corner.

    A lying pitch is an upright one turned clockwise: one's own home is on the left.
    """
    found: dict[int, Pixel] = {}
    for square in pitch().square_of.values():
        column, row = column_of(square), row_of(square)
        if turned:
            column, row = COLUMNS + 1 - column, ROWS + 1 - row
        found[square] = _LYING.at(column, row) if lying else _UPRIGHT.at(row, COLUMNS + 1 - column)
    return found


def _players(position: FurbowlPosition) -> list[Player]:
    mover = None if position.turn is None else position.mover
    count = PLAYS - position.plays
    left = Phrase("{count, plural, one {# play} other {# plays}}", count=count) if count else message("last play")
    return [Player(chip, left if seat == mover else "") for seat, chip in enumerate(pieces.CHIPS.values())]


def _paint_tiles(canvas: Canvas, at: Mapping[int, Pixel], story: Story, choices: Choices) -> None:
    """Paint the squares that differ from the empty pitch."""
    looks: dict[int, Tone] = {}
    looks.update(dict.fromkeys((square for walk in story.walks for square in walk.way), Fur.TRAIL))
    looks.update(dict.fromkeys((square for push in story.pushes for square in push), Fur.TRAIL))
    looks.update(dict.fromkeys(members(choices.reach), Fur.REACH))
    looks.update(dict.fromkeys(choices.animals, Fur.OFFERED))
    looks.update(dict.fromkeys(choices.picked, Fur.PICKED))
    for square, look in looks.items():
        canvas.stamp(_tile(look), at[square])


def _paint_area_borders(canvas: Canvas, scene: Scene) -> None:
    """Paint the lines between areas, which have three columns and half of the rows."""
    columns = range(3, COLUMNS, 3)
    for line in (*(_between_columns(scene.is_lying, column) for column in columns), _middle(scene.is_lying)):
        canvas.draw(Stroke(line, 5, Role.OPTION))


def _between_columns(is_lying: bool, column: int, inset: int = 0) -> Outline:
    """The line after `column` columns, counted from the left or from the top."""
    ground = _ground(is_lying)
    if is_lying:
        x = ground.left + CELL * column
        return (x, ground.top + inset), (x, ground.bottom - inset)
    y = ground.top + CELL * column
    return (ground.left + inset, y), (ground.right - inset, y)


def _middle(is_lying: bool) -> Outline:
    """The line between the two halves of the rows."""
    ground = _ground(is_lying)
    if is_lying:
        y = (ground.top + ground.bottom) // 2
        return (ground.left, y), (ground.right, y)
    x = (ground.left + ground.right) // 2
    return (x, ground.top), (x, ground.bottom)


def _paint_ways(canvas: Canvas, at: Mapping[int, Pixel], story: Story) -> None:
    """Paint footprints along the paths of animals, the latest on each square, then dots along the ball's flight."""
    prints: dict[int, Sprite] = {}
    for walk in story.walks:
        for square, following in pairwise(walk.way):
            prints[square] = signs.footprint(walk.animal, *_direction(at[square], at[following]))
    for start, end in story.pushes:
        prints[start] = signs.skid(*_direction(at[start], at[end]))
    for square, sprite in prints.items():
        canvas.stamp(sprite, at[square])
    for start, end in story.flights:
        for dot in _dots(at[start], at[end]):
            canvas.stamp(signs.FLIGHT_DOT, dot)


def _dots(start: Pixel, end: Pixel) -> Iterator[Pixel]:
    """Points on a line, some 30 pixels from one to the next."""
    (x, y), (to_x, to_y) = start, end
    count = max(2, round(max(abs(to_x - x), abs(to_y - y)) / 30))
    for at in range(1, count):
        yield x + (to_x - x) * at // count, y + (to_y - y) * at // count


def _paint_animals(canvas: Canvas, position: FurbowlPosition, at: Mapping[int, Pixel]) -> None:
    """Paint the loose ball and the animals, from back to front."""
    places = {place: piece for piece, place in enumerate(position.places) if place >= 0}
    for square in sorted(places, key=lambda place: at[place][::-1]):
        piece = places[square]
        canvas.stamp(pieces.token(piece, pieces.state_of(position, piece)), at[square], Piece(square, piece))
        if piece == position.carrier:
            canvas.stamp(pieces.HELD_BALL, at[square], Piece((square, _BALL), _BALL))
    if position.ball != NOWHERE:
        x, y = at[position.ball]
        loose = Piece((position.ball, _BALL), _BALL)
        canvas.stamp(pieces.LOOSE_BALL, (x, y + 20) if position.ball in places else (x, y), loose)


def _paint_choices(canvas: Canvas, position: FurbowlPosition, at: Mapping[int, Pixel], choices: Choices) -> None:
    """Paint dots on single squares, a frame around the ball, letters in areas, and marks on passes and tackles."""
    for square in members(choices.squares):
        canvas.stamp(signs.frame(CELL) if square == position.ball else signs.SQUARE_MARK, at[square])
    for letter in choices.areas:
        free = blocks()[letter] & position.empty()
        free = free & choices.reach or free
        block = [at[square] for square in members(blocks()[letter])]
        canvas.stamp(signs.area_letter(letter), _most_central([at[square] for square in members(free)], block))
    for square in choices.receivers:
        canvas.stamp(signs.PASS_MARK, at[square])
    for attacker, victim in choices.tackles:
        _paint_attack(canvas, at[attacker], at[victim], Role.OPTION)


def _paint_attack(canvas: Canvas, start: Pixel, end: Pixel, tone: Role) -> None:
    canvas.stamp(marks.attack(end[0] - start[0], end[1] - start[1], 22, tone), start)


def _most_central(places: Sequence[Pixel], block: Sequence[Pixel] = ()) -> Pixel:
    """The place nearest to the middle of a block, or of all places."""
    middle = mean(block or places)
    return min(places, key=lambda place: dist(place, middle))


@cache
def _empty_pitch(scheme: Scheme, turned: bool, lying: bool) -> Canvas:
    ground, at = _ground(lying), centres(turned, lying)
    canvas = Canvas((ground.width, ground.bottom + _BELOW), scheme, PALETTE)
    rim = rounded(ground.right - ground.left + 8, ground.bottom - ground.top + 8, 8)
    canvas.draw(Polygon(rim, Fur.LINE), (ground.left - 4, ground.top - 4))  # shows around and between squares
    for name, square in pitch().square_of.items():
        canvas.stamp(_tile(_turf(square)), at[square])
        if column_of(square) in SCORING_COLUMNS:
            canvas.stamp(pieces.zone_emblem(SCORING_COLUMNS.index(column_of(square))), at[square])
        column, row = name.split(",")
        across, down = (column, row) if lying else (row, column)
        if across == "1":
            canvas.stamp(_number(down), (ground.left - 27, at[square][1]))
        if down == "1":
            canvas.stamp(_number(across), (at[square][0], ground.bottom + 26))
    for column in (1, COLUMNS - 1):
        canvas.draw(Stroke(_between_columns(lying, column, inset=2), 5, Fur.WHITE))
    return canvas


@cache
def _number(text: str) -> Sprite:
    return Sprite((Label((0, 0), text, _NUMBER, Role.PLAIN_TEXT),))


def _turf(square: int) -> Fur:
    """The colour of a square on which nothing has happened."""
    column = column_of(square)
    if column in SCORING_COLUMNS:
        return SIDES[SCORING_COLUMNS.index(column)].zone
    return Fur.TURF_ALT if column % 2 else Fur.TURF


@cache
def _tile(face: Tone) -> Sprite:
    shapes: Drawing = (Polygon(square_corners(CELL / 2 - 1), face),)
    if face in (Fur.OFFERED, Fur.PICKED):
        corners = square_corners(CELL / 2 - 5)
        frame = (*corners, corners[0])
        shapes += (Stroke(frame, 8 if face is Fur.PICKED else 5, Role.OPTION),)
        shapes += (Stroke(frame, 3, Role.HALO),) if face is Fur.PICKED else ()
    return Sprite(shapes)


def _direction(start: Pixel, end: Pixel) -> tuple[int, int]:
    across, down = end[0] - start[0], end[1] - start[1]
    return (across > 0) - (across < 0), (down > 0) - (down < 0)


BOARD: Final = Board(
    FurbowlPosition,
    _paint,
    _size,
    _players,
    pieces.CHIPS,
    {side: tones.rim for side, tones in zip(pieces.CHIPS, SIDES, strict=True)},
    _areas,
    _squares,
    _won_by,
    PALETTE,
    samples={"furbowl": "15,9/9,9/6,2/3,5/10,10 8,7/11,6/9,8/12,3/13,7 - 8,6 purple 1 f fox:m -"},
    has_sides=True,
    can_lie=True,
)
