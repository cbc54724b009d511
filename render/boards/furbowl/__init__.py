"""The picture of Furbowl: the pitch with its animals, and below it the rolls of the turn and the benches.

The pitch lies. Columns and rows are numbered at its edges, so that players can type every square. Scoring columns have
the colour of the team that scores there, and say so. A golden ribbon shows where an animal went in a play, from the
number of the play, which its dice have as well; dashes show the flight of the ball, an arrow a tackle, and a burst its
success. The animal in play has a golden ring, and animals that have acted in this turn are pale, as a legend explains.
In a picker the squares within reach are tinted, areas have letters, and dots mark single squares. From Green's side the
pitch is turned round.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
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
from render.canvas import EMPTY_KEPT, Canvas, Piece
from render.header import Player
from render.raster import Sprite
from render.scene import Scene
from render.shapes import (
    Arc,
    Area,
    Drawing,
    Label,
    Outline,
    Polygon,
    Stroke,
    mean,
    rounded,
    shifted,
    square_corners,
)
from render.theme import Role, Scheme, Tone
from render.typeface import Style, width_of
from rules.core import Phrase, Seat, message
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import SCORING_COLUMNS
from rules.furbowl.board import NOBODY, NOWHERE, PLAYS
from rules.furbowl.pitch import COLUMNS, ROWS, column_of, members, pitch, row_of

_BELOW: Final = 48  # pixels for the numbers below the pitch
_NUMBER: Final = 28
_BALL: Final = "ball"  # which animals, as pieces, are not
_GOAL: Final = Style(34, Fur.ZONE_TEXT)
_AROUND_GOAL: Final = 16  # pixels of turf around these words
_LEFT, _TOP = 54, 14
_RIGHT, _BOTTOM = _LEFT + CELL * COLUMNS, _TOP + CELL * ROWS

Pixel = tuple[int, int]


def _paint(position: FurbowlPosition, scene: Scene) -> Canvas:
    """The picture, from the grass up to the marks."""
    story, at = story_of(scene.steps), centres(scene.is_turned)
    below = strips.layout(position, story.rolls, scene)
    canvas = _empty_pitch(scene.scheme, scene.is_turned).taller(below.height)
    choices = choices_of(position, scene)
    if position.outcome() is None and not scene.is_small:
        begun = (walk.way[0] for walk in story.walks)
        _paint_goals(canvas, position, scene, {*position.places, position.ball, *begun, *members(choices.squares)})
    _paint_tiles(canvas, at, choices)
    _paint_ways(canvas, at, story)
    _paint_animals(canvas, position, at)
    _paint_plays(canvas, position, at, story)
    for _attacker, victim in story.hits:
        canvas.mark(signs.IMPACT, at[victim])
    for attacker, victim in (*story.hits, *story.misses):
        _paint_attack(canvas, at[attacker], at[victim], Role.PATH)
    _paint_choices(canvas, position, at, choices)
    strips.paint(canvas, position, scene, below, _BOTTOM + _BELOW)
    return canvas


def _size(position: FurbowlPosition, scene: Scene) -> tuple[int, int]:
    return theme.WIDTH, _BOTTOM + _BELOW + strips.layout(position, story_of(scene.steps).rolls, scene).height


def _areas(position: FurbowlPosition, scene: Scene) -> Mapping[str, Area]:
    """The area of each option: the square of an animal or move, or all the squares that follow it."""
    at = centres(scene.is_turned)
    areas: dict[str, Area] = {}
    for option in scene.options:
        choices = choices_of(position, replace(scene, options=(option,), chosen=""))
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
def _squares(turned: bool) -> Mapping[str, Area]:
    """All squares of the pitch."""
    at, names = centres(turned), pitch().names
    corners = square_corners(CELL / 2)
    return {names[square]: Area((shifted(corners, at[square]),), at[square]) for square in members(pitch().full)}


@cache
def centres(turned: bool = False) -> Mapping[int, Pixel]:
    """The middle of each square on the picture, in pixels from the upper left corner; one's own home is on the left."""
    found: dict[int, Pixel] = {}
    for square in pitch().square_of.values():
        column, row = column_of(square), row_of(square)
        if turned:
            column, row = COLUMNS + 1 - column, ROWS + 1 - row
        found[square] = _LEFT + CELL * column - CELL // 2, _TOP + CELL * row - CELL // 2
    return found


