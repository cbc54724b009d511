"""The picture of Furbowl: the pitch with its animals, the bench below it, and the dice of the last roll.

Columns are numbered along the bottom and rows along the left, so that every square can be typed. The columns in which
the teams score bear their colours and the shape of their bases. Footprints show where animals went, dots where the ball
flew, a burst where a tackle hit; an animal in play has a golden ring, one that has acted in this turn is pale.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from render import marks, theme
from render.boards import furbowl_pieces as pieces
from render.boards.furbowl_pieces import State
from render.boards.furbowl_story import Roll, Story, story
from render.boards.furbowl_tones import PALETTE, SIDES, Fur
from render.header import HEIGHT, Player, header
from render.paint import Canvas, Sprite, Style
from render.scene import Scene
from render.shapes import Drawing, Label, Polygon, Stroke, rounded
from render.theme import Role, Scheme, Tone, Weight
from rules.core import Move, Seat
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import ANIMALS, RABBIT, SCORING_COLUMNS, TEAM_SIZE, seat_of, team
from rules.furbowl.board import KNOCKED_OUT, NOWHERE, OUT, PLAYS
from rules.furbowl.pitch import COLUMNS, ROWS, column_of, members, pitch, row_of
from rules.furbowl.tokens import MOVING, Kind, deeds

SIZE: Final = (theme.WIDTH, 920)
"""Width and height of the picture in pixels."""

CELL: Final = 62
_LEFT: Final = 50
_TOP: Final = HEIGHT + 14
_BOTTOM: Final = _TOP + CELL * ROWS
_BENCH: Final = (804, 96)  # top and height
_BENCH_WIDTH: Final = 340
_MARGIN: Final = 24
_SEAT_WIDTH: Final = 64
_LABEL: Final = Style(28, Role.PLAIN_TEXT)
_PLATE_LABEL: Final = Style(28, Role.PLATE_TEXT, Weight.MEDIUM)
_PART: Final = re.compile(r"([a-z]+)(?:-(sprint))?(?:-([0-9]+)(?:,([0-9]+))?)?(?:-(pass|tackle)-([a-z]+))?")


class _Mark(NamedTuple):
    """A square that a token of the picker means: `kind` is that of the deed, or None for the animal itself."""

    square: int
    kind: Kind | None


def draw(position: FurbowlPosition, scene: Scene) -> Canvas:
    """The whole picture, from the grass up to the marks."""
    canvas = _empty_pitch(scene.scheme).copy()
    told = story(scene.steps)
    header(canvas, position, scene, [_player(position, Seat(seat)) for seat in (0, 1)])
    _draw_tiles(canvas, position, scene, told)
    _draw_ways(canvas, told)
    _draw_animals(canvas, position)
    for attacker, victim in told.hits:
        (x, y), (to_x, to_y) = centre(attacker), centre(victim)
        canvas.stamp(pieces.impact(), ((x + to_x) // 2, (y + to_y) // 2))
    for mark in _marks(position, scene.options):
        _draw_mark(canvas, mark)
    for seat in (Seat(0), Seat(1)):
        _draw_bench(canvas, position, seat)
    if told.roll is not None:
        _draw_roll(canvas, told.roll)
    return canvas


def centre(square: int) -> tuple[int, int]:
    """Where the middle of a square is on the picture, in pixels from the upper left corner."""
    return _LEFT + CELL * column_of(square) - CELL // 2, _BOTTOM - CELL * row_of(square) + CELL // 2


def _player(position: FurbowlPosition, seat: Seat) -> Player:
    if position.turn is None or seat != position.mover:
        return Player(pieces.chip(seat), "")
    left = PLAYS - position.plays
    count = "last play" if not left else f"{left} play{'' if left == 1 else 's'}"
    return Player(pieces.chip(seat), count)


def _draw_tiles(canvas: Canvas, position: FurbowlPosition, scene: Scene, told: Story) -> None:
    """Squares that do not look as on the empty pitch."""
    looks: dict[int, Tone] = {}
    looks.update(dict.fromkeys((square for walk in (*told.walks, *told.pushes) for square in walk), Fur.TRAIL))
    animals = (mark.square for mark in _marks(position, scene.options) if mark.kind not in MOVING)
    looks.update(dict.fromkeys(animals, Role.OPTION))
    chosen = (scene.chosen.partition("-")[0], scene.chosen)
    looks.update(dict.fromkeys((mark.square for mark in _marks(position, chosen)), Fur.PICKED))
    for square, look in looks.items():
        canvas.stamp(_tile(look), centre(square))


def _draw_ways(canvas: Canvas, told: Story) -> None:
    """Footprints along the ways of animals, the last on each square, then dots along the ways of the ball."""
    walks = (*told.walks, *told.pushes)
    for square, following in {first: second for walk in walks for first, second in pairwise(walk)}.items():
        (x, y), (to_x, to_y) = centre(square), centre(following)
        canvas.stamp(pieces.paw(_sign(to_x - x), _sign(to_y - y)), (x, y))
    for start, end in told.flights:
        for at in _dots(centre(start), centre(end)):
            canvas.stamp(pieces.flight_dot(), at)


def _dots(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Points on a line, some 20 pixels from one to the next."""
    (x, y), (to_x, to_y) = start, end
    count = max(2, round(max(abs(to_x - x), abs(to_y - y)) / 20))
    for at in range(1, count):
        yield x + (to_x - x) * at // count, y + (to_y - y) * at // count


