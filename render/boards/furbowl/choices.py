"""The choices that a picker of Furbowl offers, and the chosen animal, as squares of the pitch."""

from dataclasses import dataclass, field

from render.scene import Scene
from rules.core import Move
from rules.furbowl import FurbowlPosition
from rules.furbowl.animals import TEAM_SIZE
from rules.furbowl.pitch import members
from rules.furbowl.stages import Stage, areas, read_stage
from rules.furbowl.tokens import MOVING, Kind, animal_moves


@dataclass(slots=True)
class Choices:
    """The choices on offer, as squares, and the chosen animal.

    `squares` are offered one by one; `reach` are those within reach of an offer by area. Both are sets of
    `rules.furbowl.pitch`. `areas` are letters. The others are squares of animals: those that can be chosen, receivers
    of passes, attackers and victims of tackles, and the animal `picked` so far.
    """

    reach: int = 0
    squares: int = 0
    areas: list[str] = field(default_factory=list[str])
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
            _aim(choices, position, Stage(move.animal, move.kind), 1 << move.target)
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
    options = position.options(stage.animal)
    if stage.kind is None:
        choices.animals += _standing(position, TEAM_SIZE * position.mover + stage.animal)
    elif stage.kind in MOVING:
        squares = options.plain if stage.kind is Kind.MOVE else options.sprinting
        if stage.area:
            squares &= areas()[stage.area]
            choices.areas += [stage.area] if squares else []
        choices.reach |= squares
    else:
        pieces = options.receivers if stage.kind is Kind.PASS else options.victims
        _aim(choices, position, stage, sum(1 << piece % TEAM_SIZE for piece in pieces))


def _aim(choices: Choices, position: FurbowlPosition, stage: Stage, animals: int) -> None:
    """Add passes to animals of the mover's team, or tackles of animals of the other team."""
    is_pass = stage.kind is Kind.PASS
    team = position.mover if is_pass else 1 - position.mover
    aimed = [at for animal in members(animals) for at in _standing(position, TEAM_SIZE * team + animal)]
    if is_pass:
        choices.receivers += aimed
    else:
        attackers = _standing(position, TEAM_SIZE * position.mover + stage.animal)
        choices.tackles += [(attacker, victim) for attacker in attackers for victim in aimed]


def _standing(position: FurbowlPosition, piece: int) -> list[int]:
    """The square of an animal, if it is on the pitch."""
    place = position.places[piece]
    return [place] if place >= 0 else []
