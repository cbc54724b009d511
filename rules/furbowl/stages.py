"""The stages of picking a move of Furbowl: the animal, what it does, and where.

A move is picked by stages such as `fox`, `fox moves`, `fox moves to C`, `fox-8,9`. An area is a block of three columns
and five rows with a letter: `A` has the lowest columns and rows, `B` the same columns and the higher rows, `C` and `D`
the next three columns, and so on to `J`. Only the animal and the move are stages if everything that the animal can do
can be offered at once, and only the move if it is its play. Otherwise the stage with the area is skipped if all squares
fit into one menu.
"""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.core import Move
from rules.furbowl import tokens
from rules.furbowl.animals import ANIMALS
from rules.furbowl.board import FurbowlBoard
from rules.furbowl.pitch import COLUMNS, ROWS, pitch, row_of
from rules.furbowl.tokens import MOVING, Kind

MOST_SQUARES: Final = 25
"""The most squares in one menu; with more, the area is chosen first."""

_MOST_AT_ONCE: Final = 99
"""The most moves of an animal that are offered together, beside the end of its play: a hundred are promised to fit."""

_WIDE, _HIGH = 3, ROWS // 2
_VERBS: Final = {Kind.MOVE: "moves", Kind.SPRINT: "sprints", Kind.PASS: "passes", Kind.TACKLE: "tackles"}
_KINDS: Final = {verb: kind for kind, verb in _VERBS.items()}
_STAGE: Final = re.compile(r"(?P<animal>[a-z]+)(?: (?P<verb>[a-z]+)(?: to (?P<area>[A-J]))?)?")


class Stage(NamedTuple):
    """A stage before the complete move: an animal, what it does if chosen, and the area if chosen."""

    animal: int
    kind: Kind | None = None
    area: str = ""


@cache
def areas() -> Mapping[str, int]:
    """The squares of each area, by its letter."""
    upper = sum(1 << square for square, name in enumerate(pitch().names) if name and row_of(square) > _HIGH)
    blocks = (sum(pitch().columns[first : first + _WIDE]) for first in range(1, COLUMNS + 1, _WIDE))
    halves = [half for block in blocks for half in (block & ~upper, block & upper)]
    return MappingProxyType(dict(zip("ABCDEFGHIJ", halves, strict=True)))


def stages(board: FurbowlBoard, move: Move) -> tuple[str, ...]:
    """The stages of a legal move; the last one is the move itself."""
    animal_move = tokens.animal_moves().get(move)
    if animal_move is None:
        return (move,)
    animal, options = ANIMALS[animal_move.animal].name, board.options(animal_move.animal)
    reach = options.plain | options.sprinting
    if reach.bit_count() + len(options.receivers) + len(options.victims) <= _MOST_AT_ONCE:
        return (move,) if board.current is not None else (animal, move)
    doing = f"{animal} {_VERBS[animal_move.kind]}"
    if animal_move.kind not in MOVING:
        return animal, doing, move
    squares = options.plain if animal_move.kind is Kind.MOVE else options.sprinting
    if squares.bit_count() <= MOST_SQUARES:
        return animal, doing, move
    area = next(letter for letter, block in areas().items() if block >> animal_move.target & 1)
    return animal, doing, f"{doing} to {area}", move


def read_stage(text: str) -> Stage | None:
    """The stage that a text from `stages` stands for; None for any other text, including complete moves."""
    found = _STAGE.fullmatch(text)
    names = [animal.name for animal in ANIMALS]
    if found is None or found["animal"] not in names or (found["verb"] and found["verb"] not in _KINDS):
        return None
    kind = _KINDS[found["verb"]] if found["verb"] else None
    if found["area"] and kind not in MOVING:
        return None
    return Stage(names.index(found["animal"]), kind, found["area"] or "")