def _draw_animals(canvas: Canvas, position: FurbowlPosition) -> None:
    """The loose ball and the animals, those in front over those behind."""
    places = {place: piece for piece, place in enumerate(position.places) if place >= 0}
    for square in sorted(places, key=lambda at: (-row_of(at), column_of(at))):
        piece = places[square]
        canvas.stamp(pieces.token(piece, _state(position, piece)), centre(square))
    if position.ball != NOWHERE:
        x, y = centre(position.ball)
        canvas.stamp(pieces.loose_ball(), (x, y + 14) if position.ball in places else (x, y))
    winner = position.winner()
    if winner is not None:
        x, y = centre(position.places[position.carrier])
        canvas.stamp(marks.winner(17), (x + (-24 if winner == 0 else 24), y - 24))


def _state(position: FurbowlPosition, piece: int) -> State:
    in_play = position.turn is not None and piece == position.active()
    done = position.turn is not None and seat_of(piece) == position.mover and position.done >> piece % TEAM_SIZE & 1
    return State(
        stunned=bool(position.stuns[piece]),
        acted=bool(done) and not in_play,
        in_play=in_play,
        ball=piece == position.carrier,
        sprint=piece % TEAM_SIZE == RABBIT and bool(position.sprints >> seat_of(piece) & 1),
    )


def _marks(position: FurbowlPosition, tokens: tuple[str, ...]) -> list[_Mark]:
    """What tokens, whole or in part, mean on this pitch."""
    if not isinstance(position.turn, int):
        return []
    return [mark for token in tokens for mark in _meant(position, token)]


def _meant(position: FurbowlPosition, token: str) -> list[_Mark]:
    found = _PART.fullmatch(token)
    names = [animal.name for animal in ANIMALS]
    if found is None or found[1] not in names:
        return []
    deed = deeds().get(Move(token))
    if deed is not None:
        first = TEAM_SIZE * (1 - position.mover if deed.kind is Kind.TACKLE else position.mover)
        square = deed.target if deed.kind in MOVING else position.places[first + deed.target]
        return [_Mark(square, deed.kind)] if square >= 0 else []
    animal, column = names.index(found[1]), found[3]
    if token == found[1]:
        place = position.places[TEAM_SIZE * position.mover + animal]
        return [_Mark(place, None)] if place >= 0 else []
    if found[5] is not None or not (column or found[2]):
        return []
    options = position.options(animal)
    squares = options.sprinting if found[2] else options.plain
    if column is not None:
        squares &= pitch().columns[int(column)] if found[4] is None and int(column) <= COLUMNS else 0
    return [_Mark(square, Kind.SPRINT if found[2] else Kind.MOVE) for square in members(squares)]


def _draw_mark(canvas: Canvas, mark: _Mark) -> None:
    drawings = {
        Kind.MOVE: pieces.square_mark,
        Kind.SPRINT: pieces.sprint_mark,
        Kind.PASS: pieces.pass_mark,
        Kind.TACKLE: pieces.tackle_mark,
    }
    if mark.kind is not None:
        canvas.stamp(drawings[mark.kind](), centre(mark.square))