def _players(position: FurbowlPosition) -> list[Player]:
    mover = None if position.turn is None else position.mover
    count = PLAYS - position.plays
    left = Phrase("{count, plural, one {# play} other {# plays}}", count=count) if count else message("last play")
    forward = (_column_of_ball(position) - 1) / (COLUMNS - 1)
    return [
        Player(chip, left if seat == mover else "", share=forward if seat == 0 else 1 - forward)
        for seat, chip in enumerate(pieces.CHIPS.values())
    ]


def _column_of_ball(position: FurbowlPosition) -> float:
    """The column of the ball; the middle of the pitch before it is there."""
    square = position.ball if position.carrier == NOBODY else position.places[position.carrier]
    return column_of(square) if square >= 0 and square != NOWHERE else (COLUMNS + 1) / 2


def _paint_goals(canvas: Canvas, position: FurbowlPosition, scene: Scene, taken: Collection[int]) -> None:
    """Say who scores in a column, in the largest part of it where nothing is: in the middle if that is free."""
    at = centres(scene.is_turned)
    for seat, column in enumerate(SCORING_COLUMNS):
        words = scene.say(Phrase("{side} scores here", side=position.side(Seat(seat))))
        length = width_of(words, _GOAL) + _AROUND_GOAL
        squares = [pitch().square_of[f"{column},{row}"] for row in range(1, ROWS + 1)]
        stops = sorted(at[square][1] for square in squares if square in taken)
        ends = [_TOP - CELL // 2, *stops, _BOTTOM + CELL // 2]
        parts = [(above + CELL // 2, below - CELL // 2) for above, below in pairwise(ends)]
        middle = (_TOP + _BOTTOM) // 2
        places = [max(above + length // 2, min(middle, below - length // 2)) for above, below in parts]
        free = [y for y, (above, below) in zip(places, parts, strict=True) if below - above >= length]
        if free:
            x = at[squares[0]][0]
            y = min(free, key=lambda place: abs(place - middle))
            canvas.write_upright(words, (x, y), _GOAL, length, is_up=x < theme.WIDTH // 2)


def _paint_tiles(canvas: Canvas, at: Mapping[int, Pixel], choices: Choices) -> None:
    """Paint the squares that differ from the empty pitch."""
    looks: dict[int, Tone] = {}
    looks.update(dict.fromkeys(members(choices.reach), Fur.REACH))
    looks.update(dict.fromkeys(choices.animals, Fur.OFFERED))
    looks.update(dict.fromkeys(choices.picked, Fur.PICKED))
    for square, look in looks.items():
        canvas.stamp(_tile(look), at[square])


def _after_column(column: int) -> Outline:
    """The line after `column` columns, counted from the left."""
    return (_LEFT + CELL * column, _TOP + 2), (_LEFT + CELL * column, _BOTTOM - 2)


def _paint_ways(canvas: Canvas, at: Mapping[int, Pixel], story: Story) -> None:
    """Paint ribbons along the paths of animals, tracks where one was pushed, and the flights of the ball."""
    for walk in story.walks:
        x, y = at[walk.way[0]]
        canvas.mark(signs.ribbon(tuple((at[square][0] - x, at[square][1] - y) for square in walk.way)), (x, y))
    for start, end in story.pushes:
        canvas.mark(signs.skid(*_direction(at[start], at[end])), at[start])
    for start, end in story.flights:
        canvas.mark(signs.flight(at[end][0] - at[start][0], at[end][1] - at[start][1]), at[start])


def _paint_plays(canvas: Canvas, position: FurbowlPosition, at: Mapping[int, Pixel], story: Story) -> None:
    """Paint the number of each play where its animal began, or beside who stands there now."""
    for walk in {walk.play: walk for walk in reversed(story.walks)}.values():
        x, y = at[walk.way[0]]
        beside = CELL // 2 - 6 if walk.way[0] in position.places else 0
        canvas.mark(signs.play(walk.play), (x - beside, y + beside))


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
        canvas.stamp(pieces.LOOSE_BALL, (x, y + 14) if position.ball in places else (x, y), loose)


def _paint_choices(canvas: Canvas, position: FurbowlPosition, at: Mapping[int, Pixel], choices: Choices) -> None:
    """Paint dots on single squares, a frame around the ball, and marks on passes and tackles."""
    for square in members(choices.squares):
        canvas.stamp(signs.frame(CELL) if square == position.ball else signs.SQUARE_MARK, at[square])
    for square in choices.receivers:
        canvas.stamp(signs.PASS_MARK, at[square])
    for attacker, victim in choices.tackles:
        _paint_attack(canvas, at[attacker], at[victim], Role.OPTION)


def _paint_attack(canvas: Canvas, start: Pixel, end: Pixel, tone: Role) -> None:
    canvas.mark(marks.attack(end[0] - start[0], end[1] - start[1], 14, tone), start)


def _most_central(places: Sequence[Pixel]) -> Pixel:
    """The place nearest to the middle of all places."""
    middle = mean(places)
    return min(places, key=lambda place: dist(place, middle))


@lru_cache(maxsize=EMPTY_KEPT)
def _empty_pitch(scheme: Scheme, turned: bool) -> Canvas:
    at = centres(turned)
    canvas = Canvas((theme.WIDTH, _BOTTOM + _BELOW), scheme, PALETTE)
    rim = rounded(_RIGHT - _LEFT + 12, _BOTTOM - _TOP + 12, 12)
    canvas.draw(Polygon(rim, Fur.LINE), (_LEFT - 6, _TOP - 6))  # shows around and between squares
    for name, square in pitch().square_of.items():
        canvas.stamp(_tile(_turf(square)), at[square])
        column, row = name.split(",")
        if at[square][0] == _LEFT + CELL // 2:
            canvas.name(_number(row), (_LEFT // 2 - 2, at[square][1]))
        if at[square][1] == _BOTTOM - CELL // 2:
            canvas.name(_number(column), (at[square][0], _BOTTOM + 26))
    middle = ((_LEFT + _RIGHT) // 2, (_TOP + _BOTTOM) // 2)
    canvas.stamp(_CHALK, middle)
    for column in (1, COLUMNS - 1):
        canvas.draw(Stroke(_after_column(column), 5, Fur.WHITE))
    return canvas


_CHALK: Final = Sprite(
    (
        Arc((0, 0), CELL * 1.5, 3, Fur.CHALK),
        Stroke(((0, -CELL * ROWS / 2 + 2), (0, -CELL * 1.5)), 3, Fur.CHALK),
        Stroke(((0, CELL * 1.5), (0, CELL * ROWS / 2 - 2)), 3, Fur.CHALK),
    )
)
"""The lines of chalk around the middle of the pitch."""


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
        corners = square_corners(CELL / 2 + 1)
        frame = (*corners, corners[0])
        shapes += (Stroke(frame, 9 if face is Fur.PICKED else 7, Role.OPTION),)
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
    {side: tones.zone for side, tones in zip(pieces.CHIPS, SIDES, strict=True)},
    _areas,
    lambda _position, scene: _squares(scene.is_turned),
    _won_by,
    PALETTE,
    samples={"furbowl": "15,9/9,9/6,2/3,5/10,10 8,7/11,6/9,8/12,3/13,7 - 8,6 purple 1 f fox:m -"},
    has_sides=True,
)
