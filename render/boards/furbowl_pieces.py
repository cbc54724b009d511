"""What lies and stands on the Furbowl pitch: animals on their bases, the ball, dice, and the marks of what happened.

Purple's bases are round, Green's have six corners. All drawings are centred on the origin.
"""

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from render.boards.furbowl_animals import animal, placed
from render.boards.furbowl_tones import SIDES, Fur, dimmed
from render.paint import Sprite
from render.shapes import Arc, Circle, Drawing, Label, Point, Polygon, Shadow, Shape, Stroke, rounded, star
from render.theme import Role, Tone
from rules.furbowl.animals import ANIMALS, TEAM_SIZE

BASE: Final = 29
"""The radius of a base, in pixels."""

_RIM: Final = 5
_ANIMAL: Final = 0.238  # of the size in which animals are drawn
_LETTER: Final = (19.0, 19.0)
_HELD: Final = (-17.0, 17.0)
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class State:
    """What shows of an animal beside its kind and team.

    Whether it is stunned, has acted in this turn, is in play, has the ball, and can still sprint.
    """

    stunned: bool = False
    acted: bool = False
    in_play: bool = False
    ball: bool = False
    sprint: bool = False


@cache
def token(piece: int, state: State) -> Sprite:
    """An animal on its base, with its letter; a golden edge around the letter tells that it can still sprint."""
    seat = piece // TEAM_SIZE
    face = Fur.STUNNED_FACE if state.stunned else SIDES[seat].face
    drawn = (*_standing(piece, face, stunned=state.stunned), *_letter(piece, Role.STAR if state.sprint else face))
    if state.acted:
        drawn = tuple(map(_dimmed, drawn))
    ring = (*base(seat, BASE + 5, Role.STAR_EDGE), *base(seat, BASE + 3.5, Role.STAR)) if state.in_play else ()
    shadow = Shadow((1, 4), (1, 4), BASE - 2, blur=3, opacity=0.35)
    stars = _stars() if state.stunned else ()
    held = _ball(_HELD, 0.62) if state.ball else ()
    return Sprite((shadow, *ring, *drawn, *stars, *held))


@cache
def benched(piece: int, out: bool) -> Sprite:
    """An animal on the bench, with its eyes crossed: pale and marked with a cross if it is out for the match."""
    drawn = _standing(piece, Fur.STUNNED_FACE, stunned=True)
    letter = _letter(piece, Fur.STUNNED_FACE)
    if not out:
        return Sprite((*drawn, *letter))
    lines = (((13, -26), (27, -12)), ((13, -12), (27, -26)))
    cross = (*(Stroke(line, 10, Fur.WHITE) for line in lines), *(Stroke(line, 5, Fur.INK) for line in lines))
    return Sprite((*map(_dimmed, drawn), *letter, *cross))


@cache
def chip(seat: int) -> Sprite:
    """The base of a team, for the header."""
    colours = SIDES[seat]
    return Sprite((*base(seat, 30, Fur.WHITE), *base(seat, 28, colours.rim), *base(seat, 20, colours.face)))


@cache
def loose_ball() -> Sprite:
    """The ball on the grass."""
    return Sprite((Shadow((1, 5), (1, 5), 14, blur=3, opacity=0.4), *_ball((0, 0), 1.0)))


@cache
def zone_emblem(seat: int) -> Sprite:
    """The pattern of the column in which a team scores: its base in outline."""
    colours = SIDES[seat]
    return Sprite((*base(seat, 17, colours.rim), *base(seat, 13, colours.zone)))


@cache
def paw(across: int, down: int) -> Sprite:
    """A footprint that points in one of eight directions."""
    turn = math.atan2(across, -down)
    pad = ((0, 5, 6.5), (-7, -3, 3.2), (-2.5, -8, 3.2), (2.5, -8, 3.2), (7, -3, 3.2))
    return Sprite(
        tuple(
            Circle(
                (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)), radius, Role.PATH
            )
            for x, y, radius in pad
        )
    )


@cache
def flight_dot() -> Sprite:
    """A piece of the way of the ball."""
    return Sprite((Circle((0, 0), 6.5, Fur.WHITE), Circle((0, 0), 4.5, Fur.BALL)))


@cache
def impact() -> Sprite:
    """Where a tackle has hit."""
    return Sprite((Polygon(_burst(19), Fur.INK), Polygon(_burst(15), Fur.EYE), Polygon(_burst(7), Fur.WHITE)))


