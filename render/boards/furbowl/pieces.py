"""Drawings for the Furbowl pitch: animals on their bases, the ball, and dice.

Purple's bases are round, Green's have six corners. All drawings are centred on the origin. Those for the pitch are made
for squares of 64 pixels and enlarged.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from render.boards.furbowl.animals import animal
from render.boards.furbowl.tones import SIDES, Fur, dimmed
from render.raster import Sprite
from render.shapes import (
    Arc,
    Circle,
    Drawing,
    Point,
    Polygon,
    Shadow,
    Shape,
    Stroke,
    oval,
    placed,
    polar,
    rounded,
    shifted,
    star,
    turned,
)
from render.theme import Role, Tone
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import RABBIT, TEAM_SIZE, seat_of

CELL: Final = 62
"""The width of a square in pixels."""

SCALE: Final = CELL / 64
"""The factor by which drawings for the pitch are enlarged."""

_BASE: Final = 30

_RIM: Final = 5
_ANIMAL: Final = 0.245  # the scale of animals; see `animals`
_LEAN: Final = -32  # degrees by which the ball leans
_SPRINT: Final = (20.0, 20.0)
_HELD: Final = (-16.0, 19.0)
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class TokenState:
    """The state that a token shows besides the kind of animal and its team."""

    stuns: int = 0
    """The turns that its team begins until it recovers, 0 if it is not stunned."""

    acted: bool = False
    in_play: bool = False
    sprint: bool = False


def state_of(position: FurbowlPosition, piece: int) -> TokenState:
    """The state of the token of an animal in a position."""
    in_play = position.turn is not None and piece == position.active()
    done = position.turn is not None and seat_of(piece) == position.mover and position.done >> piece % TEAM_SIZE & 1
    return TokenState(
        stuns=position.stuns[piece],
        acted=bool(done) and not in_play,
        in_play=in_play,
        sprint=piece % TEAM_SIZE == RABBIT and bool(position.sprints >> seat_of(piece) & 1),
    )


@cache
def token(piece: int, state: TokenState) -> Sprite:
    """An animal on its base; a golden badge with two chevrons means that it can still sprint.

    A stunned one has three stars; a single one, if it recovers as its team's next turn begins.
    """
    seat = piece // TEAM_SIZE
    face = Fur.STUNNED_FACE if state.stuns else SIDES[seat].face
    figure = _standing(piece, face, stunned=bool(state.stuns))
    if state.acted:
        figure = tuple(map(_dimmed, figure))
    ring = (*base(seat, _BASE + 6, Role.GOLD_EDGE), *base(seat, _BASE + 4.5, Role.GOLD)) if state.in_play else ()
    shadow = Shadow((1, 4), (1, 4), _BASE - 2, blur=3, opacity=0.35)
    stars = _STARS_BY_STUNS[state.stuns]
    return enlarged((shadow, *ring, *figure, *stars, *(_sprint(_SPRINT) if state.sprint else ())))


@cache
def benched(piece: int, out: bool) -> Sprite:
    """An animal on the bench, with its eyes crossed: pale and marked with a cross if it is out for the match."""
    figure = _standing(piece, Fur.STUNNED_FACE, stunned=True)
    if not out:
        return Sprite(figure)
    lines = (((13, -26), (27, -12)), ((13, -12), (27, -26)))
    cross = (*(Stroke(line, 10, Fur.WHITE) for line in lines), *(Stroke(line, 5, Fur.INK) for line in lines))
    return Sprite((*map(_dimmed, figure), *cross))


@cache
def die(eyes: int) -> Sprite:
    """A die that shows `eyes`."""
    edge, face = (shifted(rounded(2 * half, 2 * half, half - 11), (-half, -half)) for half in (18.5, 17))
    pips = (Circle((9.5 * x, 9.5 * y), 3.7, Fur.INK) for x, y in _PIPS[eyes])
    return Sprite((Polygon(edge, Fur.DIE_EDGE), Polygon(face, Fur.WHITE), *pips))


def enlarged(drawing: Drawing) -> Sprite:
    """A drawing enlarged to its size on the pitch."""
    return Sprite(placed(drawing, SCALE, (0, 0)))


def base(seat: int, radius: float, colour: Tone, at: Point = (0, 0)) -> Drawing:
    """The filled shape of a team's bases."""
    if seat == 0:
        return (Circle(at, radius, colour),)
    return (Polygon(shifted((polar(radius * 1.1, 90 + 60 * corner) for corner in range(6)), at), colour),)


