"""The tokens of Furbowl and what they mean.

`fox-8,5` moves, `rabbit-sprint-13,4` moves with Sprint, `fox-pass-cat` passes, `bear-tackle-rabbit` tackles; `finish`
ends a play and `end` a turn. Chance chooses a formation, such as `balanced`, the row of the ball, `ball5` or `ball6`,
rolls of two dice, `1+1` to `6+6`, and squares, such as `8,5`.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache
from itertools import compress
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.core import Move
from rules.furbowl.animals import ANIMALS, BALL_ROWS, RABBIT, formations
from rules.furbowl.pitch import members, picks, pitch

FINISH: Final = Move("finish")
END: Final = Move("end")

_SETS_KEPT: Final = 8192
"""The size of the cache of tokens by set of squares: an animal's reach recurs in most positions of a search."""


class Kind(Enum):
    """The four things that an animal can do; in a token, the value separates the animal from the target."""

    MOVE = "-"
    SPRINT = "-sprint-"
    PASS = "-pass-"
    TACKLE = "-tackle-"


MOVING: Final = (Kind.MOVE, Kind.SPRINT)


class AnimalMove(NamedTuple):
    """A move of an animal; `target` is the square to move to, or the animal to pass to or to tackle."""

    animal: int
    kind: Kind
    target: int


@cache
def animal_moves() -> Mapping[Move, AnimalMove]:
    """The meaning of every token of an animal's move."""
    squares = range(len(pitch().names))
    return MappingProxyType(
        {
            token(AnimalMove(animal, kind, target)): AnimalMove(animal, kind, target)
            for animal in range(len(ANIMALS))
            for kind in Kind
            if kind is not Kind.SPRINT or animal == RABBIT
            for target in (squares if kind in MOVING else range(len(ANIMALS)))
            if kind not in MOVING or pitch().names[target]
            if kind is not Kind.PASS or target != animal
        }
    )


def token(animal_move: AnimalMove) -> Move:
    """The token of an animal's move."""
    return _to_all(animal_move.animal, animal_move.kind)[animal_move.target]


@lru_cache(_SETS_KEPT)
def move_tokens(animal: int, squares: int) -> tuple[Move, ...]:
    """The tokens of an animal's moves to a set of squares, by column, then by row.

    Cached, because most animals can reach the same squares move after move.
    """
    return _to_squares(animal, Kind.MOVE, squares)


@lru_cache(_SETS_KEPT)
def sprint_tokens(squares: int) -> tuple[Move, ...]:
    """The tokens of the rabbit's moves with Sprint, by column, then by row."""
    return _to_squares(RABBIT, Kind.SPRINT, squares)


def square_tokens(squares: int) -> tuple[Move, ...]:
    """The names of a set of squares as results of rolls, by column, then by row."""
    names = pitch().names
    return tuple(Move(names[square]) for square in members(squares))


@cache
def formation_tokens() -> tuple[Move, ...]:
    """The tokens of the formations, in the order of the specification."""
    return tuple(map(Move, formations()))


@cache
def ball_tokens() -> tuple[Move, ...]:
    """The tokens of the rows on which the ball may begin."""
    return tuple(Move(f"ball{row}") for row in BALL_ROWS)


def _to_squares(animal: int, kind: Kind, squares: int) -> tuple[Move, ...]:
    return tuple(compress(_to_all(animal, kind), picks(squares)))


@cache
def _to_all(animal: int, kind: Kind) -> tuple[Move, ...]:
    """The tokens of an animal's moves of one kind, by target; bits that are not squares have meaningless tokens."""
    ends = pitch().names if kind in MOVING else [other.name for other in ANIMALS]
    return tuple(Move(ANIMALS[animal].name + kind.value + end) for end in ends)
