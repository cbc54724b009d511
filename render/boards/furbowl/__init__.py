"""The picture of Furbowl: the pitch with its animals, and below it the rolls of the turn and the benches.

Columns are numbered along the bottom and rows along the left, so that every square can be typed. Scoring columns have
their team's colour and the shape of its bases. Footprints show where animals went, each kind its own; dots show where
the ball flew, a burst where a tackle hit. The animal in play has a golden ring, and animals that have acted in this
turn are pale. In a picker the squares within reach are tinted, areas have letters, and dots mark single squares. From
Green's side the pitch is turned around.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Final

from render import marks, theme
from render.board import Board
from render.boards.furbowl import pieces, signs, strips
from render.boards.furbowl.choices import Choices, choices_of
from render.boards.furbowl.pieces import TokenState
from render.boards.furbowl.story import Story, story_of
from render.boards.furbowl.tones import PALETTE, SIDES, Fur
from render.canvas import Canvas
from render.header import HEIGHT, Player
from render.raster import Sprite
from render.scene import Scene
from render.shapes import Drawing, Label, Polygon, Stroke, rounded, square_corners
from render.theme import Role, Scheme, Tone
from render.typeface import Style
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import RABBIT, SCORING_COLUMNS, TEAM_SIZE, seat_of
from rules.furbowl.board import NOWHERE, PLAYS
from rules.furbowl.pitch import COLUMNS, ROWS, column_of, members, pitch, row_of
from rules.furbowl.stages import areas
from rules.wording import plural

CELL: Final = 64
_LEFT: Final = 38
_TOP: Final = HEIGHT + 14
_BOTTOM: Final = _TOP + CELL * ROWS
_BELOW: Final = 48  # pixels for the numbers of the columns
_LABEL: Final = Style(28, Role.PLAIN_TEXT, right=True)

Pixel = tuple[int, int]


def _paint(position: FurbowlPosition, scene: Scene) -> Canvas:
    """The picture, from the grass up to the marks."""
    story, at = story_of(scene.steps), centres(scene.is_turned)
    below = strips.layout(position, story.rolls, scene)
    canvas = _empty_pitch(scene.scheme, scene.is_turned).taller(below.height)
    choices = choices_of(position, scene)
    _paint_tiles(canvas, at, story, choices)
    _paint_ways(canvas, at, story)
    if choices.areas:
        _paint_area_borders(canvas)
    _paint_animals(canvas, position, at)
    for attacker, victim in story.hits:
        (x, y), (to_x, to_y) = at[attacker], at[victim]
        canvas.stamp(signs.IMPACT, ((x + to_x) // 2, (y + to_y) // 2))
    _paint_choices(canvas, position, at, choices)
    strips.paint(canvas, position, below, _BOTTOM + _BELOW)
    return canvas


@cache
def centres(turned: bool = False) -> Mapping[int, Pixel]:
    """The middle of each square on the picture, in pixels from the upper left corner."""
    found: dict[int, Pixel] = {}
    for square in pitch().square_of.values():
        column, row = column_of(square), row_of(square)
        if turned:
            column, row = COLUMNS + 1 - column, ROWS + 1 - row
        found[square] = (_LEFT + CELL * column - CELL // 2, _BOTTOM - CELL * row + CELL // 2)
    return found


def _players(position: FurbowlPosition) -> list[Player]:
    mover = None if position.turn is None else position.mover
    left = plural(PLAYS - position.plays, "play") if position.plays < PLAYS else "last play"
    return [Player(chip, left if seat == mover else "") for seat, chip in enumerate(pieces.CHIPS.values())]


def _paint_tiles(canvas: Canvas, at: Mapping[int, Pixel], story: Story, choices: Choices) -> None:
    """The squares that look different from the empty pitch."""
    looks: dict[int, Tone] = {}
    looks.update(dict.fromkeys((square for walk in story.walks for square in walk.way), Fur.TRAIL))
    looks.update(dict.fromkeys((square for push in story.pushes for square in push), Fur.TRAIL))
    looks.update(dict.fromkeys(members(choices.reach), Fur.REACH))
    looks.update(dict.fromkeys(choices.animals, Role.OPTION))
    looks.update(dict.fromkeys(choices.picked, Fur.PICKED))
    for square, look in looks.items():
        canvas.stamp(_tile(look), at[square])


def _paint_area_borders(canvas: Canvas) -> None:
    """The lines between areas: three columns wide, half as high as the pitch."""
    for left in range(_LEFT + 3 * CELL, _LEFT + COLUMNS * CELL, 3 * CELL):
        canvas.stamp(signs.area_border(0, CELL * ROWS), (left, _TOP))
    canvas.stamp(signs.area_border(CELL * COLUMNS, 0), (_LEFT, (_TOP + _BOTTOM) // 2))


def _paint_ways(canvas: Canvas, at: Mapping[int, Pixel], story: Story) -> None:
    """Footprints along the ways of animals, on each square the last, then dots along the ways of the ball."""
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
    """Points on a line, some 20 pixels from one to the next."""
    (x, y), (to_x, to_y) = start, end
    count = max(2, round(max(abs(to_x - x), abs(to_y - y)) / 20))
    for at in range(1, count):
        yield x + (to_x - x) * at // count, y + (to_y - y) * at // count


def _paint_animals(canvas: Canvas, position: FurbowlPosition, at: Mapping[int, Pixel]) -> None:
    """The loose ball and the animals, those in front over those behind."""
    places = {place: piece for piece, place in enumerate(position.places) if place >= 0}
    for square in sorted(places, key=lambda place: at[place][::-1]):
        piece = places[square]
        canvas.stamp(pieces.token(piece, _state(position, piece)), at[square])
    if position.ball != NOWHERE:
        x, y = at[position.ball]
        canvas.stamp(pieces.LOOSE_BALL, (x, y + 14) if position.ball in places else (x, y))
    winner = position.winner()
    if winner is not None:
        x, y = at[position.places[position.carrier]]
        canvas.stamp(marks.winner(17), (x + (-24 if x > theme.WIDTH // 2 else 24), y - 24))


def _state(position: FurbowlPosition, piece: int) -> TokenState:
    in_play = position.turn is not None and piece == position.active()
    done = position.turn is not None and seat_of(piece) == position.mover and position.done >> piece % TEAM_SIZE & 1
    return TokenState(
        stunned=bool(position.stuns[piece]),
        acted=bool(done) and not in_play,
        in_play=in_play,
        ball=piece == position.carrier,
        sprint=piece % TEAM_SIZE == RABBIT and bool(position.sprints >> seat_of(piece) & 1),
    )


def _paint_choices(canvas: Canvas, position: FurbowlPosition, at: Mapping[int, Pixel], choices: Choices) -> None:
    """Dots on single squares, or a frame around the ball; letters in areas; marks on targets of passes and tackles."""
    for square in members(choices.squares):
        canvas.stamp(signs.frame(CELL) if square == position.ball else signs.SQUARE_MARK, at[square])
    for letter in choices.areas:
        free = areas()[letter] & position.empty()
        canvas.stamp(signs.area_letter(letter), _most_central([at[square] for square in members(free)], letter, at))
    for square in choices.receivers:
        canvas.stamp(signs.PASS_MARK, at[square])
    for square in choices.victims:
        canvas.stamp(signs.TACKLE_MARK, at[square])


def _most_central(places: list[Pixel], letter: str, at: Mapping[int, Pixel]) -> Pixel:
    """The place nearest to the middle of an area."""
    block = [at[square] for square in members(areas()[letter])]
    x, y = (sum(place[side] for place in block) / len(block) for side in (0, 1))
    return min(places, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)


@cache
def _empty_pitch(scheme: Scheme, turned: bool) -> Canvas:
    canvas, at = Canvas((theme.WIDTH, _BOTTOM + _BELOW), scheme, PALETTE), centres(turned)
    ground = Polygon(rounded(CELL * COLUMNS + 8, CELL * ROWS + 8, 8), Fur.LINE)  # shows between squares and around them
    canvas.draw(ground, (_LEFT - 4, _TOP - 4))
    for square in pitch().square_of.values():
        canvas.stamp(_tile(_turf(square)), at[square])
        if column_of(square) in SCORING_COLUMNS:
            canvas.stamp(pieces.zone_emblem(SCORING_COLUMNS.index(column_of(square))), at[square])
    goal_line = Sprite((Stroke(((0, 2), (0, CELL * ROWS - 2)), 4, Fur.WHITE),))
    for column in (1, COLUMNS - 1):
        canvas.stamp(goal_line, (_LEFT + CELL * column, _TOP))
    for row in range(1, ROWS + 1):
        canvas.write(str(row), (_LEFT - 5, at[pitch().square_of[f"1,{row}"]][1]), _LABEL, _LEFT)
    for column in range(1, COLUMNS + 1):
        label = Sprite((Label((0, 0), str(column), 28, Role.PLAIN_TEXT),))
        canvas.stamp(label, (at[pitch().square_of[f"{column},1"]][0], _BOTTOM + 24))
    return canvas


def _turf(square: int) -> Fur:
    """The colour of a square on which nothing has happened."""
    column = column_of(square)
    if column in SCORING_COLUMNS:
        return SIDES[SCORING_COLUMNS.index(column)].zone
    return Fur.TURF_ALT if column % 2 else Fur.TURF


@cache
def _tile(face: Tone) -> Sprite:
    shapes: Drawing = (Polygon(square_corners(CELL / 2 - 1), face),)
    if face is Fur.PICKED:
        corners = square_corners(CELL / 2 - 4)
        frame = (*corners, corners[0])
        shapes += (Stroke(frame, 6, Role.OPTION), Stroke(frame, 2, Role.HALO))
    return Sprite(shapes)


def _direction(start: Pixel, end: Pixel) -> tuple[int, int]:
    across, down = end[0] - start[0], end[1] - start[1]
    return (across > 0) - (across < 0), (down > 0) - (down < 0)


BOARD: Final = Board(
    FurbowlPosition,
    _paint,
    _players,
    pieces.CHIPS,
    PALETTE,
    samples={"furbowl": "15,9/9,9/6,2/3,5/10,10 8,7/11,6/9,8/12,3/13,7 - 8,6 purple 1 f fox:m -"},
    has_sides=True,
)
