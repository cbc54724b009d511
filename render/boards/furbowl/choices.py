"""The choices that a picker of Furbowl offers, and the chosen animal, as squares of the pitch."""

from dataclasses import dataclass, field

from render.scene import Scene
from rules.core import Move
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import TEAM_SIZE
from rules.furbowl.stages import Stage, far_squares, read_stage
from rules.furbowl.tokens import MOVING, AnimalMove, Kind, animal_moves


@dataclass(slots=True)
class Choices:
    """The choices on offer, as squares, and the chosen animal.

    `squares` are offered one by one; `reach` are those that follow an offer of far squares. Both are sets of
    `rules.furbowl.pitch`. The others are squares of animals: those that can be chosen, receivers of passes, attackers
    and victims of tackles, and the animal `picked` so far.
    """

    reach: int = 0
    squares: int = 0
    animals: list[int] = field(default_factory=list[int])
    receivers: list[int] = field(default_factory=list[int])
    tackles: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    picked: list[int] = field(default_factory=list[int])


def choices_of(position: FurbowlPosition, scene: Scene) -> Choices:
    """The choices of a scene; texts that are no tokens or stages of Furbowl are left out."""
    choices = Choices()
    if not isinstance(position.turn, int):
        return choices
    for option in scene.options:
        move, stage = animal_moves().get(Move(option)), read_stage(option)
        if move is not None and move.kind in MOVING:
            choices.squares |= 1 << move.target
        elif move is not None:
            _aim(choices, position, move)
        elif stage is not None:
            _offer(choices, position, stage)
    move, stage = animal_moves().get(Move(scene.chosen)), read_stage(scene.chosen)
    animal = move.animal if move is not None else stage.animal if stage is not None else None
    if animal is None and scene.options and position.current is not None:
        animal = position.current.animal  # which nobody has to choose
    if animal is not None:
        choices.picked += _standing(position, TEAM_SIZE * position.mover + animal)
    return choices


def _offer(choices: Choices, position: FurbowlPosition, stage: Stage) -> None:
    """Add the choices that begin with a stage."""
    if stage.is_far:
        choices.reach |= far_squares(position, stage.animal)
    else:
        choices.animals += _standing(position, TEAM_SIZE * position.mover + stage.animal)


def _aim(choices: Choices, position: FurbowlPosition, action: AnimalMove) -> None:
    """Add a pass to an animal of the mover's team, or a tackle of one of the other team."""
    is_pass = action.kind is Kind.PASS
    team = position.mover if is_pass else 1 - position.mover
    aimed = _standing(position, TEAM_SIZE * team + action.target)
    if is_pass:
        choices.receivers += aimed
    else:
        attackers = _standing(position, TEAM_SIZE * position.mover + action.animal)
        choices.tackles += [(attacker, victim) for attacker in attackers for victim in aimed]


def _standing(position: FurbowlPosition, piece: int) -> list[int]:
    """The square of an animal, if it is on the pitch."""
    place = position.places[piece]
    return [place] if place >= 0 else []