def _standing(piece: int, face: Tone, *, stunned: bool) -> Drawing:
    seat = piece // TEAM_SIZE
    return (
        *base(seat, _BASE + 2, SIDES[seat].line),
        *base(seat, _BASE, SIDES[seat].rim),
        *base(seat, _BASE - _RIM - 1.5, SIDES[seat].line if seat else SIDES[seat].rim),
        *base(seat, _BASE - _RIM - 3, face),
        *placed(animal(piece % TEAM_SIZE, stunned=stunned), _ANIMAL, (0, -1), mirror=seat == 1),
    )


def _sprint(centre: Point) -> Drawing:
    """A badge with two chevrons."""
    x, y = centre
    chevrons = (((x + left, y - 5), (x + left + 5, y), (x + left, y + 5)) for left in (-5.5, 0.5))
    edges = (Circle(centre, 12.5, Role.GOLD_EDGE), Circle(centre, 11, Role.GOLD))
    return (*edges, *(Stroke(chevron, 2.6, Role.GOLD_EDGE) for chevron in chevrons))


def ball(at: Point, size: float) -> Drawing:
    """The football, leaning to the right, with a light edge and laces."""
    ends = ((-9, 0), (9, 0)), *(((x, -4), (x, 4)) for x in (-6, 0, 6))
    laces = (tuple((size * x, size * y) for x, y in (turned(end, _LEAN) for end in lace)) for lace in ends)
    return (
        *(
            Polygon(oval(at, (size * across, size * down), _LEAN, 36), colour)
            for across, down, colour in ((27, 18.5, Fur.WHITE), (24.5, 16, Fur.INK), (22, 13.5, Fur.BALL))
        ),
        *(Stroke(shifted(lace, at), 2.6 * size, Fur.WHITE) for lace in laces),
    )


def _stars(*places: tuple[int, int, int]) -> Drawing:
    shapes: list[Shape] = []
    for x, y, radius in places:
        for reach, colour in ((radius + 2.5, Fur.INK), (radius, Fur.EYE)):
            shapes.append(Polygon(shifted(star(reach), (x, y)), colour))
    return tuple(shapes)


_STARS_BY_STUNS: Final = ((), _stars((2, -28, 9)), _stars((-16, -22, 7), (2, -28, 8), (19, -20, 7)))
"""The stars above an animal, by the turns that its team begins until it recovers."""


def _dimmed(shape: Shape) -> Shape:
    return shape if isinstance(shape, Shadow) else replace(shape, colour=dimmed(shape.colour))


CHIPS: Final = {
    side: Sprite(
        (*base(seat, 30, SIDES[seat].line), *base(seat, 28, SIDES[seat].rim), *base(seat, 19, SIDES[seat].face))
    )
    for seat, side in enumerate(("Purple", "Green"))
}
"""The bases of the teams, for the header, by the name of the side."""

LOOSE_BALL: Final = enlarged(
    (
        *(Stroke(oval((0, 0), (29, 29), 0), 3.5, Fur.WHITE),),
        Shadow((1, 5), (1, 5), 14, blur=3, opacity=0.4),
        *ball((0, 0), 1.0),
    )
)
"""The ball on the grass, in a ring that one sees from afar."""

HELD_BALL: Final = enlarged(ball(_HELD, 0.62))
"""The ball in the paws of the animal on the same square."""


SPRINT: Final = enlarged(_sprint((0, 0)))
"""The badge of a rabbit that can sprint."""

STAR, STARS = (Sprite(placed(stars, 1.0, (0, 22))) for stars in _STARS_BY_STUNS[1:])
"""The stars of an animal that recovers as its team's next turn begins, and of one that has a turn to miss."""

IN_PLAY: Final = Sprite((Arc((0, 0), 20, 7, Role.GOLD_EDGE), Arc((0, 0), 18.5, 4, Role.GOLD)))
"""The ring of the animal in play."""

ACTED: Final = tuple(
    Sprite((*base(seat, 19, dimmed(SIDES[seat].rim)), *base(seat, 14, dimmed(SIDES[seat].face)))) for seat in (0, 1)
)
"""By seat: the pale base of an animal that has acted."""
