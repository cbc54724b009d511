"""The stages of picking a move of Furbowl: the animal, and what it does.

A move is picked by stages such as `fox`, `fox-8,9`: the animal first, but for that of a play in progress, because two
animals may move to one square, or pass to or tackle the same one. If more squares are in reach than can be offered
together, those farther than four squares away follow a stage of their own, such as `fox far`.
"""

import re
from typing import Final, NamedTuple

from rules.core import Move
from rules.furbowl import tokens
from rules.furbowl.animals import ANIMALS, TEAM_SIZE
from rules.furbowl.board import FurbowlBoard
from rules.furbowl.pitch import pitch
from rules.furbowl.tokens import MOVING

_MOST_SQUARES: Final = 80
"""The most squares that are offered together: there are no more within `_NEAR`, and a hundred choices always fit."""

_NEAR: Final = 4
_STAGE: Final = re.compile(r"(?P<animal>[a-z]+)(?P<far> far)?")


class Stage(NamedTuple):
    """A stage before the complete move: an animal, and whether it moves far."""

    animal: int
    is_far: bool = False


def stages(board: FurbowlBoard, move: Move) -> tuple[str, ...]:
    """The stages of a legal move; the last one is the move itself."""
    animal_move = tokens.animal_moves().get(move)
    if animal_move is None:
        return (move,)
    animal, name = animal_move.animal, ANIMALS[animal_move.animal].name
    is_far = animal_move.kind in MOVING and far_squares(board, animal) >> animal_move.target & 1
    return (*(() if board.current is not None else (name,)), *((f"{name} far",) if is_far else ()), move)


def far_squares(board: FurbowlBoard, animal: int) -> int:
    """The squares in reach of an animal of the mover that follow a stage of their own."""
    options = board.options(animal)
    reach = (options.plain | options.sprinting) & ~board.loose_ball()
    near = pitch().areas[_NEAR][board.places[TEAM_SIZE * board.mover + animal]]
    return reach & ~near if reach.bit_count() > _MOST_SQUARES else 0


def read_stage(text: str) -> Stage | None:
    """The stage that a text from `stages` stands for; None for any other text, including complete moves."""
    found, names = _STAGE.fullmatch(text), [animal.name for animal in ANIMALS]
    if found is None or found["animal"] not in names:
        return None
    return Stage(names.index(found["animal"]), found["far"] is not None)
