"""The laws that every board obeys, each in the words in which `furlong contract` says that it is broken."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from bot.admin.laws import Law, stages_of
from render.board import Board
from render.scene import Scene
from render.shapes import holds
from rules.core import Position, Seat
from rules.record import Step

_STAGES: Final = 5
"""The number of stages of the picker that are looked at in each position."""
_PICTURES: Final = 2
"""The number of pictures of them that are painted."""


class Shown(NamedTuple):
    """A position of a random game for a number of seats, the latest step before it, and the board that shows it."""

    board: Board[Any]
    seats: int
    position: Position
    latest: tuple[Step, ...] = ()


def _picked(shown: Shown) -> Iterator[Scene]:
    """The scenes in which something is picked on the board, from the usual side and from the other."""
    named = shown.position.named_moves().keys()
    for stage, following in islice(stages_of(shown.position), _STAGES):
        options = tuple(option for option in following if option not in named)
        if isinstance(shown.position.turn, int) and options:
            for viewpoint in (None, Seat(1)):
                yield Scene(steps=shown.latest, options=options, chosen=stage, viewpoint=viewpoint)


def _paints(shown: Shown) -> bool:
    for scene in (Scene(steps=shown.latest), *islice(_picked(shown), _PICTURES)):
        if shown.board.paint(shown.position, scene).finished().size != shown.board.size(shown.position, scene):
            return False
    return True


def _has_areas(shown: Shown) -> bool:
    return all({*shown.board.areas(shown.position, scene)} == {*scene.options} for scene in _picked(shown))


def _is_touched_alone(shown: Shown) -> bool:
    for scene in _picked(shown):
        areas = shown.board.areas(shown.position, scene)
        for option, area in areas.items():
            touched = [one for one, other in areas.items() if any(holds(line, area.middle) for line in other.outlines)]
            if touched != [option]:
                return False
    return True


def _has_players(shown: Shown) -> bool:
    return len(shown.board.players(shown.position)) == shown.seats


def _has_symbols(shown: Shown) -> bool:
    if shown.position.outcome() is None:
        return True  # sides may not be settled yet
    sides = {shown.position.side(Seat(seat)) for seat in range(shown.seats)}
    return sides <= shown.board.chips.keys() and sides <= shown.board.tones.keys()


OF_BOARDS: Final[tuple[Law[Shown], ...]] = (
    Law(
        "the board paints each position in the size that `size` says, and `won_by` names some of its `places`", _paints
    ),
    Law("`areas` has each option of the picker that is no named move, and nothing else", _has_areas),
    Law("the `middle` of each of the `areas` is in that one alone", _is_touched_alone),
    Law("`players` has one for each seat", _has_players),
    Law("`chips` and `tones` have the name of each side", _has_symbols),
)
