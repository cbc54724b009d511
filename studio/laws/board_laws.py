"""The laws that every board obeys, each in the words in which `furlong contract` says that it is broken."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any, Final, NamedTuple

from render.board import Board
from render.canvas import Layer, Piece
from render.likeness import differing, drawings
from render.scene import Scene
from render.shapes import holds
from render.theme import Scheme
from rules.core import Position, Seat
from rules.record import Step
from studio.laws.laws import Law, stages_of

_STAGES: Final = 5
"""The number of stages of the picker that are looked at in each position."""
_PICTURES: Final = 2
"""The number of pictures of them that are painted."""
_IN_GREY: Final = 0.1
"""The share of the pixels in which two drawings differ in colour that has to differ in grey too."""


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
    turned = Scene(steps=shown.latest, viewpoint=Seat(1), theme=Scheme.PAPER.value, is_frame=True)
    for scene in (Scene(steps=shown.latest), turned, *islice(_picked(shown), _PICTURES)):
        width, height = shown.board.size(shown.position, scene)
        top = shown.board.top(shown.position, scene)
        if shown.board.paint(shown.position, scene).finished().size != (width, top + height):
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


def _turns(shown: Shown) -> bool:
    """Whether each piece lies on the same places from both sides, and each area around the middle of the same place."""
    on_places = [{*_on_places(shown, Scene(viewpoint=viewpoint))} for viewpoint in (None, Seat(1))]
    scenes = _picked(shown)
    return on_places[0] == on_places[1] and all(
        _around(shown, seen).items() >= {(option, place) for option, place in _around(shown, scene).items() if place}
        for scene, seen in zip(scenes, scenes, strict=True)
    )


def _on_places(shown: Shown, scene: Scene) -> Iterator[tuple[Piece, str]]:
    pieces = _pieces(shown, shown.position, scene)
    for name, area in shown.board.places(shown.position, scene).items():
        for piece, layer in pieces:
            if any(holds(line, layer.origin) for line in area.outlines):
                yield piece, name


def _around(shown: Shown, scene: Scene) -> Mapping[str, str]:
    """The place of each option that has its name and its middle; empty for others, which may lie anywhere."""
    names = {area.middle: name for name, area in shown.board.places(shown.position, scene).items()}
    middles = {option: area.middle for option, area in shown.board.areas(shown.position, scene).items()}
    return {option: name if (name := names.get(at, "")) in option else "" for option, at in middles.items()}


def _pieces(shown: Shown, position: Position, scene: Scene) -> Sequence[tuple[Piece, Layer]]:
    layers = shown.board.ground(position, scene).layers
    return [(layer.piece, layer) for layer in layers if layer.piece is not None]


def _drawings(shown: Shown, position: Position) -> Sequence[tuple[Piece, bytes]]:
    return drawings(shown.board.ground(position, Scene()))


def _is_told_apart_in_grey(shown: Shown) -> bool:
    pairs = combinations({drawing for _, drawing in _drawings(shown, shown.position)}, 2)
    return all(differing(*pair, in_grey=True) >= _IN_GREY * differing(*pair, in_grey=False) for pair in pairs)


def _has_kinds(shown: Shown) -> bool:
    """Whether pieces of one kind are drawn alike, and one that alone has moved to another place keeps its kind."""
    now, known = _drawings(shown, shown.position), dict[tuple[object, int], bytes]()
    if any(known.setdefault((piece.kind, piece.height), drawing) != drawing for piece, drawing in now):
        return False
    before = {
        (piece.place, drawing): piece.kind for step in shown.latest for piece, drawing in _drawings(shown, step.before)
    }
    after = {(piece.place, drawing): piece.kind for piece, drawing in now}
    gone, come = before.keys() - after.keys(), after.keys() - before.keys()
    if not before or len(gone) != 1 or [drawing for _, drawing in gone] != [drawing for _, drawing in come]:
        return True
    return before[gone.pop()] == after[come.pop()]


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
    Law("`areas` and `places` turn with the board, under the pieces that are painted there", _turns),
    Law("pieces of two colours can be told apart in grey", _is_told_apart_in_grey),
    Law("pieces of one `kind` are drawn alike, and a piece that moves keeps its `kind`", _has_kinds),
    Law("`players` has one for each seat", _has_players),
    Law("`chips` and `tones` have the name of each side", _has_symbols),
)