def _draw_bench(canvas: Canvas, position: FurbowlPosition, seat: Seat) -> None:
    """Purple's bench on the left, Green's on the right: first the knocked out, then those that are out."""
    top, height = _BENCH
    left = _MARGIN if seat == 0 else theme.WIDTH - _MARGIN - _BENCH_WIDTH
    canvas.stamp(_bench(), (left, top))
    off = [piece for place in (KNOCKED_OUT, OUT) for piece in team(seat) if position.places[piece] == place]
    if not off:
        words = f"{position.side(seat)}'s bench"
        canvas.write(words, (left + 20, top + height // 2), _PLATE_LABEL, _BENCH_WIDTH - 30)
    for at, piece in enumerate(off):
        out = position.places[piece] == OUT
        x = left + 42 + at * _SEAT_WIDTH
        canvas.stamp(pieces.benched(piece, out), (x, top + 36))
        canvas.stamp(_bench_label("out" if out else "KO"), (x, top + 80))


def _draw_roll(canvas: Canvas, roll: Roll) -> None:
    """The dice between the benches, with the sum and what was needed."""
    top, height = _BENCH
    middle, x = top + height // 2, _MARGIN + _BENCH_WIDTH + 44
    for at, eyes in enumerate(roll.eyes):
        canvas.stamp(pieces.die(eyes), (x + 66 * at, middle))
    text = x + 66 + 42
    canvas.write(f"= {roll.total}", (text, middle - 18), Style(38, Role.PLATE_TEXT, Weight.BOLD), 110)
    words = "Ouch!" if roll.target is None else f"needs {roll.target}"
    canvas.write(words, (text, middle + 22), Style(28, Role.PLAIN_TEXT, Weight.MEDIUM), 120)


@cache
def _empty_pitch(scheme: Scheme) -> Canvas:
    canvas = Canvas(SIZE, scheme, PALETTE)
    canvas.stamp(_ground(), (_LEFT - 4, _TOP - 4))
    for square in pitch().square_of.values():
        canvas.stamp(_tile(_turf(square)), centre(square))
        if column_of(square) in SCORING_COLUMNS:
            canvas.stamp(pieces.zone_emblem(SCORING_COLUMNS.index(column_of(square))), centre(square))
    for column in (1, COLUMNS - 1):
        canvas.stamp(_goal_line(), (_LEFT + CELL * column, _TOP))
    for row in range(1, ROWS + 1):
        name = Style(_LABEL.size, _LABEL.colour, right=True)
        canvas.write(str(row), (_LEFT - 12, _BOTTOM - CELL * row + CELL // 2), name, _LEFT)
    for column in range(1, COLUMNS + 1):
        canvas.stamp(_column_label(column), (_LEFT + CELL * column - CELL // 2, _BOTTOM + 24))
    return canvas


def _turf(square: int) -> Fur:
    """How a square looks on which nothing has happened."""
    column = column_of(square)
    if column in SCORING_COLUMNS:
        return SIDES[SCORING_COLUMNS.index(column)].zone
    return Fur.TURF_ALT if column % 2 else Fur.TURF


@cache
def _ground() -> Sprite:
    """What shows between the squares, and a little around them."""
    return Sprite((Polygon(rounded(CELL * COLUMNS + 8, CELL * ROWS + 8, 8), Fur.LINE),))


@cache
def _tile(face: Tone) -> Sprite:
    half = CELL / 2 - 1
    shapes: Drawing = (Polygon(((-half, -half), (half, -half), (half, half), (-half, half)), face),)
    if face is Fur.PICKED:
        inner = half - 3
        frame = ((-inner, -inner), (inner, -inner), (inner, inner), (-inner, inner), (-inner, -inner))
        shapes += (Stroke(frame, 6, Role.OPTION), Stroke(frame, 2, Role.HALO))
    return Sprite(shapes)


@cache
def _goal_line() -> Sprite:
    return Sprite((Stroke(((0, 2), (0, CELL * ROWS - 2)), 4, Fur.WHITE),))


@cache
def _column_label(column: int) -> Sprite:
    return Sprite((Label((0, 0), str(column), 28, Role.PLAIN_TEXT),))


@cache
def _bench_label(text: str) -> Sprite:
    return Sprite((Label((0, 0), text, 24, Role.PLATE_TEXT),))


@cache
def _bench() -> Sprite:
    return Sprite((Polygon(rounded(_BENCH_WIDTH, _BENCH[1], 18), Role.PLATE),))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
