"""The animals of Furbowl, the two teams, and their formations.

An animal is a number, its index in `ANIMALS`. A piece is an animal of a team, numbered `TEAM_SIZE * seat + animal`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from rules.core import Phrase, Seat
from rules.furbowl.pitch import COLUMNS, square_at

SIDES: Final = (Phrase("Purple"), Phrase("Green"))
SCORING_COLUMNS: Final = (COLUMNS, 1)
HOME_COLUMNS: Final = (1, COLUMNS)
BALL_COLUMN: Final = 8
BALL_ROWS: Final = (5, 6)

RABBIT, FOX, BEAR, TORTOISE, CAT = range(5)
TEAM_SIZE: Final = 5
SPRINT: Final = 2  # extra squares for the rabbit, once per match
SNEAKY: Final = 1  # added to the fox's dodge rolls
MAUL: Final = 1  # added to Ouch rolls for the bear's tackles
SHELL: Final = -2  # added to Ouch rolls against the tortoise


@dataclass(frozen=True, slots=True)
class Animal:
    """A kind of animal: `move` is its number of squares; `speed`, `strength` and `skill` are added to its rolls.

    `name` is its name in tokens and fens; `rules.furbowl.names` has the names in sentences.
    """

    name: str
    letter: str
    move: int
    speed: int
    strength: int
    skill: int


ANIMALS: Final = (
    Animal("rabbit", "r", move=6, speed=3, strength=0, skill=1),
    Animal("fox", "f", move=5, speed=2, strength=1, skill=3),
    Animal("bear", "b", move=3, speed=0, strength=4, skill=0),
    Animal("tortoise", "t", move=3, speed=0, strength=3, skill=0),
    Animal("cat", "c", move=5, speed=3, strength=1, skill=2),
)

# Columns and rows of Purple's animals, in the order of `ANIMALS` (R1 of the specification).
_FORMATIONS: Final = {
    "balanced": ((5, 3), (4, 5), (6, 6), (6, 5), (5, 8)),
    "wide": ((5, 2), (4, 5), (6, 7), (6, 4), (5, 9)),
    "central": ((5, 4), (4, 5), (6, 6), (6, 5), (5, 7)),
    "defensive": ((3, 4), (2, 6), (4, 6), (4, 5), (3, 7)),
    "aggressive": ((6, 3), (5, 5), (7, 6), (7, 5), (6, 8)),
}


_TEAMS: Final = (range(TEAM_SIZE), range(TEAM_SIZE, 2 * TEAM_SIZE))
_SEATS: Final = (Seat(0), Seat(1))


def seat_of(piece: int) -> Seat:
    """The team of a piece."""
    return _SEATS[piece // TEAM_SIZE]


def rival_of(seat: Seat) -> Seat:
    """The other team."""
    return _SEATS[1 - seat]


def animal_of(piece: int) -> Animal:
    """The kind of animal of a piece."""
    return ANIMALS[piece % TEAM_SIZE]


def team(seat: Seat) -> range:
    """The pieces of a team, in the order of `ANIMALS`."""
    return _TEAMS[seat]


@cache
def formations() -> Mapping[str, tuple[int, ...]]:
    """The squares of all ten pieces, by formation; Green's squares mirror Purple's."""
    return MappingProxyType(
        {name: (*_squares(places, 0), *_squares(places, 1)) for name, places in _FORMATIONS.items()}
    )


def _squares(places: tuple[tuple[int, int], ...], seat: int) -> tuple[int, ...]:
    columns = (column if seat == 0 else COLUMNS + 1 - column for column, _ in places)
    found = [square_at(column, row) for column, (_, row) in zip(columns, places, strict=True)]
    return tuple(square for square in found if square is not None)