@cache
def pass_mark() -> Sprite:
    """A team-mate to whom the ball may be passed."""
    return Sprite(_ball((19, -19), 0.62))


@cache
def tackle_mark() -> Sprite:
    """An opponent that may be tackled."""
    burst = tuple((x + 20, y - 20) for x, y in _burst(15))
    inner = tuple((x + 20, y - 20) for x, y in _burst(11))
    return Sprite((Polygon(burst, Fur.INK), Polygon(inner, Fur.EYE)))


@cache
def sprint_mark() -> Sprite:
    """A square that only a sprint reaches."""
    return Sprite((Circle((0, 0), 14, Role.HALO), Arc((0, 0), 12, 6, Role.OPTION)))


@cache
def square_mark() -> Sprite:
    """A square to which a move may go."""
    return Sprite((Circle((0, 0), 12, Role.HALO), Circle((0, 0), 9, Role.OPTION)))


@cache
def die(eyes: int) -> Sprite:
    """A die that shows `eyes`."""
    edge, face = (tuple((x - half, y - half) for x, y in rounded(2 * half, 2 * half, half - 17)) for half in (29, 27))
    pips = (Circle((15 * x, 15 * y), 5.5, Fur.INK) for x, y in _PIPS[eyes])
    return Sprite((Polygon(edge, Fur.DIE_EDGE), Polygon(face, Fur.WHITE), *pips))


def base(seat: int, radius: float, colour: Tone, at: Point = (0, 0)) -> Drawing:
    """The shape on which the animals of a team stand, filled."""
    if seat == 0:
        return (Circle(at, radius, colour),)
    turns = (math.tau * step / 6 for step in range(6))
    reach = radius * 1.1
    return (Polygon(tuple((at[0] + reach * math.cos(turn), at[1] + reach * math.sin(turn)) for turn in turns), colour),)


def _standing(piece: int, face: Tone, *, stunned: bool) -> Drawing:
    seat = piece // TEAM_SIZE
    return (
        *base(seat, BASE, SIDES[seat].rim),
        *base(seat, BASE - _RIM, face),
        *placed(animal(piece % TEAM_SIZE, stunned=stunned), _ANIMAL, (0, -1), mirror=seat == 1),
    )


def _letter(piece: int, edge: Tone) -> Drawing:
    """A small base with the letter of an animal."""
    seat, letter = piece // TEAM_SIZE, ANIMALS[piece % TEAM_SIZE].letter.upper()
    return (
        *base(seat, 13.5, edge, _LETTER),
        *base(seat, 11.5, SIDES[seat].rim, _LETTER),
        Label(_LETTER, letter, 20, Fur.WHITE),
    )


def _ball(at: Point, size: float) -> Drawing:
    """The football, leaning to the right, with a light edge and laces."""
    sine, cosine = math.sin(math.radians(-32)), math.cos(math.radians(-32))

    def leaning(*points: Point) -> tuple[Point, ...]:
        return tuple(
            (at[0] + size * (x * cosine - y * sine), at[1] + size * (x * sine + y * cosine)) for x, y in points
        )

    def oval(across: float, down: float) -> tuple[Point, ...]:
        turns = (math.tau * step / 36 for step in range(36))
        return leaning(*((across * math.cos(turn), down * math.sin(turn)) for turn in turns))

    laces = ((-9, 0), (9, 0)), *(((x, -4), (x, 4)) for x in (-6, 0, 6))
    return (
        Polygon(oval(27, 18.5), Fur.WHITE),
        Polygon(oval(24.5, 16), Fur.INK),
        Polygon(oval(22, 13.5), Fur.BALL),
        *(Stroke(leaning(start, end), 2.6 * size, Fur.LACE) for start, end in laces),
    )


def _stars() -> Drawing:
    drawn: list[Shape] = []
    for x, y, radius in ((-16, -22, 7), (2, -28, 8), (19, -20, 7)):
        for reach, colour in ((radius + 2.5, Fur.INK), (radius, Fur.EYE)):
            drawn.append(Polygon(tuple((x + across, y + down) for across, down in star(reach)), colour))
    return tuple(drawn)


def _burst(radius: float) -> tuple[Point, ...]:
    reaches = (radius if at % 2 == 0 else radius * 0.58 for at in range(16))
    return tuple(
        (reach * math.sin(math.tau * at / 16), -reach * math.cos(math.tau * at / 16))
        for at, reach in enumerate(reaches)
    )


def _dimmed(shape: Shape) -> Shape:
    return shape if isinstance(shape, Shadow) else replace(shape, colour=dimmed(shape.colour))
